"""Whether a sorcerer of Splut! can be killed in one turn: looked at so often that it is worth a way of its own.

The last step of a kill is a throw, from a rock beside the troll along a free line; the steps before it bring troll,
rock and sorcerer there, or clear the line.
"""

import numpy as np

from sobremesa.games.splut.ai.bitboards import BESIDE, BETWEEN, BORDER, CROSS, NEAR
from sobremesa.games.splut.ai.turns import STEPS, men_of, rocks_of, spread
from sobremesa.games.splut.tables import NEXT, OFF, ROCKS
from sobremesa.kernel import rule


@rule
def shot(troll, victim, others, stones):
    """Whether a troll can throw now and hit; `others` are the border, the other troll and his own sorcerer."""
    if stones & BESIDE[troll] == 0:
        return False
    for direction in range(4):
        rock = np.int64(NEXT[direction, troll])
        if stones >> rock & 1 and BETWEEN[rock, victim] & (others | stones) == 0:
            return True
    return False


@rule
def near(board, seat, steps):
    """Whether a rock is so near to the troll and to a line with the victim that so many steps before a throw may do."""
    troll, victim = board >> 36 + 18 * seat & 63, board >> 42 - 18 * seat & 63
    return rocks_of(board) & NEAR[steps + 1, troll] & CROSS[steps, victim] != 0


@rule
def soon(board, way, seat, adjacent):
    """Whether a seat can kill with one step and a throw."""
    sorcerer, dwarf, troll = board >> 24 + 18 * seat & 63, board >> 30 + 18 * seat & 63, board >> 36 + 18 * seat & 63
    victim, other = board >> 42 - 18 * seat & 63, board >> 54 - 18 * seat & 63
    stones = rocks_of(board)
    taken = stones | men_of(board)
    fixed = BORDER | 1 << other
    others = fixed | 1 << sorcerer
    for direction in range(4):
        ahead = np.int64(NEXT[direction, troll])
        if taken >> ahead & 1 == 0:
            if shot(ahead, victim, others, stones):
                return True
            behind = np.int64(NEXT[direction ^ 2, troll])
            if stones >> behind & 1 and shot(ahead, victim, others, stones ^ 1 << behind ^ 1 << troll):
                return True
        ahead = np.int64(NEXT[direction, sorcerer])
        free = taken >> ahead & 1 == 0
        if free and shot(troll, victim, fixed | 1 << ahead, stones):
            return True
        for rock in range(ROCKS):
            if way >> 4 + rock & 1:
                stone = board >> 6 * rock & 63
                target = np.int64(NEXT[direction, stone])
                he_may = free or (adjacent and ahead == stone)
                it_may = taken >> target & 1 == 0 or (adjacent and target == sorcerer)
                rocks = stones ^ 1 << stone ^ 1 << target
                if he_may and it_may and shot(troll, victim, fixed | 1 << ahead, rocks):
                    return True
        if pushed_into(stones, taken, direction, sorcerer, dwarf, troll, victim, other):
            return True
    return False


@rule
def pushed_into(stones, taken, direction, sorcerer, dwarf, troll, victim, other):
    """Whether a dwarf's push makes a kill possible at once."""
    square, chain, rolled, left = np.int64(NEXT[direction, dwarf]), np.int64(0), np.int64(0), stones
    while taken >> square & 1 and square != OFF:
        following = np.int64(NEXT[direction, square])
        chain |= 1 << square
        if stones >> square & 1:
            left ^= 1 << square
            rolled |= 1 << following
        square = following
    if chain == 0 or square == OFF:
        return False
    if chain >> sorcerer & 1:
        sorcerer = np.int64(NEXT[direction, sorcerer])
    if chain >> troll & 1:
        troll = np.int64(NEXT[direction, troll])
    if chain >> victim & 1:
        victim = np.int64(NEXT[direction, victim])
    if chain >> other & 1:
        other = np.int64(NEXT[direction, other])
    return shot(troll, victim, BORDER | 1 << other | 1 << sorcerer, left | rolled)


@rule
def can_kill(board, way, seat, steps, adjacent, boards, ways, keys):
    """Whether a seat whose turn it is can kill in so many steps. The arrays are room for what one step can do."""
    sorcerer, other = board >> 24 + 18 * seat & 63, board >> 54 - 18 * seat & 63
    troll, victim = board >> 36 + 18 * seat & 63, board >> 42 - 18 * seat & 63
    if shot(troll, victim, BORDER | 1 << other | 1 << sorcerer, rocks_of(board)):
        return True
    if steps < 2 or not near(board, seat, steps - 1):
        return False
    if near(board, seat, 1) and soon(board, way, seat, adjacent):
        return True
    if steps < STEPS:
        return False
    n, _, _ = spread(board, way, np.int64(0), seat, 0, adjacent, boards, ways, keys)
    for i in range(n):
        if near(boards[i], seat, 1) and soon(boards[i], ways[i], seat, adjacent):
            return True
    return False
