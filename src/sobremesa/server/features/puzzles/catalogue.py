"""Every puzzle of a kind as a list to walk along: the easiest first, by what one has done, in steps and pages."""

from bisect import bisect_right
from collections.abc import Sequence
from typing import Literal

from sobremesa import puzzles
from sobremesa.server.features.puzzles.messages import FILL, Beside, Leaf, Riddle, Rung, fillable, listed
from sobremesa.server.features.puzzles.store import Puzzles

Show = Literal["all", "open", "solved", "missed"]
"""Which puzzles: those that one has not tried, that one has solved, that one has tried and not solved."""
SHOWN: dict[str, tuple[str, ...]] = {
    "open": ("", "hinted"),
    "solved": ("solved", "helped", "mended"),
    "missed": ("failed",),
}
STEPS = 1000, 1200, 1400, 1600, 1800
"""Where a step of difficulty ends and the next begins."""
EVERY = 0
"""Instead of a step: all of them."""
PAGE = 24
"""Puzzles on a page."""


def catalogue(kind: str, kept: Puzzles, me: str) -> list[Riddle]:
    """The puzzles of a kind, and what somebody has made of them."""
    if kind == FILL:
        fills = {each.puzzle: each for each in kept.fills(me)} if me else {}
        found = [fillable(each, fills.get(each.id)) for each in puzzles.listed(kind)]
    else:
        known, tries = kept.believed(kind), {each.puzzle: each for each in kept.tries(me)} if me else {}
        found = [listed(each, known, tries.get(each.id)) for each in puzzles.listed(kind)]
    return sorted(found, key=_place)


def leaf(kind: str, found: Sequence[Riddle], show: Show, step: int, page: int) -> Leaf:
    """A page; the last one where there are not as many."""
    here = among(found, "all", step)
    wanted = among(here, show, EVERY)
    pages = -(-len(wanted) // PAGE) or 1
    page = min(page, pages)
    counts = {"all": len(here), **{each: sum(one.mine in states for one in here) for each, states in SHOWN.items()}}
    on_page = wanted[(page - 1) * PAGE : page * PAGE]
    first = next((each for each in found if each.mine in SHOWN["open"]), None)
    return Leaf(kind, page, pages, len(wanted), counts, rungs(found), on_page, first, options_of(kind))


def beside(found: Sequence[Riddle], name: str, show: Show, step: int) -> Beside:
    """Where a puzzle is among some, or would be if it were one of them."""
    it = next(each for each in found if each.id == name)
    wanted = [each for each in among(found, show, step) if each.id != name]
    before = [each for each in wanted if _place(each) < _place(it)]
    after = wanted[len(before) :]
    number = len(before) + 1
    page = (number - 1) // PAGE + 1
    last, first = before[-1] if before else None, after[0] if after else None
    return Beside(number, len(wanted) + 1, page, step_of(it.rating), last, first)


def among(found: Sequence[Riddle], show: Show, step: int) -> list[Riddle]:
    return [
        each
        for each in found
        if (show == "all" or each.mine in SHOWN[show]) and (step == EVERY or step_of(each.rating) == step)
    ]


def rungs(found: Sequence[Riddle]) -> list[Rung]:
    """The steps that have puzzles."""
    told = [Rung(step, 0, 0) for step in range(1, len(STEPS) + 2)]
    for each in found:
        rung = told[step_of(each.rating) - 1]
        rung.count += 1
        rung.solved += each.mine in SHOWN["solved"]
    return [rung for rung in told if rung.count]


def step_of(rating: int) -> int:
    return bisect_right(STEPS, rating) + 1


def options_of(kind: str) -> dict[str, str]:
    """What a table for a board agrees on."""
    if kind != FILL:
        return {}
    return {name: str(value) for name, value in puzzles.listed(kind)[0].options.items() if name != "walls"}


def _place(riddle: Riddle) -> tuple[int, str]:
    return riddle.rating, riddle.id
