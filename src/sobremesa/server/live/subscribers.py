"""Those who attend to what happens at the tables of a house: ratings, letters, evenings and the like."""

import asyncio
import logging
from collections.abc import Sequence
from typing import Protocol

from sobremesa.server.cluster.bus import Workers, stopped
from sobremesa.server.live.live_table import Live
from sobremesa.server.tables.log import Entry

log = logging.getLogger("sobremesa")
ROUND = 20.0
"""Seconds from one look at everything to the next."""


class Attendant(Protocol):
    """Somebody who attends to one thing."""

    def happened(self, live: Live, entries: Sequence[Entry]) -> None:
        """This worker has written these entries of a table: they have happened. Returns at once."""
        ...

    async def look(self) -> None:
        """Look for whatever is to be done, also what a worker left undone when it died. One worker at a time does."""
        ...


class Attendants:
    """All of them."""

    def __init__(self, workers: Workers) -> None:
        self.all: dict[str, Attendant] = {}
        """By the name of what each attends to."""
        self._workers = workers
        self._going: asyncio.Task[None] | None = None

    def happened(self, live: Live, entries: Sequence[Entry]) -> None:
        """Whatever an attendant does wrong, the table goes on."""
        for name, attendant in self.all.items():
            try:
                attendant.happened(live, entries)
            except Exception as error:
                log.error("%s at table %s: %s", name, live.table.facts.id, error, exc_info=error)

    async def look(self) -> None:
        """Once, wherever it is this worker's to do so."""
        for name, attendant in self.all.items():
            try:
                if await self._workers.mine(f"attendant {name}"):
                    await attendant.look()
            except Exception as error:
                log.error("%s: %s", name, error, exc_info=error)

    def begin(self) -> None:
        self._going = asyncio.create_task(self._go_round())

    async def end(self) -> None:
        if self._going:
            await stopped([self._going])

    async def _go_round(self) -> None:
        while True:
            await self.look()
            await asyncio.sleep(ROUND)
