"""Looking after what a house keeps: executing every match again, moving everything to another place, and appointing
moderators."""

import hashlib
import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, Table, func, insert, inspect, select
from sqlalchemy.exc import DatabaseError

from sobremesa.kernel import REFEREE
from sobremesa.mistakes import Mistake
from sobremesa.server.database import connected
from sobremesa.server.database.opening import bring_up_to_date, told
from sobremesa.server.database.schema import REVISIONS, entries, metadata, revision, tables
from sobremesa.server.features.moderation.store import Conduct
from sobremesa.server.tables.log import Entry, Facts
from sobremesa.server.tables.rule_versions import OtherRules

AT_ONCE = 10_000
"""Rows that are read together."""
Tell = Callable[[float, str], None]
"""What is told how much is done, and at what."""


@dataclass
class Checked:
    """What came of executing every match again."""

    tables: int = 0
    moves: int = 0
    digest: str = ""
    """Of the last position of every match: the same for the same matches, wherever they are kept."""
    wrong: dict[str, str] = field(default_factory=dict)
    """The tables that cannot be executed, and why."""
    older: int = 0
    """Tables of rules that this version has no longer: their logs are as they were."""


def check(place: Path | str, tell: Tell) -> Checked:
    """Execute every match of a place again, from its log and the secret of its chance. The house may be open."""
    engine, name = connected(place)
    try:
        with telling(name), engine.connect() as connection:
            require_up_to_date(connection, name)
            return _executed(connection, tell)
    finally:
        engine.dispose()


def appoint(place: Path | str, login: str, so: bool) -> None:
    """Somebody with an account becomes a moderator, or is none any more. The house may be open."""
    engine, name = connected(place)
    try:
        with telling(name), engine.connect() as connection:
            require_up_to_date(connection, name)
        Conduct(engine).appoint(login, so, time.time())
    finally:
        engine.dispose()


def _executed(connection: Connection, tell: Tell) -> Checked:
    from sobremesa.server.live.registry import replayed

    found, seen = Checked(), 0
    whole = connection.execute(select(func.count()).select_from(tables)).scalar() or 0
    for facts, over, log in _logs(connection):
        tell(found.tables / max(whole, 1), f"{found.tables} of {whole} tables")
        found.tables += 1
        try:
            table = replayed(facts, log)
            if over and table.state != "over":
                raise Mistake("it is kept as over, and is not")
        except OtherRules:
            found.older += 1
            continue
        except Exception as error:  # whatever a broken log brings about
            found.wrong[facts.id] = str(error) or type(error).__name__
            continue
        if table.match:
            found.moves += len(table.match.moves)
            seen ^= _number(facts.id.encode() + b" " + table.match.seen_by(REFEREE).tobytes())
    found.digest = f"{seen:064x}"
    return found


def _logs(connection: Connection) -> Iterator[tuple[Facts, bool, list[Entry]]]:
    """Every table with its log."""
    columns = [tables.c[name] for name in Facts.__struct_fields__]
    wanted = select(*columns, tables.c.over).order_by(tables.c.made, tables.c.id)
    log = select(*(entries.c[name] for name in Entry.__struct_fields__)).order_by(entries.c.n)
    for row in connection.execute(wanted).all():
        lines = connection.execute(log.where(entries.c.table == row[0]))
        yield Facts(*row[:-1]), row[-1], [Entry(*line) for line in lines]


@contextmanager
def telling(name: str) -> Iterator[None]:
    """What a database cannot do is told in a sentence."""
    try:
        yield
    except DatabaseError as error:
        raise Mistake(f"What is kept in {name} cannot be read or written: {told(error)}") from error


def require_up_to_date(connection: Connection, name: str) -> None:
    if not inspect(connection).has_table(revision.name):
        raise Mistake(f"Nothing of a house is kept in {name}.")
    found = connection.execute(select(revision.c.version_num)).scalar()
    if found != REVISIONS[-1]:
        raise Mistake(f"{name} is kept by another version of Sobremesa: open the house with this one first.")


def move(source: Path | str, target: Path | str, tell: Tell) -> dict[str, int]:
    """Copy everything from one place to another that is empty, all of it or nothing, and compare the two row by row;
    how many rows of each kind. The house must be closed."""
    (old, old_name), (new, new_name) = connected(source), connected(target)
    try:
        if isinstance(source, Path) and not source.exists():
            raise Mistake(f"There is no file {source}.")
        bring_up_to_date(new, new_name)
        with telling(f"{old_name} or {new_name}"), old.connect() as reading, new.connect() as writing:
            require_up_to_date(reading, old_name)
            if writing.execute(select(func.count()).select_from(tables)).scalar():
                raise Mistake(f"Somebody keeps tables in {new_name} already: everything is moved to an empty place.")
            counts = {table.name: _count(reading, table) for table in metadata.sorted_tables}
            whole, done = sum(counts.values()), 0
            for table in metadata.sorted_tables:
                for rows in _rows(reading, table):
                    _put(writing, new, table, rows)
                    done += len(rows)
                    tell(0.5 * done / max(whole, 1), f"{done:,} of {whole:,} rows")
            done = 0
            for table in metadata.sorted_tables:
                if _digest(reading, table) != _digest(writing, table):
                    raise Mistake(f"What was written of {table.name} is not what was read: nothing is moved.")
                done += counts[table.name]
                tell(0.5 + 0.5 * done / max(whole, 1), f"compared {done:,} of {whole:,} rows")
            writing.commit()
        return counts
    finally:
        old.dispose()
        new.dispose()


def _count(connection: Connection, table: Table) -> int:
    return connection.execute(select(func.count()).select_from(table)).scalar() or 0


def _rows(connection: Connection, table: Table) -> Iterator[list[tuple[Any, ...]]]:
    found = connection.execution_options(yield_per=AT_ONCE).execute(select(table))
    for part in found.partitions():
        yield [tuple(row) for row in part]


def _put(connection: Connection, engine: Engine, table: Table, rows: list[tuple[Any, ...]]) -> None:
    """By the quickest way that the place has."""
    if engine.dialect.name != "postgresql":
        names = [column.name for column in table.columns]
        connection.execute(insert(table), [dict(zip(names, row, strict=True)) for row in rows])
        return
    quote = engine.dialect.identifier_preparer
    columns = ", ".join(quote.quote(column.name) for column in table.columns)
    driver: Any = connection.connection.cursor()
    with driver.copy(f"COPY {quote.format_table(table)} ({columns}) FROM STDIN") as copy:
        for row in rows:
            copy.write_row([json.dumps(part) if isinstance(part, (dict, list)) else part for part in row])
    driver.close()


def _digest(connection: Connection, table: Table) -> int:
    """Of all rows in any order: places sort text by different rules."""
    seen = 0
    for rows in _rows(connection, table):
        for row in rows:
            seen ^= _number(json.dumps(row, sort_keys=True, default=str).encode())
    return seen


def _number(data: bytes) -> int:
    return int.from_bytes(hashlib.sha256(data).digest())
