"""The results of the day's puzzle: one attempt for each person, written down when it is over, and told in a table."""

import asyncio
import time
from collections.abc import Collection, Sequence
from datetime import date, timedelta
from typing import Annotated, Any, Literal

import msgspec
from litestar import Request, get

from sobremesa.server.features.daily import service
from sobremesa.server.features.daily.service import Attempt
from sobremesa.server.features.daily.store import Past, resulting
from sobremesa.server.features.lobby.routes import refusals, token_of
from sobremesa.server.live.live_table import Live
from sobremesa.server.live.registry import House, ignore, replayed
from sobremesa.server.tables.log import Entry
from sobremesa.server.tables.table import Table

FIRST = 100
"""So many are named."""
BEFORE = 30
"""So many days before are told."""


class Results:
    """Who attends to the attempts of the day."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._seen: dict[str, int] = {}
        """How many entries the tables of unfinished attempts had when they were looked at last."""

    def happened(self, live: Live, entries: Sequence[Entry]) -> None:
        if live.table.counts and live.table.state == "over":
            self._write(live.table)

    async def look(self) -> None:
        """An attempt whose worker died before it wrote the result; and those whose time is over."""
        house, now = self._house, time.time()
        unfinished = await house.reading(house.store.days.unfinished)
        counts = await house.reading(house.store.counts, [each.table for each in unfinished]) if unfinished else {}
        for attempt in unfinished:
            table, end = attempt.table, service.until(attempt.day)
            if now > end:
                house.store.put(resulting(table, end, None), ignore)
            elif counts.get(table, 0) != self._seen.get(table, 0):
                await self._look_at(table)
        self._seen = {name: counts.get(name, 0) for name in [each.table for each in unfinished]}

    async def _look_at(self, name: str) -> None:
        house = self._house
        if found := await house.reading(house.store.table, name):
            await house.prepare(service.GAME)
            table = await asyncio.to_thread(replayed, *found)
            if table.state == "over":
                self._write(table)

    def _write(self, table: Table) -> None:
        in_time = table.last < service.until(service.day_of(table.facts.start))
        points = table.begun().view()["points"] if in_time else None
        self._house.store.put(resulting(table.facts.id, table.last, points), ignore)


class Spread(msgspec.Struct):
    points: int
    count: int


class Place(msgspec.Struct):
    """Who has the same points shares a place."""

    place: int
    name: str
    points: int
    mine: bool


class Mine(msgspec.Struct):
    """One's own attempt."""

    table: str
    state: Literal["going", "filled", "not filled"]
    points: int | None
    place: int | None


class Before(msgspec.Struct):
    """A day before, and what one had."""

    day: str
    par: int
    tried: int
    filled: int
    mine: int | None


class DayResults(msgspec.Struct):
    """What came of a day's puzzle."""

    day: str
    today: bool
    until: float
    """Until when an attempt of that day counts."""
    tried: int
    shown: bool
    """Whether one may see what others did: while a puzzle can be tried, whoever has finished may."""
    filled: int
    spread: list[Spread]
    places: list[Place]
    """The first hundred, the fewest points first."""
    mine: Mine | None
    streak: int
    """Days in a row, up to today or yesterday, on which one has filled the area."""
    longest: int
    before: list[Before]
    """The days before that one."""


@get("/api/puzzle/results", responses=refusals(400))
async def day_results(
    house: House, request: Request[Any, Any, Any], day: Annotated[str, msgspec.Meta(max_length=20)] = ""
) -> DayResults:
    """What came of the puzzle of a day: how many tried it, the points they had, and one's own."""
    wanted = service.read(day)
    guest = await house.guest(token_of(request))
    return await house.reading(told, house, wanted, guest.id if guest else "")


def told(house: House, wanted: date, person: str) -> DayResults:
    days, day, today = house.store.days, wanted.isoformat(), service.today()
    own = days.attempts(person) if person else []
    mine = next((each for each in own if each.day == day), None)
    going = mine is not None and mine.ended is None and time.time() < service.until(day)
    shown = not going and (wanted < today or mine is not None)
    spread = days.spread(day)
    first = days.first(day, FIRST) if shown else []
    filled_on = {date.fromisoformat(each.day) for each in own if each.points is not None}
    since = (wanted - timedelta(BEFORE)).isoformat()
    had = {each.day: each.points for each in own}
    return DayResults(
        day,
        wanted == today,
        service.until(day),
        days.tried(day),
        shown,
        sum(count for _, count in spread) if shown else 0,
        [Spread(*each) for each in spread] if shown else [],
        [Place(place(spread, each.points), each.name, each.points, each.person == person) for each in first],
        own_result(mine, going, spread) if mine else None,
        in_a_row(filled_on, today),
        max((in_a_row(filled_on, each) for each in filled_on), default=0),
        [told_before(each, had.get(each.day)) for each in days.before(day, since)],
    )


def own_result(mine: Attempt, going: bool, spread: list[tuple[int, int]]) -> Mine:
    if mine.points is None:
        return Mine(mine.table, "going" if going else "not filled", None, None)
    return Mine(mine.table, "filled", mine.points, place(spread, mine.points))


def place(spread: list[tuple[int, int]], points: int) -> int:
    """One more than have fewer points."""
    return 1 + sum(count for fewer, count in spread if fewer < points)


def told_before(past: Past, mine: int | None) -> Before:
    return Before(past.day, past.par, past.tried, past.filled, mine)


def in_a_row(days: Collection[date], last: date) -> int:
    """How many of these days follow each other up to one, or to the day before it."""
    day = last if last in days else last - timedelta(1)
    count = 0
    while day in days:
        count, day = count + 1, day - timedelta(1)
    return count


ALL = [day_results]
