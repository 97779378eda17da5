"""What a seat sees of End of Line, as plain data for any screen."""

from typing import Any

from sobremesa.games.end_of_line import rules
from sobremesa.games.end_of_line.notation import CALLS, free_exits, name, seat_names
from sobremesa.games.end_of_line.rules import cards, points, turn_order
from sobremesa.games.end_of_line.tables import (
    CLASSIC,
    COMPASS,
    DRAWING,
    EN,
    ENERGY,
    INITIATIVE,
    KIND_NAMES,
    KINDS,
    LAYING,
    NEXT,
    NOTHING,
    NOWHERE,
    OVER,
    PILING,
    REVEALING,
    SPENDING,
    START_CARD,
    TEAMS,
    TURNED_UP,
    WALL,
)
from sobremesa.kernel import REFEREE

MODES = "versus", "teams", "solo", "coop", "classic"
SCORES = "es", "en", "2021"


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
        "places": _places(s),
        "turned": KIND_NAMES[s.turned - 1] if s.phase == TURNED_UP else None,
        "pile": [KIND_NAMES[kind] for kind in s.pile[: s.piled]] if s.mode == CLASSIC or s.phase == PILING else [],
        "empty": int(s.empty),
        "tally": None if rivals else _tally(s),
        "points": _points(s) if s.phase == OVER and not rivals else None,
        "over": bool(s.phase == OVER),
    }


def _places(s: Any) -> dict[str, list[dict[str, Any]]]:
    """Where the mover's next card may lie: `lay` now; before the first card of a turn, by what energy is spent."""
    if s.phase == SPENDING:
        line = int(rules.mover(s))
        uses = [use for use in CALLS if rules.GO <= CALLS[use] <= rules.CROSS and rules.may_spend(s, line, CALLS[use])]
        return {use: reached(s, line, int(use == "turnaround"), bool(s.crossing) or use == "cross") for use in uses}
    if s.phase in (LAYING, TURNED_UP, PILING):
        return {"lay": reached(s, int(rules.mover(s)), int(s.back), bool(s.crossing))}
    return {}


def reached(s: Any, line: int, back: int, crossing: bool) -> list[dict[str, Any]]:
    """The squares at the exits of a card, each with the headings that a card on it could be left by."""
    start = int(s.path[line, int(s.laid[line]) - back])
    found = []
    for way in range(3):
        square = int(cards.target(s, line, way, back, crossing))
        if square == NOWHERE:
            continue
        heading = (int(s.face[start]) + way + 3) & 3
        ahead = int(NEXT[s.width, heading, start])
        found.append(
            {
                "square": name(s, square),
                "start": name(s, start),
                "heading": COMPASS[heading],
                "over": name(s, ahead) if ahead != square else None,
                "open": [COMPASS[way] for way in range(4) if way != heading ^ 2 and _is_open(s, line, square, way)],
            }
        )
    return found


def _is_open(s: Any, line: int, square: int, heading: int) -> bool:
    """Whether a line could go on from a square in a direction; over its partner's card where that is free."""
    ahead = int(NEXT[s.width, heading, square])
    beyond = int(NEXT[s.width, heading, ahead])
    over = s.mode == TEAMS and s.cross_cost == 0 and s.on[ahead] == 1 + cards.mate(s, line)
    return bool(s.on[ahead] == NOTHING or (over and s.on[beyond] == NOTHING))


def _tally(s: Any) -> dict[str, Any]:
    """What counts alone or together: the initiatives of all cards that do not lie on the area, and the energy."""
    unlaid = s.hand[: s.players].sum(axis=0) + s.deck[: s.players].sum(axis=0)
    left = sum(int(INITIATIVE[kind]) * int(unlaid[kind]) for kind in range(KINDS))
    left += sum(int(INITIATIVE[kind]) for kind in s.pile[: s.piled])
    left += int(INITIATIVE[s.turned - 1]) if s.turned else 0
    energy = int(s.energy[: s.players].sum())
    had = 0 if s.mode == CLASSIC else ENERGY * int(s.players)
    return {"score": SCORES[s.scoring], "left": left, "spent": had - energy, "energy": energy}


def _points(s: Any) -> int | None:
    """What it came to: none where the area had to be full and is not."""
    return int(points.points(s)) if points.full(s) or s.scoring == EN else None


def _line(s: Any, line: int, open_hand: bool) -> dict[str, Any]:
    unlaid = {KIND_NAMES[kind]: int(s.deck[line, kind]) + int(s.hand[line, kind]) for kind in range(KINDS)}
    return {
        "name": seat_names(int(s.players))[line],
        "partner": int(cards.mate(s, line)) if s.mode == TEAMS else None,
        "cards": [_card(s, int(square)) for square in s.path[line, : s.laid[line] + 1]],
        "exits": free_exits(s, line),
        "hand": {KIND_NAMES[kind]: int(s.hand[line, kind]) for kind in range(KINDS)} if open_hand else None,
        "held": int(s.held[line]),
        "deck": int(cards.undrawn(s, line)),
        "unlaid": unlaid,
        "energy": int(s.energy[line]),
        "alive": bool(s.alive[line]),
        "initiative": int(turn_order.initiative(s, line, 0)) if s.laid[line] else None,
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
