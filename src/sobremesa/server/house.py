"""All tables of a house that somebody looks at, and the one way in which anything happens at them."""

import asyncio
import contextlib
import hashlib
import logging
import os
import secrets
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from sobremesa import bots, games, warm
from sobremesa.mistakes import BadSeats, Mistake
from sobremesa.server import commands, daily, fork, messages, rematch, sight
from sobremesa.server.asked import propose, refusal
from sobremesa.server.entry import Entry, Facts, Guest
from sobremesa.server.live import Connection, Live
from sobremesa.server.manner import Manner
from sobremesa.server.plain import plain
from sobremesa.server.seating import LONGEST_NAME, Wish
from sobremesa.server.store import Store, adding, appending
from sobremesa.server.table import Table, new_facts

log = logging.getLogger("sobremesa")
AT_HAND = 60.0
"""Seconds that a table is kept in memory for somebody who asked about it."""


Proposal = Callable[[], Entry | list[Entry] | None]
"""What somebody wants, as the entries that would make it so: checks it, and changes nothing."""
Answer = Callable[[Exception | None], None]
"""What is done when something has happened, or cannot: it is told why."""


class House:
    """The tables, the guests and the store of one server."""

    def __init__(self, store: Store, now: Callable[[], float] = time.time, address: str = "") -> None:
        self.store, self.now, self.address = store, now, address
        self.live: dict[str, Live] = {}
        self._opening = asyncio.Lock()
        self._ready: dict[str, asyncio.Future[None]] = {}
        self._thinkers = ThreadPoolExecutor(os.cpu_count(), "bot")

    def take_up(self) -> None:
        """Load the games that are being played, if they are compiled: whoever waits to go on does not wait for that."""
        for name in self.store.games():
            if warm.is_warm(game := games.find(name)):
                warm.make_ready(game)

    async def prepare(self, name: str) -> None:
        """Until a game can be played without waiting for the compiler; everybody else goes on meanwhile."""
        game = games.find(name)
        if game.name not in self._ready:
            self._ready[game.name] = aside(warm.make_ready, game)
        await asyncio.shield(self._ready[game.name])

    async def prepare_all(self) -> None:
        """In the background, while people find their seats."""
        for name in games.names():
            await self.prepare(name)

    async def greet(self, name: str) -> tuple[Guest, str]:
        """A new guest, and the token by which they are known from now on."""
        name = plain(name)[:LONGEST_NAME]
        if not name:
            raise Mistake("A guest needs a name.")
        token = secrets.token_urlsafe(24)
        guest = Guest(secrets.token_urlsafe(9), name, time.time())
        await self.store.add_guest(guest, hashed(token))
        return guest, token

    async def guest(self, token: str) -> Guest | None:
        """Who has that token."""
        return await asyncio.to_thread(self.store.guest, hashed(token)) if token else None

    async def lay(
        self,
        owner: str,
        game: str,
        seats: int | None,
        options: dict[str, Any],
        public: bool,
        manner: Manner | None = None,
    ) -> Live:
        """A new table."""
        await self.prepare(game)
        table = Table(await asyncio.to_thread(new_facts, game, seats, options, public, owner), self.now)
        return await self._lay(table, [lambda: table.set_manner(owner, manner)] if manner else [])

    async def lay_puzzle(self, owner: str) -> Live:
        """A new table for the day's puzzle."""
        await self.prepare(daily.GAME)
        found = await asyncio.to_thread(daily.puzzle, daily.today())
        options = {"mode": "solo", "walls": " ".join(found.walls) or "none"}
        return await self._lay(
            Table(new_facts(daily.GAME, 1, options, False, owner, daily.MARK + found.date), self.now), []
        )

    async def _lay(self, table: Table, wishes: list[Wish]) -> Live:
        """A new table at which some things have happened already."""
        entries = happened(table, wishes)
        await self.store.add_table(table.facts, entries)
        return self._open(table)

    async def fork(self, live: Live, guest: Guest, seat: int, moves: int | None, bot: str) -> Live:
        """A new table that begins where another is, or was after so many choices."""
        async with live.turn:
            new, wishes = fork.lay(live.table, guest.id, guest.name, seat, moves, bot)
        return await self._lay(new, wishes)

    async def find(self, name: str) -> Live | None:
        """A table by its name, replayed from its log if nobody looks at it."""
        if name not in self.live:
            async with self._opening:
                if name not in self.live:
                    found = await asyncio.to_thread(self.store.table, name)
                    if found is None:
                        return None
                    await self.prepare(found[0].game)
                    table = await asyncio.to_thread(replayed, *found, self.now)
                    if table.state == "over":
                        await self.store.append(name, over=True)  # if that was left unwritten
                    if table.clock:
                        table.clock.paused = True  # until somebody who plays is there
                    self._let_bots_think(self._open(table))
        return self.live[name]

    def _open(self, table: Table) -> Live:
        """A table is at hand, for a while also if nobody comes."""
        live = self.live[table.facts.id] = Live(table)
        asyncio.get_running_loop().call_later(AT_HAND, self._leave, live)
        return live

    def come(self, live: Live, connection: Connection, since: int | None = None) -> None:
        """Somebody looks at a table: they get the whole of what they may see, and what they have missed since so many
        choices."""
        live.connections.append(connection)
        table = live.table
        made = len(table.match.moves) if table.match else 0
        missed = since if since is not None and 0 <= since < made else None
        telling = sight.Telling(table, live.about(), missed)
        connection.send(telling.to(connection.who, connection.language, connection.choices))
        self._notice(live, connection)
        if table.again:
            connection.send(rematch.told_to(table, connection.who))
        if said := live.said_to(connection.who):
            connection.send(messages.Chat(said))
        if live.stands_for(connection) and (live.rung is None or live.rung.done()):
            live.rung = asyncio.create_task(self._wait_for(live, table.resume))
            live.rung.add_done_callback(lambda task: self._finish(live, task))

    def go(self, live: Live, connection: Connection) -> None:
        """Somebody looks away. A table that nobody looks at, where no bot thinks and no clock runs, is left to the
        disk."""
        live.leave(connection)
        self._notice(live, connection)
        self._leave(live)

    def _notice(self, live: Live, connection: Connection) -> None:
        """The others see that somebody has come or gone, if it is not one of many sockets of theirs."""
        if live.connections and live.present.count(connection.who) == (connection in live.connections):
            live.tell(besides=connection)

    def _leave(self, live: Live) -> None:
        if not live.busy and self.live.get(live.table.facts.id) is live:
            del self.live[live.table.facts.id]

    def _forget(self, live: Live) -> None:
        """What is on disk may be more than what is in memory: everybody comes back, and it is read again."""
        if self.live.get(live.table.facts.id) is live:
            del self.live[live.table.facts.id]
        if live.alarm:
            live.alarm.cancel()
        for connection in live.connections:
            connection.lose()

    def _finish(self, live: Live, task: asyncio.Task[None]) -> None:
        """Something that the house did by itself is done; what went wrong is told, as nobody waits for it."""
        if not task.cancelled() and (error := task.exception()):
            log.error("At table %s: %s", live.table.facts.id, error, exc_info=error)
        self._leave(live)

    def hear(self, live: Live, connection: Connection, message: str | bytes, then: Callable[[], None]) -> None:
        """Do what somebody asks, or say in one sentence why not, and then do that. Nothing that comes in does any
        harm."""
        name = ""

        def answer(error: Exception | None) -> None:
            connection.send(messages.Done(name) if error is None else refusal(name, error, connection.language))
            then()

        try:
            if len(message) > commands.LONGEST:
                raise Mistake(f"A message has at most {commands.LONGEST} characters.")
            command = commands.decode(message)
            name = command.id
            self._do(live, connection, command, answer)
        except Exception as error:
            answer(error)

    def _do(self, live: Live, connection: Connection, command: commands.AnyCommand, answer: Answer) -> None:
        who, table = connection.who, live.table
        if not who:
            raise BadSeats("Say who you are first: POST /api/guests with a name.")
        match command:
            case commands.Rematch():
                answered(asyncio.create_task(self._rematch(live, connection)), answer)
            case commands.Draft(seat=seat, choice=choice, moves=moves):
                answered(asyncio.create_task(self._draft(live, who, seat, choice, moves)), answer)
            case commands.Say(text=text):
                line = live.chat.say(table, who, connection.name, text)
                live.tell_all(lambda each: line.told() if live.chat.hears(each.who, line) else None)
                answer(None)
            case commands.Mute(name=name, muted=muted):
                live.chat.mute(table, who, name, muted)
                answer(None)
            case commands.Signal(seat=seat, signal=signal):
                given = live.chat.signal(table, who, seat, signal)
                live.tell_all(lambda _: given)
                answer(None)
            case _:
                if live.stands_for(connection):
                    self._happen(live, table.resume, ignore)
                self._happen(live, lambda: propose(table, who, command), answer)

    async def _draft(self, live: Live, who: str, seat: int, choice: int, moves: list[str]) -> None:
        async with live.turn:
            live.table.draft(who, seat, choice, moves)
            live.tell(only=who)

    async def _rematch(self, live: Live, connection: Connection) -> None:
        """When all have agreed, lay the table for the next match and tell everybody where it is."""
        async with live.turn:
            old = live.table
            if old.again:
                connection.send(rematch.told_to(old, connection.who))
                return
            if not old.rematch(connection.who):
                live.tell()
                return
            new, wishes = rematch.lay(old)
            entries, again = happened(new, wishes), old.play_again(new.facts.id)
            await self._write(
                live, adding(new.facts), appending(new.facts.id, entries), appending(old.facts.id, [again])
            )
            old.take(again)
            live.tell()
            live.tell_all(lambda each: rematch.told_to(old, each.who))

    def _happen(self, live: Live, proposal: Proposal, answer: Answer) -> None:
        """Check, write down, let it happen, tell everybody: one thing after the other at one table."""
        live.turn.take(lambda: self._propose(live, proposal, answer))

    def _propose(self, live: Live, proposal: Proposal, answer: Answer) -> None:
        table = live.table
        agreements, state = table.agreements, table.state

        def done(error: Exception | None = None) -> None:
            live.turn.give()
            answer(error)
            if error is None:
                self._let_bots_think(live)

        def written(error: Exception | None) -> None:
            try:
                if error:
                    raise error
                before = len(table.match.moves) if table.match else 0
                for entry in entries:
                    table.take(entry)
                self._set_alarm(live)
                live.tell(before)
                if state != table.state and "over" in (state, table.state):
                    self.store.put(appending(table.facts.id, [], over=table.state == "over"), done)
                    return
            except Exception as wrong:
                self._forget(live)
                done(wrong)
            else:
                done()

        try:
            proposed = proposal() or []
            entries = [proposed] if isinstance(proposed, Entry) else proposed
            if entries:
                self.store.put(appending(table.facts.id, entries), written)
                return
            if table.agreements != agreements:
                live.tell()
        except Exception as error:
            done(error)
        else:
            done()

    async def _wait_for(self, live: Live, proposal: Proposal) -> None:
        """The same for who waits until it has happened."""
        done = asyncio.get_running_loop().create_future()
        self._happen(live, proposal, lambda error: done.set_exception(error) if error else done.set_result(None))
        await done

    async def _write(self, live: Live, *changes: Any) -> None:
        try:
            await self.store.write(*changes)
        except BaseException:  # cancelled, perhaps, while it was on its way to the disk
            self._forget(live)
            raise

    def _set_alarm(self, live: Live) -> None:
        """For when somebody's time is used up next."""
        if live.alarm:
            live.alarm.cancel()
        first = live.table.clock.first() if live.table.clock else None
        wait = max(0.0, first[0] - self.now()) if first else 0.0
        live.alarm = asyncio.get_running_loop().call_later(wait, self._ring, live) if first else None

    def _ring(self, live: Live) -> None:
        live.rung = asyncio.create_task(self._run_out(live))
        live.rung.add_done_callback(lambda task: self._finish(live, task))

    async def _run_out(self, live: Live) -> None:
        await self._wait_for(live, live.table.out)
        self._set_alarm(live)  # also if it rang too early

    def _let_bots_think(self, live: Live) -> None:
        if live.table.bots_to_act() and (live.thinking is None or live.thinking.done()):
            live.thinking = asyncio.create_task(self._think(live))
            live.thinking.add_done_callback(lambda task: self._finish(live, task))

    async def _think(self, live: Live) -> None:
        """Bots choose, one after the other, on threads of their own; each sees what its seat may see."""
        loop = asyncio.get_running_loop()
        while waiting := live.table.bots_to_act():
            seat, name = waiting[0]
            match = live.table.match
            assert match is not None
            count, seen, legal = live.table.count, match.seen_by(seat), match.legal_actions_of(seat)
            bot = live.bots.get((seat, name))
            if bot is None:
                bots.check(name, live.table.game)
                bot = live.bots[seat, name] = bots.make(name, live.table.game, secrets.randbits(32))
            action = await loop.run_in_executor(self._thinkers, bot.choose, seen, seat, legal)

            def still(count: int = count, seat: int = seat, action: int = action) -> Entry | None:
                return live.table.bot_move(seat, action) if live.table.count == count else None

            await self._wait_for(live, still)


def ignore(error: Exception | None) -> None:
    """Nobody waits for it."""


def answered(task: asyncio.Task[None], answer: Answer) -> None:
    """Who asked for something that takes a while is answered when it is done."""

    def tell(task: asyncio.Task[None]) -> None:
        if not task.cancelled():
            error = task.exception()
            answer(error if isinstance(error, Exception) else None)

    task.add_done_callback(tell)


def aside(work: Callable[..., None], *parts: Any) -> asyncio.Future[None]:
    """Work on a thread that nobody waits for when the house closes: the compiler cannot be stopped."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[None] = loop.create_future()

    def settle(error: Exception | None) -> None:
        if not done.done():
            done.set_exception(error) if error else done.set_result(None)

    def run() -> None:
        failed = None
        try:
            work(*parts)
        except Exception as error:
            failed = error
        with contextlib.suppress(RuntimeError):  # the house has closed meanwhile
            loop.call_soon_threadsafe(settle, failed)

    threading.Thread(target=run, daemon=True).start()
    return done


def replayed(facts: Facts, entries: list[Entry], now: Callable[[], float] = time.time) -> Table:
    """A table from its log."""
    found = games.find(facts.game)
    if facts.rules != found.rules.VERSION:
        raise Mistake(
            f"This table was laid for rules {facts.rules} of {found.title}; this house has rules {found.rules.VERSION}."
        )
    table = Table(facts, now)
    for entry in entries:
        table.take(entry)
    return table


def happened(table: Table, wishes: list[Wish]) -> list[Entry]:
    """Entries that happen, one after the other, at a table that nobody knows of yet."""
    entries = []
    for wish in wishes:
        if entry := wish():
            table.take(entry)
            entries.append(entry)
    return entries


def hashed(token: str) -> str:
    """Tokens are kept as hashes: who reads the file cannot sit down as somebody else."""
    return hashlib.sha256(token.encode()).hexdigest()
