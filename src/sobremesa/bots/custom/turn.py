"""What a bot of somebody's own is asked, without a record in it: plain data that its seat may know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import index
from typing import Any

import numpy as np

from sobremesa.games.game import Game
from sobremesa.mistakes import BadBot

SHOWN = 8
"""How many moves a sentence names before it only counts them."""


@dataclass(frozen=True)
class Turn:
    """One choice that is to be made."""

    game: str
    seats: int
    """How many play."""
    seat: int
    """Which of them is asked, from 0."""
    name: str
    """What that seat is called in this game."""
    view: dict[str, Any]
    """What the seat sees: what a browser would be sent, and nothing else."""
    moves: list[str]
    """What it may choose, as it is written."""
    expected: str
    """What is expected of it now, in a sentence."""
    options: Mapping[str, Any] | None = None
    """What was agreed before the match, where that is known."""

    @classmethod
    def of(
        cls, game: Game, seen: Any, seat: int, legal: Sequence[int], options: Mapping[str, Any] | None = None
    ) -> Turn:
        """The choice of a seat that sees this, an array of one."""
        s, seats = seen.view(np.recarray)[0], int(game.rules.seats(seen.view(np.recarray)[0]))
        notation = game.notation
        if hasattr(notation, "write_all"):
            moves = notation.write_all(s, seat, list(legal))
        else:
            moves = [notation.write(s, seat, action) for action in legal]
        return cls(
            game.name,
            seats,
            seat,
            notation.seat_names(seats)[seat],
            game.view.view(s, seat),
            moves,
            game.events.expected(s, seat, "en"),
            options,
        )

    def place(self, answer: Any, who: str) -> int:
        """Which of the moves an answer means: one of their texts, or its place among them from 0."""
        if isinstance(answer, str) and answer in self.moves:
            return self.moves.index(answer)
        try:
            place = -1 if isinstance(answer, (bool, np.bool_)) else index(answer)
        except TypeError:
            place = -1
        if not 0 <= place < len(self.moves):
            raise BadBot(f"{who} chose {short(answer)}, but {self.name} may choose {self.choices()}.")
        return place

    def choices(self) -> str:
        """The moves in half a sentence, or the first of them."""
        few = ", ".join(self.moves[:SHOWN])
        return few if len(self.moves) <= SHOWN else f"{few} or one of {len(self.moves) - SHOWN} more"


def short(thing: Any, most: int = 120) -> str:
    """A thing as Python writes it, cut where it gets long."""
    told = thing if isinstance(thing, str) and thing.startswith("{") else repr(thing)
    return told if len(told) <= most else f"{told[:most]}… ({len(told)} characters)"
