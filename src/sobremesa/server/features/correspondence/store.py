"""What the house keeps of play by correspondence.

Several workers may look at it at once: whoever changes a row first has it, and the others see that they were not.
"""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import asdict, replace
from sqlalchemy import Connection, Engine, Select, and_, delete, exists, func, insert, not_, or_, select, text, update
from sqlalchemy.exc import IntegrityError

from sobremesa.server.database.schema import accounts, entries, sessions, tables
from sobremesa.server.features.correspondence.models import REMINDED, TOLD, UNTOLD, Errand, Push, Vacation, Wait, Ways
from sobremesa.server.features.correspondence.schema import errands, pushes, settings, vacations, waits, ways

AT_ONCE = 100


def _of(table: Any, kind: type) -> Select[Any]:
    return select(*(table.c[name] for name in kind.__struct_fields__))  # type: ignore[attr-defined]


_pushes = _of(pushes, Push).join(sessions, sessions.c.token == pushes.c.session)
_reached = or_(
    exists().where(sessions.c.person == waits.c.person, pushes.c.session == sessions.c.token),
    exists().where(
        ways.c.person == waits.c.person,
        ways.c.letters,
        accounts.c.person == waits.c.person,
        accounts.c.email.is_not(None),
    ),
)
"""Who can be told at all."""


class Turns:
    """Correspondence, on disk."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    # Who is awaited where.

    def keep(self, table: str, count: int, found: Sequence[Wait]) -> None:
        """The seats of a table as they are after so many entries, unless more is known already."""
        for last in (False, True):
            try:
                with self._engine.begin() as connection:
                    _keep(connection, table, count, found)
                return
            except IntegrityError:  # another worker was first: perhaps it knew less
                if last:
                    raise

    def of(self, person: str) -> list[Wait]:
        """Those where they are awaited first, by when their time is used up."""
        wanted = _of(waits, Wait).where(waits.c.person == person)
        found = [Wait(*row) for row in self._all(wanted)]
        return sorted(found, key=lambda each: (each.since is None, each.until or float("inf"), each.table, each.seat))

    def ended(self, now: float) -> Sequence[str]:
        """Tables where somebody's time is used up."""
        return self._scalars(select(waits.c.table).where(waits.c.until <= now).distinct().limit(AT_ONCE))

    def untold(self, now: float) -> list[Wait]:
        """Who is to be told that they are awaited, or once more, and can be."""
        first = and_(waits.c.told == UNTOLD, waits.c.since.is_not(None))
        again = and_(waits.c.told == TOLD, waits.c.remind <= now)
        wanted = _of(waits, Wait).where(waits.c.until > now, or_(first, again), _reached)
        return [Wait(*row) for row in self._all(wanted.order_by(waits.c.until).limit(AT_ONCE))]

    def behind(self) -> Sequence[str]:
        """Tables whose logs have gone on without their seats being kept here; those that are over are forgotten."""
        gone = waits.c.table.not_in(select(tables.c.id).where(not_(tables.c.over)))
        self._do(delete(waits).where(gone))
        last = select(func.max(entries.c.n)).where(entries.c.table == waits.c.table).scalar_subquery()
        return self._scalars(select(waits.c.table).where(waits.c.count != last + 1).distinct())

    def missing(self) -> Sequence[str]:
        """Tables for correspondence that are being played at and of which nothing is kept here."""
        manner = text("entries.kind = 'manner'")
        known = exists().where(waits.c.table == entries.c.table)
        playing = exists().where(tables.c.id == entries.c.table, not_(tables.c.over))
        others = entries.alias()
        begun = exists().where(others.c.table == entries.c.table, others.c.kind == "begin")
        wanted = select(entries.c.table).where(manner, entries.c.text.like('%"days":%'), playing, ~known, begun)
        return self._scalars(wanted.distinct())

    # Who is away.

    def vacations(self, person: str) -> list[Vacation]:
        wanted = _of(vacations, Vacation).where(vacations.c.person == person).order_by(vacations.c.begins)
        return [Vacation(*row) for row in self._all(wanted)]

    def leave(self, vacation: Vacation) -> None:
        self._do(insert(vacations).values(asdict(vacation)))

    def come_back(self, vacation: Vacation, at: float) -> None:
        """It ends at that time; one that has not begun by then is forgotten."""
        here = vacations.c.person == vacation.person, vacations.c.begins == vacation.begins
        begun = vacation.begins < at
        self._do(update(vacations).where(*here).values(ends=at) if begun else delete(vacations).where(*here))

    def unnoticed(self, now: float) -> list[tuple[str, int, float, float]]:
        """The seats whose tables do not know yet that somebody is away, with since and until when, or that they are
        back: with nothing."""
        current = vacations.c.person == waits.c.person, vacations.c.begins <= now, vacations.c.ends > now
        begins = select(func.max(vacations.c.begins)).where(*current).scalar_subquery()
        ends = func.coalesce(select(func.max(vacations.c.ends)).where(*current).scalar_subquery(), 0.0)
        wanted = select(waits.c.table, waits.c.seat, func.coalesce(begins, 0.0), ends).where(waits.c.away != ends)
        return [(row[0], row[1], row[2], row[3]) for row in self._all(wanted)]

    # How people are told.

    def ways(self, person: str) -> Ways | None:
        row = self._first(_of(ways, Ways).where(ways.c.person == person))
        return Ways(*row) if row else None

    def set_ways(self, wanted: Ways) -> None:
        with self._engine.begin() as connection:
            connection.execute(delete(ways).where(ways.c.person == wanted.person))
            connection.execute(insert(ways).values(asdict(wanted)))

    def stop_letters(self, person: str) -> None:
        self._do(update(ways).where(ways.c.person == person).values(letters=False))

    def pushes(self, person: str) -> list[Push]:
        """Their browsers, the newest first."""
        wanted = _pushes.where(sessions.c.person == person).order_by(pushes.c.made.desc())
        return [Push(*row) for row in self._all(wanted)]

    def push(self, name: str) -> Push | None:
        row = self._first(_pushes.where(pushes.c.id == name))
        return Push(*row) if row else None

    def add_push(self, push: Push) -> None:
        """A browser, which has one session and one address at a time."""
        with self._engine.begin() as connection:
            connection.execute(delete(pushes).where(or_(pushes.c.id == push.id, pushes.c.session == push.session)))
            connection.execute(insert(pushes).values(asdict(push)))

    def remove_pushes(self, names: Sequence[str]) -> None:
        self._do(delete(pushes).where(pushes.c.id.in_(names)))

    def carry_over(self, old: str, new: str) -> None:
        """A browser is known by another session from now on."""
        with self._engine.begin() as connection:
            carry_over(connection, old, new)

    def sweep(self) -> None:
        """Nothing is told where nobody is signed in any more."""
        self._do(delete(pushes).where(pushes.c.session.not_in(select(sessions.c.token))))

    # Notices on their way.

    def tell(self, wait: Wait, notices: Sequence[Errand]) -> bool:
        """Somebody is to be told by these; whether nobody else has seen to it."""
        here = waits.c.table == wait.table, waits.c.seat == wait.seat
        same = waits.c.since == wait.since, waits.c.told == wait.told
        told = TOLD if wait.told == UNTOLD else REMINDED
        with self._engine.begin() as connection:
            if not connection.execute(update(waits).where(*here, *same).values(told=told)).rowcount:
                return False
            keys = [each.key for each in notices]
            known = set(connection.execute(select(errands.c.key).where(errands.c.key.in_(keys))).scalars())
            if new := [asdict(each) for each in notices if each.key not in known]:
                connection.execute(insert(errands), new)
        return True

    def errands(self, now: float) -> list[Errand]:
        """Those to be tried now, of people who are awaited still."""
        here = waits.c.table == errands.c.table, waits.c.seat == errands.c.seat
        awaited = exists().where(*here, waits.c.since == errands.c.since, waits.c.person == errands.c.person)
        self._do(delete(errands).where(~awaited))
        return [Errand(*row) for row in self._all(_of(errands, Errand).where(errands.c.due <= now).limit(AT_ONCE))]

    def claim(self, errand: Errand, again: float) -> bool:
        """Try it now, and again then if it is not done; whether nobody else tries it."""
        mine = errands.c.key == errand.key, errands.c.tries == errand.tries
        return self._do(update(errands).where(*mine).values(tries=errand.tries + 1, due=again)) > 0

    def done(self, errand: Errand) -> None:
        self._do(delete(errands).where(errands.c.key == errand.key))

    # What the house knows for good.

    def setting(self, name: str, new: str) -> str:
        """What was written under a name first; this, if nothing was."""
        wanted = select(settings.c.value).where(settings.c.name == name)
        if row := self._first(wanted):
            return str(row.value)
        try:
            self._do(insert(settings).values(name=name, value=new))
        except IntegrityError:
            return str(self._first(wanted).value)
        return new

    def _first(self, wanted: Select[Any]) -> Any:
        with self._engine.connect() as connection:
            return connection.execute(wanted).first()

    def _all(self, wanted: Select[Any]) -> Sequence[Any]:
        with self._engine.connect() as connection:
            return connection.execute(wanted).all()

    def _scalars(self, wanted: Select[Any]) -> Sequence[str]:
        with self._engine.connect() as connection:
            return connection.execute(wanted).scalars().all()

    def _do(self, deed: Any) -> int:
        with self._engine.begin() as connection:
            return connection.execute(deed).rowcount


def _keep(connection: Connection, table: str, count: int, found: Sequence[Wait]) -> None:
    kept = _of(waits, Wait).where(waits.c.table == table).with_for_update()
    before = [Wait(*row) for row in connection.execute(kept)]
    if any(each.count > count for each in before):
        return
    told = {(each.seat, each.person, each.since): each.told for each in before}
    connection.execute(delete(waits).where(waits.c.table == table))
    rows = [replace(each, told=told.get((each.seat, each.person, each.since), UNTOLD)) for each in found]
    if rows:
        connection.execute(insert(waits), [asdict(each) for each in rows])


def move(connection: Connection, guest: str, person: str) -> None:
    """What is kept of a guest is a person's from now on."""
    for kept in waits, errands:
        connection.execute(update(kept).where(kept.c.person == guest).values(person=person))
    theirs = set(connection.execute(select(vacations.c.begins).where(vacations.c.person == person)).scalars())
    for row in connection.execute(select(vacations.c.begins).where(vacations.c.person == guest)).scalars().all():
        here = vacations.c.person == guest, vacations.c.begins == row
        moved = update(vacations).where(*here).values(person=person)
        connection.execute(delete(vacations).where(*here) if row in theirs else moved)
    connection.execute(delete(ways).where(ways.c.person == guest))


def carry_over(connection: Connection, old: str, new: str) -> None:
    """Send the notices of one session to another from now on."""
    connection.execute(update(pushes).where(pushes.c.session == old).values(session=new))


def forget(connection: Connection, selves: Sequence[str]) -> None:
    """All of it that is somebody's."""
    theirs = select(sessions.c.token).where(sessions.c.person.in_(selves))
    connection.execute(delete(pushes).where(pushes.c.session.in_(theirs)))
    for kept in waits, errands, vacations, ways:
        connection.execute(delete(kept).where(kept.c.person.in_(selves)))
