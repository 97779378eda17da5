"""The bot behind the levels of Outspeed. How it reads the others is told in `bot` and `payoffs`; here it has time."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from sobremesa.bots.bot import Budget, Listener, Opinion
from sobremesa.bots.searcher import Searcher
from sobremesa.games.outspeed.ai.payoffs import LARGEST, cells, lay_table, outguess, ponder
from sobremesa.games.outspeed.bot import MOST, learn, open_plan, pick, soften, weigh_choices
from sobremesa.games.outspeed.tables import PROGRAMMING
from sobremesa.kernel.rng import seeded

SLICE = 0.01
"""Seconds after which it looks at the clock, and whether somebody wants it to stop."""

Thought = Callable[[int], np.ndarray]
"""Think for so many rounds more, and say what chance to win each choice has by now."""


class Pilot:
    """Thinks for so many rounds: about a route one is a try of everything against what the others would take, about a
    token a deal of what is hidden. Then it chooses, and errs the more rarely the dearer that is: `own` is the loss of
    chances to win that it overlooks, `crowd` what it thinks that the others do. A `shrewd` one judges finely, and lays
    out the whole dilemma where it can; others try what comes. If it is told what loss `theirs` is, it thinks one step
    further: that they think as it does, overlook so much, and can be outguessed."""

    def __init__(
        self, seed: int, budget: Budget, *, crowd: float, own: float, shrewd: bool = True, theirs: float = 0.0
    ) -> None:
        self.budget = budget
        self.level = np.array([0, crowd, own, 0, shrewd])
        self.own, self.shrewd, self.theirs = own, shrewd, theirs
        self.rng = seeded(seed)
        self.searcher = Searcher(seed, budget, knows=True, cut=0, bold=True)
        """Looks at what others will do, for whoever asks: the pilot itself does not."""
        self.opinion: Opinion | None = None
        self.tell: Listener | None = None

    def choose(self, seen: Any, seat: int, legal: Sequence[int]) -> int:
        if len(legal) == 1:
            return legal[0]
        about_it = self._routes if seen[0].phase == PROGRAMMING else self._tokens
        values = self._think(about_it(seen, seat, legal), seat, legal)
        return legal[int(pick(self._mix(values), len(legal), self.rng))]

    def _routes(self, seen: Any, seat: int, legal: Sequence[int]) -> Thought:
        plan = open_plan(seen[0])
        table = lay_table(seen[0]) if self.shrewd and cells(plan, seen[0].players) <= LARGEST else None

        def more(rounds: int) -> np.ndarray:
            if table:
                ponder(seen, table, rounds, self.level, self.rng)
                found = outguess(seen[0], table, self.theirs) if self.theirs else table.plan.value
            else:
                learn(seen, plan, rounds, self.level, self.rng)
                found = plan.value
            values: np.ndarray = found[seat, : len(legal)]
            return values

        return more

    def _tokens(self, seen: Any, seat: int, legal: Sequence[int]) -> Thought:
        actions, total, deals = np.array(legal, np.int16), np.zeros(MOST), 0

        def more(rounds: int) -> np.ndarray:
            nonlocal deals
            weigh_choices(seen, seat, actions, len(legal), rounds, self.level, total, self.rng)
            deals += rounds
            return total[: len(legal)] / deals

        return more

    def _think(self, more: Thought, seat: int, legal: Sequence[int]) -> np.ndarray:
        """In slices, at least one, until the budget is spent or somebody says that it is enough."""
        began, done, rounds = time.perf_counter(), 0, 16
        while True:
            portion = min(rounds, self.budget.rounds - done) if self.budget.rounds else rounds
            start = time.perf_counter()
            values = more(portion)
            done += portion
            now = time.perf_counter()
            if now - start < SLICE / 2:
                rounds *= 2
            self.opinion = self._consider(values, seat, legal, done)
            if self.budget.rounds and done >= self.budget.rounds:
                return values
            if self.budget.seconds and now - began >= self.budget.seconds:
                return values
            if self.tell and self.tell(self.opinion):
                return values

    def _mix(self, values: np.ndarray) -> np.ndarray:
        """How likely it takes each."""
        mix = values.copy()
        soften(mix, len(mix), self.own)
        return mix

    def _consider(self, values: np.ndarray, seat: int, legal: Sequence[int], rounds: int) -> Opinion:
        """What it thinks so far: of a win it hopes for the chance, as a result from -1 to 1."""
        mix, results = self._mix(values), 2 * values - 1
        choices = {
            action: (float(result), float(share)) for action, result, share in zip(legal, results, mix, strict=True)
        }
        best = legal[int(np.argmax(mix))]
        return Opinion(float(mix @ results), rounds, ((seat, best),), choices)
