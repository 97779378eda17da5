"""One's tables over HTTP: which of them wait, when one is away, and how one likes to be told."""

import asyncio
from typing import Annotated, Any
from urllib.parse import urlsplit

import msgspec
from litestar import Request, get, post
from litestar.exceptions import HTTPException

from sobremesa.server.features.accounts.accounts import Accounts
from sobremesa.server.features.correspondence import push, vacation
from sobremesa.server.features.correspondence.listing import Next, Sitting, next_of, sittings
from sobremesa.server.features.correspondence.models import Push, Vacation, Ways
from sobremesa.server.features.correspondence.service import Correspondence
from sobremesa.server.features.lobby.routes import admit, known_guest, refusals, token_of
from sobremesa.server.http.addresses import is_loopback
from sobremesa.server.http.language import spoken
from sobremesa.server.http.limits import Limits
from sobremesa.server.live.registry import House, hashed

Asking = Request[Any, Any, Any]
Short = Annotated[str, msgspec.Meta(max_length=300)]
Long = Annotated[str, msgspec.Meta(max_length=push.LONGEST)]
CHANGING = 400, 401, 403, 413, 429


class Away(msgspec.Struct):
    """A vacation, from a moment to another."""

    begins: float
    ends: float


class Told(msgspec.Struct):
    """How one is told, and when one is away."""

    key: str
    """By which browsers know this house, for their push service."""
    here: bool
    """Whether the browser that asks is told."""
    browsers: int
    """How many of one's browsers are."""
    letters: bool
    """Whether one is written to."""
    email: str
    """Where to, if one has an account with an address."""
    post: bool
    """Whether this house can write to people."""
    away: list[Away]
    """One's vacations that are not over."""
    left: int
    """Days of vacation left this year."""
    now: float
    """What time it is by the house's clock."""


class Keys(msgspec.Struct, forbid_unknown_fields=True):
    p256dh: Short
    auth: Short


class NewPush(msgspec.Struct, forbid_unknown_fields=True):
    """As a browser gives it: `PushSubscription.toJSON()`."""

    endpoint: Long
    keys: Keys
    expirationTime: float | None = None  # noqa: N815 (its own name)


class Letters(msgspec.Struct, forbid_unknown_fields=True):
    wanted: bool


class NewVacation(msgspec.Struct, forbid_unknown_fields=True):
    first: Short
    """A day like 2026-08-31, of UTC; it may be today, and then it begins now."""
    last: Short


class OldVacation(msgspec.Struct, forbid_unknown_fields=True):
    begins: float


class Stop(msgspec.Struct, forbid_unknown_fields=True):
    token: Short


@get("/api/turns", responses=refusals(401, 429))
async def tables(house: House, limits: Limits, correspondence: Correspondence, request: Asking) -> list[Sitting]:
    """One's tables that are not over: those that wait first, by when they are due."""
    guest = await known_guest(house, request)
    if not limits.may(limits.listing, guest.id):
        raise HTTPException("Too much was asked for at once in that name: wait a minute.", status_code=429)
    await correspondence.settle()
    return await sittings(house, guest.id)


@get("/api/turns/next")
async def next_table(
    house: House,
    correspondence: Correspondence,
    request: Asking,
    after: Annotated[str, msgspec.Meta(max_length=60)] = "",
) -> Next:
    """The next table by correspondence that waits for one, after another if one is named, and how many do."""
    guest = await house.guest(token_of(request))
    if guest is None:
        return Next("", 0)
    await correspondence.settle()
    return next_of(await house.reading(house.store.turns.of, guest.id), after)


@get("/api/turns/told", responses=refusals(401))
async def told(house: House, accounts: Accounts, correspondence: Correspondence, request: Asking) -> Told:
    """How one is told that one is awaited, and when one is away."""
    guest = await known_guest(house, request)
    kept, session, now = house.store.turns, hashed(token_of(request)), house.now()

    def gather() -> Told:
        account, ways = house.store.people.account(guest.id), kept.ways(guest.id)
        browsers, vacations = kept.pushes(guest.id), kept.vacations(guest.id)
        return Told(
            correspondence.notices.sender.key,
            any(each.session == session for each in browsers),
            len(browsers),
            bool(ways and ways.letters),
            (account.email or "") if account else "",
            accounts.post is not None,
            [Away(each.begins, each.ends) for each in vacations if each.ends > now],
            vacation.left(vacations, vacation.year_of(now)),
            now,
        )

    return await asyncio.to_thread(gather)


@post("/api/turns/push", status_code=204, responses=refusals(*CHANGING))
async def add_push(house: House, limits: Limits, data: NewPush, request: Asking) -> None:
    """Be told by the browser that asks, as long as one is known there."""
    admit(request, limits, limits.changes)
    await known_guest(house, request)
    push.fit(data.endpoint, data.keys.p256dh, data.keys.auth)
    name, session = push.name_of(data.endpoint), hashed(token_of(request))
    keys, language = (data.keys.p256dh, data.keys.auth), language_of(request)
    new = Push(name, session, data.endpoint, *keys, language, origin_of(house, request), house.now())
    await house.reading(house.store.turns.add_push, new)


@post("/api/turns/push/remove", status_code=204, responses=refusals(401, 403, 429))
async def remove_push(house: House, limits: Limits, request: Asking) -> None:
    """Be told no more by the browser that asks."""
    admit(request, limits, limits.changes)
    guest = await known_guest(house, request)
    session = hashed(token_of(request))
    found = [each.id for each in await house.reading(house.store.turns.pushes, guest.id) if each.session == session]
    await house.reading(house.store.turns.remove_pushes, found)


@post("/api/turns/letters", status_code=204, responses=refusals(*CHANGING))
async def set_letters(house: House, limits: Limits, accounts: Accounts, data: Letters, request: Asking) -> None:
    """Be written to, or no more."""
    admit(request, limits, limits.changes)
    guest = await known_guest(house, request)
    if data.wanted:
        account = await house.reading(house.store.people.account, guest.id)
        if accounts.post is None:
            raise HTTPException("This house writes no letters.", status_code=400)
        if account is None or not account.email:
            raise HTTPException("Letters need an account with an e-mail address: see /account.", status_code=400)
    ways = Ways(guest.id, data.wanted, language_of(request), origin_of(house, request))
    await house.reading(house.store.turns.set_ways, ways)


@post("/api/turns/stop", status_code=204, responses=refusals(400, 403, 413, 429))
async def stop(house: House, limits: Limits, correspondence: Correspondence, data: Stop, request: Asking) -> None:
    """Be written to no more, by the link in a letter."""
    admit(request, limits, limits.changes)
    person = correspondence.notices.stopping(data.token)
    if person is None:
        raise HTTPException("That link is not whole: copy it from the letter once more.", status_code=400)
    await house.reading(house.store.turns.stop_letters, person)


@post("/api/turns/vacation", status_code=204, responses=refusals(*CHANGING))
async def go_away(
    house: House, limits: Limits, correspondence: Correspondence, data: NewVacation, request: Asking
) -> None:
    """Be away for some days: one's clocks by correspondence stand."""
    admit(request, limits, limits.changes)
    guest = await known_guest(house, request)

    def leave() -> None:
        others = house.store.turns.vacations(guest.id)
        house.store.turns.leave(vacation.planned(guest.id, data.first, data.last, house.now(), others))

    await asyncio.to_thread(leave)
    await correspondence.see_who_is_away()


@post("/api/turns/vacation/end", status_code=204, responses=refusals(*CHANGING))
async def come_back(
    house: House, limits: Limits, correspondence: Correspondence, data: OldVacation, request: Asking
) -> None:
    """Be back from a vacation, or do without one that has not begun."""
    admit(request, limits, limits.changes)
    guest = await known_guest(house, request)
    now = house.now()
    found = await house.reading(house.store.turns.vacations, guest.id)
    old = next((each for each in found if each.begins == data.begins and each.ends > now), None)
    if old is None:
        raise HTTPException("You have no such vacation.", status_code=400)
    await house.reading(house.store.turns.come_back, Vacation(guest.id, old.begins, old.ends), now)
    await correspondence.see_who_is_away()


def language_of(request: Asking) -> str:
    return spoken(request.headers.get("accept-language", ""))


def origin_of(house: House, request: Asking) -> str:
    """Return the address of the server for letters, which are read on other devices too: as others reach it, else as
    the browser has it."""
    origin = str(request.headers.get("origin", "") or request.base_url)
    reached = house.reach.address(request) if is_loopback(urlsplit(origin).hostname) else ""
    return (reached or origin).rstrip("/")


ALL = [tables, next_table, told, add_push, remove_push, set_letters, stop, go_away, come_back]
