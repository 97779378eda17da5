"""The moderators' desk over HTTP: what was reported, and what they do about it. Everything is written down."""

import secrets
import time
from typing import Annotated, Any, Literal

import msgspec
from litestar import Request, get, post
from litestar.exceptions import HTTPException

from sobremesa.mistakes import Mistake
from sobremesa.server.features.lobby.routes import admit, known_guest, refusals
from sobremesa.server.features.moderation.models import Action, Kind, Reason, Report
from sobremesa.server.http.limits import Limits
from sobremesa.server.live.registry import House
from sobremesa.server.tables.log import Guest
from sobremesa.server.tables.seating import LONGEST_NAME
from sobremesa.server.text import plain

SHOWN = 50
DAY = 86400.0
Asking = Request[Any, Any, Any]
Short = Annotated[str, msgspec.Meta(max_length=100)]
Why = Annotated[str, msgspec.Meta(min_length=1, max_length=500)]


class Heard(msgspec.Struct):
    """A line that was said."""

    seat: str
    name: str
    text: str
    at: float
    theirs: bool
    """Whether it is of the person who was reported."""


class Earlier(msgspec.Struct):
    """Another report about the same person."""

    made: float
    reason: Reason
    text: str
    closed: bool


class Deed(msgspec.Struct):
    """What a moderator did."""

    id: str
    made: float
    kind: Kind
    name: str
    reason: Reason
    why: str
    until: float | None
    moderator: str
    lifted: float | None
    holds: bool


class Case(msgspec.Struct):
    """A report that nobody has dealt with, and all there is to it."""

    id: str
    made: float
    reason: Reason
    text: str
    table: str
    name: str
    """What the person was called there."""
    called: str
    """What they are called now."""
    account: bool
    moderator: bool
    reporter: str
    lines: list[Heard]
    earlier: list[Earlier]
    deeds: list[Deed]
    """What was done about the person before."""


class Desk(msgspec.Struct):
    cases: list[Case]
    """The newest first."""
    holding: list[Deed]
    """What holds of anybody, and can be lifted."""
    done: list[Deed]
    """What was done last."""


class Deciding(msgspec.Struct, forbid_unknown_fields=True):
    report: Short
    kind: Literal["dismiss", "warn", "silence", "shut out", "rename"]
    reason: Reason
    why: Why
    """A sentence, which the person is told; for who dismisses, for the other moderators."""
    days: Annotated[int, msgspec.Meta(ge=1, le=3650)] | None = None
    """How long it holds; for good where nothing is said."""
    name: Short = ""
    """The new name, for who replaces one."""


class Lifting(msgspec.Struct, forbid_unknown_fields=True):
    id: Short
    why: Why


@get("/api/moderation", responses=refusals(401, 403))
async def desk(house: House, request: Asking) -> Desk:
    """What was reported and not dealt with, what holds, and what was done last; for moderators."""
    await moderator(house, request)
    return await house.reading(on_the_desk, house, time.time())


@post("/api/moderation/act", status_code=204, responses=refusals(400, 401, 403, 413, 429))
async def act(house: House, limits: Limits, data: Deciding, request: Asking) -> None:
    """Deal with a report, at once and at every worker of the house."""
    admit(request, limits, limits.changes)
    me = await moderator(house, request)
    report = await house.reading(house.store.conduct.reported, data.report)
    if report is None:
        raise Mistake("There is no such report.")
    name = plain(data.name)[:LONGEST_NAME] if data.kind == "rename" else ""
    if data.kind == "rename" and (not name or name.casefold() == report.name.casefold()):
        raise Mistake("A name is replaced by another: say which.")
    action = decided(me, report, data, time.time())
    await house.reading(house.store.conduct.act, action, name)
    if data.kind == "shut out":
        await shut_out(house, report.about)
    elif data.kind == "rename":
        house.let_go([], [report.about])


@post("/api/moderation/lift", status_code=204, responses=refusals(400, 401, 403, 413, 429))
async def lift(house: House, limits: Limits, data: Lifting, request: Asking) -> None:
    """Something that a moderator did holds no more."""
    admit(request, limits, limits.changes)
    me = await moderator(house, request)
    why = sentence(data.why)
    lifting = Action(secrets.token_urlsafe(9), time.time(), None, "", me.id, me.name, "lift", "other", why)
    await house.reading(house.store.conduct.lift, data.id, lifting)


async def moderator(house: House, request: Asking) -> Guest:
    guest = await known_guest(house, request)
    if not await house.reading(house.store.conduct.moderates, guest.id):
        raise HTTPException("That is for the moderators of the house.", status_code=403)
    return guest


def decided(me: Guest, report: Report, data: Deciding, now: float) -> Action:
    lasts = data.days if data.kind in ("silence", "shut out") else None
    until = now + DAY * lasts if lasts else None
    parts = report.about, report.name, me.id, me.name, data.kind, data.reason, sentence(data.why), until, report.id
    return Action(secrets.token_urlsafe(9), now, *parts)


def sentence(why: str) -> str:
    told = plain(why)
    if not told:
        raise Mistake("Say in a sentence why.")
    return told


async def shut_out(house: House, person: str) -> None:
    """Nobody is known by the sessions of that person any more."""
    people = house.store.people
    tokens = [each.token for each in await house.reading(people.sessions, person)]
    await house.reading(people.end, tokens)
    house.let_go(tokens)


def on_the_desk(house: House, now: float) -> Desk:
    kept = house.store.conduct
    cases = [case(house, report, now) for report in kept.open_reports(SHOWN)]
    holding = [deed(action, now) for action in kept.holding(now)]
    return Desk(cases, holding, [deed(action, now) for action in kept.last_actions(SHOWN)])


def case(house: House, report: Report, now: float) -> Case:
    kept, about = house.store.conduct, report.about
    names = kept.names([about, report.reporter])
    others = [each for each in kept.reports_about(about) if each.id != report.id]
    return Case(
        report.id,
        report.made,
        report.reason,
        report.text,
        report.place,
        report.name,
        names.get(about, report.name),
        house.store.people.account(about) is not None,
        kept.moderates(about),
        names.get(report.reporter, ""),
        [Heard(seat, name, text, at, who == about) for who, seat, name, text, at in report.lines],
        [Earlier(each.made, each.reason, each.text, each.closed is not None) for each in others],
        [deed(action, now) for action in kept.actions_about(about)],
    )


def deed(action: Action, now: float) -> Deed:
    return Deed(
        action.id,
        action.made,
        action.kind,
        action.name,
        action.reason,
        action.why,
        action.until,
        action.moderator_name,
        action.lifted,
        action.holds(now),
    )


ALL = [desk, act, lift]
