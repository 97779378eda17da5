"""The one thread that writes. Whatever waits goes into one transaction: many tables share the price of one write to
disk (group commit)."""

import asyncio
import contextlib
import queue
import threading
from typing import Any

from sqlalchemy import Engine, PoolProxiedConnection
from sqlalchemy.sql.dml import UpdateBase

from sobremesa.mistakes import Mistake
from sobremesa.server.store.change import Change

MOST_AT_ONCE = 512


class Unit:
    """Changes that belong together, on their way to the disk, and who waits for them."""

    __slots__ = "changes", "done", "error", "loop"

    def __init__(self, changes: tuple[Change, ...]) -> None:
        self.changes = changes
        self.loop = asyncio.get_running_loop()
        self.done: asyncio.Future[None] = self.loop.create_future()
        self.error: Exception | None = None


class Writer:
    """Lives as long as its store, whatever goes wrong: whoever waits for a unit that fails is told why."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._connection: PoolProxiedConnection | None = None
        self._texts: dict[UpdateBase, str] = {}
        self._waiting: queue.SimpleQueue[Unit | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._live, name="writer", daemon=True)
        self._thread.start()

    async def write(self, *changes: Change) -> None:
        """Returns when all are on disk; raises if none is."""
        if not self._thread.is_alive():
            raise Mistake("The house is closed.")  # nobody would ever answer
        unit = Unit(changes)
        self._waiting.put(unit)
        await unit.done

    def close(self) -> None:
        """Write what waits, and stop."""
        self._waiting.put(None)
        self._thread.join()

    def _live(self) -> None:
        batch: list[Unit | None] = []
        while None not in batch:
            batch = self._batch()
            units = [unit for unit in batch if unit is not None]
            if self._fails(units):
                for unit in units:  # one by one, so that none can hurt another
                    unit.error = self._fails([unit])
            tell(units)
        self._disconnect()

    def _batch(self) -> list[Unit | None]:
        batch = [self._waiting.get()]
        while len(batch) < MOST_AT_ONCE and batch[-1] is not None:
            try:
                batch.append(self._waiting.get_nowait())
            except queue.Empty:
                break
        return batch

    def _fails(self, units: list[Unit]) -> Exception | None:
        """Write units down in one transaction, or say why not.

        By the driver itself: SQLAlchemy builds the text of a statement once, and would cost more than all the rest.
        """
        try:
            if self._connection is None:
                self._connection = self._engine.raw_connection()
            cursor = self._connection.cursor()
            for statement, rows in joined(units):
                cursor.executemany(self._text(statement), rows)
            cursor.close()
            self._connection.commit()
        except Exception as error:
            self._disconnect()  # which takes everything back
            return error
        return None

    def _text(self, statement: UpdateBase) -> str:
        if statement not in self._texts:
            self._texts[statement] = str(statement.compile(self._engine))
        return self._texts[statement]

    def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        if connection:
            with contextlib.suppress(Exception):
                connection.close()


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


def tell(units: list[Unit]) -> None:
    """Whoever waits, in the loop that they wait in. Each loop is woken once."""
    for loop in {unit.loop for unit in units}:
        with contextlib.suppress(RuntimeError):  # whoever asked is gone with their loop; the next one still waits
            loop.call_soon_threadsafe(settle, [unit for unit in units if unit.loop is loop])


def settle(units: list[Unit]) -> None:
    for unit in units:
        if not unit.done.done():  # or they wait no longer
            unit.done.set_exception(unit.error) if unit.error else unit.done.set_result(None)
