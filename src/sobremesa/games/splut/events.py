"""What happens in Splut!, as data, and the sentences made from it."""

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from sobremesa.games.event import Event
from sobremesa.games.splut.notation import PIECE, PIECES, STEPS, called, is_over, plain, seat_names
from sobremesa.games.splut.rules import LEVITATE, PULL, PUSH, THROW, sorcerer_of
from sobremesa.games.splut.tables import DIRECTIONS, OFF, ROCKS, SQUARE_NAMES, THINGS
from sobremesa.games.words import sentence, words

SAID = 8192
"""Sentences that are kept: at many tables much the same happens."""


@dataclass(frozen=True)
class Walked(Event):
    """A piece took a step."""

    piece: str
    start: str
    end: str


@dataclass(frozen=True)
class Pulled(Walked):
    """A troll took a step and a rock with him."""

    rock: str
    rock_end: str


@dataclass(frozen=True)
class Levitated(Pulled):
    """A sorcerer took a step and a rock with him."""


@dataclass(frozen=True)
class Pushed(Walked):
    """A dwarf took a step and all before him: each thing with its squares before and after, the nearest first."""

    things: tuple[tuple[int, str, str], ...]


@dataclass(frozen=True)
class Thrown(Walked):
    """A troll stepped onto a rock and threw it; it may have killed a thing, and with a sorcerer a team."""

    rock: str
    towards: str
    landing: str
    victim: int | None
    out: int | None


@dataclass(frozen=True)
class Forfeited(Event):
    """A team had no legal step."""


@dataclass(frozen=True)
class Won(Event):
    """The last sorcerer stands."""


@dataclass(frozen=True)
class Drawn(Event):
    """The turn limit is reached."""

    seats: tuple[int, ...]


_walked, _pulled, _levitated = (lru_cache(SAID)(kind) for kind in (Walked, Pulled, Levitated))
"""The same step again and again."""


def events(before: Any, seat: int, action: int, after: Any, eyes: int) -> list[Event]:
    """What happened between two positions when a seat played an action, as far as the seat `eyes` could see it."""
    was, now = plain(before), plain(after)
    found = [_step(was, seat, action, now)]
    if (turns := now.turns - was.turns) > 1:
        found += _forfeits(seat, now, turns - 1)
    if is_over(now):
        found += _ending(now)
    return found


def _step(was: Any, seat: int, action: int, now: Any) -> Event:
    manner, direction = action >> 2, action & 3
    piece, at, steps = PIECE[action], was.at, STEPS[direction]
    start = at[ROCKS + 3 * seat + piece]
    end = steps[start]
    step = (seat, PIECES[piece], SQUARE_NAMES[start], SQUARE_NAMES[end])
    if manner >= THROW:
        rock, then = was.on[end], now.at
        gone = [thing for thing in range(ROCKS, THINGS) if at[thing] != OFF and then[thing] == OFF]
        out = (gone[0] - ROCKS) // 3 if gone and (gone[0] - ROCKS) % 3 == 0 else None  # a sorcerer comes first
        flight = DIRECTIONS[manner - THROW]
        return Thrown(*step, SQUARE_NAMES[end], flight, SQUARE_NAMES[then[rock]], gone[0] if gone else None, out)
    if manner == PULL:
        return _pulled(*step, SQUARE_NAMES[STEPS[direction ^ 2][start]], SQUARE_NAMES[start])
    if LEVITATE <= manner < PUSH:
        rock = manner - LEVITATE
        return _levitated(*step, SQUARE_NAMES[at[rock]], SQUARE_NAMES[now.at[rock]])
    things = []
    if manner == PUSH:
        on = was.on
        while on[end] < THINGS:
            things.append((on[end], SQUARE_NAMES[end], SQUARE_NAMES[steps[end]]))
            end = steps[end]
    return Pushed(*step, tuple(things)) if things else _walked(*step)


def _forfeits(seat: int, now: Any, turns: int) -> list[Event]:
    """Every team whose turn ended by itself, which can only happen at its beginning: more than one turn is over."""
    forfeits: list[Event] = []
    mover = seat
    for _ in range(turns):
        mover = (mover + 1) % now.players
        while now.at[sorcerer_of(mover)] == OFF:
            mover = (mover + 1) % now.players
        forfeits.append(Forfeited(mover))
    return forfeits


def _ending(now: Any) -> list[Event]:
    standing = [seat for seat in range(now.players) if now.at[sorcerer_of(seat)] != OFF]
    if len(standing) == 1:
        return [Won(standing[0])]
    return [Drawn(now.mover, tuple(standing))] if now.turns >= now.turn_limit else []


def say(s: Any, event: Event, language: str = "en") -> str:
    """A sentence about an event of a match that s is a position of."""
    return _say(plain(s).players, event, language)


@lru_cache(SAID)
def _say(players: int, event: Event, language: str) -> str:
    vocabulary = words(__file__)[language]
    teams = [vocabulary["teams"][colour] for colour in seat_names(players)]
    facts: dict[str, Any] = {**vars(event), "team": teams[event.seat]}
    form = event.kind
    if isinstance(event, Walked):
        facts["piece"] = called(players, ROCKS + 3 * event.seat + PIECES.index(event.piece), language)
    if isinstance(event, Thrown):
        facts["towards"] = vocabulary["towards"][event.towards]
        if event.victim is not None:
            facts["victim"] = called(players, event.victim, language)
            form = "hit_dwarf" if event.out is None else "hit_sorcerer"
            facts["team"] = teams[event.seat if event.out is None else event.out]
    if isinstance(event, Pushed):
        facts["pushed"] = vocabulary["and"].join(
            vocabulary["pushed_thing"].format(thing=called(players, thing, language), start=start, end=end)
            for thing, start, end in event.things
        )
    if isinstance(event, Drawn):
        facts["teams"] = vocabulary["and"].join(teams[seat] for seat in event.seats)
    return sentence(vocabulary[form].format(**facts))


def expected(s: Any, seat: int, language: str = "en") -> str:
    """What a seat that is to act must do now."""
    seen = plain(s)
    return _expected(seen.players, seat, seen.steps, language)


@cache
def _expected(players: int, seat: int, steps: int, language: str) -> str:
    vocabulary = words(__file__)[language]
    team = vocabulary["teams"][seat_names(players)[seat]]
    return sentence(vocabulary["expected"][steps - 1].format(team=team))
