"""What came of matches that are over, on disk: whose they were, and what they say about somebody all together."""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import asdict
from sqlalchemy import Connection, Engine, Select, and_, case, delete, func, not_, select, update
from sqlalchemy.dialects import postgresql, sqlite

from sobremesa.server.database.schema import entries, tables
from sobremesa.server.database.transactions import writing
from sobremesa.server.features.profiles.schema import played

NOTHING = -1
"""The seat of a row that says that nothing is to be said of a table."""
MOST_SEATS = 8
"""That somebody can have at a table."""


class Played(msgspec.Struct, frozen=True):
    """What came of a match for somebody."""

    table: str
    seat: int
    person: str
    game: str
    mode: str
    seats: int
    at: float
    rated: bool
    sides: int
    place: int
    shared: bool
    first: str


class Tally(msgspec.Struct, frozen=True):
    """What came of all matches of a kind. Where there is one side only nobody wins or loses."""

    game: str
    mode: str
    """`-` where the game has none."""
    seats: int
    matches: int
    won: int
    drawn: int
    """First, together with others."""
    lost: int
    place: float | None
    """On average, where there are more than two sides."""


class Opening(msgspec.Struct, frozen=True):
    """A first choice, how often it was made, and what came of it."""

    game: str
    first: str
    matches: int
    score: float | None
    """From 0 to 1: a match won is 1, one drawn a half. Nothing where there was no other side."""


_contest = and_(played.c.sides > 1, played.c.place > 0)
_won = case((and_(_contest, played.c.place == 1, not_(played.c.shared)), 1), else_=0)
_drawn = case((and_(_contest, played.c.place == 1, played.c.shared), 1), else_=0)
_lost = case((and_(_contest, played.c.place > 1), 1), else_=0)
_place = case((and_(_contest, played.c.sides > 2), played.c.place))
_score = case((_contest, _won + _drawn * 0.5))
_all = select(*(played.c[name] for name in Played.__struct_fields__))


class Matches:
    """The matches of a house that are over."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def add(self, rows: Sequence[Played]) -> None:
        """Of one match; not again if it is there."""
        with writing(self._engine) as connection:
            kind = postgresql if connection.dialect.name == "postgresql" else sqlite
            connection.execute(kind.insert(played).on_conflict_do_nothing(), [asdict(row) for row in rows])

    def missing(self, count: int) -> Sequence[str]:
        """Tables whose match is over and of which nothing is said, the newest first."""
        said = select(played.c.seat).where(played.c.table == tables.c.id).exists()
        wanted = select(tables.c.id).where(tables.c.over, ~said).order_by(tables.c.made.desc()).limit(count)
        return [row.id for row in self._rows(wanted)]

    def tallies(self, selves: Sequence[str], rated: bool = False) -> list[Tally]:
        """Of somebody and the guests that they were, by game, mode and number of seats; those with most first."""
        kind = played.c.game, played.c.mode, played.c.seats
        sums = func.count(), func.sum(_won), func.sum(_drawn), func.sum(_lost), func.avg(_place)
        wanted = select(*kind, *sums).where(*_of(selves, rated)).group_by(*kind).order_by(func.count().desc(), *kind)
        found = []
        for game, mode, seats, matches, won, drawn, lost, place in self._rows(wanted):
            mean = None if place is None else float(place)
            found.append(Tally(game, mode, seats, matches, int(won), int(drawn), int(lost), mean))
        return found

    def openings(self, selves: Sequence[str], rated: bool = False) -> list[Opening]:
        """First choices by game, those made most often first."""
        kind = played.c.game, played.c.first
        wanted = select(*kind, func.count(), func.avg(_score)).where(*_of(selves, rated), played.c.first != "")
        rows = self._rows(wanted.group_by(*kind).order_by(func.count().desc(), *kind))
        return [
            Opening(game, first, matches, None if score is None else float(score))
            for game, first, matches, score in rows
        ]

    def of(self, selves: Sequence[str], before: float | None, count: int) -> list[Played]:
        """Somebody's matches that ended before a time, the last first; of several seats at one table the first."""
        wanted = _all.where(*_of(selves))
        if before is not None:
            wanted = wanted.where(played.c.at < before)
        ordered = wanted.order_by(played.c.at.desc(), played.c.table, played.c.seat).limit(count * MOST_SEATS)
        found: dict[str, Played] = {}
        for row in self._rows(ordered):
            found.setdefault(row.table, Played(*row))
        return [*found.values()][:count]

    def names(self, names: Sequence[str]) -> dict[str, dict[int, tuple[str, bool]]]:
        """Who sat where at some tables, and whether that is a bot: people by the names they had there."""
        kinds = entries.c.kind.in_(["sit", "stand", "bot"])
        wanted = select(entries.c.table, entries.c.kind, entries.c.seat, entries.c.text)
        found: dict[str, dict[int, tuple[str, bool]]] = {name: {} for name in names}
        rows = self._rows(wanted.where(entries.c.table.in_(names), kinds).order_by(entries.c.table, entries.c.n))
        for table, kind, seat, text in rows:
            if kind == "stand":
                found[table].pop(seat, None)
            elif kind == "sit":
                found[table][seat] = text.partition(" ")[2], False
            elif found[table].get(seat, ("", True))[1]:  # else it plays for the person
                found[table][seat] = text, True
        return found

    def _rows(self, wanted: Select[Any]) -> Sequence[Any]:
        with self._engine.connect() as connection:
            return connection.execute(wanted).all()


def _of(selves: Sequence[str], rated: bool = False) -> list[Any]:
    return [played.c.person.in_(selves), played.c.seat > NOTHING, *([played.c.rated] if rated else [])]


def forget(connection: Connection, selves: Sequence[str], alone: Select[Any]) -> None:
    """Somebody deletes everything: tables that were theirs alone are gone, of others nobody finds them any more."""
    connection.execute(delete(played).where(played.c.table.in_(alone)))
    connection.execute(update(played).where(played.c.person.in_(selves)).values(person="", first=""))
