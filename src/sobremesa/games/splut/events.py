"""What happens in Splut!, as data, and the sentences made from it."""

from dataclasses import dataclass
from typing import Any

from sobremesa.games.event import Event
from sobremesa.games.splut.notation import PIECES, STEPS, called, name, piece_of, seat_names
from sobremesa.games.splut.rules import LEVITATE, PULL, PUSH, THROW, over, sorcerer_of
from sobremesa.games.splut.tables import DIRECTIONS, OFF, ROCKS, SQUARE_NAMES, THINGS
from sobremesa.games.words import sentence, words


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


def events(before: Any, seat: int, action: int, after: Any, eyes: int) -> list[Event]:
    """What happened between two positions when a seat played an action, as far as the seat `eyes` could see it."""
    found = [_step(before, seat, action, after)]
    if (turns := int(after["turns"]) - int(before["turns"])) > 1:
        found += _forfeits(before, seat, after, turns - 1)
    if over(after):
        found += _ending(after)
    return found


def _step(before: Any, seat: int, action: int, after: Any) -> Event:
    manner, direction = action >> 2, action & 3
    piece, at, steps = piece_of(manner), before["at"].tolist(), STEPS[direction]
    start = at[ROCKS + 3 * seat + piece]
    end = steps[start]
    step = (seat, PIECES[piece], SQUARE_NAMES[start], SQUARE_NAMES[end])
    if manner >= THROW:
        rock, then = int(before["on"][end]), after["at"].tolist()
        gone = [thing for thing in range(ROCKS, THINGS) if at[thing] != OFF and then[thing] == OFF]
        out = (gone[0] - ROCKS) // 3 if gone and (gone[0] - ROCKS) % 3 == 0 else None  # a sorcerer comes first
        flight = DIRECTIONS[manner - THROW]
        return Thrown(*step, name(end), flight, name(then[rock]), gone[0] if gone else None, out)
    if manner == PULL:
        return Pulled(*step, SQUARE_NAMES[STEPS[direction ^ 2][start]], SQUARE_NAMES[start])
    if LEVITATE <= manner < PUSH:
        rock = manner - LEVITATE
        return Levitated(*step, SQUARE_NAMES[at[rock]], name(after["at"][rock]))
    things = []
    if manner == PUSH:
        on = before["on"].tolist()
        while on[end] < THINGS:
            things.append((on[end], SQUARE_NAMES[end], SQUARE_NAMES[steps[end]]))
            end = steps[end]
    return Pushed(*step, tuple(things)) if things else Walked(*step)


def _forfeits(before: Any, seat: int, after: Any, turns: int) -> list[Event]:
    """Every team whose turn ended by itself, which can only happen at its beginning: more than one turn is over."""
    forfeits: list[Event] = []
    mover = seat
    for _ in range(turns):
        mover = (mover + 1) % int(before.players)
        while after.at[sorcerer_of(mover)] == OFF:
            mover = (mover + 1) % int(before.players)
        forfeits.append(Forfeited(mover))
    return forfeits


def _ending(after: Any) -> list[Event]:
    standing = [seat for seat in range(int(after.players)) if after.at[sorcerer_of(seat)] != OFF]
    if len(standing) == 1:
        return [Won(standing[0])]
    return [Drawn(int(after.mover), tuple(standing))] if after.turns >= after.turn_limit else []


def say(s: Any, event: Event, language: str = "en") -> str:
    """A sentence about an event of a match that s is a position of."""
    vocabulary = words(__file__)[language]
    teams = [vocabulary["teams"][colour] for colour in seat_names(int(s["players"]))]
    facts: dict[str, Any] = {**vars(event), "team": teams[event.seat]}
    form = event.kind
    if isinstance(event, Walked):
        facts["piece"] = called(s, ROCKS + 3 * event.seat + PIECES.index(event.piece), language)
    if isinstance(event, Thrown):
        facts["towards"] = vocabulary["towards"][event.towards]
        if event.victim is not None:
            facts["victim"] = called(s, event.victim, language)
            form = "hit_dwarf" if event.out is None else "hit_sorcerer"
            facts["team"] = teams[event.seat if event.out is None else event.out]
    if isinstance(event, Pushed):
        facts["pushed"] = vocabulary["and"].join(
            vocabulary["pushed_thing"].format(thing=called(s, thing, language), start=start, end=end)
            for thing, start, end in event.things
        )
    if isinstance(event, Drawn):
        facts["teams"] = vocabulary["and"].join(teams[seat] for seat in event.seats)
    return sentence(vocabulary[form].format(**facts))


def expected(s: Any, seat: int, language: str = "en") -> str:
    """What a seat that is to act must do now."""
    vocabulary = words(__file__)[language]
    team = vocabulary["teams"][seat_names(int(s["players"]))[seat]]
    return sentence(vocabulary["expected"][int(s["steps"]) - 1].format(team=team))
