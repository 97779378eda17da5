"""Ratings by OpenSkill (the model of Plackett and Luce), from 2 to 8 sides, alone or in teams."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from openskill.models import PlackettLuce

MODEL = PlackettLuce(tau=0.0)


@dataclass(frozen=True)
class Rating:
    """How strong somebody is on OpenSkill's scale, where everybody begins at 25, and how much in doubt that is."""

    mu: float
    sigma: float


FIRST = Rating(MODEL.mu, MODEL.sigma)
"""What is known of one who has not played."""


def rated(sides: Sequence[Sequence[Rating]], ranks: Sequence[float]) -> list[list[Rating]]:
    """The same after a match. The lowest rank has won, and equal ranks have drawn."""
    teams = [[MODEL.rating(mu=each.mu, sigma=each.sigma) for each in side] for side in sides]
    found = MODEL.rate(teams, ranks=list(ranks))
    return [[Rating(player.mu, player.sigma) for player in team] for team in found]


def mean(ratings: Sequence[Rating]) -> Rating:
    """Of one who held several seats of a match."""
    count = len(ratings)
    return Rating(math.fsum(each.mu for each in ratings) / count, math.fsum(each.sigma for each in ratings) / count)
