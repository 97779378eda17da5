"""A position as a word of text, for a match that begins from it instead of from the first one.

The text holds every byte of the position, and compiled rules believe what stands there. So it is read only from whoever
wrote it: that it decodes, has the right layout and is for so many seats says nothing about where the pieces may be.
"""

import base64
import zlib

import numpy as np

from sobremesa.games.game import Game
from sobremesa.kernel import blank
from sobremesa.mistakes import BadDiagram, BadRecord, BadSeats


def checked(game: Game, seats: int, position: np.ndarray) -> np.recarray:
    """A copy of a position to begin from, if it is one of that game for so many."""
    layout = game.rules.State
    if not isinstance(position, np.ndarray) or position.dtype != layout or position.shape != (1,):
        raise BadDiagram(f"A match of {game.title} begins from an array of one position of {game.title}.")
    start = blank(layout)
    start[:] = position
    there = int(game.rules.seats(start[0]))
    if there != seats:
        raise BadSeats(f"The position to begin from is for {there} seats, not for {seats}.")
    return start


def position_text(position: np.ndarray) -> str:
    """A position as letters, digits, hyphens and underscores."""
    packed = zlib.compress(_mark(position.dtype) + position.tobytes(), 9)
    return base64.urlsafe_b64encode(packed).decode().rstrip("=")


def position_from(game: Game, seats: int, text: str) -> np.recarray:
    """The position of a text that was written here."""
    layout = game.rules.State
    mark = _mark(layout)
    try:
        packed = base64.b64decode(text + "=" * (-len(text) % 4), b"-_", validate=True)
        unpacking = zlib.decompressobj()
        unpacked = unpacking.decompress(packed, len(mark) + layout.itemsize + 1)  # no more than that, however it swells
    except (ValueError, zlib.error):
        raise BadRecord("the position that it begins from is broken.") from None
    if len(unpacked) != len(mark) + layout.itemsize or not unpacking.eof or not unpacked.startswith(mark):
        raise BadRecord(f"the position that it begins from is not one of {game.title} as it is laid out here.")
    return checked(game, seats, np.frombuffer(unpacked, layout, offset=len(mark)))


def _mark(layout: np.dtype) -> bytes:
    """Tells one layout of positions from another, also from a former one of the same size."""
    return zlib.crc32(repr(layout.descr).encode()).to_bytes(4)
