"""The end of a solo match with a shuffled deck, where so few cards are still to be drawn that everything can be tried.

Whoever plays knows what is left in the deck, not its order. So a position is worth the best of its choices, and where
chance acts the average of what it may bring.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from sobremesa.games.end_of_line.ai.line_search import BY_INITIATIVE
from sobremesa.games.end_of_line.rules import ACTIONS, apply, legal, to_act, weigh
from sobremesa.games.end_of_line.rules.cards import undrawn
from sobremesa.games.end_of_line.rules.points import success
from sobremesa.games.end_of_line.tables import ALL_CARDS, EN, ENERGY, INITIATIVE, KINDS, Y2021
from sobremesa.kernel import CHANCE, rule

UNDRAWN = 5
"""Cards in the deck, at most: with more of them there are too many ways."""
LEVELS = 60
"""Choices and draws from there on: fewer than this."""


def values(seen: Any, actions: Sequence[int], nodes: int) -> dict[int, float] | None:
    """What each choice is worth, exactly; None where that takes more nodes than this."""
    if undrawn(seen[0], 0) > UNDRAWN:
        return None
    line, left, found = np.repeat(seen, LEVELS), nodes, {}
    for action in actions:
        line[0] = seen[0]
        apply(line[0], 0, action)
        found[action], left = expect(line, left)
    return found if left > 0 else None


@rule
def expect(line, nodes):
    """What line[0] is worth, unless it takes too many nodes; and how many are left. A loop over levels: see `perft`."""
    out, odds = np.zeros((LEVELS, ACTIONS), np.int16), np.ones((LEVELS, ACTIONS), np.int32)
    count, tried = np.zeros(LEVELS, np.int64), np.zeros(LEVELS, np.int64)
    worth = np.zeros(LEVELS, np.float64)
    if to_act(line[0]) == 0:
        return success(line[0]), nodes
    level, left = 0, nodes
    open_level(line[0], out[0], odds[0], count[:1], worth[:1])
    while left > 0:
        s = line[level]
        chance = to_act(s) == 1 << CHANCE
        if tried[level] == count[level] or (not chance and worth[level] >= ceiling(s)):
            result = worth[level] / odds[level, : count[level]].sum() if chance else worth[level]
            if level == 0:
                return result, left
            level -= 1
            take_in(line[level], odds[level, tried[level] - 1], result, worth[level : level + 1])
            continue
        line[level + 1] = s
        apply(line[level + 1], CHANCE if chance else 0, out[level, tried[level]])
        tried[level] += 1
        left -= 1
        if to_act(line[level + 1]) == 0:
            take_in(s, odds[level, tried[level] - 1], success(line[level + 1]), worth[level : level + 1])
        else:
            level += 1
            tried[level] = 0
            open_level(line[level], out[level], odds[level], count[level : level + 1], worth[level : level + 1])
    return 0.0, 0


@rule
def open_level(s, out, odds, count, worth):
    """What can be chosen there, or what chance can bring."""
    if to_act(s) == 1 << CHANCE:
        count[0], worth[0] = legal(s, CHANCE, out), 0.0
        weigh(s, odds)
    else:
        count[0], worth[0] = legal(s, 0, out), -2.0


@rule
def take_in(s, odds, result, worth):
    """The best of what can be chosen; of what chance brings, a sum by its odds."""
    if to_act(s) == 1 << CHANCE:
        worth[0] += odds * result
    else:
        worth[0] = max(worth[0], result)


@rule
def ceiling(s):
    """Nothing that follows is worth more: if the area is filled so many cards stay over, and what is spent is spent."""
    over = int(s.held[0]) + undrawn(s, 0) - int(s.empty)
    left = 0
    for n in range(KINDS):
        kind = BY_INITIATIVE[KINDS - 1 - n if s.scoring == Y2021 else n]
        copies = min(over, int(s.hand[0, kind]) + int(s.deck[0, kind]))
        left += copies * int(INITIATIVE[kind])
        over -= copies
    energy = int(s.energy[0])
    if s.scoring == Y2021:
        return min(1.0, (left + energy) / 25)
    if s.scoring == EN:
        return 1 - 2.0 * (left + ENERGY - energy) / (ALL_CARDS + ENERGY + int(s.width) * int(s.width))
    return 1 - (left + ENERGY - energy) / 25
