"""The player at the table: what a net has learnt, and a search by it. It needs NumPy and compiled rules, no PyTorch."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from sobremesa import kernel
from sobremesa.bots.bot import Budget, Listener, Opinion
from sobremesa.games.game import Game
from sobremesa.kernel import calls
from sobremesa.kernel.rng import seeded
from sobremesa.mistakes import BadSeats, BadWeights
from sobremesa.nets import batch, buffers
from sobremesa.nets.encoding import sight
from sobremesa.nets.net import Net, load

SLICE = 0.02
"""Seconds after which it looks at the clock, and whether somebody wants it to stop."""
PLACES = 20_000
"""In all its trees together, at most."""
WORLDS = 8
"""That it searches at once where it does not know everything."""
CURIOUS = 1.5
TASTE = 0.1
"""By how much each seed hopes differently at the root: so that not every match is the same."""
USUAL = Budget(rounds=400)


class Learnt:
    """Searches as its budget says, by what a net says to each position, and goes on where its last choice led."""

    def __init__(
        self,
        game: Game,
        seed: int,
        budget: Budget | None = None,
        *,
        path: Path,
        curious: float = CURIOUS,
    ) -> None:
        self.game, self.seed, self.budget, self.curious = game, seed, budget or USUAL, curious
        self.path = path
        self.about, self._weights = load(self.path)
        if (self.about.game, self.about.rules) != (game.name, int(game.rules.VERSION)):
            raise BadWeights(
                f"{self.path} learnt {self.about.game} by rules {self.about.rules}, not {game.title} as it is now."
            )
        self.net: Net | None = None
        self.opinion: Opinion | None = None
        self.tell: Listener | None = None
        self.next: np.ndarray | None = None
        """The position that its last choice leads to, if the tree goes on there."""

    def choose(self, seen: Any, seat: int, legal: Sequence[int]) -> int:
        seen = seen.view(np.ndarray)
        self._prepare(seen)
        if len(legal) == 1:
            self.next = None
            return legal[0]
        self._plant(seen, seat)
        self._think(seen, seat, legal)
        tries, _ = self._tried()
        action = max(legal, key=lambda each: tries[each])
        self._go_on(seen, seat, action)
        return action

    def _prepare(self, seen: np.ndarray) -> None:
        """The net and room for trees, when it is first asked."""
        if self.net is not None:
            return
        seats, actions = int(self.game.rules.seats(seen[0])), int(self.game.rules.ACTIONS)
        if seats != self.about.seats:
            raise BadSeats(f"learnt plays {self.game.title} with {self.about.seats} seats, not with {seats}.")
        seen_by_net = sight(self.game, seats)
        self.net = Net(seen_by_net, self.about, self._weights, str(self.path))
        self.worlds = WORLDS if _hides(seen) else 1
        rounds = self.budget.rounds or PLACES
        places = min(PLACES // self.worlds, 4 * -(-rounds // self.worlds) + 64)
        space = kernel.workspace(kernel.rules_of(seen[0]))
        measures = seats, actions, seen_by_net, self.worlds, places, (1, 0)
        self.forest = buffers.forest(lambda kind, *shape: space.zeros(shape, kind), seen.dtype, *measures)
        self.forest.rng[:] = buffers.seeds(self.seed, self.worlds)
        self.forest.how[:] = 0, 0, self.curious, 0

    def _plant(self, seen: np.ndarray, seat: int) -> None:
        """A root in each world: a new one, unless its last choice led here and there is room to go on."""
        f = self.forest
        if self.next is not None and self.next.tobytes() == seen.tobytes() and 2 * f.used[0] < f.seat.shape[1]:
            f.world[:] = seen
            return
        batch.begin_some(0, self.worlds, f, np.repeat(seen, self.worlds))
        self._round()
        f.hopes[:, 0] += TASTE * f.noise

    def _round(self) -> None:
        """One way down in each world."""
        f = self.forest
        assert self.net is not None
        batch.descend_some(0, self.worlds, f)
        f.logits[:], f.values[:] = self.net.answer(f.seen, f.spots)
        batch.grow_some(0, self.worlds, f)

    def _think(self, seen: np.ndarray, seat: int, legal: Sequence[int]) -> None:
        """Until the budget is spent or somebody says that it is enough."""
        began = looked = time.perf_counter()
        done = int(self._tried()[0].sum())
        while not self.budget.rounds or done < self.budget.rounds:
            self._round()
            done += self.worlds
            now = time.perf_counter()
            if self.budget.seconds and now - began >= self.budget.seconds:
                break
            if self.tell and now - looked >= SLICE:
                looked = now
                if self.tell(self.consider(seen, seat, legal)):
                    break
        self.opinion = self.consider(seen, seat, legal)

    def _tried(self) -> tuple[np.ndarray, np.ndarray]:
        """How often each action was tried at the roots, and what it brought in all."""
        f, every = self.forest, np.arange(self.worlds)
        return f.tries[every, f.root].sum(0), f.gains[every, f.root].sum(0)

    def consider(self, seen: np.ndarray, seat: int, legal: Sequence[int]) -> Opinion:
        """What it thinks so far."""
        tries, gains = self._tried()
        total = max(1, int(tries.sum()))
        choices = {
            action: (float(gains[action] / tries[action]) if tries[action] else 0.0, float(tries[action] / total))
            for action in legal
        }
        expected = float(gains.sum() / total) if tries.any() else float(self.forest.guess[0, self.forest.root[0]])
        return Opinion(expected, total, self._line(), choices)

    def _line(self) -> tuple[tuple[int, int], ...]:
        """What was tried most in the first world, as far as it was tried more than a few times."""
        f = self.forest
        found: list[tuple[int, int]] = []
        place = int(f.root[0])
        while True:
            action = int(f.tries[0, place].argmax())
            if f.tries[0, place, action] <= (2 if found else 0):
                return tuple(found)
            found.append((int(f.seat[0, place]), action))
            place = int(f.child[0, place, action])
            if place == 0:
                return tuple(found)

    def _go_on(self, seen: np.ndarray, seat: int, action: int) -> None:
        """Search on from where a choice leads, if nothing is hidden or left to chance there and the tree has it."""
        f, self.next = self.forest, None
        place = int(f.child[0, f.root[0], action])
        if self.worlds == 1 and place > 0:
            after = seen.copy()
            if calls.apply(after, seat, action) == 1 << seat:
                self.next = after
                f.root[0] = place


def _hides(seen: np.ndarray) -> bool:
    """Whether whoever sees a position does not know everything: then a deal changes it."""
    dealt, rng = seen.copy(), seeded(1)
    seat = int(calls.to_act(dealt)).bit_length() - 1
    for _ in range(4):
        calls.deal(dealt, seat, rng)
        if dealt.tobytes() != seen.tobytes():
            return True
    return False
