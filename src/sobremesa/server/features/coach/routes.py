"""The coach over HTTP: for who plays a seat, about that seat alone."""

from typing import Annotated, Any, Literal

import msgspec
from litestar import Request, get, post
from litestar.exceptions import HTTPException

from sobremesa.analysis import coach_text
from sobremesa.server.features.coach.service import BUSY, GETTING_READY, Coaches, GettingReady, TooMany
from sobremesa.server.features.lobby.routes import admit, known, known_guest, number_of, refusals
from sobremesa.server.http.language import spoken
from sobremesa.server.http.limits import Limits
from sobremesa.server.live.registry import House
from sobremesa.server.protocol.commands import MOST_DRAFTED

Asking = Request[Any, Any, Any]
Seat = Annotated[str, msgspec.Meta(max_length=20)]
Text = Annotated[str, msgspec.Meta(max_length=60)]


class Hint(msgspec.Struct):
    """What the coach says to a seat that is to choose, after what it has drafted."""

    seat: str
    nudge: str
    """Where to look, in a sentence or two."""
    moves: list[str] = []
    """With the second step: what the coach would choose now, and after it in the same turn as far as can be said."""
    said: list[str] = []
    """What that does for certain, in sentences."""
    why: str = ""
    """What it is good for, in sentences."""


class Drafted(msgspec.Struct, forbid_unknown_fields=True):
    """Choices of a seat, from the next one on, that are to be weighed."""

    seat: Seat
    moves: Annotated[list[Text], msgspec.Meta(min_length=1, max_length=MOST_DRAFTED)]


class Warned(msgspec.Struct):
    """What they would give away."""

    seat: str
    warning: str
    """And what may come of it, in a few sentences; nothing where it is not much."""
    moves: list[str] = []
    """What the coach would choose instead."""
    said: list[str] = []
    why: str = ""


class Readiness(msgspec.Struct):
    """Whether a coach could answer now."""

    ready: bool


@get("/api/tables/{name:str}/coach", responses=refusals(400, 401, 403, 404, 429))
async def ready(house: House, limits: Limits, coaches: Coaches, name: str, seat: Seat, request: Asking) -> Readiness:
    """Whether the coach of a seat of one's own could answer. If what it thinks with has never been compiled here, it
    gets ready from now on."""
    admit(request, limits, limits.coming)
    guest = await known_guest(house, request)
    table = (await known(house, name)).table
    return Readiness(coaches.ready(table, guest.id, number_of(table, seat)))


@get("/api/tables/{name:str}/hint", responses=refusals(400, 401, 403, 404, 409, 429))
async def hint(
    house: House, limits: Limits, coaches: Coaches, name: str, seat: Seat, request: Asking, step: Literal[1, 2] = 1
) -> Hint:
    """A hint for a seat of one's own that has its coach on: first where to look, then what to choose."""
    admit(request, limits, limits.coming)
    guest = await known_guest(house, request)
    table = (await known(house, name)).table
    number, language = number_of(table, seat), spoken(request.headers.get("accept-language", ""))
    try:
        match, advice = await coaches.advice(table, guest.id, number)
    except TooMany:
        raise HTTPException(BUSY, status_code=429) from None
    except GettingReady:
        raise HTTPException(GETTING_READY, status_code=409) from None
    told = Hint(seat, coach_text.nudge(match, advice, language))
    if step == 2:
        told.moves, told.said = list(advice.moves), coach_text.sentences(match, advice, language)
        told.why = coach_text.why(match, advice, language)
    return told


@post("/api/tables/{name:str}/weigh", status_code=200, responses=refusals(400, 401, 403, 404, 409, 413, 429))
async def weigh(house: House, limits: Limits, coaches: Coaches, name: str, data: Drafted, request: Asking) -> Warned:
    """Whether choices of a seat of one's own that has its coach on would give away much, and what would not."""
    admit(request, limits, limits.coming)
    guest = await known_guest(house, request)
    table = (await known(house, name)).table
    number, language = number_of(table, data.seat), spoken(request.headers.get("accept-language", ""))
    try:
        match, verdict, better = await coaches.verdict(table, guest.id, number, data.moves)
    except TooMany:
        raise HTTPException(BUSY, status_code=429) from None
    except GettingReady:
        raise HTTPException(GETTING_READY, status_code=409) from None
    told = Warned(data.seat, coach_text.warning(match, verdict, language))
    if told.warning:
        told.moves, told.said = list(better.moves), coach_text.sentences(match, better, language)
        told.why = coach_text.why(match, better, language)
    return told


ALL = [ready, hint, weigh]
