"""Who writes down what came of matches, for profiles: when they are over, and of those from before, by and by."""

import asyncio
import logging
from collections.abc import Sequence

from sobremesa.mistakes import Mistake
from sobremesa.play.sides import sides_of
from sobremesa.server.features.daily import service as daily_service
from sobremesa.server.features.ladders.service import ENDS
from sobremesa.server.features.profiles.store import NOTHING, Played
from sobremesa.server.live.live_table import Live
from sobremesa.server.live.registry import House, replayed
from sobremesa.server.tables.log import Entry, Facts
from sobremesa.server.tables.outcome import done_by, places_of
from sobremesa.server.tables.rated import ladder_of
from sobremesa.server.tables.table import Table

log = logging.getLogger("sobremesa")
AT_ONCE = 20
"""Matches that are caught up with at a look."""
REST = 90
"""Looks that are left out when nothing was missing: about half an hour."""


class Chronicle:
    """An attendant of the house."""

    def __init__(self, house: House) -> None:
        self.house, self.kept = house, house.store.matches
        self._rest = 0

    def happened(self, live: Live, entries: Sequence[Entry]) -> None:
        if entries and entries[-1].kind in ENDS and live.table.state == "over":
            self.house.reading(self.kept.add, rows_of(live.table)).add_done_callback(noticed)

    async def look(self) -> None:
        """What was over before anybody wrote this down, or while nobody could."""
        if self._rest:
            self._rest -= 1
            return
        missing = await self.house.reading(self.kept.missing, AT_ONCE)
        for name in missing:
            await self._catch_up(name)
        self._rest = 0 if missing else REST

    async def _catch_up(self, name: str) -> None:
        found = await self.house.reading(self.house.store.table, name)
        if found is None:  # gone meanwhile
            return
        await self.house.prepare(found[0].game)
        await self.house.reading(self.kept.add, await asyncio.to_thread(caught_up, *found))


def caught_up(facts: Facts, entries: list[Entry]) -> list[Played]:
    """What is to be said of a match; nothing if it cannot be executed, by the rules there are now."""
    try:
        table = replayed(facts, entries)
    except Mistake:
        return [nothing(facts, entries)]
    except Exception as error:  # a log that is broken stops nobody else
        log.error("The match at table %s cannot be told: %s", facts.id, error, exc_info=error)
        return [nothing(facts, entries)]
    return rows_of(table) if table.state == "over" else [nothing(facts, entries)]


def rows_of(table: Table) -> list[Played]:
    """What came of a match for each person at the table. What began from somewhere else says nothing about anybody, but
    for the puzzle of a day; nor does a match in which somebody has several seats say how they did."""
    facts = table.facts
    match, mode = table.begun(), ladder_of(table.game, table.seats, table.options).mode
    people = [] if facts.start and not daily_service.day_of(facts.start) else [p.who for p in table.places if p.who]
    sides = sides_of(table.game, table.seats, mode)
    places = places_of(done_by(table, sides))
    first: dict[int, str] = {}
    for move in match.moves:
        first.setdefault(move.seat, move.text)
    rows = []
    for side, seats in enumerate(sides):
        for seat in seats:
            who = table.places[seat].who
            if who in people:
                place, shared = places[side], places.count(places[side]) > 1
                if people.count(who) > 1:
                    place, shared = 0, False
                facing = facts.game, mode, table.seats, table.last, table.manner.rated, len(sides)
                rows.append(Played(facts.id, seat, who, *facing, place, shared, first.get(seat, "")))
    return rows or [nothing(facts, [], table.last)]


def nothing(facts: Facts, entries: Sequence[Entry], at: float = 0.0) -> Played:
    """A row by which the table is not looked at again."""
    at = entries[-1].at if entries else at
    return Played(facts.id, NOTHING, "", facts.game, "", facts.seats, at, False, 0, 0, False, "")


def noticed(writing: asyncio.Future[None]) -> None:
    """Whoever looks next tries again."""
    if not writing.cancelled() and (error := writing.exception()):
        log.error("What came of a match was not written down: %s", error, exc_info=error)
