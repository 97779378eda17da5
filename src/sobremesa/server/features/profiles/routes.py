"""A person's profile over HTTP: what came of their matches, and with which first choices. Others are told of rated
matches only, added up; which matches these were, and all others, only who played them is told."""

import asyncio
import io
import zipfile
from collections.abc import AsyncIterator, Sequence
from datetime import UTC, datetime
from typing import Annotated, Any

import msgspec
from litestar import Request, get
from litestar.exceptions import HTTPException
from litestar.params import Parameter
from litestar.response import Stream

from sobremesa.server.damaged import Damage
from sobremesa.server.database import Store
from sobremesa.server.features.accounts.accounts import Accounts
from sobremesa.server.features.accounts.export import sat
from sobremesa.server.features.accounts.routes import TOO_OFTEN, somebody
from sobremesa.server.features.ladders.routes import HANDLE, NOBODY
from sobremesa.server.features.lobby.routes import known_guest, refusals, token_of
from sobremesa.server.features.profiles.store import Opening, Played, Tally
from sobremesa.server.http.limits import Limits
from sobremesa.server.live.registry import House
from sobremesa.server.sessions.models import Laid

Asking = Request[Any, Any, Any]
PAGE = 20
"""Matches that are told at once."""
OPENINGS = 5
"""First choices of a game that are told."""


class Profile(msgspec.Struct, frozen=True):
    """Somebody, by what they played."""

    name: str
    handle: str
    """By which others ask about them; nothing for who is on no ladder."""
    you: bool
    """Whether it is who asks: then all matches are counted, not only the rated ones."""
    results: list[Tally]
    openings: list[Opening]
    """The five first choices of each game that they made most often."""


class Player(msgspec.Struct, frozen=True):
    name: str
    bot: bool


class Past(msgspec.Struct, frozen=True):
    """A match that somebody played."""

    table: str
    game: str
    mode: str
    at: float
    rated: bool
    sides: int
    place: int
    """From 1; 0 for who had several seats."""
    shared: bool
    """Whether another side has the same place."""
    others: list[Player]


class Pasts(msgspec.Struct, frozen=True):
    matches: list[Past]
    more: bool
    """Whether there are any before these."""


@get("/api/profile/me", responses=refusals(401))
async def own_profile(house: House, request: Asking) -> Profile:
    """One's own profile, also of a guest."""
    guest = await known_guest(house, request)
    return await house.reading(told, house.store, guest.id, guest.name, True)


@get("/api/people/{handle:str}/profile", responses=refusals(404))
async def profile(house: House, handle: str, request: Asking) -> Profile:
    """The profile of a person with an account, by the handle that a ladder gives: of their rated matches."""
    guest = await house.guest(token_of(request))
    person = await house.reading(house.store.ladders.person, handle) if HANDLE.fullmatch(handle) else None
    if person is None:
        raise HTTPException(NOBODY, status_code=404)
    return await house.reading(told, house.store, person, "", bool(guest and guest.id == person))


@get("/api/profile/matches", responses=refusals(400, 401))
async def own_matches(
    house: House, request: Asking, before: Annotated[float | None, Parameter(ge=0, le=1e12)] = None
) -> Pasts:
    """One's own matches that are over, the last first, twenty at a time: those that ended before a time."""
    guest = await known_guest(house, request)
    return await house.reading(past, house.store, house.damage, guest.id, before)


@get("/api/profile/records.zip", media_type="application/zip", responses=refusals(401, 429))
async def records(accounts: Accounts, limits: Limits, request: Asking) -> Stream:
    """The records of all one's matches that are over, in one file."""
    known = await somebody(accounts, request)
    if await limits.left(limits.exports, known.guest.id) < 0:
        raise HTTPException(TOO_OFTEN, status_code=429)
    laid = await accounts.house.reading(accounts.kept.tables, known.guest.id)
    headers = {"Content-Disposition": 'attachment; filename="sobremesa-records.zip"', "Cache-Control": "no-store"}
    over = [each for each in laid if each.over]
    return Stream(packed(accounts, over, known.guest.id), media_type="application/zip", headers=headers)


def told(store: Store, person: str, name: str, own: bool) -> Profile:
    selves, rungs = store.people.selves(person), store.ladders.on(person)
    if rungs:
        name = name or rungs[0][1].name
    handle = rungs[0][1].handle if rungs else ""
    found = store.matches.openings(selves, rated=not own)
    return Profile(name, handle, own, store.matches.tallies(selves, rated=not own), most_of_each(found))


def most_of_each(openings: Sequence[Opening]) -> list[Opening]:
    """The first few of each game."""
    by_game: dict[str, list[Opening]] = {}
    for each in openings:
        by_game.setdefault(each.game, []).append(each)
    return [each for some in by_game.values() for each in some[:OPENINGS]]


def past(store: Store, damage: Damage, person: str, before: float | None) -> Pasts:
    rows = store.matches.of(store.people.selves(person), before, PAGE + 1)

    def told(row: Played) -> Past:
        return told_match(row, store.matches.names([row.table])[row.table])

    return Pasts(damage.sound("match", rows[:PAGE], told, lambda row: row.table), len(rows) > PAGE)


def told_match(row: Played, names: dict[int, tuple[str, bool]]) -> Past:
    others = [Player(*names[seat]) for seat in sorted(names) if seat != row.seat and seat < row.seats]
    return Past(row.table, row.game, row.mode, row.at, row.rated, row.sides, row.place, row.shared, others)


class Sink(io.RawIOBase):
    """What has been written and not been sent yet."""

    def __init__(self) -> None:
        self._waiting = bytearray()

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self._waiting += data
        return len(data)

    def taken(self) -> bytes:
        waiting, self._waiting = bytes(self._waiting), bytearray()
        return waiting


async def packed(accounts: Accounts, laid: Sequence[Laid], person: str) -> AsyncIterator[bytes]:
    """A file that grows while it is sent, one match after the other."""
    house, sink = accounts.house, Sink()
    async with accounts.exporting:
        with zipfile.ZipFile(sink, "w", zipfile.ZIP_DEFLATED) as file:
            for each in laid:
                try:
                    await house.prepare(each.game)
                    record = (await asyncio.to_thread(sat, house.store, each, person)).record
                except Exception as error:
                    house.damage.name("table", each.table, error)
                    continue
                if record is not None:
                    day = datetime.fromtimestamp(each.made, UTC).date()
                    file.writestr(f"{each.game}-{day}-{each.table}.txt", record)
                    yield sink.taken()
        yield sink.taken()


ALL = [own_profile, profile, own_matches, records]
