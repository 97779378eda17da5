"""How all stand, from what was played: nothing of it is kept.

Each match is worth up to one point, see `Seated.points`; who sits out gets half of one. Equal points are told apart by
what one's opponents have on average, then by the matches among those who are equal; whoever is still equal shares a
place. Bots are opponents with nothing to their name: they count neither way.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import groupby

import msgspec

from sobremesa.server.features.tournaments.models import Evening, Seated
from sobremesa.server.features.tournaments.pairing import BOT

BYE = 0.5
"""What sitting out is worth: what a match is worth on average."""
EXACT = 6
"""Digits by which points are compared."""


class Standing(msgspec.Struct, frozen=True):
    """A line of the table."""

    number: int
    place: int
    points: float
    opponents: float
    """What those they met have, on average."""
    direct: float
    """Against those with as much of both: how many they were ahead of, less those who were ahead of them."""
    played: int
    byes: int


def points_of(evening: Evening) -> dict[int, float]:
    """What everybody has."""
    found: dict[int, float] = defaultdict(float)
    for drawn in evening.drawn:
        for who in drawn.byes:
            found[who] += BYE
    for table in _over(evening):
        for who, points in zip(table.seats, table.points or [], strict=True):
            if who != BOT:
                found[who] += points
    return found


def standings(evening: Evening) -> list[Standing]:
    """Everybody who plays or has played, the first first."""
    points, met = points_of(evening), _met(evening)
    played = Counter(who for table in _over(evening) for who in table.seats)
    byes = Counter(who for drawn in evening.drawn for who in drawn.byes)
    sat = {who for table in evening.tables for who in table.seats}
    people = [each.number for each in evening.people if each.until is None or each.number in sat or byes[each.number]]

    def equal(who: int) -> tuple[float, float]:
        others = [points[other] for other in met[who]]
        return round(points[who], EXACT), round(sum(others) / len(others), EXACT) if others else 0.0

    found: list[Standing] = []
    for (worth, opponents), tied in groupby(sorted(people, key=equal, reverse=True), equal):
        group = list(tied)
        ahead = _ahead(evening, group)
        group.sort(key=lambda who: (-ahead[who], who))
        first = len(found) + 1
        for who in group:
            place = first + sum(ahead[other] > ahead[who] for other in group)
            found.append(Standing(who, place, worth, opponents, ahead[who], played[who], byes[who]))
    return found


def _over(evening: Evening) -> list[Seated]:
    return [table for table in evening.tables if table.scores is not None]


def _met(evening: Evening) -> dict[int, list[int]]:
    """Whom everybody has played with, as often as they have."""
    met: dict[int, list[int]] = defaultdict(list)
    for table in _over(evening):
        for who in table.seats:
            met[who] += [other for other in table.seats if other not in (who, BOT)]
    return met


def _ahead(evening: Evening, group: Sequence[int]) -> dict[int, float]:
    """How many of a group each was ahead of, less those who were ahead."""
    ahead = dict.fromkeys(group, 0.0)
    for table in _over(evening) if len(group) > 1 else []:
        assert table.scores is not None
        there = [(who, score) for who, score in zip(table.seats, table.scores, strict=True) if who in ahead]
        for who, score in there:
            ahead[who] += sum((score > other) - (score < other) for _, other in there)
    return ahead
