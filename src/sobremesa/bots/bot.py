"""A bot sits on a seat: it gets what that seat may know and what it may choose, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from sobremesa.mistakes import BadOption


@dataclass(frozen=True)
class Budget:
    """How much a bot may think about one choice: so many rounds, or so many seconds, whichever is over first."""

    rounds: int = 0
    seconds: float = 0.0

    def __str__(self) -> str:
        return f"{self.seconds:g}s" if self.seconds else str(self.rounds)

    @staticmethod
    def read(text: str) -> Budget:
        """`20000` is rounds, `1.5s` seconds."""
        try:
            budget = Budget(seconds=float(text[:-1])) if text.endswith("s") else Budget(rounds=int(text))
        except ValueError:
            budget = Budget()
        if not (0 < budget.seconds <= 3600 or 0 < budget.rounds <= 10**9):
            raise BadOption(f"A budget is a number of rounds, like 20000, or of seconds, like 1.5s, not {text!r}.")
        return budget


@dataclass(frozen=True)
class Opinion:
    """What a bot thinks of a position, so far."""

    expected: float
    """How it expects its seat to come out, from -1 to 1."""
    rounds: int
    """How much it has thought: rounds, or positions."""
    line: tuple[tuple[int, int], ...] = ()
    """The best way to go on that it sees: seats and their actions. Where chance acts it ends."""
    choices: Mapping[int, tuple[float, float]] = field(default_factory=dict)
    """Of each action how it expects it to come out, and what share of its thought it got."""
    depth: int = 0
    """How many turns ahead it has seen everything, where it looks at everything."""


class Bot(Protocol):
    """Whoever can choose. One bot plays one seat of one match, so it may remember what it saw.

    A bot that thinks for long has an `opinion`, and calls `tell` with it from time to time, if that is set: where that
    says True, it stops and chooses the best so far."""

    def choose(self, seen: Any, seat: int, legal: Sequence[int]) -> int:
        """One of the legal actions, for a position (an array of one) without what is hidden from the seat."""
        ...


Listener = Callable[[Opinion], bool]
