"""What people do about each other, over HTTP: whom they mute and report, and what moderators have to tell them."""

import secrets
import time
from typing import Annotated, Any

import msgspec
from litestar import Request, get, post
from litestar.exceptions import HTTPException
from msgspec.structs import astuple

from sobremesa.mistakes import Mistake
from sobremesa.server.features.lobby.routes import admit, known, known_guest, refusals, token_of
from sobremesa.server.features.moderation.models import Kind, Mute, Reason, Report
from sobremesa.server.http.limits import Limits
from sobremesa.server.live.registry import House, hashed
from sobremesa.server.text import plain

LINES = 20
"""What was said last goes along with a report."""
LONGEST = 500
Asking = Request[Any, Any, Any]
Short = Annotated[str, msgspec.Meta(max_length=100)]


class NewReport(msgspec.Struct, forbid_unknown_fields=True):
    table: Short
    name: Short
    """A seat, or the name of somebody who watches."""
    reason: Reason
    text: Annotated[str, msgspec.Meta(max_length=LONGEST)] = ""
    """What happened, in a sentence."""


class MutedPerson(msgspec.Struct):
    id: str
    name: str
    made: float


class Unmuting(msgspec.Struct, forbid_unknown_fields=True):
    id: Short


class Notice(msgspec.Struct):
    """What a moderator did about one."""

    id: str
    made: float
    kind: Kind
    name: str
    """What one was called then."""
    reason: Reason
    why: str
    until: float | None


class Between(msgspec.Struct):
    """What there is between one and others."""

    muted: list[MutedPerson]
    notices: list[Notice]
    """What one has not been told yet."""
    moderator: bool


class Read(msgspec.Struct, forbid_unknown_fields=True):
    id: Short


@get("/api/conduct")
async def between(house: House, request: Asking) -> Between:
    """Whom one has muted, what a moderator has to tell one, and whether one is a moderator."""
    guest = await house.guest(token_of(request))
    kept = house.store.conduct

    def found(person: str) -> Between:
        muted = [MutedPerson(id_of(person, each), each.name, each.made) for each in kept.mutes(person)]
        notices = [
            Notice(each.id, each.made, each.kind, each.name, each.reason, each.why, each.until)
            for each in kept.notices(person)
        ]
        return Between(muted, notices, kept.moderates(person))

    return await house.reading(found, guest.id) if guest else Between([], [], False)


@post("/api/conduct/unmute", status_code=204, responses=refusals(400, 401, 403, 413, 429))
async def unmute(house: House, limits: Limits, data: Unmuting, request: Asking) -> None:
    """Hear somebody again, wherever they are."""
    admit(request, limits, limits.changes)
    guest = await known_guest(house, request)
    found = await house.reading(house.store.conduct.mutes, guest.id)
    people = {each.who: each.name for each in found if id_of(guest.id, each) == data.id}
    if not people:
        raise Mistake("You have not muted them.")
    await house.mute(guest.id, people, False)


@post("/api/conduct/read", status_code=204, responses=refusals(400, 401, 403, 413, 429))
async def read(house: House, limits: Limits, data: Read, request: Asking) -> None:
    """One has read what a moderator had to tell: it is not told again."""
    admit(request, limits, limits.changes)
    guest = await known_guest(house, request)
    await house.reading(house.store.conduct.tell, guest.id, data.id, time.time())


@post("/api/reports", status_code=204, responses=refusals(400, 401, 403, 404, 413, 429))
async def report(house: House, limits: Limits, data: NewReport, request: Asking) -> None:
    """Tell the moderators about somebody at a table. What was said there last goes along; nobody there is told."""
    admit(request, limits, limits.changes)
    guest = await known_guest(house, request)
    live = await known(house, data.table)
    about, name = next(iter(live.chat.called(live.table, guest.id, data.name).items()))
    if await limits.left(limits.reports, guest.id) < 0:
        raise HTTPException("You have reported much in a short time: wait a few minutes.", status_code=429)
    lines = [list(astuple(line)) for line in list(live.chat.lines)[-LINES:]]
    made = Report(
        secrets.token_urlsafe(9), time.time(), guest.id, about, name, data.table, data.reason, plain(data.text), lines
    )
    await house.reading(house.store.conduct.report, made)


def id_of(listener: str, mute: Mute) -> str:
    """By which one names somebody whom one has muted: who they are stays with the house."""
    return hashed(f"{listener} {mute.who}")[:16]


ALL = [between, unmute, read, report]
