"""Sessions end by themselves when nobody has been seen by them for long."""

import time
from collections.abc import Sequence

from sobremesa.server.live.live_table import Live
from sobremesa.server.live.registry import House
from sobremesa.server.sessions.models import UNSEEN
from sobremesa.server.tables.log import Entry

EVERY = 3600.0
"""Seconds from one sweep to the next."""


class Sweeping:
    """An attendant who ends them, and forgets codes and challenges whose time is past."""

    def __init__(self, house: House) -> None:
        self._house, self._next = house, 0.0

    def happened(self, live: Live, entries: Sequence[Entry]) -> None:
        """Nothing at a table ends a session."""

    async def look(self) -> None:
        now = time.time()
        if now < self._next:
            return
        self._next = now + EVERY
        ended = await self._house.reading(self._house.store.people.sweep, now, now - UNSEEN)
        if ended:
            self._house.let_go(ended)
