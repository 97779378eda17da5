"""A position of End of Line from plain data, and back: somebody is to lay a card, to say what energy they spend, or
whether they keep their first hand.

```
{"round": 3, "order": ["ruby", "maize"], "mover": "maize", "spends": true, "to_lay": 2, "opener": "ruby", "cut": [],
 "lines": {"ruby": {"cards": [{"square": "2,2", "kind": "left", "heading": "N"}], "hand": {"tee": 1}, "energy": 3}}}
```

Every line is there, with its cards in the order of laying; its start card goes without saying, and what is neither laid
nor in the hand is in the deck. Walls are agreed. `order` is that of the round, also of those who were cut in it; `cut`
says in which order lines were. `back` is 1 after a turnaround, `crossing` says that a card of the turn may cross;
`keeps` says that the first hand is still to be kept or changed.
"""

from functools import cache
from typing import Any

import msgspec
import numpy as np

from sobremesa.games.end_of_line import rules
from sobremesa.games.end_of_line.notation import name, seat_names
from sobremesa.games.end_of_line.rules.cards import mate, may_lay
from sobremesa.games.end_of_line.tables import (
    CLASSIC,
    COMPASS,
    COPIES,
    ENERGY,
    EXITS,
    HAND,
    KEEPING,
    KIND_NAMES,
    KINDS,
    LAYING,
    NEXT,
    NOTHING,
    SPENDING,
    TEAMS,
)
from sobremesa.games.game import Game
from sobremesa.games.set_up import convert, seat_of, seats_in
from sobremesa.mistakes import BadDiagram

LATEST = 30
"""Rounds that a match may have had: there are not cards for more."""


class Card(msgspec.Struct, forbid_unknown_fields=True):
    square: str
    kind: str
    heading: str


class Line(msgspec.Struct, forbid_unknown_fields=True):
    cards: list[Card] = []
    hand: dict[str, int] = {}
    energy: int = ENERGY


class SetUp(msgspec.Struct, forbid_unknown_fields=True):
    lines: dict[str, Line]
    order: list[str] = []
    mover: str = ""
    round: int = 3
    spends: bool = False
    to_lay: int = 2
    back: int = 0
    crossing: bool = False
    opener: str = ""
    cut: list[str] = []
    keeps: bool = False


def read(game: Game, seats: int, options: dict[str, Any], data: Any) -> np.recarray:
    """The position that is described, to play on from."""
    told = convert(data, SetUp)
    position = lay_out(game, seats, options, told)
    s, names = position[0], seat_names(seats)
    if told.keeps:
        _keep(s, told)
    s.mulligan = told.keeps
    _cut(s, seats_in(names, told.cut))
    _take_turn(s, names, told)
    return position


def lay_out(game: Game, seats: int, options: dict[str, Any], told: SetUp) -> np.recarray:
    """The lines as they lie, and what each has in the hand; nobody is cut, and it is nobody's turn yet."""
    position: np.recarray = game.start(seats, options)
    s, names = position[0], seat_names(seats)
    if s.mode == CLASSIC:
        raise BadDiagram("Classic solitaire cannot be set up by hand.")
    if not 1 <= told.round <= LATEST:
        raise BadDiagram(f"The round is a number from 1 to {LATEST}.")
    if set(told.lines) != set(names):
        raise BadDiagram(f"Every line is there: {', '.join(names)}.")
    for seat, each in enumerate(names):
        _lay(s, seat, told.lines[each])
        _deal(s, seat, told.lines[each], each)
    for seat, each in enumerate(names):
        _cross(s, seat, each)
    s.rounds = told.round
    s.opener = seat_of(names, told.opener) if told.opener else 0
    return position


@cache
def _squares(width: int) -> dict[str, int]:
    """The squares of an area by their names."""
    return {f"{row},{column}": row * width + column for row in range(width) for column in range(width)}


def _lay(s: Any, seat: int, line: Line) -> None:
    """The cards of a line: each is laid at an exit of the one before, or after a turnaround of the one before that."""
    squares = _squares(int(s.width))
    for card in line.cards:
        if card.kind not in KIND_NAMES or card.heading not in tuple(COMPASS) or card.square not in squares:
            raise BadDiagram(f"There is no card {card.kind!r} to the {card.heading!r} on {card.square!r}.")
        square, heading = squares[card.square], COMPASS.index(card.heading)
        if s.on[square] != NOTHING:
            raise BadDiagram(f"Two things lie on {card.square}.")
        if s.laid[seat] >= sum(COPIES):
            raise BadDiagram("A line has more cards than there are.")
        laid = int(s.laid[seat])
        if all(joined(s, seat, laid - back, square, heading) is None for back in range(min(2, laid + 1))):
            raise BadDiagram(f"The card on {card.square} does not go on from the line.")
        s.laid[seat] += 1
        s.path[seat, s.laid[seat]] = square
        s.on[square] = 1 + seat
        s.face[square] = 4 * KIND_NAMES.index(card.kind) + heading
        s.empty -= 1


def joined(s: Any, seat: int, nth: int, square: int, heading: int) -> int | None:
    """The exit by which a card goes on from the one that a line laid as its nth; its start card is the 0th."""
    before = int(s.path[seat, nth])
    ahead = int(NEXT[s.width, heading, before])
    ends = {ahead, int(NEXT[s.width, heading, ahead])} if s.mode == TEAMS else {ahead}  # rule 11
    way = (heading - int(s.face[before]) + 1) & 3
    return way if square in ends and int(EXITS[int(s.face[before]) >> 2]) >> way & 1 else None


def _cross(s: Any, seat: int, who: str) -> None:
    """Rule 11: what a line goes over is a card of its partner."""
    for nth in range(1, int(s.laid[seat]) + 1):
        square = int(s.path[seat, nth])
        behind = int(NEXT[s.width, (int(s.face[square]) + 2) & 3, square])
        near = [int(each) for each in s.path[seat, max(0, nth - 2) : nth]]
        if behind not in near and s.on[behind] != 1 + mate(s, seat):
            raise BadDiagram(f"{who.capitalize()} goes over {name(s, behind)}, where no card of its partner lies.")


def _deal(s: Any, seat: int, line: Line, who: str) -> None:
    """The hand of a line, its deck and its energy."""
    laid = [int(s.face[square]) >> 2 for square in s.path[seat, 1 : s.laid[seat] + 1]]
    for each in line.hand:
        if each not in KIND_NAMES:
            raise BadDiagram(f"There is no card {each!r}.")
    for kind, each in enumerate(KIND_NAMES[:KINDS]):
        left, held = int(COPIES[kind]) - laid.count(kind), line.hand.get(each, 0)
        if left < 0 or not 0 <= held <= left:
            raise BadDiagram(
                f"{who.capitalize()} has {COPIES[kind]} cards {each}: {left} are not laid, and {held} in the hand."
            )
        s.hand[seat, kind] = left if s.open_deck else held
        s.deck[seat, kind] = left - s.hand[seat, kind]
    s.held[seat] = s.hand[seat].sum()
    if not s.open_deck and s.held[seat] > HAND + 1:  # rule 7
        raise BadDiagram(f"A hand has at most {HAND + 1} cards.")
    if not 0 <= line.energy <= ENERGY:
        raise BadDiagram(f"Energy is a number from 0 to {ENERGY}.")
    s.energy[seat] = line.energy


def _cut(s: Any, cut: list[int]) -> None:
    """Who is cut, in that order; as `cut` of the rules does it."""
    rivals = s.standing = s.players // 2 if s.mode == TEAMS else s.players
    for seat in cut:
        s.alive[seat] = False
        if s.mode != TEAMS or not s.alive[mate(s, seat)]:
            s.outlived[seat] = rivals - s.standing
            if s.mode == TEAMS:
                s.outlived[mate(s, seat)] = rivals - s.standing
            s.standing -= 1
    if rules.is_over(s) or s.standing == 0:
        raise BadDiagram("The match is over there.")


def _keep(s: Any, told: SetUp) -> None:
    """Rule 2: the first hands are kept or changed before anything is laid."""
    if not s.mulligan or told.round != 1 or told.cut or s.laid.any():
        raise BadDiagram("A hand is kept or changed in the first round, before a card lies, where mulligan is on.")


def _take_turn(s: Any, names: tuple[str, ...], told: SetUp) -> None:
    """Whose turn it is, and what is left of it."""
    alive = [seat for seat in range(len(names)) if s.alive[seat]]
    order = seats_in(names, told.order) or alive
    mover = seat_of(names, told.mover) if told.mover else next(seat for seat in order if seat in alive)
    turn = order.index(mover) if mover in order else len(order)
    if not set(alive) <= set(order) or not order[turn:] or not set(order[turn:]) <= set(alive):
        raise BadDiagram("Every line that goes on is in the order, and whoever is cut has had their turn.")
    s.living, s.turn = len(order), turn
    s.order[: len(order)] = order
    if told.keeps:
        s.phase = KEEPING
        return
    if told.round >= 3 and not all(s.laid[seat] for seat in alive):
        raise BadDiagram("From the third round on every line has laid a card.")
    free = bool(s.mode == TEAMS and s.cross_cost == 0)  # rule 11
    s.crossing = free or (told.crossing and s.mode == TEAMS)
    if not 1 <= told.to_lay <= 3 or told.back not in (0, 1) or told.back > s.laid[mover]:
        raise BadDiagram("One to three cards are to be laid, at the last card or the one before it.")
    s.to_lay, s.back, s.phase = told.to_lay, told.back, LAYING
    if told.spends:  # rule 7
        s.to_lay, s.back, s.crossing, s.phase = 2, 0, free, SPENDING
        if told.round < 3 or not s.energy[mover]:
            raise BadDiagram("Energy is spent from the third round on, by who has some.")
    if not s.held[mover] and not (told.spends and rules.may_spend_anything(s, mover)):
        raise BadDiagram(f"{names[mover].capitalize()} has no card in the hand to lay.")
    if not (rules.may_spend_anything(s, mover) if told.spends else may_lay(s, mover, s.back, s.crossing)):
        raise BadDiagram(f"{names[mover].capitalize()} cannot lay a card, and would be cut.")


def write(s: Any) -> dict[str, Any]:
    """A position in which a card is to be laid, energy spent or a hand kept, as such data."""
    if s.phase not in (LAYING, SPENDING, KEEPING) or s.mode == CLASSIC:
        raise BadDiagram("Only where a card is to be laid there is something to set up.")
    names = seat_names(int(s.players))
    cut = [seat for seat in range(len(names)) if not s.alive[seat]]
    return {
        "lines": {each: line(s, seat) for seat, each in enumerate(names)},
        "order": [names[seat] for seat in s.order[: s.living]],
        "mover": names[s.order[s.turn]],
        "round": int(s.rounds),
        "spends": bool(s.phase == SPENDING),
        "to_lay": int(s.to_lay),
        "back": int(s.back),
        "crossing": bool(s.crossing),
        "opener": names[s.opener],
        "cut": [names[seat] for seat in sorted(cut, key=lambda seat: int(s.outlived[seat]))],
        "keeps": bool(s.phase == KEEPING),
    }


def line(s: Any, seat: int) -> dict[str, Any]:
    """What belongs to a line, as such data."""
    faces = [(int(square), divmod(int(s.face[square]), 4)) for square in s.path[seat, 1 : s.laid[seat] + 1]]
    return {
        "cards": [
            {"square": name(s, square), "kind": KIND_NAMES[kind], "heading": COMPASS[heading]}
            for square, (kind, heading) in faces
        ],
        "hand": {KIND_NAMES[kind]: int(s.hand[seat, kind]) for kind in range(KINDS) if s.hand[seat, kind]},
        "energy": int(s.energy[seat]),
    }
