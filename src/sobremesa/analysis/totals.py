"""What a match comes to for each seat: what its choices gave away, and what chance gave it."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from sobremesa.analysis.row import Row
from sobremesa.play.match import Match


@dataclass(frozen=True)
class Sum:
    """All that is to be said about one seat."""

    seat: str
    player: str
    choices: int
    """Where it could have chosen otherwise."""
    lost: float
    """What they gave away altogether."""
    mean: float
    blunders: int
    mistakes: int
    slips: int
    luck: tuple[float, float] | None
    """What chance gave it, with the standard error; nothing where chance did not act."""


def sums(match: Match, rows: Sequence[Row]) -> list[Sum]:
    """One for each seat, in their order."""
    return [_sum(match, rows, seat) for seat in range(match.seats)]


def _sum(match: Match, rows: Sequence[Row], seat: int) -> Sum:
    name = match.seat_names[seat]
    own = [row for row in rows if row.seat == seat and row.before is not None]
    lost, luck = sum(row.lost for row in own), [row.luck[name] for row in rows if name in row.luck]
    blunders, mistakes, slips = (sum(row.mark == mark for row in own) for mark in ("??", "?", "?!"))
    given = round(sum(by for by, _ in luck), 4), round(math.hypot(*(error for _, error in luck)), 4)
    mean = lost / len(own) if own else 0.0
    return Sum(
        name,
        match.players[seat],
        len(own),
        round(lost, 4),
        round(mean, 4),
        blunders,
        mistakes,
        slips,
        given if luck else None,
    )
