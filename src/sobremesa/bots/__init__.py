"""Who there is to play against."""

from collections.abc import Callable

from sobremesa.bots.bot import Bot
from sobremesa.bots.random import Random
from sobremesa.games.game import Game, nearest
from sobremesa.mistakes import UnknownBot

EVERYWHERE: dict[str, Callable[[int], Bot]] = {"random": Random}
"""The bots that play every game."""


def names(game: Game) -> list[str]:
    """The bots of a game, the strongest last."""
    return [*EVERYWHERE, *game.bots]


def check(name: str, game: Game) -> None:
    """That the game has such a bot."""
    known = names(game)
    if name not in known:
        raise UnknownBot(f"{game.title} has no bot {name!r}; it has {', '.join(known)}.{nearest(name, known)}")


def make(name: str, game: Game, seed: int) -> Bot:
    """A bot for one seat of one match; the same seed makes it choose the same."""
    check(name, game)
    if name in EVERYWHERE:
        return EVERYWHERE[name](seed)
    bot: Bot = game.bot.BOTS[name](seed)
    return bot
