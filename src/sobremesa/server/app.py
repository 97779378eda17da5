"""The house over HTTP and WebSocket."""

import asyncio
import contextlib
import html
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Annotated, Any

import msgspec
from litestar import Litestar, MediaType, Request, Response, WebSocket, get, post, websocket
from litestar.datastructures import Cookie
from litestar.di import Provide
from litestar.exceptions import HTTPException, WebSocketDisconnect
from litestar.openapi import OpenAPIConfig
from litestar.params import Parameter

from sobremesa import __version__, bots, games
from sobremesa.games.words import LANGUAGES
from sobremesa.mistakes import Mistake
from sobremesa.server.house import Connection, House, Live
from sobremesa.server.store import Store

COOKIE = "sobremesa"
SHOWN = 50
POLICY = "default-src 'none'; style-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"


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


@post("/api/guests")
async def greet(house: House, data: NewGuest, request: Request[Any, Any, Any]) -> Response[Token]:
    """Come in with a name."""
    guest, token = await house.greet(data.name)
    secure = request.url.scheme == "https"
    cookie = Cookie(key=COOKIE, value=token, httponly=True, samesite="lax", secure=secure, max_age=365 * 86400)
    return Response(Token(guest.name, token), cookies=[cookie])


@post("/api/tables")
async def lay(house: House, data: NewTable, request: Request[Any, Any, Any]) -> dict[str, Any]:
    """Lay a table for a game."""
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


@get("/api/tables/{name:str}")
async def about(house: House, name: str) -> dict[str, Any]:
    """A table: its game, who sits, and how far it is."""
    return (await known(house, name)).table.about()


@get("/api/tables/{name:str}/record", media_type=MediaType.TEXT)
async def record(house: House, name: str) -> str:
    """The record of a match that is over, with the secret of its chance."""
    match = (await known(house, name)).table.match
    if match is None or not match.is_over:
        raise HTTPException("A record can be had when the match is over: before that it would tell.", status_code=409)
    return match.record()


@websocket("/api/tables/{name:str}/socket")
async def socket(
    house: House,
    socket: WebSocket[Any, Any, Any],
    name: str,
    language: Annotated[str, Parameter(query="language", max_length=5)] = "en",
) -> None:
    """Sit at a table, or look on."""
    origin = socket.headers.get("origin", "")
    if origin and origin.split("://")[-1] != socket.headers.get("host", ""):
        await socket.close(code=4403)
        return
    guest = await house.guest(token_of(socket))
    connection = Connection(guest.id if guest else "", language if language in LANGUAGES else "en")
    await socket.accept()
    live = await house.find(name)
    if live is None:
        await socket.close(code=4404)
        return
    house.come(live, connection)  # before anything else can happen: nobody clears a table that somebody comes to
    sender = asyncio.create_task(_send(socket, connection))
    try:
        while not connection.lost:
            await house.hear(live, connection, await socket.receive_data("text"))
    except WebSocketDisconnect:
        pass
    finally:
        sender.cancel()
        house.go(live, connection)


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


def tell_mistake(_: Any, mistake: Mistake) -> Response[dict[str, str]]:
    return Response({"why": str(mistake)}, status_code=400)


def guard(response: Response[Any]) -> Response[Any]:
    """What a browser may do with any page of ours: nothing that it was not given."""
    response.headers.setdefault("Content-Security-Policy", POLICY)
    response.headers.setdefault("X-Content-Type-Options", "nosniff")
    response.headers.setdefault("Referrer-Policy", "same-origin")
    return response


def make(path: Path) -> Litestar:
    """The application of the house whose data is in that file."""
    store = Store(path)
    house = House(store)

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

    return Litestar(
        [front, shelf, greet, lay, open_tables, about, record, socket],
        dependencies={"house": Provide(the_house)},
        exception_handlers={Mistake: tell_mistake},
        after_request=guard,
        lifespan=[open_house],
        openapi_config=OpenAPIConfig("Sobremesa", __version__),
        request_max_body_size=65536,
    )
