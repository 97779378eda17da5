"""Many matches that a net plays against itself at once, and the lessons they give."""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor

from sobremesa.games.game import Game
from sobremesa.nets import buffers, selfplay, tree
from sobremesa.nets.encoding import sight, symmetries
from sobremesa.training.engine import Engine
from sobremesa.training.settings import SEATS, VISITS, Settings

Say = Callable[[Tensor], tuple[Tensor, Tensor]]
"""The net as it acts: what it says to what is seen, as logits of all spots and values."""


class Matches:
    """The matches, their trees, and rows of lessons."""

    def __init__(self, engine: Engine, game: Game, settings: Settings, seed: int) -> None:
        count, actions = settings.matches, int(game.rules.ACTIONS)
        _, options = game.agree(SEATS, settings.options)
        start = game.start(SEATS, options)
        self.settings, self.sight = settings, sight(game, SEATS)
        considered = min(settings.considered, actions, settings.simulations)
        plan = tree.plan(considered, settings.simulations)
        measures = SEATS, actions, self.sight, count, settings.simulations + 1, (considered + 1, settings.simulations)
        self.forest = buffers.forest(engine.make, start.dtype, *measures)
        self.practice = buffers.practice(engine.make, start.dtype, actions, count, settings.rows)
        self.forest.rng.fill(buffers.seeds(seed, count))
        self.forest.plan.fill(plan)
        self.forest.how.fill([VISITS, settings.scale, 0, settings.blend])
        self.practice.start.fill(start)
        self.practice.opening.fill([settings.stagger, settings.opening])
        device, rows = engine.device, settings.rows
        self.seen = torch.zeros(rows, count, self.sight.size, dtype=torch.float16, device=device)
        self.spots = torch.zeros(rows, count, actions, dtype=torch.int16, device=device)
        self.policies = torch.zeros(rows, count, actions, dtype=torch.float16, device=device)
        self._begin = engine.bind(tree.begin, count, self.forest, self.practice.positions)
        self._descend = engine.bind(tree.descend, count, self.forest)
        self._grow = engine.bind(tree.grow, count, self.forest)
        self._choose = engine.bind(selfplay.choose, count, self.forest, self.practice)
        engine.bind(selfplay.open_match, count, self.forest, self.practice)()
        where, to = symmetries(game, SEATS)
        self._from = torch.from_numpy(where.argsort(1)).to(device)
        self._to = torch.from_numpy(to).to(device)
        self.steps = 0

    def step(self, say: Say) -> None:
        """Think about one step in every match, play it, and keep it as a lesson."""
        f, row = self.forest, self.steps % self.settings.rows
        self._begin()
        for simulation in range(self.settings.simulations + 1):
            self._descend()
            if simulation == 0:
                self.seen[row] = f.seen.tensor
                self.spots[row] = f.spots.tensor
            logits, values = say(f.seen.tensor)
            f.logits.tensor.copy_(logits.gather(1, f.spots.tensor.clamp(min=0)))
            f.values.tensor.copy_(values)
            self._grow()
        self._choose()
        self.policies[row] = self.practice.policy.tensor
        self.practice.clock.tensor.add_(1)
        self.steps += 1

    def ready(self) -> Tensor:
        """The numbers of the lessons of matches that are over."""
        return self.practice.ready.tensor.view(-1).nonzero().squeeze(1)

    def lessons(self, which: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """What was seen, the spots of the actions (-1 where not legal), their shares and the value; each on a board
        that is turned in any way."""
        seen, spots = self.seen.view(-1, self.sight.size)[which], self.spots.flatten(0, 1)[which].long()
        turn = torch.randint(len(self._to), which.shape, device=which.device)
        there = self._to[turn].gather(1, spots.clamp(min=0)).where(spots >= 0, spots)
        values = self.practice.values.tensor.view(-1)[which]
        return seen.gather(1, self._from[turn]).float(), there, self.policies.flatten(0, 1)[which].float(), values

    def counts(self) -> tuple[int, int, int]:
        """How many matches came to their end, how many of them without a winner, and how many steps they had."""
        found = (self.practice.matches, self.practice.draws, self.practice.steps)
        matches, draws, steps = (int(each.tensor.sum()) for each in found)
        return matches, draws, steps
