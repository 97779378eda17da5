"""What the house keeps of the day's puzzle: who has tried it, and what it came to."""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import astuple
from sqlalchemy import Connection, Engine, Select, bindparam, delete, func, insert, select, update

from sobremesa.server.database.changes import Change
from sobremesa.server.database.schema import guests
from sobremesa.server.features.daily.schema import attempts
from sobremesa.server.features.daily.service import Attempt

_attempt = insert(attempts)
_result = (
    update(attempts)
    .where(attempts.c.table == bindparam("name"), attempts.c.ended.is_(None))
    .values(ended=bindparam("at"), points=bindparam("came"))
)
_all = select(*(attempts.c[name] for name in Attempt.__struct_fields__))
_filled = attempts.c.points.is_not(None)


class Ranked(msgspec.Struct, frozen=True):
    """Somebody who has filled the area."""

    person: str
    name: str
    points: int


class Past(msgspec.Struct, frozen=True):
    """What became of a day."""

    day: str
    par: int
    tried: int
    filled: int


def attempting(attempt: Attempt) -> Change:
    """Somebody's one try of a day; refused by the database if they have had it."""
    return [(_attempt, [astuple(attempt)])]


def resulting(table: str, at: float, points: int | None) -> Change:
    """What the try at a table came to, unless that is known."""
    return [(_result, [(at, points, table)])]


class Days:
    """The tries of all days, on disk."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def attempt(self, day: str, person: str) -> Attempt | None:
        found = self._rows(_all.where(attempts.c.day == day, attempts.c.person == person))
        return Attempt(*found[0]) if found else None

    def attempts(self, person: str) -> list[Attempt]:
        """All of somebody's, the newest first."""
        wanted = _all.where(attempts.c.person == person).order_by(attempts.c.day.desc())
        return [Attempt(*row) for row in self._rows(wanted)]

    def unfinished(self) -> list[Attempt]:
        return [Attempt(*row) for row in self._rows(_all.where(attempts.c.ended.is_(None)))]

    def tried(self, day: str) -> int:
        """How many have tried the puzzle of a day."""
        return int(self._rows(select(func.count()).select_from(attempts).where(attempts.c.day == day))[0][0])

    def spread(self, day: str) -> list[tuple[int, int]]:
        """How many came to how many points, the best first."""
        wanted = select(attempts.c.points, func.count()).where(attempts.c.day == day, _filled)
        return [tuple(row) for row in self._rows(wanted.group_by(attempts.c.points).order_by(attempts.c.points))]

    def first(self, day: str, count: int) -> list[Ranked]:
        """Those with the fewest points."""
        wanted = select(attempts.c.person, guests.c.name, attempts.c.points)
        wanted = wanted.join(guests, guests.c.id == attempts.c.person).where(attempts.c.day == day, _filled)
        return [Ranked(*row) for row in self._rows(wanted.order_by(attempts.c.points, attempts.c.ended).limit(count))]

    def before(self, day: str, since: str) -> list[Past]:
        """The days before one, from another on, on which somebody tried; the last first."""
        told = attempts.c.day, func.max(attempts.c.par), func.count(), func.count(attempts.c.points)
        wanted = select(*told).where(attempts.c.day < day, attempts.c.day >= since).group_by(attempts.c.day)
        return [Past(*row) for row in self._rows(wanted.order_by(attempts.c.day.desc()))]

    def _rows(self, wanted: Select[Any]) -> Sequence[Any]:
        with self._engine.connect() as connection:
            return connection.execute(wanted).all()


def carry(connection: Connection, guest: str, person: str) -> None:
    """A guest turns out to be a person: of two tries on the same day the earlier is theirs."""
    begun = select(attempts.c.day, attempts.c.person, attempts.c.begun)
    both = connection.execute(begun.where(attempts.c.person.in_([guest, person])).order_by(attempts.c.begun)).all()
    counted: set[str] = set()
    for row in both:
        if row.day in counted:
            later = attempts.c.day == row.day, attempts.c.person == row.person
            connection.execute(delete(attempts).where(*later))
        counted.add(row.day)
    connection.execute(update(attempts).where(attempts.c.person == guest).values(person=person))


def forget(connection: Connection, selves: list[str]) -> None:
    """Somebody deletes everything."""
    connection.execute(delete(attempts).where(attempts.c.person.in_(selves)))
