"""All tables of a house that somebody looks at, and the one way in which anything happens at them."""

import asyncio
import contextlib
import hashlib
import logging
import secrets
import threading
import time
from collections.abc import Callable
from typing import Any

import msgspec

from sobremesa import bots, games, warm
from sobremesa.bots.bot import Bot
from sobremesa.mistakes import BadSeats, IllegalMove, Mistake
from sobremesa.server import commands, rematch
from sobremesa.server.chat import Chat
from sobremesa.server.entry import Entry, Facts, Guest
from sobremesa.server.manner import Manner
from sobremesa.server.plain import plain
from sobremesa.server.store import Store
from sobremesa.server.table import LONGEST_NAME, Table, new_facts

log = logging.getLogger("sobremesa")
MOST_WAITING = 64
"""Messages that may wait for a client that does not read; then its socket is closed, and it can come back."""

MOST_NAMES = 4096
AT_HAND = 60.0
"""Seconds that a table is kept in memory for somebody who asked about it."""

encode = msgspec.json.Encoder().encode


class Connection:
    """One open socket at a table."""

    def __init__(self, who: str, language: str) -> None:
        self.who, self.language = who, language
        self.name = ""
        self.waiting: asyncio.Queue[bytes | None] = asyncio.Queue(MOST_WAITING)
        self.lost = False

    def send(self, kind: str, **parts: Any) -> None:
        if self.lost:
            return
        try:
            self.waiting.put_nowait(encode({"type": kind} | parts))
        except asyncio.QueueFull:
            self.lost = True
            self.waiting.get_nowait()
            self.waiting.put_nowait(None)  # whoever sends from this queue closes the socket


class Live:
    """A table that somebody looks at."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lock = asyncio.Lock()
        self.connections: set[Connection] = set()
        self.bots: dict[tuple[int, str], Bot] = {}
        self.thinking: asyncio.Task[None] | None = None
        self.again: rematch.Rematch | None = None
        self.chat = Chat(table.now)
        self.alarm: asyncio.TimerHandle | None = None
        """Rings when somebody's time is used up."""
        self.rung: asyncio.Task[None] | None = None

    @property
    def busy(self) -> bool:
        """Whether something goes on here, also if nobody looks."""
        working = [task for task in (self.thinking, self.rung) if task and not task.done()]
        return bool(self.connections or self.lock.locked() or working or self.alarm)

    def stands_for(self, connection: Connection) -> bool:
        """Whether the clocks stand still, and this is somebody for whom they go on."""
        clock = self.table.clock
        return bool(clock and clock.paused and self.table.seats_of(connection.who))

    def tell(self, since: int | None = None) -> None:
        """Everybody gets what they may see, with what has happened since so many moves."""
        for connection in self.connections:
            connection.send("state", **self.table.seen_by(connection.who, connection.language, since))


class House:
    """The tables, the guests and the store of one server."""

    def __init__(self, store: Store, now: Callable[[], float] = time.time) -> None:
        self.store, self.now = store, now
        self.live: dict[str, Live] = {}
        self._opening = asyncio.Lock()
        self._ready: dict[str, asyncio.Future[None]] = {}
        self._names: dict[str, str] = {}

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
        """Who has that token. The names of those asked for last are remembered, for when they come to a table."""
        guest = await asyncio.to_thread(self.store.guest, hashed(token)) if token else None
        if guest:
            self._names.pop(guest.id, None)
            self._names[guest.id] = guest.name
            if len(self._names) > MOST_NAMES:
                del self._names[next(iter(self._names))]
        return guest

    async def lay(self, owner: str, game: str, seats: int | None, options: dict[str, Any], public: bool) -> Live:
        """A new table."""
        await self.prepare(game)
        facts = await asyncio.to_thread(new_facts, game, seats, options, public, owner)
        await self.store.add_table(facts)
        return self._open(Table(facts, self.now))

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
                    if table.clock:
                        table.clock.paused = True  # until somebody who plays is there
                    self._let_bots_think(self._open(table))
        return self.live[name]

    def _open(self, table: Table) -> Live:
        """A table is at hand, for a while also if nobody comes."""
        live = self.live[table.facts.id] = Live(table)
        asyncio.get_running_loop().call_later(AT_HAND, self._leave, live)
        return live

    def come(self, live: Live, connection: Connection) -> None:
        """Somebody looks at a table: they get the whole of what they may see."""
        connection.name = self._names.get(connection.who, "")
        live.connections.add(connection)
        connection.send("state", **live.table.seen_by(connection.who, connection.language))
        if live.again:
            connection.send("rematch", **live.again.told_to(connection.who))
        if said := live.chat.heard_by(connection.who):
            connection.send("chat", lines=said)
        if live.stands_for(connection) and (live.rung is None or live.rung.done()):
            live.rung = asyncio.create_task(self._happen(live, live.table.resume))
            live.rung.add_done_callback(lambda task: self._finish(live, task))

    def go(self, live: Live, connection: Connection) -> None:
        """Somebody looks away. A table that nobody looks at, where no bot thinks and no clock runs, is left to the
        disk."""
        live.connections.discard(connection)
        self._leave(live)

    def _leave(self, live: Live) -> None:
        if not live.busy and self.live.get(live.table.facts.id) is live:
            del self.live[live.table.facts.id]

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
            connection.send("refused", id=name, why=f"That is not a message that a table understands: {error}.")
        except IllegalMove as error:
            connection.send("refused", id=name, why=str(error), rule=error.rule)
        except Mistake as error:
            connection.send("refused", id=name, why=str(error))
        else:
            connection.send("done", id=name)

    async def _do(self, live: Live, connection: Connection, command: commands.AnyCommand) -> None:
        if not connection.who:
            raise BadSeats("Say who you are first: POST /api/guests with a name.")
        match command:
            case commands.Rematch():
                await self._rematch(live, connection)
            case commands.Say(text=text):
                line = live.chat.say(live.table, connection.who, connection.name, text)
                for each in live.connections:
                    if live.chat.hears(each.who, line):
                        each.send("said", **line.told())
            case commands.Mute(name=name, muted=muted):
                live.chat.mute(live.table, connection.who, name, muted)
            case commands.Signal(seat=seat, signal=signal):
                given = live.chat.signal(live.table, connection.who, seat, signal)
                for each in live.connections:
                    each.send("signal", **given)
            case _:
                if live.stands_for(connection):
                    await self._happen(live, live.table.resume)
                await self._happen(live, lambda: propose(live.table, connection.who, command))

    async def _rematch(self, live: Live, connection: Connection) -> None:
        """When all have agreed, lay the table for the next match and tell everybody where it is."""
        async with live.lock:
            if live.again:
                connection.send("rematch", **live.again.told_to(connection.who))
                return
            if not live.table.rematch(connection.who):
                live.tell()
                return
            table, again, entries = rematch.lay(live.table)
            await self.store.add_table(table.facts)
            new = Live(table)  # nobody knows of it yet
            for entry in entries:
                await self._happen(new, entry)
            live.again = again
            for each in live.connections:
                each.send("rematch", **again.told_to(each.who))

    async def _happen(self, live: Live, proposal: Callable[[], Entry | None]) -> None:
        """Check, write down, let it happen, tell everybody: one thing after the other at one table."""
        async with live.lock:
            table = live.table
            agreements = table.agreements
            entry = proposal()
            if entry is None:
                if table.agreements != agreements:
                    live.tell()
                return
            await self.store.append(table.facts.id, entry)
            before = len(table.match.moves) if table.match else 0
            table.take(entry)
            self._set_alarm(live)
            live.tell(before)
        self._let_bots_think(live)

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
        while waiting := live.table.bots_to_act():
            seat, name = waiting[0]
            match = live.table.match
            assert match is not None
            count, seen, legal = live.table.count, match.seen_by(seat), match.legal_actions_of(seat)
            bot = live.bots.get((seat, name))
            if bot is None:
                bot = live.bots[seat, name] = bots.make(name, live.table.game, secrets.randbits(32))
            action = await asyncio.to_thread(bot.choose, seen, seat, legal)

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
    table = Table(facts, now)
    for entry in entries:
        table.take(entry)
    return table


def propose(table: Table, who: str, command: commands.AnyCommand) -> Entry | None:
    """The entry that a command asks for."""
    match command:
        case commands.Sit(seat=seat, name=name, words=words):
            return table.sit(who, seat, name, words)
        case commands.Stand(seat=seat):
            return table.stand(who, seat)
        case commands.Bot(seat=seat, bot=bot):
            return table.seat_bot(who, seat, bot)
        case commands.Back(seat=seat):
            return table.back(who, seat)
        case commands.Begin():
            return table.begin(who)
        case commands.Move(seat=seat, choice=choice, move=move):
            return table.move(who, seat, choice, move)
        case commands.Undo():
            return table.undo(who)
        case commands.Draw():
            return table.draw(who)
        case commands.Resign(seat=seat):
            return table.resign(who, seat)
        case commands.Manner(resign=resign, clock=clock):
            return table.set_manner(who, Manner(resign, clock))
    return None


def hashed(token: str) -> str:
    """Tokens are kept as hashes: who reads the file cannot sit down as somebody else."""
    return hashlib.sha256(token.encode()).hexdigest()
