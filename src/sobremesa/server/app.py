"""The house over HTTP and WebSocket."""

import asyncio
import contextlib
import html
import logging
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Annotated, Any

import msgspec
from litestar import Litestar, MediaType, Request, Response, WebSocket, get, post, websocket
from litestar.datastructures import Cookie
from litestar.di import Provide
from litestar.exceptions import HTTPException, WebSocketDisconnect
from litestar.openapi import OpenAPIConfig
from litestar.openapi.datastructures import ResponseSpec

from sobremesa import __version__, bots, games
from sobremesa.games.words import LANGUAGES
from sobremesa.mistakes import Mistake
from sobremesa.server.house import Connection, House, Live, encode
from sobremesa.server.limits import SOCKETS, Buckets, Limits
from sobremesa.server.reference import Reference
from sobremesa.server.store import Store

log = logging.getLogger("sobremesa")
COOKIE = "sobremesa"
SHOWN = 50
LARGEST = 65536
"""Bytes that anybody may send at once."""
PATIENCE = 5.0
"""Seconds for somebody to hear that they are turned away."""
SAID = {
    404: "There is nothing at this path: see /schema.",
    405: "This path is not asked in that way: see /schema.",
    413: f"A request has at most {LARGEST} bytes.",
}
POLICY = "default-src 'none'; style-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"


class Why(msgspec.Struct):
    """A refusal."""

    why: str
    """One sentence that says what to do."""


def refusals(*codes: int) -> dict[int, ResponseSpec]:
    """What a path may answer besides what was asked for, for the description."""
    said = {
        400: "It cannot be done as asked",
        401: "Nobody knows who asks",
        403: "Another site asks",
        404: "There is no such table",
        409: "Not yet",
        413: "It is too long",
        429: "Too much was asked at once",
    }
    return {code: ResponseSpec(Why, generate_examples=False, description=said[code]) for code in codes}


class NewGuest(msgspec.Struct, forbid_unknown_fields=True):
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


class Token(msgspec.Struct):
    name: str
    token: str
    """For programs, as `Authorization: Bearer`; browsers have it in a cookie."""


class NewTable(msgspec.Struct, forbid_unknown_fields=True):
    game: Annotated[str, msgspec.Meta(max_length=60)]
    seats: Annotated[int, msgspec.Meta(ge=1, le=8)] | None = None
    options: dict[str, str | int | bool] = {}
    public: bool = False


@get("/", media_type=MediaType.HTML, include_in_schema=False)
async def front(house: House) -> str:
    """The games and the open tables."""
    shelf = "".join(f"<li>{html.escape(games.find(name).title)}</li>" for name in games.names())
    return (
        "<!doctype html><html lang=en><meta charset=utf-8><title>Sobremesa</title><h1>Sobremesa</h1>"
        f"<p>A house for tabletop games, version {__version__}.</p><ul>{shelf}</ul>"
        '<p>Programs sit down like anybody: <a href="/schema">how to talk to this house</a>.</p>'
    )


@get("/api/games")
async def shelf() -> list[dict[str, Any]]:
    """Every game, for how many, with its options and bots."""
    found = []
    for name in games.names():
        game = games.find(name)
        options = [
            {"name": each.name, "usual": each.write(each.default), "range": each.range, "says": each.says}
            for each in game.options
        ]
        found.append(
            {"game": name, "title": game.title, "seats": game.seats, "options": options, "bots": bots.names(game)}
        )
    return found


@post("/api/guests", responses=refusals(400, 403, 413, 429))
async def greet(house: House, limits: Limits, data: NewGuest, request: Request[Any, Any, Any]) -> Response[Token]:
    """Come in with a name."""
    admit(request, limits, limits.guests)
    guest, token = await house.greet(data.name)
    secure = request.url.scheme == "https"
    cookie = Cookie(key=COOKIE, value=token, httponly=True, samesite="lax", secure=secure, max_age=365 * 86400)
    return Response(Token(guest.name, token), cookies=[cookie])


@post("/api/tables", responses=refusals(400, 401, 403, 413, 429))
async def lay(house: House, limits: Limits, data: NewTable, request: Request[Any, Any, Any]) -> dict[str, Any]:
    """Lay a table for a game."""
    admit(request, limits, limits.tables)
    guest = await house.guest(token_of(request))
    if guest is None:
        raise HTTPException("Say who you are first: POST /api/guests with a name.", status_code=401)
    live = await house.lay(guest.id, data.game, data.seats, data.options, data.public)
    return live.table.about()


@get("/api/tables")
async def open_tables(house: House) -> list[dict[str, Any]]:
    """The public tables made last that wait for somebody, or are being played at."""
    names = await asyncio.to_thread(house.store.newest, SHOWN)
    found = [await house.find(name) for name in names]
    return [live.table.about() for live in found if live and live.table.state != "over"]


@get("/api/tables/{name:str}", responses=refusals(400, 404))
async def about(house: House, name: str) -> dict[str, Any]:
    """A table: its game, who sits, and how far it is."""
    return (await known(house, name)).table.about()


@get("/api/tables/{name:str}/record", media_type=MediaType.TEXT, responses=refusals(400, 404, 409))
async def record(house: House, name: str) -> str:
    """The record of a match that is over, with the secret of its chance."""
    match = (await known(house, name)).table.match
    if match is None or not match.is_over:
        raise HTTPException("A record can be had when the match is over: before that it would tell.", status_code=409)
    return match.record()


@websocket("/api/tables/{name:str}/socket")
async def socket(
    house: House,
    limits: Limits,
    socket: WebSocket[Any, Any, Any],
    name: str,
    language: str = "en",
) -> None:
    """Sit at a table, or look on."""
    if from_elsewhere(socket):
        await socket.close(code=4403)
        return
    address = address_of(socket)
    try:
        if limits.come(address):
            await attend(house, limits, socket, name, language)
        else:
            await socket.accept()
            await turn_away(socket, f"From one address come at most {SOCKETS} sockets: close another one first.")
    except WebSocketDisconnect:
        pass
    finally:
        limits.go(address)


async def attend(house: House, limits: Limits, socket: WebSocket[Any, Any, Any], name: str, language: str) -> None:
    """Listen to somebody at a table until they go."""
    guest = await house.guest(token_of(socket))
    connection = Connection(guest.id if guest else "", language if language in LANGUAGES else "en")
    await socket.accept()
    live = await house.find(name)
    if live is None:
        await socket.close(code=4404)
        return
    house.come(live, connection)  # before anything else can happen: nobody clears a table that somebody comes to
    sender = asyncio.create_task(_send(socket, connection))
    messages = limits.messages()
    try:
        while not connection.lost:
            message = await socket.receive_data("text")
            if not messages.take():
                sender.cancel()
                await turn_away(socket, "Too many messages at once: come back, and wait for the answers.")
                return
            await house.hear(live, connection, message)
    finally:
        sender.cancel()
        house.go(live, connection)


async def turn_away(socket: WebSocket[Any, Any, Any], why: str) -> None:
    with contextlib.suppress(TimeoutError):  # of one who does not even read this
        async with asyncio.timeout(PATIENCE):
            await socket.send_data(encode({"type": "refused", "id": "", "why": why}), "text")
            await socket.close(code=4429)


async def _send(socket: WebSocket[Any, Any, Any], connection: Connection) -> None:
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        while (message := await connection.waiting.get()) is not None:
            await socket.send_data(message, "text")
        await socket.close(code=4408)


async def known(house: House, name: str) -> Live:
    live = await house.find(name)
    if live is None:
        raise HTTPException("There is no such table.", status_code=404)
    return live


def token_of(connection: Any) -> str:
    """The token in the head of a request, or in its cookie."""
    given = connection.headers.get("authorization", "")
    if given.startswith("Bearer "):
        return str(given.removeprefix("Bearer "))
    return str(connection.cookies.get(COOKIE, ""))


def address_of(connection: Any) -> str:
    return connection.client.host if connection.client else ""


def from_elsewhere(connection: Any) -> bool:
    """Whether a page of another site asks, in the name of somebody who looks at it."""
    origin = connection.headers.get("origin", "")
    return bool(origin) and origin.split("://")[-1] != connection.headers.get("host", "")


def admit(request: Request[Any, Any, Any], limits: Limits, buckets: Buckets) -> None:
    if from_elsewhere(request):
        raise HTTPException("Ask from a page of this house, not of another site.", status_code=403)
    if not limits.may(buckets, address_of(request)):
        raise HTTPException("Too much was asked for at once from your address: wait a minute.", status_code=429)


def tell_mistake(_: Any, mistake: Mistake) -> Response[Why]:
    return guard(Response(Why(str(mistake)), status_code=400))


def tell_refusal(_: Any, refusal: HTTPException) -> Response[Why]:
    """Our own refusals are sentences; those of the framework become some."""
    why, code = refusal.detail, refusal.status_code
    if type(refusal) is not HTTPException:
        faults = refusal.extra if isinstance(refusal.extra, list) else []
        told = [f"{fault['key']}: {fault['message']}" if fault.get("key") else fault["message"] for fault in faults]
        why = SAID.get(code) or f"That cannot be read: {'; '.join(told) or why}."
    return guard(Response(Why(why), status_code=code, headers=refusal.headers))


def tell_fault(_: Any, fault: Exception) -> Response[Why]:
    log.error("A request failed.", exc_info=fault)
    return guard(Response(Why("The house has made a mistake, and has written it down."), status_code=500))


def guard(response: Response[Any]) -> Response[Any]:
    """What a browser may do with any page of ours: nothing that it was not given."""
    response.headers.setdefault("Content-Security-Policy", POLICY)
    response.headers.setdefault("X-Content-Type-Options", "nosniff")
    response.headers.setdefault("Referrer-Policy", "same-origin")
    return response


def make(path: Path, kept: bool = True) -> Litestar:
    """The application of the house whose data is in that file, with limits kept or not."""
    store = Store(path)
    house, limits = House(store), Limits(kept)

    @contextlib.asynccontextmanager
    async def open_house(_: Litestar) -> AsyncIterator[None]:
        warming = asyncio.create_task(house.prepare_all())
        try:
            yield
        finally:
            warming.cancel()
            store.close()

    async def the_house() -> House:
        return house

    async def the_limits() -> Limits:
        return limits

    return Litestar(
        [front, shelf, greet, lay, open_tables, about, record, socket],
        dependencies={"house": Provide(the_house), "limits": Provide(the_limits)},
        exception_handlers={Mistake: tell_mistake, HTTPException: tell_refusal, Exception: tell_fault},
        after_request=guard,
        lifespan=[open_house],
        openapi_config=OpenAPIConfig("Sobremesa", __version__, render_plugins=[Reference()]),
        request_max_body_size=LARGEST,
    )
