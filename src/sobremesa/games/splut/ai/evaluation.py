"""What a position of Splut! for two is worth: marks that it bears, and what each was worth in the bots' own matches.

Every mark is one of a few cases, looked at for the seat whose turn it is and for the other: how far a troll is from a
rock and how far that rock from a line with the enemy's sorcerer, how much room a sorcerer has, and the like. The worth
of a position is the sum of its marks' weights, in hundredths of a logit of the share of matches won.
"""

import numpy as np

from sobremesa.games.splut.ai.bitboards import APART, ASKEW, BESIDE, BETWEEN, BORDER, NEAR, X, Y
from sobremesa.games.splut.ai.turns import men_of, rocks_of
from sobremesa.games.splut.ai.weights import WEIGHTS
from sobremesa.games.splut.tables import NEXT, ROCKS, SQUARES
from sobremesa.kernel import rule

OF_A_SEAT = {
    "rock": 25,  # each rock: 1 to 5 steps from the troll, by: on a free line with the enemy's sorcerer, or on one that
    # is not free, or 1, 2, 3 squares off a line
    "sorcerer": 9,  # where he stands: squares that mirror each other are one
    "dwarf": 10,  # and gone
    "troll": 9,
    "room of the sorcerer": 5,  # free squares beside him
    "room of the troll": 5,
    "fire": 13,  # squares from which a rock would hit the enemy's sorcerer
    "fire near": 9,  # those within two steps of the troll
    "sorcerer to rock": 6,
    "dwarf to rock": 6,
    "troll to enemy": 9,  # to his sorcerer
    "troll to sorcerer": 9,
    "dwarf to enemy": 10,
    "dwarf to sorcerer": 10,
    "dwarf to troll": 10,
    "dwarf to enemy's troll": 10,
}
"""Marks that each seat's side of a position bears, and how many cases each has."""
OF_BOTH = {"turn": 1, "barred": 5, "sorcerers apart": 9, "trolls apart": 9, "dwarfs apart": 10}
"""Marks of a position: that somebody has the turn, how many rocks he may not levitate, and distances."""
NAMES = [f"{name}, {who}" for who in ("to move", "waiting") for name in OF_A_SEAT] + list(OF_BOTH)
SIZES = [*OF_A_SEAT.values(), *OF_A_SEAT.values(), *OF_BOTH.values()]
FIRST = np.cumsum([0, *SIZES])
"""The number of each mark's first case."""
CASES = int(FIRST[-1])
KINDS = len(OF_A_SEAT)
MARKS = 2 * (KINDS + 3 * (ROCKS - 1)) + len(OF_BOTH)
"""How many a position bears: three of each seat's are looked at for each rock."""
(
    BY_ROCK,
    AT_SORCERER,
    AT_DWARF,
    AT_TROLL,
    ROOM_SORCERER,
    ROOM_TROLL,
    FIRE,
    FIRE_NEAR,
    SORCERER_ROCK,
    DWARF_ROCK,
    TROLL_ENEMY,
    TROLL_SORCERER,
    DWARF_ENEMY,
    DWARF_SORCERER,
    DWARF_TROLL,
    DWARF_TROLLS,
) = range(KINDS)
BOTH = FIRST[2 * KINDS :]


def _mirrored() -> np.ndarray:
    """Squares that mirror each other have one number; 9 is off the board."""
    kinds = sorted({(max(x, y), min(x, y)) for x in range(5) for y in range(5) if x + y <= 4})
    pairs = [sorted((abs(X[square] - 4), abs(Y[square] - 4))) for square in range(SQUARES)]
    return np.array([*(kinds.index((high, low)) for low, high in pairs), len(kinds)], np.int64)


MIRRORED = _mirrored()
TABLE = np.array([weight for name, size in zip(NAMES, SIZES, strict=True) for weight in WEIGHTS.get(name, [0] * size)])


@rule
def how_many(squares, most):
    """How many squares a set has; no more than `most`."""
    count = 0
    while squares != 0 and count < most:
        squares &= squares - 1
        count += 1
    return count


@rule
def line_of_fire(victim, stones, stopping):
    """The squares from which a rock would hit: those of rocks that stop the ones behind them, too."""
    found = np.int64(0)
    for direction in range(4):
        square = np.int64(NEXT[direction, victim])
        while stopping >> square & 1 == 0:
            found |= 1 << square
            if stones >> square & 1:
                break
            square = np.int64(NEXT[direction, square])
    return found


@rule
def marks_of(board, seat, first, out, n):
    """Write down the marks of one seat's side, whose first case has that number; how many are written."""
    sorcerer, dwarf, troll = board >> 24 + 18 * seat & 63, board >> 30 + 18 * seat & 63, board >> 36 + 18 * seat & 63
    enemy, other = board >> 42 - 18 * seat & 63, board >> 54 - 18 * seat & 63
    stones = rocks_of(board)
    taken = stones | men_of(board)
    stopping = BORDER | 1 << other | 1 << sorcerer
    for rock in range(ROCKS):
        stone = board >> 6 * rock & 63
        skew = min(ASKEW[stone, enemy], 3) + 1
        if skew == 1 and BETWEEN[stone, enemy] & (stopping | stones) == 0:
            skew = 0
        out[n] = first + FIRST[BY_ROCK] + 5 * min(APART[troll, stone] - 1, 4) + skew
        out[n + 1] = first + FIRST[SORCERER_ROCK] + min(APART[sorcerer, stone] - 1, 5)
        out[n + 2] = first + FIRST[DWARF_ROCK] + min(APART[dwarf, stone] - 1, 5)
        n += 3
    fire = line_of_fire(enemy, stones, stopping)
    out[n] = first + FIRST[AT_SORCERER] + MIRRORED[sorcerer]
    out[n + 1] = first + FIRST[AT_DWARF] + MIRRORED[dwarf]
    out[n + 2] = first + FIRST[AT_TROLL] + MIRRORED[troll]
    out[n + 3] = first + FIRST[ROOM_SORCERER] + how_many(BESIDE[sorcerer] & ~taken, 4)
    out[n + 4] = first + FIRST[ROOM_TROLL] + how_many(BESIDE[troll] & ~taken, 4)
    out[n + 5] = first + FIRST[FIRE] + how_many(fire, 12)
    out[n + 6] = first + FIRST[FIRE_NEAR] + how_many(fire & NEAR[2, troll], 8)
    out[n + 7] = first + FIRST[TROLL_ENEMY] + APART[troll, enemy] - 1
    out[n + 8] = first + FIRST[TROLL_SORCERER] + APART[troll, sorcerer] - 1
    out[n + 9] = first + FIRST[DWARF_ENEMY] + APART[dwarf, enemy] - 1
    out[n + 10] = first + FIRST[DWARF_SORCERER] + APART[dwarf, sorcerer] - 1
    out[n + 11] = first + FIRST[DWARF_TROLL] + APART[dwarf, troll] - 1
    out[n + 12] = first + FIRST[DWARF_TROLLS] + APART[dwarf, other] - 1
    return n + 13


@rule
def marks(board, moved, seat, out):
    """Write down the marks of a position in which it is a seat's turn, after one in which those rocks moved."""
    n = marks_of(board, seat, 0, out, 0)
    n = marks_of(board, 1 - seat, FIRST[KINDS], out, n)
    out[n] = BOTH[0]
    out[n + 1] = BOTH[1] + how_many(moved & 15, 4)
    out[n + 2] = BOTH[2] + APART[board >> 24 & 63, board >> 42 & 63] - 1
    out[n + 3] = BOTH[3] + APART[board >> 36 & 63, board >> 54 & 63] - 1
    out[n + 4] = BOTH[4] + APART[board >> 30 & 63, board >> 48 & 63] - 1


@rule
def worth(board, moved, seat, table, out):
    """What a position is worth to the seat whose turn it is."""
    marks(board, moved, seat, out)
    total = np.int64(0)
    for n in range(MARKS):
        total += table[out[n]]
    return total
