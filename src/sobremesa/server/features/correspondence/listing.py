"""The tables at which somebody sits, those that wait for them first."""

import contextlib

import msgspec

from sobremesa.mistakes import Mistake
from sobremesa.server.features.correspondence.models import Wait
from sobremesa.server.live.registry import House
from sobremesa.server.tables.table import Table

MOST_LIVE = 20
"""Tables without such a clock that are looked at, the newest first."""


class Sitting(msgspec.Struct):
    """A table at which one sits."""

    table: str
    game: str
    names: list[str]
    """Of the others."""
    state: str
    days: int
    """By correspondence, for each turn; else 0."""
    waits: bool
    """Whether it waits for one."""
    since: float | None
    until: float | None
    """By correspondence, when one's time is used up; None while the clock stands."""


class Next(msgspec.Struct):
    """The next table that waits for somebody, and how many do."""

    table: str
    """Nothing where none does."""
    waiting: int


async def sittings(house: House, person: str) -> list[Sitting]:
    """Those by correspondence by when they are due; and the newest of the others."""
    waits = first_of_each(await house.reading(house.store.turns.of, person))
    laid = await house.reading(house.store.people.tables, person)
    live = [each.table for each in laid if not each.over and each.table not in waits][:MOST_LIVE]
    found: list[tuple[Table, Wait | None]] = []
    for name in [*waits, *live]:
        with contextlib.suppress(Mistake):  # of other rules than this house has
            opened = await house.find(name)
            if opened and opened.table.state != "over" and opened.knows([person]):
                found.append((opened.table, waits.get(name)))
    told = house.damage.sound(
        "table", found, lambda each: sitting(each[0], person, each[1]), lambda each: each[0].facts.id
    )
    return sorted(told, key=lambda each: not each.waits)


def sitting(table: Table, person: str, wait: Wait | None) -> Sitting:
    """The match of others has begun: it waits for who must choose. Before that it waits for nobody by name."""
    mine = table.seats_of(person)
    awaited = table.match.to_act if table.match else ()
    names = [place.name or place.kept_name for seat, place in enumerate(table.places) if seat not in mine]
    clock = table.manner.clock
    return Sitting(
        table.facts.id,
        table.facts.game,
        [name for name in names if name],
        table.state,
        clock.days if clock else 0,
        any(seat in awaited and not table.places[seat].bot for seat in mine),
        wait.since if wait else None,
        wait.until if wait else None,
    )


def next_of(waits: list[Wait], after: str) -> Next:
    """The one that is due soonest; after a table, the one that follows it, and at the end the first again."""
    waiting = [name for name, wait in first_of_each(waits).items() if wait.since is not None]
    others = [name for name in waiting if name != after]
    if after in waiting:
        place = waiting.index(after)
        others = waiting[place + 1 :] + waiting[:place]
    return Next(others[0] if others else "", len(waiting))


def first_of_each(waits: list[Wait]) -> dict[str, Wait]:
    """By table; of several seats at one the one that is due first."""
    found: dict[str, Wait] = {}
    for wait in waits:
        found.setdefault(wait.table, wait)
    return found
