"""Plans over HTTP: for their owners alone."""

import asyncio
from typing import Annotated, Any, Literal

import msgspec
from litestar import Request, delete, get, put

from sobremesa.server.features.lobby.routes import admit, known, known_guest, number_of, refusals
from sobremesa.server.features.plans import facts
from sobremesa.server.features.plans.facts import Askable
from sobremesa.server.features.plans.models import Branch, Made, Plan
from sobremesa.server.features.plans.service import Steward
from sobremesa.server.http.language import said, spoken
from sobremesa.server.http.limits import Limits
from sobremesa.server.live.live_table import Live
from sobremesa.server.live.registry import House

Asking = Request[Any, Any, Any]
PATH = "/api/tables/{name:str}/plan"
Line = Annotated[list[Annotated[str, msgspec.Meta(max_length=60)]], msgspec.Meta(max_length=100)]
Seat = Annotated[str, msgspec.Meta(max_length=20)]


class Ahead(msgspec.Struct):
    """What could be chosen later."""

    seat: str
    """By whom; nothing where that cannot be known."""
    moves: list[str]


class NewPlan(msgspec.Struct, forbid_unknown_fields=True):
    """What somebody plans for a seat."""

    choice: Annotated[int, msgspec.Meta(ge=0)]
    """The number of the seat's choice that comes next: `choice` of what it is shown."""
    entries: Annotated[int, msgspec.Meta(ge=0)]
    """How many entries the table had when they looked."""
    branches: list[Branch]


class ToldPlan(msgspec.Struct):
    """What somebody has planned for a seat, and what they can ask there."""

    seat: str
    state: Literal["none", "stands", "done", "stopped", "ended"]
    why: str
    """Why it stopped, in a sentence."""
    branches: list[Branch]
    at: int
    """The branch that was carried out last; -1 before the first."""
    done: list[Made]
    """The choices that were made by plan."""
    asks: list[Askable]
    """The facts that can be asked; nothing where no match is played."""


@get(PATH, responses=refusals(400, 401, 404))
async def read(house: House, steward: Steward, name: str, seat: Seat, request: Asking) -> ToldPlan:
    """What one has planned for a seat of one's own."""
    guest = await known_guest(house, request)
    live = await known(house, name)
    number = number_of(live.table, seat)
    return told(live, number, await steward.told(live, guest.id, number), request)


@get(f"{PATH}/ahead", responses=refusals(400, 401, 403, 404, 429))
async def look_ahead(
    house: House, limits: Limits, name: str, seat: Seat, request: Asking, moves: Line | None = None
) -> Ahead:
    """Who would be to choose if these moves were made one after the other, and what they could choose."""
    admit(request, limits, limits.coming)
    guest = await known_guest(house, request)
    table = (await known(house, name)).table
    number = number_of(table, seat)
    table.own(guest.id, number)
    return Ahead(*await asyncio.to_thread(facts.ahead, table.playing().copy(), number, moves or []))


@put(PATH, responses=refusals(400, 401, 403, 404, 413, 429))
async def plan(
    house: House, steward: Steward, limits: Limits, name: str, seat: Seat, data: NewPlan, request: Asking
) -> ToldPlan:
    """Plan what is chosen for a seat of one's own, instead of what was planned before; its first part at once, if the
    seat is awaited."""
    admit(request, limits, limits.changes)
    guest = await known_guest(house, request)
    live = await known(house, name)
    number = number_of(live.table, seat)
    new = await steward.plan(live, guest.id, number, data.choice, data.entries, data.branches)
    return told(live, number, new, request)


@delete(PATH, status_code=200, responses=refusals(400, 401, 403, 404, 429))
async def drop(house: House, steward: Steward, limits: Limits, name: str, seat: Seat, request: Asking) -> ToldPlan:
    """Carry out nothing more of what was planned for a seat of one's own."""
    admit(request, limits, limits.changes)
    guest = await known_guest(house, request)
    live = await known(house, name)
    number = number_of(live.table, seat)
    await steward.drop(live, guest.id, number)
    return told(live, number, await steward.told(live, guest.id, number), request)


def told(live: Live, seat: int, plan: Plan | None, request: Asking) -> ToldPlan:
    match, name = live.table.match, live.table.names[seat]
    asks = facts.askable(match, seat) if match and not match.is_over else []
    if plan is None:
        return ToldPlan(name, "none", "", [], -1, [], asks)
    why = said(plan.why, spoken(request.headers.get("accept-language", "")))
    return ToldPlan(name, plan.state, why, plan.branches, plan.at, plan.done, asks)


ALL = [read, look_ahead, plan, drop]
