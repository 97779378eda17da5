"""A table that somebody looks at, and those who look."""

import asyncio
from collections import deque
from collections.abc import Callable, Collection
from typing import Any, Protocol

import msgspec

from sobremesa.bots.bot import Bot
from sobremesa.server.protocol import messages, views
from sobremesa.server.tables.chat import Chat
from sobremesa.server.tables.chat import Line as Said
from sobremesa.server.tables.table import Table

HEADS = 8
"""Beginnings of what is told again and again that are kept for one table."""
encode = msgspec.json.Encoder().encode


class Line(Protocol):
    """What somebody is told by."""

    def tell(self, data: bytes) -> bool:
        """Send a text; whether the client still reads."""


class Connection:
    """Somebody who looks at a table, by one socket."""

    __slots__ = (
        "choices",
        "language",
        "line",
        "lost",
        "muted",
        "name",
        "onended",
        "onlost",
        "replaced",
        "session",
        "who",
    )

    def __init__(
        self, line: Line, who: str, language: str, name: str = "", choices: bool = False, session: str = ""
    ) -> None:
        self.line, self.who, self.language, self.name, self.session = line, who, language, name, session
        self.choices = choices
        """Whether they want to know what each move would do."""
        self.muted: frozenset[str] = frozenset()
        """Whom they do not want to hear."""
        self.replaced: frozenset[str] = frozenset()
        """Names that a moderator has replaced, as they are compared: they do not sit down by them."""
        self.lost = False
        self.onlost: Callable[[], None] = lambda: None
        """Done when they are to go."""
        self.onended: Callable[[], None] = lambda: None
        """Done when nobody is known by their session any more."""

    def send(self, message: messages.Message) -> None:
        self.put(encode(message))

    def put(self, data: bytes) -> None:
        if not self.lost and not self.line.tell(data):
            self.lose()

    def lose(self) -> None:
        """Close the socket; the client comes back, and gets everything."""
        self.lost = True
        self.onlost()

    def end(self) -> None:
        """Close the socket: nobody is known by its session any more."""
        self.lost = True
        self.onended()


class Turn:
    """One thing after the other: whoever comes while something is on its way to the disk waits for it."""

    __slots__ = "_waiting", "taken"

    def __init__(self) -> None:
        self.taken = False
        self._waiting: deque[Callable[[], None]] | None = None

    def take(self, deed: Callable[[], None]) -> None:
        """Do it now, or as soon as everything before it is done. It is done when the turn is given on."""
        if self.taken:
            if self._waiting is None:
                self._waiting = deque()
            self._waiting.append(deed)
        else:
            self.taken = True
            deed()

    def give(self) -> None:
        """It is done: the next is done soon."""
        if self._waiting:
            asyncio.get_running_loop().call_soon(self._waiting.popleft())
        else:
            self.taken = False

    async def __aenter__(self) -> None:
        mine = asyncio.get_running_loop().create_future()
        self.take(lambda: self.give() if mine.done() else mine.set_result(None))  # or they wait no longer
        try:
            await mine
        except asyncio.CancelledError:
            if not mine.cancelled():
                self.give()
            raise

    async def __aexit__(self, *_: object) -> None:
        self.give()


class Live:
    """A table in memory."""

    __slots__ = (
        "_chat",
        "_heads",
        "alarm",
        "bots",
        "company",
        "connections",
        "elsewhere",
        "met",
        "rung",
        "table",
        "thinking",
        "turn",
    )

    def __init__(self, table: Table) -> None:
        self.table = table
        self.turn = Turn()
        self.connections: list[Connection] = []
        self.elsewhere: dict[str, list[str]] = {}
        """Who looks at it by other workers."""
        self.company: set[str] = set()
        """The other workers that have it at hand."""
        self.met = True
        """Whether other workers have been asked what they know of it."""
        self.bots: dict[tuple[int, str], Bot] = {}
        self.thinking: asyncio.Task[None] | None = None
        self._chat: Chat | None = None
        self._heads: dict[tuple[Any, ...], bytes] = {}
        self.alarm: asyncio.TimerHandle | None = None
        """Rings when somebody's time is used up."""
        self.rung: asyncio.Task[None] | None = None

    @property
    def chat(self) -> Chat:
        """What is said here; at most tables nothing is."""
        if self._chat is None:
            self._chat = Chat(self.table.now)
        return self._chat

    @property
    def spoken(self) -> Chat | None:
        """The same, if anything was."""
        return self._chat

    def said_to(self, connection: Connection) -> list[messages.Said]:
        """The last lines, for somebody who comes."""
        return self._chat.heard_by(connection.muted) if self._chat else []

    def tell_muted(self, connection: Connection) -> None:
        """Somebody is told whom of those here they do not want to hear."""
        connection.send(messages.Muted(self.chat.names_of(self.table, connection.muted)))

    def speak(self, line: Said, deaf: Collection[str]) -> None:
        """What somebody said is told to all but who does not want to hear them."""
        self.tell_all(lambda each: line.told() if each.who not in deaf else None)

    @property
    def busy(self) -> bool:
        """Whether something goes on here, also if nobody looks."""
        working = [task for task in (self.thinking, self.rung) if task and not task.done()]
        return bool(self.connections or self.turn.taken or working or self.alarm or not self.met)

    def leave(self, connection: Connection) -> None:
        """Somebody looks away."""
        if connection in self.connections:
            self.connections.remove(connection)
        if not self.connections:
            self._heads = {}

    def stands_for(self, connection: Connection) -> bool:
        """Whether the clocks stand still, and this is somebody for whom they go on."""
        clock = self.table.clock
        return bool(clock and clock.paused and self.table.seats_of(connection.who))

    def knows(self, people: Collection[str]) -> bool:
        """Whether one of these laid the table, sits at it or is expected."""
        places = self.table.places
        return self.table.facts.owner in people or any({each.who, each.kept} & {*people} for each in places)

    def rename(self, guest: str, person: str) -> None:
        """A guest has turned out to be a person."""
        self.table.rename(guest, person)
        if self._chat:
            self._chat.rename(guest, person)
        for connection in self.connections:
            if guest in connection.muted:
                connection.muted = connection.muted - {guest} | {person}
        self._heads = {}

    @property
    def here(self) -> list[str]:
        """Who looks at the table by this worker, once for each socket."""
        return [connection.who for connection in self.connections]

    @property
    def present(self) -> list[str]:
        """Who looks at the table at all."""
        return self.here + [who for present in self.elsewhere.values() for who in present]

    @property
    def agreed(self) -> dict[str, list[str]]:
        """Who has agreed to what."""
        return {to: sorted(who) for to, who in self.table.agreed.items()}

    def about(self) -> msgspec.Raw:
        """What everybody may know of the table, as it is sent. All of it but the two numbers that it ends with is kept,
        until something but a choice happens."""
        table, match = self.table, self.table.match
        if match is None or table.clock or table.agreed:
            return msgspec.Raw(encode(views.about(table, self.present)))
        known = table.count - sum(table.chosen), match.to_act, *self.present
        head = self._heads.get(known)
        if head is None:
            whole = encode(views.about(table, self.present))
            head = whole[: whole.rindex(b'"entries":')]
            self._heads = {known: head} if len(self._heads) >= HEADS else self._heads | {known: head}
        return msgspec.Raw(b'%b"entries":%d,"moves":%d}' % (head, table.count, len(match.moves)))

    def tell(self, since: int | None = None, only: str | None = None, besides: Connection | None = None) -> None:
        """Everybody, or one person, or all besides one socket, get what they may see, with what has happened since so
        many choices."""
        telling = views.Telling(self.table, self.about(), since)
        told: dict[tuple[str, str, bool], bytes] = {}
        for connection in self.connections:
            if connection is besides or (only is not None and connection.who != only):
                continue
            key = connection.who, connection.language, connection.choices
            if key not in told:
                told[key] = encode(telling.to(*key))
            connection.put(told[key])

    def tell_all(self, message_for: Callable[[Connection], messages.Message | None]) -> None:
        """Everybody gets a message that is for them, if there is one."""
        for connection in self.connections:
            if message := message_for(connection):
                connection.send(message)
