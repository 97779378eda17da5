"""What covered sets and splits are worth, for bots and for the coach: at once, on every plan.

Plans 1 to 3 are solved when first asked about. Plan 4 is too large for that: what the first turns can lead to is
shipped in a file, and from six covered numbers on the game that is left is solved as it is met. Such a file is made
for other options and layouts when they are first asked about, which takes a while, and kept in the user's cache.
"""

import contextlib
import hashlib
import logging
import os
from collections.abc import Callable, Sequence
from functools import cached_property, lru_cache
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from sobremesa.engine import cache
from sobremesa.games.shut_the_lines.ai.solver import EQUAL, Array, Table, Tick, above, check, merciful, prize_for
from sobremesa.games.shut_the_lines.tables import FULL, PART, PLANS, WAYS, check_layout, masks
from sobremesa.games.shut_the_lines.view import layout_of

log = logging.getLogger("sobremesa.values")
log.setLevel(logging.WARNING)
"""By itself: a terminal hears little of the others, since a progress bar says the same; here there is none."""
SHIPPED = Path(__file__).with_name("plan4.npz")
EARLY = 5
"""In a file are the sets of that many numbers at most, and all that one turn makes of them. Sets of more numbers are
solved as they are met: about a third of a CPU second from 6 on, half of that for each more."""
STEP = 2.0**-20
"""Values in a file are whole numbers of these, three bytes each, and wrong by half of it, 0.0000005, at most."""
KEPT = 6
"""How many solved parts of a plan are kept for the sets to come."""


class Split(NamedTuple):
    """A way to play a throw: a full split below WAYS, leaving the round from WAYS on (WAYS + the way that covers)."""

    way: int
    cover: int
    """The numbers newly covered, a bit each."""
    value: float
    loss: float
    """How much less that is than the best."""


class Values:
    """The exact values of one plan with its options: of the covered sets of one player in one round."""

    tick: Tick | None = None

    def __init__(self, plan: int, partial: str, voluntary_partial: bool, mercy: bool, layout: tuple[int, ...]) -> None:
        self.plan, self.layout = plan, layout
        self.partial, self.voluntary, self.mercy = partial, voluntary_partial, mercy
        self.lines = masks(plan, layout)
        self.early = EARLY if plan == 4 else -1
        self.parts: dict[int | None, list[tuple[int, Table]]] = {}
        """By target, None for the mean: the covered sets above which everything is known, the latest last."""

    @cached_property
    def opening(self) -> "Opening":
        return Opening.of(self, self.tick)

    def value(self, covered: int) -> float:
        """The mean number of lines that perfect play reaches from a covered set."""
        if covered == 0 and self.mercy and self.plan < 4:  # every first throw of plan 4 can be split
            return merciful(self.part(0, None))
        return self.after(covered)(covered)

    def splits(self, covered: int, throw: int) -> list[Split]:
        """Every legal full split, and every way to leave where that is legal, the best first. None where nothing is
        asked: who is knocked out with `partial` none, or throws again."""
        return self.weighed(covered, throw, None)

    def best(self, covered: int, throw: int) -> tuple[int, float]:
        """The best way to play a throw, -1 where nothing is asked, and what the round is then worth on average."""
        splits = self.splits(covered, throw)
        return (splits[0].way, splits[0].value) if splits else (-1, self.asked_nothing(covered, None))

    def chance(self, covered: int, target: int) -> float | None:
        """How likely play that aims at it reaches so many lines from a covered set. None where that would take too
        long to know: on plan 4 before EARLY numbers are covered."""
        if self.count(covered) >= target:
            return 1.0
        if target > len(self.lines):
            return 0.0
        if covered.bit_count() <= self.early:
            return None
        if covered == 0 and self.mercy:
            return merciful(self.part(0, target))
        return self.part(covered, target)[covered]

    def best_for(self, covered: int, throw: int, target: int) -> tuple[int, float | None]:
        """The way to play a throw that most likely reaches so many lines, of several the best on average; and how
        likely that is. Where the chance is not known: the best way on average, and None."""
        if covered.bit_count() <= self.early:
            return self.best(covered, throw)[0], None
        splits = self.weighed(covered, throw, target)
        if not splits:
            return -1, self.asked_nothing(covered, target)
        likely = {split.way for split in splits if split.loss < EQUAL}
        if len(likely) == 1:
            return splits[0].way, splits[0].value
        return next(split.way for split in self.splits(covered, throw) if split.way in likely), splits[0].value

    def weighed(self, covered: int, throw: int, target: int | None) -> list[Split]:
        """The legal ways to play a throw with their values, the mean of lines or the chance to reach a target."""
        after = self.after(covered, target)
        found = [
            (way, cover, after(covered | cover))
            for way, cover in enumerate(FULL[self.plan, throw].tolist())
            if cover and not cover & covered
        ]
        knocked_out = not found
        if knocked_out and (self.partial == "none" or (self.mercy and covered == 0)):
            return []
        if knocked_out or self.voluntary:
            seen = set()
            for way, numbers in enumerate(PART[self.plan, throw].tolist()):
                cover = numbers & ~covered
                if numbers >= 0 and cover not in seen:
                    seen.add(cover)
                    found.append((WAYS + way, cover, self.prize(covered | cover, target)))
        most = max(value for _, _, value in found)
        splits = [Split(way, cover, value, most - value) for way, cover, value in found]
        return sorted(splits, key=lambda split: (split.loss >= EQUAL and split.loss, split.way))

    def asked_nothing(self, covered: int, target: int | None) -> float:
        """The value of a throw that leaves no choice: thrown again, or out with the lines there are."""
        if covered or not self.mercy:
            return self.prize(covered, target)
        again = self.value(0) if target is None else self.chance(0, target)
        return again or 0.0

    def count(self, covered: int) -> int:
        """How many lines a set has."""
        return sum(covered & line == line for line in self.lines)

    def prize(self, covered: int, target: int | None) -> float:
        """What a set is worth to who is out."""
        lines = self.count(covered)
        return float(lines if target is None else lines >= target)

    def after(self, covered: int, target: int | None = None) -> Callable[[int], float]:
        """Where to look up the values of a covered set and of all that one turn makes of it."""
        known = self.table(covered) if target is None else self.part(covered, target)
        return (known or self.opening).__getitem__

    def table(self, covered: int) -> Table | None:
        """All values above a covered set; None where those that one turn makes of it are in the file."""
        return None if covered.bit_count() <= self.early else self.part(covered, None)

    def part(self, covered: int, target: int | None) -> Table:
        """What is known of all sets above a covered one: from before, or solved now."""
        parts = self.parts.setdefault(target, [])
        if self.plan < 4:
            covered = 0
        for known, table in parts:
            if known & covered == known:
                return table
        game = above(self.plan, covered, self.partial, self.voluntary, self.layout)
        solved = Table(game, prize_for(self.plan, target))
        parts.append((covered, solved))
        del parts[:-KEPT]
        return solved


class Opening:
    """The values of all sets of EARLY numbers at most on plan 4, and of all that one turn makes of them."""

    def __init__(self, values: Array) -> None:
        self.sets, self.values = openings(), values
        if self.sets.shape != values.shape:
            raise ValueError(f"there are {self.sets.size} sets that the first turns lead to, but {values.size} values")

    def __getitem__(self, covered: int) -> float:
        return float(self.values[np.searchsorted(self.sets, np.int32(covered))]) * STEP

    @classmethod
    def of(cls, values: Values, tick: Tick | None) -> "Opening":
        """From the file that was shipped, from the user's cache, or solved now and kept there."""
        usual = values.partial == "choose" and not values.voluntary and values.layout == PLANS[4].layout
        path = SHIPPED if usual else kept_at(values)
        if path.exists():
            with np.load(path) as file:
                low, middle, high = file["bytes"].astype(np.uint32)
            return cls(low | middle << 8 | high << 16)
        if not tick:
            log.warning("Shut the Lines: working out plan 4 with these options, once; half a minute or so")
        whole = compact(Table(above(4, 0, values.partial, values.voluntary, values.layout), prize_for(4), tick))
        with contextlib.suppress(OSError):  # where it cannot be kept it is worked out again next time
            path.parent.mkdir(parents=True, exist_ok=True)
            save(path, whole)
        return cls(whole)


def compact(table: Table) -> Array:
    """What the first turns lead to, out of all values of plan 4, in STEPs."""
    values = table.values.ravel()[table.game.pack(openings())]
    whole: Array = np.round(values / STEP).astype(np.uint32)
    return whole


def save(path: Path, whole: Array) -> None:
    """Write it to a file, which is there when it is complete and not before."""
    unfinished = path.with_name(f"{os.getpid()}-{path.name}")
    try:
        np.savez_compressed(unfinished, bytes=np.array([whole >> shift & 255 for shift in (0, 8, 16)], np.uint8))
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)


def kept_at(values: Values) -> Path:
    """Where in the user's cache the file of these options and this layout is."""
    told = f"{values.partial} {values.voluntary} {values.layout} {EARLY} {STEP}".encode()
    name = hashlib.sha256(told + FULL[4].tobytes() + PART[4].tobytes()).hexdigest()[:16]
    return cache.home().parent / "values" / f"{name}.npz"


@lru_cache(maxsize=1)
def openings() -> Array:
    """All sets of EARLY numbers at most, and all that one turn makes of them."""
    numbers = [1 << bit for bit in range(PLANS[4].numbers)]
    sets = np.array([sum(some) for count in range(EARLY + 1) for some in combinations(numbers, count)], np.int32)
    seen = np.zeros(1 << PLANS[4].numbers, np.bool_)
    seen[sets] = True
    for cover in np.unique(FULL[4])[1:]:
        seen[sets[sets & cover == 0] | cover] = True
    return np.flatnonzero(seen).astype(np.int32)


def values(
    plan: int,
    partial: str = "choose",
    voluntary_partial: bool = False,
    mercy: bool = False,
    layout: Sequence[int] | None = None,
    tick: Tick | None = None,
) -> Values:
    """The exact values of a plan, the same object for the same options. Tick is told which share is done where an
    unusual plan 4 has to be solved first."""
    check(plan, partial)
    known = _values(plan, partial, voluntary_partial, mercy, check_layout(plan, layout or PLANS[plan].layout))
    known.tick = tick
    return known


def values_of(s: Any) -> Values:
    """The exact values of the plan that is played in a position, with its options and layout."""
    partial = "choose" if s.partial else "none"
    return values(int(s.plan), partial, bool(s.voluntary), bool(s.mercy), layout_of(s))


@lru_cache(maxsize=16)
def _values(plan: int, partial: str, voluntary_partial: bool, mercy: bool, layout: tuple[int, ...]) -> Values:
    return Values(plan, partial, voluntary_partial, mercy, layout)
