"""The contract that every game keeps, as checks that raise AssertionError. For games from elsewhere, too.

>>> from sobremesa import games, testing
>>> testing.check(games.find("splut"))
"""

from sobremesa.games.game import Game
from sobremesa.testing.contract import CHECKS, FULL, QUICK, Effort

__all__ = ["CHECKS", "FULL", "QUICK", "Effort", "check"]


def check(game: Game, effort: Effort = FULL) -> None:
    """Make every check with every number of seats and every listed value of each option, one at a time."""
    for seats, options in game.cases():
        for each in CHECKS:
            each(game, seats, options, effort)
