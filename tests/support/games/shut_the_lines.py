"""Matches of Shut the Lines that stand where a test wants them, with chance played by hand."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

import sobremesa
from sobremesa.games.shut_the_lines import GAME

SIZE = {1: 12, 2: 14, 3: 16, 4: 25}
DICE = {1: 3, 2: 3, 3: 4, 4: 5}
MIRROR = {plan: 1 + size for plan, size in SIZE.items()}
"""Less each number, this gives a figure that is as magic."""
SHUT = {
    0: {1, 2, 3},
    1: {1, 2, 3, 6, 7, 12},
    2: {1, 2, 3, 6, 7, 8, 10, 12},
    3: {1, 2, 3, 4, 5, 6, 7, 8, 10, 12},
    4: {1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12},
}
"""Numbers of plan 1 that make so many lines, and with which 1-1-1 cannot be split."""


def begin(
    seats: int = 2,
    *,
    first: str = "ruby",
    covered: Mapping[int, Iterable[int]] | None = None,
    points: Iterable[int] = (),
    **options: Any,
) -> sobremesa.Match:
    """A match after the lot, with chips on these numbers of each seat and these points."""
    match = sobremesa.Match(GAME, seats, roll=False, **options)
    if seats > 1:
        match.push(first)
    for seat, each in enumerate(points):
        match.position[0].points[seat] = each
    return cover(match, covered or {})


def cover(match: sobremesa.Match, covered: Mapping[int, Iterable[int]]) -> sobremesa.Match:
    """Lay these chips instead of those that are there."""
    for seat, numbers in covered.items():
        match.position[0].covered[seat] = mask(*numbers)
    return match


def but(*free: int, plan: int = 1) -> set[int]:
    """Every number of a plan but these."""
    return set(range(1, SIZE[plan] + 1)) - set(free)


def play(match: sobremesa.Match, moves: str) -> sobremesa.Match:
    """Play the moves in a line of text, one after the other."""
    for move in moves.split():
        match.push(move)
    return match


def play_round(match: sobremesa.Match, *lines: int) -> sobremesa.Match:
    """A round in which everybody's first throw knocks them out, each seat having so many lines.

    On plans other than 1 nobody has any line.
    """
    number = match.view()["round"]
    while not match.is_over and match.view()["round"] == number:
        seen = match.view()
        if seen["plan"] != 1:
            assert not any(lines)
        cover(match, {match.view()["mover"]: SHUT[lines[seen["mover"]]] if seen["plan"] == 1 else {1, 2, 3, 4, 5}})
        play(match, "-".join("1" * DICE[seen["plan"]]) + " out:none")
    return match


def texts(match: sobremesa.Match) -> list[str]:
    """What may be chosen now, as it is written."""
    return [move.text for move in match.legal_moves]


def after(match: sobremesa.Match, moves: str) -> set[str]:
    """What may be chosen after these moves, the match itself staying where it is."""
    legal = texts(play(match.copy(), moves))
    assert len(set(legal)) == len(legal), "the same choice is offered twice"
    return set(legal)


def chips(match: sobremesa.Match, seat: int) -> set[int]:
    """The numbers under the chips of a seat."""
    return set(match.view()["players"][seat]["covered"])


def points(match: sobremesa.Match) -> list[int]:
    return [player["points"] for player in match.view()["players"]]


def names(match: sobremesa.Match, what: str) -> list[str]:
    """Who is in the round, or plays it."""
    return [player["name"] for player in match.view()["players"] if player[what]]


def mover(match: sobremesa.Match) -> str:
    """Whose turn it is, also while the dice are thrown."""
    return match.seat_names[match.view()["mover"]]


def mask(*covered):
    """Return these numbers as a position keeps them."""
    return sum(1 << number - 1 for number in covered)


@lru_cache
def divisions(dice):
    """Return the sums of every division of dice into groups."""
    if not dice:
        return {()}
    first, rest = dice[0], divisions(dice[1:])
    joined = {tuple(sorted((*sums[:i], sums[i] + first, *sums[i + 1 :]))) for sums in rest for i in range(len(sums))}
    return joined | {tuple(sorted((first, *sums))) for sums in rest}
