"""The bot that searches: any game, any number of seats, for so many rounds or so much time."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import numpy as np

from sobremesa import kernel
from sobremesa.bots import search
from sobremesa.bots.bot import Budget, Listener, Opinion
from sobremesa.kernel import CHANCE
from sobremesa.kernel.rng import below, seeded

SLICE = 0.01
"""Seconds after which it looks at the clock, and whether somebody wants it to stop."""
PAGES, LINES = 150_000, 1_500_000
"""Of its memory, at most: some 50 megabytes."""
MOVES, WIDTH = 8, 20
"""Choices that are remembered together where the rounds are counted, since each round files a page at most; and how
many lines a page may have on average."""
RARE = 0.02
"""What has been tried less often than this share of all is not known well enough to be chosen boldly."""
TO_THE_END = 1 << 30


class Searcher:
    """Thinks as its budget says. `curious` weighs what it knows little about. Where it `knows` its game, it plays out
    and judges as the game says, the latter after `cut` steps of a playout; with `trust` it also goes by what looks
    promising before it is tried. Where others choose at the same time it takes one of a mix that is hard to exploit;
    if it is `bold`, what does best against what they would choose."""

    def __init__(
        self,
        seed: int,
        budget: Budget,
        *,
        curious: float = 0.7,
        knows: bool = False,
        cut: int = TO_THE_END,
        trust: bool = False,
        bold: bool = False,
    ) -> None:
        self.budget, self.curious, self.knows, self.cut = budget, curious, knows, cut
        self.trust, self.bold = trust, bold
        self.rng = seeded(seed)
        self.memory: search.Memory | None = None
        self.opinion: Opinion | None = None
        self.tell: Listener | None = None

    def choose(self, seen: Any, seat: int, legal: Sequence[int]) -> int:
        seen = self._prepare(seen)
        if len(legal) == 1:
            return legal[0]
        self._think(seen, seat)
        return self._decide(seen, seat)

    def outlook(self, seen: Any, seat: int, budget: Budget) -> tuple[np.ndarray, np.ndarray]:
        """How it expects every seat to come out, whoever is to choose now, by what one of them sees; and how far off
        that may be, one standard error. The first quarter of its rounds only learns."""
        seen = self._prepare(seen)
        assert self.memory is not None
        total, squares, done, counted, began = 0.0, 0.0, 0, 0, time.perf_counter()
        while True:
            self._search(seen, seat, 1)
            done, spent = done + 1, time.perf_counter() - began
            last = (budget.rounds and done >= budget.rounds) or (budget.seconds and spent >= budget.seconds)
            learns = done <= budget.rounds // 4 if budget.rounds else spent < budget.seconds / 4
            if last or not learns:
                total, squares, counted = total + self.desk.scores, squares + self.desk.scores**2, counted + 1
            if last:
                mean = np.asarray(total) / counted
                return mean, np.sqrt(np.maximum(0, np.asarray(squares) / counted - mean**2) / counted)

    def _prepare(self, seen: Any) -> np.ndarray:
        """A clean desk, and a memory that has room."""
        seen = seen.view(np.ndarray)
        if self.memory is None:
            rules = kernel.rules_of(seen.view(np.recarray)[0])
            pages = min(PAGES, MOVES * max(self.budget.rounds, 64) if self.budget.rounds else PAGES)
            space = kernel.workspace(rules)
            self.memory = search.memory(pages, min(LINES, WIDTH * pages), space)
            self.desk = search.desk(seen, int(rules.ACTIONS), int(rules.seats(seen[0])), space)
        elif 2 * self.memory.used[0] > len(self.memory.keys) or 2 * self.memory.used[1] > len(self.memory.actions):
            search.forget(self.memory)
        found: np.ndarray = seen
        return found

    def _think(self, seen: Any, seat: int) -> None:
        """In slices, at least one, until the budget is spent or somebody says that it is enough."""
        began, done, rounds = time.perf_counter(), 0, 16
        search.page_of(seen, seat, self.memory, self.desk, self.trust)  # first, while there is room
        while True:
            left = self.budget.rounds - done if self.budget.rounds else rounds
            start = time.perf_counter()
            self._search(seen, seat, min(rounds, left))
            done += min(rounds, left)
            now = time.perf_counter()
            if now - start < SLICE / 2:
                rounds *= 2
            if self.budget.rounds and done >= self.budget.rounds:
                break
            if self.budget.seconds and now - began >= self.budget.seconds:
                break
            if self.tell and self.tell(self.consider(seen, seat, done)):
                break
        self.opinion = self.consider(seen, seat, done)

    def _search(self, seen: Any, seat: int, rounds: int) -> None:
        how = self.curious, self.trust, self.knows, self.cut
        search.think(seen, seat, self.memory, self.desk, rounds, *how, self.rng)

    def consider(self, seen: Any, seat: int, rounds: int) -> Opinion:
        """What it thinks so far."""
        actions, tries, gains, _ = self._page(seen, seat)
        total = max(1, int(tries.sum()))
        choices = {
            int(action): (float(gain / count) if count else 0.0, float(count / total))
            for action, count, gain in zip(actions, tries, gains, strict=True)
        }
        return Opinion(float(gains.sum() / total), rounds, self._line(seen, seat), choices)

    def _page(self, seen: Any, seat: int) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        memory = self.memory
        assert memory is not None
        page = int(search.page_of(seen, seat, memory, self.desk, self.trust))
        lines = slice(int(memory.first[page]), int(memory.first[page]) + int(memory.lines[page]))
        return memory.actions[lines], memory.tries[lines], memory.gains[lines], memory.shares[lines]

    def _decide(self, seen: Any, seat: int) -> int:
        """What was tried most; where others choose at the same time, one of the mix."""
        actions, tries, gains, shares = self._page(seen, seat)
        if self.bold and shares.sum() > 0:
            often = tries >= RARE * tries.sum()
            return int(actions[int(np.argmax(np.where(often, gains / np.maximum(tries, 1), -np.inf)))])
        if shares.sum() > 0:
            kept = np.where(shares >= 0.05 * shares.sum(), shares, 0)
            nth = int(below(self.rng, 1 << 24)) / (1 << 24) * float(kept.sum())
            return int(actions[min(int(np.searchsorted(np.cumsum(kept), nth, side="right")), len(actions) - 1)])
        return int(actions[int(np.argmax(tries))])

    def _line(self, seen: Any, seat: int) -> tuple[tuple[int, int], ...]:
        found = np.zeros((64, 2), np.int16)
        count = int(search.line(seen, seat, self.memory, self.desk, found, self.rng.copy()))
        return tuple((int(who), int(action)) for who, action in found[:count] if who != CHANCE)
