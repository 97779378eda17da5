"""What a learner sees of Outspeed: numbers; ships in the order of seats, its own first."""

import numpy as np

from sobremesa.games.outspeed.rules.track import racing
from sobremesa.games.outspeed.tables import (
    ALL_TOKENS,
    COLUMNS,
    COPIES,
    HIDDEN,
    KINDS,
    MARKERS,
    NOTHING,
    OVER,
    RACE,
    SEALED,
    SECTION,
    START_FUEL,
    SYMBOLS,
    TILES,
    TOKEN,
    TOKEN_NAMES,
    UNKNOWN,
)
from sobremesa.kernel import rule

LAID = 3 + KINDS
"""Not decided, nothing, a token that one does not see, or one of a kind."""
ROUTES = len(SYMBOLS)
CHOSEN = 2 + ROUTES
"""Not chosen, sealed, or a route."""
PER_SHIP = 5 + LAID + CHOSEN + ROUTES + 1
PHASES = OVER + 1


def planes(seats: int) -> list[str]:
    """The track is a line, and told in numbers."""
    return []


def shape(seats: int) -> tuple[int, ...]:
    return (0,)


def numbers(seats: int) -> list[str]:
    """What each number says."""
    whose = ["one's own", *(f"of the seat {n} after" for n in range(1, seats))]
    laid = ["not decided", "nothing", "unseen", *TOKEN_NAMES]
    chosen = ["not chosen", "sealed", *SYMBOLS]
    ship = [
        "races",
        "zones before the rear, in sections",
        "fuel, as a share of what it began with",
        "tokens",
        "may fall when the front is passed",
        *(f"laid: {what}" for what in laid),
        *(f"route: {what}" for what in chosen),
        *(f"route a turn ago: {what}" for what in SYMBOLS),
        "number on the wheel",
    ]
    return [
        *(f"{what}, {who}" for who in whose for what in ship),
        *(f"one's own {token}" for token in TOKEN_NAMES),
        *(f"used: {token}" for token in TOKEN_NAMES),
        *(f"phase {n}" for n in range(PHASES)),
        *(f"one looks at a {token}" for token in TOKEN_NAMES),
        "length of the track, in sections",
        "tokens in the pile",
        "the share of all tiles that have been up",
        *(f"force field {n}: zones before oneself, in sections; 0 where there is none" for n in range(1, MARKERS + 1)),
        *(f"the tile that is up: route {route}, column {n}" for route in SYMBOLS for n in range(COLUMNS)),
        *(f"tile {n} comes next" for n in range(1, TILES + 1)),
    ]


@rule
def observe(s, seat, out):
    """Fill out, which is all zeros, from a position that hides nothing from the seat that it may know."""
    players, n = np.int64(s.players), 0
    me = seat if seat < players else 0
    for later in range(players):
        ship = (me + later) % players
        if racing(s, ship):
            out[n] = 1
            out[n + 1] = (s.zone[ship] - s.rear) / SECTION
            out[n + 2] = s.fuel[ship] / START_FUEL
            out[n + 3] = s.tokens[ship] / KINDS
            out[n + 4] = 1.0 if s.zone[ship] <= s.front - SECTION else 0.0
        laid = np.int64(s.laid[ship])
        if laid in (HIDDEN, SEALED):
            out[n + 5 + 2] = 1
        elif laid >= TOKEN:
            out[n + 5 + 3 + laid - TOKEN] = 1
        else:
            out[n + 5 + (laid == NOTHING)] = 1
        at = n + 5 + LAID
        chosen = np.int64(s.route[ship])
        out[at + (1 if chosen == SEALED else 0 if chosen == 0 else 1 + chosen)] = 1
        if s.last_route[ship] > 0:
            out[at + CHOSEN + s.last_route[ship] - 1] = 1
        out[at + CHOSEN + ROUTES] = s.number[ship] / 9
        n += PER_SHIP
    for kind in range(KINDS):
        if seat < players:
            out[n + kind] = s.hand[seat, kind] / COPIES[kind]
        out[n + KINDS + kind] = s.discards[kind] / COPIES[kind]
    n += 2 * KINDS
    out[n + s.phase] = 1
    n += PHASES
    for k in range(2):
        if s.drawn[k] > 0 and s.drawn[k] != UNKNOWN:
            out[n + s.drawn[k] - 1] = 1
    n += KINDS
    out[n] = (s.front - s.rear + 1) / SECTION
    out[n + 1] = (s.pile + s.under_count) / ALL_TOKENS
    out[n + 2] = s.turn / RACE
    n += 3
    for marker in range(MARKERS):
        if s.marker[marker] > 0 and racing(s, me):
            out[n + marker] = (s.marker[marker] - s.zone[me]) / SECTION
    n += MARKERS
    tile = s.order[s.turn]
    if tile > 0:
        for route in range(ROUTES):
            for column in range(COLUMNS):
                out[n + COLUMNS * route + column] = s.routes[tile - 1, s.face, route, column] / 4
    n += ROUTES * COLUMNS
    if s.turn + 1 < RACE and s.order[s.turn + 1] > 0:
        out[n + s.order[s.turn + 1] - 1] = 1
