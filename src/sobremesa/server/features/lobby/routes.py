"""The house over HTTP: who comes in, which tables there are, and what was played at them."""

import asyncio
import contextlib
import functools
import io
from typing import Annotated, Any

import msgspec
import segno
from litestar import MediaType, Request, Response, get, post
from litestar.datastructures import Cookie
from litestar.exceptions import HTTPException
from litestar.openapi.datastructures import ResponseSpec

from sobremesa import __version__, bots, games
from sobremesa.analysis import exact
from sobremesa.games.game import Game
from sobremesa.games.words import LANGUAGES
from sobremesa.kernel import REFEREE, SPECTATOR
from sobremesa.mistakes import Mistake
from sobremesa.play.match import Match
from sobremesa.play.moments import Moment, moments
from sobremesa.server.features.daily import service as daily_service
from sobremesa.server.features.daily.service import Puzzle
from sobremesa.server.features.tilesets import routes as tilesets_routes
from sobremesa.server.features.tilesets.routes import KeptTiles
from sobremesa.server.http.language import said, spoken
from sobremesa.server.http.limits import Buckets, Limits, Together
from sobremesa.server.live.live_table import Live
from sobremesa.server.live.registry import House
from sobremesa.server.openapi import schema
from sobremesa.server.protocol.messages import About
from sobremesa.server.sessions.devices import device_of
from sobremesa.server.tables import rule_versions
from sobremesa.server.tables.log import Facts, Guest
from sobremesa.server.tables.rule_versions import OtherRules, Written
from sobremesa.server.tables.settings import Manner
from sobremesa.server.tables.table import Table
from sobremesa.server.tables.terms import Agreeable, Terms, Wanted, agreeable, terms

COOKIE = "sobremesa"
SHOWN = 50
AT_ONCE = 100
"""Moments that are told at once."""
EVERYONE = "everyone"
LONGEST_DEMO = 400
NO_TABLE = "There is no such table."
TOO_MUCH = "Too much was asked for at once from your address: wait a minute."
READING = "GET", "HEAD", "OPTIONS"
"""How one asks for what changes nothing."""


class Why(msgspec.Struct):
    """A refusal."""

    why: str
    """One sentence that says what to do."""


def refusals(*codes: int) -> dict[int, ResponseSpec]:
    """What a path may answer besides what was asked for, for the description."""
    said = {
        400: "It cannot be done as asked",
        401: "Nobody knows who asks",
        403: "It is not for you to ask",
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


class Myself(msgspec.Struct):
    name: str
    """Nothing for one whom the house does not know."""


class Fork(msgspec.Struct, forbid_unknown_fields=True):
    seat: Annotated[str, msgspec.Meta(max_length=20)]
    """Whose information it begins from: a seat of one's own, or any when the match is over."""
    bot: Annotated[str, msgspec.Meta(max_length=60)]
    """Who plays the other seats."""
    moves: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)] | None = None
    """After how many choices; now, where nothing is said."""


class AboutHouse(msgspec.Struct):
    version: str
    address: str
    """Where others reach it, for links that are passed on; nothing where they cannot."""


class Boxed(msgspec.Struct):
    """A game as it stands on the shelf."""

    game: str
    title: str
    credit: str
    seats: list[int]
    options: list[Agreeable]
    bots: list[str]
    """Those that are offered, the strongest last."""
    usual: str
    """The bot that plays against whoever did not ask for another."""
    partners: dict[str, list[int]]
    """In teams, by the number of seats: the partner of each."""


class NewTiles(msgspec.Struct, forbid_unknown_fields=True):
    text: Annotated[str, msgspec.Meta(min_length=1, max_length=60_000)]
    """A file as `GET /api/tiles/house` gives it: TOML, or JSON of the same shape."""


class NewTable(msgspec.Struct, forbid_unknown_fields=True):
    game: Annotated[str, msgspec.Meta(max_length=60)]
    seats: Annotated[int, msgspec.Meta(ge=1, le=8)] | None = None
    options: dict[str, str | int | bool] = {}
    public: bool = False
    manner: Manner | None = None
    """How it is kept; as usual where nothing is said."""


@get("/api/house")
async def about_house(house: House, request: Request[Any, Any, Any]) -> AboutHouse:
    """The version of the server, and where others reach it."""
    return AboutHouse(__version__, house.reach.address(request))


@get("/api/games")
async def shelf(house: House) -> list[Boxed]:
    """Every game, for how many, with its options and bots."""
    return house.damage.of_games(boxed)


def boxed(game: Game) -> Boxed:
    options = [agreeable(option) for option in game.options]
    mates = getattr(game.part("tables"), "PARTNER", {})
    partners = {str(seats): list(each) for seats, each in mates.items()}
    offered, usual = bots.offered(game), bots.usual(game)
    return Boxed(game.name, game.title, game.credit, list(game.seats), options, offered, usual, partners)


@post("/api/games/{game:str}/terms", status_code=200, responses=refusals(400, 403, 404, 413, 429))
async def agree(house: House, limits: Limits, game: str, data: Wanted, request: Request[Any, Any, Any]) -> Terms:
    """What would be agreed if somebody wanted this: what does not fit gives way; and what else could be chosen. Nothing
    is laid."""
    admit(request, limits, limits.coming)
    found = known_game(game)
    await house.prepare(game)
    told = await asyncio.to_thread(terms, found, data)
    language = spoken(request.headers.get("accept-language", ""))
    told.dropped = {name: said(why, language) for name, why in told.dropped.items()}
    return told


@post("/api/guests", responses=refusals(400, 403, 413, 429))
async def greet(house: House, limits: Limits, data: NewGuest, request: Request[Any, Any, Any]) -> Response[Token]:
    """Come in with a name."""
    await admit_by_all(request, limits, limits.guests)
    guest, token = await house.greet(data.name, device_of(request))
    return Response(Token(guest.name, token), cookies=[cookie_of(request, token)])


@get("/api/guests/me")
async def myself(house: House, request: Request[Any, Any, Any]) -> Myself:
    """Who asks, if that is known."""
    guest = await house.guest(token_of(request))
    return Myself(guest.name if guest else "")


@post("/api/tables", responses=refusals(400, 401, 403, 413, 429))
async def lay(house: House, limits: Limits, data: NewTable, request: Request[Any, Any, Any]) -> About:
    """Lay a table for a game."""
    await admit_by_all(request, limits, limits.tables)
    guest = await known_guest(house, request)
    live = await house.lay(guest.id, data.game, data.seats, data.options, data.public, data.manner)
    return live.table.about()


@get("/api/tables")
async def open_tables(house: House) -> list[About]:
    """The public tables made last that wait for somebody, or are being played at."""
    names = await asyncio.to_thread(lambda: house.store.newest(SHOWN, rule_versions.played(house.damage)))
    found = []
    for name in names:
        with contextlib.suppress(Mistake):  # it cannot be opened, and the log says so
            if live := await house.find(name):
                found.append(live.table)
    waiting = [table for table in found if table.state != "over"]
    return house.damage.sound("table", waiting, lambda table: table.about(), lambda table: table.facts.id)


@get("/api/tables/{name:str}", responses=refusals(400, 404))
async def about(house: House, name: str) -> About:
    """A table: its game, who sits, and how far it is."""
    return (await known(house, name)).table.about()


@get("/api/tables/{name:str}/record", media_type=MediaType.TEXT, responses=refusals(400, 404, 409))
async def record(house: House, name: str) -> str:
    """The record of a match that is over, with the secret of its chance. Of one whose rules this house has no longer,
    what its log says."""
    try:
        match = (await known(house, name)).table.match
    except OtherRules:
        return rule_versions.record(*await asyncio.to_thread(written, house, name))
    if match is None or not match.is_over:
        raise HTTPException("A record can be had when the match is over: before that it would tell.", status_code=409)
    return match.record()


@get("/api/tables/{name:str}/log", responses=refusals(400, 404, 409))
async def log(house: House, name: str) -> Written:
    """A table of rules that this house has no longer, as it was typed."""
    try:
        await known(house, name)
    except OtherRules:
        return (await asyncio.to_thread(written, house, name))[1]
    raise HTTPException("This table can be opened: what was typed at it would tell.", status_code=409)


def written(house: House, name: str) -> tuple[Facts, Written]:
    found = house.store.table(name)
    if found is None:
        raise HTTPException(NO_TABLE, status_code=404)
    return found[0], rule_versions.read(*found, house.store.is_over(name))


@get("/api/tables/{name:str}/moments", responses=refusals(400, 403, 404, 409))
async def past(
    house: House,
    name: str,
    request: Request[Any, Any, Any],
    seat: Annotated[str, msgspec.Meta(max_length=20)] = "",
    language: Annotated[str, msgspec.Meta(max_length=20)] = "en",
    since: Annotated[int, msgspec.Meta(ge=0)] = 0,
) -> list[Moment]:
    """What was seen of each choice, from one number on, a hundred at most: by one's own first seat, or a spectator, or
    the seat that is named, which while the match is played must be one's own; `everyone` sees all once it is over."""
    table = (await known(house, name)).table
    guest = await house.guest(token_of(request))
    if table.match is None:
        raise HTTPException("The match has not begun.", status_code=409)
    eyes = eyes_of(table, guest, seat)
    match = table.match.copy()
    return await asyncio.to_thread(
        moments, match, eyes, language if language in LANGUAGES else "en", since, since + AT_ONCE
    )


@get("/api/tables/{name:str}/worth", responses=refusals(400, 403, 404, 409))
async def worth(
    house: House, name: str, request: Request[Any, Any, Any], seat: Annotated[str, msgspec.Meta(max_length=20)]
) -> dict[str, float]:
    """What each choice of a seat of one's own is worth, where that is known and the table does not forbid it."""
    table = (await known(house, name)).table
    guest = await house.guest(token_of(request))
    if table.match is None or not table.manner.coach:
        raise HTTPException("At this table nobody is told what a choice is worth.", status_code=409)
    table.own(guest.id if guest else "", number_of(table, seat))
    return await asyncio.to_thread(exact.worth, table.match.copy(), number_of(table, seat))


@post("/api/tables/{name:str}/fork", responses=refusals(400, 401, 403, 404, 413, 429))
async def fork(house: House, limits: Limits, name: str, data: Fork, request: Request[Any, Any, Any]) -> About:
    """Lay a table that begins where this one is, or was, with bots in all other seats. What the seat could not see is
    dealt anew."""
    await admit_by_all(request, limits, limits.tables)
    guest = await known_guest(house, request)
    live = await known(house, name)
    new = await house.fork(live, guest, number_of(live.table, data.seat), data.moves, data.bot)
    return new.table.about()


@get("/api/tables/{name:str}/code.svg", media_type="image/svg+xml", responses=refusals(400, 404))
async def code(house: House, name: str, request: Request[Any, Any, Any]) -> bytes:
    """The address of a table as a code to point a camera at."""
    await known(house, name)
    return code_of(house, request, f"table/{name}")


def code_of(house: House, request: Request[Any, Any, Any], path: str) -> bytes:
    at = house.reach.address(request) or str(request.base_url)
    drawn = io.BytesIO()
    segno.make(f"{at}{path}", error="m").save(drawn, kind="svg", border=2, dark="#1d1216", light="#fffcf7")
    return drawn.getvalue()


@get("/api/demo/{game:str}", responses=refusals(400, 404))
async def demo(house: House, game: str, language: Annotated[str, msgspec.Meta(max_length=20)] = "en") -> list[Moment]:
    """A match of bots, to look at."""
    known_game(game)
    await house.prepare(game)
    return await asyncio.to_thread(shown_match, game, language if language in LANGUAGES else "en")


@functools.cache
def shown_match(name: str, language: str) -> list[Moment]:
    game = games.find(name)
    match, bot = Match(game, seed="demo"), bots.make(bots.quick(game), game, 1)
    while not match.is_over and len(match.moves) < LONGEST_DEMO:
        seat = match.to_act[0]
        match.play(match.move(seat, bot.choose(match.seen_by(seat), seat, match.legal_actions_of(seat))))
    return moments(match, SPECTATOR, language)


@post("/api/tiles", responses=refusals(400, 401, 403, 413, 429))
async def bring_tiles(house: House, limits: Limits, data: NewTiles, request: Request[Any, Any, Any]) -> KeptTiles:
    """Bring a tile set of one's own for Outspeed: checked, and kept by sixteen letters that name exactly its values."""
    admit(request, limits, limits.tiles)
    await known_guest(house, request)
    return await asyncio.to_thread(tilesets_routes.bring, data.text)


@get("/api/tiles/{name:str}", media_type=MediaType.TEXT, responses=refusals(400, 404))
async def tile_set(name: str) -> Response[str]:
    """A tile set of Outspeed as a file: `house`, our reconstruction, to begin one's own from; or one that is kept."""
    text = await asyncio.to_thread(tilesets_routes.text_of, name)
    if text is None:
        raise HTTPException("There is no such tile set.", status_code=404)
    kind = "json" if text.lstrip().startswith("{") else "toml"
    headers = {"Content-Disposition": f'attachment; filename="outspeed-{name}.{kind}"'}
    return Response(text, media_type=MediaType.TEXT, headers=headers)


@get("/api/puzzle", responses=refusals(400))
async def puzzle(house: House, day: Annotated[str, msgspec.Meta(max_length=20)] = "") -> Puzzle:
    """The day's puzzle of End of Line, or that of a day before: the same board, deck and par for everybody, by the UTC
    date."""
    await house.prepare(daily_service.GAME)
    return await asyncio.to_thread(daily_service.puzzle, daily_service.read(day))


@post("/api/puzzle", responses=refusals(400, 401, 403, 413, 429))
async def lay_puzzle(
    house: House, limits: Limits, request: Request[Any, Any, Any], day: Annotated[str, msgspec.Meta(max_length=20)] = ""
) -> About:
    """Lay a table for the day's puzzle. The first is one's attempt, which counts, and the answer until it is over; what
    comes after it, or is of a day before, is practice."""
    await admit_by_all(request, limits, limits.tables)
    guest = await known_guest(house, request)
    return (await house.lay_puzzle(guest.id, daily_service.read(day))).table.about()


@get(schema.PATH, include_in_schema=False)
async def socket_schema() -> dict[str, Any]:
    return schema.document()


def known_game(name: str) -> Game:
    if name not in games.names():
        raise HTTPException("There is no such game.", status_code=404)
    return games.find(name)


async def known(house: House, name: str) -> Live:
    live = await house.find(name)
    if live is None:
        raise HTTPException(NO_TABLE, status_code=404)
    return live


async def known_guest(house: House, request: Request[Any, Any, Any]) -> Guest:
    guest = await house.guest(token_of(request))
    if guest is None:
        raise HTTPException("Say who you are first: POST /api/guests with a name.", status_code=401)
    return guest


def number_of(table: Table, seat: str) -> int:
    if seat not in table.names:
        raise HTTPException(f"The seats are {', '.join(table.names)}.", status_code=400)
    return table.names.index(seat)


def eyes_of(table: Table, guest: Guest | None, seat: str) -> int:
    """With whose eyes somebody may look at what was."""
    over, own = table.state == "over", table.seats_of(guest.id if guest else "")
    if not seat:
        return own[0] if own else SPECTATOR
    if seat == EVERYONE and over:
        return REFEREE
    if seat == EVERYONE:
        raise HTTPException("Everything is shown when the match is over.", status_code=403)
    eyes = number_of(table, seat)
    if eyes not in own and not over:
        raise HTTPException("While the match is played one sees it from one's own seats.", status_code=403)
    return eyes


def token_of(connection: Any) -> str:
    """The token in the head of a request, or in its cookie."""
    given = connection.headers.get("authorization", "")
    if given.startswith("Bearer "):
        return str(given.removeprefix("Bearer "))
    return str(connection.cookies.get(COOKIE, ""))


def cookie_of(request: Request[Any, Any, Any], token: str) -> Cookie:
    secure = request.url.scheme == "https"
    return Cookie(key=COOKIE, value=token, httponly=True, samesite="lax", secure=secure, max_age=365 * 86400)


def address_of(connection: Any) -> str:
    return connection.client.host if connection.client else ""


def from_elsewhere(connection: Any) -> bool:
    """Whether a page of another site asks, in the name of somebody who looks at it. A browser that sends a cookie says
    from where; who shows a token is a program."""
    headers = connection.headers
    if origin := headers.get("origin", ""):
        return bool(origin.split("://")[-1] != headers.get("host", ""))
    by_cookie = COOKIE in connection.cookies and not headers.get("authorization", "").startswith("Bearer ")
    return by_cookie and bool(headers.get("sec-fetch-site", "") != "same-origin")


def from_here(request: Any, _: Any) -> None:
    """That nobody changes anything from a page of another site: asked before every path, also one that forgot to."""
    if request.scope["type"] == "http" and request.method not in READING and from_elsewhere(request):
        raise HTTPException("Ask from a page of this house, not of another site.", status_code=403)


def admit(request: Request[Any, Any, Any], limits: Limits, buckets: Buckets) -> None:
    """As often as an address may ask this worker."""
    if not limits.may(buckets, address_of(request)):
        raise HTTPException(TOO_MUCH, status_code=429)


async def admit_by_all(request: Request[Any, Any, Any], limits: Limits, buckets: Together) -> float:
    """As often as an address may ask all workers together; how often it still may."""
    left = await limits.left(buckets, address_of(request))
    if left < 0:
        raise HTTPException(TOO_MUCH, status_code=429)
    return left


ALL = [
    about_house,
    shelf,
    agree,
    greet,
    myself,
    lay,
    open_tables,
    about,
    record,
    log,
    past,
    worth,
    fork,
    code,
    demo,
    bring_tiles,
    tile_set,
    puzzle,
    lay_puzzle,
    socket_schema,
]
