"""How choices of Outspeed are written, and why one is not allowed.

Laying is the token, `nitro` or `flamethrower`, or `none`. A route is its letter, `B`, with the number where it asks for
the wheel: `A5`. Of two tokens drawn one is kept: `keep-nitro`. Chance brings `tile-7`, `token-nitro` or `die-3`.
"""

import re
from typing import Any

from sobremesa.games.game import nearest
from sobremesa.games.outspeed.rules.routes import choices, finishing, least_cost, printed
from sobremesa.games.outspeed.tables import (
    COST,
    DEALING,
    DRAWING,
    FIELD,
    KEEP,
    KEEPING,
    LAY,
    LAYING,
    MAGNET,
    PRINTED,
    PROGRAMMING,
    ROUTE,
    SYMBOLS,
    TILES,
    TOKEN_NAMES,
    WHEEL,
    WHEEL_NUMBERS,
    WHEEL_ROUTE,
)
from sobremesa.kernel import CHANCE
from sobremesa.mistakes import BadMove, IllegalMove

SEAT_NAMES = "ruby", "maize", "jade", "lapis", "violet", "papaya"
HELP = "write a route, like B, or A5 with a number on the wheel; a token to lay, like nitro, or none; or keep-nitro"
SHORT = {
    "tank": "fuel-tank",
    "fuel": "fuel-tank",
    "flame": "flamethrower",
    "field": "force-field",
    "ion": "ion-cannon",
    "cannon": "ion-cannon",
    "magnet": "electromagnet",
}


def seat_names(seats: int) -> tuple[str, ...]:
    """What the seats are called in records: none has the initial of a route."""
    return SEAT_NAMES[:seats]


def write(s: Any, seat: int, action: int) -> str:
    """An action as a person writes it."""
    if seat == CHANCE:
        if s.phase == DEALING:
            return f"tile-{action + 1}"
        return f"token-{TOKEN_NAMES[action]}" if s.phase == DRAWING else f"die-{action}"
    if action >= KEEP:
        return f"keep-{TOKEN_NAMES[action - KEEP]}"
    if action >= WHEEL_ROUTE:
        route, number = divmod(action - WHEEL_ROUTE, WHEEL_NUMBERS)
        return f"{SYMBOLS[route]}{number}"
    if action >= ROUTE:
        return SYMBOLS[action - ROUTE]
    return "none" if action == LAY else TOKEN_NAMES[action - LAY - 1]


def read(s: Any, seat: int, text: str) -> int:
    """The action that a person wrote."""
    short = re.sub(r"[\s_]+", "-", text.strip().lower())
    if seat == CHANCE:
        return _chance(s, short, text)
    if found := re.fullmatch(r"([abc])-?(\d?)", short):
        route, number = SYMBOLS.index(found[1].upper()), found[2]
        if not number:
            return ROUTE + route
        return WHEEL_ROUTE + WHEEL_NUMBERS * route + int(number)
    keeps = short.startswith("keep-")
    name = short.removeprefix("keep-")
    name = SHORT.get(name, name)
    if name in ("none", "nothing") and not keeps:
        return LAY
    if name not in TOKEN_NAMES:
        raise BadMove(f"{text!r} is not a move of Outspeed: {HELP}.{nearest(name, TOKEN_NAMES)}")
    kind = TOKEN_NAMES.index(name)
    return KEEP + kind if keeps or s.phase == KEEPING else LAY + 1 + kind


def _chance(s: Any, short: str, text: str) -> int:
    if s.phase == DEALING and (found := re.fullmatch(r"tile-(\d{1,2})", short)) and 1 <= int(found[1]) <= TILES:
        return int(found[1]) - 1
    if s.phase == DRAWING and short.removeprefix("token-") in TOKEN_NAMES:
        return TOKEN_NAMES.index(short.removeprefix("token-"))
    if s.phase not in (DEALING, DRAWING) and (found := re.fullmatch(r"die-(\d)", short)):
        return int(found[1])
    raise BadMove(f"{text!r} is not what chance can bring now.")


def refusal(s: Any, seat: int, action: int) -> IllegalMove:
    """Why an action that is not legal now is not."""
    if seat == CHANCE:
        return IllegalMove("Chance cannot bring that now.", 6)
    if s.phase == KEEPING:
        return IllegalMove("Choose which of the two tokens you keep, like keep-nitro.", 8)
    if s.phase == LAYING:
        return _laying(s, seat, action)
    if s.phase != PROGRAMMING or not ROUTE <= action < KEEP:
        return IllegalMove("Choose a route: A, B or C as the tile shows them.", 4)
    route = 1 + (action - ROUTE if action < WHEEL_ROUTE else (action - WHEEL_ROUTE) // WHEEL_NUMBERS)
    symbol = SYMBOLS[route - 1]
    if not printed(s, route, PRINTED):
        return IllegalMove(f"This tile has no route {symbol}.", 4)
    least, fuel = int(least_cost(s, route)), int(s.fuel[seat])
    if least > fuel:
        return IllegalMove(f"Route {symbol} costs at least {least} fuel, and you have {fuel}.", 4)
    if not printed(s, route, COST + WHEEL):
        return IllegalMove(f"Route {symbol} does not ask for a number: write {symbol}.", 4)
    if action < WHEEL_ROUTE:
        return IllegalMove(f"Route {symbol} asks for a number on the wheel, like {symbol}0.", 4)
    most = int(choices(s, seat, route)) - 1
    return IllegalMove(f"You cannot pay that: the number for route {symbol} is at most {most}.", 4)


def _laying(s: Any, seat: int, action: int) -> IllegalMove:
    if not LAY < action < ROUTE:
        return IllegalMove("First lay a token face down, or none.", 1)
    kind = action - LAY - 1
    if not s.hand[seat, kind]:
        return IllegalMove(f"You have no {TOKEN_NAMES[kind]}.", 1)
    if kind == MAGNET:
        return IllegalMove("An electromagnet is laid only from the rearmost occupied zone.", 1)
    assert kind == FIELD and finishing(s)
    return IllegalMove("A force field is not laid while the finish tile is up.", 1)
