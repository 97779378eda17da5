"""Whether the house is well: for whoever starts and stops it, for Prometheus, and for people."""

import asyncio
import ipaddress
import time
from html import escape
from typing import Any

import msgspec
from litestar import MediaType, Request, Response, get
from litestar.exceptions import NotFoundException

from sobremesa import __version__, games, warm
from sobremesa.server import metrics
from sobremesa.server.features.lobby.routes import address_of
from sobremesa.server.live.registry import House

PATIENCE = 3.0
"""Seconds in which the database must answer."""
OPENED = time.time()


class Health(msgspec.Struct):
    """How a worker of the house is."""

    version: str
    ready: bool
    """Whether matches can be played: the database answers."""
    database: str
    """What is wrong with it, or `well`."""
    others: str
    """Whether it hears the other workers: `alone`, `heard` or `away`."""
    games: dict[str, bool]
    """Which can be played without waiting for the compiler."""
    uptime: float


async def looked_at(house: House) -> Health:
    database = "well"
    try:
        async with asyncio.timeout(PATIENCE):
            await house.reading(house.store.answers)
    except TimeoutError:
        database = "does not answer"
    except Exception as error:
        database = type(getattr(error, "orig", error)).__name__
    others = "alone" if not house.workers.name else "away" if house.workers.deaf else "heard"
    compiled = dict(house.damage.of_games(lambda game: (game.name, warm.is_warm(game))))
    return Health(__version__, database == "well", database, others, compiled, round(time.time() - OPENED, 1))


@get("/health/live", include_in_schema=False)
async def live() -> dict[str, bool]:
    """That this worker answers at all."""
    return {"live": True}


@get("/health/ready", include_in_schema=False)
async def ready(house: House) -> Response[Health]:
    """Whether this worker can serve: 503 while its database is away. Redis may be away, and people play on."""
    found = await looked_at(house)
    return Response(found, status_code=200 if found.ready else 503)


@get("/health", media_type=MediaType.HTML, include_in_schema=False)
async def page(house: House) -> Response[str]:
    """The same for people."""
    found = await looked_at(house)
    rows = {
        "Tables can be played at": "yes" if found.ready else f"no: the database is away ({found.database})",
        "Other workers": {"alone": "there are none", "heard": "heard"}.get(
            found.others, "not heard now: moves take longer"
        ),
        "Games that are ready": ", ".join(games.find(name).title for name, done in found.games.items() if done)
        or "none yet",
        "Open for": f"{found.uptime / 3600:.1f} hours",
        "Version": found.version,
    }
    told = "".join(f"<dt>{escape(name)}<dd>{escape(value)}" for name, value in rows.items())
    head = "Sobremesa is well" if found.ready else "Sobremesa is not well"
    text = (
        f"<!doctype html><html lang=en><meta charset=utf-8><title>{head}</title><h1>{head}</h1><dl>{told}</dl></html>"
    )
    return Response(text, status_code=200 if found.ready else 503)


@get("/metrics", include_in_schema=False)
async def counted(request: Request[Any, Any, Any]) -> Response[bytes]:
    """What the house counts, for Prometheus, on this machine or its own network."""
    try:
        near = ipaddress.ip_address(address_of(request)).is_private
    except ValueError:
        near = False
    if not near:
        raise NotFoundException
    return Response(await asyncio.to_thread(metrics.told), headers={"Content-Type": metrics.KIND})


ALL = [live, ready, page, counted]
