"""The best that can be done in the puzzles of End of Line, with proof, and a line that does it."""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from sobremesa.games.end_of_line.ai.coop import bound, weave
from sobremesa.games.end_of_line.ai.endgame import values
from sobremesa.games.end_of_line.ai.from_position import Rest
from sobremesa.games.end_of_line.ai.solo_puzzle import SLICE, START_SQUARE, Puzzle, Tick
from sobremesa.games.end_of_line.ai.supply import OPEN_DECK, least_spare
from sobremesa.games.end_of_line.ai.torus import SOLO
from sobremesa.games.end_of_line.rules import State, setup
from sobremesa.games.end_of_line.tables import AHEAD, DECK, KIND_NAMES
from sobremesa.games.end_of_line.tables import SOLO as MODE_SOLO
from sobremesa.kernel import blank
from sobremesa.mistakes import BadOption

SCORES = "es", "en", "2021"
TURNS = "stop", "exact"


@dataclass
class Solution:
    """The best score, None where the area cannot be filled; and the choices, in order, that reach it."""

    score: int | None
    proved: bool
    moves: list[Any]
    energy: int
    nodes: int
    seconds: float


def solve(
    walls: Iterable[tuple[int, int]] = (),
    score: str = "es",
    turns: str = "stop",
    order: Sequence[str] | None = None,
    tick: Tick | None = None,
) -> Solution:
    """The best score of a solo puzzle, proven: from an open deck, or for whoever knew the order of a shuffled one.

    Between slices of the search tick is told how many nodes there were, and the score that is being tried.
    """
    _check("score", score, SCORES)
    _check("turns", turns, TURNS)
    began = time.perf_counter()
    puzzle = Puzzle(_squares(walls), score, turns, None if order is None else _kinds(order), tick)
    found = puzzle.best()
    if found:
        best, moves, energy = puzzle.points(found.cost), puzzle.moves(found), found.spending.energy
        return Solution(best, True, moves, energy, puzzle.nodes, time.perf_counter() - began)
    stuck = least_spare(DECK) + puzzle.squares if score == "en" else None  # where not one card can be laid
    return Solution(stuck, True, [], 0, puzzle.nodes, time.perf_counter() - began)


def solve_coop(turns: str = "stop", seed: int = 0, tick: Tick | None = None, sacrifice: bool = True) -> Solution:
    """The best score of the co-operative puzzle for two, open deck, edition `es`: bounded by sums, met by chance.

    Without sacrifice: the best that leaves both lines alive, which is another one only where turns are `exact`. Moves
    are pairs of a seat and what it chooses. Tick is told how many nodes there were, and the bound.
    """
    _check("turns", turns, TURNS)
    began = time.perf_counter()
    moves, nodes = weave(turns, sacrifice, seed, tick)
    energy = sum(move == "brake" for _, move in moves)
    return Solution(bound(turns, sacrifice), True, moves, energy, nodes, time.perf_counter() - began)


def _squares(walls: Iterable[tuple[int, int]]) -> tuple[int, ...]:
    squares = set()
    for row, column in walls:
        if not (0 <= row < SOLO and 0 <= column < SOLO):
            raise BadOption(f"a wall is at row,column from 0,0 to {SOLO - 1},{SOLO - 1}, not at {row},{column}")
        squares.add(row * SOLO + column)
    if START_SQUARE in squares:
        raise BadOption("the start card lies on 2,2: no wall can be there")
    if len(squares) > 3:
        raise BadOption(f"there can be up to 3 walls, not {len(squares)}")
    return tuple(sorted(squares))


def _check(name: str, value: str, values: tuple[str, ...]) -> None:
    if value not in values:
        raise BadOption(f"{name} is one of {', '.join(values)}, not {value}")


def _kinds(order: Sequence[str]) -> list[int]:
    kinds = [KIND_NAMES.index(name) for name in order if name in KIND_NAMES]
    if sorted(kinds) != OPEN_DECK or len(order) != DECK:
        raise BadOption(f"an order names every one of the {DECK} cards of a deck once")
    return kinds


def chores() -> Iterator[tuple[str, Callable[[], object]]]:
    """What there is to compile ahead, by name."""
    yield "puzzles", solve
    yield "puzzles with a known deck", partial(solve, order=[KIND_NAMES[kind] for kind in OPEN_DECK])
    yield "puzzles for two", solve_coop
    yield "puzzles that have begun", _play_on


def _play_on() -> None:
    position = blank(State)
    setup(position[0], 1, MODE_SOLO, 0, 0, 0, 0, 0, 0, 1, 0, 0)
    rest = Rest(position, SLICE)
    found = rest.best()
    assert found
    rest.choices_of(found)
    values(position, [AHEAD], 1)
