"""Who counts rated matches when they are over: at once, and if that was left undone, when it is found."""

import asyncio
import logging
from collections.abc import Sequence

from sobremesa.mistakes import Mistake
from sobremesa.server.live.live_table import Live
from sobremesa.server.live.registry import House, replayed
from sobremesa.server.tables.log import Entry
from sobremesa.server.tables.outcome import outcome_of

log = logging.getLogger("sobremesa")
ENDS = "move", "resign", "out", "draw"
"""The entries by which a match can end."""
QUIET = 2
"""After so many looks without anything new a match is executed."""


class Rater:
    """An attendant of the house."""

    def __init__(self, house: House) -> None:
        self.house, self.kept = house, house.store.ladders
        self._looks: dict[str, tuple[int, int]] = {}
        """How many entries the matches that go on had when they were looked at, and how often that was as before."""

    def happened(self, live: Live, entries: Sequence[Entry]) -> None:
        table = live.table
        if table.manner.rated and entries[-1].kind in ENDS and table.state == "over":
            self.house.reading(self.kept.rate, outcome_of(table)).add_done_callback(tell)

    async def look(self) -> None:
        """Whatever is over and was not counted. That a match is over may itself have been left unwritten: where nothing
        has happened for a while, it is executed once to see."""
        found = await self.house.reading(self.kept.pending)
        before, self._looks = self._looks, {}
        for each in found:
            entries, looks = before.get(each.table, (0, 0))
            looks = looks + 1 if entries == each.entries else 0
            self._looks[each.table] = each.entries, looks
            if each.over or looks == QUIET:
                try:
                    await self._count(each.table)
                except Exception as error:  # the others are counted all the same
                    log.error("The match at table %s was not counted: %s", each.table, error, exc_info=error)

    async def _count(self, name: str) -> None:
        log_of = await self.house.reading(self.house.store.table, name)
        if log_of is None:
            return
        await self.house.prepare(log_of[0].game)
        try:
            table = await asyncio.to_thread(replayed, *log_of)
        except Mistake as mistake:
            log.warning("The match at table %s is never counted: %s", name, mistake)
            await self.house.reading(self.kept.dismiss, name)
            return
        if table.state == "over":
            await self.house.store.append(name, over=True)
            await self.house.reading(self.kept.rate, outcome_of(table))


def tell(rating: asyncio.Future[bool]) -> None:
    """Whoever looks next tries again."""
    if not rating.cancelled() and (error := rating.exception()):
        log.error("A match was not counted: %s", error, exc_info=error)
