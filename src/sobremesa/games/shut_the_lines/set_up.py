"""A position of Shut the Lines from plain data, and back.

```
{"plan": 1, "covered": {"ruby": [1, 12], "maize": [5]}, "mover": "ruby", "dice": [1, 3, 5],
 "round": 1, "points": {"ruby": 2}, "inside": ["ruby", "maize"], "playing": ["ruby", "maize"], "first": "ruby"}
```

Without dice they are to be thrown. Those who are not `inside` are out of the round; who is not `playing` takes no part
in a play-off. `possible` counts the lines that all plans so far have had. Only the plan must be said.
"""

from typing import Any

import msgspec
import numpy as np

from sobremesa.games.game import Game
from sobremesa.games.set_up import convert, seat_of, seats_in
from sobremesa.games.shut_the_lines import rules
from sobremesa.games.shut_the_lines.notation import dice, numbers, seat_names
from sobremesa.games.shut_the_lines.rules import LADDER, LEAVING, SPLITTING, THROWING
from sobremesa.games.shut_the_lines.tables import HOUSE, MOST_LINES, NUMBER, PLANS
from sobremesa.mistakes import BadDiagram

LATEST = 1000
"""Rounds that a match may have had."""


class SetUp(msgspec.Struct, forbid_unknown_fields=True):
    plan: int
    covered: dict[str, list[int]] = {}
    mover: str = ""
    dice: list[int] | None = None
    round: int = 0
    points: dict[str, int] = {}
    inside: list[str] | None = None
    playing: list[str] | None = None
    first: str = ""
    possible: int = 0


def read(game: Game, seats: int, options: dict[str, Any], data: Any) -> np.recarray:
    """The position that is described, to play on from."""
    told = convert(data, SetUp)
    position: np.recarray = game.start(seats, options)
    s, names = position[0], seat_names(seats)
    _lay(s, told)
    s.first = seat_of(names, told.first) if told.first else 0
    playing = list(range(seats)) if told.playing is None else seats_in(names, told.playing)
    inside = playing if told.inside is None else seats_in(names, told.inside)
    if not inside or not set(inside) <= set(playing):
        raise BadDiagram("Somebody is still in the round, and whoever is plays.")
    s.playing, s.inside = _bits(playing), _bits(inside)
    s.seat = seat_of(names, told.mover) if told.mover else min(inside)
    if s.seat not in inside:
        raise BadDiagram(f"It cannot be the turn of {names[s.seat].capitalize()}, who is out of the round.")
    for name, covered in told.covered.items():
        _cover(s, seat_of(names, name), name, covered, playing, inside)
    for name, points in told.points.items():
        if not 0 <= points <= s.possible:
            raise BadDiagram(f"There have been {s.possible} lines: {name.capitalize()} cannot have {points} points.")
        s.points[seat_of(names, name)] = points
    _throw(s, told)
    return position


def _lay(s: Any, told: SetUp) -> None:
    """The plan, and the rounds before it."""
    if told.plan not in PLANS:
        raise BadDiagram(f"The plans are 1 to {len(PLANS)}.")
    ladder = s.plans == LADDER
    s.round_number = number = _within(told.round or (told.plan if ladder else 1), 1, LATEST, "round")
    if s.players == 1 and number > s.rounds:
        raise BadDiagram(f"The round is a number from 1 to {s.rounds}.")
    agreed = 1 + int((number - 1) % 4 if ladder else s.plans)
    if s.plans <= LADDER and told.plan != agreed:
        raise BadDiagram(f"In round {number} of this match the plan is {agreed}.")
    s.plan = told.plan
    s.lines[:] = s.own if s.own[0] > 0 else HOUSE[told.plan]
    lines = len(PLANS[told.plan].lines)
    s.possible = _within(told.possible or lines * number, lines, MOST_LINES * number, "number of lines so far")


def _within(number: int, least: int, most: int, what: str) -> int:
    if not least <= number <= most:
        raise BadDiagram(f"The {what} is a number from {least} to {most}.")
    return number


def _bits(seats: list[int]) -> int:
    return sum(1 << seat for seat in seats)


def _cover(s: Any, seat: int, name: str, covered: list[int], playing: list[int], inside: list[int]) -> None:
    """The chips of a seat."""
    most = PLANS[int(s.plan)].numbers
    if any(not 1 <= number <= most for number in covered) or len(set(covered)) != len(covered):
        raise BadDiagram(f"Plan {s.plan} has the numbers from 1 to {most}, and a number is covered once.")
    if covered and seat not in playing:
        raise BadDiagram(f"{name.capitalize()} does not play this round, and covers nothing.")
    s.covered[seat] = sum(1 << number - 1 for number in covered)
    if seat in inside and s.covered[seat] == rules.everything(s):  # rule 6
        raise BadDiagram(f"{name.capitalize()} has covered every number, and is done with the round.")


def _throw(s: Any, told: SetUp) -> None:
    """The dice, if they lie on the table."""
    s.phase = THROWING
    if told.dice is None:
        return
    count, thrown = PLANS[int(s.plan)].dice, tuple(sorted(told.dice))
    if len(thrown) != count or thrown not in NUMBER:
        raise BadDiagram(f"On plan {s.plan} there are {count} dice, each with a number from 1 to 6.")
    s.throw = NUMBER[thrown]
    if rules.may_split_at_all(s, s.seat):
        s.phase = SPLITTING
    elif s.mercy and s.covered[s.seat] == 0:  # rule 9
        raise BadDiagram("That throw cannot be split, and is thrown again.")
    elif s.partial:
        s.phase = LEAVING
    else:
        raise BadDiagram("That throw cannot be split: with it one is out at once.")


def write(s: Any) -> dict[str, Any]:
    """A position in which dice are to be thrown or split, as such data."""
    if s.phase not in (THROWING, SPLITTING, LEAVING):
        raise BadDiagram("Between two rounds there is nothing to set up.")
    names = seat_names(int(s.players))
    return {
        "plan": int(s.plan),
        "covered": {name: numbers(s.covered[seat]) for seat, name in enumerate(names)},
        "mover": names[s.seat],
        "dice": None if s.phase == THROWING else dice(s),
        "round": int(s.round_number),
        "points": {name: int(s.points[seat]) for seat, name in enumerate(names)},
        "inside": [name for seat, name in enumerate(names) if s.inside >> seat & 1],
        "playing": [name for seat, name in enumerate(names) if s.playing >> seat & 1],
        "first": names[s.first],
        "possible": int(s.possible),
    }
