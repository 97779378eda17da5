"""A position of End of Line while somebody lays it out: what lies there so far, how each line may go on, and why it
cannot be played yet.

The data is that of a set-up, of which any part may be left out. What is not said is found: the round from how many
cards lie, the order by rule 4, whose turn it is from the order, and what is left of the turn as it begins.
"""

from typing import Any

import msgspec

from sobremesa.games.end_of_line import set_up
from sobremesa.games.end_of_line.notation import name, seat_names
from sobremesa.games.end_of_line.rules.turn_order import find_order
from sobremesa.games.end_of_line.set_up import LATEST, Line, SetUp, joined, lay_out
from sobremesa.games.end_of_line.tables import (
    COPIES,
    ENERGY,
    EXITS,
    HAND,
    KEEPING,
    KIND_NAMES,
    KINDS,
    LAYING,
    NOTHING,
    SPENDING,
    TEAMS,
)
from sobremesa.games.end_of_line.view import reached
from sobremesa.games.game import Game
from sobremesa.games.set_up import Sketch, convert, seats_in
from sobremesa.mistakes import BadDiagram


class Begun(msgspec.Struct, forbid_unknown_fields=True):
    """A set-up in which parts may be missing."""

    lines: dict[str, Line] = {}
    order: list[str] | None = None
    mover: str = ""
    round: int | None = None
    spends: bool | None = None
    to_lay: int | None = None
    back: int = 0
    crossing: bool = False
    opener: str = ""
    cut: list[str] = []
    keeps: bool = False


def sketch(game: Game, seats: int, options: dict[str, Any], data: Any) -> Sketch:
    """What somebody has laid out so far; cards that cannot lie like that are refused."""
    told, names = convert(data, Begun), seat_names(seats)
    cut = seats_in(names, told.cut)
    lines = {each: Line() for each in names} | {each: _clipped(line) for each, line in told.lines.items()}
    going = [len(line.cards) for each, line in lines.items() if each not in told.cut]
    number = _round(min(going, default=0)) if told.round is None else told.round
    position = lay_out(game, seats, options, SetUp(lines=lines, round=number, opener=told.opener))
    s = position[0]
    s.alive[cut] = False
    _take_order(
        s,
        None if told.order is None else seats_in(names, told.order),
        names.index(told.mover) if told.mover in names else None,
    )
    _take_turn(s, told)
    whole = {
        "lines": {each: set_up.line(s, seat) for seat, each in enumerate(names)},
        "order": [names[seat] for seat in s.order[: s.living]],
        "mover": names[s.order[s.turn]] if s.living else "",
        "round": number,
        "spends": bool(s.phase == SPENDING),
        "to_lay": int(s.to_lay),
        "back": int(s.back),
        "crossing": bool(s.crossing),
        "opener": names[s.opener],
        "cut": told.cut,
        "keeps": bool(s.phase == KEEPING),
    }
    return Sketch(position, whole, _next(s, names), _why(game, seats, options, whole))


def _clipped(line: Line) -> Line:
    """A card that comes to lie was in the hand, where the deck has no other."""
    laid = [card.kind for card in line.cards]
    left = {kind: max(0, int(COPIES[n]) - laid.count(kind)) for n, kind in enumerate(KIND_NAMES)}
    return Line(line.cards, {kind: min(held, left.get(kind, held)) for kind, held in line.hand.items()}, line.energy)


def _round(cards: int) -> int:
    """The round after one in which every line had laid so many cards: rule 5."""
    return min(LATEST, 2 + cards // 2 if cards else 1)


def _take_order(s: Any, told: list[int] | None, wanted: int | None) -> None:
    """Who goes when, and whose turn it is: of those who go on, the one who is wanted or the next after."""
    alive = [seat for seat in range(int(s.players)) if s.alive[seat]]
    if told is None:
        find_order(s)
    order = (
        [int(seat) for seat in s.order[: s.living]]
        if told is None
        else told + [seat for seat in alive if seat not in told]
    )
    at = order.index(wanted) if wanted in order else 0
    mover = next((seat for seat in order[at:] + order[:at] if seat in alive), None)
    turn = 0 if mover is None else order.index(mover)
    order = [] if mover is None else order[:turn] + [seat for seat in order[turn:] if seat in alive]
    s.living, s.turn = len(order), turn
    s.order[: len(order)] = order


def _take_turn(s: Any, told: Begun) -> None:
    """What is left of the turn; all of it, where nothing is said."""
    may = _may(s)
    free = bool(s.mode == TEAMS and s.cross_cost == 0)
    keeps = s.mulligan = told.keeps and may["keeps"]
    begins = told.spends is None and told.to_lay is None
    spends = may["spends"] and (begins or bool(told.spends))
    s.to_lay = told.to_lay if told.to_lay in may["to_lay"] and not spends else _usual(s)
    s.back = told.back if may["back"] and s.to_lay == 2 and not spends and told.back in (0, 1) else 0
    s.crossing = free or (told.crossing and may["crossing"] and s.to_lay < 3 and not spends)
    s.phase = SPENDING if spends else LAYING
    if keeps:
        s.to_lay, s.back, s.crossing, s.phase = 0, 0, False, KEEPING


def _usual(s: Any) -> int:
    """How many cards a turn has: rule 5."""
    return 1 if s.rounds == 1 and not s.exact else 2


def _may(s: Any) -> dict[str, Any]:
    """What can be said of the turn."""
    mover, late = int(s.order[s.turn]), bool(s.rounds >= 3)
    return {
        "spends": bool(late and s.living and s.energy[mover] > 0),
        "to_lay": [*range(1, 4 if late else 1 + _usual(s))],
        "back": bool(late and s.laid[mover]),
        "crossing": bool(late and s.mode == TEAMS and s.cross_cost == 1),
        "keeps": bool(s.mulligan and s.rounds == 1 and not s.laid.any() and s.alive[: s.players].all()),
    }


def _next(s: Any, names: tuple[str, ...]) -> dict[str, Any]:
    """How each line may go on, and what can be said of the turn."""
    return {
        "lines": {each: _line(s, seat) for seat, each in enumerate(names)},
        "turn": _may(s),
        "most": HAND + 1,
        "energy": ENERGY,
        "rounds": LATEST,
        "open": bool(s.open_deck),
    }


def _line(s: Any, seat: int) -> dict[str, Any]:
    """Where its next card may lie, at its last or after a turnaround, and where else its last; what is left;
    what else each card could be."""
    laid, crosses = int(s.laid[seat]), bool(s.mode == TEAMS)
    left = s.hand[seat].astype(int) + s.deck[seat].astype(int)
    return {
        "places": reached(s, seat, 0, crosses) if left.any() else [],
        "around": reached(s, seat, 1, crosses) if laid and left.any() else [],
        "left": {KIND_NAMES[kind]: int(left[kind]) for kind in range(KINDS)},
        "elsewhere": _elsewhere(s, seat) if laid else [],
        "instead": [_instead(s, seat, nth, left) for nth in range(1, laid + 1)],
        "holds": _holds(s, seat),
    }


def _elsewhere(s: Any, seat: int) -> list[dict[str, Any]]:
    """Where else its last card may lie."""
    last = int(s.path[seat, s.laid[seat]])
    s.on[last], s.laid[seat] = NOTHING, s.laid[seat] - 1
    found = [reached(s, seat, back, bool(s.mode == TEAMS)) for back in range(min(2, int(s.laid[seat]) + 1))]
    s.on[last], s.laid[seat] = 1 + seat, s.laid[seat] + 1
    return [place for places in found for place in places if place["square"] != name(s, last)]


def _instead(s: Any, seat: int, nth: int, left: Any) -> list[str]:
    """The kinds that a card could be of without breaking the line."""
    kind, used = int(s.face[s.path[seat, nth]]) >> 2, 0
    for later in range(nth + 1, min(nth + 2, int(s.laid[seat])) + 1):
        square = int(s.path[seat, later])
        way = joined(s, seat, nth, square, int(s.face[square]) & 3)
        used |= 0 if way is None else 1 << way
    return [KIND_NAMES[k] for k in range(KINDS) if int(EXITS[k]) & used == used and (left[k] or k == kind)]


def _holds(s: Any, seat: int) -> int:
    """How many cards are usually in its hand now: rules 3 and 5."""
    before = [int(each) for each in s.order[: s.turn]]
    gone = _usual(s) if seat in before else 0
    if s.phase == LAYING and s.living and seat == s.order[s.turn]:
        gone = max(0, _usual(s) - int(s.to_lay))
    return min(HAND - gone, int(sum(COPIES)) - int(s.laid[seat]))


def _why(game: Game, seats: int, options: dict[str, Any], data: dict[str, Any]) -> str:
    try:
        set_up.read(game, seats, options, data)
    except BadDiagram as why:
        return str(why)
    return ""
