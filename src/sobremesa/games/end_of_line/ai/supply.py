"""What a line costs in cards: what can stay over, given how often it turns and branches.

Every card of a line but the last must have the exit that the line leaves it by. A joint, the card that a turnaround
goes back to, must have two; the stub left behind, and the last card, may be any. So with an open deck it matters only
how many cards are left by each exit, and which pairs of exits the joints use.
"""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from sobremesa.games.end_of_line.tables import COPIES, DECK, EXITS, INITIATIVE, KINDS
from sobremesa.kernel import rule

Table = NDArray[np.int16]
Spare = tuple[int, ...]
"""Cards that stay over, as copies of each kind."""

ENERGY = 3
OPEN_DECK = [kind for kind in range(KINDS) for _ in range(COPIES[kind])]
NOTHING = (0,) * KINDS
WHOLE_DECK = tuple(int(copies) for copies in COPIES)
PAIRS = (0, 1), (1, 2), (0, 2)
"""The two exits of a joint."""
PAIR_OF = np.full((3, 3), -1, np.int64)
for _pair, (_one, _other) in enumerate(PAIRS):
    PAIR_OF[_one, _other] = PAIR_OF[_other, _one] = _pair

JOINTS = [joints for joints in product(range(ENERGY + 1), repeat=3) if sum(joints) <= ENERGY]
"""How many joints of each pair a line can have."""
JOINT_COUNTS = np.array(JOINTS, np.int64)
MORE = np.full((len(JOINTS), 3), -1, np.int64)
FEWER = np.full((len(JOINTS), 3), -1, np.int64)
"""The joints with one more or one fewer of a pair, -1 where there are none."""
for _number, _joints in enumerate(JOINTS):
    for _pair in range(3):
        _more = tuple(held + (pair == _pair) for pair, held in enumerate(_joints))
        if _more in JOINTS:
            MORE[_number, _pair] = JOINTS.index(_more)
            FEWER[JOINTS.index(_more), _pair] = _number

SHAPE = len(JOINTS), 12, 17, 12
"""Joints, and cards left by their left, ahead and right exit. No deck has as many as the last of each."""
NEVER = 999

KINDS_WITH = np.array(
    [sum(1 << kind for kind in range(KINDS) if EXITS[kind] & exits == exits) for exits in range(8)], np.int64
)
"""The kinds that have all of a set of exits, a bit each."""
KINDS_WITHIN = np.array(
    [sum(1 << kind for kind in range(KINDS) if EXITS[kind] & (7 - exits) == 0) for exits in range(8)], np.int64
)
"""The kinds that have no exits but those of a set."""
EVERY_KIND = (1 << KINDS) - 1


@rule
def leave(sign, copies, joints):
    """The least that can stay over of so many copies of each kind, by joints, exits, and cards that may be any; with
    sign -1 the most, negated. Lines with more joints than this are left out.

    Card by card, and from the greatest needs down: so each card serves one need at most.
    """
    least = np.full((SHAPE[0], SHAPE[1], SHAPE[2], SHAPE[3], ENERGY + 2), NEVER, np.int16)
    least[0, 0, 0, 0, 0] = 0
    cards = 0
    for kind in range(KINDS):
        for _ in range(copies[kind]):
            cards += 1
            for j in range(SHAPE[0] - 1, -1, -1):
                joined = JOINT_COUNTS[j].sum()
                if joined <= min(joints, cards):
                    serve(least[j], least, j, kind, sign, cards - joined, min(joints + 2, ENERGY + 1))
    return least


@rule
def serve(table, least, j, kind, sign, cards, free_cards):
    """What one more card, of a kind, makes of the table for so many joints."""
    exits, price = int(EXITS[kind]), sign * int(INITIATIVE[kind])
    for left in range(min(SHAPE[1] - 1, cards), -1, -1):
        for ahead in range(min(SHAPE[2] - 1, cards - left), -1, -1):
            for right in range(min(SHAPE[3] - 1, cards - left - ahead), -1, -1):
                for free in range(min(free_cards, cards - left - ahead - right), -1, -1):
                    best = table[left, ahead, right, free] + price
                    if exits & 1 and left:
                        best = min(best, table[left - 1, ahead, right, free])
                    if exits & 2 and ahead:
                        best = min(best, table[left, ahead - 1, right, free])
                    if exits & 4 and right:
                        best = min(best, table[left, ahead, right - 1, free])
                    if free:
                        best = min(best, table[left, ahead, right, free - 1])
                    for pair in range(3):
                        both = 1 << PAIRS[pair][0] | 1 << PAIRS[pair][1]
                        if exits & both == both and FEWER[j, pair] >= 0:
                            best = min(best, least[FEWER[j, pair], left, ahead, right, free])
                    table[left, ahead, right, free] = best if best < NEVER // 2 else NEVER


@rule
def use_up(copies):
    """0 where a line can be made of exactly these cards, by joints and exits; NEVER where not.

    By Hall's theorem: every set of needs must find as many cards that suit one of them.
    """
    table = np.full(SHAPE, NEVER, np.int16)
    needs = np.array([1, 2, 4, 3, 6, 5], np.int64)  # the exits that each card must have
    supply = np.zeros(64, np.int64)
    for some in range(64):
        for kind in range(KINDS):
            for need in range(6):
                if some >> need & 1 and EXITS[kind] & needs[need] == needs[need]:
                    supply[some] += copies[kind]
                    break
    total = copies.sum()
    demand = np.zeros(6, np.int64)
    for j, left, ahead, right in np.ndindex(SHAPE):
        demand[0], demand[1], demand[2] = left, ahead, right
        demand[3:] = JOINT_COUNTS[j]
        if left + ahead + right + 2 * demand[3:].sum() + 1 != total:
            continue
        enough = True
        for some in range(64):
            wanted = 0
            for need in range(6):
                wanted += demand[need] if some >> need & 1 else 0
            enough &= wanted <= supply[some]
        if enough:
            table[j, left, ahead, right] = 0
    return table


@rule
def foresee(table, cards, joints):
    """The least that a whole line of so many cards and joints leaves over, by what its beginning uses.

    Backwards, a card at a time: the next card is laid from the last one, or a card left by one exit becomes a joint.
    """
    best = np.full(SHAPE, NEVER, np.int16)
    for laid in range(cards, 0, -1):
        for j in range(SHAPE[0]):
            joined = JOINT_COUNTS[j].sum()
            if joined > joints:
                continue
            single = laid - 1 - 2 * joined
            for left in range(min(single + 1, SHAPE[1] - 1)):
                for ahead in range(min(single - left + 1, SHAPE[2] - 1)):
                    right = single - left - ahead
                    if right >= SHAPE[3] - 1:
                        continue
                    if laid == cards:
                        if joined == joints:
                            best[j, left, ahead, right] = table[j, left, ahead, right]
                        continue
                    least = min(
                        best[j, left + 1, ahead, right],
                        best[j, left, ahead + 1, right],
                        best[j, left, ahead, right + 1],
                    )
                    for pair in range(3):
                        if MORE[j, pair] < 0:
                            continue
                        for way in PAIRS[pair]:  # the one that it was left by before
                            if way == 0 and left:
                                least = min(least, best[MORE[j, pair], left - 1, ahead, right])
                            elif way == 1 and ahead:
                                least = min(least, best[MORE[j, pair], left, ahead - 1, right])
                            elif way == 2 and right:
                                least = min(least, best[MORE[j, pair], left, ahead, right - 1])
                    best[j, left, ahead, right] = least
    return best


@lru_cache(maxsize=32)
def _least(sign: int, hand: Spare, joints: int) -> Table:
    return leave(sign, np.array(hand, np.int64), joints)  # type: ignore[no-any-return]


@lru_cache(maxsize=256)
def outlook(sign: int, cards: int, joints: int, hand: Spare = WHOLE_DECK, stubs: int = 0) -> Table:
    """What beginnings of a line of so many cards leave over at best, of cards that are all in the hand.

    Stubs are cards more that may be any: a turnaround left them behind on its way back to a card that lies already.
    """
    left_over = _least(sign, hand, joints)[..., joints + 1 + stubs]
    return foresee(np.ascontiguousarray(left_over), cards, joints)  # type: ignore[no-any-return]


@lru_cache(maxsize=256)
def outlook_without(spare: Spare, joints: int) -> Table:
    """Which beginnings of a line can become one that leaves over exactly these cards, given as copies of each kind."""
    copies = COPIES.astype(np.int64) - np.array(spare, np.int64)
    return foresee(use_up(copies), int(copies.sum()), joints)  # type: ignore[no-any-return]


@cache
def spares(cards: int, total: int) -> list[Spare]:
    """Every choice of so many cards to stay over whose initiatives make a total, as copies of each kind."""

    def choose(kind: int, cards: int, total: int) -> Iterator[Spare]:
        if kind == KINDS:
            if cards == total == 0:
                yield ()
            return
        for copies in range(min(int(COPIES[kind]), cards) + 1):
            rest = total - copies * int(INITIATIVE[kind])
            if rest >= 0:
                yield from ((copies, *others) for others in choose(kind + 1, cards - copies, rest))

    return list(choose(0, cards, total))


def least_spare(cards: int) -> int:
    """The lowest total that so many cards can have."""
    return sum(sorted(int(INITIATIVE[kind]) for kind in OPEN_DECK)[:cards])


def most_spare(cards: int) -> int:
    """The highest total that so many cards can have."""
    return sum(sorted(int(INITIATIVE[kind]) for kind in OPEN_DECK)[DECK - cards :])


def fitting(deck: Sequence[int], spare: Spare) -> NDArray[np.int64]:
    """The places in the deck where each set of kinds lies. Of those that stay over it is the last that do."""
    places = [0] * KINDS
    spared = list(spare)
    for position in reversed(range(len(deck))):
        kind = deck[position]
        if spared[kind]:
            spared[kind] -= 1
        else:
            places[kind] |= 1 << position
    every = [0]
    for place in places:
        every += [others | place for others in every]
    return np.array(every, np.int64)
