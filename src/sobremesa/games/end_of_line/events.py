"""What happens in End of Line, as data, and the sentences made from it."""

from dataclasses import dataclass
from typing import Any

from sobremesa.games.end_of_line import rules
from sobremesa.games.end_of_line.notation import CALLS, name, seat_names
from sobremesa.games.end_of_line.rules import DISCARD, GO, MULLIGAN, cards, points, turn_order
from sobremesa.games.end_of_line.tables import (
    COMPASS,
    COOP,
    EN,
    INITIATIVE,
    KEEPING,
    KIND_NAMES,
    NEXT,
    OVER,
    REVEALING,
    SOLO,
    SPENDING,
    TEAMS,
    TURNED_UP,
    TURNING_UP,
)
from sobremesa.games.event import Event
from sobremesa.games.words import sentence, words
from sobremesa.kernel import CHANCE, REFEREE


@dataclass(frozen=True)
class Revealed(Event):
    """A card was shown to find who begins."""

    card: str
    initiative: int


@dataclass(frozen=True)
class Begins(Event):
    """The lowest initiative begins."""


@dataclass(frozen=True)
class Drew(Event):
    """A card was drawn; which one is known to whoever may look into that hand."""

    card: str | None


@dataclass(frozen=True)
class Turned(Event):
    """A card was turned up, in classic solitaire."""

    card: str


@dataclass(frozen=True)
class Discarded(Event):
    """It was put onto the pile."""

    card: str


@dataclass(frozen=True)
class Kept(Event):
    """The first hand was kept."""


@dataclass(frozen=True)
class Changed(Event):
    """The first hand was put back."""


@dataclass(frozen=True)
class Spent(Event):
    """Energy was spent; `use` is how."""

    use: str
    energy: int


@dataclass(frozen=True)
class Laid(Event):
    """A card was laid: from which square in which direction to which, over which card, and whether beyond an edge."""

    card: str
    start: str
    heading: str
    end: str
    over: str | None
    edge: bool


@dataclass(frozen=True)
class Cut(Event):
    """A line could not go on."""


@dataclass(frozen=True)
class Order(Event):
    """A round began, with this order, and for each in it the initiatives that were looked at, of the last card first.

    In the first round, and where one of those who tie has come to its start card, no initiative decides.
    """

    round: int
    order: tuple[int, ...]
    initiatives: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Won(Event):
    """Nobody else is left."""

    seats: tuple[int, ...]


@dataclass(frozen=True)
class Filled(Event):
    """Alone or together: the area is full, or nobody can go on. Without points it did not count."""

    points: int | None
    empty: int


def events(before: Any, seat: int, action: int, after: Any, eyes: int) -> list[Event]:
    """What happened between two positions when a seat played an action, as far as the seat `eyes` could see it."""
    happened = list(_dealt(before, action, after, eyes) if seat == CHANCE else _chosen(before, seat, action, after))
    dead = [line for line in range(int(before.players)) if before.alive[line] and not after.alive[line]]
    when = before.place if before.mode == TEAMS else after.outlived
    happened += [Cut(line) for line in sorted(dead, key=lambda line: when[line])]
    if after.rounds > before.rounds and after.phase != OVER and after.living > 1:
        lines = [int(line) for line in after.order[: after.living]]
        looked_at = _looked_at(after, lines, 0)
        initiatives = tuple(looked_at.get(line, ()) for line in lines)
        happened.append(Order(lines[0], int(after.rounds), tuple(lines), initiatives))
    if after.phase == OVER:
        happened.append(_ending(after))
    return happened


def _looked_at(s: Any, tied: list[int], depth: int) -> dict[int, tuple[int, ...]]:
    """Rule 4: the initiatives that tell lines apart, from the card that each laid so many before its last."""
    if len(tied) < 2 or any(s.laid[line] <= depth for line in tied):
        return {}
    own = {line: int(turn_order.initiative(s, line, depth)) for line in tied}
    found: dict[int, tuple[int, ...]] = {}
    for initiative in set(own.values()):
        found |= _looked_at(s, [line for line in tied if own[line] == initiative], depth + 1)
    return {line: (own[line], *found.get(line, ())) for line in tied}


def _dealt(before: Any, action: int, after: Any, eyes: int) -> list[Event]:
    line = int(rules.whose_card(before))
    card = KIND_NAMES[action]
    if before.phase == REVEALING:
        shown: list[Event] = [Revealed(line, card, int(INITIATIVE[action]))]
        return [*shown, Begins(int(after.opener))] if after.phase != REVEALING else shown
    if before.phase == TURNING_UP:
        return [Turned(line, card)]
    return [Drew(line, card if eyes in (line, REFEREE) or before.mode >= SOLO else None)]


def _chosen(before: Any, seat: int, action: int, after: Any) -> list[Event]:
    if action < GO:
        return [_laid(before, seat, *divmod(action, 3), after)]
    if before.phase == SPENDING:
        use = next(call for call, number in CALLS.items() if number == action)
        return [Spent(seat, use, int(after.energy[seat]))] if action != GO else []
    if before.phase == KEEPING:
        return [Changed(seat) if action == MULLIGAN else Kept(seat)]
    return [Discarded(seat, KIND_NAMES[before.turned - 1])] if action == DISCARD else []


def _laid(before: Any, seat: int, kind: int, way: int, after: Any) -> Laid:
    start = int(before.path[seat, before.laid[seat] - before.back])
    end = int(after.path[seat, after.laid[seat]])
    heading = (int(before.face[start]) + way + 3) & 3
    ahead = int(NEXT[before.width, heading, start])
    size = int(before.width)
    edge = any(abs(a - b) > 2 for a, b in zip(divmod(start, size), divmod(end, size), strict=True))
    over = name(before, ahead) if ahead != end else None
    return Laid(seat, KIND_NAMES[kind], name(before, start), COMPASS[heading], name(before, end), over, edge)


def _ending(after: Any) -> Event:
    if after.mode > TEAMS:
        counted = points.full(after) or after.scoring == EN
        return Filled(0, int(points.points(after)) if counted else None, int(after.empty))
    alive = [line for line in range(int(after.players)) if after.alive[line]]
    if after.mode == TEAMS:
        alive = sorted({partner for line in alive for partner in (line, int(cards.mate(after, line)))})
    return Won(alive[0], tuple(alive))


def say(s: Any, event: Event, language: str = "en") -> str:
    """A sentence about an event of a match that s is a position of."""
    vocabulary = words(__file__)[language]
    names = [vocabulary["lines"][line] for line in seat_names(int(s.players))]
    facts: dict[str, Any] = event.data() | {"line": names[event.seat]}
    form = event.kind
    if facts.get("card"):
        facts["card"] = vocabulary["cards"][facts["card"]]
    if isinstance(event, Drew) and event.card is None:
        form = "drew_unseen"
    if isinstance(event, Spent):
        form = f"spent_{event.use}"
    if isinstance(event, Laid):
        form = "crossed" if event.over else "laid_over_edge" if event.edge else "laid"
    if isinstance(event, Order):
        facts["order"] = ", ".join(map(_place, (names[line] for line in event.order), event.initiatives))
    if isinstance(event, Won):
        facts["lines"] = vocabulary["and"].join(names[line] for line in event.seats)
        form = "won" if len(event.seats) == 1 else "won_together"
    if isinstance(event, Filled):
        facts |= {
            "empty": _number(vocabulary["empty"], event.empty),
            "points": _number(vocabulary["points"], event.points),
        }
        if event.empty == 0:
            form = "filled_in_mid_turn" if event.points is None else "filled"
        else:
            form = "ended" if event.points is None else "ended_with_points"
    return sentence(vocabulary[form].format(**facts))


def _place(line: str, initiatives: tuple[int, ...]) -> str:
    """A line in its order, with the initiatives that put it there: Ruby 2·1."""
    return f"{line} {'·'.join(map(str, initiatives))}".strip()


def _number(forms: dict[str, str], number: int | None) -> str:
    """So many of something."""
    return forms["none" if not number else "one" if number == 1 else "many"].format(number=number)


def expected(s: Any, seat: int, language: str = "en") -> str:
    """What a seat that is to act must do now."""
    vocabulary = words(__file__)[language]
    line = vocabulary["lines"][seat_names(int(s.players))[seat]]
    form = "lay"
    if s.phase == SPENDING:
        form = "spend"
    elif s.phase == KEEPING:
        form = "keep"
    elif s.phase == TURNED_UP:
        form = "turned_up"
    elif s.mode not in (SOLO, COOP) and s.mode > TEAMS:
        form = "pile"
    elif s.to_lay == 1:
        form = "lay_last"
    return sentence(vocabulary["expected"][form].format(line=line, cards=int(s.to_lay)))
