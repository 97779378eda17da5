"""The ratings of bots.

Bots do not learn from match to match, so nothing is added to the doubt between matches, and the doubt shrinks as
matches are played. Where a bot holds several sides of a match, each is rated, and the bot gets the mean.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sobremesa.arena.match import Played
from sobremesa.play.sides import Sides
from sobremesa.ratings import FIRST, Rating, mean, rated


def rate(bots: Iterable[str], matches: Sequence[Played], sides: Sides) -> dict[str, Rating]:
    """The rating of each bot after these matches, in this order."""
    found = dict.fromkeys(bots, FIRST)
    for match in matches:
        teams = [[found[match.bots[seat]] for seat in seats] for seats in sides]
        after = rated(teams, [-match.scores[seats[0]] for seats in sides])
        held: dict[str, list[Rating]] = {}
        for seats, team in zip(sides, after, strict=True):
            for seat, rating in zip(seats, team, strict=True):
                held.setdefault(match.bots[seat], []).append(rating)
        found |= {bot: mean(each) for bot, each in held.items()}
    return found
