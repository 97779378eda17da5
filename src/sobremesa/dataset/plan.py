"""The matches of a data set: what is played, by whom, and from which seed.

Kinds of match take turns, so that every shard has all of them. On each side sits any of the levels of its kind, drawn
by the match's seed; partners, and those who play together, are the same. In every other turn of all kinds everybody
plays anything at least as often as NOISE says; in the others as the levels do.
"""

from __future__ import annotations

import random
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache

from sobremesa import games as shelf
from sobremesa.lab.results import hash_of
from sobremesa.play.sides import sides_of

NOISE = 0.1
UPTO_NORMAL = "beginner", "easy", "normal"
UPTO_HARD = *UPTO_NORMAL, "hard"
ALL = *UPTO_HARD, "master"


@dataclass(frozen=True)
class Kind:
    """A kind of match: how many play what, and which levels may sit down. Those that are left out would take a large
    part of the whole time by themselves."""

    seats: int
    levels: tuple[str, ...]
    options: Mapping[str, str] = field(default_factory=dict)
    """Those that are not the usual ones."""
    share: int = 1
    """How many matches of each turn are of this kind."""


def _lines(plan: str, share: int) -> tuple[Kind, ...]:
    return tuple(Kind(seats, ALL, {"plans": plan}, share) for seats in (1, 2, 3, 4))


PLAN: dict[str, tuple[Kind, ...]] = {
    "splut": (Kind(2, UPTO_HARD), Kind(3, UPTO_NORMAL), Kind(4, UPTO_NORMAL)),
    "end-of-line": (
        *(Kind(seats, UPTO_HARD) for seats in (2, 3, 4)),
        Kind(4, UPTO_HARD, {"mode": "teams"}),
        *(Kind(seats, UPTO_HARD, {"mode": "coop"}) for seats in (2, 3, 4)),
        Kind(1, UPTO_HARD, {"mode": "solo"}),
        Kind(1, UPTO_HARD, {"mode": "classic"}),
    ),
    "shut-the-lines": (*_lines("1", 3), *_lines("2", 3), *_lines("3", 3), *_lines("4", 1)),
    "outspeed": (*(Kind(seats, UPTO_HARD) for seats in (3, 4, 5)), Kind(6, UPTO_NORMAL)),
}


@dataclass(frozen=True)
class Fixture:
    """A match that is to be played."""

    game: str
    number: int
    seats: int
    options: dict[str, str]
    """All of them, as they are written."""
    players: tuple[str, ...]
    """The level on each seat."""
    noise: float
    """How often everybody plays anything, at least."""
    seed: int
    """All that chance brings follows from it, as `sobremesa.play.chance` says; so do the bots."""


def fixture(game: str, seed: int, number: int) -> Fixture:
    """The match of that number, whatever others there are."""
    turn, nth = divmod(number, len(_turn(game)))
    kind = _turn(game)[nth]
    own = hash_of(seed, zlib.crc32(game.encode()), number) >> 11  # as large as every program reads from JSON
    draw, players = random.Random(own), [""] * kind.seats
    for side in sides_of(shelf.find(game), kind.seats, kind.options.get("mode", "")):
        level = draw.choice(kind.levels)
        for seat in side:
            players[seat] = level
    return Fixture(game, number, kind.seats, _options(game, nth), tuple(players), NOISE * (turn % 2), own)


@cache
def _turn(game: str) -> tuple[Kind, ...]:
    """A match of every kind, of some several: those of one kind apart from each other."""
    kinds = PLAN[game]
    return tuple(kind for again in range(max(kind.share for kind in kinds)) for kind in kinds if kind.share > again)


@cache
def _options(game: str, nth: int) -> dict[str, str]:
    box, kind = shelf.find(game), _turn(game)[nth]
    _, agreed = box.agree(kind.seats, kind.options)
    return {option.name: option.write(agreed[option.name]) for option in box.options}
