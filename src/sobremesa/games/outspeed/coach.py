"""What a good player of Outspeed points out: what routes come to in company, what may fall away, whom tokens hit."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from sobremesa.games.outspeed import route_preview
from sobremesa.games.outspeed.ai.evaluation import remaining
from sobremesa.games.outspeed.events import listed
from sobremesa.games.outspeed.notation import seat_names
from sobremesa.games.outspeed.rules import step
from sobremesa.games.outspeed.rules.routes import choices
from sobremesa.games.outspeed.rules.track import left, next_ahead, racing
from sobremesa.games.outspeed.tables import (
    FIELD,
    KEEP,
    LAY,
    LAYING,
    NITRO,
    NOTHING,
    OVER,
    PROGRAMMING,
    REVEALING,
    ROUTE,
    SECTION,
    SYMBOLS,
    TANK,
    TOKEN,
    WHEEL_NUMBERS,
    WHEEL_ROUTE,
)
from sobremesa.games.remark import Remark, phrase
from sobremesa.games.words import sentence, words

Row = dict[str, Any]
"""What a route comes to with so many others on it, as `route_preview` has it."""


def look(seen: Any, seat: int, actions: Sequence[int]) -> list[Remark]:
    """What may fall away; which routes are dear in company, narrow, or closed to others; who is ahead."""
    s = seen[0]
    if s.phase == PROGRAMMING:
        return [*_line(s, seat), *_routes(s, seat)]
    found = _line(s, seat) if s.phase == LAYING else []
    if ahead := int(next_ahead(s, s.zone[seat])):
        near = _ships(s, lambda other: s.zone[other] == ahead)
        found.append(Remark("ahead", {"seats": near, "number": ahead - int(s.zone[seat])}))
    else:
        found.append(Remark("leads"))
    return [*found, Remark("stock", {"fuel": int(s.fuel[seat]), "number": int(remaining(s))})]


def reasons(seen: Any, seat: int, actions: Sequence[int], instead: Sequence[int]) -> list[Remark]:
    """What a route brings alone and in company, beside another; or what a token does as things stand."""
    s, action = seen[0], actions[0]
    if action >= KEEP:
        return []
    if action < ROUTE:
        return _token(seen, seat, action)
    route, number = _programmed(action)
    rows = route_preview.company(s, seat, route, number)
    found = _brings(route, rows)
    danger = int(s.front) - SECTION
    if s.zone[seat] <= danger < min(row["lands"][0] for row in rows):
        found.append(Remark("beyond", {"danger": danger}))
    if 0 < (cost := max(row["cost"][1] for row in rows)) < s.fuel[seat]:
        found.append(Remark("keeps", {"fuel": int(s.fuel[seat]) - cost}))
    if instead and ROUTE <= instead[0] < KEEP and _programmed(instead[0])[0] != route:
        other, number = _programmed(instead[0])
        row = route_preview.company(s, seat, other, number)[0]
        if row["others"] == 0:
            found.append(Remark("instead", {"route": SYMBOLS[other - 1], "row": _parts(row)}))
    return found


def dangers(seen: Any, seat: int, actions: Sequence[int], reply: Sequence[int]) -> list[Remark]:
    """What a route may cost, or not bring; which token hits nobody, and whom one could have put out."""
    s, action = seen[0], actions[0]
    if action >= KEEP:
        return []
    if action == LAY:
        kinds = [kind for kind in range(len(s.hand[seat])) if s.hand[seat, kind]]
        out = next((gone for kind in kinds if (gone := _effect(seen, seat, kind)["out"])), ())
        return [Remark("misses", {"seats": out, "number": len(out)})] if out else []
    if action < ROUTE:
        kind = action - LAY - 1
        effect = _effect(seen, seat, kind)
        return [] if kind in (NITRO, TANK, FIELD) or any(effect.values()) else [Remark("wasted")]
    route, number = _programmed(action)
    rows = route_preview.company(s, seat, route, number)
    dear = [row for row in rows if row["dry"]]
    full = [row for row in rows if not row["fits"]]
    found = [_costs("dry", s, seat, route, row) for row in dear[:1]]
    found += [Remark("full", {"route": SYMBOLS[route - 1], "number": row["others"]}) for row in full[:1]]
    low, high = min(row["lands"][0] for row in rows), max(row["lands"][1] for row in rows)
    falls, danger = int(s.front) - 2 * SECTION, int(s.front) - SECTION
    if s.rear <= high <= falls:
        found.insert(0, Remark("left", {"zone": high, "falls": falls}))
    elif low <= danger and _may_pass(s, seat):
        found.append(Remark("behind", {"zone": low, "front": int(s.front), "danger": danger}))
    told = [each for each in route_preview.routes(s, seat) if each["open"]]
    most = max(row["lands"][1] for each in told for row in each["with"])
    return [*found, Remark("slow", {"zone": high, "most": most})] if high < most else found


def even(s: Any) -> float:
    """What a ship can expect that is no likelier to win than the others: bots think of the win, not of the place."""
    return 2 / int(left(s)) - 1


def say(s: Any, remark: Remark, language: str = "en") -> str:
    """A sentence about a position that s is one of."""
    vocabulary, facts = words(__file__)[language], dict(remark.facts)
    told = vocabulary["counsel"]
    if "seats" in facts:
        names = [vocabulary["players"][name] for name in seat_names(int(s.players))]
        facts["players"] = listed([names[seat] for seat in facts["seats"]], vocabulary)
    if "row" in facts:
        facts["row"] = ", ".join(told["parts"][part].format(amount=_range(*ends)) for part, ends in facts["row"])
    return sentence(phrase(told[remark.kind], facts))


def _range(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}–{high}"  # noqa: RUF001  an en dash


def _programmed(action: int) -> tuple[int, int]:
    """The route of an action, 1 for A, and the number on the wheel."""
    if action < WHEEL_ROUTE:
        return 1 + action - ROUTE, 0
    route, number = divmod(action - WHEEL_ROUTE, WHEEL_NUMBERS)
    return 1 + route, number


def _ships(s: Any, fits: Any) -> tuple[int, ...]:
    """The ships still racing of which something is so."""
    return tuple(ship for ship in range(int(s.players)) if racing(s, ship) and fits(ship))


def _line(s: Any, seat: int) -> list[Remark]:
    """How far it is to where nothing falls away this turn: for certain, or if somebody passes the front."""
    zone, front = int(s.zone[seat]), int(s.front)
    falls, danger = front - 2 * SECTION, front - SECTION
    if s.rear <= zone <= falls:
        return [Remark("falls", {"falls": falls, "number": falls + 1 - zone})]
    if zone <= danger and _may_pass(s, seat):
        return [Remark("danger", {"front": front, "danger": danger, "number": danger + 1 - zone})]
    return []


def _may_pass(s: Any, seat: int) -> bool:
    """Whether another ship has a route that may take it past the foremost zone."""
    others = _ships(s, lambda ship: ship != seat)
    return any(
        row["lands"][1] > s.front
        for ship in others
        for route in route_preview.routes(s, ship)
        if route["open"]
        for row in route["with"]
    )


def _routes(s: Any, seat: int) -> list[Remark]:
    """What is to be known of the routes, whichever one takes."""
    told = [each for each in route_preview.routes(s, seat) if each["open"]]
    dear, narrow, closed = [], [], []
    for each in told:
        route = 1 + SYMBOLS.index(each["symbol"])
        dear += [_costs("dear", s, seat, route, row) for row in each["with"] if row["dry"]][:1]
        able = _ships(s, lambda ship, route=route: choices(s, ship, route))
        if each["room"] and len(able) > each["room"]:
            narrow.append(Remark("room", {"route": each["symbol"], "number": each["room"], "able": len(able)}))
        if unable := _ships(s, lambda ship, route=route: not choices(s, ship, route)):
            closed.append(Remark("cannot", {"route": each["symbol"], "seats": unable, "number": len(unable)}))
        if each["solo"]:
            narrow.append(Remark("solo", {"route": each["symbol"]}))
    lands = [zone for each in told for row in each["with"] for zone in row["lands"]]
    return [*dear, *closed, *narrow, Remark("lands", {"least": min(lands), "most": max(lands)})]


def _costs(kind: str, s: Any, seat: int, route: int, row: Row) -> Remark:
    """What a route may cost with others on it, who has too little for that."""
    facts = {"route": SYMBOLS[route - 1], "number": row["others"], "cost": row["cost"][1], "fuel": int(s.fuel[seat])}
    return Remark(kind if row["others"] else f"{kind}_alone", facts)


def _parts(row: Row) -> tuple[tuple[str, tuple[int, int]], ...]:
    """What a row comes to: where one lands, then what is not nothing."""
    amounts = {"cost": row["cost"], "fuel": row["fuel"], "bonus": [row["bonus"]] * 2}
    return ("zone", tuple(row["lands"])), *((part, tuple(ends)) for part, ends in amounts.items() if ends[1])


def _brings(route: int, rows: Sequence[Row]) -> list[Remark]:
    """What a route comes to; where it depends on company, with as little of it as can be and where that first tells."""
    symbol, first = SYMBOLS[route - 1], rows[0]
    other = next((row for row in rows if _parts(row) != _parts(first) or row["fits"] != first["fits"]), None)
    if other is None:
        return [Remark("whatever", {"route": symbol, "row": _parts(first)})]
    found = []
    for row in (first, other):
        facts = {"route": symbol, "number": row["others"], "row": _parts(row)}
        kind = "full" if not row["fits"] else "company" if row["others"] else "alone"
        found.append(Remark(kind, facts if row["fits"] else {"route": symbol, "number": row["others"]}))
    return found


def _effect(seen: Any, seat: int, kind: int) -> dict[str, tuple[int, ...]]:
    """Whom a token pushes back, drains and puts out if nobody else lays any."""
    s, then = seen[0], _laid(seen, seat, kind)[0]
    others = _ships(s, lambda ship: ship != seat)
    return {
        "back": tuple(ship for ship in others if racing(then, ship) and then.zone[ship] < s.zone[ship]),
        "drained": tuple(ship for ship in others if racing(then, ship) and then.fuel[ship] < s.fuel[ship]),
        "out": tuple(ship for ship in others if not racing(then, ship)),
    }


def _laid(seen: Any, seat: int, kind: int) -> Any:
    """The position after the bonuses, if a seat lays a token and nobody else any."""
    then = seen.copy().view(np.recarray)
    s = then[0]
    for ship in _ships(s, lambda ship: True):
        s.laid[ship] = TOKEN + kind if ship == seat else NOTHING
    s.phase = REVEALING
    while s.phase not in (PROGRAMMING, OVER):
        step(s)
    return then


def _token(seen: Any, seat: int, action: int) -> list[Remark]:
    """What a token does as things stand."""
    s = seen[0]
    if action == LAY:
        return [Remark("saves", {"number": int(s.tokens[seat])})]
    kind = action - LAY - 1
    then, effect = _laid(seen, seat, kind)[0], _effect(seen, seat, kind)
    told = {"out": "puts_out", "back": "pushes", "drained": "drains"}
    found = [Remark(told[what], {"seats": effect[what], "number": len(effect[what])}) for what in told if effect[what]]
    if kind == FIELD:
        found.append(Remark("stops", {"zone": int(s.zone[seat])}))
    elif kind == NITRO and racing(then, seat):
        found.append(Remark("goes", {"zone": int(then.zone[seat])}))
    elif kind == TANK and racing(then, seat):
        found.append(Remark("fills", {"fuel": int(then.fuel[seat])}))
        opened = [
            route
            for route in route_preview.printed_on(s)
            if then.phase != OVER and choices(then, seat, route) and not choices(s, seat, route)
        ]
        found += [Remark("opens", {"route": SYMBOLS[route - 1]}) for route in opened[:1]]
    return found
