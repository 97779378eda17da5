"""Two workers of one house, and people who come by one or the other."""

import json

from sobremesa.server.cluster.bus import Talking
from sobremesa.server.database import Store
from sobremesa.server.live.live_table import Connection
from sobremesa.server.live.registry import House
from tests.support.server.connections import Inbox, ask
from tests.support.waiting import until


async def open_two(database, redis):
    """Open a house with two workers that hear each other."""
    houses = [House(Store(database, shared=True), workers=Talking(redis)) for _ in range(2)]
    for house in houses:
        await house.begin()
    await until(lambda: not any(house.workers.deaf for house in houses))
    return houses


async def close_all(houses):
    """Close all workers of a house."""
    for house in houses:
        await house.end()
        house.store.close()


async def lay_for_two(houses, game="splut", manner=None, begin=True, options=None):
    """Lay a table for two, each of whom comes by another worker; return what both workers have of it, and the two."""
    guests = [(await house.greet(name))[0] for house, name in zip(houses, ("Ada", "Bo"), strict=True)]
    name = (await houses[0].lay(guests[0].id, game, 2, options or {}, False, manner)).table.facts.id
    lives = [await house.find(name) for house in houses]
    people = [Connection(Inbox(), guest.id, "en", guest.name) for guest in guests]
    for house, live, person in zip(houses, lives, people, strict=True):
        house.come(live, person)
    for seat in range(2):
        answer = await ask(houses[seat], lives[seat], people[seat], do="sit", seat=seat, name="AB"[seat], words="x")
        assert answer["type"] == "done"
        await until(lambda: lives[0].table.count == lives[1].table.count)
    if begin:
        assert (await ask(houses[1], lives[1], people[1], do="begin"))["type"] == "done"
        await until(lambda: lives[0].table.match is not None)
    return lives, people


def all_heard(person):
    """Return all that somebody was told since this was asked last."""
    told = []
    while not person.line.empty():
        told.append(json.loads(person.line.get_nowait()))
    return told
