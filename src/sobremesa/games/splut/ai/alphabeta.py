"""Look turns ahead in Splut! for two. `alphabeta_search` has the search; here it is given time."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from typing import Any

import numpy as np

from sobremesa.bots.bot import Budget, Listener, Opinion
from sobremesa.games.splut import rules
from sobremesa.games.splut.ai import alphabeta_search, tree
from sobremesa.games.splut.ai.evaluation import TABLE
from sobremesa.games.splut.ai.tree import BEST, BEST_CHILD, NEVER, NODES, SURE
from sobremesa.games.splut.ai.turns import SIDE, STEPS, key_of, pack, room
from sobremesa.games.splut.rules import apply
from sobremesa.kernel import workspace
from sobremesa.kernel.rng import seeded

SLICE = 0.01
"""Seconds after which it looks at the clock, and whether somebody wants it to stop."""
ENTRIES = 1 << 18
"""Of its table: some 6 megabytes; with what else it needs, 15."""
DEEPEST = 24
TURN = 9
"""Bits of a way before those of its turn."""
TASTE = 1
"""By how many hundredths the weights of each seed are off: so that not every match is the same."""


class Alphabeta:
    """Plans a whole turn at its first step and plays it through, unless the position is not the one it planned for."""

    def __init__(self, seed: int, budget: Budget, *, weights: np.ndarray = TABLE, deepest: int = DEEPEST) -> None:
        self.budget, self.deepest = budget, deepest
        self.rng = seeded(seed)
        taste = np.random.default_rng(seed).integers(-TASTE, TASTE, len(weights), endpoint=True)
        space = workspace(rules)
        self.tree, self.room = tree.tree(ENTRIES, weights + taste, space), room(space)
        self.planned: list[tuple[bytes, int]] = []
        self.opinion: Opinion | None = None
        self.tell: Listener | None = None
        self.depth, self.value, self.portion = 0, 0, 1000

    def choose(self, seen: Any, seat: int, legal: Sequence[int]) -> int:
        seen = seen.view(np.recarray)
        if not self.planned or self.planned[0][0] != seen.tobytes():
            self._plan(seen, seat, legal)
        return self.planned.pop(0)[1]

    def _plan(self, seen: Any, seat: int, legal: Sequence[int]) -> None:
        s, board = seen[0], pack(seen[0])
        if s.moved == 0 and not s.floating:
            tree.remember(self.tree, key_of(board, int(s.barred), seat))
        steps = [legal[0]]  # every turn is suicide: any step will do
        if alphabeta_search.plant(self.tree, self.room, seen, self.rng):
            self._think(seen, seat)
            best = int(self.tree.node[0, BEST_CHILD])
            tree.remember(self.tree, int(self.tree.key[0, best]) ^ SIDE)
            steps = spelled(int(self.tree.way[0, best]) >> TURN)
        else:
            self.opinion = Opinion(-1.0, 0, ((seat, legal[0]),), depth=1)
        self.planned = planned(seen, seat, steps)

    def _think(self, seen: Any, seat: int) -> None:
        """Deeper and deeper, in slices, until the budget is spent or somebody says that it is enough; at least one turn
        ahead."""
        s, node, go = seen[0], self.tree.node, self.tree.go
        began, portion = time.perf_counter(), self.portion
        deepest = min(self.deepest, int(s.turn_limit) - int(s.turns))
        for depth in range(1, deepest + 1):
            alphabeta_search.deepen(self.tree, depth)
            done = False
            while not done:
                upto = int(go[NODES]) + portion
                if depth > 1 and self.budget.rounds:
                    upto = min(upto, self.budget.rounds)
                start = time.perf_counter()
                done = alphabeta_search.search(self.tree, self.room, upto)
                now = time.perf_counter()
                if now - start < SLICE / 2:
                    portion *= 2
                if node[0, BEST] != NEVER:
                    self.value = int(node[0, BEST])
                if depth > 1 and not done and self._enough(seen, seat, began):
                    self.opinion = self.consider(seen, seat)
                    return
            self.depth = depth
            if abs(self.value) > SURE or self._enough(seen, seat, began) or node[0, tree.COUNT] == 1:
                break
        self.opinion = self.consider(seen, seat)

    def _enough(self, seen: Any, seat: int, began: float) -> bool:
        if self.budget.rounds and self.tree.go[NODES] >= self.budget.rounds:
            return True
        if self.budget.seconds and time.perf_counter() - began >= self.budget.seconds:
            return True
        return bool(self.tell and self.tell(self.consider(seen, seat)))

    def consider(self, seen: Any, seat: int) -> Opinion:
        """What it thinks so far."""
        return Opinion(expected(self.value), int(self.tree.go[NODES]), self._line(seen, seat), depth=self.depth)

    def _line(self, seen: Any, seat: int) -> tuple[tuple[int, int], ...]:
        """The best turns that it sees, as far as its table knows them."""
        way = int(self.tree.way[0, self.tree.node[0, BEST_CHILD]])
        found = [(seat, action) for action in spelled(way >> TURN)]
        after = seen.copy()
        for _, action in found:
            apply(after[0], seat, action)
        answers = np.zeros((tree.PLIES, STEPS + 1), np.int64)
        for n in range(alphabeta_search.line(self.tree, self.room, after, self.depth, answers)):
            found += [(int(answers[n, STEPS]), int(action)) for action in answers[n, :STEPS] if action >= 0]
        return tuple(found)


def expected(value: int) -> float:
    """A value as a result: sure ones are 1 and -1; worth is in hundredths of a logit."""
    return math.copysign(1.0, value) if abs(value) > SURE else math.tanh(value / 200)


def spelled(turn: int) -> list[int]:
    """The actions of a turn, each in six bits."""
    steps = [(turn >> 6 * level & 63) - 1 for level in range(STEPS)]
    return [action for action in steps if action >= 0]


def planned(seen: Any, seat: int, steps: Sequence[int]) -> list[tuple[bytes, int]]:
    """The actions of a turn, each with the position that it is for."""
    found, after = [], seen.copy()
    for action in steps:
        found.append((after.tobytes(), action))
        apply(after[0], seat, action)
    return found
