"""A bot that is a program, `run:COMMAND`: it is asked and answers in lines of JSON. See docs/bots.md."""

from __future__ import annotations

import json
import shlex
import shutil
import weakref
from collections.abc import Mapping, Sequence
from typing import Any

from sobremesa.bots.bot import Budget
from sobremesa.bots.custom.process import Process
from sobremesa.bots.custom.turn import Turn, short
from sobremesa.games.game import Game
from sobremesa.mistakes import BadBot

PROTOCOL = 1
START = 30.0
"""Seconds that the first answer may take longer, because a program has to start."""
LIMIT = 60.0
"""Seconds for an answer, where the budget does not say how long it may think."""
SLACK = 5.0
"""Seconds over that budget, for a machine that has other things to do."""
BYE = json.dumps({"bye": PROTOCOL})


def words(name: str) -> list[str]:
    """The words of the command; no shell reads them."""
    command = name.partition(":")[2]
    try:
        found = shlex.split(command)
    except ValueError as error:
        raise BadBot(f"The command of {name} cannot be read: {str(error).lower()}.") from None
    if not found:
        raise BadBot("run: and a command is a bot, like run:./mybot --fast; the command is missing.")
    if shutil.which(found[0]) is None:
        raise BadBot(f"{name} cannot be started: there is no program {found[0]}.")
    return found


class Program:
    """One process for one seat of one match. It begins with the first choice, and ends with the bot."""

    def __init__(
        self, name: str, game: Game, seed: int, budget: Budget | None, options: Mapping[str, Any] | None
    ) -> None:
        self.name, self.words, self.game, self.seed = name, words(name), game, seed
        self.budget, self.options = budget, options
        self.process: Process | None = None
        self.seat = -1

    def choose(self, seen: Any, seat: int, legal: Sequence[int]) -> int:
        turn = Turn.of(self.game, seen, seat, legal, self.options)
        first = self.process is None or self.process.over or seat != self.seat
        if first:
            self._begin(turn)
        process = self.process
        assert process is not None
        asked = {"view": turn.view, "moves": turn.moves, "expected": turn.expected}
        before = "hello" if first else "its last answer"
        process.say(json.dumps(asked | ({"budget": self._budget()} if self.budget else {})), before)
        wanted = json.dumps({"move": turn.moves[0]})
        said = process.hear(self.limit + (START if first else 0), f"a line like {wanted}")
        return legal[self._chosen(turn, said, wanted)]

    @property
    def limit(self) -> float:
        """Seconds for an answer."""
        return self.budget.seconds + SLACK if self.budget and self.budget.seconds else LIMIT

    def close(self) -> None:
        """Say goodbye. A bot that nobody holds any more does so by itself."""
        if self.process:
            self._goodbye()
            self.process = None

    def _begin(self, turn: Turn) -> None:
        self.close()
        self.process, self.seat = Process(self.name, self.words), turn.seat
        self._goodbye = weakref.finalize(self, self.process.stop, BYE)
        hello = {"hello": PROTOCOL, "game": turn.game, "seats": turn.seats, "seat": turn.seat, "name": turn.name}
        seed = self.seed % 2**32  # exact in every language
        self.process.say(json.dumps(hello | {"options": turn.options, "seed": seed}, default=str), "nothing")

    def _budget(self) -> dict[str, float]:
        assert self.budget
        return {"seconds": self.budget.seconds} if self.budget.seconds else {"rounds": self.budget.rounds}

    def _chosen(self, turn: Turn, said: str, wanted: str) -> int:
        """Which move an answer means."""
        try:
            answer = json.loads(said)
        except (ValueError, RecursionError):
            answer = None
        try:
            if not isinstance(answer, dict) or "move" not in answer:
                raise BadBot(f"{self.name} answered {short(said)}: a line like {wanted} was expected.")
            return turn.place(answer["move"], self.name)
        except BadBot:
            self.close()
            raise
