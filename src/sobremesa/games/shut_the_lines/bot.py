"""Bots for Shut the Lines, each by what it looks at: few chips, many chips, lines; or the exact values.

How they choose is compiled: `bot_rounds` plays with the same functions, and works out what they are worth.
"""

import random
from collections.abc import Sequence
from typing import Any

import numpy as np

from sobremesa.games.shut_the_lines.ai.solver import foremost, packed
from sobremesa.games.shut_the_lines.rules import LEAVE, PLAN, count, cover, shut
from sobremesa.games.shut_the_lines.tables import MOST_DICE
from sobremesa.kernel import rule

ANY, FEWEST_CHIPS, MOST_CHIPS, MOST_LINES = range(4)
"""What a bot goes by."""


@rule
def looks(s, seat, taste, action):
    """How good an action looks to somebody of this taste."""
    new = cover(s, seat, action)
    if taste == ANY:
        return 0
    if taste == MOST_LINES:  # first the lines, then few chips
        return (MOST_DICE + 1) * shut(s, s.covered[seat] | new) - count(new)
    if taste == FEWEST_CHIPS and action < LEAVE:
        return -count(new)
    return count(new)


@rule
def favourites(s, seat, taste, actions, n, out):
    """Fill out with those of n legal actions that look best, and say how many they are. Splits come first in what is
    legal: whoever has a taste never leaves a round that it can stay in."""
    found, best = 0, 0
    for i in range(n):
        if taste != ANY and actions[0] < LEAVE <= actions[i]:
            break
        look = looks(s, seat, taste, actions[i])
        if i == 0 or look > best:
            found, best = 0, look
        if look == best:
            out[found] = actions[i]
            found += 1
    return found


@rule
def perfect(s, seat, actions, n, free, values, worths):
    """The action that perfect play takes, by the values of all sets (`solver.Table`) above one that is covered."""
    for i in range(n):
        after = s.covered[seat] | cover(s, seat, actions[i])
        worths[i] = shut(s, after) if actions[i] >= LEAVE else values[packed(free, after)]
    return foremost(actions, worths, n)


class Looker:
    """Takes what looks best; among equals any. It never leaves a round that it can stay in."""

    taste: int

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)

    def choose(self, seen: Any, seat: int, legal: Sequence[int]) -> int:
        if legal[0] >= PLAN:
            return self.rng.choice(legal)
        actions = np.array(legal, np.int16)
        best = np.empty_like(actions)
        n = favourites(seen[0], seat, self.taste, actions, len(actions), best)
        return int(self.rng.choice(best[:n]))


class FewestChips(Looker):
    """Makes few big sums, as one should; when it is knocked out, it takes what it can."""

    taste = FEWEST_CHIPS


class MostChips(Looker):
    """Covers as many numbers as it can."""

    taste = MOST_CHIPS


class MostLines(Looker):
    """Shuts as many lines as it can now, and otherwise covers little."""

    taste = MOST_LINES


class Exact:
    """Plays perfectly: for the most lines on average; in the last round, or when the others are out, for the score that
    it needs to win."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)

    def choose(self, seen: Any, seat: int, legal: Sequence[int]) -> int:
        from sobremesa.games.shut_the_lines.values import values_of

        if legal[0] >= PLAN:
            return self.rng.choice(legal)
        s = seen[0]
        exact = values_of(s)
        covered, throw = int(s.covered[seat]), int(s.throw)
        for lines, least in self.needed(s, seat):
            way, chance = exact.best_for(covered, throw, lines)
            if chance and chance > least:
                return way
        if table := exact.table(covered):
            actions = np.array(legal, np.int16)
            numbers, known = np.array(table.game.free), table.values.reshape(-1)
            return int(perfect(s, seat, actions, len(actions), numbers, known, np.empty(len(actions))))
        return exact.best(covered, throw)[0]

    @staticmethod
    def needed(s: Any, seat: int) -> list[tuple[int, float]]:
        """How many lines to play for, and how likely they must be for that: those that win, then those that share the
        win, in a round that decides. When only this seat is still in, those that end the match, if that is likely."""
        others = {other: int(s.points[other]) for other in range(int(s.players)) if other != seat}
        for other in others:
            if s.inside >> other & 1:  # has at least the lines that it has shut so far
                others[other] += sum(line > 0 and int(s.covered[other]) & int(line) == line for line in s.lines)
        best, mine = max(others.values(), default=0), int(s.points[seat])
        if others and best >= s.target:
            return [(lines, 0.0) for lines in (best - mine + 1, best - mine) if lines > 0]
        if others and s.inside == 1 << seat:
            return [(max(int(s.target), best + 1) - mine, 0.5)]
        return []


BOTS = {"fewest-chips": FewestChips, "most-chips": MostChips, "most-lines": MostLines, "exact": Exact}
