"""Whole turns of Splut! for any number of seats, played by the rules themselves: every different position that a turn
can end with, and whom a turn can kill.

For two seats `turns` and `kills` do the same, faster.
"""

from collections import namedtuple
from typing import Any

import numpy as np

from sobremesa.games.splut.ai.bitboards import CROSS, NEAR
from sobremesa.games.splut.ai.turns import ENDS, MIDDLES, SINGLES, SLOTS, STEPS, unseen
from sobremesa.games.splut.knowledge import struck
from sobremesa.games.splut.rules import (
    THROW,
    State,
    alive,
    apply,
    legal,
    may_throw,
    meets_rock,
    over,
    sorcerer_of,
)
from sobremesa.games.splut.tables import OFF, ROCKS, THINGS
from sobremesa.kernel import rule

EVERY_ROCK = (1 << ROCKS) - 1

_dice = np.random.default_rng(34)
MARK = _dice.integers(1 << 62, size=(2 + THINGS - ROCKS, OFF + 1))
"""What a thing on a square adds to the key: rocks that lay still, rocks that moved, every piece."""
MANNER = _dice.integers(1 << 62, size=32)
"""What being allowed to levitate adds within a turn."""

Sheet = namedtuple(
    "Sheet",
    (
        "middle",  # by level: the positions in the middle of a turn
        "path",  # and the steps that led there, six bits each: the action and 1
        "end",  # the positions that it can end with
        "way",  # and the steps
        "key",
        "spare",  # where a step is tried
        "near",  # by level: where kills are looked for
        "legal",
        "seen",  # the keys seen, by open addressing,
        "stamps",  # and when
        "stamp",
    ),
)


def sheet(space: Any = np) -> Sheet:
    """Room to write turns down."""
    return Sheet(
        space.zeros((STEPS, MIDDLES), State),
        space.zeros((STEPS, MIDDLES), np.int64),
        space.zeros(ENDS, State),
        space.zeros(ENDS, np.int64),
        space.zeros(ENDS, np.int64),
        space.zeros(1, State),
        space.zeros(STEPS, State),
        space.zeros((STEPS, SINGLES), np.int16),
        space.zeros(SLOTS, np.int64),
        space.zeros(SLOTS, np.int64),
        space.zeros(1, np.int64),
    )


@rule
def key_of(s, moved):
    """A number for what stands where, and which rocks moved; it does not tell which rock is which."""
    key = np.int64(s.mover)
    for rock in range(ROCKS):
        key ^= MARK[np.int64(moved) >> rock & 1, s.at[rock]]
    for piece in range(ROCKS, THINGS):
        key ^= MARK[piece - ROCKS + 2, s.at[piece]]
    return key


@rule
def sweep(sheet, s):
    """Write down what the rest of a turn can end with, each position once; how many there are.

    A turn that kills its own sorcerer is left out."""
    seat, turn, steps = np.int64(s.mover), s.turns, np.int64(s.steps)
    sheet.middle[0, 0] = s
    sheet.path[0, 0] = 0
    sheet.stamp[0] += 1
    out, spare, stamp = sheet.legal[0], sheet.spare, sheet.stamp[0] * (STEPS + 1)
    sources, count = 1, 0
    for level in range(steps):
        following = 0
        for source in range(sources):
            for n in range(legal(sheet.middle[level, source], seat, out)):
                spare[0] = sheet.middle[level, source]
                apply(spare[0], seat, out[n])
                path = sheet.path[level, source] | np.int64(out[n] + 1) << 6 * level
                after = spare[0]
                if over(after) or after.turns != turn:
                    key = key_of(after, after.barred)
                    if alive(after, seat) and unseen(sheet.seen, sheet.stamps, stamp + STEPS, key) and count < ENDS:
                        sheet.end[count] = after
                        sheet.way[count], sheet.key[count] = path, key
                        count += 1
                else:
                    lifting = np.int64(after.liftable) | np.int64(after.floating) << ROCKS
                    key = key_of(after, after.moved) ^ MANNER[lifting]
                    if unseen(sheet.seen, sheet.stamps, stamp + level, key) and following < MIDDLES:
                        sheet.middle[level + 1, following] = after
                        sheet.path[level + 1, following] = path
                        following += 1
        sources = following
    return count


@rule
def prey(sheet, s, wanted):
    """Which of the wanted seats, a bit each, the seat whose turn it is can kill before its turn is over."""
    near, seat, steps = sheet.near, np.int64(s.mover), np.int64(s.steps)
    near[0] = s
    found = shots(near[0], seat) & wanted
    if steps < 2 or not in_reach(s, seat, wanted & ~found, steps - 1):
        return found
    for first in range(legal(near[0], seat, sheet.legal[1])):
        if sheet.legal[1, first] >= 4 * THROW:
            continue
        near[1] = near[0]
        apply(near[1], seat, sheet.legal[1, first])
        if not in_reach(near[1], seat, wanted & ~found, steps - 2):
            continue
        found |= shots(near[1], seat) & wanted
        if steps < STEPS or found == wanted:
            continue
        for second in range(legal(near[1], seat, sheet.legal[2])):
            if sheet.legal[2, second] < 4 * THROW:
                near[2] = near[1]
                apply(near[2], seat, sheet.legal[2, second])
                found |= shots(near[2], seat) & wanted
    return found


@rule
def shots(s, seat):
    """Which other seats one throw can kill at once, a bit each."""
    found, troll = 0, sorcerer_of(seat) + 2
    for direction in range(4):
        if meets_rock(s, troll, direction):
            for flight in range(4):
                if may_throw(s, troll, direction, flight):
                    victim = struck(s, seat, 4 * (THROW + flight) + direction)
                    if victim >= 0 and victim != seat:
                        found |= 1 << victim
    return found


@rule
def in_reach(s, seat, wanted, steps):
    """Whether a rock is so near to the troll and to a line with one of these that so many steps before a throw may do:
    a step brings no two things nearer to each other than by one square."""
    troll = s.at[sorcerer_of(seat) + 2]
    for victim in range(s.players):
        if wanted >> victim & 1 and alive(s, victim):
            there = NEAR[steps + 1, troll] & CROSS[steps, s.at[sorcerer_of(victim)]]
            for rock in range(ROCKS):
                if there >> np.int64(s.at[rock]) & 1:
                    return True
    return False


@rule
def at_once(s, seat):
    """Let it be a seat's turn, as if nobody else would play before: by then every rock has lain still, or may have."""
    if s.mover != seat:
        s.mover = seat
        s.steps = STEPS
        s.liftable = EVERY_ROCK
        s.floating = False
