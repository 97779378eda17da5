"""Matches looked at again, over HTTP."""

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import Request, delete, get, post
from litestar.exceptions import HTTPException

from sobremesa.server.features.analysis.messages import Analysed, told
from sobremesa.server.features.analysis.service import Analyst, key_of
from sobremesa.server.features.lobby.routes import admit, admit_by_all, known, known_guest, refusals, token_of
from sobremesa.server.features.study import opinion
from sobremesa.server.features.study.messages import NewStudy
from sobremesa.server.features.study.routes import begun, tongue
from sobremesa.server.http.limits import Limits
from sobremesa.server.live.registry import House
from sobremesa.server.tables.log import Guest
from sobremesa.server.tables.table import Table

Asking = Request[Any, Any, Any]
Language = Annotated[str, msgspec.Meta(max_length=20)]
Since = Annotated[int, msgspec.Meta(ge=0)]
PATH = "/api/tables/{name:str}/analysis"


@post(PATH, status_code=200, responses=refusals(400, 401, 403, 404, 409, 429))
async def begin(
    house: House, limits: Limits, analyst: Analyst, name: str, request: Asking, language: Language = ""
) -> Analysed:
    """Have a match that is over looked at again, or find what has been."""
    await admit_by_all(request, limits, limits.analyses)
    guest = await known_guest(house, request)
    table = await over(house, name)
    found = await analyst.begin(table)
    return await asyncio.to_thread(
        told, table.begun().copy(), found, 0, tongue(request, language), may_stop(table, guest)
    )


@get(PATH, responses=refusals(400, 404, 409))
async def read(
    house: House, analyst: Analyst, name: str, request: Asking, since: Since = 0, language: Language = ""
) -> Analysed:
    """What has been found so far, from a row on, a hundred at most."""
    table = await over(house, name)
    guest = await house.guest(token_of(request))
    found = await analyst.follow(table)
    return await asyncio.to_thread(
        told, table.begun().copy(), found, since, tongue(request, language), may_stop(table, guest)
    )


@delete(PATH, status_code=200, responses=refusals(400, 401, 403, 404, 409, 429))
async def stop(
    house: House, limits: Limits, analyst: Analyst, name: str, request: Asking, language: Language = ""
) -> Analysed:
    """Look no further; what has been found stays, and is gone on with when somebody asks again."""
    admit(request, limits, limits.coming)
    guest = await known_guest(house, request)
    table = await over(house, name)
    if not may_stop(table, guest):
        raise HTTPException("Only those who played here can stop it.", status_code=403)
    await analyst.stop(table)
    found = await analyst.find(key_of(table))
    return await asyncio.to_thread(told, table.begun().copy(), found, 0, tongue(request, language), True)


@post("/api/study/opinion", status_code=200, responses=refusals(400, 403, 404, 409, 413, 429))
async def weigh(house: House, limits: Limits, analyst: Analyst, data: NewStudy, request: Asking) -> opinion.Opinion:
    """What the house thinks of a position that somebody tries: what each seat can expect, and what is best. Not of a
    match that is being played, nor of a puzzle."""
    admit(request, limits, limits.study)
    if data.begin.puzzle:
        raise HTTPException("Of a puzzle the house does not say what is best.", status_code=403)
    if data.begin.table:
        await over(house, data.begin.table)
    match, _ = await begun(house, data.begin, request)
    async with analyst.turns:
        return await asyncio.to_thread(opinion.of, match, data, tongue(request, data.language))


async def over(house: House, name: str) -> Table:
    """A table whose match is over."""
    table = (await known(house, name)).table
    if table.state != "over":
        raise HTTPException("A match is looked at again when it is over.", status_code=409)
    return table


def may_stop(table: Table, guest: Guest | None) -> bool:
    return guest is not None and (guest.id == table.facts.owner or bool(table.seats_of(guest.id)))


ALL = [begin, read, stop, weigh]
