"""Who sits on a seat: a level of the house that says what it thinks of every choice, and never looks at a clock."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sobremesa.bots.bot import Budget, Opinion
from sobremesa.bots.levels import ANY, rows, seated
from sobremesa.games.game import Game


@dataclass(frozen=True)
class Thought:
    """What a bot thinks of a choice, as far as it thinks."""

    value: float | None = None
    """Of the position, for the seat that chooses."""
    rounds: int | None = None
    """How much it thought; 0 where it goes on with the turn that it planned before."""
    choices: Mapping[int, float] | None = None
    """The value of each action, where it looked at them one by one."""
    shares: Mapping[int, float] | None = None
    """What share of the thought each of them got; where others choose at the same time, how likely it is taken."""


NOTHING = Thought()
Judge = Callable[[Any, int], Thought]
"""Says what a choice is worth where the bot itself does not: from what the seat sees."""


class Thinker:
    """A level, which first thinks, and then plays anything as often as its noise says."""

    def __init__(self, level: str, game: Game, seats: int, seed: int, least: float, judge: Judge | None = None) -> None:
        row = rows(game)
        preset = row.get(seats, row[ANY])[level]
        self.player: Any = seated(preset, game, seed, Budget(preset.rounds))
        self.noise, self.judge = max(preset.noise, least), judge
        self.rng = random.Random(seed)

    def choose(self, seen: Any, seat: int, legal: Sequence[int]) -> tuple[int, int, bool, Thought]:
        """An action; the one that the bot meant to take, whether it took any instead, and what it thinks."""
        before: Opinion | None = getattr(self.player, "opinion", None)
        meant = int(self.player.choose(seen, seat, legal))
        thought = self.judge(seen, seat) if self.judge else self._thought(before)
        if len(legal) > 1 and self.rng.random() < self.noise:
            return self.rng.choice(legal), meant, True, thought
        return meant, meant, False, thought

    def _thought(self, before: Opinion | None) -> Thought:
        now: Opinion | None = self.player.opinion
        if now is None:
            return NOTHING
        if hasattr(self.player, "planned"):  # whole turns ahead, of which the first step is thought about
            return Thought(now.expected, 0 if now == before else now.rounds)
        if now is before:  # there was no choice
            return NOTHING
        choices, shares = ({action: told[n] for action, told in now.choices.items()} for n in (0, 1))
        return Thought(now.expected, now.rounds, choices, shares)
