"""Bots of people's own: a class of Python, or any program that talks JSON lines. See docs/bots.md.

Whoever names one lets it run on this machine with all their rights. So only the command line and Python itself take
such names: never a browser, and never a record that somebody else may have written.
"""

import re
from collections.abc import Mapping
from typing import Any

from sobremesa.bots.bot import Bot, Budget
from sobremesa.bots.custom.code import Coded, load
from sobremesa.bots.custom.program import Program, words
from sobremesa.games.game import Game

RUN = "run:"
BUDGET = re.compile(r"\d+(\.\d+s|s)?")


def split(name: str) -> tuple[str, Budget | None]:
    """The name and the budget of a bot that is there and can be asked."""
    bare, at, given = name.rpartition("@")
    if not at or not BUDGET.fullmatch(given):  # a command may have an @ of its own
        bare, given = name, ""
    budget = Budget.read(given) if given else None
    if bare.startswith(RUN):
        words(bare)
    else:
        load(bare)
    return bare, budget


def make(name: str, game: Game, seed: int, options: Mapping[str, Any] | None = None) -> Bot:
    """A bot for one seat of one match. The options of the match, where they are known, are told to it."""
    bare, budget = split(name)
    kind = Program if bare.startswith(RUN) else Coded
    return kind(bare, game, seed, budget, options)
