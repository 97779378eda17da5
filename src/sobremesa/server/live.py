"""A table that somebody looks at, and their sockets."""

import asyncio
from collections.abc import Callable

import msgspec

from sobremesa.bots.bot import Bot
from sobremesa.server import messages, sight
from sobremesa.server.chat import Chat
from sobremesa.server.table import Table

MOST_WAITING = 64
"""Messages that may wait for a client that does not read; then its socket is closed, and it can come back."""

encode = msgspec.json.Encoder().encode


class Connection:
    """One open socket at a table."""

    def __init__(self, who: str, language: str, name: str = "", choices: bool = False) -> None:
        self.who, self.language, self.name = who, language, name
        self.choices = choices
        """Whether they want to know what each move would do."""
        self.waiting: asyncio.Queue[bytes | None] = asyncio.Queue(MOST_WAITING)
        self.lost = False

    def send(self, message: messages.Message) -> None:
        self.put(encode(message))

    def put(self, data: bytes) -> None:
        if self.lost:
            return
        try:
            self.waiting.put_nowait(data)
        except asyncio.QueueFull:
            self.lose()

    def lose(self) -> None:
        """Whoever sends from the queue closes the socket; the client comes back, and gets everything."""
        self.lost = True
        if self.waiting.full():
            self.waiting.get_nowait()
        self.waiting.put_nowait(None)


class Live:
    """A table in memory."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lock = asyncio.Lock()
        self.connections: set[Connection] = set()
        self.bots: dict[tuple[int, str], Bot] = {}
        self.thinking: asyncio.Task[None] | None = None
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

    def tell(self, since: int | None = None, only: str | None = None) -> None:
        """Everybody, or one person, gets what they may see, with what has happened since so many choices."""
        known = msgspec.Raw(encode(sight.about(self.table)))
        told: dict[tuple[str, str, bool], bytes] = {}
        for connection in self.connections:
            who, language = connection.who, connection.language
            if only is not None and who != only:
                continue
            key = who, language, connection.choices
            if key not in told:
                told[key] = encode(sight.seen_by(self.table, who, language, since, known, connection.choices))
            connection.put(told[key])

    def tell_all(self, message_for: Callable[[Connection], messages.Message | None]) -> None:
        """Everybody gets a message that is for them, if there is one."""
        for connection in self.connections:
            if message := message_for(connection):
                connection.send(message)
