"""A position of Outspeed from plain data, and back: where bonuses are laid, routes programmed, or a token is kept.

```
{"turn": 5, "phase": "programming", "tiles": [3, 7, 1, 12, 4], "rear": 8, "front": 21,
 "ships": {"ruby": {"zone": 12, "fuel": 7, "hand": {"nitro": 1}, "last": "B", "route": "A5"}, "jade": {"zone": null}},
 "fields": [{"zone": 14, "entered": true}], "used": {"fuel-tank": 2}, "under": [{"token": "nitro", "by": "maize"}]}
```

Only the turn must be said. A ship without a zone is out, and what it holds has left the game with it; one that is not
named stands as at the start. Tiles that are not named come by their numbers, and tokens that lie nowhere else are the
unseen part of the pile. `last` is the route of the turn before, `fields` are the markers, null for one in the supply
before others, `entered` says that a ship came there this turn, `under` is what was put under the pile, in that order.

In the phase `bonuses` a ship has `laid` a token, `nothing`, or has not decided; in `programming` it has a `route` once
it has programmed one; in `drawing`, besides, what it `rolled` for cost, zones and fuel and what it is `owed`, and the
foremost who is owed a bonus looks at the two tokens `drawn`. The danger line, the face of the tiles and whose turn it
is follow from all that.
"""

import re
from collections.abc import Iterable
from typing import Any

import msgspec
import numpy as np

from sobremesa.games.game import Game
from sobremesa.games.outspeed.notation import seat_names
from sobremesa.games.outspeed.rules import unprogrammed
from sobremesa.games.outspeed.rules.bonuses import may_lay
from sobremesa.games.outspeed.rules.pile import choose_drawer
from sobremesa.games.outspeed.rules.routes import choices, dice_for, die_of, finishing, gains, printed
from sobremesa.games.outspeed.rules.track import left, racing
from sobremesa.games.outspeed.tables import (
    BONUS,
    COPIES,
    COST,
    FACE_NAMES,
    FEW,
    FINISH,
    KEEPING,
    KINDS,
    LAYING,
    MANY,
    MARKERS,
    NOBODY,
    NOTHING,
    PRINTED,
    PROGRAMMING,
    RACE,
    SECTION,
    START_FUEL,
    START_ZONE,
    SYMBOLS,
    TILES,
    TOKEN,
    TOKEN_NAMES,
    TRACK_TILES,
    WHEEL,
)
from sobremesa.games.set_up import convert, seat_of
from sobremesa.mistakes import BadDiagram

PHASES = {"bonuses": LAYING, "programming": PROGRAMMING, "drawing": KEEPING}
ONLY = {"laid": (LAYING,), "last": (LAYING, PROGRAMMING), "route": (PROGRAMMING, KEEPING)}
ONLY |= dict.fromkeys(("rolled", "owed"), (KEEPING,))
"""In which phases something is said of a ship."""
FURTHEST, FULLEST = 300 * SECTION, 2000
"""A zone, and fuel, that no race comes to, whatever tiles somebody has made."""
FACES = range(len(FACE_NAMES))


class Ship(msgspec.Struct, forbid_unknown_fields=True):
    zone: int | None
    fuel: int = START_FUEL
    hand: dict[str, int] = {}
    laid: str = ""
    route: str = ""
    last: str = ""
    rolled: tuple[int, int, int] = (0, 0, 0)
    owed: int = 0


OUT = Ship(None)


class Field(msgspec.Struct, forbid_unknown_fields=True):
    zone: int
    entered: bool = False


class Put(msgspec.Struct, forbid_unknown_fields=True):
    token: str
    by: str


class SetUp(msgspec.Struct, forbid_unknown_fields=True):
    turn: int
    phase: str = "programming"
    tiles: list[int] = []
    rear: int = 1
    front: int = 0
    ships: dict[str, Ship] = {}
    fields: list[Field | None] = []
    used: dict[str, int] = {}
    under: list[Put] = []
    drawn: list[str] = []


def read(game: Game, seats: int, options: dict[str, Any], data: Any) -> np.recarray:
    """The position that is described, to play on from."""
    told = convert(data, SetUp)
    position: np.recarray = game.start(seats, options)
    s, names = position[0], seat_names(seats)
    if told.phase not in PHASES:
        raise BadDiagram(f"The phases are {', '.join(PHASES)}.")
    s.phase = PHASES[told.phase]
    for name in told.ships:
        seat_of(names, name)
    _turn_up(s, told)
    _lay_track(s, told)
    ships = [told.ships.get(name, Ship(int(s.rear) + START_ZONE - 1)) for name in names]
    who = [name.capitalize() for name in names]
    _place(s, who, ships, told.phase)
    _share_out(s, names, ships, told)
    _remember(s, ships)
    {LAYING: _lay, PROGRAMMING: _programme, KEEPING: _draw}[PHASES[told.phase]](s, who, ships)
    return position


def _turn_up(s: Any, told: SetUp) -> None:
    """The tiles in their order, and which of them is up."""
    if not 1 <= told.turn <= RACE:
        raise BadDiagram(f"The turn is a number from 1 to {RACE}.")
    track, finish = told.tiles[:TRACK_TILES], told.tiles[TRACK_TILES:] or [FINISH]
    if not set(track) <= set(range(1, FINISH)) or len(set(track)) != len(track):
        raise BadDiagram(f"The tiles of the track are 1 to {TRACK_TILES}, each of them once.")
    if len(finish) > 1 or not FINISH <= finish[0] <= TILES:
        raise BadDiagram(f"After {TRACK_TILES} tiles comes one finish tile, {FINISH} to {TILES}.")
    if s.first_game and told.tiles != [*range(1, 1 + len(told.tiles))]:
        raise BadDiagram(f"In a first game the tiles come in the order 1 to {RACE}.")
    s.order[:] = [*track, *(tile for tile in range(1, FINISH) if tile not in track), *finish]
    s.dealt, s.turn = RACE, told.turn - 1


def _lay_track(s: Any, told: SetUp) -> None:
    """Sections and force fields."""
    rear, front = told.rear, told.front or told.rear + 2 * SECTION - 1
    if (rear - 1) % SECTION or front % SECTION or not 1 <= rear <= front <= FURTHEST:
        raise BadDiagram(f"The track is laid in sections of {SECTION} zones: from 1, 8 or 15 on, up to 14, 21 or 28.")
    sections, most = (front - rear + 1) // SECTION, {LAYING: 2, PROGRAMMING: 3}.get(int(s.phase), FURTHEST)
    if not 2 <= sections <= most:  # rule 9
        raise BadDiagram("The track has two sections, and more only where somebody has passed the front this turn.")
    s.rear, s.front = rear, front
    if len(told.fields) > MARKERS:
        raise BadDiagram(f"There are {MARKERS} markers for force fields.")
    for n, field in enumerate(told.fields):
        if field is None:
            continue
        if not rear <= field.zone <= front:
            raise BadDiagram(f"The track goes from zone {rear} to {front}: no force field is in zone {field.zone}.")
        if field.entered and s.phase == LAYING:  # rule 11
            raise BadDiagram("Until the bonuses are turned over nobody has entered a force field.")
        s.marker[n], s.entered[n] = field.zone, field.entered


def _place(s: Any, who: list[str], ships: list[Ship], phase: str) -> None:
    """Who races where, and with how much fuel."""
    least = 0 if s.phase == KEEPING and finishing(s) else 1  # rule 7
    s.ships = 0
    for seat, (name, ship) in enumerate(zip(who, ships, strict=True)):
        for part, phases in ONLY.items():
            if s.phase not in phases and getattr(ship, part) != getattr(OUT, part):
                raise BadDiagram(f"Nothing is said of {part} in the phase {phase}: leave it out.")
        if ship.zone is None:
            s.zone[seat] = s.fuel[seat] = 0
            continue
        if not s.rear <= ship.zone <= s.front:
            raise BadDiagram(f"The track goes from zone {s.rear} to {s.front}: {name} is not in zone {ship.zone}.")
        if not least <= ship.fuel <= FULLEST:
            raise BadDiagram(f"The fuel of {name} is a number from {least} to {FULLEST}.")
        s.zone[seat], s.fuel[seat] = ship.zone, ship.fuel
        s.ships |= 1 << seat
    if left(s) < 2:  # rule 3
        raise BadDiagram("At least two ships race, or the match would be over.")
    turned = sum(bool(ship.route) for ship in ships) if s.phase == KEEPING else left(s)
    s.face = FEW if turned <= 4 else MANY  # rule 10


def _share_out(s: Any, names: tuple[str, ...], ships: list[Ship], told: SetUp) -> None:
    """Where every token is; what is nowhere lies unseen in the pile."""
    if len(told.drawn) != (2 if s.phase == KEEPING else 0):
        raise BadDiagram("In the phase drawing two tokens are looked at, and in others none.")
    lying = [0] * KINDS
    for seat, ship in enumerate(ships):
        s.hand[seat] = _counted(ship.hand, lying)
        s.tokens[seat] = s.hand[seat].sum()
    s.discards[:] = _counted(told.used, lying)
    for token in (*(put.token for put in told.under), *told.drawn):
        _counted({token: 1}, lying)
    for n, put in enumerate(told.under):
        s.under[n], s.under_by[n] = 1 + TOKEN_NAMES.index(put.token), seat_of(names, put.by)
    s.drawn[: len(told.drawn)] = [1 + TOKEN_NAMES.index(token) for token in told.drawn]
    s.under_count = len(told.under)
    s.unseen[:] = [int(copies) - count for copies, count in zip(COPIES, lying, strict=True)]
    s.pile = s.unseen.sum()
    s.looks = min(2, s.pile + s.under_count) if s.turn else 0  # as the last turn left it


def _counted(tokens: dict[str, int], lying: list[int]) -> list[int]:
    """How many there are of each kind; `lying` counts them all."""
    for token, count in tokens.items():
        if token not in TOKEN_NAMES:
            raise BadDiagram(f"There is no token {token!r}: there are {', '.join(TOKEN_NAMES)}.")
        kind = TOKEN_NAMES.index(token)
        lying[kind] += count
        if count < 0 or lying[kind] > COPIES[kind]:
            raise BadDiagram(f"There are {COPIES[kind]} tokens {token}, and not {min(count, 0) or lying[kind]}.")
    return [tokens.get(token, 0) for token in TOKEN_NAMES]


def _remember(s: Any, ships: list[Ship]) -> None:
    """The routes of the turn before."""
    for seat, ship in enumerate(ships):
        if ship.last:
            if s.turn == 0:
                raise BadDiagram("Before the first turn nobody has programmed a route.")
            s.last_route[seat], s.last_number[seat] = _taken(s, int(s.turn) - 1, FACES, ship.last)


def _taken(s: Any, turn: int, faces: Iterable[int], text: str) -> tuple[int, int]:
    """A route and its number, as a tile has them on one of these faces."""
    tile = int(s.order[turn])
    found = re.fullmatch(f"([{SYMBOLS}])([0-9]?)", text)
    if found:
        route = SYMBOLS.index(found[1])
        for face in faces:
            row = s.routes[tile - 1, face, route]
            if row[PRINTED] and bool(row[COST + WHEEL]) == bool(found[2]):
                return route + 1, int(found[2] or 0)
    raise BadDiagram(f"Tile {tile} has no route {text!r}.")


def _lay(s: Any, who: list[str], ships: list[Ship]) -> None:
    """Rule 1: who has laid what, and which zone is asked."""
    for seat, ship in enumerate(ships):
        if ship.laid and not (racing(s, seat) and s.tokens[seat]):
            raise BadDiagram(f"{who[seat]} has no token, and nothing to decide.")
        if ship.laid in ("", "nothing"):
            s.laid[seat] = NOTHING if ship.laid else 0
            continue
        if not ship.hand.get(ship.laid):
            raise BadDiagram(f"{who[seat]} does not hold what is laid, {ship.laid!r}.")
        kind = TOKEN_NAMES.index(ship.laid)
        if not may_lay(s, seat, kind):
            raise BadDiagram(f"{who[seat]} may not lay {ship.laid} in that zone and on that tile.")
        s.laid[seat] = TOKEN + kind
    waiting = [int(s.zone[seat]) for seat in range(len(ships)) if s.tokens[seat] and s.laid[seat] == 0]
    s.asked = max(waiting, default=0)  # 0 is where those stand who are out
    if s.asked == 0:
        raise BadDiagram("Somebody who races holds a token and has not decided, or the bonuses would be over.")
    if any(s.laid[seat] and s.zone[seat] < s.asked for seat in range(len(ships))):
        raise BadDiagram("Bonuses are laid from the foremost zone backwards: who is behind has not decided yet.")


def _programme(s: Any, who: list[str], ships: list[Ship]) -> None:
    """Rule 4: who has programmed what."""
    s.asked = 0
    for seat, ship in enumerate(ships):
        if ship.route:
            if not racing(s, seat):
                raise BadDiagram(f"{who[seat]} is out, and programmes no route.")
            route, number = _taken(s, int(s.turn), [int(s.face)], ship.route)
            if number >= choices(s, seat, route):
                raise BadDiagram(f"{who[seat]} cannot pay for route {ship.route}.")
            s.route[seat], s.number[seat] = route, number
    if not unprogrammed(s):
        raise BadDiagram("Somebody has still to programme a route, or the turn would go on.")


def _draw(s: Any, who: list[str], ships: list[Ship]) -> None:
    """Rule 8: how the turn went so far, and who draws."""
    s.asked, s.looks = 0, 2
    for seat, ship in enumerate(ships):
        if ship.route:
            s.route[seat], s.number[seat] = _taken(s, int(s.turn), [int(s.face)], ship.route)
        elif racing(s, seat):
            raise BadDiagram(f"{who[seat]} has programmed a route, or could not be drawing.")
    s.last_route[:], s.last_number[:] = s.route, s.number
    for seat, ship in enumerate(ships):
        _roll(s, seat, who[seat], ship)
        if not 0 <= ship.owed <= (printed(s, s.route[seat], BONUS) if gains(s, seat) else 0):
            raise BadDiagram(f"{who[seat]} is not owed {ship.owed} bonuses on that route.")
        s.owed[seat] = ship.owed
    choose_drawer(s)
    if s.drawer == NOBODY:
        raise BadDiagram("In the phase drawing a ship that races is owed a bonus.")


def _roll(s: Any, seat: int, name: str, ship: Ship) -> None:
    """What the dice of a ship came to: as many as its route asks for, for the cost also of one that it put out."""
    ships = int(s.ships)
    for rolling, rolled in enumerate(ship.rolled):
        s.ships = ships | (1 << seat if rolling == 0 and ship.route else 0)
        faces, count = s.dice[die_of(rolling)], int(dice_for(s, seat, rolling))
        least, most = count * int(faces.min()), count * int(faces.max())
        if not least <= rolled <= most:
            raise BadDiagram(f"With {count} dice {name} rolls from {least} to {most}, not {rolled}.")
        s.rolled[rolling, seat] = rolled
    s.ships = ships


def write(s: Any) -> dict[str, Any]:
    """A position in which somebody is to choose, as such data."""
    phases = [phase for phase, number in PHASES.items() if number == s.phase]
    if not phases:
        raise BadDiagram("Only where somebody is to choose there is something to set up.")
    names = seat_names(int(s.players))
    markers = [{"zone": int(zone), "entered": bool(s.entered[n])} if zone else None for n, zone in enumerate(s.marker)]
    while markers and markers[-1] is None:
        markers.pop()
    return {
        "turn": int(s.turn) + 1,
        "phase": phases[0],
        "tiles": [int(tile) for tile in s.order],
        "rear": int(s.rear),
        "front": int(s.front),
        "ships": {name: _ship(s, seat) for seat, name in enumerate(names)},
        "fields": markers,
        "used": _tokens(s.discards),
        "under": [
            {"token": TOKEN_NAMES[s.under[n] - 1], "by": names[s.under_by[n]]} for n in range(int(s.under_count))
        ],
        "drawn": [TOKEN_NAMES[token - 1] for token in s.drawn if token],
    }


def _ship(s: Any, seat: int) -> dict[str, Any]:
    """Only what can be said of it."""
    laid, alive = int(s.laid[seat]), bool(racing(s, seat))
    drawing = s.phase == KEEPING
    parts = {
        "laid": "" if laid == 0 else "nothing" if laid == NOTHING else TOKEN_NAMES[laid - TOKEN],
        "route": _text(s, int(s.turn), [int(s.face)], s.route[seat], s.number[seat]),
        "last": "" if drawing else _text(s, int(s.turn) - 1, FACES, s.last_route[seat], s.last_number[seat]),
        "rolled": [int(rolled) for rolled in s.rolled[:, seat]] if any(s.rolled[:, seat]) else [],
        "owed": int(s.owed[seat]),
    }
    told = {"zone": int(s.zone[seat]), "fuel": int(s.fuel[seat])} if alive else {"zone": None}
    return told | {"hand": _tokens(s.hand[seat])} | {part: value for part, value in parts.items() if value}


def _tokens(counts: Any) -> dict[str, int]:
    return {TOKEN_NAMES[kind]: int(count) for kind, count in enumerate(counts) if count}


def _text(s: Any, turn: int, faces: Iterable[int], route: int, number: int) -> str:
    """A route as `_taken` reads it."""
    if route == 0:
        return ""
    asks = any(s.routes[s.order[turn] - 1, face, route - 1, COST + WHEEL] for face in faces)
    return f"{SYMBOLS[route - 1]}{number if asks else ''}"
