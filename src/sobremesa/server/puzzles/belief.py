"""What is believed of who solves puzzles, and of the puzzles. A try is a match of two: whoever solves it has won,
whoever does not has lost, and who needed a hint has drawn. Ratings are those of the ladders."""

import math
from typing import Literal

import msgspec

from sobremesa.play.ratings import FIRST, Rating, rated
from sobremesa.server.ladders.belief import BASE, CHANGE, SCALE

State = Literal["hinted", "solved", "helped", "failed"]
"""What has become of somebody's first try: `hinted` while it is open, `helped` where it was solved after a hint."""
PLACES: dict[str, tuple[int, int]] = {"solved": (1, 2), "helped": (1, 1), "failed": (2, 1)}
"""Of the person and of the puzzle."""
DOUBT = FIRST.sigma / 2
"""About a puzzle that nobody has tried: its rating comes from how long a program searches."""


class Belief(msgspec.Struct, frozen=True):
    """A rating, and what it comes from."""

    rating: Rating
    tried: int = 0
    solved: int = 0

    def after(self, rating: Rating, solved: bool) -> "Belief":
        return Belief(rating, self.tried + 1, self.solved + solved)


NEW = Belief(FIRST)
"""What is believed of one who has not tried any."""


def mined(rating: int) -> Belief:
    """What is believed of a puzzle that nobody has tried."""
    return Belief(Rating((rating - BASE) / SCALE, DOUBT))


def after(person: Belief, puzzle: Belief, state: str) -> tuple[Belief, Belief]:
    """Both after a try."""
    ready = Rating(person.rating.mu, math.hypot(person.rating.sigma, CHANGE))
    [[one], [other]] = rated([[ready], [puzzle.rating]], PLACES[state])
    solved = state == "solved"
    bounded = Rating(one.mu, min(one.sigma, FIRST.sigma))
    return person.after(bounded, solved), puzzle.after(other, solved)


def shown(rating: Rating) -> int:
    """As people read it: the estimate. Who has not tried any is thought to be 1500."""
    return round(BASE + SCALE * rating.mu)


def gained(gain: float) -> int:
    return round(SCALE * gain)
