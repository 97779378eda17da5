"""All tables of a house that somebody looks at, and who comes to them."""

import asyncio
import contextlib
import functools
import hashlib
import logging
import secrets
import threading
import time
from collections.abc import Callable, Collection, Sequence
from datetime import date
from typing import Any

import msgspec

from sobremesa import games, warm
from sobremesa.games.game import Game
from sobremesa.mistakes import BadSeats, BadTiles, Mistake
from sobremesa.play.match import Match
from sobremesa.server import compile_worker, metrics
from sobremesa.server.cluster import bus_messages
from sobremesa.server.cluster.bus import Alone, Workers
from sobremesa.server.damaged import Damage, Damaged
from sobremesa.server.database import Change, Store, adding, appending, is_away, seeing
from sobremesa.server.features.daily import service as daily_service
from sobremesa.server.features.daily.store import attempting
from sobremesa.server.features.moderation import models as moderation_models
from sobremesa.server.http import nesting
from sobremesa.server.http.addresses import Reach
from sobremesa.server.live.cluster_sync import Together
from sobremesa.server.live.command_handler import propose, refusal
from sobremesa.server.live.commit import Answer
from sobremesa.server.live.live_table import Connection, Live
from sobremesa.server.live.subscribers import Attendants
from sobremesa.server.protocol import commands, messages, views
from sobremesa.server.tables import fork, rematch
from sobremesa.server.tables.log import Entry, Facts, Guest
from sobremesa.server.tables.rule_versions import OtherRules
from sobremesa.server.tables.seating import LONGEST_NAME, Wish
from sobremesa.server.tables.settings import Manner
from sobremesa.server.tables.table import Table, new_facts
from sobremesa.server.text import plain

log = logging.getLogger("sobremesa")
AT_HAND = 60.0
"""Seconds that a table is kept in memory for somebody who asked about it."""
SEEN = 3600.0
"""Seconds until it is written down anew that somebody is there."""
REMEMBERED = 10_000
"""Sessions that have ended last: whoever was on their way in with one of them is turned away."""


class House(Together):
    """The tables, the guests and the store of one server, or of one worker among several."""

    def __init__(
        self,
        store: Store,
        now: Callable[[], float] = time.time,
        reach: Reach | None = None,
        workers: Workers | None = None,
    ) -> None:
        super().__init__()
        self.store, self.now, self.reach, self.workers = store, now, reach or Reach(), workers or Alone()
        self.live: dict[str, Live] = {}
        self.ended: dict[str, None] = {}
        self.became: dict[str, str] = {}
        self.damage = Damage()
        self.attendants = Attendants(self.workers)
        self._opening = asyncio.Lock()
        self._ready: dict[str, asyncio.Future[None]] = {}

    def take_up(self) -> None:
        """Load the games that are being played, if they are compiled: whoever waits to go on does not wait for that."""

        def load(name: str) -> None:
            if warm.is_warm(game := games.find(name)):
                warm.make_ready(game)

        self.damage.sound("game", self.store.games(), load)

    async def prepare(self, name: str) -> None:
        """Until a game can be played without waiting for the compiler; everybody else goes on meanwhile."""
        game = games.find(name)
        if game.name not in self._ready:
            self._ready[game.name] = asyncio.create_task(self._make_ready(game))
        await asyncio.shield(self._ready[game.name])

    async def _make_ready(self, game: Game) -> None:
        if not warm.is_warm(game) and games.is_installed(game.name):
            await compile_worker.compile_game(game.name)
        await aside(warm.make_ready, game)  # what was compiled is loaded now

    async def prepare_all(self) -> None:
        """In the background, while people find their seats."""
        for name in games.names():
            try:
                await self.prepare(name)
            except Exception as error:
                self.damage.name("game", name, error)

    async def greet(self, name: str, device: str = "") -> tuple[Guest, str]:
        """A new guest, and the token by which they are known from now on."""
        name = plain(name)[:LONGEST_NAME]
        if not name:
            raise Mistake("A guest needs a name.")
        token = secrets.token_urlsafe(24)
        guest = Guest(secrets.token_urlsafe(9), name, time.time())
        await self.store.add_guest(guest, hashed(token), device)
        return guest, token

    async def guest(self, token: str) -> Guest | None:
        """Who has that token."""
        known, now = await asyncio.to_thread(self.store.people.known, hashed(token)) if token else None, time.time()
        if known is None or known[1].is_past(now):
            return None
        if now - known[1].seen > SEEN:
            self.store.put(seeing(known[1].token, now), ignore)
        return known[0]

    def let_go(self, sessions: Collection[str], people: Collection[str] = ()) -> None:
        """Sessions have ended, by the hashes of their tokens: their sockets close, at every worker. What these people
        did is read again, as it may be somebody else's now, or nobody's."""
        self.turn_out(sessions, people)
        self.workers.tell("", bus_messages.Ended(list(sessions), list(people)))

    def turn_out(self, sessions: Collection[str], people: Collection[str]) -> None:
        self.ended = dict(list((self.ended | dict.fromkeys(sessions)).items())[-REMEMBERED:])
        for live in list(self.live.values()):
            for connection in [each for each in live.connections if each.session in sessions]:
                connection.end()
            for connection in [each for each in live.connections if each.who in people]:
                connection.lose()  # they may be called something else now
            if live.knows(people):
                self.forget(live)

    async def look_at_people(self) -> None:
        looking = {each.session for live in self.live.values() for each in live.connections if each.session}
        playing = {place.who for live in self.live.values() for place in live.table.places if place.who}
        try:
            still = await self.reading(self.store.people.still, looking)
            became = await self.reading(self.store.people.turned_out, playing)
        except Exception as error:
            if not is_away(error):
                log.error("The sessions cannot be read: %s", error, exc_info=error)
            return
        if ended := looking - still:
            self.turn_out(ended, ())
        for guest, person in became.items():
            self.become((), guest, person)

    def join(self, sessions: Collection[str], guest: str, person: str) -> None:
        """A guest has turned out to be a person by signing in: their sockets close and come back, at every worker. What
        was theirs at tables is the person's, and nobody else is disturbed."""
        self.become(sessions, guest, person)
        self.workers.tell("", bus_messages.Became(list(sessions), guest, person))

    def become(self, sessions: Collection[str], guest: str, person: str) -> None:
        self.turn_out(sessions, ())
        self.became = dict(list((self.became | {guest: person}).items())[-REMEMBERED:])
        for live in list(self.live.values()):
            if live.knows({guest}) or live.spoken:
                live.turn.take(functools.partial(self._rename, live, guest, person))

    def _rename(self, live: Live, guest: str, person: str) -> None:
        try:
            live.rename(guest, person)
            live.tell()
        finally:
            live.turn.give()

    async def give_up(self, name: str, who: str) -> None:
        """Somebody leaves a table for good: stands up before the match, and gives their seats up in it."""
        with contextlib.suppress(Mistake):  # it cannot be opened here, or it is over
            if live := await self.find(name):
                leave = live.table.resign if live.table.match else live.table.stand
                for seat in live.table.seats_of(who):
                    await self.wait_for(live, functools.partial(leave, who, seat))

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

    async def lay_puzzle(self, owner: str, day: date) -> Live:
        """A table for the puzzle of a day. The first that somebody lays on the day itself is their attempt, and they
        come back to it until it is over; all others are practice."""
        await self.prepare(daily_service.GAME)
        found = await asyncio.to_thread(daily_service.puzzle, day)
        if day == daily_service.today():
            attempt = await self.reading(self.store.days.attempt, found.date, owner)
            if attempt is None:
                table = self._puzzle(owner, found, once=True)
                attempt = daily_service.Attempt(found.date, owner, table.facts.id, found.par, time.time())
                try:
                    return await self._lay(table, [], attempting(attempt))
                except Exception as error:
                    if not self.store.is_conflict(error):
                        raise
                attempt = await self.reading(self.store.days.attempt, found.date, owner)  # on another device
            live = await self.find(attempt.table) if attempt and attempt.ended is None else None
            if live and live.table.state != "over":
                return live
        return await self._lay(self._puzzle(owner, found, once=False), [])

    def _puzzle(self, owner: str, puzzle: daily_service.Puzzle, once: bool) -> Table:
        options = {"mode": "solo", "walls": " ".join(puzzle.walls) or "none"}
        start = daily_service.start_of(puzzle.date, once)
        return Table(new_facts(daily_service.GAME, 1, options, False, owner, start), self.now)

    async def _lay(self, table: Table, wishes: list[Wish], *more: Change) -> Live:
        """A new table at which some things have happened already, and what is written with it."""
        [live] = await self.lay_together([(table, wishes)], *more)
        return live

    async def lay_together(self, laid: Sequence[tuple[Table, list[Wish]]], *more: Change) -> list[Live]:
        """New tables at which some things have happened already: all of them, with what else is written, or none."""
        entries = [happened(table, wishes) for table, wishes in laid]
        changes = [
            (adding(table.facts), appending(table.facts.id, log)) for (table, _), log in zip(laid, entries, strict=True)
        ]
        await self.store.write(*(change for each in changes for change in each), *more)
        found = []
        for (table, _), log in zip(laid, entries, strict=True):
            live = self._open(table)
            found.append(live)
            await self.workers.join(table.facts.id)
            self.attendants.happened(live, log)
        return found

    async def fork(self, live: Live, guest: Guest, seat: int, moves: int | None, bot: str) -> Live:
        """A new table that begins where another is, or was after so many choices."""
        async with live.turn:
            new, wishes = fork.lay(live.table, guest.id, guest.name, seat, moves, bot)
        return await self._lay(new, wishes)

    async def lay_from(self, guest: Guest, match: Match, seat: int, bot: str) -> Live:
        """A new table that begins where a match is that nobody plays, with bots in the other seats."""
        return await self._lay(*fork.begin(match, guest.id, guest.name, seat, bot, self.now))

    async def find(self, name: str) -> Live | None:
        """A table by its name, replayed from its log if nobody looks at it."""
        if name not in self.live:
            async with self._opening:
                if name not in self.live:
                    table = await self._replay(name)
                    if table is None:
                        return None
                    if table.state == "over":
                        await self.store.append(name, over=True)  # if that was left unwritten
                    if table.clock:
                        table.clock.rest()
                    live = self._open(table)
                    live.met = not self.workers.name
                    if live.met:
                        self.let_bots_think(live)
        live = self.live[name]
        if not live.met:
            await self.meet(live)
            self.let_bots_think(live)
        elif live.company:
            await self.refresh(live)
        return live

    async def _replay(self, name: str) -> Table | None:
        """Replay a table from its log. The log of the server names one that cannot be replayed, once."""
        try:
            found = await asyncio.to_thread(self.store.table, name)
            if found is None:
                return None
            await self.prepare(found[0].game)
            return await asyncio.to_thread(replayed, *found, self.now)
        except OtherRules:
            raise
        except Exception as error:
            self.damage.name("table", name, error)
            if isinstance(error, BadTiles):  # it says which tile set cannot be played with, and why
                raise
            raise Damaged("This table cannot be opened: what is kept of it is damaged.") from error

    def _open(self, table: Table) -> Live:
        """A table is at hand, for a while also if nobody comes."""
        live = self.live[table.facts.id] = Live(table)
        for guest, person in self.became.items():  # what was read may be older
            if live.knows({guest}):
                live.rename(guest, person)
        metrics.at_hand.set(len(self.live))
        asyncio.get_running_loop().call_later(AT_HAND, self.leave, live)
        return live

    def come(self, live: Live, connection: Connection, since: int | None = None) -> None:
        """Somebody looks at a table: they get the whole of what they may see, and what they have missed since so many
        choices."""
        live.connections.append(connection)
        metrics.sockets.inc()
        table = live.table
        made = len(table.match.moves) if table.match else 0
        missed = since if since is not None and 0 <= since < made else None
        telling = views.Telling(table, live.about(), missed)
        connection.send(telling.to(connection.who, connection.language, connection.choices))
        self._notice(live, connection)
        if table.again:
            connection.send(rematch.told_to(table, connection.who))
        if said := live.said_to(connection):
            connection.send(messages.Chat(said))
        if connection.muted:
            live.tell_muted(connection)
        if live.stands_for(connection) and (live.rung is None or live.rung.done()):
            live.rung = asyncio.create_task(self.wait_for(live, table.resume))
            live.rung.add_done_callback(lambda task: self.finish(live, task))

    def go(self, live: Live, connection: Connection) -> None:
        """Somebody looks away. A table that nobody looks at, where no bot thinks and no clock runs, is left to the
        disk."""
        live.leave(connection)
        metrics.sockets.dec()
        self._notice(live, connection)
        self.leave(live)

    def _notice(self, live: Live, connection: Connection) -> None:
        """The others see that somebody has come or gone, if it is not one of many sockets of theirs."""
        if live.connections and live.present.count(connection.who) == (connection in live.connections):
            live.tell(besides=connection)
        self.tell_others(live, bus_messages.Here(live.here))

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
            nesting.check_json(message)
            command = commands.decode(message)
            name = command.id
            self._do(live, connection, command, answer)
        except Exception as error:
            answer(error)

    def _do(self, live: Live, connection: Connection, command: commands.AnyCommand, answer: Answer) -> None:
        who, table = connection.who, live.table
        if not who:
            raise BadSeats("Say who you are first: POST /api/guests with a name.")
        if isinstance(command, commands.Sit) and plain(command.name)[:LONGEST_NAME].casefold() in connection.replaced:
            command = msgspec.structs.replace(command, name=connection.name)
        match command:
            case commands.Rematch():
                answered(asyncio.create_task(self.play_again(live, who, connection.send)), answer)
            case commands.Draft(seat=seat, choice=choice, moves=moves):
                answered(asyncio.create_task(self._draft(live, who, seat, choice, moves)), answer)
            case commands.Say(text=text):
                answered(asyncio.create_task(self._say(live, connection, text)), answer)
            case commands.Mute(name=name, muted=muted):
                people = live.chat.called(table, who, name)
                answered(asyncio.create_task(self.mute(who, people, muted)), answer)
            case commands.Signal(seat=seat, signal=signal):
                given = live.chat.signal(table, who, seat, signal)
                live.tell_all(lambda _: given)
                self.tell_others(live, bus_messages.Signalled(given.seat, given.signal, given.at))
                answer(None)
            case _:
                if live.stands_for(connection):
                    self.happen(live, table.resume, ignore)
                self.happen(live, lambda: propose(table, who, command), answer)

    async def _say(self, live: Live, connection: Connection, text: str) -> None:
        """Whoever is silenced is told so; whoever has muted the speaker hears nothing, at any worker."""
        who = connection.who
        silence, deaf = await self.reading(self.store.conduct.voice, who, time.time())
        if silence:
            raise Mistake(moderation_models.silenced(silence))
        line = live.chat.say(live.table, who, connection.name, text)
        live.speak(line, deaf)
        self.tell_others(live, bus_messages.Spoke(line, deaf))

    async def mute(self, listener: str, people: dict[str, str], muted: bool) -> None:
        """Somebody wants to hear no more of people, wherever they meet them, or wants to again."""
        found = await self.reading(self.store.conduct.mute, listener, people, muted, time.time())
        self.stop_ears(listener, found)
        self.workers.tell("", bus_messages.Muted(listener, sorted(found)))

    async def _draft(self, live: Live, who: str, seat: int, choice: int, moves: list[str]) -> None:
        async with live.turn:
            live.table.draft(who, seat, choice, moves)
            live.tell(only=who)
            self.tell_others(live, bus_messages.Drafted(who, seat, choice, moves))

    async def play_again(self, live: Live, who: str, tell: Callable[[messages.Message], Any] = lambda _: None) -> None:
        """When all have agreed, lay the table for the next match and tell everybody where it is."""
        async with live.turn:
            old = live.table
            if old.again:
                tell(rematch.told_to(old, who))
                return
            if not old.rematch(who):
                live.tell()
                self.tell_agreed(live)
                return
            new, wishes = rematch.lay(old)
            entries, again = happened(new, wishes), old.play_again(new.facts.id)
            try:
                await self.write(
                    live, adding(new.facts), appending(new.facts.id, entries), appending(old.facts.id, [again])
                )
            except Exception:
                if live.table.again:  # another worker was first, and everybody has been told
                    return
                raise
            old.take(again)
            live.tell()
            live.tell_all(lambda each: rematch.told_to(old, each.who))
            self.tell_others(live, bus_messages.Happened([again]))
            self.attendants.happened(live, [again])


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
    """A table from its log; OtherRules if this house has not the rules that it was laid for."""
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
