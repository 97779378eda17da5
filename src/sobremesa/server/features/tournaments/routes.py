"""Evenings over HTTP, and the socket by which one looks at one."""

import asyncio
import contextlib
from typing import Annotated, Any

import msgspec
from litestar import Request, WebSocket, get, post, websocket
from litestar.exceptions import HTTPException, WebSocketDisconnect

from sobremesa.server.features.lobby.routes import (
    address_of,
    admit,
    admit_by_all,
    code_of,
    from_elsewhere,
    known_guest,
    refusals,
    token_of,
)
from sobremesa.server.features.tournaments.live_updates import Watcher
from sobremesa.server.features.tournaments.messages import Listed, NewEvening, ToldEvening, listed, told_to
from sobremesa.server.features.tournaments.models import Evening
from sobremesa.server.features.tournaments.service import Club
from sobremesa.server.http.fast_websocket import NAME
from sobremesa.server.http.limits import Limits
from sobremesa.server.live.registry import House, hashed
from sobremesa.server.tables.log import Guest

Asking = Request[Any, Any, Any]
NO_EVENING = "There is no such evening."
SHOWN, LISTED = 30, 7 * 86400.0
"""How many evenings are told of, and for how many seconds after they were laid."""
CHANGE = 400, 401, 403, 404, 413, 429
REFUSED, SIGNED_OUT, NOWHERE, TOO_MUCH = 4403, 4401, 4404, 4429


class Coming(msgspec.Struct, forbid_unknown_fields=True):
    name: Annotated[str, msgspec.Meta(max_length=200)] = ""
    """What one is called here; one's usual name where nothing is said."""


class NextRound(msgspec.Struct, forbid_unknown_fields=True):
    number: Annotated[int, msgspec.Meta(ge=1, le=1000)]
    """Which: sent twice, begun once."""


class Removal(msgspec.Struct, forbid_unknown_fields=True):
    number: Annotated[int, msgspec.Meta(ge=0, le=1000)]


class Forfeit(msgspec.Struct, forbid_unknown_fields=True):
    table: Annotated[str, msgspec.Meta(max_length=60)]
    seats: Annotated[list[Annotated[int, msgspec.Meta(ge=0, le=7)]], msgspec.Meta(max_length=8)]
    """Those that lose; none to let the match itself say how it came out."""


@post("/api/evenings", responses=refusals(400, 401, 403, 413, 429))
async def lay(house: House, club: Club, limits: Limits, data: NewEvening, request: Asking) -> ToldEvening:
    """Lay an evening: rounds at tables of one game, for whoever comes."""
    await admit_by_all(request, limits, limits.tables)
    guest = await known_guest(house, request)
    name = await club.lay(guest, data)
    return await told_of(club, name, guest.id)


@get("/api/evenings")
async def open_evenings(house: House, club: Club, request: Asking) -> list[Listed]:
    """Those that anybody may find and that are not over, and one's own; the newest first."""
    guest = await house.guest(token_of(request))
    who = guest.id if guest else ""

    def found() -> list[Listed]:
        fresh = club.kept.open(house.now() - LISTED, SHOWN)
        names = dict.fromkeys(fresh + (club.kept.of(who, SHOWN) if who else []))
        read = house.damage.sound("evening", names, told)
        return sorted((each for each in read if each), key=lambda each: -each.made)

    def told(name: str) -> Listed | None:
        evening = club.kept.evening(name)
        return listed(evening, who) if evening else None

    return await asyncio.to_thread(found)


@get("/api/evenings/{name:str}", responses=refusals(404))
async def about(house: House, club: Club, name: str, request: Asking) -> ToldEvening:
    """Who is there, who plays whom, and how all stand."""
    guest = await house.guest(token_of(request))
    return await told_of(club, name, guest.id if guest else "")


@get("/api/evenings/{name:str}/code.svg", media_type="image/svg+xml", responses=refusals(404))
async def code(house: House, club: Club, name: str, request: Asking) -> bytes:
    """The address of an evening as a code to point a camera at."""
    await known(club, name)
    return code_of(house, request, f"evenings/{name}")


@post("/api/evenings/{name:str}/join", status_code=200, responses=refusals(*CHANGE))
async def join(house: House, club: Club, limits: Limits, name: str, data: Coming, request: Asking) -> ToldEvening:
    """Come, or come back: one plays from the next round on."""
    evening, guest = await asked(house, club, limits, name, request)
    await club.join(evening, guest, data.name)
    return await told_of(club, name, guest.id)


@post("/api/evenings/{name:str}/leave", status_code=200, responses=refusals(*CHANGE))
async def leave(house: House, club: Club, limits: Limits, name: str, request: Asking) -> ToldEvening:
    """Play no more; a match that one is in is given up."""
    evening, guest = await asked(house, club, limits, name, request)
    await club.leave(evening, guest.id)
    return await told_of(club, name, guest.id)


@post("/api/evenings/{name:str}/begin", status_code=200, responses=refusals(*CHANGE))
async def begin(house: House, club: Club, limits: Limits, name: str, request: Asking) -> ToldEvening:
    """The host begins: the first round is drawn, and its tables are laid."""
    evening, guest = await asked(house, club, limits, name, request)
    await club.begin(evening, guest.id)
    return await told_of(club, name, guest.id)


@post("/api/evenings/{name:str}/round", status_code=200, responses=refusals(*CHANGE))
async def next_round(
    house: House, club: Club, limits: Limits, name: str, data: NextRound, request: Asking
) -> ToldEvening:
    """The host begins the next round."""
    evening, guest = await asked(house, club, limits, name, request)
    await club.next_round(evening, guest.id, data.number)
    return await told_of(club, name, guest.id)


@post("/api/evenings/{name:str}/end", status_code=200, responses=refusals(*CHANGE))
async def end(house: House, club: Club, limits: Limits, name: str, request: Asking) -> ToldEvening:
    """The host ends it."""
    evening, guest = await asked(house, club, limits, name, request)
    await club.end(evening, guest.id)
    return await told_of(club, name, guest.id)


@post("/api/evenings/{name:str}/remove", status_code=200, responses=refusals(*CHANGE))
async def remove(house: House, club: Club, limits: Limits, name: str, data: Removal, request: Asking) -> ToldEvening:
    """The host takes somebody off the list."""
    evening, guest = await asked(house, club, limits, name, request)
    await club.remove(evening, guest.id, data.number)
    return await told_of(club, name, guest.id)


@post("/api/evenings/{name:str}/forfeit", status_code=200, responses=refusals(*CHANGE))
async def forfeit(house: House, club: Club, limits: Limits, name: str, data: Forfeit, request: Asking) -> ToldEvening:
    """The host says which seats of a table have lost, where nobody plays on or it came out otherwise."""
    evening, guest = await asked(house, club, limits, name, request)
    await club.forfeit(evening, guest.id, data.table, set(data.seats))
    return await told_of(club, name, guest.id)


@websocket("/api/evenings/{name:str}/socket")
async def socket(house: House, club: Club, limits: Limits, socket: WebSocket[Any, Any, Any], name: str) -> None:
    """Look at an evening: all that there is to know of it, whenever something changes. Nothing is asked here."""
    if from_elsewhere(socket):
        await socket.close(code=REFUSED)
        return
    address = address_of(socket)
    try:
        if limits.come(address):
            await socket.accept()
            await socket.close(code=TOO_MUCH)
            return
        token = token_of(socket)
        guest = await house.guest(token)
        await socket.accept()
        with contextlib.suppress(WebSocketDisconnect):
            await attend(club, socket, name, guest, hashed(token) if guest else "")
    finally:
        limits.go(address)


async def attend(club: Club, socket: WebSocket[Any, Any, Any], name: str, guest: Guest | None, session: str) -> None:
    """Until they go, or are nobody any more."""
    wire: Any = (socket.scope["extensions"] or {})[NAME]
    watcher = Watcher(wire, guest.id if guest else "", session)
    ear = Ear()
    watcher.onended = ear.end
    try:
        if not await club.watching.come(name, watcher):
            await socket.close(code=NOWHERE)
            return
        wire.listen(ear)
        if await ear.closed:
            await socket.close(code=SIGNED_OUT)
    finally:
        club.watching.go(name, watcher)


class Ear:
    """Whatever is said by who only looks is not heard."""

    unheard = 0

    def __init__(self) -> None:
        self.closed: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        """When they have gone; whether it is for the house to say so."""

    def hear(self, message: bytes) -> None: ...

    def gone(self) -> None:
        if not self.closed.done():
            self.closed.set_result(False)

    def end(self) -> None:
        if not self.closed.done():
            self.closed.set_result(True)


async def asked(house: House, club: Club, limits: Limits, name: str, request: Asking) -> tuple[Evening, Guest]:
    """The evening at which somebody wants something, and who that is."""
    admit(request, limits, limits.changes)
    guest = await known_guest(house, request)
    return await known(club, name), guest


async def known(club: Club, name: str) -> Evening:
    evening = await club.find(name)
    if evening is None:
        raise HTTPException(NO_EVENING, status_code=404)
    return evening


async def told_of(club: Club, name: str, who: str) -> ToldEvening:
    found = await club.watching.look(name)
    if found is None:
        raise HTTPException(NO_EVENING, status_code=404)
    return told_to(who, *found)


ALL = [lay, open_evenings, about, code, join, leave, begin, next_round, end, remove, forfeit, socket]
