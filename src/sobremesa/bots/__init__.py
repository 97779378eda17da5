"""Who there is to play against.

A bot is named by its name, with `@` and how much it may think if it thinks: `uct@20000` for so many rounds a choice,
`uct@1.5s` for so many seconds. The levels, from `beginner` to `master`, play every game.
"""

from collections.abc import Callable

from sobremesa.bots.bot import Bot, Budget
from sobremesa.bots.levels import LEVELS, USUAL, Level, thinks
from sobremesa.bots.random import Random
from sobremesa.games.game import Game, nearest
from sobremesa.mistakes import BadOption, UnknownBot


def _uct(seed: int, budget: Budget | None) -> Bot:
    from sobremesa.bots.searcher import Searcher

    return Searcher(seed, budget or Budget(rounds=1000))


def usual(game: Game) -> str:
    """Who plays against whoever did not ask for anybody."""
    return USUAL


EVERYWHERE: dict[str, Callable[[int], Bot]] = {"random": Random}
"""The bots that play every game."""
THINKERS: dict[str, Callable[[int, Budget | None], Bot]] = {"uct": _uct}
"""Those that can be told how much to think. They are for measuring, and are not offered at a table."""


def names(game: Game) -> list[str]:
    """The bots of a game: any move, those of its own, and the levels; of each kind the strongest last."""
    return [*EVERYWHERE, *game.bots, *LEVELS]


def split(name: str, game: Game) -> tuple[str, Budget | None]:
    """The name and the budget of a bot that the game has."""
    bare, at, given = name.partition("@")
    known = names(game)
    if bare not in known and bare not in THINKERS:
        raise UnknownBot(f"{game.title} has no bot {bare!r}; it has {', '.join(known)}.{nearest(bare, known)}")
    budget = Budget.read(given) if at else None
    if budget and bare not in THINKERS and not (bare in LEVELS and thinks(bare, game)):
        raise BadOption(f"{bare} does not think, so it takes no budget: leave @{given} out.")
    return bare, budget


def check(name: str, game: Game) -> None:
    """That the game has such a bot."""
    split(name, game)


def make(name: str, game: Game, seed: int) -> Bot:
    """A bot for one seat of one match; the same seed makes it choose the same."""
    bare, budget = split(name, game)
    if bare in THINKERS:
        return THINKERS[bare](seed, budget)
    if bare in LEVELS:
        return Level(bare, game, seed, budget)
    if bare in EVERYWHERE:
        return EVERYWHERE[bare](seed)
    bot: Bot = game.bot.BOTS[bare](seed)
    return bot
