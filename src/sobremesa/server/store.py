"""Where the house keeps what it must not lose: the only SQL there is.

One file of SQLite. Every change goes through one writer, which puts whatever waits into one transaction: many tables
share the price of one write to disk (group commit), and a change is acknowledged when it is on disk, not before.
"""

import asyncio
import contextlib
import queue
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    create_engine,
    event,
    insert,
    select,
)
from sqlalchemy.engine import Connection

from sobremesa.server.entry import Entry, Facts, Guest

metadata = MetaData()
guests = Table(
    "guests",
    metadata,
    Column("id", String, primary_key=True),
    Column("name", String, nullable=False),
    Column("token", String, nullable=False, unique=True),
    Column("made", Float, nullable=False),
)
tables = Table(
    "tables",
    metadata,
    Column("id", String, primary_key=True),
    Column("game", String, nullable=False),
    Column("rules", Integer, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("options", JSON, nullable=False),
    Column("public", Boolean, nullable=False, index=True),
    Column("owner", ForeignKey("guests.id"), nullable=False),
    Column("secret", String, nullable=False),
    Column("made", Float, nullable=False),
)
entries = Table(
    "entries",
    metadata,
    Column("table", ForeignKey("tables.id"), nullable=False),
    Column("n", Integer, nullable=False),
    Column("kind", String, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("who", String, nullable=False),
    Column("text", String, nullable=False),
    Column("at", Float, nullable=False),
    PrimaryKeyConstraint("table", "n"),  # settles every race
    sqlite_with_rowid=False,
)

MOST_AT_ONCE = 512


class Store:
    """The file of a house."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self.engine = create_engine(f"sqlite:///{path}")
        event.listen(self.engine, "connect", _durable)
        metadata.create_all(self.engine)
        self._waiting: queue.SimpleQueue[_Change | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write, name="writer", daemon=True)
        self._writer.start()

    def close(self) -> None:
        """Write what waits, and stop."""
        self._waiting.put(None)
        self._writer.join()
        self.engine.dispose()

    async def add_guest(self, guest: Guest, token: str) -> None:
        await self._change(insert(guests), msgspec.structs.asdict(guest) | {"token": token})

    async def add_table(self, facts: Facts) -> None:
        await self._change(insert(tables), msgspec.structs.asdict(facts))

    async def append(self, table: str, entry: Entry) -> None:
        """Returns when the entry is on disk; raises if the table has one of that number already."""
        await self._change(insert(entries), msgspec.structs.asdict(entry) | {"table": table})

    def guest(self, token: str) -> Guest | None:
        """Who has a token of that hash."""
        columns = [guests.c.id, guests.c.name, guests.c.made]
        with self.engine.connect() as connection:
            row = connection.execute(select(*columns).where(guests.c.token == token)).first()
        return Guest(*row) if row else None

    def table(self, name: str) -> tuple[Facts, list[Entry]] | None:
        """A table and its whole log."""
        with self.engine.connect() as connection:
            row = connection.execute(select(tables).where(tables.c.id == name)).first()
            if row is None:
                return None
            columns = [column for column in entries.c if column.name != "table"]
            log = connection.execute(select(*columns).where(entries.c.table == name).order_by(entries.c.n))
            return Facts(*row), [Entry(*each) for each in log]

    def newest(self, count: int) -> Sequence[str]:
        """The public tables made last."""
        wanted = select(tables.c.id).where(tables.c.public).order_by(tables.c.made.desc()).limit(count)
        with self.engine.connect() as connection:
            return connection.execute(wanted).scalars().all()

    async def _change(self, statement: Any, values: dict[str, Any]) -> None:
        loop = asyncio.get_running_loop()
        done = loop.create_future()
        self._waiting.put(_Change(statement, values, loop, done))
        await asyncio.shield(done)

    def _write(self) -> None:
        """The writer's life: whatever waits, in one transaction; if that fails, one by one, so that one cannot hurt
        another."""
        with self.engine.connect() as connection:
            while True:
                batch = self._batch()
                changes = [change for change in batch if change is not None]
                if not self._commit(connection, changes):
                    for change in changes:
                        self._commit(connection, [change], tell=True)
                if None in batch:
                    return

    def _batch(self) -> list["_Change | None"]:
        batch = [self._waiting.get()]
        while len(batch) < MOST_AT_ONCE and batch[-1] is not None:
            try:
                batch.append(self._waiting.get_nowait())
            except queue.Empty:
                break
        return batch

    @staticmethod
    def _commit(connection: Connection, changes: list["_Change"], tell: bool = False) -> bool:
        try:
            with connection.begin():
                for change in changes:
                    connection.execute(change.statement, change.values)
        except Exception as error:
            if tell:
                changes[0].finish(error)
            return tell
        for change in changes:
            change.finish(None)
        return True


class _Change:
    """One change on its way to the disk."""

    def __init__(self, statement: Any, values: dict[str, Any], loop: asyncio.AbstractEventLoop, done: Any) -> None:
        self.statement, self.values, self.loop, self.done = statement, values, loop, done

    def finish(self, error: Exception | None) -> None:
        def settle() -> None:
            if not self.done.done():
                self.done.set_exception(error) if error else self.done.set_result(None)

        with contextlib.suppress(RuntimeError):  # whoever asked is gone with their loop; the next one still waits
            self.loop.call_soon_threadsafe(settle)


def _durable(connection: Any, _: Any) -> None:
    """Committed means on disk, also if the power fails the moment after."""
    for setting in "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000":
        connection.execute(f"PRAGMA {setting}").close()
