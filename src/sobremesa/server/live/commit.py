"""The one way in which anything happens at a table: it is checked, written down, and then happens and is told.

Several workers may have the same table at hand. Each writes by itself, and the key of the log settles who was first:
whoever was not reads what the other wrote, and looks again at what was asked.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from msgspec.structs import replace

from sobremesa.mistakes import Mistake
from sobremesa.server import metrics
from sobremesa.server.cluster import bus_messages
from sobremesa.server.cluster.bus import Workers
from sobremesa.server.database import Change, Store, appending
from sobremesa.server.live.live_table import Live
from sobremesa.server.live.subscribers import Attendants
from sobremesa.server.tables.log import Entry

log = logging.getLogger("sobremesa")
TRIES = 20
"""How often somebody else may be first before it is given up."""

Found = TypeVar("Found")
Proposal = Callable[[], Entry | list[Entry] | None]
"""What somebody wants, as the entries that would make it so: checks it, and changes nothing."""
Also = Callable[[], Change]
"""What is written down in one with the entries that were proposed."""
Answer = Callable[[Exception | None], None]
"""What is done when something has happened, or cannot: it is told why."""


class Overtaken(Exception):
    """What was to be written down with an entry has been changed by somebody else, and so neither is."""


def nothing() -> Change:
    return []


class Happening:
    """What a house does at its tables."""

    store: Store
    live: dict[str, Live]
    workers: Workers
    attendants: Attendants
    now: Callable[[], float]
    became: dict[str, str]
    """Guests who have turned out to be somebody, and whom: another worker may not have heard of it yet."""

    def __init__(self) -> None:
        self._reads: set[asyncio.Future[Any]] = set()

    def happen(self, live: Live, proposal: Proposal, answer: Answer, also: Also = nothing) -> None:
        """Check, write down, let it happen, tell everybody: one thing after the other at one table."""
        live.turn.take(lambda: self._propose(live, proposal, answer, also))

    async def wait_for(self, live: Live, proposal: Proposal, also: Also = nothing) -> None:
        """The same for who waits until it has happened."""
        done = asyncio.get_running_loop().create_future()

        def settle(error: Exception | None) -> None:
            if not done.done():  # or they wait no longer
                done.set_exception(error) if error else done.set_result(None)

        self.happen(live, proposal, settle, also)
        await done

    async def write(self, live: Live, *changes: Any) -> None:
        """Changes of more than one table; whoever has its turn asks."""
        try:
            await self.store.write(*changes)
        except BaseException as error:  # cancelled, perhaps, while it was on its way to the disk
            if isinstance(error, Exception) and self.store.is_conflict(error):
                await self.catch_up(live)
            else:
                self.forget(live)
            raise

    def _propose(self, live: Live, proposal: Proposal, answer: Answer, also: Also, tries: int = 0) -> None:
        table = live.table
        agreements, state = table.agreements, table.state

        def done(error: Exception | None = None) -> None:
            live.turn.give()
            answer(error)
            if error is None:
                self.let_bots_think(live)

        def caught_up(error: Exception | None, count: int) -> None:
            if error is None and table.count > count and tries < TRIES:
                self._propose(live, proposal, answer, also, tries + 1)
            elif error is None and also is not nothing and tries < TRIES:
                done(Overtaken())
            else:
                self.forget(live)
                done(error or RuntimeError("Somebody else was first, again and again."))

        def looked(error: Exception | None, refused: Exception, count: int) -> None:
            """Nothing is refused because of what another worker has changed meanwhile."""
            if error is None and table.count > count:
                self._propose(live, proposal, answer, also, tries + 1)
            else:
                done(error or refused)

        def written(error: Exception | None) -> None:
            try:
                if error and self.store.is_conflict(error):
                    metrics.conflicts.inc()
                    count = table.count
                    self._read(live, lambda wrong: caught_up(wrong, count))
                    return
                if error:
                    raise error
                for entry in entries:
                    metrics.entries.labels(entry.kind).inc()
                self.take(live, entries)
                self.tell_others(live, bus_messages.Happened(entries))
                self.attendants.happened(live, entries)
                if state != table.state and "over" in (state, table.state):
                    self.store.put(appending(table.facts.id, [], over=table.state == "over"), done)
                    return
            except Exception as wrong:
                self.forget(live)
                done(wrong)
            else:
                done()

        try:
            proposed = proposal() or []
            entries = [proposed] if isinstance(proposed, Entry) else proposed
            if entries:
                self.store.put(appending(table.facts.id, entries) + also(), written)
                return
            if table.agreements != agreements:
                live.tell()
                self.tell_agreed(live)
        except Exception as error:
            if self.workers.name and isinstance(error, Mistake) and tries < TRIES:
                refused, count = error, table.count
                self._read(live, lambda wrong: looked(wrong, refused, count))
            else:
                done(error)
        else:
            done()

    def tell_agreed(self, live: Live) -> None:
        """The other workers hear who has agreed to what."""
        self.tell_others(live, bus_messages.Agreed(live.table.count, live.agreed))

    def tell_others(self, live: Live, word: bus_messages.AnyWord) -> None:
        """The other workers that have a table at hand, if there are any: who comes to have it says so."""
        if live.company:
            self.workers.tell(live.table.facts.id, word)

    def take(self, live: Live, entries: Sequence[Entry]) -> None:
        """What is written down happens, and is told."""
        table = live.table
        before = len(table.match.moves) if table.match else 0
        for entry in entries:
            table.take(replace(entry, who=self.became[entry.who]) if entry.who in self.became else entry)
        self.set_alarm(live)
        live.tell(before)

    def follow(self, live: Live, entries: Sequence[Entry]) -> None:
        """What another worker has written down happens here too; what is missing before it is read."""

        def done(error: Exception | None) -> None:
            live.turn.give()
            if error is None:
                self.let_bots_think(live)

        def look() -> None:
            new = [entry for entry in entries if entry.n >= live.table.count]
            if new and new[0].n > live.table.count:
                self._read(live, done)
                return
            try:
                if new:
                    self.take(live, new)
                    self.came_to_pass(live)
            except Exception as error:
                self.forget(live)
                done(error)
            else:
                done(None)

        live.turn.take(look)

    async def catch_up(self, live: Live) -> None:
        """Read what others have written, for who has the table's turn."""
        done = asyncio.get_running_loop().create_future()
        self._read(live, lambda error: done.set_exception(error) if error else done.set_result(None))
        await done

    def look_again(self, live: Live) -> None:
        """Read what others may have written, when it is the table's turn."""
        live.turn.take(lambda: self._read(live, lambda _: live.turn.give()))

    def _read(self, live: Live, then: Answer) -> None:
        table = live.table

        def found(reading: asyncio.Future[list[Entry]]) -> None:
            try:
                if entries := [entry for entry in reading.result() if entry.n >= table.count]:
                    self.take(live, entries)
                    self.came_to_pass(live)
            except Exception as error:
                self.forget(live)
                then(error)
            else:
                then(None)

        self.reading(self.store.log_since, table.facts.id, table.count).add_done_callback(found)

    def reading(self, read: Callable[..., Found], *what: Any) -> asyncio.Future[Found]:
        """Something is read from the store, or written there, on a thread; the store is not closed before it has been,
        also if nobody waits for it any more."""
        reading = asyncio.get_running_loop().run_in_executor(None, read, *what)
        self._reads.add(reading)
        reading.add_done_callback(self._reads.discard)
        return asyncio.shield(reading)

    async def finish_reading(self) -> None:
        await asyncio.gather(*self._reads, return_exceptions=True)

    def forget(self, live: Live) -> None:
        """What is on disk may be more than what is in memory: everybody comes back, and it is read again."""
        if self.live.get(live.table.facts.id) is live:
            del self.live[live.table.facts.id]
            self.tell_others(live, bus_messages.Bye())
            self.workers.leave(live.table.facts.id)
            metrics.at_hand.set(len(self.live))
        if live.alarm:
            live.alarm.cancel()
        for connection in live.connections:
            connection.lose()

    def set_alarm(self, live: Live) -> None:
        """For when somebody's time is used up next."""
        if live.alarm:
            live.alarm.cancel()
        clock = live.table.clock
        first = clock.first() if clock and clock.rings else None
        wait = max(0.0, first[0] - self.now()) if first else 0.0
        live.alarm = asyncio.get_running_loop().call_later(wait, self._ring, live) if first else None

    def _ring(self, live: Live) -> None:
        live.rung = asyncio.create_task(self._run_out(live))
        live.rung.add_done_callback(lambda task: self.finish(live, task))

    async def _run_out(self, live: Live) -> None:
        await self.wait_for(live, live.table.out)
        self.set_alarm(live)  # also if it rang too early

    def finish(self, live: Live, task: asyncio.Task[None]) -> None:
        """Something that the house did by itself is done; what went wrong is told, as nobody waits for it."""
        if not task.cancelled() and (error := task.exception()):
            log.error("At table %s: %s", live.table.facts.id, error, exc_info=error)
        self.leave(live)

    def leave(self, live: Live) -> None:
        """A table that nobody looks at, where no bot thinks and no clock runs, is left to the disk."""
        if not live.busy and self.live.get(live.table.facts.id) is live:
            del self.live[live.table.facts.id]
            self.tell_others(live, bus_messages.Bye())
            self.workers.leave(live.table.facts.id)
            metrics.at_hand.set(len(self.live))

    def let_bots_think(self, live: Live) -> None:
        raise NotImplementedError

    def came_to_pass(self, live: Live) -> None:
        """Something has happened at another worker: what is told besides what everybody may see."""
        raise NotImplementedError
