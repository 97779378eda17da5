"""What the house keeps of learning: which lessons somebody has done, and since when."""

import contextlib

import msgspec
from sqlalchemy import Connection, Engine, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from sobremesa.server.features.lessons.schema import lessons


class Learnt(msgspec.Struct, frozen=True):
    """A lesson that somebody has done."""

    lesson: str
    made: float


class Lessons:
    """The lessons that people have done, on disk."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def of(self, person: str) -> list[Learnt]:
        """Those of a person, the first one first."""
        wanted = select(lessons.c.lesson, lessons.c.made).where(lessons.c.person == person).order_by(lessons.c.made)
        with self._engine.connect() as connection:
            return [Learnt(*row) for row in connection.execute(wanted)]

    def add(self, person: str, lesson: str, at: float) -> None:
        """Somebody has done a lesson; done again it stays as it was."""
        with contextlib.suppress(IntegrityError), self._engine.begin() as connection:
            connection.execute(insert(lessons).values(person=person, lesson=lesson, made=at))


def carry(connection: Connection, guest: str, person: str) -> None:
    """A guest turns out to be a person: what both have done, the person has done."""
    done = select(lessons.c.lesson).where(lessons.c.person == person)
    both = [row.lesson for row in connection.execute(done)]
    connection.execute(delete(lessons).where(lessons.c.person == guest, lessons.c.lesson.in_(both)))
    connection.execute(update(lessons).where(lessons.c.person == guest).values(person=person))


def forget(connection: Connection, selves: list[str]) -> None:
    """Somebody deletes everything."""
    connection.execute(delete(lessons).where(lessons.c.person.in_(selves)))
