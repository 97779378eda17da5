"""What a plan can ask in Shut the Lines: what the dice show, what is covered, and how everybody stands."""

from typing import Any

from sobremesa.server.features.plans.facts import Fact, View

CHOICES_IN_SIGHT = True
NUMBERS, LINES, TOTALS, SIDES = range(1, 26), range(1, 13), range(1, 31), range(1, 7)
"""What there is on the largest plan, with the most dice."""


def players(view: View) -> list[str]:
    return [player["name"] for player in view["players"]]


def called(view: View, seat: str) -> Any:
    return next(player for player in view["players"] if player["name"] == seat)


def total(view: View, count: int) -> bool:
    return bool(view["dice"]) and sum(view["dice"]) == count


def die(view: View, number: int) -> bool:
    return number in (view["dice"] or [])


def covered(view: View, seat: str, number: int) -> bool:
    return number in called(view, seat)["covered"]


def inside(view: View, seat: str) -> bool:
    """Whether somebody is still in the round."""
    return bool(called(view, seat)["in"])


def shut(view: View, seat: str, count: int) -> bool:
    return len(called(view, seat)["shut"]) >= count


def points(view: View, seat: str, count: int) -> bool:
    return bool(called(view, seat)["points"] >= count)


FACTS = [
    Fact("total", total, count=TOTALS),
    Fact("die", die, number=SIDES),
    Fact("covered", covered, seat=players, number=NUMBERS),
    Fact("shut", shut, seat=players, count=LINES),
    Fact("inside", inside, seat=players),
    Fact("points", points, seat=players, count=range(1, 1000)),
]
