"""How choices of End of Line are written, and why one is not allowed.

A card is laid as its kind and the square it comes to lie on, row and column from 0: `tee>3,4`. Before the first card of
a turn energy is spent as `boost`, `brake`, `turnaround`, `gas` or `cross`, or not: `go`. A first hand is `keep` or
`mulligan`. In classic solitaire a card turned up may be `discard`ed, and `next` turns up another, or `stop` ends it.
"""

import re
from typing import Any

from sobremesa.games.end_of_line import rules
from sobremesa.games.end_of_line.rules import (
    BOOST,
    BRAKE,
    CROSS,
    DISCARD,
    GAS,
    GO,
    KEEP,
    MULLIGAN,
    NEXT_CARD,
    TURNAROUND,
    cards,
)
from sobremesa.games.end_of_line.tables import (
    EXIT_NAMES,
    EXITS,
    KEEPING,
    KIND_NAMES,
    KINDS,
    LAYING,
    NEXT,
    NOTHING,
    NOWHERE,
    PILING,
    SPENDING,
    TEAMS,
    TURNED_UP,
    WALL,
)
from sobremesa.games.game import nearest
from sobremesa.kernel import CHANCE
from sobremesa.mistakes import BadMove, IllegalMove

SEAT_NAMES = "ruby", "maize", "jade", "lapis", "violet", "papaya", "turquoise", "salt"
CALLS = {
    "go": GO,
    "boost": BOOST,
    "brake": BRAKE,
    "turnaround": TURNAROUND,
    "gas": GAS,
    "cross": CROSS,
    "keep": KEEP,
    "mulligan": MULLIGAN,
    "discard": DISCARD,
    "next": NEXT_CARD,
    "stop": NEXT_CARD,
}
_CALLED = {action: call for call, action in reversed(CALLS.items())}
HELP = (
    "write the card and its square, like tee>3,4, or the card and the exit, like tee>left; "
    "go, boost, brake, turnaround, gas and cross say what energy you spend"
)
_LAY = re.compile(r"([a-z]+(?:-[a-z0-9]+)?)(?:\s*>\s*|\s+)(?:(\d{1,4})\s*,\s*(\d{1,4})|(left|ahead|right))")


def seat_names(seats: int) -> tuple[str, ...]:
    """What the seats are called in records: their initials are letters of the board."""
    return SEAT_NAMES[:seats]


def name(s: Any, square: int) -> str:
    """A square as row and column."""
    row, column = divmod(int(square), int(s.width))
    return f"{row},{column}"


def write(s: Any, seat: int, action: int) -> str:
    """An action as a person writes it."""
    if seat == CHANCE:
        return KIND_NAMES[action]
    if action == NEXT_CARD and cards.undrawn(s, seat) == 0:
        return "stop"
    if action >= GO:
        return _CALLED[action]
    kind, way = divmod(action, 3)
    return f"{KIND_NAMES[kind]}>{name(s, cards.target(s, seat, way, s.back, s.crossing))}"


def read(s: Any, seat: int, text: str) -> int:
    """The action that a person wrote; the exit is as good as the square."""
    short = text.strip().lower()
    if seat == CHANCE:
        if short in KIND_NAMES:
            return KIND_NAMES.index(short)
        raise BadMove(f"Chance deals a card, one of {', '.join(KIND_NAMES)}, not {text!r}.{nearest(short, KIND_NAMES)}")
    if short in CALLS:
        return CALLS[short]
    found = _LAY.fullmatch(short)
    if not found:
        raise BadMove(f"{text!r} is not a move of End of Line: {HELP}.")
    if found[1] not in KIND_NAMES:
        raise BadMove(
            f"There is no card {found[1]!r}; there is {', '.join(KIND_NAMES)}.{nearest(found[1], KIND_NAMES)}"
        )
    kind = KIND_NAMES.index(found[1])
    if found[4]:
        return 3 * kind + EXIT_NAMES.index(found[4])
    return 3 * kind + _way(s, seat, int(found[2]), int(found[3]))


def _way(s: Any, seat: int, row: int, column: int) -> int:
    """The exit that leads to a square."""
    if row >= s.width or column >= s.width:
        raise BadMove(f"There is no square {row},{column}: rows and columns go from 0 to {int(s.width) - 1}.")
    square = row * int(s.width) + column
    for way in range(3):
        if cards.target(s, seat, way, s.back, s.crossing) == square:
            return way
    last = int(s.path[seat, s.laid[seat] - s.back])
    if square == last:
        raise IllegalMove(f"That is the square of the card it would be laid at, {row},{column}.", 6)
    for way in range(3):
        if _ahead(s, last, way) == square:
            return way
    if s.phase == SPENDING:
        for use, back, crossing in (("turnaround", 1, s.crossing), ("cross", 0, s.mode == TEAMS)):
            if any(cards.target(s, seat, way, back, crossing) == square for way in range(3)):
                raise IllegalMove(f"A card comes to {row},{column} only with energy: first say {use}.", 7)
    raise IllegalMove(f"No exit of the card on {name(s, last)} points to {row},{column}.", 6)


def _ahead(s: Any, square: int, way: int) -> int:
    """The square beyond an exit of the card on a square."""
    return int(NEXT[s.width, (int(s.face[square]) + way + 3) & 3, square])


def refusal(s: Any, seat: int, action: int) -> IllegalMove:
    """Why an action that is not legal now is not."""
    if seat == CHANCE:
        left = KIND_NAMES[action] if action < KINDS else "such card"
        return IllegalMove(f"There is no {left} left in that deck.", 3)
    if not 0 <= action < rules.ACTIONS:
        return IllegalMove("There is no such choice.")
    if action < GO:
        return _refused_card(s, seat, *divmod(action, 3))
    if action in (KEEP, MULLIGAN):
        return IllegalMove("A hand is kept or changed once, after the first draw, where mulligan is on.", 2)
    if action in (DISCARD, NEXT_CARD):
        if s.phase == PILING:
            return IllegalMove("Only a card just turned up is discarded: lay the top discard, or say next.", 14)
        if s.phase == TURNED_UP:
            return IllegalMove("First lay the card that is turned up, or discard it.", 14)
        return IllegalMove("Only in classic solitaire is a card turned up, to be laid or discarded.", 14)
    return _refused_energy(s, seat, action)


def _refused_card(s: Any, seat: int, kind: int, way: int) -> IllegalMove:
    if s.phase == SPENDING:
        return IllegalMove("First say what energy you spend: go spends none.", 7)
    if s.phase == KEEPING:
        return IllegalMove("First say whether you keep the hand: keep or mulligan.", 2)
    if s.phase == LAYING and s.hand[seat, kind] == 0:
        return IllegalMove(f"There is no {KIND_NAMES[kind]} in your hand.", 6)
    shown = s.turned - 1 if s.phase == TURNED_UP else s.pile[s.piled - 1] if s.phase == PILING else kind
    if shown != kind:
        return IllegalMove(f"The card to be laid is the {KIND_NAMES[shown]}.", 14)
    last = int(s.path[seat, s.laid[seat] - s.back])
    if not EXITS[s.face[last] >> 2] >> way & 1:
        return IllegalMove(f"The card on {name(s, last)} has no exit {EXIT_NAMES[way]}.", 6)
    ahead = _ahead(s, last, way)
    there = int(s.on[ahead])
    if s.mode == TEAMS and there == 1 + cards.mate(s, seat):
        if not s.crossing:
            return IllegalMove(f"Your partner's card is on {name(s, ahead)}: to cross it, spend energy on cross.", 11)
        return IllegalMove(f"Beyond your partner's card on {name(s, ahead)} the square is not empty.", 11)
    what = "a wall" if there == WALL else f"a card of {SEAT_NAMES[there - 1]}"
    return IllegalMove(f"{what.capitalize()} is on {name(s, ahead)}.", 6)


def _refused_energy(s: Any, seat: int, use: int) -> IllegalMove:
    if s.phase != SPENDING:
        return IllegalMove("Energy is spent before the first card of a turn, from round 3 on, by who has some left.", 7)
    if use == GAS and not s.extra_gas:
        return IllegalMove("Energy buys no card here: extra_gas is off.", 7)
    if use == CROSS and s.mode != TEAMS:
        return IllegalMove("Only in teams is there a partner's line to cross.", 11)
    if use == CROSS and s.cross_cost == 0:
        return IllegalMove("Crossing costs no energy here: just lay the card.", 11)
    return IllegalMove(f"After {_CALLED[use]} the first card could not be laid.", 7)


def free_exits(s: Any, seat: int) -> list[str]:
    """The squares where a line can go on from its last card."""
    squares = [cards.target(s, seat, way, 0, False) for way in range(3)]
    return [name(s, square) for square in squares if square != NOWHERE and s.on[square] == NOTHING]
