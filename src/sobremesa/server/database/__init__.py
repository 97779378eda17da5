"""Where the house keeps what it must not lose: the only SQL there is.

One file of SQLite, or a database of PostgreSQL. Every change goes through one writer, and is acknowledged when it is on
disk, not before.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Engine, and_, create_engine, event, func, make_url, not_, or_, select
from sqlalchemy.exc import ArgumentError

from sobremesa.mistakes import BadOption
from sobremesa.server.database.changes import Change, adding, appending, greeting, seeing
from sobremesa.server.database.opening import bring_up_to_date, kept_open, locked
from sobremesa.server.database.schema import entries, tables
from sobremesa.server.database.writer import MOST_AT_ONCE, Then, Writer, is_away
from sobremesa.server.features.analysis.store import Analyses
from sobremesa.server.features.correspondence.store import Turns
from sobremesa.server.features.daily.store import Days
from sobremesa.server.features.ladders.store import Ladders
from sobremesa.server.features.lessons.store import Lessons
from sobremesa.server.features.moderation.store import Conduct
from sobremesa.server.features.plans.store import Orders
from sobremesa.server.features.profiles.store import Matches
from sobremesa.server.features.puzzles.store import Puzzles
from sobremesa.server.features.tournaments.store import Evenings
from sobremesa.server.private_files import keep_private, make_folder
from sobremesa.server.sessions.store import People, whose
from sobremesa.server.tables.log import Entry, Facts, Guest

__all__ = ["MOST_AT_ONCE", "Change", "Store", "adding", "appending", "greeting", "is_away", "seeing"]

_facts = whose(tables, "owner", Facts)
_log = whose(entries, "who", Entry).order_by(entries.c.n)


class Store:
    """What a house keeps: in the file of that path, or in the database of that address, which its workers may share."""

    def __init__(self, place: Path | str, shared: bool = False) -> None:
        self.engine, self.place = connected(place)
        if isinstance(place, Path):
            make_folder(place.parent)
            self._let_go: Callable[[], None] = locked(place).release
        try:
            bring_up_to_date(self.engine, self.place)
            if not isinstance(place, Path):
                self._let_go = kept_open(self.engine, self.place, shared)
        except BaseException:
            self.engine.dispose()
            if isinstance(place, Path):
                self._let_go()
            raise
        self._writer = Writer(self.engine)
        self.people = People(self.engine)
        self.ladders = Ladders(self.engine)
        self.days = Days(self.engine)
        self.conduct = Conduct(self.engine)
        self.evenings = Evenings(self.engine)
        self.orders = Orders(self.engine)
        self.turns = Turns(self.engine)
        self.puzzles = Puzzles(self.engine)
        self.lessons = Lessons(self.engine)
        self.analyses = Analyses(self.engine)
        self.matches = Matches(self.engine)

    def close(self) -> None:
        """Write what waits, and stop."""
        self._writer.close()
        self._let_go()
        self.engine.dispose()

    def is_conflict(self, error: Exception) -> bool:
        """Whether something was not written because somebody else was first."""
        driver: Any = self.engine.dialect.dbapi
        return isinstance(error, driver.IntegrityError)

    async def write(self, *changes: Change) -> None:
        """Changes that belong together, from `adding` and its like: returns when all are on disk; raises if none is."""
        await self._writer.write(*changes)

    def put(self, changes: Change, then: Then) -> None:
        """The same for who does not wait: something is done when all are on disk, or when none is."""
        self._writer.put((changes,), then)

    async def add_guest(self, guest: Guest, token: str, device: str = "") -> None:
        await self._writer.write(greeting(guest, token, device))

    async def add_table(self, facts: Facts, entries: Sequence[Entry] = ()) -> None:
        """A table, with the first entries of its log."""
        await self._writer.write(adding(facts), appending(facts.id, entries))

    async def append(self, table: str, *entries: Entry, over: bool | None = None) -> None:
        """Raises if the table has an entry of such a number already."""
        await self._writer.write(appending(table, entries, over))

    def guest(self, token: str) -> Guest | None:
        """Who has a token of that hash."""
        known = self.people.known(token)
        return known[0] if known else None

    def table(self, name: str) -> tuple[Facts, list[Entry]] | None:
        """A table and its whole log."""
        with self.engine.connect() as connection:
            row = connection.execute(_facts.where(tables.c.id == name)).first()
            if row is None:
                return None
            log = connection.execute(_log.where(entries.c.table == name))
            return Facts(*row), [Entry(*each) for each in log]

    def log_since(self, name: str, count: int) -> list[Entry]:
        """What was written of a table after so many entries."""
        with self.engine.connect() as connection:
            found = connection.execute(_log.where(entries.c.table == name, entries.c.n >= count))
            return [Entry(*each) for each in found]

    def answers(self) -> None:
        """That the database is there; raises what is wrong."""
        with self.engine.connect() as connection:
            connection.execute(select(1))

    def counts(self, names: Sequence[str]) -> dict[str, int]:
        """How many entries tables have."""
        last = select(func.max(entries.c.n)).where(entries.c.table == tables.c.id).scalar_subquery()
        with self.engine.connect() as connection:
            found = connection.execute(select(tables.c.id, last).where(tables.c.id.in_(names)))
            return {name: 0 if last is None else last + 1 for name, last in found}

    def is_over(self, name: str) -> bool:
        """Whether the match of a table has ended, as it was written when it did."""
        with self.engine.connect() as connection:
            return bool(connection.execute(select(tables.c.over).where(tables.c.id == name)).scalar())

    def newest(self, count: int, rules: Sequence[tuple[str, int]] = ()) -> Sequence[str]:
        """The public tables made last that are not over; only those of some games, each with a version of its rules."""
        wanted = select(tables.c.id).where(not_(tables.c.over), tables.c.public)
        if rules:
            wanted = wanted.where(or_(*(and_(tables.c.game == game, tables.c.rules == each) for game, each in rules)))
        with self.engine.connect() as connection:
            return connection.execute(wanted.order_by(tables.c.made.desc()).limit(count)).scalars().all()

    def games(self) -> Sequence[str]:
        """The games of all tables that are not over, the one played last first."""
        last = select(entries.c.at).where(entries.c.table == tables.c.id).order_by(entries.c.n.desc()).limit(1)
        played = func.max(func.coalesce(last.scalar_subquery(), tables.c.made))
        wanted = select(tables.c.game).where(not_(tables.c.over)).group_by(tables.c.game).order_by(played.desc())
        with self.engine.connect() as connection:
            return connection.execute(wanted).scalars().all()


def connected(place: Path | str) -> tuple[Engine, str]:
    """The engine of a file or a database, and what it is called: without its password."""
    if isinstance(place, Path):
        engine = create_engine(URL.create("sqlite", database=str(place)))
        event.listen(engine, "do_connect", lambda *_: keep_private(place))
        event.listen(engine, "connect", _durable)
        return engine, str(place)
    try:
        url = make_url(place)
    except ArgumentError:
        raise BadOption(f"A database is named like postgresql://user@host/name, not {place!r}.") from None
    if url.drivername not in ("postgresql", "postgresql+psycopg"):
        raise BadOption("The house is kept in a file of SQLite or in PostgreSQL: postgresql://user@host/name.")
    try:
        engine = create_engine(url.set(drivername="postgresql+psycopg"), paramstyle="format", pool_pre_ping=True)
    except ModuleNotFoundError:
        raise BadOption("PostgreSQL needs a driver: pip install 'sobremesa[workers]'.") from None
    return engine, url.render_as_string(hide_password=True)


def _durable(connection: Any, _: Any) -> None:
    """Committed means on disk, also if the power fails the moment after."""
    for setting in "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000":
        connection.execute(f"PRAGMA {setting}").close()
