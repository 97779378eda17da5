"""What an evening is: what was agreed, who came, and who sat where. Everything else follows from it."""

from typing import Literal

import msgspec

from sobremesa.server.features.tournaments.pairing import Past, Round
from sobremesa.server.tables.settings import Manner

Kind = Literal["robin", "swiss"]


class Facts(msgspec.Struct, frozen=True):
    """What an evening was laid as, and how far it is."""

    id: str
    name: str
    game: str
    seats: int
    """At each table."""
    options: dict[str, str]
    manner: Manner
    kind: Kind
    rounds: int
    """How many; 0, before it begins, for as many as it takes."""
    bot: str
    """Who sits where no person does; nothing where nobody is to."""
    auto: bool
    """Whether the next round begins by itself."""
    public: bool
    """Whether anybody finds it, or only who has its link."""
    host: str | None
    """Nobody, once whoever laid it has gone for good and there was nobody else."""
    seed: str
    made: float
    begun: float | None = None
    ended: float | None = None


class Comer(msgspec.Struct, frozen=True):
    """Somebody at an evening: known by a number there, whoever they turn out to be."""

    number: int
    person: str | None
    name: str
    since: int
    """The first round that they play in."""
    until: int | None
    """The last, for who has left."""
    removed: bool

    def plays(self, number: int) -> bool:
        """Whether they play in a round that is to be drawn."""
        return self.until is None and self.since <= number


class Seated(msgspec.Struct, frozen=True):
    """A table of a round: who sits on each seat, and how each did once that is known."""

    table: str
    round: int
    number: int
    seats: list[int]
    scores: list[float] | None
    """From -1 to 1."""
    ruled: bool
    """Whether the host has said how it came out."""

    @property
    def points(self) -> list[float] | None:
        """Of each seat: the share of the others that it beat, those whom it did not count half; where all play
        together, or one alone, how well that went."""
        return [(score + 1) / 2 for score in self.scores] if self.scores is not None else None


class Drawn(msgspec.Struct, frozen=True):
    """A round that has begun."""

    number: int
    byes: list[int]
    made: float


class Evening(msgspec.Struct, frozen=True):
    """All that is kept of one."""

    facts: Facts
    people: list[Comer]
    drawn: list[Drawn]
    tables: list[Seated]

    @property
    def round(self) -> int:
        """The number of the last round that has begun, from 1."""
        return len(self.drawn)

    @property
    def is_played(self) -> bool:
        """Whether all tables of the last round are over."""
        return all(table.scores is not None for table in self.tables if table.round == self.round)

    @property
    def rounds(self) -> list[Round]:
        """As they were drawn."""
        return [
            Round([tuple(table.seats) for table in self.tables if table.round == each.number], each.byes)
            for each in self.drawn
        ]

    @property
    def past(self) -> Past:
        return Past(self.rounds)

    def of(self, who: str) -> list[Comer]:
        """As whom a person is here: usually as nobody or as one."""
        return [comer for comer in self.people if who and comer.person == who]

    def playing(self, number: int) -> list[int]:
        """Who would play in a round."""
        return [comer.number for comer in self.people if comer.plays(number)]


def forfeited(seats: int, lost: set[int]) -> list[float]:
    """How each did where some seats have not been played: they lose to all others, who share what there is to win."""
    won = seats - len(lost)
    if seats == 1:
        return [-1.0 if lost else 1.0]
    winners = 2 * (len(lost) + (won - 1) / 2) / (seats - 1) - 1
    return [-1.0 if seat in lost else winners for seat in range(seats)]
