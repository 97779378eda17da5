"""A house that is one worker of several, each of which may have any table at hand: what it hears of the others."""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Collection
from typing import Any

from sobremesa.mistakes import Mistake
from sobremesa.server.cluster import bus_messages
from sobremesa.server.cluster.bus_messages import Envelope
from sobremesa.server.database import is_away
from sobremesa.server.live.bot_runner import Thinking
from sobremesa.server.live.command_handler import propose
from sobremesa.server.live.live_table import Live
from sobremesa.server.protocol import commands, messages
from sobremesa.server.tables import rematch

log = logging.getLogger("sobremesa")
POLL, DEAF = 3.0, 0.5
"""Seconds after which a worker reads in the database whether it has missed something: another one may have died when it
had written, and not yet told. And while the others cannot be heard."""
ANSWERS = 0.5
"""Seconds that others have to say whether a table's clocks run."""


class Together(Thinking):
    """What a worker hears of the others, and tells them."""

    def __init__(self) -> None:
        super().__init__()
        self.onstirred: Callable[[str], None] = lambda evening: None
        """Done when something has changed at an evening, by another worker."""
        self.planned: set[str] = set()
        """The tables where somebody may have planned something."""
        self._polling: asyncio.Task[None] | None = None
        self._met: dict[str, asyncio.Event] = {}
        self._meeting: dict[str, asyncio.Task[None]] = {}

    async def begin(self) -> None:
        """Listen to the others, from now on."""
        await self.workers.open(self)
        if self.workers.name:
            self._polling = asyncio.create_task(self._poll())
        self.attendants.begin()

    async def end(self) -> None:
        """The others hear that nobody is here any more."""
        await self.attendants.end()
        for live in self.live.values():
            self.tell_others(live, bus_messages.Bye())
        if self._polling:
            self._polling.cancel()
        await self.finish_reading()
        await self.workers.close()

    async def meet(self, live: Live) -> None:
        """A table is at hand now, and perhaps at other workers: what is not in its log they tell. Returns when they
        have."""
        name = live.table.facts.id
        if name not in self._meeting:
            self._meeting[name] = asyncio.create_task(self._meet(live, name))
        await asyncio.shield(self._meeting[name])

    async def _meet(self, live: Live, name: str) -> None:
        answered = self._met[name] = asyncio.Event()
        try:
            if await self.workers.join(name):
                self.workers.tell(name, bus_messages.Hello(live.table.count, live.here))
                async with asyncio.timeout(ANSWERS):
                    await answered.wait()
        except TimeoutError:
            pass  # they are busy, or have just left it
        finally:
            live.met = True
            del self._met[name], self._meeting[name]

    async def refresh(self, live: Live) -> None:
        """Whoever asks sees what they have been told of by another worker, however slow the news is."""
        name = live.table.facts.id
        found = await self.reading(self.store.counts, [name])
        if found.get(name, 0) > live.table.count:
            async with live.turn:
                await self.catch_up(live)

    # What is heard.

    def heard(self, envelope: Envelope) -> None:
        """A word of another worker."""
        live, sender = self.live.get(envelope.table), envelope.sender
        if live:
            live.company.add(sender)
        match envelope.word:
            case bus_messages.Ended(sessions=sessions, people=people):
                self.turn_out(sessions, people)
            case bus_messages.Muted(listener=listener, people=people):
                self.stop_ears(listener, people)
            case bus_messages.Became(sessions=sessions, guest=guest, person=person):
                self.become(sessions, guest, person)
            case bus_messages.Stirred(evening=evening):
                self.onstirred(evening)
            case bus_messages.Planned(name=name, who=who, seat=seat):
                self.plan_changed(name, who, seat)
            case bus_messages.Thought() as thought:
                self.thought(thought)
            case _ if live is None:
                pass
            case bus_messages.Happened(entries=entries):
                self.follow(live, entries)
            case bus_messages.Here(present=present):
                self._set_present(live, sender, present)
            case bus_messages.Agreed(count=count, agreed=agreed):
                live.turn.take(lambda: self._agree(live, count, agreed))
            case bus_messages.Drafted() as drafted:
                live.turn.take(lambda: self._draft_too(live, drafted))
            case bus_messages.Spoke(line=line, deaf=deaf):
                live.chat.lines.append(line)
                live.speak(line, deaf)
            case bus_messages.Signalled(seat=seat, signal=signal, at=at):
                live.tell_all(lambda _: messages.Signalled(seat, signal, at))
            case bus_messages.Bye():
                self._forget_worker(live, sender)
            case bus_messages.Hello(count=count, present=present):
                self.tell_others(live, self._share(live))
                self._set_present(live, sender, present)
                self._look_if_behind(live, count)
            case bus_messages.Share() as share:
                self._learn(live, sender, share)

    def again(self) -> None:
        """Redis is there again: everybody tells what they have, and reads what they missed."""
        for name, live in list(self.live.items()):
            self.workers.tell(name, bus_messages.Hello(live.table.count, live.here))
            self.look_again(live)

    def gone(self, worker: str) -> None:
        """Nobody looks by a worker that is dead."""
        for live in list(self.live.values()):
            self._forget_worker(live, worker)

    def _forget_worker(self, live: Live, worker: str) -> None:
        live.company.discard(worker)
        self._set_present(live, worker, [])

    def turn_out(self, sessions: Collection[str], people: Collection[str]) -> None:
        """Whoever looks by one of these sessions is to go."""
        raise NotImplementedError

    def stop_ears(self, listener: str, people: Collection[str]) -> None:
        """Somebody does not want to hear these people, at any table, and is told so wherever they look."""
        for live in list(self.live.values()):
            for connection in [each for each in live.connections if each.who == listener]:
                connection.muted = frozenset(people)
                live.tell_muted(connection)

    async def look_at_people(self) -> None:
        """Whoever looks by a session that has ended is to go, and who turned out to be somebody is, also if nobody
        could say so."""
        raise NotImplementedError

    def become(self, sessions: Collection[str], guest: str, person: str) -> None:
        """A guest has turned out to be a person."""
        raise NotImplementedError

    def plan_changed(self, name: str, who: str, seat: int) -> None:
        """What somebody plans at a table has changed: they are told, and nobody else."""
        self.planned.add(name)
        if live := self.live.get(name):
            told = messages.Planned(live.table.names[seat])
            live.tell_all(lambda each: told if each.who == who else None)

    def came_to_pass(self, live: Live) -> None:
        table = live.table
        if table.again and table.count == table.again_at + 1:
            live.tell_all(lambda each: rematch.told_to(table, each.who))

    def _share(self, live: Live) -> bus_messages.Share:
        table, chat = live.table, live.spoken
        return bus_messages.Share(
            table.count,
            live.here,
            live.agreed,
            [
                bus_messages.Drafted(table.places[seat].who, seat, table.chosen[seat], list(draft.texts))
                for seat, draft in table.drafts.items()
            ],
            list(chat.lines) if chat else [],
            bool(table.clock and not table.clock.paused),
        )

    def _learn(self, live: Live, sender: str, share: bus_messages.Share) -> None:
        table = live.table
        if share.running and table.clock and table.clock.paused:
            table.clock.paused = False
            self.set_alarm(live)
        if share.lines and not live.chat.lines:
            live.chat.lines.extend(share.lines)
            live.tell_all(lambda each: messages.Chat(live.said_to(each)))
        for drafted in share.drafts:
            live.turn.take(lambda drafted=drafted: self._draft_too(live, drafted))  # type: ignore[misc]
        if share.agreed:
            live.turn.take(lambda: self._agree(live, share.count, share.agreed))
        self._set_present(live, sender, share.present)
        self._look_if_behind(live, share.count)
        if met := self._met.get(table.facts.id):
            met.set()

    def _look_if_behind(self, live: Live, count: int) -> None:
        if count > live.table.count:
            self.look_again(live)

    def _set_present(self, live: Live, worker: str, present: list[str]) -> None:
        if present != live.elsewhere.get(worker, []):
            live.elsewhere = {each: who for each, who in live.elsewhere.items() if each != worker}
            if present:
                live.elsewhere[worker] = present
            live.tell()

    def _draft_too(self, live: Live, drafted: bus_messages.Drafted) -> None:
        try:
            with contextlib.suppress(Mistake):  # it came too late
                live.table.draft(drafted.who, drafted.seat, drafted.choice, drafted.moves)
                live.tell(only=drafted.who)
        finally:
            live.turn.give()

    def _agree(self, live: Live, count: int, agreed: dict[str, list[str]]) -> None:
        """Somebody has agreed to something by another worker. If now all have, whoever has one of them here does it:
        of several the first."""
        table = live.table
        complete: list[tuple[str, str]] = []
        try:
            if count == table.count:
                before = live.agreed
                for to, who in agreed.items():
                    table.agreed.setdefault(to, set()).update(who)
                if live.agreed != before:
                    live.tell()
                people = {place.who for place in table.places if place.who and not place.bot}
                ready = [to for to, who in table.agreed.items() if people <= who]
                complete = [(to, who) for to in ready for who in live.here if who in people][:1]
        finally:
            live.turn.give()
        for to, one in complete:
            self._as_agreed(live, to, one)

    def _as_agreed(self, live: Live, to: str, who: str) -> None:
        table = live.table
        if to == "rematch":
            task = asyncio.create_task(self.play_again(live, who))
            task.add_done_callback(lambda task: self.finish(live, task))
            return
        asked: commands.AnyCommand = commands.Undo(entries=table.count) if to == "undo" else commands.Draw()
        self.happen(live, lambda: propose(table, who, asked), lambda _: None)

    async def play_again(self, live: Live, who: str, tell: Callable[[messages.Message], Any] = lambda _: None) -> None:
        raise NotImplementedError

    async def _poll(self) -> None:
        """What another worker wrote and did not tell is read; while Redis is away everything is."""
        deaf = False
        while True:
            await asyncio.sleep(DEAF if self.workers.deaf else POLL)
            if deaf or self.workers.deaf:
                await self.look_at_people()
            deaf = self.workers.deaf
            known = {name: live.table.count for name, live in self.live.items()}
            try:
                found = await self.reading(self.store.counts, list(known)) if known else {}
            except Exception as error:
                if not is_away(error):
                    log.error("The database cannot be read: %s", error, exc_info=error)
                continue
            for name, count in found.items():
                if count > known[name] and (live := self.live.get(name)):
                    self._look_if_behind(live, count)
