"""What a match means for the ladder: who did how well, with whom and against whom."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from sobremesa.play.ending import OF_A_SEAT
from sobremesa.play.sides import Sides, sides_of
from sobremesa.server.tables.rated import BOT, PAR, PLACES, ladder_of, pars

if TYPE_CHECKING:
    from sobremesa.server.tables.table import Table

PLAYED, GAVE_UP, SPARED = "played", "gave up", "spared"
"""How a seat is rated: with its side; as last, since it was given up or out of time while others went on; or not at
all, since somebody else ended what they played together."""
NO_SEAT = -1
"""Where par sits."""
Done = tuple[bool, float]
"""Whether a side went on to the end, and its score."""


class Part(msgspec.Struct, frozen=True):
    """What somebody did in a match."""

    seat: int
    who: str
    """A person, a bot or par: see `rated`."""
    side: int
    place: int
    """Of the side, from 1; sides that drew share one."""
    lot: str = PLAYED


class Outcome(msgspec.Struct, frozen=True):
    table: str
    ladder: str
    at: float
    parts: list[Part]


def outcome_of(table: "Table") -> Outcome:
    """Of a match that is over. Who gave up is last, whatever a bot made of it."""
    ending = table.ending
    assert ending
    ladder = ladder_of(table.game, table.seats, table.options)
    sides = sides_of(table.game, table.seats, ladder.mode)
    gone = [place.gone for place in table.places]
    done = done_by(table, sides)
    alone = len(sides) == 1
    if alone:
        done.append((True, round(pars()[ladder.name].score, PLACES)))
    places = places_of(done)
    parts = []
    for side, seats in enumerate(sides):
        for seat in seats:
            lot = PLAYED
            if gone[seat] and done[side][0]:
                lot = GAVE_UP
            elif alone and ending.how in OF_A_SEAT and not gone[seat]:
                lot = SPARED
            parts.append(Part(seat, who_at(table, seat), side, places[side], lot))
    if alone:
        parts.append(Part(NO_SEAT, PAR, 1, places[1]))
    return Outcome(table.facts.id, ladder.name, table.last, parts)


def done_by(table: "Table", sides: Sides) -> list[Done]:
    """What each side of a match that is over has done. Who gave up is last, whatever a bot made of it."""
    result = table.begun().result
    assert result
    left = [all(table.places[seat].gone for seat in seats) for seats in sides]
    scores = [round(result.scores[seats[0]], PLACES) for seats in sides]
    return [(not gone, 0.0 if gone else score) for gone, score in zip(left, scores, strict=True)]


def places_of(done: Sequence[Done]) -> list[int]:
    return [1 + sum(other > each for other in done) for each in done]


def who_at(table: "Table", seat: int) -> str:
    place = table.places[seat]
    return place.who or f"{BOT}{place.bot}"


def sides_in(parts: Sequence[Part]) -> list[list[Part]]:
    """The parts of each side; par is as many as it is compared with."""
    sides = [[part for part in parts if part.side == side] for side in sorted({part.side for part in parts})]
    most = max(map(len, sides))
    return [side * most if side[0].who == PAR else side for side in sides]
