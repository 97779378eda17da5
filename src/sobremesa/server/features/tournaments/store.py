"""What the house keeps of evenings. Whoever begins a round, or says how a match came out, must know whether they were
the first: keys, and conditions on what is changed, settle that, whichever worker asks."""

import json
from collections.abc import Collection, Sequence
from typing import Any

import msgspec
from msgspec.structs import asdict
from sqlalchemy import Connection, Engine, Select, bindparam, delete, func, insert, not_, or_, select, update
from sqlalchemy.exc import IntegrityError

from sobremesa.server.database.changes import Change
from sobremesa.server.database.schema import entries, guests, tables
from sobremesa.server.features.tournaments.models import Comer, Drawn, Evening, Facts, Seated
from sobremesa.server.features.tournaments.pairing import Round
from sobremesa.server.features.tournaments.schema import comers, evenings, rounds, seated
from sobremesa.server.sessions.models import GONE

_whose_host = evenings.outerjoin(guests, guests.c.id == evenings.c.host)
_whose = comers.outerjoin(guests, guests.c.id == comers.c.person)
_host = func.coalesce(guests.c.person, evenings.c.host)
_person = func.coalesce(guests.c.person, comers.c.person)
_facts = select(*(_host if n == "host" else evenings.c[n] for n in Facts.__struct_fields__)).select_from(_whose_host)
_people = select(*(_person if n == "person" else comers.c[n] for n in Comer.__struct_fields__)).select_from(_whose)
_drawn = select(*(rounds.c[name] for name in Drawn.__struct_fields__)).order_by(rounds.c.number)
_seated = select(*(seated.c[n] for n in Seated.__struct_fields__)).order_by(seated.c.round, seated.c.number)

_draw = insert(rounds)
_seat = insert(seated).values({n: bindparam(n) for n in ("table", "evening", "round", "number", "seats")})
_begin = update(evenings).where(evenings.c.id == bindparam("name")).values(begun=bindparam("at"), rounds=bindparam("n"))


def drawing(evening: str, number: int, made: float, drawn: Round, names: Sequence[str]) -> Change:
    """A round begins, at tables of these names."""
    rows = [
        (name, evening, number, n, json.dumps(table))
        for n, (name, table) in enumerate(zip(names, drawn.tables, strict=True))
    ]
    return [(_draw, [(evening, number, json.dumps(drawn.byes), made)]), (_seat, rows)]


def beginning(evening: str, at: float, count: int) -> Change:
    """An evening begins, and has so many rounds."""
    return [(_begin, [(count, at, evening)])]


class Evenings:
    """The evenings of a house, on disk."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def add(self, facts: Facts) -> None:
        self._do(insert(evenings).values(asdict(facts) | {"manner": msgspec.to_builtins(facts.manner)}))

    def evening(self, name: str) -> Evening | None:
        with self._engine.connect() as connection:
            row = connection.execute(_facts.where(evenings.c.id == name)).first()
            if row is None:
                return None
            facts = msgspec.convert(dict(zip(Facts.__struct_fields__, row, strict=True)), Facts)
            people = connection.execute(_people.where(comers.c.evening == name).order_by(comers.c.number))
            drawn = connection.execute(_drawn.where(rounds.c.evening == name))
            sat = connection.execute(_seated.where(seated.c.evening == name))
            return Evening(
                facts,
                [Comer(*each) for each in people],
                [Drawn(*each) for each in drawn],
                [Seated(*each) for each in sat],
            )

    def open(self, since: float, count: int) -> list[str]:
        """Those made since a time that anybody may find and that are not over, the newest first."""
        lasting = evenings.c.ended.is_(None), evenings.c.made >= since
        return self._names(select(evenings.c.id).where(*lasting, evenings.c.public), count)

    def of(self, person: str, count: int | None = None) -> list[str]:
        """Those that somebody laid or came to, the newest first."""
        came = select(comers.c.evening).select_from(_whose).where(_person == person)
        laid = select(evenings.c.id).select_from(_whose_host).where(_host == person)
        return self._names(select(evenings.c.id).where(or_(evenings.c.id.in_(came), evenings.c.id.in_(laid))), count)

    def running(self) -> list[str]:
        """Those that have begun and are not over."""
        return self._names(select(evenings.c.id).where(evenings.c.begun.is_not(None), evenings.c.ended.is_(None)), None)

    def host_name(self, name: str) -> str:
        """What whoever laid it is called now."""
        wanted = select(guests.c.name).select_from(evenings.join(guests, guests.c.id == evenings.c.host))
        return self._first(wanted.where(evenings.c.id == name)) or ""

    # Who comes and goes.

    def come(self, name: str, person: str, called: str, since: int, most: int) -> bool:
        """Somebody comes for the first time; not if there are so many already."""
        while True:
            with self._engine.begin() as connection:
                last = connection.execute(select(func.max(comers.c.number)).where(comers.c.evening == name)).scalar()
                number = 0 if last is None else last + 1
                if number >= most:
                    return False
                row = {"evening": name, "number": number, "person": person, "name": called, "since": since}
                try:
                    connection.execute(insert(comers).values(row))
                    return True
                except IntegrityError:
                    connection.rollback()
            here = comers.c.evening == name, comers.c.person == person
            if self._first(select(comers.c.number).where(*here)) is not None:  # by another worker, just now
                return True

    def stay(self, name: str, number: int, since: int, until: int | None, removed: bool = False) -> None:
        """Somebody plays from one round to another, or on."""
        here = comers.c.evening == name, comers.c.number == number
        self._do(update(comers).where(*here).values(since=since, until=until, removed=removed))

    # What is played.

    def end(self, name: str, at: float) -> bool:
        """Whether it was not over before."""
        here = evenings.c.id == name, evenings.c.ended.is_(None)
        return self._do(update(evenings).where(*here).values(ended=at)) > 0

    def score(self, table: str, scores: Sequence[float]) -> bool:
        """How a match came out; whether that was not known yet."""
        here = seated.c.table == table, seated.c.scores.is_(None)
        return self._do(update(seated).where(*here).values(scores=list(scores))) > 0

    def rule(self, table: str, scores: Sequence[float] | None) -> None:
        """The host says how it came out; or, with nothing, that the match itself says so."""
        wanted = {"scores": None if scores is None else list(scores), "ruled": scores is not None}
        self._do(update(seated).where(seated.c.table == table).values(wanted))

    def evening_of(self, table: str) -> str | None:
        """The evening that a table was laid for."""
        found: str | None = self._first(select(seated.c.evening).where(seated.c.table == table))
        return found

    def unheard(self, before: float) -> list[str]:
        """Tables of evenings that are not over whose result is not known, and where the match is over or nothing has
        happened since a time: nobody may be there who would let a bot think, or heard of the end."""
        last = select(func.max(entries.c.at)).where(entries.c.table == tables.c.id).scalar_subquery()
        wanted = (
            select(seated.c.table)
            .join(evenings, evenings.c.id == seated.c.evening)
            .join(tables, tables.c.id == seated.c.table)
            .where(seated.c.scores.is_(None), evenings.c.ended.is_(None), or_(tables.c.over, last < before))
        )
        with self._engine.connect() as connection:
            return list(connection.execute(wanted).scalars())

    def begun(self, names: Collection[str]) -> set[str]:
        """Those of these tables at which the match has begun."""
        wanted = select(entries.c.table).where(entries.c.table.in_(names), entries.c.kind == "begin")
        with self._engine.connect() as connection:
            return set(connection.execute(wanted).scalars())

    def taken(self, names: Collection[str]) -> dict[str, set[int]]:
        """The seats that are taken at tables where it has not."""
        about = entries.c.kind.in_(["sit", "stand", "bot"])
        wanted = select(entries.c.table, entries.c.seat, entries.c.kind).where(entries.c.table.in_(names), about)
        found: dict[str, set[int]] = {}
        with self._engine.connect() as connection:
            for table, seat, kind in connection.execute(wanted.order_by(entries.c.n)):
                there = found.setdefault(table, set())
                there.discard(seat) if kind == "stand" else there.add(seat)
        return found

    def _names(self, wanted: Select[Any], count: int | None) -> list[str]:
        with self._engine.connect() as connection:
            return list(connection.execute(wanted.order_by(evenings.c.made.desc()).limit(count)).scalars())

    def _first(self, wanted: Select[Any]) -> Any:
        with self._engine.connect() as connection:
            return connection.execute(wanted).scalar()

    def _do(self, deed: Any) -> int:
        """How many rows it concerned."""
        with self._engine.begin() as connection:
            return connection.execute(deed).rowcount


def forget(connection: Connection, selves: Sequence[str], at: float) -> None:
    """Evenings that are a person's alone go. At others they leave, and a name that nobody has stands for them; what
    they laid is the first's who is still there, and over where nobody is."""
    others = select(comers.c.number).where(
        comers.c.evening == evenings.c.id, comers.c.person.not_in(selves), comers.c.person.is_not(None)
    )
    alone = select(evenings.c.id).where(evenings.c.host.in_(selves), not_(others.exists()))
    gone = list(connection.execute(alone).scalars())
    for kept in seated, rounds, comers:
        connection.execute(delete(kept).where(kept.c.evening.in_(gone)))
    connection.execute(delete(evenings).where(evenings.c.id.in_(gone)))
    last = select(func.count()).select_from(rounds).where(rounds.c.evening == comers.c.evening).scalar_subquery()
    theirs = comers.c.person.in_(selves)
    connection.execute(update(comers).where(theirs, comers.c.until.is_(None)).values(until=last))
    connection.execute(update(comers).where(theirs).values(person=None, name=GONE))
    left = comers.c.evening == evenings.c.id, comers.c.until.is_(None), comers.c.person.is_not(None)
    heir = select(comers.c.person).where(*left).order_by(comers.c.number).limit(1).scalar_subquery()
    connection.execute(update(evenings).where(evenings.c.host.in_(selves)).values(host=heir))
    connection.execute(update(evenings).where(evenings.c.host.is_(None), evenings.c.ended.is_(None)).values(ended=at))
