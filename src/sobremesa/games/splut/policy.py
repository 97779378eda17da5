"""Where a net that plays Splut! points at an action: at the piece, or the rock, that makes the step; and the eight ways
to turn and mirror the board, which change nothing but squares and directions.

Rocks have numbers in the rules and none on the board, so to levitate one is to point at its square.
"""

import numpy as np

from sobremesa.games.splut.features import CELL, SIDE, planes
from sobremesa.games.splut.rules import LEVITATE, PUSH, THROW, TREAD, sorcerer_of
from sobremesa.games.splut.tables import LEAPS
from sobremesa.kernel import rule

WRAPS = False
"""Whether the edges of the planes are joined."""
PLANES = 4 * (2 + THROW + 4 - PUSH)
"""Four directions each: walk, levitate, push, tread, pull, and throw in each direction."""
TURNS = 8


@rule
def spot(s, seat, action):
    """The plane, and on it the cell, of an action: one number."""
    manner, direction = action >> 2, action & 3
    sorcerer = sorcerer_of(seat)
    if manner < LEVITATE:
        return point(s, direction, sorcerer)
    if manner < PUSH:
        return point(s, 4 + direction, manner - LEVITATE)
    return point(s, action - 4 * (PUSH - 2), sorcerer + 1 if manner < TREAD else sorcerer + 2)


@rule
def point(s, plane, thing):
    return plane * SIDE * SIDE + CELL[s.at[thing]]


def turned(turn: int, x: int, y: int) -> tuple[int, int]:
    """Where a vector points when the board is turned by quarters, and for 4 and more mirrored before."""
    if turn >= 4:
        x = -x
    for _ in range(turn % 4):
        x, y = y, -x
    return x, y


def cells(seats: int) -> np.ndarray:
    """The cells of the planes that are squares of the board."""
    return CELL


def moved() -> np.ndarray:
    """Of each way to turn, where every cell comes to lie."""
    middle = SIDE // 2
    found = np.zeros((TURNS, SIDE * SIDE), np.int64)
    for turn in range(TURNS):
        for cell in range(SIDE * SIDE):
            x, y = turned(turn, cell % SIDE - middle, cell // SIDE - middle)
            found[turn, cell] = SIDE * (y + middle) + x + middle
    return found


def directions() -> np.ndarray:
    """Of each way to turn, what becomes of every direction."""
    return np.array([[LEAPS.index(turned(turn, *leap)) for leap in LEAPS] for turn in range(TURNS)])


def symmetries(seats: int) -> tuple[np.ndarray, np.ndarray]:
    """Of each way to turn, where every number that a learner sees, and every spot, comes to lie."""
    area, ways, to = SIDE * SIDE, directions(), moved()
    seen = np.concatenate([to + area * plane for plane in range(len(planes(seats)))], 1)
    spots, thrown = [], 2 + THROW - PUSH
    for plane in range(PLANES):
        manner = plane // 4
        manners = thrown + ways[:, manner - thrown] if manner >= thrown else np.full(TURNS, manner)
        spots.append(area * (4 * manners + ways[:, plane % 4])[:, None] + to)
    return seen, np.concatenate(spots, 1)
