"""The greedy bot: keeps the most free squares within reach, and spends energy to survive.

It tries every way to play the rest of its turn with the cards it holds. A turn that ends with its line cut is worst;
otherwise the more empty squares its line can still reach, the better. It spends energy only where it is cut without.
"""

import random
from collections.abc import Sequence
from typing import Any

import numpy as np

from sobremesa.games.end_of_line.rules import (
    ACTIONS,
    CROSS,
    GAS,
    GO,
    KEEP,
    apply,
    legal,
    mover,
)
from sobremesa.games.end_of_line.rules.cards import target
from sobremesa.games.end_of_line.rules.points import full
from sobremesa.games.end_of_line.tables import LAYING, NEXT, NOTHING, NOWHERE, SPENDING, SQUARES
from sobremesa.kernel import rule

CARDS = 4
"""The most that one turn asks for: what to spend, and three cards."""
DEAD = -1


@rule
def reach(s, seat):
    """How many empty squares lie within reach of a line."""
    seen = np.zeros(SQUARES, np.uint8)
    queue = np.empty(SQUARES, np.uint8)
    found = 0
    for way in range(3):
        square = target(s, seat, way, 0, False)
        if square != NOWHERE and seen[square] == 0:
            seen[square] = 1
            queue[found] = square
            found += 1
    done = 0
    while done < found:
        for direction in range(4):
            square = NEXT[s.width, direction, queue[done]]
            if s.on[square] == NOTHING and seen[square] == 0:
                seen[square] = 1
                queue[found] = square
                found += 1
        done += 1
    return found


@rule
def worth(s, seat):
    """How a line stands at the end of its turn: DEAD, or the squares within reach."""
    if full(s):
        return SQUARES
    return reach(s, seat) if s.alive[seat] else DEAD


@rule
def best_end(line, seat):
    """The worth of the best way to play the rest of a turn from line[0]. A loop over levels: see `perft`."""
    out = np.empty((CARDS, ACTIONS), np.int16)
    untried = np.zeros(CARDS, np.int16)
    best = DEAD
    level = 0
    if not still_laying(line[0], line[0], seat):
        return worth(line[0], seat)
    untried[0] = legal(line[0], seat, out[0])
    while level >= 0:
        if untried[level] == 0:
            level -= 1
            continue
        untried[level] -= 1
        line[level + 1] = line[level]
        apply(line[level + 1], seat, out[level, untried[level]])
        if still_laying(line[level + 1], line[0], seat):
            level += 1
            untried[level] = legal(line[level], seat, out[level])
        else:
            best = max(best, worth(line[level + 1], seat))
    return best


@rule
def still_laying(s, before, seat):
    """Whether the same turn asks for another card."""
    return s.phase == LAYING and s.rounds == before.rounds and mover(s) == seat


class Greedy:
    """Takes the turn with the most squares within reach at its end."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)

    def choose(self, seen: Any, seat: int, legal: Sequence[int]) -> int:
        values = {action: self.value(seen, seat, action) for action in legal}
        if seen[0].phase == SPENDING and values.get(GO, DEAD) > DEAD:
            return GO
        best = max(values.values())
        return self.rng.choice([action for action in legal if values[action] == best])

    def value(self, seen: Any, seat: int, action: int) -> int:
        """What the best end of this turn is worth after an action."""
        if action <= CROSS and action != GAS:
            line = np.repeat(seen, CARDS + 1)
            apply(line[0], seat, action)
            return int(best_end(line, seat))
        return 1 if action == KEEP else 0  # what another card or another hand would bring is not known


BOTS = {"greedy": Greedy}
