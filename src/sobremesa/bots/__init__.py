"""Who there is to play against.

A bot is named by its name, with `@` and how much it may think if it thinks: `uct@20000` for so many rounds a choice,
`uct@1.5s` for so many seconds. The levels, from `beginner` to `master`, play every game; `learnt` those for which a net
is there. A bot of somebody's own is
named by its class, `mine.py:Mine` or `package.module:Mine`, or by the command that runs it, `run:./mine`: see
`sobremesa.bots.custom`.
"""

import csv
import importlib
import re
from collections.abc import Callable, Mapping
from typing import Any

from sobremesa.bots.bot import Bot, Budget
from sobremesa.bots.levels import LEVELS, USUAL, Level, thinks
from sobremesa.bots.net_bots import LEARNT, check_seats, has_learnt, learnt
from sobremesa.bots.random import Random
from sobremesa.games.game import Game, nearest
from sobremesa.mistakes import BadOption, UnknownBot


def _uct(seed: int, budget: Budget | None) -> Bot:
    from sobremesa.bots.searcher import Searcher

    return Searcher(seed, budget or Budget(rounds=1000))


def usual(game: Game) -> str:
    """Who plays against whoever did not ask for anybody."""
    return USUAL


def quick(game: Game) -> str:
    """Who plays well enough at once, where a match is only looked at."""
    return game.bots[-1] if game.bots else "random"


def offered(game: Game) -> list[str]:
    """Whom people choose from at a table, the strongest last; the others are there for whoever names them."""
    return list(LEVELS)


EVERYWHERE: dict[str, Callable[[int], Bot]] = {"random": Random}
"""The bots that play every game."""
THINKERS: dict[str, Callable[[int, Budget | None], Bot]] = {"uct": _uct}
"""Those that can be told how much to think. They are for measuring, and are not offered at a table."""


OWN = re.compile(r"run:.*|.+\.py:\w+(@\S+)?|(?!person:)[A-Za-z_][\w.]*:[A-Za-z_]\w*(@\S+)?", re.DOTALL)


def is_own(name: str) -> bool:
    """Whether this names a bot of somebody's own. Making one runs what it names, so only whoever sits at this machine
    may: `check` refuses it."""
    return OWN.fullmatch(name) is not None


def _own() -> Any:
    """Found by its name when it is needed: it is built on this package."""
    return importlib.import_module("sobremesa.bots.custom")


def listed(text: str) -> list[str]:
    """The names in a list with commas; one that has a comma itself stands in double quotes."""
    return [name.strip() for name in next(csv.reader([text], skipinitialspace=True), [])]


def names(game: Game) -> list[str]:
    """The bots of a game: any move, those of its own, who learnt it, the levels; of each kind the strongest last."""
    return [*EVERYWHERE, *game.bots, *([LEARNT] if has_learnt(game) else []), *LEVELS]


def split(name: str, game: Game) -> tuple[str, Budget | None]:
    """The name and the budget of a bot that the game has, or of somebody's own that is there."""
    if is_own(name):
        found: tuple[str, Budget | None] = _own().split(name)
        return found
    bare, at, given = name.partition("@")
    known = names(game)
    if bare not in known and bare not in THINKERS:
        raise _unknown(bare, game)
    budget = Budget.read(given) if at else None
    if budget and bare not in (*THINKERS, LEARNT) and not (bare in LEVELS and thinks(bare, game)):
        raise BadOption(f"{bare} does not think, so it takes no budget: leave @{given} out.")
    return bare, budget


def _unknown(bare: str, game: Game) -> UnknownBot:
    known = names(game)
    return UnknownBot(f"{game.title} has no bot {bare!r}; it has {', '.join(known)}.{nearest(bare, known)}")


def check(name: str, game: Game) -> None:
    """That the house has such a bot for the game, which anybody may then ask for."""
    if is_own(name):
        raise _unknown(name, game)
    if "@" in name:
        raise BadOption(f"At a table a bot thinks as much as its level says: leave {name[name.index('@') :]} out.")
    if split(name, game)[0] == LEARNT:
        raise BadOption("At a table of the house a bot is one of its levels, not the net by itself.")


def check_for(name: str, game: Game, seats: int) -> None:
    """That there is such a bot, here on this machine, and that it plays with so many seats."""
    if split(name, game)[0] == LEARNT:
        check_seats(game, seats)


def make(name: str, game: Game, seed: int, options: Mapping[str, Any] | None = None) -> Bot:
    """A bot for one seat of one match; the same seed makes it choose the same. Bots of somebody's own are told the
    options of the match."""
    if is_own(name):
        own: Bot = _own().make(name, game, seed, options)
        return own
    bare, budget = split(name, game)
    if bare in THINKERS:
        return THINKERS[bare](seed, budget)
    if bare == LEARNT:
        return learnt(game, seed, budget)
    if bare in LEVELS:
        return Level(bare, game, seed, budget)
    if bare in EVERYWHERE:
        return EVERYWHERE[bare](seed)
    bot: Bot = game.bot.BOTS[bare](seed)
    return bot
