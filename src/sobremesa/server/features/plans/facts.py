"""What a plan can ask: facts of what its seat is shown, and nothing else.

Every game has a vocabulary of its own. Two facts are every game's: that one may choose a move now, and that a seat has
chosen one since one's own last choice, where choices are made in sight of all.
"""

import importlib
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

import msgspec

from sobremesa.kernel import CHANCE
from sobremesa.mistakes import Mistake
from sobremesa.play.fork import imagined
from sobremesa.play.match import Match
from sobremesa.server.features.plans.models import Condition

MAY, CHOSE = "may", "chose"
MOVE = "move"
View = dict[str, Any]
"""What a seat is shown."""
Values = Sequence[str] | range | Callable[[View], Sequence[str] | range]
"""What a part can be: words, numbers, or what follows from the view."""


class Fact:
    """Something that a seat can see to be so, or not."""

    def __init__(self, name: str, holds: Callable[..., bool], **parts: Values) -> None:
        self.name, self.holds, self.parts = name, holds, parts


class Part(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a fact is asked of."""

    name: str
    words: list[str] = []
    """One of these."""
    least: int | None = None
    most: int | None = None
    """Or a number; or else a move as it is written."""


class Askable(msgspec.Struct, frozen=True):
    """A fact as it can be asked at a table."""

    fact: str
    parts: list[Part]


@cache
def vocabulary(game: str) -> Any:
    """A game's own facts, and whether what seats choose is in sight of all."""
    return importlib.import_module(f"sobremesa.server.features.plans.{game.replace('-', '_')}")


def askable(match: Match, seat: int) -> list[Askable]:
    """What a seat can ask at a table."""
    view = match.view(seat)
    own = [
        Askable(fact.name, [_part(name, _values(values, view)) for name, values in fact.parts.items()])
        for fact in vocabulary(match.game.name).FACTS
    ]
    others = [name for number, name in enumerate(match.seat_names) if number != seat]
    chose = [Askable(CHOSE, [Part("seat", others), Part(MOVE)])] if _in_sight(match) and others else []
    return [*chose, Askable(MAY, [Part(MOVE)]), *own]


def check(match: Match, seat: int, condition: Condition) -> None:
    """That a condition can be asked; a sentence says what is wrong with another."""
    known = {each.fact: each.parts for each in askable(match, seat)}
    if condition.fact not in known:
        raise Mistake(f"A plan cannot ask {condition.fact!r} here: it can ask {', '.join(known)}.")
    parts = known[condition.fact]
    if sorted(condition.parts) != sorted(part.name for part in parts):
        named = ", ".join(part.name for part in parts) or "nothing more"
        raise Mistake(f"To ask {condition.fact!r}, say {named}.")
    for part in parts:
        given = condition.parts[part.name]
        if part.words and given not in part.words:
            raise Mistake(f"The {part.name} of {condition.fact!r} is one of {', '.join(part.words)}, not {given!r}.")
        if part.least is not None and not (isinstance(given, int) and part.least <= given <= (part.most or 0)):
            raise Mistake(f"The {part.name} of {condition.fact!r} is {part.least} to {part.most}, not {given!r}.")
        if part.name == MOVE and not isinstance(given, str):
            raise Mistake(f"The {part.name} of {condition.fact!r} is written as a move, not {given!r}.")


def holds(match: Match, seat: int, conditions: Sequence[Condition]) -> bool:
    """Whether everything is as it must be, as a seat sees it."""
    view = match.view(seat)
    return all(_holds(match, seat, view, each) != each.never for each in conditions)


def _holds(match: Match, seat: int, view: View, condition: Condition) -> bool:
    parts: Mapping[str, Any] = condition.parts
    if condition.fact == MAY:
        return may(match, seat, parts[MOVE])
    if condition.fact == CHOSE:
        return _in_sight(match) and plain(parts[MOVE]) in chosen_since(match, seat, parts["seat"])
    fact = next(each for each in vocabulary(match.game.name).FACTS if each.name == condition.fact)
    return bool(fact.holds(view, **parts))


def may(match: Match, seat: int, text: str) -> bool:
    """Whether a seat may choose a move, as far as it can know."""
    try:
        imagined(match, seat, 0).check(text, seat)
    except Mistake:
        return False
    return True


def ahead(match: Match, seat: int, line: Sequence[str]) -> tuple[str, list[str]]:
    """Who would be to choose if these moves were made one after the other, and what they could choose, as far as a seat
    can know: nothing where that depends on chance, or on what is hidden from it."""
    world = imagined(match, seat, 0)
    try:
        for text in line:
            world.push(text)
    except Mistake:
        return "", []
    if len(world.to_act) != 1 or world.to_act[0] == CHANCE or not (match.open or (world.turn == seat and not line)):
        return "", []
    return world.seat_name(world.to_act[0]), world.texts_of(world.to_act[0])


def chosen_since(match: Match, seat: int, other: str) -> list[str]:
    """What another seat has chosen since a seat's own last choice."""
    last = max((number for number, move in enumerate(match.moves) if move.seat == seat), default=-1)
    return [
        plain(move.text)
        for move in match.moves[last + 1 :]
        if move.seat != CHANCE and match.seat_name(move.seat) == other
    ]


def plain(text: str) -> str:
    """A move however it is typed."""
    return re.sub(r"\s+", "", text).casefold()


def _in_sight(match: Match) -> bool:
    return bool(vocabulary(match.game.name).CHOICES_IN_SIGHT)


def _values(values: Values, view: View) -> Sequence[str] | range:
    return values(view) if callable(values) else values


def _part(name: str, values: Sequence[str] | range) -> Part:
    if isinstance(values, range):
        return Part(name, least=values.start, most=values.stop - 1)
    return Part(name, list(values))
