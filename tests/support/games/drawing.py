"""Drawings of End of Line, read back: what lies where, and in which order a line was laid.

A drawing has the number of a row and then its squares; rows left out are empty. A square is `.`, a wall `##`, or a
card: the initial of its line and the ways that it joins, as the game itself draws them, with `╬` for cross-0. A `*`
marks the last card of a line where following it leaves a doubt.
"""

from typing import NamedTuple

from sobremesa.games.end_of_line.draw import WAYS
from sobremesa.games.end_of_line.tables import CARDS

Square = tuple[int, int]
STEPS = (-1, 0), (0, 1), (1, 0), (0, -1)
SIDES = {glyph: sides for sides, glyph in WAYS.items()} | {"╬": 15}
INITIALS = "RMJLVPTS"


class Card(NamedTuple):
    square: Square
    kind: str
    heading: int


def read(diagram: str, size: int) -> dict[Square, str]:
    """What is drawn on each square that is not empty."""
    drawn = {}
    for line in filter(str.strip, diagram.splitlines()):
        row, *marks = line.split()
        assert len(marks) <= size, f"row {row} has {size} squares"
        drawn.update({(int(row), column): mark for column, mark in enumerate(marks) if mark != "."})
    assert all(mark == "##" or (mark[0] in INITIALS and mark[1] in SIDES) for mark in drawn.values()), drawn
    return drawn


def follow(drawn: dict[Square, str], start: Card, size: int, initial: str, partner: str) -> list[Card]:
    """The cards of a line in an order in which they may have been laid.

    A card is laid at the last one, maybe over a card of the partner; or, where that does not work out and as seldom as
    may be, at the one before the last.
    """
    own = {square: mark[1:] for square, mark in drawn.items() if mark[0] == initial and square != start.square}
    last = next((square for square, mark in own.items() if mark.endswith("*")), None)

    def extend(path: list[Card], turnarounds: int) -> list[Card] | None:
        if len(path) == len(own) + 1:
            return path if last in (None, path[-1].square) else None
        for back, card in enumerate((path[-1], *path[-2:-1] * (turnarounds > 0))):
            for way in CARDS[card.kind][1] if card.kind != "start" else (1,):
                heading = (card.heading + way - 1) % 4
                square = beyond(card.square, heading, size)
                if partner and drawn.get(square, "").startswith(partner):
                    square = beyond(square, heading, size)
                glyph = own.get(square, "·")[0]
                if SIDES[glyph] >> (heading + 2) % 4 & 1 and all(square != taken.square for taken in path):
                    laid = Card(square, kind_of(glyph, heading), heading)
                    if found := extend([*path, laid], turnarounds - back):
                        return found
        return None

    for turnarounds in range(4):
        if path := extend([start], turnarounds):
            return path[1:]
    raise AssertionError(f"no line of {initial} goes through {sorted(own)}")


def beyond(square: Square, heading: int, size: int) -> Square:
    """The next square in a direction."""
    down, across = STEPS[heading]
    return (square[0] + down) % size, (square[1] + across) % size


def kind_of(glyph: str, heading: int) -> str:
    """The kind of a card that joins these sides, of a line that comes in this direction."""
    if glyph in "┼╬":
        return "cross-5" if glyph == "┼" else "cross-0"
    exits = tuple(way for way in range(3) if SIDES[glyph] >> (heading + way + 3) % 4 & 1)
    return next(kind for kind, (_, ways, _) in CARDS.items() if ways == exits)
