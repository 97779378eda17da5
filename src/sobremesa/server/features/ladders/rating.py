"""What the house believes of somebody's strength, and how a match changes that. See `sobremesa.ratings`."""

import math
from collections.abc import Mapping, Sequence

import msgspec

from sobremesa.ratings import FIRST, Rating, mean, rated
from sobremesa.server.tables.outcome import GAVE_UP, SPARED, Part, sides_in
from sobremesa.server.tables.rated import is_person

CHANGE = FIRST.mu / 300
"""How much people change from match to match, as OpenSkill usually has it: doubt about them never ends. Bots stay."""
SURE = 3
"""So many times the doubt lies between what somebody is thought to be and what they surely are."""
SCALE, BASE = 40, 500
"""A rating of 25 is shown as 1500."""


class Shown(msgspec.Struct, frozen=True):
    """A rating as people read it."""

    rating: int
    """What somebody surely is: the estimate less the doubt. It is the order of a ladder."""
    estimate: int
    doubt: int


def shown(rating: Rating) -> Shown:
    estimate, doubt = round(BASE + SCALE * rating.mu), round(SCALE * SURE * rating.sigma)
    return Shown(estimate - doubt, estimate, doubt)


def height(rating: Rating) -> float:
    """By which a ladder is ordered."""
    return rating.mu - SURE * rating.sigma


def after(parts: Sequence[Part], before: Mapping[str, Rating]) -> dict[str, Rating]:
    """What is believed of everybody after a match; of who holds several seats the mean."""
    sides = sides_in(parts)
    teams = [[_ready(part.who, before.get(part.who, FIRST)) for part in side] for side in sides]
    places = [side[0].place for side in sides]
    found: dict[str, list[Rating]] = {}
    for side, (members, played) in enumerate(zip(sides, rated(teams, places), strict=True)):
        last = [*places[:side], len(parts) + 1, *places[side + 1 :]]
        lost = rated(teams, last)[side] if any(part.lot == GAVE_UP for part in members) else played
        for part, with_side, alone in zip(members, played, lost, strict=True):
            if part.lot != SPARED:
                found.setdefault(part.who, []).append(alone if part.lot == GAVE_UP else with_side)
    return {who: _bounded(mean(each)) for who, each in found.items()}


def combined(one: Rating, other: Rating, began: Rating = FIRST) -> Rating:
    """What is believed of two who turn out to be one. Both beliefs began from the same one, which counts once."""
    beliefs = [(each.mu, 1 / each.sigma**2) for each in (one, other)]
    first = 1 / began.sigma**2
    sure = math.fsum(weight for _, weight in beliefs) - first
    mu = (math.fsum(mu * weight for mu, weight in beliefs) - began.mu * first) / sure
    return _bounded(Rating(mu, sure**-0.5))


def _ready(who: str, rating: Rating) -> Rating:
    return Rating(rating.mu, math.hypot(rating.sigma, CHANGE)) if is_person(who) else rating


def _bounded(rating: Rating) -> Rating:
    """Nobody is in more doubt than who has not played."""
    return Rating(rating.mu, min(rating.sigma, FIRST.sigma))
