"""Where a net that plays End of Line points at an action: a card at the square it would lie on, all else at the line's
last card; and the four ways to turn the area. Its edges are joined, so the net's are, too."""

import numpy as np

from sobremesa.games.end_of_line.features import numbers, planes, shape
from sobremesa.games.end_of_line.rules import ACTIONS, GO
from sobremesa.games.end_of_line.rules.cards import target
from sobremesa.games.end_of_line.tables import KINDS
from sobremesa.kernel import rule

WRAPS = True
"""Whether the edges of the planes are joined."""
PLANES = KINDS + ACTIONS - GO
"""A kind of card each, then a use of energy each and the rest."""
COMPASS = 2
"""The first of the four planes of what a learner sees that turn with the area."""


@rule
def spot(s, seat, action):
    """The plane, and on it the cell, of an action: one number."""
    area = int(s.width) * int(s.width)
    if action < GO:
        return action // 3 * area + int(target(s, seat, action % 3, s.back, s.crossing))
    return (KINDS + action - GO) * area + int(s.path[seat, s.laid[seat]])


def cells(seats: int) -> np.ndarray:
    """The cells of the planes that are squares of the area: all of them."""
    return np.arange(shape(seats)[1] ** 2)


def symmetries(seats: int) -> tuple[np.ndarray, np.ndarray]:
    """Of each way to turn, where every number that a learner sees, and every spot, comes to lie."""
    count, size, _ = shape(seats)
    area = size * size
    rows, columns = np.divmod(np.arange(area), size)
    to = [np.arange(area)]
    for _ in range(3):
        rows, columns = columns, size - 1 - rows
        to.append(size * rows + columns)
    rest = np.arange(area * count, area * count + len(numbers(seats)))
    seen = []
    for turn in range(4):
        plane = np.arange(len(planes(seats)))
        plane[COMPASS : COMPASS + 4] = COMPASS + (np.arange(4) + turn) % 4
        seen.append(np.concatenate([*(area * there + to[turn] for there in plane), rest]))
    return np.array(seen), np.array([np.concatenate([area * plane + there for plane in range(PLANES)]) for there in to])
