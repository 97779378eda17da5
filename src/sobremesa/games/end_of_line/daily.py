"""The puzzle of the day: the same board, the same deck and the same par for everybody, by the UTC date alone."""

import hashlib
from collections.abc import Iterator, Sequence
from datetime import date
from typing import NamedTuple

from sobremesa.games.end_of_line.ai.solo_puzzle import START_SQUARE
from sobremesa.games.end_of_line.ai.solver import solve
from sobremesa.games.end_of_line.ai.supply import OPEN_DECK
from sobremesa.games.end_of_line.ai.torus import SOLO
from sobremesa.games.end_of_line.tables import KIND_NAMES

NAME = "sobremesa end-of-line daily 1"
"""Part of what every puzzle is made from: with another name every day of the past would change."""
WALLS = 3


class Daily(NamedTuple):
    """A solo puzzle, edition `es`, turns `stop`, and the best that whoever knew the order could do."""

    date: date
    walls: tuple[tuple[int, int], ...]
    order: tuple[str, ...]
    par: int
    moves: tuple[str, ...]


def daily(day: date) -> Daily:
    """The puzzle of a day: the first board of the day that can be filled, and the first order that can fill it."""
    walls = next(walls for walls in _boards(day) if solve(walls).score is not None)
    for number in _numbers(day, "order"):
        order = tuple(KIND_NAMES[kind] for kind in _drawn(OPEN_DECK, len(OPEN_DECK), number))
        best = solve(walls, order=order)
        if best.score is not None:
            return Daily(day, walls, order, best.score, tuple(best.moves))
    raise AssertionError("numbers never end")


def _boards(day: date) -> Iterator[tuple[tuple[int, int], ...]]:
    squares = [square for square in range(SOLO * SOLO) if square != START_SQUARE]
    for number in _numbers(day, "walls"):
        rest, walls = divmod(number, WALLS + 1)
        yield tuple(divmod(square, SOLO) for square in sorted(_drawn(squares, walls, rest)))


def _numbers(day: date, what: str) -> Iterator[int]:
    """Numbers that only the day decides, large enough to shuffle a deck by."""
    attempt = 0
    while True:
        yield int.from_bytes(hashlib.sha256(f"{NAME} {day.isoformat()} {what} {attempt}".encode()).digest())
        attempt += 1


def _drawn(things: Sequence[int], count: int, number: int) -> list[int]:
    """So many of the things, one after the other, as a number says."""
    rest, drawn = list(things), []
    for _ in range(count):
        number, which = divmod(number, len(rest))
        drawn.append(rest.pop(which))
    return drawn
