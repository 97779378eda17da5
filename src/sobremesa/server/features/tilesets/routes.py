"""Tile sets that people bring for Outspeed: checked by the game, kept on this machine by the name of their values."""

import re

import msgspec

from sobremesa.games.outspeed import tiles
from sobremesa.mistakes import BadTiles, Mistake
from sobremesa.server.http import nesting
from sobremesa.server.private_files import make_folder
from sobremesa.user_dir import home

MOST = 1000
"""Sets that a house keeps."""
TOLD, LONGEST, LONGEST_NAME = 8, 200, 40
"""Faults that are told at once, and the letters of each; the letters of a tile's name."""


class KeptTiles(msgspec.Struct):
    """A set to play with."""

    name: str
    """For the option `tiles`: sixteen letters; `house` if its values are those of the house."""
    changed: int
    """How many routes differ from those of the house."""


def bring(text: str) -> KeptTiles:
    """Keep a set; what is wrong with it, if anything is. Who brings the same values again, with other names perhaps,
    changes nothing for those who play with them already."""
    found = checked(text)
    name = "house" if found.digest == tiles.house().digest else found.digest
    if text_of(name) is None:
        folder = home() / "tiles"
        if folder.is_dir() and sum(1 for _ in folder.iterdir()) >= MOST:
            raise BadTiles("The house keeps no more tile sets: whoever runs it can make room.")
        make_folder(folder)
        tiles.keep(found)
    return KeptTiles(name, int((found.routes != tiles.house().routes).any(axis=-1).sum()))


def checked(text: str) -> tiles.TileSet:
    try:
        nesting.check(text)
        found = tiles.parse(text, "That tile set")
    except Mistake as wrong:
        first, *faults = (line.strip()[:LONGEST] for line in str(wrong).splitlines())
        more = [f"And {len(faults) - TOLD} more."] if len(faults) > TOLD else []
        raise BadTiles("\n".join([first, *faults[:TOLD], *more])) from None
    for number, name in found.names.items():
        if len(name) > LONGEST_NAME or not name.isprintable():
            raise BadTiles(f"That tile set cannot be played with:\ntile {number}, name: it is one line of text.")
    return found


def text_of(name: str) -> str | None:
    """The file of a set, as it was brought; nothing where there is none."""
    if name == "house":
        return tiles.house().text
    if not re.fullmatch("[0-9a-f]{16}", name):
        return None
    try:
        return tiles.find(name).text
    except BadTiles:
        return None
