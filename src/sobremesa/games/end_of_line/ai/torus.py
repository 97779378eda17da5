"""Sets of squares of an area whose edges are joined: one bit a square, row by row."""

import numpy as np

from sobremesa.games.end_of_line.tables import LEAPS
from sobremesa.kernel import rule

SOLO, PAIR = 5, 7
"""The sizes of the areas that the solver knows."""

STEP = np.zeros((PAIR + 1, PAIR * PAIR, 4), np.int64)
"""The square that one step leads to, by the size of the area, the square and the heading."""
for _size in SOLO, PAIR:
    for _square in range(_size * _size):
        _row, _column = divmod(_square, _size)
        STEP[_size, _square] = [(_row + down) % _size * _size + (_column + right) % _size for down, right in LEAPS]

EDGE = np.array([sum(1 << size * row for row in range(size)) for size in range(PAIR + 1)], np.int64)
"""The westernmost column, by the size of the area."""


@rule
def count(squares):
    """How many squares a set has."""
    x = squares - ((squares >> 1) & 0x5555555555555555)
    x = (x & 0x3333333333333333) + ((x >> 2) & 0x3333333333333333)
    x = (x + (x >> 4)) & 0x0F0F0F0F0F0F0F0F
    x += x >> 8
    x += x >> 16
    return (x + (x >> 32)) & 127


@rule
def first(squares):
    """The lowest square of a set that is not empty."""
    return count((squares & -squares) - 1)


@rule
def shifts(squares, size):
    """The set, moved one step in each of the four directions."""
    area, west = (1 << size * size) - 1, EDGE[size]
    east = west << (size - 1)
    return (
        squares >> size | squares << size * (size - 1) & area,
        squares << size & area | squares >> size * (size - 1),
        (squares & ~east) << 1 | (squares & east) >> (size - 1),
        (squares & ~west) >> 1 | (squares & west) << (size - 1),
    )


@rule
def within_reach(empty, sources, size):
    """The empty squares that can be walked to from the sources over empty squares."""
    reached, grown = 0, sources
    while grown != reached:
        reached = grown
        a, b, c, d = shifts(reached, size)
        grown = reached | (a | b | c | d) & empty
    return reached & empty


@rule
def dead_ends(empty, sources, size):
    """The empty squares with just one way in or out: in a line that holds them a branch must end there."""
    a, b, c, d = shifts(empty | sources, size)
    return empty & (a | b | c | d) & ~(a & b | c & d | (a | b) & (c | d))


@rule
def most(empty, sources, ends, size):
    """No fewer squares than lines from the sources with so many ends in all can still hold."""
    reached = within_reach(empty, sources, size)
    return count(reached) - max(0, count(dead_ends(reached, sources, size)) - ends)
