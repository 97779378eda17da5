"""The socket of a table: who comes, what they say and what they are told."""

import asyncio
import contextlib
from collections import deque
from typing import Any

from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect

from sobremesa.games.words import LANGUAGES
from sobremesa.mistakes import Mistake
from sobremesa.server.database import is_away
from sobremesa.server.features.lobby.routes import NO_TABLE, address_of, from_elsewhere, token_of
from sobremesa.server.http.fast_websocket import NAME, Wire
from sobremesa.server.http.language import said
from sobremesa.server.http.limits import Bucket, Limits
from sobremesa.server.live.command_handler import AWAY
from sobremesa.server.live.live_table import Connection, Live, encode
from sobremesa.server.live.registry import House, hashed
from sobremesa.server.protocol import messages

PATIENCE = 5.0
"""Seconds for somebody to hear that they are turned away."""
SIGNED_OUT = 4401, "You have signed out: sign in again, or come back as a guest."


@websocket("/api/tables/{name:str}/socket")
async def socket(
    house: House,
    limits: Limits,
    socket: WebSocket[Any, Any, Any],
    name: str,
    language: str = "en",
    moves: int | None = None,
    choices: bool = False,
) -> None:
    """Sit at a table, or look on; whoever comes back says how many choices they have seen."""
    if from_elsewhere(socket):
        await socket.close(code=4403)
        return
    address = address_of(socket)
    language = language if language in LANGUAGES else "en"
    try:
        why = limits.come(address)
        if why:
            await socket.accept()
            await turn_away(socket, 4429, why, language)
        else:
            token = token_of(socket)
            guest = await house.guest(token)
            who, known_as, session = (guest.id, guest.name, hashed(token)) if guest else ("", "", "")
            wire: Any = (socket.scope["extensions"] or {})[NAME]
            connection = Connection(wire, who, language, known_as, choices, session)
            if who:
                connection.muted, connection.replaced = await house.reading(house.store.conduct.at_tables, who)
            await attend(house, limits, socket, name, connection, wire, moves)
    except WebSocketDisconnect:
        pass
    finally:
        limits.go(address)


async def attend(
    house: House,
    limits: Limits,
    socket: WebSocket[Any, Any, Any],
    name: str,
    connection: Connection,
    wire: Wire,
    since: int | None,
) -> None:
    """Listen to somebody at a table until they go."""
    await socket.accept()
    try:
        live = await house.find(name)
    except Mistake as mistake:
        await turn_away(socket, 4409, str(mistake), connection.language)
        return
    except Exception as error:
        if not is_away(error):
            raise
        await turn_away(socket, 4503, AWAY, connection.language)
        return
    if live is None:
        await turn_away(socket, 4404, NO_TABLE, connection.language)
        return
    if connection.session in house.ended:
        await turn_away(socket, *SIGNED_OUT, connection.language)
        return
    house.come(live, connection, since)  # before anything else: nobody clears a table that somebody comes to
    try:
        ear = Ear(house, live, connection, limits.messages(), wire)
        wire.listen(ear)
        if farewell := await ear.closed:
            await turn_away(socket, *farewell, connection.language)
    finally:
        house.go(live, connection)


class Ear:
    """What somebody says at a table: the next is heard when the one before it is answered."""

    __slots__ = "_bucket", "_busy", "_connection", "_house", "_live", "_loop", "_waiting", "_wire", "closed"

    def __init__(self, house: House, live: Live, connection: Connection, bucket: Bucket, wire: Wire) -> None:
        self._house, self._live, self._connection, self._bucket, self._wire = house, live, connection, bucket, wire
        self._loop = asyncio.get_running_loop()
        self._waiting: deque[bytes] = deque()
        self._busy = False
        self.closed: asyncio.Future[tuple[int, str] | None] = self._loop.create_future()
        """When they are to go, or have gone: why, if they do not know."""
        connection.onlost = lambda: self._close((4408, "You do not read what you are told: come back."))
        connection.onended = lambda: self._close(SIGNED_OUT)

    @property
    def unheard(self) -> int:
        return len(self._waiting)

    def hear(self, message: bytes) -> None:
        if self._busy or self._waiting:
            self._waiting.append(message)
        else:
            self._hear(message)
            if not self._busy:  # answered at once: whatever comes with it lets others go first
                self._rest()

    def gone(self) -> None:
        self._close(None)

    def _hear(self, message: bytes) -> None:
        if self.closed.done():
            return
        if not self._bucket.take():
            self._close((4429, "Too many messages at once: come back, and wait for the answers."))
            return
        self._busy = True
        self._house.hear(self._live, self._connection, message, self._answered)

    def _answered(self) -> None:
        self._busy = False
        if self._waiting:
            self._rest()

    def _rest(self) -> None:
        """The next is heard in the next round of the loop, and not before."""
        self._busy = True
        self._loop.call_soon(self._next)

    def _next(self) -> None:
        self._busy = False
        if self._waiting:
            self._hear(self._waiting.popleft())
            self._wire.read_on()

    def _close(self, why: tuple[int, str] | None) -> None:
        if not self.closed.done():
            self.closed.set_result(why)


async def turn_away(socket: WebSocket[Any, Any, Any], code: int, why: str, language: str) -> None:
    with contextlib.suppress(TimeoutError):  # of one who does not even read this
        async with asyncio.timeout(PATIENCE):
            await socket.send_data(encode(messages.Refused("", said(why, language))), "text")
            await socket.close(code=code)
