"""A position to go on from in another way, without learning anything that one could not know."""

import numpy as np

from sobremesa.kernel import REFEREE, calls
from sobremesa.kernel.rng import seeded
from sobremesa.mistakes import Mistake
from sobremesa.play.match import Match


def imagined(match: Match, seat: int, seed: int) -> Match:
    """A match that has come to the same point as far as a seat may know, and where chance does not act by itself. What
    was before it is as it was."""
    world = match.copy()
    world.suppose(fork(match, seat, len(match.moves), seed))
    world.roll = False
    return world


def fork(match: Match, seat: int, moves: int, seed: int) -> np.recarray:
    """The position after so many moves as a seat may know it, with all that it cannot see dealt anew.

    What is hidden is wiped out before anything is dealt, so that nothing of it can show in the deal. For REFEREE
    nothing is hidden, and nothing dealt.
    """
    if not 0 <= moves <= len(match.moves):
        raise Mistake(f"The match has had {len(match.moves)} choices: there is nothing after {moves} of them.")
    position = match.at(moves).seen_by(seat)
    if seat != REFEREE:
        calls.deal(position, seat, seeded(seed))
    return position
