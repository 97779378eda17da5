"""What happens in Outspeed, as data, and the sentences made from it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from sobremesa.games.event import Event
from sobremesa.games.outspeed import rules
from sobremesa.games.outspeed.notation import seat_names, write
from sobremesa.games.outspeed.rules.bonuses import laid_from
from sobremesa.games.outspeed.rules.routes import die_of, fits, printed
from sobremesa.games.outspeed.rules.track import left, racing
from sobremesa.games.outspeed.tables import (
    COST,
    DEALING,
    DIE_NAMES,
    DRAWING,
    FINISH,
    FIRING,
    ION,
    KEEPING,
    KINDS,
    LAYING,
    MARKERS,
    MOVING,
    NEW_TILE,
    NOBODY,
    OVER,
    PAYING,
    PROGRAMMING,
    ROOM,
    SECTION,
    SYMBOLS,
    TAIL,
    TOKEN,
    TOKEN_NAMES,
    WHEEL,
)
from sobremesa.games.words import sentence, words
from sobremesa.kernel import CHANCE, REFEREE

TABLE = CHANCE
"""Whose doing it is when it is nobody's."""


@dataclass(frozen=True)
class Decided(Event):
    """A ship has decided what to lay, while others of its zone have not; what, only its owner knows."""

    token: str | None


@dataclass(frozen=True)
class Laid(Event):
    """All of a zone have decided: this one laid a token face down, or nothing."""

    something: bool
    token: str | None


@dataclass(frozen=True)
class Programmed(Event):
    """A route is chosen; which, only its owner knows."""

    route: str | None


@dataclass(frozen=True)
class Shown(Event):
    """A laid token is turned over; what all those of its zone do comes right after."""

    token: str


@dataclass(frozen=True)
class Moved(Event):
    """A ship goes ahead or is pushed back; `field` if a force field stands where it arrives."""

    start: int
    end: int
    field: bool


@dataclass(frozen=True)
class Fuelled(Event):
    """A ship gets fuel, or loses it to an ion cannon."""

    fuel: int
    left: int


@dataclass(frozen=True)
class Paid(Event):
    """A ship pays for its route."""

    fuel: int
    left: int


@dataclass(frozen=True)
class Marked(Event):
    """A force field stands in a zone."""

    zone: int


@dataclass(frozen=True)
class Cleared(Event):
    """The force fields of a zone that was entered are gone."""

    zone: int


@dataclass(frozen=True)
class Extended(Event):
    """A section of the track is laid ahead."""

    first: int
    last: int


@dataclass(frozen=True)
class Fell(Event):
    """A section falls away at the rear."""

    first: int
    last: int


@dataclass(frozen=True)
class Route(Event):
    """Who programmed a route, with their numbers on the wheel where it asks for one."""

    route: str
    seats: tuple[int, ...]
    numbers: tuple[int, ...]
    room: int
    fits: bool


@dataclass(frozen=True)
class Rolled(Event):
    """A die."""

    die: str
    shows: int


@dataclass(frozen=True)
class Looked(Event):
    """A token from the pile; which, only the drawer knows."""

    token: str | None


@dataclass(frozen=True)
class Kept(Event):
    """One token into the hand and the other under the pile; which, only the drawer knows."""

    token: str | None
    under: str | None
    last: bool


@dataclass(frozen=True)
class Shuffled(Event):
    """The discards make a new pile."""


@dataclass(frozen=True)
class Out(Event):
    """A ship is out: for want of fuel, pushed off the track, or with the section that fell."""

    why: str


@dataclass(frozen=True)
class Flipped(Event):
    """Few ships are left: the tiles turn to their other face."""

    ships: int


@dataclass(frozen=True)
class Turned(Event):
    """A tile is turned up."""

    tile: int


@dataclass(frozen=True)
class Ended(Event):
    """The race is over; these seats have won."""

    seats: tuple[int, ...]
    zone: int


def events(before: Any, seat: int, action: int, after: Any, eyes: int) -> list[Event]:
    """What happened between two positions when a seat played an action, as far as the seat `eyes` could see it."""
    now = _copy(before)
    rules.act(now[0], seat, action)
    happened = list(_acted(before, seat, action, now[0], eyes))
    while not rules.waits(now[0]):
        was = _copy(now[0])
        rules.step(now[0])
        happened += _stepped(was[0], now[0], eyes)
    return happened


def _copy(s: Any) -> Any:
    copy = np.zeros(1, rules.State).view(np.recarray)
    copy[0] = s
    return copy


def _own(seat: int, eyes: int, secret: str) -> str | None:
    """A secret, for whom it is none."""
    return secret if eyes in (seat, REFEREE) else None


def _acted(before: Any, seat: int, action: int, now: Any, eyes: int) -> Iterator[Event]:
    text = write(before, seat, action)
    if before.phase == DEALING:
        if now.phase != DEALING:
            yield Turned(TABLE, int(now.order[0]))
    elif before.phase == LAYING:
        if not rules.waits(now):
            yield from _laid(now, eyes)
        else:
            yield Decided(seat, _own(seat, eyes, text))
    elif before.phase == PROGRAMMING:
        yield Programmed(seat, _own(seat, eyes, text))
    elif before.phase == DRAWING:
        yield Looked(int(before.drawer), _own(int(before.drawer), eyes, TOKEN_NAMES[action]))
    elif before.phase == KEEPING:
        yield _kept(before, now, eyes)
    else:
        yield Rolled(int(before.roller), DIE_NAMES[die_of(int(before.rolling))], action)


def _laid(now: Any, eyes: int) -> Iterator[Event]:
    for seat in range(int(now.players)):
        if racing(now, seat) and now.zone[seat] == now.asked and now.laid[seat]:
            something = now.laid[seat] >= TOKEN
            token = TOKEN_NAMES[now.laid[seat] - TOKEN] if something else "none"
            yield Laid(seat, bool(something), _own(seat, eyes, token) if something else None)


def _kept(before: Any, now: Any, eyes: int) -> Kept:
    seat = int(before.drawer)
    kept = next(kind for kind in range(KINDS) if now.hand[seat, kind] > before.hand[seat, kind])
    drawn = [int(token) - 1 for token in before.drawn if token]
    drawn.remove(kept)
    under = _own(seat, eyes, TOKEN_NAMES[drawn[0]]) if drawn else None
    return Kept(seat, _own(seat, eyes, TOKEN_NAMES[kept]), under, not drawn)


def _stepped(was: Any, now: Any, eyes: int) -> Iterator[Event]:
    """What one step of what happens by itself brought."""
    if was.phase == FIRING:
        yield from _shown(was)
        yield from _ships(was, now)
    elif was.phase == PROGRAMMING:
        yield from _routes(was)
    elif was.phase == PAYING:
        yield from _paid(was, now)
    elif was.phase == MOVING:
        yield from _ships(was, now)
    elif was.phase == DRAWING:
        yield from _drawn(was, now, eyes)
    elif was.phase == TAIL:
        for first in range(int(was.rear), int(now.rear), SECTION):
            yield Fell(TABLE, first, first + SECTION - 1)
        yield from (Out(seat, "tail") for seat in _gone(was, now))
    elif was.phase == NEW_TILE:
        cleared = {int(was.marker[n]) for n in range(MARKERS) if was.marker[n] and not now.marker[n]}
        yield from (Cleared(TABLE, zone) for zone in sorted(cleared))
    if now.face != was.face:
        yield Flipped(TABLE, int(left(now)))
    if now.turn != was.turn:
        yield Turned(TABLE, int(now.order[now.turn]))
    if now.phase == OVER:
        yield _ended(now)


def _gone(was: Any, now: Any) -> list[int]:
    return [seat for seat in range(int(was.players)) if racing(was, seat) and not racing(now, seat)]


def _shown(was: Any) -> Iterator[Event]:
    """The tokens of the zone that acts. Whoever has not acted yet cannot be out, so that all come to be shown."""
    for seat in range(int(was.players)):
        if was.laid[seat] >= TOKEN and was.declared[seat] == was.asked:
            yield Shown(seat, TOKEN_NAMES[was.laid[seat] - TOKEN])


def _ships(was: Any, now: Any) -> Iterator[Event]:
    """Everything that changed on the track."""
    for first in range(int(was.front) + 1, int(now.front), SECTION):
        yield Extended(TABLE, first, first + SECTION - 1)
    for seat in range(int(was.players)):
        start, end = int(was.zone[seat]), int(now.zone[seat])
        if end and end != start:
            yield Moved(seat, start, end, end in was.marker)
        fuel = int(now.fuel[seat]) - int(was.fuel[seat])
        if end and fuel:
            yield Fuelled(seat, fuel, int(now.fuel[seat]))
    for seat in _gone(was, now):
        yield Out(seat, "fuel" if _shot(was, seat) else "pushed")
    for n in range(MARKERS):
        if now.marker[n] and not was.marker[n]:
            yield Marked(TABLE, int(now.marker[n]))


def _shot(was: Any, seat: int) -> bool:
    """Whether the ion cannons of the zone that acts take a ship's last fuel."""
    return bool(was.zone[seat] > was.asked and was.fuel[seat] <= 2 * laid_from(was, was.asked, ION))


def _routes(was: Any) -> Iterator[Event]:
    for route, symbol in enumerate(SYMBOLS, 1):
        seats = tuple(seat for seat in range(int(was.players)) if was.route[seat] == route)
        if seats:
            wheel = printed(was, route, COST + WHEEL)
            numbers = tuple(int(was.number[seat]) for seat in seats) if wheel else ()
            yield Route(seats[0], symbol, seats, numbers, printed(was, route, ROOM), bool(fits(was, seats[0])))


def _paid(was: Any, now: Any) -> Iterator[Event]:
    for seat in range(int(was.players)):
        fuel = int(was.fuel[seat]) - int(now.fuel[seat])
        if fuel:
            yield Paid(seat, fuel, int(now.fuel[seat]))
    yield from (Out(seat, "fuel") for seat in _gone(was, now))


def _drawn(was: Any, now: Any, eyes: int) -> Iterator[Event]:
    if now.pile > was.pile:
        yield Shuffled(TABLE)
    if was.drawer == NOBODY:
        return
    seat = int(was.drawer)
    if now.under_count < was.under_count:
        yield Looked(seat, _own(seat, eyes, TOKEN_NAMES[was.under[0] - 1]))
    elif now.drawer == NOBODY:
        yield _kept(was, now, eyes)


def _ended(now: Any) -> Ended:
    ships = [seat for seat in range(int(now.players)) if racing(now, seat)]
    first = [seat for seat in ships if not any(rules.ahead(now, other, seat) for other in ships)]
    return Ended(first[0] if first else TABLE, tuple(first), int(now.zone[first[0]]) if first else 0)


def say(s: Any, event: Event, language: str = "en") -> str:
    """A sentence about an event of a match that s is a position of."""
    vocabulary = words(__file__)[language]
    names = [vocabulary["players"][name] for name in seat_names(int(s.players))]
    facts: dict[str, Any] = event.data() | {"player": names[event.seat] if event.seat < len(names) else ""}
    form = event.kind
    for part in "token", "under":
        if facts.get(part) in vocabulary["tokens"]:
            facts[part] = vocabulary["tokens"][facts[part]]
    if isinstance(event, Decided):
        form = "decided" if event.token is None else "decides_nothing" if event.token == "none" else "decides"
    elif isinstance(event, Laid):
        form = "lays_nothing" if not event.something else "lays_something" if event.token is None else "lays"
    elif isinstance(event, Programmed):
        form = "programmed" if event.route is None else "programmed_own"
    elif isinstance(event, Moved):
        form = ("moved" if event.end > event.start else "pushed") + ("_field" if event.field else "")
    elif isinstance(event, Fuelled):
        form, facts["fuel"] = ("fuelled" if event.fuel > 0 else "drained"), abs(event.fuel)
    elif isinstance(event, Route):
        chosen = [names[seat] for seat in event.seats]
        if event.numbers:
            chosen = [f"{name} ({number})" for name, number in zip(chosen, event.numbers, strict=True)]
        facts["players"] = listed(chosen, vocabulary)
        form = "route" if event.fits else "route_full"
    elif isinstance(event, Rolled):
        facts["die"] = vocabulary["dice"][event.die]
    elif isinstance(event, Looked):
        form = "looked" if event.token is None else "looked_own"
    elif isinstance(event, Kept):
        form = ("kept_last" if event.last else "kept") + ("" if event.token is None else "_own")
    elif isinstance(event, Out):
        form = f"out_{event.why}"
    elif isinstance(event, Turned):
        form = "turned" if s.tile_set else "turned_finish" if event.tile >= FINISH else "turned_house"
        facts["name"] = vocabulary["tiles"][str(event.tile)]
    elif isinstance(event, Ended):
        facts["winners"] = listed([names[seat] for seat in event.seats], vocabulary)
        form = ("ended_nobody", "ended")[len(event.seats)] if len(event.seats) < 2 else "ended_together"
    return sentence(vocabulary[form].format(**facts))


def listed(names: list[str], vocabulary: dict[str, Any]) -> str:
    """Ada, Ben and Cem."""
    return str(vocabulary["and"]).join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


def expected(s: Any, seat: int, language: str = "en") -> str:
    """What a seat that is to act must do now."""
    vocabulary = words(__file__)[language]
    player = vocabulary["players"][seat_names(int(s.players))[seat]]
    form = {LAYING: "lay", PROGRAMMING: "programme", KEEPING: "keep"}[int(s.phase)]
    return sentence(vocabulary["expected"][form].format(player=player))
