"""Who attends to play by correspondence: keeps who is awaited where, lets clocks ring while nobody looks, tells people,
and lets their clocks stand while they are away."""

import asyncio
import contextlib
import functools
import logging
from collections.abc import Sequence

from sobremesa.mistakes import Mistake
from sobremesa.server.features.correspondence.models import UNTOLD, Wait
from sobremesa.server.features.correspondence.notifications import Notices
from sobremesa.server.live.live_table import Live
from sobremesa.server.live.registry import House
from sobremesa.server.tables.day_clock import DAY, Days
from sobremesa.server.tables.log import Entry
from sobremesa.server.tables.table import Table

log = logging.getLogger("sobremesa")
GRACE = 300.0
"""Seconds that somebody who looks at the table has before they are told."""
SHORTEST = DAY / 4
"""Seconds before the end at which somebody is told once more, at least; else when a quarter of the time is left."""
PATIENCE = 2.0
ROUNDS = 30
"""Looks from one search for tables that were missed to the next."""


def waits_of(table: Table) -> list[Wait]:
    """The seats of people in a match by correspondence."""
    clock = table.clock
    if not isinstance(clock, Days) or table.state != "playing":
        return []
    found = []
    for seat, place in enumerate(table.places):
        if place.who and not place.bot and not place.gone:
            until = clock.ends(seat)
            remind = until - max(clock.whole / 4, SHORTEST) if until is not None else None
            since, away = clock.began.get(seat), clock.away.get(seat, 0.0)
            found.append(
                Wait(table.facts.id, seat, place.who, table.facts.game, since, until, remind, away, UNTOLD, table.count)
            )
    return found


class Correspondence:
    """The attendant of a house."""

    def __init__(self, house: House, notices: Notices) -> None:
        self._house, self._kept, self.notices = house, house.store.turns, notices
        self._changed: dict[str, Live] = {}
        self._keeping: asyncio.Task[None] | None = None
        self._carrying: asyncio.Task[None] | None = None
        self._looks = 0

    def happened(self, live: Live, entries: Sequence[Entry]) -> None:
        clock = live.table.manner.clock
        if clock and clock.days and live.table.match:
            self._note(live)

    async def look(self) -> None:
        await self._mend()
        await self.see_who_is_away()
        await self._ring()
        await self._tell()
        if self._carrying is None or self._carrying.done():  # a slow network keeps no clock from ringing
            self._carrying = asyncio.create_task(self.notices.carry())

    async def settle(self) -> None:
        """Until all that has happened here is kept, or for a moment: whoever asks sees what they have done."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                while self._keeping and not self._keeping.done():
                    await asyncio.shield(self._keeping)

    async def carry(self) -> None:
        """Until all notices that were on their way at the last look have been tried."""
        if self._carrying:
            await self._carrying

    async def close(self) -> None:
        await self.settle()
        self.notices.close()
        await self.carry()

    # Who is awaited where.

    def _note(self, live: Live) -> None:
        self._changed[live.table.facts.id] = live
        if self._keeping is None or self._keeping.done():
            self._keeping = asyncio.create_task(self._keep())

    async def _keep(self) -> None:
        """One table after the other, as it is by then."""
        while self._changed:
            name, live = self._changed.popitem()
            try:
                await self._house.reading(self._kept.keep, name, live.table.count, waits_of(live.table))
            except Exception as error:  # what is missed is mended at the next look
                log.warning("Who is awaited at table %s could not be kept: %s", name, error)

    async def _mend(self) -> None:
        """What a worker had no time to keep before it died."""
        await self._house.reading(self._kept.sweep)
        behind = set(await self._house.reading(self._kept.behind))
        if self._looks % ROUNDS == 0:
            behind |= set(await self._house.reading(self._kept.missing))
        self._looks += 1
        for name in behind:
            if (live := await self._open(name)) and live.table.match:
                self._note(live)
        await self.settle()

    async def _open(self, name: str) -> Live | None:
        with contextlib.suppress(Mistake):  # of other rules than this house has
            return await self._house.find(name)
        return None

    # Clocks.

    async def _ring(self) -> None:
        """Whose time is used up is out, also where nobody looks."""
        for name in await self._house.reading(self._kept.ended, self._house.now()):
            if live := await self._open(name):
                for _ in live.table.places:
                    await self._house.wait_for(live, live.table.out)
                self._note(live)
        await self.settle()

    async def see_who_is_away(self) -> None:
        """Tables learn that somebody has gone on vacation, or is back."""
        await self.settle()
        for name, seat, begins, until in await self._house.reading(self._kept.unnoticed, self._house.now()):
            if live := await self._open(name):
                await self._house.wait_for(live, functools.partial(live.table.leave, seat, begins, until))
                self._note(live)
        await self.settle()

    # Notices.

    async def _tell(self) -> None:
        now = self._house.now()
        for wait in await self._house.reading(self._kept.untold, now):
            live = await self._open(wait.table)
            if live is None:
                continue
            if wait.since != (waits := {each.seat: each for each in waits_of(live.table)}).get(wait.seat, wait).since:
                self._note(live)
            elif wait.seat in waits and not self._waits_a_little(live, wait, now):
                await self.notices.tell(live, wait)

    @staticmethod
    def _waits_a_little(live: Live, wait: Wait, now: float) -> bool:
        """Whether somebody sees by themselves that they are awaited."""
        assert wait.since is not None
        return wait.told == UNTOLD and wait.person in live.present and now - wait.since < GRACE
