"""What is true of every position of End of Line."""

from collections.abc import Iterator
from typing import Any

from sobremesa.games.end_of_line.tables import (
    CLASSIC,
    COPIES,
    ENERGY,
    KINDS,
    MATE,
    NOTHING,
    REVEALING,
    START_CARD,
    TEAMS,
    WALL,
)


def faults(s: Any) -> Iterator[str]:
    """Every way in which a position cannot be."""
    squares = range(int(s.width) ** 2)
    players = range(int(s.players))
    if sum(int(s.on[square] == NOTHING) for square in squares) != s.empty:
        yield "there are not as many empty squares as are counted"
    if sum(int(s.on[square] not in (NOTHING, WALL)) for square in squares) != sum(int(s.laid[k]) + 1 for k in players):
        yield "a square is held twice, or by nobody"
    for seat in players:
        path = [int(square) for square in s.path[seat, : s.laid[seat] + 1]]
        if any(s.on[square] != 1 + seat for square in path) or len(set(path)) != len(path):
            yield f"the line of seat {seat} does not lie where it was laid"
        kinds = [int(s.face[square]) >> 2 for square in path]
        if kinds[0] != START_CARD or START_CARD in kinds[1:]:
            yield f"the line of seat {seat} does not begin with its start card"
        for kind in range(KINDS):
            cards = int(s.hand[seat, kind]) + int(s.deck[seat, kind]) + kinds.count(kind)
            if s.mode == CLASSIC:
                pile = [int(card) for card in s.pile[: s.piled]]
                cards += pile.count(kind) + (s.turned == 1 + kind)
            if s.phase != REVEALING and cards != COPIES[kind]:
                yield f"seat {seat} has {cards} cards of kind {kind}, not {COPIES[kind]}"
        if s.hand[seat].sum() != s.held[seat]:
            yield f"seat {seat} does not hold as many cards as are counted"
        if s.energy[seat] > ENERGY:
            yield f"seat {seat} has too much energy"
    if s.mode <= TEAMS:
        lines = {
            seat if s.mode != TEAMS else min(seat, int(MATE[s.players, seat])) for seat in players if s.alive[seat]
        }
        if len(lines) != s.standing:
            yield "not as many stand as are counted"
