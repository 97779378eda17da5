"""How people end a match before the rules do: a seat resigns or is out of time, or all agree to a draw."""

from dataclasses import dataclass

from sobremesa.games.game import Game
from sobremesa.games.words import sentence, words
from sobremesa.play.move import Result

OF_A_SEAT = "resigned", "out of time"
WAYS = *OF_A_SEAT, "drawn"
TOGETHER = {"end-of-line": ("coop",)}
"""The modes of a game in which all win or lose together."""


@dataclass(frozen=True)
class Ending:
    """How a match ended, and by which seat if by one of them."""

    how: str
    seat: int = -1


def scores(game: Game, seats: int, mode: str, ending: Ending) -> Result:
    """How each seat did in a match that ended early."""
    if ending.how == "drawn":
        return Result((0.0,) * seats)
    others = -1.0 if mode in TOGETHER.get(game.name, ()) else 1.0
    return Result(tuple(-1.0 if seat == ending.seat else others for seat in range(seats)))


def say(ending: Ending, who: str, language: str = "en") -> str:
    """A sentence about it; `who` is the one who ended it, if it was one."""
    told: str = words(__file__)[language]["endings"][ending.how]
    return sentence(told.format(who=who))
