"""What is true of every position of Splut!."""

from collections.abc import Iterator
from typing import Any

from sobremesa.games.splut.rules import alive, over, sorcerer_of
from sobremesa.games.splut.tables import EDGE, NOTHING, OFF, ROCKS, THINGS


def faults(s: Any) -> Iterator[str]:
    """Every way in which a position cannot be."""
    for thing in range(THINGS):
        if s.at[thing] != OFF and s.on[s.at[thing]] != thing:
            yield f"thing {thing} should be on square {s.at[thing]}, where {s.on[s.at[thing]]} is"
    occupied = sum(int(s.on[square] != NOTHING) for square in range(OFF))
    if occupied != sum(int(s.at[thing] != OFF) for thing in range(THINGS)):
        yield "there are not as many things on the board as the list of their squares says"
    if s.on[OFF] != EDGE:
        yield "something lies on the border"
    if any(s.at[rock] == OFF for rock in range(ROCKS)):
        yield "a rock has left the board"
    if sum(bool(alive(s, seat)) for seat in range(s.players)) != s.standing:
        yield "not as many sorcerers stand as are counted"
    for seat in range(s.players):
        if not alive(s, seat) and any(s.at[sorcerer_of(seat) + piece] != OFF for piece in (1, 2)):
            yield f"the team of seat {seat} outlives its sorcerer"
    if not over(s) and not alive(s, s.mover):
        yield "it is the turn of the dead"
