"""What happens in Shut the Lines, as data, and the sentences made from it."""

from dataclasses import dataclass
from typing import Any

from sobremesa.games.event import Event
from sobremesa.games.shut_the_lines.notation import cover, dice, numbers, seat_names
from sobremesa.games.shut_the_lines.rules import CHOOSING, LEAVE, LOT, OVER, PLAN, PLANNING, SPLITTING, THROWING
from sobremesa.games.words import sentence, words
from sobremesa.kernel import CHANCE


@dataclass(frozen=True)
class Begins(Event):
    """The lot has fallen."""


@dataclass(frozen=True)
class Planned(Event):
    """A plan was chosen, or came by chance."""

    plan: int


@dataclass(frozen=True)
class Threw(Event):
    """The dice of a player."""

    dice: tuple[int, ...]


@dataclass(frozen=True)
class Again(Event):
    """A first throw that cannot be split is thrown again."""


@dataclass(frozen=True)
class Covered(Event):
    """Numbers were covered, and these lines of the plan completed by it."""

    numbers: tuple[int, ...]
    lines: tuple[int, ...]


@dataclass(frozen=True)
class Left(Covered):
    """The same, and the player is out of the round."""


@dataclass(frozen=True)
class Finished(Event):
    """A player has covered every number."""


@dataclass(frozen=True)
class Counted(Event):
    """A round is over: the points that everybody has in all."""

    round: int
    points: tuple[int, ...]


@dataclass(frozen=True)
class Ended(Event):
    """The match is over; these seats have won."""

    seats: tuple[int, ...]
    points: int


def events(before: Any, seat: int, action: int, after: Any, eyes: int) -> list[Event]:
    """What happened between two positions when a seat played an action, as far as the seat `eyes` could see it."""
    happened = _chance(before, action, after) if seat == CHANCE else _chosen(before, seat, action)
    if after.round_number > before.round_number > 0 or after.phase == OVER:
        happened.append(_counted(before, after))
    if after.phase == OVER:
        happened.append(_ended(after))
    return happened


def _chance(before: Any, action: int, after: Any) -> list[Event]:
    if before.phase == LOT:
        return [Begins(action)]
    if before.phase == PLANNING:
        return [Planned(int(before.seat), action + 1)]
    seat = int(before.seat)
    threw = Threw(seat, tuple(dice(before, action)))
    gone = not after.inside >> seat & 1 or after.round_number > before.round_number
    if gone:
        return [threw, Left(seat, (), ())]
    return [threw, Again(seat)] if after.phase == THROWING else [threw]


def _chosen(before: Any, seat: int, action: int) -> list[Event]:
    if before.phase == CHOOSING:
        return [Planned(seat, action - PLAN + 1)]
    new = cover(before, seat, action)
    now = int(before.covered[seat]) | new
    full = [int(line) for line in before.lines if line > 0]
    made = tuple(n for n, line in enumerate(full, 1) if now & line == line and int(before.covered[seat]) & line != line)
    kind = Left if action >= LEAVE else Covered
    happened: list[Event] = [kind(seat, tuple(numbers(new)), made)]
    every = 0
    for line in full:
        every |= line
    return [*happened, Finished(seat)] if now == every else happened


def _counted(before: Any, after: Any) -> Counted:
    points = tuple(int(after.points[seat]) for seat in range(int(after.players)))
    return Counted(int(before.seat), int(before.round_number), points)


def _ended(after: Any) -> Ended:
    points = [int(after.points[seat]) for seat in range(int(after.players))]
    best = max(points)
    return Ended(points.index(best), tuple(seat for seat, each in enumerate(points) if each == best), best)


def say(s: Any, event: Event, language: str = "en") -> str:
    """A sentence about an event of a match that s is a position of."""
    vocabulary = words(__file__)[language]
    names = [vocabulary["players"][name] for name in seat_names(int(s.players))]
    facts: dict[str, Any] = event.data() | {"player": names[event.seat]}
    form = event.kind
    if isinstance(event, Threw):
        facts["dice"] = "-".join(map(str, event.dice))
    if isinstance(event, Covered):
        facts["numbers"] = vocabulary["and"].join(map(str, event.numbers))
        facts["lines"] = vocabulary["and"].join(map(str, event.lines))
        made = ("", "_line", "_lines")[min(len(event.lines), 2)]
        form = f"{event.kind}{made}" if event.numbers else "left_with_nothing"
    if isinstance(event, Counted):
        facts["table"] = ", ".join(f"{name} {points}" for name, points in zip(names, event.points, strict=True))
    if isinstance(event, Ended):
        facts["points"] = _number(vocabulary["points"], event.points)
        facts["lines"] = _number(vocabulary["lines"], event.points)
        facts["winners"] = vocabulary["and"].join(names[seat] for seat in event.seats)
        form = "ended_alone" if s.players == 1 else "ended" if len(event.seats) == 1 else "ended_together"
    return sentence(vocabulary[form].format(**facts))


def _number(forms: dict[str, str], number: int) -> str:
    """So many of something."""
    return forms[("none", "one", "many")[min(number, 2)]].format(number=number)


def expected(s: Any, seat: int, language: str = "en") -> str:
    """What a seat that is to act must do now."""
    vocabulary = words(__file__)[language]
    player = vocabulary["players"][seat_names(int(s.players))[seat]]
    form = "plan" if s.phase == CHOOSING else "split" if s.phase == SPLITTING else "leave"
    thrown = "-".join(map(str, dice(s))) if s.plan else ""
    return sentence(vocabulary["expected"][form].format(player=player, dice=thrown))
