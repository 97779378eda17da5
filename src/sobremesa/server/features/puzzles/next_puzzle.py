"""Which puzzle comes next: one that somebody has not tried, about as hard as suits them.

Somebody new begins with the easiest and is to solve four of five; each puzzle that they solve in a row lets the next be
harder, so that who can do more is soon among those that fit. Whoever is known better is to solve two of three.
"""

import math
import random
from collections.abc import Mapping, Sequence

from sobremesa.puzzles import Puzzle
from sobremesa.ratings import FIRST, MODEL
from sobremesa.server.features.ladders.rating import BASE, SCALE
from sobremesa.server.features.puzzles.messages import rating_of
from sobremesa.server.features.puzzles.rating import CONSTANT_FIELDS, NEW, Belief
from sobremesa.server.features.puzzles.store import Try

FRESH, USUAL = 0.8, 0.65
"""How likely it is to be solved, as far as the house can tell: for who is new, and for whom it knows."""
CLIMB, LEAST = 0.1, 0.3
"""By how much less for each that somebody new has solved in a row; and how little at most."""
NEAR = 8
"""It is one of so many that lie nearest to that."""
STEP = 60
"""For one of whom nothing is kept the next lies so much higher, or lower, than the one that they come from."""


def aim(person: Belief, streak: int) -> float:
    """How high the next puzzle of a person is to be rated who has solved the last so many."""
    mu, sigma = person.rating.mu, person.rating.sigma
    fresh = min(1.0, max(0.0, (sigma - CONSTANT_FIELDS) / (FIRST.sigma - CONSTANT_FIELDS)))
    share = max(LEAST, USUAL + fresh * (FRESH - USUAL - CLIMB * streak))
    return BASE + SCALE * (mu - math.hypot(2**0.5 * MODEL.beta, sigma) * math.log(share / (1 - share)))


def onward(came: int | None, state: str) -> float:
    """The same for one of whom nothing is kept, who comes from a puzzle of this rating, or from none."""
    if came is None:
        return aim(NEW, 0)
    return came + {"solved": STEP, "failed": -STEP}.get(state, 0)


def streak(tries: Sequence[Try], kind: str) -> int:
    """How many puzzles of a kind somebody has solved in a row, of all tries from the first on."""
    decided = [each.state for each in tries if each.kind == kind and each.state != "hinted"]
    return next((n for n, state in enumerate(reversed(decided)) if state != "solved"), len(decided))


def near(found: Sequence[Puzzle], known: Mapping[str, Belief], tries: Mapping[str, Try], rating: float) -> Puzzle:
    """One of those nearest to a rating that somebody has not tried; of those that they could not solve, where there is
    none; or any."""
    open_ones = [each for each in found if each.id not in tries or tries[each.id].state == "hinted"]
    failed = [each for each in found if each.id in tries and tries[each.id].state == "failed"]
    wanted = open_ones or failed or found
    return random.choice(sorted(wanted, key=lambda each: abs(rating_of(each, known) - rating))[:NEAR])
