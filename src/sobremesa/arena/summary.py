"""What the matches of an arena come to.

A match is worth 1 to whoever wins it; those who share the first place share that, so that of two who draw each has a
half. Where nobody has won anything (every score is -1) nobody gets any. In percent of all matches that is `wins`.
Of two bots, `percent` is how often the one came out ahead of the other in matches that both played, a tie for a half.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import Any

from sobremesa.arena.interval import Z, normal, wilson
from sobremesa.arena.match import Played
from sobremesa.arena.ratings import rate
from sobremesa.arena.request import Request
from sobremesa.play.sides import Sides


def summary(request: Request, matches: Sequence[Played], failed: int) -> dict[str, Any]:
    """Figures for everything that was asked, from the matches that have been played."""
    sides = request.sides()
    names = list(dict.fromkeys([*request.bots, *request.against]))
    lengths = [request.opening + sum(match.choices) for match in matches]
    found: dict[str, Any] = {
        "matches": len(matches),
        "failed": failed,
        "courses": len({(match.bots, match.course) for match in matches}),
        "length": {"mean": _mean(lengths), "least": min(lengths, default=0), "most": max(lengths, default=0)},
    }
    if len(sides) == 1:
        bots = [_alone(name, matches) for name in names]
        return found | {"bots": sorted(bots, key=lambda row: -row["score"])}
    standings = [standing(match, sides) for match in matches]
    rows = [_rival(name, matches, standings, sides) for name in names]
    ratings = rate(names, matches, sides)
    for row in rows:
        rating = ratings[row["bot"]]
        row["rating"] = {"mu": rating.mu, "sigma": rating.sigma, **_ends(rating.mu, Z * rating.sigma)}
    rows.sort(key=lambda row: -row["rating"]["mu"])
    best_first = [row["bot"] for row in rows]
    met = _met(request, best_first)
    return found | {
        "drawn": sum(_places(each).count(0) > 1 for each in standings),
        "wins_by_side": [100 * _mean([_shares(each)[side] for each in standings]) for side in range(len(sides))],
        "bots": rows,
        "pairings": [_pairing(bot, rival, request, matches, standings, sides) for bot, rival in met],
    }


def standing(match: Played, sides: Sides) -> list[float]:
    """The score of each side."""
    return [match.scores[seats[0]] for seats in sides]


def _places(scores: list[float]) -> list[int]:
    """How many came out ahead of each side; of nobody where nobody has won anything."""
    if max(scores) == -1:
        return [len(scores)] * len(scores)
    return [sum(other > score for other in scores) for score in scores]


def _shares(scores: list[float]) -> list[float]:
    """What part of the win each side has."""
    places = _places(scores)
    first = places.count(0)
    return [1 / first if place == 0 else 0.0 for place in places]


def _held(match: Played, sides: Sides, name: str) -> list[int]:
    """The sides that a bot held."""
    return [side for side, seats in enumerate(sides) if match.bots[seats[0]] == name]


def _rival(name: str, matches: Sequence[Played], standings: list[list[float]], sides: Sides) -> dict[str, Any]:
    """What a bot did against all others."""
    wins, fair, scores = [], [], []
    for match, each in zip(matches, standings, strict=True):
        if held := _held(match, sides, name):
            shares = _shares(each)
            wins.append(math.fsum(shares[side] for side in held))
            fair.append(len(held) / len(sides))
            scores.append(_mean([each[side] for side in held]))
    return {
        "bot": name,
        "matches": len(wins),
        "wins": {"percent": 100 * _mean(wins), **_wilson(wins), "fair": 100 * _mean(fair)},
        "score": _mean(scores),
        **_thought(name, matches),
    }


def _alone(name: str, matches: Sequence[Played]) -> dict[str, Any]:
    """What a bot did where nobody is against anybody."""
    scores = [match.scores[0] for match in matches if name in match.bots]
    low, high = normal(scores)
    return {
        "bot": name,
        "matches": len(scores),
        "score": _mean(scores),
        "low": low,
        "high": high,
        "least": min(scores, default=0.0),
        "most": max(scores, default=0.0),
        **_thought(name, matches),
    }


def _thought(name: str, matches: Sequence[Played]) -> dict[str, Any]:
    """How many choices a bot made, and how long it thought about one."""
    seats = [(match, seat) for match in matches for seat, bot in enumerate(match.bots) if bot == name]
    choices = sum(match.choices[seat] for match, seat in seats)
    seconds = math.fsum(match.cpu[seat] for match, seat in seats)
    return {"choices": choices, "cpu_seconds_a_choice": seconds / choices if choices else 0.0}


def _met(request: Request, best_first: list[str]) -> list[tuple[str, str]]:
    """Who met whom: as it was asked for, or in a round robin the better one first."""
    if request.against or request.ladder:
        return [(lineup[0], lineup[-1]) for lineup in request.lineups()]
    return list(itertools.combinations(best_first, 2))


def _pairing(
    bot: str,
    rival: str,
    request: Request,
    matches: Sequence[Played],
    standings: list[list[float]],
    sides: Sides,
) -> dict[str, Any]:
    """How one bot did against another."""
    ahead, wins = [], []
    for match, each in zip(matches, standings, strict=True):
        ours, theirs = _held(match, sides, bot), _held(match, sides, rival)
        if ours and theirs:
            pairs = itertools.product(ours, theirs)
            ahead.append(_mean([((each[one] > each[other]) + (each[one] >= each[other])) / 2 for one, other in pairs]))
            wins.append(math.fsum(_shares(each)[side] for side in ours))
    found = {"bot": bot, "rival": rival, "matches": len(ahead), "percent": 100 * _mean(ahead), **_wilson(ahead)}
    if len(sides) == 2:
        return found | {"won": ahead.count(1.0), "drawn": ahead.count(0.5), "lost": ahead.count(0.0)}
    if request.against or request.ladder:
        found["wins"] = {"percent": 100 * _mean(wins), **_wilson(wins), "fair": 100 / len(sides)}
    return found


def _wilson(shares: list[float]) -> dict[str, float]:
    low, high = wilson(_mean(shares), len(shares))
    return {"low": 100 * low, "high": 100 * high}


def _ends(middle: float, reach: float) -> dict[str, float]:
    return {"low": middle - reach, "high": middle + reach}


def _mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values) if values else 0.0
