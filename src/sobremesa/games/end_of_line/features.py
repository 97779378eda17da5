"""What a learner sees of End of Line: planes of the area, row by row, then numbers; lines clockwise, its own first."""

import numpy as np

from sobremesa.games.end_of_line.rules.cards import target, undrawn
from sobremesa.games.end_of_line.tables import (
    COPIES,
    DECK,
    ENERGY,
    EXITS,
    HAND,
    INITIATIVE,
    KIND_NAMES,
    KINDS,
    NOTHING,
    NOWHERE,
    OVER,
    SIZE,
    WALL,
)
from sobremesa.kernel import rule

COMPASS = "north", "east", "south", "west"
PHASES = OVER + 1
OF_A_LINE = 3
"""Planes."""
PER_LINE = 6 + KINDS
"""Numbers."""


def planes(seats: int) -> list[str]:
    """What each plane shows."""
    whose = ["one's own", *(f"of the line {n} after" for n in range(1, seats))]
    return [
        "empty squares",
        "walls",
        *(f"cards that lead {way}" for way in COMPASS),
        "initiative of the card that lies there, as a share of 5",
        *(f"{what}, {who}" for who in whose for what in ("cards", "the last card", "where it may go on")),
    ]


def shape(seats: int) -> tuple[int, ...]:
    return len(planes(seats)), int(SIZE[seats]), int(SIZE[seats])


def numbers(seats: int) -> list[str]:
    """What each number after the planes says; shares are from 0 to 1."""
    whose = ["one's own", *(f"of the line {n} after" for n in range(1, seats))]
    line = ["goes on", "energy", "cards in hand", "cards not drawn", "place in the order", "is to choose"]
    return [
        *(f"{what}, {who}" for who in whose for what in (*line, *(f"{kind}: not laid" for kind in KIND_NAMES))),
        *(f"{kind}: in one's own hand" for kind in KIND_NAMES),
        *(f"phase {n}" for n in range(PHASES)),
        "cards still to lay in this turn",
        "how many cards back the next one is laid at",
        "a card of this turn may cross",
        *(f"{kind}: turned up, or on top of the pile" for kind in KIND_NAMES),
        "rounds",
    ]


@rule
def observe(s, seat, out):
    """Fill out, which is all zeros, from a position that hides nothing from the seat that it may know."""
    players, area = np.int64(s.players), np.int64(s.width) * np.int64(s.width)
    me = seat if seat < players else 0
    for square in range(area):
        if s.on[square] == NOTHING:
            out[square] = 1
        elif s.on[square] == WALL:
            out[area + square] = 1
        else:
            kind, heading = s.face[square] >> 2, s.face[square] & 3
            for way in range(3):
                if EXITS[kind] >> way & 1:
                    out[area * (2 + ((heading + way + 3) & 3)) + square] = 1
            out[area * 6 + square] = INITIATIVE[kind] / 5
            later = (s.on[square] - 1 + players - me) % players
            out[area * (7 + OF_A_LINE * later) + square] = 1
    n = area * (7 + OF_A_LINE * players)
    for later in range(players):
        line = (me + later) % players
        plane = area * (8 + OF_A_LINE * later)
        out[plane + s.path[line, s.laid[line]]] = 1
        if s.alive[line]:
            for way in range(3):
                ahead = target(s, line, way, s.back if later == 0 else 0, s.crossing if later == 0 else False)
                if ahead != NOWHERE:
                    out[plane + area + ahead] = 1
        out[n] = s.alive[line]
        out[n + 1] = s.energy[line] / ENERGY
        out[n + 2] = s.held[line] / (DECK if s.open_deck else HAND + 1)
        out[n + 3] = undrawn(s, line) / DECK
        out[n + 5] = 1.0 if s.living > 0 and s.turn < s.living and s.order[s.turn] == line else 0.0
        for place in range(s.living):
            if s.order[place] == line:
                out[n + 4] = (place + 1) / players
        for kind in range(KINDS):
            out[n + 6 + kind] = (s.deck[line, kind] + s.hand[line, kind]) / COPIES[kind]
        n += PER_LINE
    for kind in range(KINDS):
        if seat < players:
            out[n + kind] = s.hand[seat, kind] / COPIES[kind]
    n += KINDS
    out[n + s.phase] = 1
    n += PHASES
    out[n] = s.to_lay / 3
    out[n + 1] = s.back
    out[n + 2] = 1.0 if s.crossing else 0.0
    n += 3
    if s.turned > 0:
        out[n + s.turned - 1] = 1
    elif s.piled > 0:
        out[n + s.pile[s.piled - 1]] = 1
    out[n + KINDS] = s.rounds / DECK
