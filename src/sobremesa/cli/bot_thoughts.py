"""What bots think, told while they think and when they have chosen."""

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sobremesa.analysis import written
from sobremesa.bots.bot import Bot, Listener, Opinion
from sobremesa.play.match import Match

SHOWN = 8
"""Choices of a line that fit on a screen."""


@dataclass(frozen=True)
class Thought:
    """An opinion, with its line as moves are written."""

    opinion: Opinion
    line: tuple[str, ...]

    def __str__(self) -> str:
        line = f": {' '.join(self.line[:SHOWN])}" if self.line else ""
        depth = f", {self.opinion.depth} turns ahead" if self.opinion.depth else ""
        return f"expects {self.opinion.expected:+.2f} after {self.opinion.rounds:,} rounds{depth}{line}"

    def data(self) -> dict[str, Any]:
        """The same as plain data."""
        opinion = self.opinion
        return {
            "expected": round(opinion.expected, 4),
            "rounds": opinion.rounds,
            "depth": opinion.depth,
            "line": self.line,
        }


class Thinking:
    """Listens to the bots of a match; on a terminal a line tells what the one that thinks has found so far."""

    def __init__(self, match: Match, bots: Mapping[int, Bot]) -> None:
        self.played, self.bots = match, bots
        self.match = match.copy()
        """As it was before the choice that is being thought about."""
        self.last: tuple[int, Opinion | None] = -1, None
        if sys.stderr.isatty():
            for seat, bot in bots.items():
                if hasattr(bot, "tell"):
                    bot.tell = self.listener(seat)

    def listener(self, seat: int) -> Listener:
        def listen(opinion: Opinion) -> bool:
            told = f"{self.played.seat_name(seat).capitalize()} {self.thought(opinion)}"
            print(f"\r\033[K{told[:100]}", end="", file=sys.stderr, flush=True)
            return False

        return listen

    def thought(self, opinion: Opinion) -> Thought:
        return Thought(opinion, written(self.match, opinion.line))

    def told(self) -> Thought | None:
        """What the bot that has just chosen thinks of it; nothing if it did not think."""
        if sys.stderr.isatty():
            print("\r\033[K", end="", file=sys.stderr, flush=True)
        seat = next(move.seat for move in reversed(self.played.moves) if move.seat in self.bots)
        opinion: Opinion | None = getattr(self.bots[seat], "opinion", None)
        news = opinion is not None and (seat, opinion) != self.last
        thought = self.thought(opinion) if opinion and news else None
        self.match, self.last = self.played.copy(), (seat, opinion)
        return thought
