"""What is believed of who solves puzzles, and of the puzzles. A try is a match of two: whoever solves it has won,
whoever does not has lost, and who needed a hint has drawn. Ratings are those of the ladders."""

import math

import msgspec

from sobremesa.ratings import FIRST, Rating, rated
from sobremesa.server.features.ladders.rating import BASE, CHANGE, SCALE

PLACES: dict[str, tuple[int, int]] = {"solved": (1, 2), "helped": (1, 1), "failed": (2, 1)}
"""Of the person and of the puzzle, by what became of a try; `helped` is one that was solved after a hint."""
DOUBT = FIRST.sigma / 2
"""About a puzzle that nobody has tried: its rating comes from how long a program searches."""
BEGINS = 1200
"""What somebody new is thought to be, in as much doubt as anybody on a ladder: whoever can do more soon shows it."""
CONSTANT_FIELDS = 0.7 * FIRST.sigma
"""In less doubt than this one is no longer new: that takes nine tries or so."""


class Belief(msgspec.Struct, frozen=True):
    """A rating, and what it comes from."""

    rating: Rating
    tried: int = 0
    solved: int = 0

    def after(self, rating: Rating, solved: bool) -> "Belief":
        return Belief(rating, self.tried + 1, self.solved + solved)


def known_as(rating: int, doubt: float) -> Rating:
    """The rating that people read as this number."""
    return Rating((rating - BASE) / SCALE, doubt)


NEW = Belief(known_as(BEGINS, FIRST.sigma))
"""What is believed of one who has not tried any."""


def mined(rating: int) -> Belief:
    """What is believed of a puzzle that nobody has tried."""
    return Belief(known_as(rating, DOUBT))


def settled(person: Belief) -> bool:
    """Whether enough is known of somebody to tell anything about puzzles by them."""
    return person.rating.sigma < CONSTANT_FIELDS


def after(person: Belief, puzzle: Belief, state: str) -> tuple[Belief, Belief]:
    """Both after a try. Of a puzzle nothing else is believed than before where somebody new tried it: it would seem as
    much too easy as they are stronger than somebody new is thought to be."""
    ready = Rating(person.rating.mu, math.hypot(person.rating.sigma, CHANGE))
    [[one], [other]] = rated([[ready], [puzzle.rating]], PLACES[state])
    solved = state == "solved"
    bounded = Rating(one.mu, min(one.sigma, FIRST.sigma))
    return person.after(bounded, solved), puzzle.after(other if settled(person) else puzzle.rating, solved)


def shown(rating: Rating) -> int:
    """As people read it: the estimate."""
    return round(BASE + SCALE * rating.mu)


def gained(gain: float) -> int:
    return round(SCALE * gain)
