"""Where the house keeps what it must not lose: the only SQL there is.

One file of SQLite. Every change goes through one writer, and is acknowledged when it is on disk, not before.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import URL, create_engine, event, func, not_, select

from sobremesa.server.entry import Entry, Facts, Guest
from sobremesa.server.store.change import Change, adding, appending, greeting
from sobremesa.server.store.opening import bring_up_to_date, locked
from sobremesa.server.store.schema import entries, guests, tables
from sobremesa.server.store.writer import MOST_AT_ONCE, Then, Writer

__all__ = ["MOST_AT_ONCE", "Change", "Store", "adding", "appending", "greeting"]

_guest = select(*(guests.c[name] for name in Guest.__struct_fields__))
_facts = select(*(tables.c[name] for name in Facts.__struct_fields__))
_log = select(*(entries.c[name] for name in Entry.__struct_fields__)).order_by(entries.c.n)


class Store:
    """The file of a house."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self.engine = create_engine(URL.create("sqlite", database=str(path)))
        event.listen(self.engine, "connect", _durable)
        self._lock = locked(path)
        try:
            bring_up_to_date(self.engine, path)
        except BaseException:
            self.engine.dispose()
            self._lock.release()
            raise
        self._writer = Writer(self.engine)

    def close(self) -> None:
        """Write what waits, and stop."""
        self._writer.close()
        self.engine.dispose()
        self._lock.release()

    async def write(self, *changes: Change) -> None:
        """Changes that belong together, from `adding` and its like: returns when all are on disk; raises if none is."""
        await self._writer.write(*changes)

    def put(self, changes: Change, then: Then) -> None:
        """The same for who does not wait: something is done when all are on disk, or when none is."""
        self._writer.put((changes,), then)

    async def add_guest(self, guest: Guest, token: str) -> None:
        await self._writer.write(greeting(guest, token))

    async def add_table(self, facts: Facts, entries: Sequence[Entry] = ()) -> None:
        """A table, with the first entries of its log."""
        await self._writer.write(adding(facts), appending(facts.id, entries))

    async def append(self, table: str, *entries: Entry, over: bool | None = None) -> None:
        """Raises if the table has an entry of such a number already."""
        await self._writer.write(appending(table, entries, over))

    def guest(self, token: str) -> Guest | None:
        """Who has a token of that hash."""
        with self.engine.connect() as connection:
            row = connection.execute(_guest.where(guests.c.token == token)).first()
        return Guest(*row) if row else None

    def table(self, name: str) -> tuple[Facts, list[Entry]] | None:
        """A table and its whole log."""
        with self.engine.connect() as connection:
            row = connection.execute(_facts.where(tables.c.id == name)).first()
            if row is None:
                return None
            log = connection.execute(_log.where(entries.c.table == name))
            return Facts(*row), [Entry(*each) for each in log]

    def newest(self, count: int) -> Sequence[str]:
        """The public tables made last that are not over."""
        wanted = select(tables.c.id).where(not_(tables.c.over), tables.c.public)
        with self.engine.connect() as connection:
            return connection.execute(wanted.order_by(tables.c.made.desc()).limit(count)).scalars().all()

    def games(self) -> Sequence[str]:
        """The games of all tables that are not over, the one played last first."""
        last = select(entries.c.at).where(entries.c.table == tables.c.id).order_by(entries.c.n.desc()).limit(1)
        played = func.max(func.coalesce(last.scalar_subquery(), tables.c.made))
        wanted = select(tables.c.game).where(not_(tables.c.over)).group_by(tables.c.game).order_by(played.desc())
        with self.engine.connect() as connection:
            return connection.execute(wanted).scalars().all()


def _durable(connection: Any, _: Any) -> None:
    """Committed means on disk, also if the power fails the moment after."""
    for setting in "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000":
        connection.execute(f"PRAGMA {setting}").close()
