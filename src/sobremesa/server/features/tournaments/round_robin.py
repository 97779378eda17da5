"""A round robin: rounds in which everybody meets everybody, or all meet as evenly as can be found.

For two at a table it is the circle: one stays, all others move on by a place. The seats are shared out over the whole
evening by walking through all its pairs in closed ways: whoever comes to a table by one seat leaves it by the other, so
that nobody has one seat more than once oftener than the other. With q at a table and q * q people, q a power of a
prime, it is the lines of a plane over the field of q: everybody meets everybody once. For any other numbers a search.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from functools import lru_cache
from itertools import combinations
from random import Random

from sobremesa.server.features.tournaments.pairing import BOT, Group, Past, Round, improved, seated, sitting_out, sizes

FIELDS = {3: 0, 4: 0b111, 5: 0, 7: 0, 8: 0b1011}
"""How many elements a field has, and the polynomial by which its products are reduced, where they are not numbers."""
Draft = tuple[list[Group], list[int]]
"""Who sits together in a round, on no seats yet, and who sits out."""
STEPS, WARMTH = 20_000, 0.6
"""Changes of place that a search tries, and how readily it makes one at first that does not help."""


@lru_cache(64)
def schedule(
    people: tuple[int, ...],
    seats: int,
    rounds: int,
    seed: str,
    fill: bool = False,
    smaller: frozenset[int] = frozenset(),
) -> tuple[Round, ...]:
    """All rounds of an evening for those who were there when it began."""
    order = Random(seed).sample(people, len(people))
    if seats == 2:
        return _circle(order, rounds, fill)
    if len(order) == seats**2 and seats in FIELDS:
        plane = _plane(order, seats)
        drawn: list[Draft] = [(plane[number % len(plane)], []) for number in range(rounds)]
    else:
        drawn = _searched(order, seats, rounds, seed, fill, smaller)
    past, found = Past([]), []
    for groups, byes in drawn:
        found.append(Round([seated(group, past) for group in groups], byes))
        past.add(found[-1])
    return tuple(found)


def without(drawn: Round, gone: Collection[int], fill: bool, allowed: Collection[int]) -> Round:
    """A round as it is played when some have left: bots sit for them, or the table is smaller where the game can be
    played so, or those who are left sit out."""
    tables, byes = [], [who for who in drawn.byes if who not in gone]
    for table in drawn.tables:
        there = [who for who in table if who != BOT and who not in gone]
        if len(there) == len([who for who in table if who != BOT]):
            tables.append(table)
        elif fill and there:
            tables.append(tuple(BOT if who in gone else who for who in table))
        elif len(there) > 1 and len(there) in allowed:
            tables.append(tuple(there))
        else:
            byes += there
    return Round(tables, byes)


def _circle(order: Sequence[int], rounds: int, fill: bool) -> tuple[Round, ...]:
    ring = [*order, BOT] if len(order) % 2 else [*order]
    drawn = []
    for _ in range(rounds):
        drawn.append([(ring[n], ring[-1 - n]) for n in range(len(ring) // 2)])
        ring = [ring[0], ring[-1], *ring[1:-1]]
    ways = Counter(_walked([pair for pairs in drawn for pair in pairs if BOT not in pair]))
    found = []
    for pairs in drawn:
        tables: list[tuple[int, ...]] = []
        for one, other in pairs:
            if BOT in (one, other):
                continue
            way = (one, other) if ways[one, other] else (other, one)
            ways[way] -= 1
            tables.append(way)
        alone = [one if other == BOT else other for one, other in pairs if BOT in (one, other)]
        if fill:
            found.append(Round([*tables, *((who, BOT) for who in alone)], []))
        else:
            found.append(Round(tables, alone))
    return tuple(_evened(found) if fill else found)


def _evened(rounds: Sequence[Round]) -> list[Round]:
    """Whoever meets a bot has the seat there that they have less often."""
    had: Counter[tuple[int, int]] = Counter(
        (who, seat) for each in rounds for table in each.tables if BOT not in table for seat, who in enumerate(table)
    )
    found = []
    for each in rounds:
        tables = []
        for table in each.tables:
            if BOT in table:
                who = max(table)
                table = (who, BOT) if had[who, 0] <= had[who, 1] else (BOT, who)
                had[who, table.index(who)] += 1
            tables.append(table)
        found.append(Round(tables, each.byes))
    return found


def _walked(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Each pair in one of its two directions, so that everybody is first as often as second, within one."""
    ends: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for number, (one, other) in enumerate(pairs):
        ends[one].append((number, other))
        ends[other].append((number, one))
    odd = [who for who, at in ends.items() if len(at) % 2]
    for number, who in enumerate(odd):  # ways that end somewhere go on through nobody
        ends[who].append((len(pairs) + number, BOT))
        ends[BOT].append((len(pairs) + number, who))
    gone: set[int] = set()
    found = []
    for start in list(ends):
        here = start
        while ends[here]:
            number, there = ends[here].pop()
            if number in gone:
                continue
            gone.add(number)
            if BOT not in (here, there):
                found.append((here, there))
            here = there
    return found


def _plane(order: Sequence[int], q: int) -> list[list[Group]]:
    """The lines of a plane in its q + 1 directions."""
    slopes = [[[order[x * q + _plus(_times(m, x, q), b, q)] for x in range(q)] for b in range(q)] for m in range(q)]
    return [*slopes, [[order[x * q + y] for y in range(q)] for x in range(q)]]


def _plus(a: int, b: int, q: int) -> int:
    return a ^ b if FIELDS[q] else (a + b) % q


def _times(a: int, b: int, q: int) -> int:
    if not FIELDS[q]:
        return a * b % q
    product = 0
    for bit in range(b.bit_length()):
        product ^= (a << bit) * (b >> bit & 1)
    while product >= q:
        product ^= FIELDS[q] << product.bit_length() - FIELDS[q].bit_length()
    return product


def _searched(
    order: Sequence[int], seats: int, rounds: int, seed: str, fill: bool, smaller: Collection[int]
) -> list[Draft]:
    """Round by round as evenly as can be, then all of them together."""
    random, past = Random(seed), Past([])
    drawn: list[Draft] = []
    each, out = sizes(len(order), seats, fill, smaller)
    for _ in range(rounds):
        byes = sitting_out(order, out, past)
        left = random.sample([who for who in order if who not in byes], len(order) - out)
        groups = []
        for size in each:
            groups.append(left[:size] + [BOT] * (seats - size if fill else 0))
            left = left[size:]
        found, _ = improved(groups, lambda one, other: past.met[one, other])
        drawn.append((found, byes))
        past.add(Round([tuple(group) for group in found], byes))
    settled = _settled([groups for groups, _ in drawn], random)
    return [(groups, byes) for groups, (_, byes) in zip(settled, drawn, strict=True)]


def _settled(drawn: list[list[Group]], random: Random) -> list[list[Group]]:
    """People of one round change places where that makes meetings more even, and at first also where it does not: ways
    that lead down are found by going up (simulated annealing). In the end the best that was found."""
    met: Counter[tuple[int, int]] = Counter()
    for groups in drawn:
        for group in groups:
            for one, other in combinations(group, 2):
                met[one, other] += 1
                met[other, one] += 1
    several = [groups for groups in drawn if len(groups) > 1]
    cost, least, best = 0, 0, [[list(group) for group in groups] for groups in drawn]
    for step in range(STEPS if several else 0):
        first, second = random.sample(random.choice(several), 2)
        i, j = random.randrange(len(first)), random.randrange(len(second))
        a, b = first[i], second[j]
        if BOT in (a, b):
            continue
        here, there = first[:i] + first[i + 1 :], second[:j] + second[j + 1 :]
        change = sum(met[b, who] - met[a, who] + 1 for who in here) + sum(
            met[a, who] - met[b, who] + 1 for who in there
        )
        if change > 0 and random.random() >= math.exp(-change / (WARMTH * (1 - step / STEPS))):
            continue
        first[i], second[j] = b, a
        for people, old, new in (here, a, b), (there, b, a):
            for who in people:
                for one, other, by in (old, who, -1), (who, old, -1), (new, who, 1), (who, new, 1):
                    met[one, other] += by
        cost += change
        if cost < least:
            least, best = cost, [[list(group) for group in groups] for groups in drawn]
    return best
