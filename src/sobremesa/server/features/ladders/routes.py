"""Ladders over HTTP. Nobody is told at which table another played, unless they sat there themselves; and only people
with an account can be asked about."""

import asyncio
import re
from typing import Annotated, Any

from litestar import Request, get
from litestar.exceptions import HTTPException
from litestar.params import Parameter

from sobremesa.server.features.ladders.messages import Board, Climber, Counted, Known, changed, climbed, kind_of, placed
from sobremesa.server.features.ladders.store import PAGE
from sobremesa.server.features.lobby.routes import known, known_guest, refusals, token_of
from sobremesa.server.live.registry import House
from sobremesa.server.tables.rated import BOT, PAR, Ladder, all_ladders, pars

Asking = Request[Any, Any, Any]
HANDLE = re.compile(r"(bot:)?[\w.-]{1,60}", re.ASCII)
NO_LADDER = "There is no such ladder."
NOBODY = "Nobody on any ladder is called that."


@get("/api/ladders")
async def ladders(house: House) -> list[Known]:
    """Every ladder that there can be: for each game, mode and number of seats."""
    counts = await house.reading(house.store.ladders.counts)
    return [_known(ladder, counts) for ladder in all_ladders()]


@get("/api/ladders/{game:str}/{mode:str}/{seats:int}", responses=refusals(400, 404))
async def ladder(
    house: House,
    game: str,
    mode: str,
    seats: int,
    request: Asking,
    page: Annotated[int, Parameter(ge=1, le=1_000_000)] = 1,
) -> Board:
    """Who stands where: people with accounts and bots, fifty on a page, the highest first."""
    asked = Ladder(game, mode, seats)
    if asked not in all_ladders():
        raise HTTPException(NO_LADDER, status_code=404)
    guest = await house.guest(token_of(request))
    me, kept = guest.id if guest else "", house.store.ladders

    def look() -> Board:
        found = _known(asked, kept.counts())
        before = (page - 1) * PAGE
        rungs = [*enumerate(kept.page(asked.name, page - 1), before + 1)]
        places = house.damage.sound(
            "rung", rungs, lambda each: placed(each[1], each[0], me), lambda each: f"{asked.name} {each[1].who}"
        )
        mine = kept.rung(asked.name, me) if me else None
        you = next((each for each in places if each.you), None)
        if mine and not you:
            you = placed(mine, kept.above(asked.name, me) + 1, me)
        account = bool(me) and house.store.people.account(me) is not None
        return Board(found, page, max(1, -(-found.listed // PAGE)), places, you, account)

    return await asyncio.to_thread(look)


@get("/api/ratings/me", responses=refusals(401))
async def own_ratings(house: House, request: Asking) -> Climber:
    """One's own ratings, with the tables where they were won and lost."""
    guest = await known_guest(house, request)
    return await asyncio.to_thread(_climber, house, guest.id, guest.name, True)


@get("/api/people/{handle:str}/ratings", responses=refusals(404))
async def ratings(house: House, handle: str, request: Asking) -> Climber:
    """The ratings of a person with an account, by the handle that a ladder gives; or of a bot, as in `bot:normal`."""
    guest = await house.guest(token_of(request))
    me = guest.id if guest else ""
    found = await asyncio.to_thread(_found, house, handle, me) if HANDLE.fullmatch(handle) else None
    if found is None:
        raise HTTPException(NOBODY, status_code=404)
    return found


@get("/api/tables/{name:str}/ratings", responses=refusals(400, 404))
async def counted(house: House, name: str) -> Counted:
    """What a match changed for each of its seats, once it is over and has been counted."""
    await known(house, name)
    kept = house.store.ladders
    pending = await house.reading(kept.is_pending, name)  # before the other, or it might be counted in between
    return Counted(pending, [changed(step) for step in await house.reading(kept.changes, name)])


def _known(ladder: Ladder, counts: dict[str, tuple[int, int]]) -> Known:
    listed, matches = counts.get(ladder.name, (0, 0))
    return Known(ladder.game, ladder.mode, ladder.seats, listed, matches, pars().get(ladder.name))


def _found(house: House, handle: str, me: str) -> Climber | None:
    if handle == PAR or handle.startswith(BOT):
        ladders = climbed(house.store.ladders, house.damage, handle, [handle], own=False)
        return Climber(handle.removeprefix(BOT), kind_of(handle), handle, False, ladders) if ladders else None
    person = house.store.ladders.person(handle)
    return _climber(house, person, "", person == me) if person else None


def _climber(house: House, person: str, name: str, own: bool) -> Climber:
    found = house.store.ladders.on(person)
    name, handle = (found[0][1].name, found[0][1].handle) if found else (name, "")
    ladders = climbed(house.store.ladders, house.damage, person, house.store.people.selves(person), own)
    return Climber(name, "person", handle, own, ladders)


ALL = [ladders, ladder, own_ratings, ratings, counted]
