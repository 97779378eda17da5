"""Those who look at evenings: they are told anew whenever something changes, by whichever worker."""

import asyncio
from collections import defaultdict
from collections.abc import Callable

from sobremesa.server.cluster import bus_messages
from sobremesa.server.features.tournaments.messages import ToldEvening, told, told_to
from sobremesa.server.features.tournaments.models import Evening
from sobremesa.server.live.live_table import Line, encode
from sobremesa.server.live.registry import House

POLL = 3.0
"""Seconds after which it is read whether another worker has changed something and not told."""


class Watcher:
    """Somebody who looks at an evening, by one socket."""

    def __init__(self, line: Line, who: str, session: str) -> None:
        self.line, self.who, self.session = line, who, session
        self.onended: Callable[[], None] = lambda: None
        """Done when they are to go."""


class Watching:
    """All who look at evenings by this worker."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.all: dict[str, list[Watcher]] = defaultdict(list)
        self._last: dict[str, bytes] = {}
        """What was told last of each evening."""
        self._telling: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()
        self._polling: asyncio.Task[None] | None = None
        house.onstirred = self.stir

    async def look(self, name: str) -> tuple[Evening, ToldEvening] | None:
        """An evening, and what anybody may know of it."""

        def read() -> tuple[Evening, ToldEvening] | None:
            evening = self.house.store.evenings.evening(name)
            return (evening, told(self.house.store, evening)) if evening else None

        return await self.house.reading(read)

    async def come(self, name: str, watcher: Watcher) -> bool:
        """Somebody looks, and is told all of it; whether there is such an evening."""
        self.all[name].append(watcher)
        found = await self.look(name)
        if found is None:
            self.go(name, watcher)
            return False
        evening, to_all = found
        watcher.line.tell(encode(told_to(watcher.who, evening, to_all)))
        if self.house.workers.name and (self._polling is None or self._polling.done()):
            self._polling = asyncio.create_task(self._poll())
        return True

    def go(self, name: str, watcher: Watcher) -> None:
        if watcher in self.all[name]:
            self.all[name].remove(watcher)
        if not self.all[name]:
            del self.all[name]
            self._last.pop(name, None)

    def changed(self, name: str) -> None:
        """Something has changed by this worker: everybody is told."""
        self.house.workers.tell("", bus_messages.Stirred(name))
        self.stir(name)

    def stir(self, name: str) -> None:
        """Something has changed: who looks by this worker is told, once for all that changes meanwhile."""
        if name not in self.all:
            return
        if name in self._telling:
            self._again.add(name)
            return
        self._telling[name] = asyncio.create_task(self._tell(name))

    async def _tell(self, name: str) -> None:
        try:
            while True:
                self._again.discard(name)
                if found := await self.look(name):
                    self._pass_on(name, *found)
                if name not in self._again:
                    return
        finally:
            del self._telling[name]

    def _pass_on(self, name: str, evening: Evening, to_all: ToldEvening) -> None:
        data = encode([to_all, evening.facts.host, [each.person for each in evening.people]])
        if self._last.get(name) == data:
            return
        self._last[name] = data
        for watcher in list(self.all.get(name, [])):
            if watcher.session and watcher.session in self.house.ended:
                watcher.onended()
            elif not watcher.line.tell(encode(told_to(watcher.who, evening, to_all))):
                watcher.onended()  # they do not read: they come back, and get everything

    async def _poll(self) -> None:
        while self.all:
            await asyncio.sleep(POLL)
            for name in list(self.all):
                self.stir(name)
