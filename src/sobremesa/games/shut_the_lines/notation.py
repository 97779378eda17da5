"""How choices of Shut the Lines are written, and why one is not allowed.

A split is the sums of its groups from low to high: `4+5`. Leaving the round in part is `out:` and the numbers newly
covered: `out:6+12`, or `out:none`. A throw is its dice from low to high: `1-3-5`. A plan is `plan-1` to `plan-4`.
"""

import re
from typing import Any

from sobremesa.games.shut_the_lines import rules
from sobremesa.games.shut_the_lines.rules import (
    CHOOSING,
    LEAVE,
    LEAVING,
    LOT,
    PLAN,
    PLANNING,
    SPLIT,
    SPLITTING,
    THROWING,
)
from sobremesa.games.shut_the_lines.tables import DIE, FULL, MOST_NUMBERS, NUMBER, PLANS, WAYS
from sobremesa.kernel import CHANCE
from sobremesa.mistakes import BadMove, IllegalMove

SEAT_NAMES = "ruby", "maize", "jade", "lapis"
HELP = "write the sums of a split, like 4+5, or out: and what you still cover, like out:6+12 or out:none"
MUST_SPLIT = "The dice can be split, so a full split must be played."
_MOVE = re.compile(r"(out:)?(\d{1,4}(?:[+,]\d{1,4}){0,9})|out:none")


def seat_names(seats: int) -> tuple[str, ...]:
    """What the seats are called in records: their initials are letters of the board."""
    return SEAT_NAMES[:seats]


def numbers(mask: int) -> list[int]:
    """The numbers in a set of bits."""
    return [number for number in range(1, MOST_NUMBERS + 1) if int(mask) >> number - 1 & 1]


def dice(s: Any, throw: int | None = None) -> list[int]:
    """The dice of a throw, of the last one if none is named."""
    which = int(s.throw) if throw is None else throw
    return [int(die) for die in DIE[s.plan, which, : PLANS[int(s.plan)].dice]]


def cover(s: Any, seat: int, action: int) -> int:
    """The numbers that an action newly covers, as bits."""
    return int(rules.cover(s, seat, action))


def write(s: Any, seat: int, action: int) -> str:
    """An action as a person writes it."""
    if s.phase == LOT:
        return SEAT_NAMES[action]
    if s.phase in (PLANNING, CHOOSING):
        return f"plan-{1 + (action if s.phase == PLANNING else action - PLAN)}"
    if seat == CHANCE:
        return "-".join(map(str, dice(s, action)))
    sums = "+".join(map(str, numbers(cover(s, seat, action))))
    return f"out:{sums or 'none'}" if action >= LEAVE else sums


def read(s: Any, seat: int, text: str) -> int:
    """The action that a person wrote; the sums may stand in any order, with spaces around what joins them."""
    short = re.sub(r"\s*([-+,:])\s*", r"\1", text.strip().lower())
    if seat == CHANCE:
        return _chance(s, short, text)
    if found := re.fullmatch(r"plan[- ]?([1-4])", short):
        return PLAN + int(found[1]) - 1
    move = _MOVE.fullmatch(short)
    if not move:
        raise BadMove(f"{text!r} is not a move of Shut the Lines: {HELP}.")
    if s.phase not in (SPLITTING, LEAVING):
        raise IllegalMove("First choose a plan: plan-1, plan-2, plan-3 or plan-4.", 8)
    wanted = [int(number) for number in re.split(r"[+,]", move[2] or "") if number]
    return _way(s, seat, wanted, out=short.startswith("out"))


def _chance(s: Any, short: str, text: str) -> int:
    if s.phase == LOT and short in seat_names(int(s.players)):
        return SEAT_NAMES.index(short)
    if s.phase == PLANNING and re.fullmatch(r"plan-[1-4]", short):
        return int(short[-1]) - 1
    if s.phase == THROWING and re.fullmatch(r"[1-6](-[1-6])*", short):
        wanted = tuple(sorted(int(die) for die in short.split("-")))
        if len(wanted) == PLANS[int(s.plan)].dice:
            return NUMBER[wanted]
    raise BadMove(f"{text!r} is not what chance can bring now.")


def _way(s: Any, seat: int, wanted: list[int], out: bool) -> int:
    """The way of dividing the dice that has these sums."""
    for number in wanted:
        if not 1 <= number <= PLANS[int(s.plan)].numbers:
            raise IllegalMove(f"{number} is not a number of plan {int(s.plan)}.", 3)
    if len(set(wanted)) != len(wanted):
        raise IllegalMove("The sums of a split must be different.", 3)
    if out and s.phase == SPLITTING and not s.voluntary:
        raise IllegalMove(MUST_SPLIT, 4)
    mask = sum(1 << number - 1 for number in wanted)
    for way in range(WAYS):
        if not out and FULL[s.plan, s.throw, way] == mask:
            return SPLIT + way
        if out and rules.may_leave(s, seat, way, len(wanted)) and cover(s, seat, LEAVE + way) == mask:
            return LEAVE + way
    if mask & int(s.covered[seat]):
        taken = next(number for number in wanted if int(s.covered[seat]) >> number - 1 & 1)
        raise IllegalMove(f"{taken} is covered already.", 3)
    told = "-".join(map(str, dice(s)))
    raise IllegalMove(f"{told} cannot be divided into groups that make {'+'.join(map(str, wanted)) or 'nothing'}.", 3)


def refusal(s: Any, seat: int, action: int) -> IllegalMove:
    """Why an action that is not legal now is not."""
    if seat == CHANCE:
        return IllegalMove("Chance cannot bring that now.", 2)
    if s.phase == CHOOSING or action >= PLAN:
        return IllegalMove("A plan is chosen before the round, by who begins, where plans is choose.", 8)
    if action >= LEAVE:
        if s.phase == SPLITTING and not s.voluntary:
            return IllegalMove(MUST_SPLIT, 4)
        return IllegalMove("Another way of dividing the dice covers the same.", 5)
    if s.phase == LEAVING:
        return IllegalMove("The dice cannot be split: choose what to cover in part, with out:.", 5)
    taken = int(FULL[s.plan, s.throw, action - SPLIT]) & int(s.covered[seat])
    if taken:
        return IllegalMove(f"{numbers(taken)[0]} is covered already.", 3)
    return IllegalMove("That is no split of these dice into different numbers of the plan.", 3)
