"""The bot that learnt, for games that a net has learnt. It is built on this package, and found when it is needed."""

import importlib
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from sobremesa.bots.bot import Bot, Budget
from sobremesa.games.game import Game
from sobremesa.mistakes import BadSeats

LEARNT = "learnt"
FILE = "learnt.npz"
"""In the folder of a game: the net that plays it."""


def shipped(game: Game) -> Path:
    """Where the net of a game is, if it has one."""
    found = find_spec(game.package)
    return Path(found.origin).parent / FILE if found and found.origin else Path(FILE)


def has_learnt(game: Game) -> bool:
    """Whether a net has learnt a game."""
    return shipped(game).exists()


def check_seats(game: Game, seats: int) -> None:
    """That the net has learnt the game with so many seats."""
    about, _ = importlib.import_module("sobremesa.nets.net").load(shipped(game))
    if about.seats != seats:
        raise BadSeats(f"{LEARNT} plays {game.title} with {about.seats} seats, not with {seats}.")


def learnt(game: Game, seed: int, budget: Budget | None = None, **how: Any) -> Bot:
    """Who plays by it."""
    player = importlib.import_module("sobremesa.nets.player").Learnt
    bot: Bot = player(game, seed, budget, path=shipped(game), **how)
    return bot
