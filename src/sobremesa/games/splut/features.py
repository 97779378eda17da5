"""What a learner sees of Splut!: planes of nine ranks by nine files; seats in the order of play, its own first."""

from typing import Any

import numpy as np

from sobremesa.games.splut.tables import FILES, OFF, RANKS, ROCKS, SQUARE_NAMES
from sobremesa.kernel import rule

SIDE = len(FILES)
CELL = np.array([SIDE * RANKS.index(name[1]) + FILES.index(name[0]) for name in SQUARE_NAMES], np.int64)
STEPS = 3


def planes(seats: int) -> list[str]:
    """What each plane shows."""
    whose = ["one's own", *(f"that of the seat {n} after" for n in range(1, seats))]
    return [
        "squares of the board",
        *(f"{piece}, {who}" for who in whose for piece in ("sorcerer", "dwarf", "troll")),
        "rocks",
        "rocks that may be levitated in this turn",
        "rocks that have moved in this turn",
        *(f"the turn is {who}" for who in whose),
        *(f"{n} steps are left in it, or more" for n in range(1, STEPS + 1)),
        "the last step levitated a rock",
        "the share of all turns that is over",
    ]


def shape(seats: int) -> tuple[int, ...]:
    return len(planes(seats)), SIDE, SIDE


def numbers(seats: int) -> list[str]:
    """What each number after the planes says."""
    return []


@rule
def observe(s, seat, out):
    """Fill out, which is all zeros, from a position that hides nothing from the seat that it may know."""
    area, players = SIDE * SIDE, np.int64(s.players)
    plane: Any = 0
    for square in range(OFF):
        out[CELL[square]] = 1
    for later in range(players):
        team = ROCKS + 3 * ((seat + later) % players if seat < players else later)
        for piece in range(3):
            plane += 1
            if s.at[team + piece] != OFF:
                out[area * plane + CELL[s.at[team + piece]]] = 1
    for rock in range(ROCKS):
        cell = CELL[s.at[rock]]
        out[area * (plane + 1) + cell] = 1
        out[area * (plane + 2) + cell] = s.liftable >> rock & 1
        out[area * (plane + 3) + cell] = s.moved >> rock & 1
    plane += 4
    mover = (s.mover + players - seat) % players if seat < players else s.mover
    fill(out, area * (plane + mover), area, 1.0)
    plane += players
    for left in range(s.steps):
        fill(out, area * (plane + left), area, 1.0)
    if s.floating:
        fill(out, area * (plane + STEPS), area, 1.0)
    fill(out, area * (plane + STEPS + 1), area, s.turns / s.turn_limit)


@rule
def fill(out, start, count, value):
    for n in range(start, start + count):
        out[n] = value
