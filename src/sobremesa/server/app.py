"""The house as an application: its paths, its socket, and what is said when something goes wrong."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from litestar import Litestar, Request, Response
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig

from sobremesa import __version__
from sobremesa.mistakes import Mistake
from sobremesa.server import client, paths
from sobremesa.server.house import House
from sobremesa.server.limits import Limits
from sobremesa.server.paths import Why
from sobremesa.server.reference import Reference
from sobremesa.server.socket import socket
from sobremesa.server.store import Store
from sobremesa.server.tongue import said, spoken

log = logging.getLogger("sobremesa")
LARGEST = 65536
"""Bytes that anybody may send at once."""
SAID = {
    404: "There is nothing at this path: see /schema.",
    405: "This path is not asked in that way: see /schema.",
    413: f"A request has at most {LARGEST} bytes.",
}
POLICY = "default-src 'none'; style-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"


def tell_mistake(request: Request[Any, Any, Any], mistake: Mistake) -> Response[Why]:
    return guard(Response(Why(in_tongue_of(request, str(mistake))), status_code=400))


def in_tongue_of(request: Request[Any, Any, Any], why: str) -> str:
    return said(why, spoken(request.headers.get("accept-language", "")))


def tell_refusal(request: Request[Any, Any, Any], refusal: HTTPException) -> Response[Any]:
    """Our own refusals are sentences; those of the framework become some. Somebody who looks with a browser gets a
    page."""
    if refusal.status_code == 404 and "text/html" in request.headers.get("accept", "") and client.PARTS:
        return guard(client.given(request, client.PARTS["index.html"], status=404))
    why, code = refusal.detail, refusal.status_code
    if type(refusal) is not HTTPException:
        faults = refusal.extra if isinstance(refusal.extra, list) else []
        told = [f"{fault['key']}: {fault['message']}" if fault.get("key") else fault["message"] for fault in faults]
        why = SAID.get(code) or f"That cannot be read: {'; '.join(told) or why}."
    return guard(Response(Why(in_tongue_of(request, why)), status_code=code, headers=refusal.headers))


def tell_fault(request: Request[Any, Any, Any], fault: Exception) -> Response[Why]:
    log.error("A request failed.", exc_info=fault)
    why = in_tongue_of(request, "The house has made a mistake, and has written it down.")
    return guard(Response(Why(why), status_code=500))


def guard(response: Response[Any]) -> Response[Any]:
    """What a browser may do with any page of ours: nothing that it was not given."""
    response.headers.setdefault("Content-Security-Policy", POLICY)
    response.headers.setdefault("X-Content-Type-Options", "nosniff")
    response.headers.setdefault("Referrer-Policy", "same-origin")
    return response


def make(path: Path, kept: bool = True, address: str = "") -> Litestar:
    """The application of the house whose data is in that file, with limits kept or not; the address is where others on
    the network find it."""
    store = Store(path)
    house, limits = House(store, address=address), Limits(kept)
    house.take_up()

    @contextlib.asynccontextmanager
    async def open_house(_: Litestar) -> AsyncIterator[None]:
        warming = asyncio.create_task(house.prepare_all())
        try:
            yield
        finally:
            warming.cancel()
            store.close()

    async def the_house() -> House:
        return house

    async def the_limits() -> Limits:
        return limits

    return Litestar(
        [*client.ALL, *paths.ALL, socket],
        dependencies={"house": Provide(the_house), "limits": Provide(the_limits)},
        exception_handlers={Mistake: tell_mistake, HTTPException: tell_refusal, Exception: tell_fault},
        after_request=guard,
        lifespan=[open_house],
        openapi_config=OpenAPIConfig("Sobremesa", __version__, render_plugins=[Reference()]),
        request_max_body_size=LARGEST,
    )
