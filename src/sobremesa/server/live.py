"""A table that somebody looks at, and those who look."""

import asyncio
from collections.abc import Callable
from typing import Protocol

import msgspec

from sobremesa.bots.bot import Bot
from sobremesa.server import messages, sight
from sobremesa.server.chat import Chat
from sobremesa.server.table import Table

encode = msgspec.json.Encoder().encode


class Line(Protocol):
    """What somebody is told by."""

    def tell(self, data: bytes) -> bool:
        """Send a text; whether the client still reads."""


class Connection:
    """Somebody who looks at a table, by one socket."""

    __slots__ = "choices", "inbox", "language", "line", "lost", "name", "who"

    def __init__(self, line: Line, who: str, language: str, name: str = "", choices: bool = False) -> None:
        self.line, self.who, self.language, self.name = line, who, language, name
        self.choices = choices
        """Whether they want to know what each move would do."""
        self.inbox: asyncio.Queue[bytes | None] = asyncio.Queue()
        """What they say; None when they are to go, or have gone."""
        self.lost = False

    def send(self, message: messages.Message) -> None:
        self.put(encode(message))

    def put(self, data: bytes) -> None:
        if not self.lost and not self.line.tell(data):
            self.lose()

    def lose(self) -> None:
        """Close the socket; the client comes back, and gets everything."""
        self.lost = True
        self.inbox.put_nowait(None)


class Live:
    """A table in memory."""

    __slots__ = "_chat", "alarm", "bots", "connections", "lock", "rung", "table", "thinking"

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lock = asyncio.Lock()
        self.connections: list[Connection] = []
        self.bots: dict[tuple[int, str], Bot] = {}
        self.thinking: asyncio.Task[None] | None = None
        self._chat: Chat | None = None
        self.alarm: asyncio.TimerHandle | None = None
        """Rings when somebody's time is used up."""
        self.rung: asyncio.Task[None] | None = None

    @property
    def chat(self) -> Chat:
        """What is said here; at most tables nothing is."""
        if self._chat is None:
            self._chat = Chat(self.table.now)
        return self._chat

    def said_to(self, who: str) -> list[messages.Said]:
        """The last lines, for somebody who comes."""
        return self._chat.heard_by(who) if self._chat else []

    @property
    def busy(self) -> bool:
        """Whether something goes on here, also if nobody looks."""
        working = [task for task in (self.thinking, self.rung) if task and not task.done()]
        return bool(self.connections or self.lock.locked() or working or self.alarm)

    def stands_for(self, connection: Connection) -> bool:
        """Whether the clocks stand still, and this is somebody for whom they go on."""
        clock = self.table.clock
        return bool(clock and clock.paused and self.table.seats_of(connection.who))

    @property
    def present(self) -> list[str]:
        """Who looks at the table, once for each socket."""
        return [connection.who for connection in self.connections]

    def tell(self, since: int | None = None, only: str | None = None, besides: Connection | None = None) -> None:
        """Everybody, or one person, or all besides one socket, get what they may see, with what has happened since so
        many choices."""
        telling = sight.Telling(self.table, since, self.present)
        telling.about = msgspec.Raw(encode(telling.about))
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
