"""Who sits with whom in the next round, worked out from what was played before. The same seed gives the same round.

1. Each person sits at one table, or sits out.
2. Where bots fill up, nobody sits out: people are spread evenly over as few tables as hold them all. Else there are as
   few without a table as can be; tables are smaller where the game can be played so.
3. Nobody sits out, nor at a table for two meets a bot, more often than somebody else, as far as those who are there can
   take turns; among them the last in the standing does.
4. In a Swiss round as few as possible meet again; then those sit together who stand together.
5. At a table the seats go to those who had them least.
"""

import math
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import cache
from itertools import combinations
from random import Random

import msgspec

BOT = -1
"""Whoever sits where no person does."""
TRIES, EFFORT = 12, 1500
"""How often a search begins anew at most, and how many seats it looks at in doing so: with many people one try is long
enough, and leaves little to find."""
AGAIN = 1000.0
"""What one more meeting costs beside the distance in points, which is a few at most."""

Group = list[int]
Cost = Callable[[int, int], float]
"""What it costs that two sit together."""


class Round(msgspec.Struct, frozen=True):
    """One round: the people of each table by the number of their seat, and who sits out."""

    tables: list[tuple[int, ...]] = []
    byes: list[int] = []

    @property
    def people(self) -> list[int]:
        return [who for table in self.tables for who in table if who != BOT] + self.byes


class Past:
    """What was before: who met whom how often, who had which seat, who sat out."""

    def __init__(self, rounds: Iterable[Round]) -> None:
        self.met: Counter[tuple[int, int]] = Counter()
        self.sat: Counter[tuple[int, int]] = Counter()
        """How often somebody had a seat."""
        self.last: dict[int, int] = {}
        """The seat that somebody had last."""
        self.out: Counter[int] = Counter()
        """How often somebody sat out, or had a table for two with a bot."""
        for each in rounds:
            self.add(each)

    def add(self, played: Round) -> None:
        self.out.update(played.byes)
        for table in played.tables:
            for one, other in combinations(table, 2):
                self.met[one, other] += 1
                self.met[other, one] += 1
            for seat, who in enumerate(table):
                self.sat[who, seat] += 1
                self.last[who] = seat
            if len(table) == 2 and BOT in table:
                self.out.update(who for who in table if who != BOT)


def sizes(count: int, seats: int, fill: bool, smaller: Collection[int] = ()) -> tuple[list[int], int]:
    """How many people sit at each table, the fullest first, and how many sit out."""
    if fill:
        tables = -(-count // seats)
        return [count // tables + (table < count % tables) for table in range(tables)] if tables else [], 0
    allowed = sorted({seats, *(each for each in smaller if 1 < each < seats)}, reverse=True)
    for seated in range(count, 0, -1):
        if found := _parted(seated, tuple(allowed)):
            return list(found), count - seated
    return [], count


@cache
def _parted(count: int, allowed: tuple[int, ...]) -> tuple[int, ...]:
    """So many people at the fewest tables of these sizes, as even as that can be; nothing where it cannot."""
    best: tuple[int, ...] = ()
    for size in allowed:
        rest = _parted(count - size, tuple(each for each in allowed if each <= size)) if count > size else ()
        if size == count or rest:
            found = (size, *rest)
            if not best or (len(found), found[0] - found[-1]) < (len(best), best[0] - best[-1]):
                best = found
    return best


def swiss(
    people: Sequence[int],
    points: Callable[[int], float],
    past: Past,
    seats: int,
    seed: str,
    fill: bool = False,
    smaller: Collection[int] = (),
) -> Round:
    """The next round of these people."""
    random = Random(seed)
    order = random.sample(sorted(people), len(people))
    order.sort(key=lambda who: -points(who))
    alone = fill and seats == 2 and len(order) % 2 == 1
    each, out = ([2] * (len(order) // 2), 1) if alone else sizes(len(order), seats, fill, smaller)
    byes = sitting_out(order, out, past)
    left = [who for who in order if who not in byes]
    groups, at = [], 0
    for size in each:
        groups.append(left[at : at + size] + [BOT] * (seats - size if fill else 0))
        at += size

    def cost(one: int, other: int) -> float:
        if BOT in (one, other):
            return AGAIN * past.met[one, other] if one != other else 0.0
        return AGAIN * past.met[one, other] ** 2 + (points(one) - points(other)) ** 2

    tables = [seated(group, past) for group in arranged(groups, cost, random)]
    if alone:
        return Round([*tables, seated([*byes, BOT], past)], [])
    return Round(tables, byes)


def sitting_out(order: Sequence[int], count: int, past: Past) -> list[int]:
    """Who has sat out least often, of those the last in the standing."""
    turns = sorted(range(len(order)), key=lambda at: (past.out[order[at]], -at))
    return [order[at] for at in turns[:count]]


def arranged(groups: list[Group], cost: Cost, random: Random) -> list[Group]:
    """The same people at tables of the same sizes, so that it costs as little as a search finds: people change places
    while that helps, from here and from shuffled beginnings."""
    best, least = improved(groups, cost)
    people = [who for group in groups for who in group if who != BOT]
    tries = min(TRIES, max(1, EFFORT // sum(len(group) ** 2 for group in groups))) if len(groups) > 1 else 0
    for _ in range(tries):
        if least < AGAIN:
            break
        random.shuffle(people)
        fresh = iter(people)
        tried, found = improved([[who if who == BOT else next(fresh) for who in group] for group in groups], cost)
        if found < least - 1e-9:
            best, least = tried, found
    return best


def improved(groups: list[Group], cost: Cost) -> tuple[list[Group], float]:
    """Two people at a time change places, until no two would make it better."""
    groups = [list(group) for group in groups]
    changed = True
    while changed:
        changed = False
        for one, other in combinations(range(len(groups)), 2):
            for i, j in [(i, j) for i in range(len(groups[one])) for j in range(len(groups[other]))]:
                if gain(groups[one], i, groups[other], j, cost) > 1e-9:
                    groups[one][i], groups[other][j] = groups[other][j], groups[one][i]
                    changed = True
    whole = sum(cost(a, b) for group in groups for a, b in combinations(group, 2))
    return groups, whole


def gain(one: Group, i: int, other: Group, j: int, cost: Cost) -> float:
    """How much less it would cost if these two changed places; bots stay."""
    a, b = one[i], other[j]
    if BOT in (a, b):
        return 0.0
    here = [who for n, who in enumerate(one) if n != i]
    there = [who for n, who in enumerate(other) if n != j]
    return sum(cost(a, who) - cost(b, who) for who in here) + sum(cost(b, who) - cost(a, who) for who in there)


def seated(group: Sequence[int], past: Past) -> tuple[int, ...]:
    """The people of a table on its seats, so that together they had these least often."""
    best: dict[int, tuple[float, tuple[int, ...]]] = {0: (0.0, ())}
    for who in group:
        following: dict[int, tuple[float, tuple[int, ...]]] = {}
        for taken, (cost, chosen) in best.items():
            for seat in range(len(group)):
                if taken >> seat & 1:
                    continue
                worth = 0.0 if who == BOT else 2 * past.sat[who, seat] + 0.5 * (past.last.get(who) == seat)
                found = cost + worth, (*chosen, seat)
                key = taken | 1 << seat
                if key not in following or found < following[key]:
                    following[key] = found
        best = following
    [(_, chosen)] = best.values()
    places = dict(zip(chosen, group, strict=True))
    return tuple(places[seat] for seat in range(len(group)))


def enough(count: int, seats: int, robin: bool) -> int:
    """How many rounds it takes: until all could have met, or in a Swiss evening until one may have won all."""
    if count < 2 or seats < 2:
        return 1
    meetings = -(-(count - 1) // (seats - 1))
    whole = meetings + (seats == 2 and count % 2)
    return whole if robin else min(whole, max(3, math.ceil(math.log2(count))))
