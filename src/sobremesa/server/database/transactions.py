"""A transaction that reads before it writes, with nobody in between."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, Engine


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """All of it or nothing. In a file nobody else writes meanwhile; in PostgreSQL rows are held by who reads them."""
    with engine.begin() as connection:
        if connection.dialect.name == "sqlite":
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        yield connection
