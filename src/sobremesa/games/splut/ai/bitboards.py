"""The board of Splut! as sets of squares, a bit each: what is near, what lies between. The last bit is the border."""

import numpy as np

from sobremesa.games.splut.tables import FILES, NEXT, OFF, RANKS, SQUARE_NAMES, SQUARES

BORDER = 1 << OFF
X = [FILES.index(name[0]) for name in SQUARE_NAMES]
Y = [RANKS.index(name[1]) for name in SQUARE_NAMES]


def _apart() -> np.ndarray:
    """How many steps lie between two squares; 9 where one is off the board."""
    found = np.full((OFF + 1, OFF + 1), 9, np.int64)
    for a in range(SQUARES):
        for b in range(SQUARES):
            found[a, b] = abs(X[a] - X[b]) + abs(Y[a] - Y[b])
    return found


def _askew() -> np.ndarray:
    """How many squares a thing must move to be on one line with another; 5 where one is off the board."""
    found = np.full((OFF + 1, OFF + 1), 5, np.int64)
    for a in range(SQUARES):
        for b in range(SQUARES):
            found[a, b] = min(abs(X[a] - X[b]), abs(Y[a] - Y[b]))
    return found


APART, ASKEW = _apart(), _askew()


def _between() -> np.ndarray:
    """The squares between two that are on one line; for all others the border, over which nothing flies."""
    found = np.full((OFF + 1, OFF + 1), BORDER, np.int64)
    for a in range(SQUARES):
        for direction in range(4):
            passed, b = 0, int(NEXT[direction, a])
            while b != OFF:
                found[a, b] = passed
                passed, b = passed | 1 << b, int(NEXT[direction, b])
    return found


def _within(distances: np.ndarray, most: int) -> np.ndarray:
    """Of every square, those that are no farther from it."""
    return np.array([sum(1 << b for b in range(SQUARES) if distances[a, b] <= most) for a in range(OFF + 1)], np.int64)


BETWEEN = _between()
BESIDE = _within(APART, 1) & ~np.array([1 << a for a in range(OFF + 1)], np.int64)
NEAR = np.array([_within(APART, most) for most in range(4)])
"""By a number of steps, and a square: the squares no farther off."""
CROSS = np.array([_within(ASKEW, most) for most in range(4)])
"""By a number of steps, and a square: the squares from which a thing comes to be on one line with it in so many."""
