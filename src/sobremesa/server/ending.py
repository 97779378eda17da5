"""A match that its players can end before the rules do."""

import msgspec

from sobremesa.games.game import Game
from sobremesa.play.match import Match
from sobremesa.play.move import Result

DRAWS = {("splut", 2)}
"""The games, with so many seats, in which a draw can be agreed."""
TOGETHER = {"end-of-line": ("coop",)}
"""The modes of a game in which all win or lose together."""


class Ending(msgspec.Struct, frozen=True):
    """How a match ended: played to its end, or resigned or lost on time by a seat, or drawn by agreement."""

    how: str
    seat: int = -1


def scores(game: Game, seats: int, mode: str, ending: Ending) -> Result:
    """How each seat did in a match that ended early."""
    if ending.how == "drawn":
        return Result((0.0,) * seats)
    others = -1.0 if mode in TOGETHER.get(game.name, ()) else 1.0
    return Result(tuple(-1.0 if seat == ending.seat else others for seat in range(seats)))


class Played(Match):
    """A match at a table."""

    ending: Ending | None = None
    """How it ended, where the rules did not end it."""

    @property
    def to_act(self) -> tuple[int, ...]:
        return () if self.ending else super().to_act

    @property
    def result(self) -> Result | None:
        if self.ending is None:
            return super().result
        return scores(self.game, self.seats, str(self.options.get("mode", "")), self.ending)
