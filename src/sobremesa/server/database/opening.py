"""What is done before a house uses a file or a database: nobody else has it, it is a house's, and it is up to date."""

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout
from sqlalchemy import Connection, Engine, insert, inspect, select, text
from sqlalchemy.exc import DatabaseError

from sobremesa.mistakes import Mistake
from sobremesa.server.database.schema import REVISIONS, entries, metadata, revision


def locked(path: Path) -> FileLock:
    """A file for one house: two would each think that they alone know what happens at a table. Ends with the process,
    however that ends."""
    lock = FileLock(f"{path.resolve()}.lock", mode=0o600, thread_local=False)
    try:
        lock.acquire(blocking=False)
    except Timeout:
        raise Mistake(f"Another house has this file open: {path}. Close it first, or choose another file.") from None
    return lock


LOCK = "84622938, hashtext(current_schema())"
"""What houses lock in a schema of PostgreSQL."""


def kept_open(engine: Engine, place: str, shared: bool) -> Callable[[], None]:
    """A database for one house, or for all workers of one, as long as this connection lasts; what lets it go."""
    connection = engine.connect()
    if not connection.execute(text(f"SELECT pg_try_advisory_lock{'_shared' * shared}({LOCK})")).scalar():
        connection.close()
        raise Mistake(f"Another house has this database open: {place}. Close it first, or let both talk by one Redis.")
    connection.commit()

    def let_go() -> None:
        connection.invalidate()  # and not back to the pool, with the lock
        connection.close()

    return let_go


def bring_up_to_date(engine: Engine, path: Path | str) -> None:
    """What is new, or was made by an older version. One transaction: all of it or nothing."""
    try:
        with engine.connect() as connection:
            if engine.dialect.name == "postgresql":
                connection.execute(text("SELECT pg_advisory_xact_lock(hashtext(current_schema()))"))  # one worker
            found = _revision(connection, path)
            if found == REVISIONS[-1]:
                return
            driver: Any = connection.connection.dbapi_connection
            if isinstance(driver, sqlite3.Connection):
                connection.detach()  # with settings of its own, which no other connection should get
                driver.isolation_level = None  # or it would commit before each change of the schema
                driver.execute("BEGIN IMMEDIATE")
            if not found:
                metadata.create_all(connection, checkfirst=False)
                _write_down(connection, REVISIONS[-1])
            else:
                from sobremesa.server.database import migrations  # only here: it takes a quarter of a second

                if not inspect(connection).has_table(revision.name):
                    _write_down(connection, found)
                migrations.upgrade(connection)
            connection.commit()
    except (DatabaseError, sqlite3.DatabaseError) as error:
        if engine.dialect.name == "postgresql":
            raise Mistake(f"The database at {path} cannot be opened: {told(error)}") from error
        raise Mistake(f"{path} cannot be opened as the file of a house: {told(error)}.") from error


def told(error: Exception) -> str:
    """What the driver says, in one line."""
    return " ".join(str(getattr(error, "orig", None) or error).split())


def _revision(connection: Connection, path: Path | str) -> str:
    """The last step that a file has seen; nothing if it is new."""
    names = inspect(connection).get_table_names()
    if revision.name in names:
        found = connection.execute(select(revision.c.version_num)).scalar() or ""
        if found not in REVISIONS:
            raise Mistake(f"{path} was kept by a newer version of Sobremesa: open it with that one.")
        return found
    if entries.name in names:
        return REVISIONS[0]  # from before there were steps
    if names:
        raise Mistake(f"{path} is the file of something else: choose another one for the house.")
    return ""


def _write_down(connection: Connection, step: str) -> None:
    revision.create(connection)
    connection.execute(insert(revision).values(version_num=step))
