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

import msgspec

from sobremesa import bots, games, warm
from sobremesa.mistakes import BadSeats, IllegalMove, Mistake
from sobremesa.server import commands, fork, messages, rematch, sight
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

    async def _lay(self, table: Table, wishes: list[Wish]) -> Live:
        """A new table at which some things have happened already."""
        entries = happened(table, wishes)
        await self.store.add_table(table.facts, entries)
        return self._open(table)

    async def fork(self, live: Live, guest: Guest, seat: int, moves: int | None, bot: str) -> Live:
        """A new table that begins where another is, or was after so many choices."""
        async with live.lock:
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
        telling = sight.Telling(table, missed, live.present)
        connection.send(telling.to(connection.who, connection.language, connection.choices))
        self._notice(live, connection)
        if table.again:
            connection.send(rematch.told_to(table, connection.who))
        if said := live.said_to(connection.who):
            connection.send(messages.Chat(said))
        if live.stands_for(connection) and (live.rung is None or live.rung.done()):
            live.rung = asyncio.create_task(self._happen(live, table.resume))
            live.rung.add_done_callback(lambda task: self._finish(live, task))

    def go(self, live: Live, connection: Connection) -> None:
        """Somebody looks away. A table that nobody looks at, where no bot thinks and no clock runs, is left to the
        disk."""
        if connection in live.connections:
            live.connections.remove(connection)
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

    async def hear(self, live: Live, connection: Connection, message: str | bytes) -> None:
        """Do what somebody asks, or say in one sentence why not. Nothing that comes in does any harm."""
        name = ""
        try:
            if len(message) > commands.LONGEST:
                raise Mistake(f"A message has at most {commands.LONGEST} characters.")
            command = commands.decode(message)
            name = command.id
            await self._do(live, connection, command)
        except msgspec.MsgspecError as error:
            connection.send(messages.Refused(name, f"That is not a message that a table understands: {error}."))
        except IllegalMove as error:
            connection.send(messages.Refused(name, str(error), error.rule))
        except Mistake as error:
            connection.send(messages.Refused(name, str(error)))
        else:
            connection.send(messages.Done(name))

    async def _do(self, live: Live, connection: Connection, command: commands.AnyCommand) -> None:
        who, table = connection.who, live.table
        if not who:
            raise BadSeats("Say who you are first: POST /api/guests with a name.")
        match command:
            case commands.Rematch():
                await self._rematch(live, connection)
            case commands.Draft(seat=seat, choice=choice, moves=moves):
                async with live.lock:
                    table.draft(who, seat, choice, moves)
                    live.tell(only=who)
            case commands.Say(text=text):
                line = live.chat.say(table, who, connection.name, text)
                live.tell_all(lambda each: line.told() if live.chat.hears(each.who, line) else None)
            case commands.Mute(name=name, muted=muted):
                live.chat.mute(table, who, name, muted)
            case commands.Signal(seat=seat, signal=signal):
                given = live.chat.signal(table, who, seat, signal)
                live.tell_all(lambda _: given)
            case _:
                if live.stands_for(connection):
                    await self._happen(live, table.resume)
                await self._happen(live, lambda: propose(table, who, command))

    async def _rematch(self, live: Live, connection: Connection) -> None:
        """When all have agreed, lay the table for the next match and tell everybody where it is."""
        async with live.lock:
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

    async def _happen(self, live: Live, proposal: Callable[[], Entry | list[Entry] | None]) -> None:
        """Check, write down, let it happen, tell everybody: one thing after the other at one table."""
        async with live.lock:
            table = live.table
            agreements, state = table.agreements, table.state
            proposed = proposal() or []
            entries = [proposed] if isinstance(proposed, Entry) else proposed
            if not entries:
                if table.agreements != agreements:
                    live.tell()
                return
            await self._write(live, appending(table.facts.id, entries))
            before = len(table.match.moves) if table.match else 0
            for entry in entries:
                table.take(entry)
            self._set_alarm(live)
            live.tell(before)
            if "over" in (state, table.state) and state != table.state:
                await self._write(live, appending(table.facts.id, [], over=table.state == "over"))
        self._let_bots_think(live)

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
        await self._happen(live, live.table.out)
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
                bot = live.bots[seat, name] = bots.make(name, live.table.game, secrets.randbits(32))
            action = await loop.run_in_executor(self._thinkers, bot.choose, seen, seat, legal)

            def still(count: int = count, seat: int = seat, action: int = action) -> Entry | None:
                return live.table.bot_move(seat, action) if live.table.count == count else None

            await self._happen(live, still)


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


def propose(table: Table, who: str, command: commands.AnyCommand) -> Entry | list[Entry] | None:
    """What a command asks for, as the entries that would make it so."""
    match command:
        case commands.Sit(seat=seat, name=name, words=words):
            return table.sit(who, seat, name, words)
        case commands.Stand(seat=seat):
            return table.stand(who, seat)
        case commands.Bot(seat=seat, bot=bot):
            return table.seat_bot(who, seat, bot)
        case commands.Fill(bot=bot):
            return table.fill(who, bot)
        case commands.Back(seat=seat):
            return table.back(who, seat)
        case commands.Begin():
            return table.begin(who)
        case commands.Move(seat=seat, choice=choice, move=move):
            return table.move(who, seat, choice, move)
        case commands.Confirm(seat=seat, choice=choice, moves=moves):
            return table.confirm(who, seat, choice, moves)
        case commands.Undo(entries=entries):
            return table.undo(who, entries)
        case commands.Draw():
            return table.draw(who)
        case commands.Resign(seat=seat):
            return table.resign(who, seat)
        case commands.Arrange(resign=resign, clock=clock, coach=coach):
            return table.set_manner(who, Manner(resign, clock, coach))
    return None


def hashed(token: str) -> str:
    """Tokens are kept as hashes: who reads the file cannot sit down as somebody else."""
    return hashlib.sha256(token.encode()).hexdigest()
