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
    players, mode = range(int(s.players)), int(s.mode)
    on, face = s.on.tolist(), s.face.tolist()
    area = on[: int(s.width) ** 2]
    laid, hand, deck = s.laid.tolist(), s.hand.tolist(), s.deck.tolist()
    aside = s.pile[: s.piled].tolist() + ([int(s.turned) - 1] if s.turned else []) if mode == CLASSIC else []
    if area.count(NOTHING) != s.empty:
        yield "there are not as many empty squares as are counted"
    if len(area) - area.count(NOTHING) - area.count(WALL) != sum(laid[seat] + 1 for seat in players):
        yield "a square is held twice, or by nobody"
    for seat in players:
        path = s.path[seat, : laid[seat] + 1].tolist()
        if any(on[square] != 1 + seat for square in path) or len(set(path)) != len(path):
            yield f"the line of seat {seat} does not lie where it was laid"
        kinds = [face[square] >> 2 for square in path]
        if kinds[0] != START_CARD or START_CARD in kinds[1:]:
            yield f"the line of seat {seat} does not begin with its start card"
        for kind in range(KINDS) if s.phase != REVEALING else ():
            cards = hand[seat][kind] + deck[seat][kind] + kinds.count(kind) + aside.count(kind)
            if cards != COPIES[kind]:
                yield f"seat {seat} has {cards} cards of kind {kind}, not {COPIES[kind]}"
        if sum(hand[seat]) != s.held[seat]:
            yield f"seat {seat} does not hold as many cards as are counted"
        if s.energy[seat] > ENERGY:
            yield f"seat {seat} has too much energy"
    if s.mode <= TEAMS:
        lines = {
            seat if s.mode != TEAMS else min(seat, int(MATE[s.players, seat])) for seat in players if s.alive[seat]
        }
        if len(lines) != s.standing:
            yield "not as many stand as are counted"
