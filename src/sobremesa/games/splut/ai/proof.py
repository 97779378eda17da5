"""Every turn of Splut! gone through by its plain rules: what the puzzles claim is proved by this, and by nothing else.

Here nothing is left out for speed, and nothing is taken from `turns` and `kills`, which the bots trust.
"""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from sobremesa.games.splut.bot import LINES, STEPS, kill, turns
from sobremesa.games.splut.rules import State, apply, over, setup, sorcerer_of
from sobremesa.games.splut.tables import OFF
from sobremesa.kernel import blank, rule


@rule
def every_turn(line, plans, ends):
    """Write down every order of steps that the turn of line[0] can have but for those that kill its own sorcerer, each
    ended by -1, and the position after each; how many there are."""
    start = line[:1].copy()
    seat = int(start[0].mover)
    count = turns(line, seat, plans)
    for n in range(count):
        ends[n] = start[0]
        for step in range(STEPS):
            if plans[n, step] >= 0:
                apply(ends[n], seat, plans[n, step])
    return count


@rule
def answer_all(ends, count, seat, line, replies):
    """Write down how a seat is killed in the turn that comes after each of these positions, ended by -1."""
    plan = np.empty(STEPS, np.int16)
    for n in range(count):
        steps = 0
        mover = int(ends[n].mover)
        if not over(ends[n]) and mover != seat:
            line[0] = ends[n]
            steps = kill(line, mover, 1 << seat, plan)
        for step in range(STEPS):
            replies[n, step] = plan[step] if step < steps else -1


class Turns(NamedTuple):
    """All that a turn can be: for each its steps, ended by -1, and the position after it."""

    plans: np.ndarray
    ends: np.ndarray


def turns_of(position: Any) -> Turns:
    """Every turn of the seat whose turn it is in an array of one position."""
    plans, ends = np.empty((LINES, STEPS), np.int16), blank(State, LINES)
    count = every_turn(np.repeat(position, STEPS + 1).view(np.recarray), plans, ends)
    if count == LINES:
        raise OverflowError("a turn has more orders of steps than there is room for")
    return Turns(plans[:count], ends[:count])


def killing(found: Turns, victim: int) -> np.ndarray:
    """Which of these turns kill a seat."""
    dead: np.ndarray = found.ends["at"][:, sorcerer_of(victim)] == OFF
    return dead


def replies(ends: Any, seat: int) -> np.ndarray:
    """For each of these positions the steps that kill a seat in the turn that comes next, ended by -1; all of them -1
    where there are none. Equal positions are looked at once."""
    packed = np.ascontiguousarray(ends).view(f"V{ends.dtype.itemsize}").ravel()
    _, first, which = np.unique(packed, return_index=True, return_inverse=True)
    different = ends[first].view(np.recarray)
    found = np.empty((len(first), STEPS), np.int16)
    answer_all(different, len(first), seat, blank(State, STEPS + 1), found)
    all_found: np.ndarray = found[which]
    return all_found


def chores() -> Iterator[tuple[str, Callable[[], object]]]:
    """What there is to compile ahead, by name."""
    yield "proofs", _prove


def _prove() -> None:
    position = blank(State)
    setup(position[0], 2, 200, True)
    found = turns_of(position)
    killing(found, 1), replies(found.ends, 0)
