"""Ladders as they are told: who stands where, and how they came there."""

import msgspec

from sobremesa.server.damaged import Damage
from sobremesa.server.features.ladders.rating import Shown, shown
from sobremesa.server.features.ladders.store import Ladders, Rung, Step
from sobremesa.server.tables.outcome import GAVE_UP
from sobremesa.server.tables.rated import BOT, PAR, Par, read


class Known(msgspec.Struct, frozen=True):
    """A ladder that there can be."""

    game: str
    mode: str
    """`-` where the game has none."""
    seats: int
    listed: int
    matches: int
    par: Par | None
    """What is to be beaten, where nobody plays against anybody."""


class Place(msgspec.Struct, frozen=True):
    """Somebody on a ladder."""

    place: int
    """From 1; of one who is not listed the place that they would have."""
    name: str
    """What others see; of a bot what it is called."""
    kind: str
    """`person`, `bot` or `par`."""
    handle: str
    """By which one asks about them."""
    shown: Shown
    matches: int
    you: bool


class Board(msgspec.Struct, frozen=True):
    """A page of a ladder."""

    ladder: Known
    page: int
    """From 1."""
    pages: int
    places: list[Place]
    you: Place | None
    """Who asks, if they are on it: also on another page, or not listed."""
    listed: bool
    """Whether who asks would be listed: people with an account are."""


class Taken(msgspec.Struct, frozen=True):
    """A step on a ladder."""

    ladder: str
    at: float
    table: str
    """Where it was played, for who took the step alone."""
    place: int
    """Of so many sides; 0 where a guest turned out to be this person."""
    sides: int
    gave_up: bool
    before: Shown
    after: Shown


class Climbed(msgspec.Struct, frozen=True):
    """Where somebody stands on a ladder, and the last steps there, the first of them first."""

    game: str
    mode: str
    seats: int
    place: int
    shown: Shown
    matches: int
    steps: list[Taken]


class Climber(msgspec.Struct, frozen=True):
    """Somebody's ratings."""

    name: str
    kind: str
    handle: str
    you: bool
    ladders: list[Climbed]


class Changed(msgspec.Struct, frozen=True):
    """What a match changed for a seat."""

    seat: int
    before: Shown
    after: Shown


class Counted(msgspec.Struct, frozen=True):
    """What a match changed."""

    pending: bool
    """Whether it is rated and has not been counted yet."""
    changes: list[Changed]


def kind_of(who: str) -> str:
    return PAR if who == PAR else "bot" if who.startswith(BOT) else "person"


def placed(rung: Rung, place: int, me: str) -> Place:
    kind = kind_of(rung.who)
    name, handle = (rung.name, rung.handle) if kind == "person" else (rung.who.removeprefix(BOT), rung.who)
    return Place(place, name, kind, handle, shown(rung.rating), rung.matches, bool(me) and rung.who == me)


def taken(step: Step, own: bool) -> Taken:
    before, after = shown(step.before), shown(step.after)
    table = step.table if own else ""
    return Taken(step.ladder, step.at, table, step.place, step.sides, step.lot == GAVE_UP, before, after)


def changed(step: Step) -> Changed:
    return Changed(step.seat, shown(step.before), shown(step.after))


def climbed(kept: Ladders, damage: Damage, who: str, selves: list[str], own: bool) -> list[Climbed]:
    def told(each: tuple[str, Rung]) -> Climbed:
        name, rung = each
        ladder = read(name)
        steps = [taken(step, own) for step in kept.way(name, selves)]
        place = kept.above(name, who) + 1
        return Climbed(ladder.game, ladder.mode, ladder.seats, place, shown(rung.rating), rung.matches, steps)

    return damage.sound("rung", kept.on(who), told, lambda each: f"{each[0]} {who}")
