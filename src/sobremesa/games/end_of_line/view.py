"""What a seat sees of End of Line, as plain data for any screen."""

from typing import Any

from sobremesa.games.end_of_line import cards, order, points, rules
from sobremesa.games.end_of_line.notation import free_exits, name, seat_names
from sobremesa.games.end_of_line.tables import (
    CLASSIC,
    COMPASS,
    DRAWING,
    EN,
    INITIATIVE,
    KIND_NAMES,
    KINDS,
    OVER,
    PILING,
    REVEALING,
    START_CARD,
    TEAMS,
    TURNED_UP,
    WALL,
)
from sobremesa.kernel import REFEREE

MODES = "versus", "teams", "solo", "coop", "classic"


def view(s: Any, seat: int) -> dict[str, Any]:
    """The position for a seat, or for a spectator, from which everything it may not know has been wiped out."""
    players = int(s.players)
    rivals = s.mode <= TEAMS
    return {
        "game": "end-of-line",
        "mode": MODES[s.mode],
        "seat": seat,
        "size": int(s.width),
        "walls": [name(s, square) for square in range(int(s.width) ** 2) if s.on[square] == WALL],
        "lines": [_line(s, line, open_hand=not rivals or seat in (line, REFEREE)) for line in range(players)],
        "round": int(s.rounds),
        "order": [int(line) for line in s.order[: s.living]] if s.rounds > 0 else [],
        "mover": None if s.phase in (OVER, REVEALING, DRAWING) else int(rules.mover(s)),
        "to_lay": int(s.to_lay),
        "from": int(s.back),
        "turned": KIND_NAMES[s.turned - 1] if s.phase == TURNED_UP else None,
        "pile": [KIND_NAMES[kind] for kind in s.pile[: s.piled]] if s.mode == CLASSIC or s.phase == PILING else [],
        "empty": int(s.empty),
        "points": _points(s) if s.phase == OVER and not rivals else None,
        "over": bool(s.phase == OVER),
    }


def _points(s: Any) -> int | None:
    """What it came to: none where the area had to be full and is not."""
    return int(points.points(s)) if points.full(s) or s.scoring == EN else None


def _line(s: Any, line: int, open_hand: bool) -> dict[str, Any]:
    unlaid = {KIND_NAMES[kind]: int(s.deck[line, kind]) + int(s.hand[line, kind]) for kind in range(KINDS)}
    return {
        "name": seat_names(int(s.players))[line],
        "cards": [_card(s, int(square)) for square in s.path[line, : s.laid[line] + 1]],
        "exits": free_exits(s, line),
        "hand": {KIND_NAMES[kind]: int(s.hand[line, kind]) for kind in range(KINDS)} if open_hand else None,
        "held": int(s.held[line]),
        "deck": int(cards.undrawn(s, line)),
        "unlaid": unlaid,
        "energy": int(s.energy[line]),
        "alive": bool(s.alive[line]),
        "initiative": int(order.initiative(s, line, 0)) if s.laid[line] else None,
        "revealed": int(s.revealed[line]) - 1 if s.revealed[line] else None,
    }


def _card(s: Any, square: int) -> dict[str, Any]:
    kind, heading = divmod(int(s.face[square]), 4)
    return {
        "square": name(s, square),
        "kind": "start" if kind == START_CARD else KIND_NAMES[kind],
        "initiative": None if kind == START_CARD else int(INITIATIVE[kind]),
        "heading": COMPASS[heading],
    }
