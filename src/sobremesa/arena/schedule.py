"""The matches of an arena: who sits where, and by which seed.

Matches come in groups of equal seeds, one for each side, in which everybody moves up one side from match to match: for
two, pairs in which they change seats. From group to group the order round the table changes, so that everybody sits
before and behind everybody. Seeds do not depend on who plays: two bots play the same matches whoever else takes part.
"""

from __future__ import annotations

import itertools
import random
from dataclasses import dataclass

from sobremesa.arena.request import Request
from sobremesa.lab.results import hash_of


@dataclass(frozen=True)
class Fixture:
    """A match that is to be played."""

    number: int
    bots: tuple[str, ...]
    """By seat."""
    seed: int


def fixtures(request: Request) -> list[Fixture]:
    """All of them, in the order in which they count: the first of every lineup, then the second of every lineup."""
    sides, lineups = request.sides(), request.lineups()
    orders = _orders(len(sides))
    found: list[Fixture] = []
    for nth in range(request.matches_a_lineup()):
        group, turn = divmod(nth, len(sides))
        seed = seed_of(request, group)
        order = orders[group % len(orders)]
        for lineup in lineups:
            at = [""] * request.seats
            for place, seats in enumerate(sides):
                for seat in seats:
                    at[seat] = lineup[order[(place + turn) % len(sides)]]
            found.append(Fixture(len(found), tuple(at), seed))
    return found


def seed_of(request: Request, group: int) -> int:
    """Below 2**53, so that every program that reads JSON reads the same number."""
    return hash_of(request.seed, group) >> 11


def _orders(sides: int) -> list[tuple[int, ...]]:
    """Every order round a table, in a mixed sequence."""
    found = [(0, *rest) for rest in itertools.permutations(range(1, sides))]
    random.Random(0).shuffle(found)
    return found
