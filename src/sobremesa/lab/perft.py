"""How many ways there are to play the next so many actions: the surest check of a game's rules."""

from collections.abc import Callable
from typing import Any

import numpy as np

from sobremesa.bots.playout import lowest
from sobremesa.kernel import actions, apply, legal, rule, to_act

SLICES = 64
"""A long count is cut into at least so many pieces, so that it can show how far it is and be stopped."""


def count(position: Any, depth: int, tick: Callable[[float], None] = lambda share: None) -> int:
    """The number of sequences of that many actions from a position; tick is told the share that is done."""
    front = position.copy()
    while depth > 1 and 0 < len(front) < SLICES:
        front = followers(front)
        depth -= 1
    leaves = 0
    for n in range(len(front)):
        tick(n / len(front))
        leaves += int(perft(front[n : n + 1], depth))
    tick(1.0)
    return leaves


def followers(front: Any) -> Any:
    """The positions one action after these."""
    out = np.empty(actions(front[0]), np.int16)
    after = [front[:0]]
    for n in range(len(front)):
        for i in range(choices(front[n], out)):
            after.append(front[n : n + 1].copy())
            apply(after[-1][0], lowest(to_act(front[n])), out[i])
    return np.concatenate(after).view(np.recarray)


@rule
def perft(start, depth):
    """The number of sequences of that many actions from start[0]; a finished game has none.

    A loop over levels, not a recursion: Numba's disk cache gives recursive functions back broken.
    """
    states = np.repeat(start[:1], depth)
    out = np.empty((depth, actions(start[0])), np.int16)
    untried = np.zeros(depth, np.int16)
    untried[0] = choices(states[0], out[0])
    level, leaves = 0, 0
    while level >= 0:
        if level == depth - 1:
            leaves += untried[level]
            level -= 1
        elif untried[level] == 0:
            level -= 1
        else:
            untried[level] -= 1
            states[level + 1] = states[level]
            apply(states[level + 1], lowest(to_act(states[level])), out[level, untried[level]])
            level += 1
            untried[level] = choices(states[level], out[level])
    return leaves


@rule
def choices(s, out):
    """Fill out with what the first seat to act may choose, and say how many that is."""
    seats = to_act(s)
    return legal(s, lowest(seats), out) if seats else 0
