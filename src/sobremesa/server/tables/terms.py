"""What can be agreed for a match, as a page may offer it: asked of the game itself, so that no rule is written twice.

Whatever somebody wants is settled: what was chosen last stays, and what does not fit beside it gives way. So a page can
offer every value that can be had, and whatever is settled can be played.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Annotated, Any

import msgspec

from sobremesa.games.game import Choice, Flag, Game, Option, Squares, Whole
from sobremesa.mistakes import BadOption, BadSeats, Mistake
from sobremesa.play.match import Match

LEAD = "mode"
"""The option that decides how many may play."""
SEATS = "seats"
FEW = 5
"""Numbers that are offered one by one."""
WIDEST = 16
"""No area has more squares in a row."""

Given = dict[str, str | int | bool]


class Agreeable(msgspec.Struct):
    """What can be agreed before a match."""

    name: str
    kind: str
    """switch, number, word, squares, or else its own name."""
    usual: str
    values: list[str]
    """All there are, where they are few."""
    range: str
    says: str
    least: int | None = None
    most: int | None = None
    """Of a number, or how many squares."""


class Wanted(msgspec.Struct, forbid_unknown_fields=True):
    """What somebody would like to agree; what nothing is said about is as usual."""

    seats: Annotated[int, msgspec.Meta(ge=1, le=8)] | None = None
    options: Given = {}
    first: Annotated[str, msgspec.Meta(max_length=60)] = ""
    """The option that was chosen last: what does not fit beside it gives way, and what follows it is as usual."""


class Area(msgspec.Struct):
    """The squares among which some are chosen, each written as row,column from 0."""

    size: int
    taken: list[str]
    """Where none can be."""
    closed: list[str]
    """Where, with those chosen already, nobody could begin."""


class Term(msgspec.Struct):
    """An option as things are."""

    name: str
    value: str
    usual: str
    """What it would be if nobody said anything."""
    idle: bool
    """Whether it makes no difference now."""
    values: list[str]
    """Those that can be chosen, where they are few."""
    refused: dict[str, str]
    """Those that cannot, and why."""
    area: Area | None = None


class Terms(msgspec.Struct):
    """What is agreed, and what else could be."""

    seats: int
    counts: list[int]
    """For how many it can be played so."""
    options: list[Term]
    chosen: dict[str, str]
    """What has to be said to agree on exactly this; the rest is as usual."""
    dropped: dict[str, str]
    """What was wanted and does not fit, and why."""


def agreeable(option: Option) -> Agreeable:
    told = Agreeable(option.name, kind(option), option.write(option.default), few(option), option.range, option.says)
    if isinstance(option, Whole):
        told.least, told.most = option.least, option.most
    elif isinstance(option, Squares):
        told.least, told.most = 0, option.most
    return told


def kind(option: Option) -> str:
    kinds = {Flag: "switch", Whole: "number", Choice: "word", Squares: "squares"}
    return kinds.get(type(option), option.name)


def few(option: Option) -> list[str]:
    """All values of an option that has few; nothing for what can be many things."""
    if kind(option) in ("switch", "word"):
        return [option.write(value) for value in option.values]
    if isinstance(option, Whole) and option.most - option.least < FEW:
        return [str(number) for number in range(option.least, option.most + 1)]
    return []


def terms(game: Game, wanted: Wanted) -> Terms:
    """What is agreed when somebody wants this, and what could be chosen instead."""
    given = {name: value for name, value in wanted.options.items() if name not in followers(game, wanted)}
    seats, options, dropped = settle(game, wanted.seats, given, wanted.first)
    written = {option.name: option.write(options[option.name]) for option in game.options}
    usual = {option.name: usually(game, option, seats, written) for option in game.options}
    chosen = {name: value for name, value in written.items() if name == LEAD or value != usual[name]}
    idle = game.idle(seats, options)
    told = []
    for option in game.options:
        name = option.name
        refused = {value: why for value in few(option) if (why := refusal(game, seats, chosen, name, value))}
        values = [value for value in few(option) if value not in refused]
        area = area_of(game, option, seats, chosen) if isinstance(option, Squares) and name not in idle else None
        told.append(Term(name, written[name], usual[name], name in idle, values, refused, area))
    fitting = [count for count in game.seats if not refusal(game, count, chosen, SEATS, count)]
    return Terms(seats, fitting, told, chosen, dropped)


def settle(
    game: Game, seats: int | None, given: Mapping[str, Any], first: str = ""
) -> tuple[int, dict[str, Any], dict[str, str]]:
    """How many play and every option, as near to what is wanted as can be had; and what gave way, with the reason."""
    unknown = set(given) - {option.name for option in game.options}
    if unknown:
        game.agree(None, dict.fromkeys(unknown))  # says what there is instead
    wanted = given if seats is None else {**given, SEATS: seats}
    order = sorted(wanted, key=lambda name: (name != LEAD, name != SEATS, name != first))
    kept: dict[str, Any] = {}
    dropped: dict[str, str] = {}
    agreed = game.agree()
    for name in order:
        try:
            agreed = agree(game, kept | {name: wanted[name]})
            kept[name] = wanted[name]
        except Mistake as why:
            dropped[name] = str(why)
    return *agreed, dropped


def agree(game: Game, given: Mapping[str, Any]) -> tuple[int, dict[str, Any]]:
    """As the game has it; and refused, too, what would be over before anybody chooses."""
    seats, options = game.agree(given.get(SEATS), {name: value for name, value in given.items() if name != SEATS})
    blocked = any(isinstance(option, Squares) and options[option.name] for option in game.options)
    if blocked and over_at_once(game, seats, tuple(options.items())):
        raise BadOption("So nobody could begin: it would be over at once.")
    return seats, options


@lru_cache(10_000)
def over_at_once(game: Game, seats: int, options: tuple[tuple[str, Any], ...]) -> bool:
    """Whether nobody could choose anything, whatever chance brings."""
    return Match(game, seats, seed=0, **dict(options)).is_over


def followers(game: Game, wanted: Wanted) -> set[str]:
    """The options that are usually other ones with other values of what was chosen last: an edition sets them. How a
    match is played at all leaves them alone."""
    first = next((option for option in game.options if option.name == wanted.first), None)
    if first is None or first.name == LEAD:
        return set()
    found = [dict(game.usual(wanted.seats, {**wanted.options, first.name: value})) for value in first.values]
    return {name for one in found for name in one if any(other.get(name) != one[name] for other in found)} - {
        first.name
    }


def usually(game: Game, option: Option, seats: int, written: Mapping[str, str]) -> str:
    """What an option would be if nobody said anything about it."""
    others = {name: value for name, value in written.items() if name != option.name}
    return option.write(option.read(game.usual(seats, others).get(option.name, option.default)))


def refusal(game: Game, seats: int, chosen: Mapping[str, Any], name: str, value: str | int) -> str:
    """Why a value cannot be chosen, whatever else gave way; but how it is played and for how many stay, unless it is
    them that are chosen."""
    if name == SEATS:
        kept = {each: chosen[each] for each in chosen if each == LEAD} | {SEATS: value}
    elif name == LEAD:
        kept = {name: value}
    else:
        kept = {each: chosen[each] for each in chosen if each == LEAD} | {SEATS: seats, name: value}
    try:
        agree(game, kept)
    except (BadOption, BadSeats) as why:
        return str(why)
    return ""


def area_of(game: Game, option: Squares, seats: int, chosen: Mapping[str, Any]) -> Area:
    """The area as the game lets squares of it be chosen."""
    rest = {name: value for name, value in chosen.items() if name != option.name}

    def agreed(*squares: tuple[int, int]) -> tuple[tuple[str, Any], ...]:
        try:
            return tuple(game.agree(seats, rest | {option.name: squares})[1].items())
        except Mistake:
            return ()

    everywhere = [(row, column) for row in range(WIDEST) for column in range(WIDEST)]
    single = [square for square in everywhere if agreed(square)]
    size = 1 + max(max(square) for square in single)
    taken = [square for square in everywhere if max(square) < size and square not in single]
    there = option.read(chosen.get(option.name, option.default))
    more = [square for square in single if square not in there] if len(there) < option.most else []
    closed = [square for square in more if over_at_once(game, seats, agreed(*there, square))]
    return Area(size, [option.write((square,)) for square in taken], [option.write((square,)) for square in closed])
