"""Ratings by OpenSkill (the model of Plackett and Luce), from 2 to 8 sides, alone or in teams.

Bots do not learn from match to match, so nothing is added to the doubt between matches (tau is 0), and the doubt
shrinks as matches are played. Where a bot holds several sides of a match, each is rated, and the bot gets the mean.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from openskill.models import PlackettLuce

from sobremesa.arena.match import Played
from sobremesa.arena.request import Sides


@dataclass(frozen=True)
class Rating:
    """How strong a bot is on OpenSkill's scale, where everybody begins at 25, and how much in doubt that is."""

    mu: float
    sigma: float


def rate(bots: Iterable[str], matches: Sequence[Played], sides: Sides) -> dict[str, Rating]:
    """The rating of each bot after these matches, in this order."""
    model = PlackettLuce(tau=0.0)
    found = {bot: Rating(model.mu, model.sigma) for bot in bots}
    for match in matches:
        teams = [[_player(model, found[match.bots[seat]]) for seat in seats] for seats in sides]
        rated = model.rate(teams, ranks=[-match.scores[seats[0]] for seats in sides])
        held: dict[str, list[Rating]] = {}
        for seats, team in zip(sides, rated, strict=True):
            for seat, player in zip(seats, team, strict=True):
                held.setdefault(match.bots[seat], []).append(Rating(player.mu, player.sigma))
        for bot, each in held.items():
            found[bot] = Rating(
                math.fsum(rating.mu for rating in each) / len(each),
                math.fsum(rating.sigma for rating in each) / len(each),
            )
    return found


def _player(model: PlackettLuce, rating: Rating):  # type: ignore[no-untyped-def]
    return model.rating(mu=rating.mu, sigma=rating.sigma)
