"""Pictures of matches over HTTP, to pass on. Each shows what the eyes of who asks may see, as moments do."""

import asyncio
from typing import Annotated, Any, Literal

import msgspec
from litestar import Request, Response, get
from litestar.exceptions import HTTPException
from litestar.params import Parameter

from sobremesa.play.match import Match
from sobremesa.play.picture import LARGE, WIDTH, drawings
from sobremesa.server.features.lobby.routes import admit, admit_by_all, eyes_of, known, refusals, token_of
from sobremesa.server.features.pictures.renderer import Studio
from sobremesa.server.http.limits import Limits
from sobremesa.server.live.registry import House
from sobremesa.server.tables.table import Table

Asking = Request[Any, Any, Any]
Seat = Annotated[str, msgspec.Meta(max_length=20)]
Number = Annotated[int | None, Parameter(ge=0, le=1_000_000)]
Theme = Literal["light", "dark"]
SVG, PNG, WEBP, GIF = "image/svg+xml", "image/png", "image/webp", "image/gif"
REFUSED = 400, 403, 404, 409, 429


@get("/api/tables/{name:str}/picture.svg", media_type=SVG, responses=refusals(*REFUSED))
async def drawn(
    house: House,
    limits: Limits,
    name: str,
    request: Asking,
    moment: Number = None,
    seat: Seat = "",
    theme: Theme = "light",
) -> Response[bytes]:
    """The board as a drawing: now, or after the choice of that number, from 0 as in `moments`; seen by one's own first
    seat, or a spectator, or the seat that is named, which while the match is played must be one's own; `everyone` sees
    all once it is over."""
    admit(request, limits, limits.pictures)
    table, match, eyes = await looked_at(house, name, request, seat)
    then = at(match, moment)
    svg = await asyncio.to_thread(lambda: match.at(then).svg(eyes, theme))
    return given(svg.encode(), SVG, table, "svg")


@get("/api/tables/{name:str}/picture.png", media_type=PNG, responses=refusals(*REFUSED))
async def dotted(
    house: House,
    limits: Limits,
    studio: Studio,
    name: str,
    request: Asking,
    moment: Number = None,
    seat: Seat = "",
    theme: Theme = "light",
) -> Response[bytes]:
    """The same as a PNG, 1,080 dots wide."""
    table, match, eyes = await looked_at(house, name, request, seat)
    then = at(match, moment)
    key = "png", name, table.count, then, eyes, theme
    if not studio.has(key):
        admit(request, limits, limits.pictures)
    made = await studio.picture(key, lambda: [match.at(then).svg(eyes, theme)], "png", LARGE)
    return given(made, PNG, table, "png")


@get("/api/tables/{name:str}/match.webp", media_type=WEBP, responses=refusals(*REFUSED))
async def moving(
    house: House,
    limits: Limits,
    studio: Studio,
    name: str,
    request: Asking,
    seat: Seat = "",
    theme: Theme = "light",
) -> Response[bytes]:
    """All that was played so far as a picture that moves, 640 dots wide, a moment for each turn; of a match with more
    than 120 turns some are left out, evenly."""
    return await filmed(house, limits, studio, name, request, seat, theme, "webp")


@get("/api/tables/{name:str}/match.gif", media_type=GIF, responses=refusals(*REFUSED))
async def moving_gif(
    house: House,
    limits: Limits,
    studio: Studio,
    name: str,
    request: Asking,
    seat: Seat = "",
    theme: Theme = "light",
) -> Response[bytes]:
    """The same for whatever does not know WebP: larger, with fewer colours."""
    return await filmed(house, limits, studio, name, request, seat, theme, "gif")


async def filmed(
    house: House, limits: Limits, studio: Studio, name: str, request: Asking, seat: str, theme: str, kind: str
) -> Response[bytes]:
    table, match, eyes = await looked_at(house, name, request, seat)
    key = kind, name, table.count, eyes, theme
    if not studio.has(key):
        await admit_by_all(request, limits, limits.moving)
    made = await studio.picture(key, lambda: drawings(match, eyes, theme), kind, WIDTH)
    return given(made, f"image/{kind}", table, kind)


async def looked_at(house: House, name: str, request: Asking, seat: str) -> tuple[Table, Match, int]:
    """The table, its match as it is now, and whose eyes look at it."""
    table = (await known(house, name)).table
    guest = await house.guest(token_of(request))
    if table.match is None:
        raise HTTPException("The match has not begun.", status_code=409)
    return table, table.match.copy(), eyes_of(table, guest, seat)


def at(match: Match, moment: int | None) -> int:
    """After how many choices a moment is."""
    if moment is None:
        return len(match.moves)
    if moment >= len(match.moves):
        raise HTTPException(f"There is no moment {moment}: so far there are {len(match.moves)}.", status_code=400)
    return moment + 1


def given(content: bytes, kind: str, table: Table, ending: str) -> Response[bytes]:
    """A picture; of a match that is over a browser may keep it for a while, for itself: others have other eyes."""
    headers = {
        "Cache-Control": "private, max-age=3600" if table.state == "over" else "no-store",
        "Content-Disposition": f'inline; filename="{table.facts.game}-{table.facts.id}.{ending}"',
    }
    return Response(content, media_type=kind, headers=headers)


ALL = [drawn, dotted, moving, moving_gif]
