"""The house as an application: its paths, its socket, and what is said when something goes wrong."""

import asyncio
import contextlib
import gc
import logging
import os
import sys
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
from litestar import Litestar, Request, Response
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig

from sobremesa import __version__
from sobremesa.mistakes import Mistake
from sobremesa.server import health, logs, metrics
from sobremesa.server.cluster.bus import Alone, Talking
from sobremesa.server.database import Store, is_away
from sobremesa.server.features.accounts import routes as people
from sobremesa.server.features.accounts.accounts import Accounts
from sobremesa.server.features.analysis import routes as analyses
from sobremesa.server.features.analysis.service import Analyst
from sobremesa.server.features.coach import routes as coaching
from sobremesa.server.features.coach.service import Coaches
from sobremesa.server.features.correspondence import routes as turns
from sobremesa.server.features.correspondence.notifications import Notices
from sobremesa.server.features.correspondence.service import Correspondence
from sobremesa.server.features.daily import routes as daily_routes
from sobremesa.server.features.ladders import routes as ladders
from sobremesa.server.features.ladders.service import Rater
from sobremesa.server.features.lessons import routes as lessons
from sobremesa.server.features.lobby import routes as lobby_routes
from sobremesa.server.features.lobby.routes import Why
from sobremesa.server.features.moderation import report_routes
from sobremesa.server.features.moderation import routes as moderation_routes
from sobremesa.server.features.pictures import routes as pictures_routes
from sobremesa.server.features.pictures.renderer import Studio
from sobremesa.server.features.plans import routes as orders
from sobremesa.server.features.plans.service import Steward
from sobremesa.server.features.profiles import routes as profiles_routes
from sobremesa.server.features.profiles.recorder import Chronicle
from sobremesa.server.features.puzzles import routes as puzzles
from sobremesa.server.features.puzzles.table_results import Filling
from sobremesa.server.features.study import routes as study
from sobremesa.server.features.tournaments import routes as evenings
from sobremesa.server.features.tournaments.service import Club
from sobremesa.server.http import client_files, nesting, pwa
from sobremesa.server.http.addresses import Reach
from sobremesa.server.http.language import said, spoken
from sobremesa.server.http.limits import Limits
from sobremesa.server.http.table_socket import socket
from sobremesa.server.live.command_handler import AWAY
from sobremesa.server.live.registry import House
from sobremesa.server.mail import Post
from sobremesa.server.openapi.reference import Reference
from sobremesa.server.sessions.expiry import Sweeping

log = logging.getLogger("sobremesa")
LARGEST = 65536
"""Bytes that anybody may send at once."""
SAID = {
    404: "There is nothing at this path: see /schema.",
    405: "This path is not asked in that way: see /schema.",
    413: f"A request has at most {LARGEST} bytes.",
}
POLICY = "default-src 'none'; style-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"


class Bounded(Request[Any, Any, Any]):
    """A request whose body is checked before a parser sees it."""

    async def body(self) -> bytes:
        data = await super().body()
        nesting.check_json(data)
        return data


def tell_mistake(request: Request[Any, Any, Any], mistake: Mistake) -> Response[Why]:
    return guard(Response(Why(in_tongue_of(request, str(mistake))), status_code=400))


def in_tongue_of(request: Request[Any, Any, Any], why: str) -> str:
    return said(why, spoken(request.headers.get("accept-language", "")))


def tell_refusal(request: Request[Any, Any, Any], refusal: HTTPException) -> Response[Any]:
    """Our own refusals are sentences; those of the framework become some. Somebody who looks with a browser gets a
    page."""
    if refusal.status_code == 404 and "text/html" in request.headers.get("accept", "") and client_files.PARTS:
        return guard(client_files.given(request, client_files.PARTS["index.html"], status=404))
    why, code = refusal.detail, refusal.status_code
    if type(refusal) is not HTTPException:
        faults = refusal.extra if isinstance(refusal.extra, list) else []
        told = [f"{fault['key']}: {fault['message']}" if fault.get("key") else fault["message"] for fault in faults]
        why = SAID.get(code) or f"That cannot be read: {'; '.join(told) or why}."
    return guard(Response(Why(in_tongue_of(request, why)), status_code=code, headers=refusal.headers))


def tell_fault(request: Request[Any, Any, Any], fault: Exception) -> Response[Why]:
    if is_away(fault):
        log.warning("The database is away: %s", fault)
        return guard(Response(Why(in_tongue_of(request, AWAY)), status_code=503, headers={"Retry-After": "1"}))
    log.error("A request failed.", exc_info=fault)
    why = in_tongue_of(request, "The house has made a mistake, and has written it down.")
    return guard(Response(Why(why), status_code=500))


def guard(response: Response[Any]) -> Response[Any]:
    """What a browser may do with any page of ours: nothing that it was not given. And every answer is counted."""
    metrics.answered.labels(str(response.status_code or 200)).inc()
    response.headers.setdefault("Content-Security-Policy", POLICY)
    response.headers.setdefault("X-Content-Type-Options", "nosniff")
    response.headers.setdefault("Referrer-Policy", "same-origin")
    return response


class Setting(msgspec.Struct, frozen=True):
    """How a house is kept."""

    place: str
    """The file it is kept in, or the address of its database."""
    redis: str = ""
    """The address of the Redis by which its workers talk, if there are several."""
    limits: bool = True
    """Whether anybody is asked to slow down."""
    address: str = ""
    """The address for others that the owner of the server has given."""
    logs: str = "text"
    """How it writes down what happens to it: `text` or `json`."""
    smtp: str = ""
    """Who carries its letters, if anybody does, and where they come from."""
    mail_from: str = ""
    network: str = ""
    """Where others on the network find it, with a blank for the host; nothing if it is open to this machine alone."""

    @property
    def home(self) -> Path | str:
        return self.place if "://" in self.place else Path(self.place)


WORKER = "SOBREMESA_WORKER"
PATIENCE = 300.0
"""Seconds that a worker waits for its database."""


def worker() -> Litestar:
    """The application of one worker, as its environment says. It waits for a database that has gone away: whoever
    starts workers would take it for broken."""
    steady()
    setting, end = msgspec.json.decode(os.environ[WORKER], type=Setting), time.monotonic() + PATIENCE
    logs.keep(setting.logs)
    while True:
        try:
            return make(setting)
        except Mistake as mistake:
            if time.monotonic() > end:
                raise
            log.warning("%s", mistake)
            time.sleep(1)


def steady() -> None:
    """Nobody waits for the collector of garbage to look at all tables, nor long for the thread that writes."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 50, 100)
    sys.setswitchinterval(0.0005)


def make(setting: Setting, post: Post | None = None) -> Litestar:
    """The application of a house, whose letters somebody else may carry."""
    store = Store(setting.home, shared=bool(setting.redis))
    workers = Talking(setting.redis) if setting.redis else Alone()
    house = House(store, reach=Reach(setting.address, setting.network), workers=workers)
    limits = Limits(setting.limits, workers=workers)
    accounts = Accounts(house, post or (Post(setting.smtp, setting.mail_from) if setting.smtp else None))
    house.attendants.all["ladders"] = Rater(house)
    house.attendants.all["profiles"] = Chronicle(house)
    house.attendants.all["day"] = daily_routes.Results(house)
    house.attendants.all["sessions"] = Sweeping(house)
    house.attendants.all["boards"] = Filling(house)
    club = Club(house)
    house.attendants.all["evenings"] = club
    steward = Steward(house)
    house.attendants.all["orders"] = steward
    correspondence = Correspondence(house, Notices(house, accounts.post))
    house.attendants.all["turns"] = correspondence
    analyst = Analyst(house)
    house.attendants.all["analyses"] = analyst
    coaches = Coaches()
    house.take_up()
    studio = Studio()

    @contextlib.asynccontextmanager
    async def open_house(_: Litestar) -> AsyncIterator[None]:
        await house.begin()
        warming = asyncio.create_task(house.prepare_all())
        try:
            yield
        finally:
            warming.cancel()
            coaches.close()
            await studio.close()
            await steward.end()
            await analyst.end()
            await house.end()
            await correspondence.close()
            accounts.close()
            store.close()

    async def the_house() -> House:
        return house

    async def the_limits() -> Limits:
        return limits

    async def the_accounts() -> Accounts:
        return accounts

    async def the_club() -> Club:
        return club

    async def the_steward() -> Steward:
        return steward

    async def the_analyst() -> Analyst:
        return analyst

    async def the_coaches() -> Coaches:
        return coaches

    async def the_correspondence() -> Correspondence:
        return correspondence

    async def the_studio() -> Studio:
        return studio

    return Litestar(
        [
            *client_files.ALL,
            *pwa.ALL,
            *health.ALL,
            *lobby_routes.ALL,
            *pictures_routes.ALL,
            *people.ALL,
            *profiles_routes.ALL,
            *ladders.ALL,
            *evenings.ALL,
            *orders.ALL,
            *coaching.ALL,
            *turns.ALL,
            *analyses.ALL,
            *study.ALL,
            *lessons.ALL,
            *daily_routes.ALL,
            *puzzles.ALL,
            *report_routes.ALL,
            *moderation_routes.ALL,
            socket,
        ],
        guards=[lobby_routes.from_here],
        dependencies={
            "house": Provide(the_house),
            "limits": Provide(the_limits),
            "accounts": Provide(the_accounts),
            "club": Provide(the_club),
            "steward": Provide(the_steward),
            "coaches": Provide(the_coaches),
            "correspondence": Provide(the_correspondence),
            "analyst": Provide(the_analyst),
            "studio": Provide(the_studio),
        },
        exception_handlers={Mistake: tell_mistake, HTTPException: tell_refusal, Exception: tell_fault},
        after_request=guard,
        lifespan=[open_house],
        openapi_config=OpenAPIConfig("Sobremesa", __version__, render_plugins=[Reference()]),
        request_class=Bounded,
        request_max_body_size=LARGEST,
        logging_config=None,
    )
