"""The one thread that writes. Whatever waits goes into one transaction: many tables share the price of one write to
disk (group commit)."""

import asyncio
import contextlib
import logging
import queue
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

from sqlalchemy import Engine, Insert, PoolProxiedConnection
from sqlalchemy.sql.dml import UpdateBase

from sobremesa.mistakes import Mistake
from sobremesa.server import metrics
from sobremesa.server.database.changes import Change

log = logging.getLogger("sobremesa")
PATIENCE = 15.0
"""Seconds that a database may be away before those who wait are told."""
MOST_AT_ONCE = 512
MOST_ROWS = 6
"""Of one statement, as a power of two."""

Then = Callable[[Exception | None], None]
"""What is to be done when something is on disk, or cannot be: it is told why."""


class Unit:
    """Changes that belong together, on their way to the disk, and what comes then."""

    __slots__ = "changes", "error", "then"

    def __init__(self, changes: tuple[Change, ...], then: Then) -> None:
        self.changes, self.then = changes, then
        self.error: Exception | None = None


class Load:
    """What one loop has to be written in one of its rounds: handed over together, told together."""

    __slots__ = "loop", "units"

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self.units: list[Unit] = []


class Writer:
    """Lives as long as its store, whatever goes wrong: whoever waits for a unit that fails is told why."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._connection: PoolProxiedConnection | None = None
        self._texts: dict[tuple[UpdateBase, int], str] = {}
        self._gathered: Load | None = None
        self._waiting: queue.SimpleQueue[Load | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._live, name="writer", daemon=True)
        self._thread.start()

    def put(self, changes: tuple[Change, ...], then: Then) -> None:
        """Write changes down, all or none, and then do that, in the loop that runs now."""
        if not self._thread.is_alive():
            raise Mistake("The house is closed.")  # nobody would ever answer
        loop = asyncio.get_running_loop()
        if self._gathered is None or self._gathered.loop is not loop:
            self._hand_over()  # what another loop has left, if it came to its end
            self._gathered = Load(loop)
            loop.call_soon(self._hand_over)
        self._gathered.units.append(Unit(changes, then))

    async def write(self, *changes: Change) -> None:
        """Returns when all are on disk; raises if none is."""
        done = asyncio.get_running_loop().create_future()

        def settle(error: Exception | None) -> None:
            if not done.done():  # or they wait no longer
                done.set_exception(error) if error else done.set_result(None)

        self.put(changes, settle)
        await done

    def close(self) -> None:
        """Write what waits, and stop."""
        self._hand_over()
        self._waiting.put(None)
        self._thread.join()

    def _hand_over(self) -> None:
        """Once in a round of the loop: to wake the writer for each unit would cost more than to write it."""
        load, self._gathered = self._gathered, None
        if load:
            self._waiting.put(load)

    def _live(self) -> None:
        batch: list[Load | None] = []
        while None not in batch:
            batch = self._batch()
            loads = [load for load in batch if load is not None]
            units = [unit for load in loads for unit in load.units]
            for start in range(0, len(units), MOST_AT_ONCE):
                some = units[start : start + MOST_AT_ONCE]
                began = time.perf_counter()
                if self._fails_for_good(some):
                    for unit in some:  # one by one, so that none can hurt another
                        unit.error = self._fails_for_good([unit])
                metrics.written.observe(time.perf_counter() - began)
                metrics.together.observe(len(some))
            for load in loads:
                with contextlib.suppress(RuntimeError):  # whoever asked is gone with their loop
                    load.loop.call_soon_threadsafe(tell, load.units)
        self._disconnect()

    def _batch(self) -> list[Load | None]:
        batch = [self._waiting.get()]
        while batch[-1] is not None:
            try:
                batch.append(self._waiting.get_nowait())
            except queue.Empty:
                break
        return batch

    def _fails_for_good(self, units: list[Unit]) -> Exception | None:
        """The same, with patience for a database that has gone away: everybody waits for it anyway. If it had written
        the units before it went, the second try says that somebody was first; and so they are read, and not lost."""
        end = time.monotonic() + PATIENCE
        while True:
            error = self._fails(units)
            if error is None or not is_away(error):
                return error
            metrics.away.inc()
            if time.monotonic() > end:
                return error
            time.sleep(0.2)

    def _fails(self, units: list[Unit]) -> Exception | None:
        """Write units down in one transaction, or say why not.

        By the driver itself: SQLAlchemy builds the text of a statement once, and would cost more than all the rest.
        """
        try:
            if self._connection is None:
                self._connection = self._engine.raw_connection()
            cursor = self._connection.cursor()
            for statement, rows in joined(units):
                if isinstance(statement, Insert):
                    for some in halved(rows):
                        cursor.execute(self._text(statement, len(some)), [part for row in some for part in row])
                else:
                    cursor.executemany(self._text(statement), rows)
            cursor.close()
            self._connection.commit()
        except Exception as error:
            self._disconnect(lost=is_away(error))  # which takes everything back
            return error
        return None

    def _text(self, statement: UpdateBase, rows: int = 1) -> str:
        """A statement for so many rows at once: before each that is executed the driver lets other threads go."""
        if (statement, rows) not in self._texts:
            head, values, row = str(statement.compile(self._engine)).partition(" VALUES ")
            self._texts[statement, rows] = head + values + ", ".join([row] * rows)
        return self._texts[statement, rows]

    def _disconnect(self, lost: bool = False) -> None:
        connection, self._connection = self._connection, None
        if connection:
            with contextlib.suppress(Exception):
                connection.invalidate() if lost else connection.close()


def is_away(error: BaseException) -> bool:
    """Whether a database cannot be reached, or not now. A file is always there: what is wrong with it does not pass."""
    found = getattr(error, "orig", error)
    kinds = {kind.__name__ for kind in type(found).__mro__ if kind.__module__.partition(".")[0] == "psycopg"}
    return bool(kinds & {"OperationalError", "InterfaceError"})


def joined(units: list[Unit]) -> list[tuple[UpdateBase, list[tuple[Any, ...]]]]:
    """The statements of all units in their order; what follows on one of its kind is joined to it."""
    found: list[tuple[UpdateBase, list[tuple[Any, ...]]]] = []
    for unit in units:
        for change in unit.changes:
            for statement, rows in change:
                if found and found[-1][0] is statement:
                    found[-1][1].extend(rows)
                else:
                    found.append((statement, [*rows]))
    return found


def halved(rows: list[tuple[Any, ...]]) -> Iterator[list[tuple[Any, ...]]]:
    """Rows in their order by powers of two, the largest first: few texts of statements, and few statements."""
    while rows:
        count = 1 << min(len(rows).bit_length() - 1, MOST_ROWS)
        yield rows[:count]
        rows = rows[count:]


def tell(units: list[Unit]) -> None:
    """Whoever waits is told; what goes wrong with one is no matter of the others."""
    for unit in units:
        try:
            unit.then(unit.error)
        except Exception as error:
            log.error("What was written could not be told: %s", error, exc_info=error)
