"""The socket of a table: who comes, what they say and what they are told."""

import asyncio
import contextlib
from typing import Any

from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect

from sobremesa.games.words import LANGUAGES
from sobremesa.mistakes import Mistake
from sobremesa.server import messages
from sobremesa.server.house import House
from sobremesa.server.limits import Limits
from sobremesa.server.live import Connection, encode
from sobremesa.server.paths import NO_TABLE, address_of, from_elsewhere, token_of
from sobremesa.server.wire import NAME, Wire

PATIENCE = 5.0
"""Seconds for somebody to hear that they are turned away."""


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
    try:
        why = limits.come(address)
        if why:
            await socket.accept()
            await turn_away(socket, 4429, why)
        else:
            guest = await house.guest(token_of(socket))
            language = language if language in LANGUAGES else "en"
            who, known_as = (guest.id, guest.name) if guest else ("", "")
            wire: Any = (socket.scope["extensions"] or {})[NAME]
            connection = Connection(wire, who, language, known_as, choices)
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
        await turn_away(socket, 4409, str(mistake))
        return
    if live is None:
        await turn_away(socket, 4404, NO_TABLE)
        return
    house.come(live, connection, since)  # before anything else: nobody clears a table that somebody comes to
    inbox, bucket = connection.inbox, limits.messages()
    wire.listen(inbox)
    try:
        while (message := await inbox.get()) is not None:
            if not bucket.take():
                await turn_away(socket, 4429, "Too many messages at once: come back, and wait for the answers.")
                return
            await house.hear(live, connection, message)
            wire.read_on()
        if connection.lost:
            await turn_away(socket, 4408, "You do not read what you are told: come back.")
    finally:
        house.go(live, connection)


async def turn_away(socket: WebSocket[Any, Any, Any], code: int, why: str) -> None:
    with contextlib.suppress(TimeoutError):  # of one who does not even read this
        async with asyncio.timeout(PATIENCE):
            await socket.send_data(encode(messages.Refused("", why)), "text")
            await socket.close(code=code)
