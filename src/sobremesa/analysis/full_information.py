"""How a match really stood: what every seat could expect, seen with open eyes. Only for a match that is over."""

from __future__ import annotations

import numpy as np

from sobremesa.analysis.evaluator import QUICK, Judge
from sobremesa.bots import search
from sobremesa.kernel import REFEREE, workspace
from sobremesa.kernel.rng import seeded

PAGES, WIDTH = 20_000, 20
"""Of its memory, at most, and how many lines a page may have on average."""
LEARNING = 4
"""Of its rounds, the first so many-th part only learns."""


class Truth:
    """A search that is dealt nothing: every hand, every sealed choice and what lies face down are as they were. What
    chance has not brought yet nobody knows, so neither does it."""

    def __init__(self, judge: Judge) -> None:
        match, base = judge.match, judge.searcher(0)
        self.match, self.rounds = match, max(4, judge.budget.rounds // QUICK)
        self.how = base.curious, base.trust
        self.end = base.knows, base.cut
        self.judge = judge
        rules = match.game.rules
        space = workspace(rules)
        self.memory = search.memory(PAGES, WIDTH * PAGES, space)
        self.desk = search.desk(match.position.view(np.ndarray), int(rules.ACTIONS), match.seats, space)

    def after(self, number: int) -> tuple[float, ...]:
        """What every seat could expect after so many moves."""
        then, memory, desk, rng = self.match.at(number), self.memory, self.desk, seeded(self.judge.seed_of(number, 0))
        if then.result:
            return tuple(then.result.scores)
        search.forget(memory)  # what is told follows from this moment alone, wherever one begins
        true, total, counted = then.seen_by(REFEREE).view(np.ndarray), np.zeros(self.match.seats), 0
        for done in range(self.rounds):
            desk.world[0] = true[0]
            depth = search.descend(desk.world[0], REFEREE, memory, desk, *self.how, rng)
            search.finish(desk.world[0], desk, *self.end, rng)
            search.learn(memory, desk, depth)
            if done >= self.rounds // LEARNING:
                total, counted = total + desk.scores, counted + 1
        return tuple(float(each) for each in total / counted)
