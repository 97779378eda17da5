"""What a seat sees of Outspeed, as plain data for any screen."""

from typing import Any

from sobremesa.games.outspeed import route_preview, rules
from sobremesa.games.outspeed.notation import seat_names
from sobremesa.games.outspeed.rules.routes import printed
from sobremesa.games.outspeed.rules.track import racing
from sobremesa.games.outspeed.tables import (
    COST,
    COSTING,
    DEALING,
    DRAWING,
    FACE_NAMES,
    FINISH,
    GAINING,
    HIDDEN,
    KEEPING,
    KINDS,
    LAYING,
    NOTHING,
    OVER,
    PROGRAMMING,
    RACE,
    SEALED,
    SECTION,
    SYMBOLS,
    TOKEN,
    TOKEN_NAMES,
    UNKNOWN,
    WHEEL,
)
from sobremesa.kernel import REFEREE

PHASES = {
    DEALING: "dealing",
    LAYING: "bonuses",
    PROGRAMMING: "programming",
    COSTING: "costs",
    GAINING: "gains",
    DRAWING: "drawing",
    KEEPING: "drawing",
    OVER: "over",
}
LAID = {0: None, NOTHING: "nothing", HIDDEN: "hidden", SEALED: "sealed"}


def view(s: Any, seat: int) -> dict[str, Any]:
    """The position for a seat, or for a spectator, from which everything it may not know has been wiped out."""
    waiting = int(rules.to_act(s))
    return {
        "game": "outspeed",
        "seat": seat,
        "phase": PHASES[int(s.phase)],
        "tile": None if s.phase == DEALING else _tile(s, seat),
        "coming": [int(tile) for tile in s.order[int(s.turn) + 1 :]] if s.first_game else None,
        "track": _track(s, seat),
        "ships": [
            _ship(s, number, name, seat) | {"awaited": bool(waiting >> number & 1)}
            for number, name in enumerate(seat_names(int(s.players)))
        ],
        "tokens": {
            "pile": int(s.pile) + int(s.under_count),
            "unseen": int(s.pile),
            "under": [
                {"place": n + 1, "token": TOKEN_NAMES[s.under[n] - 1]}
                for n in range(int(s.under_count))
                if s.under[n] != UNKNOWN
            ],
            "used": {TOKEN_NAMES[kind]: int(s.discards[kind]) for kind in range(KINDS) if s.discards[kind]},
            "drawn": [TOKEN_NAMES[token - 1] for token in s.drawn if token and token != UNKNOWN],
        },
        "over": bool(s.phase == OVER),
        "winners": _winners(s) if s.phase == OVER else [],
    }


def _tile(s: Any, seat: int) -> dict[str, Any]:
    number = int(s.order[s.turn])
    return {
        "number": number,
        "place": int(s.turn) + 1,
        "of": RACE,
        "face": FACE_NAMES[s.face],
        "finish": number >= FINISH,
        "reconstructed": not s.tile_set,
        "set": f"{int(s.tile_set).to_bytes(8, 'little').hex()}" if s.tile_set else "house",
        "routes": route_preview.routes(s, seat),
    }


def _track(s: Any, seat: int) -> dict[str, Any]:
    """Where it begins and ends; which zones fall at the end of this turn, and which if anybody passes the front."""
    front, rear = int(s.front), int(s.rear)
    fields = sorted({int(zone) for zone in s.marker if zone})
    mine = int(s.zone[seat]) if seat < s.players else 0
    return {
        "rear": rear,
        "front": front,
        "falls": front - 2 * SECTION if front - 2 * SECTION >= rear else None,
        "danger": front - SECTION,
        "fields": fields,
        "stop": next((zone for zone in fields if zone > mine), None) if mine else None,
    }


def _ship(s: Any, ship: int, name: str, seat: int) -> dict[str, Any]:
    alive = bool(racing(s, ship))
    laid = int(s.laid[ship])
    mine = seat in (ship, REFEREE)
    hand = [TOKEN_NAMES[kind] for kind in range(KINDS) for _ in range(int(s.hand[ship, kind]))]
    return {
        "name": name,
        "racing": alive,
        "zone": int(s.zone[ship]) if alive else None,
        "fuel": int(s.fuel[ship]) if alive else None,
        "tokens": int(s.tokens[ship]) if alive else 0,
        "hand": hand if mine and alive else None,
        "laid": LAID[laid] if laid in LAID else TOKEN_NAMES[laid - TOKEN],
        "route": _route(s, int(s.route[ship]), int(s.number[ship])),
        "last": SYMBOLS[s.last_route[ship] - 1] if s.last_route[ship] else None,
        "rolled": [int(rolled) for rolled in s.rolled[:, ship]],
    }


def _route(s: Any, route: int, number: int) -> str | None:
    if route in (0, SEALED):
        return "sealed" if route else None
    return f"{SYMBOLS[route - 1]}{number if printed(s, route, COST + WHEEL) else ''}"


def _winners(s: Any) -> list[int]:
    ships = [seat for seat in range(int(s.players)) if racing(s, seat)]
    return [seat for seat in ships if not any(rules.ahead(s, other, seat) for other in ships)]
