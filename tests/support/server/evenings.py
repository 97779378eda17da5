"""An evening of a club at a house without a network, for tests."""

import asyncio
import functools
import random

from sobremesa.server.database import Store
from sobremesa.server.features.tournaments.messages import NewEvening
from sobremesa.server.features.tournaments.pairing import BOT
from sobremesa.server.features.tournaments.service import Club
from sobremesa.server.live.registry import House
from tests.support.waiting import until

QUICK = {"splut": {"turn_limit": 12}, "shut-the-lines": {"rounds": 1}}


class Night:
    """An evening and those who come to it."""

    def __init__(self, place, workers=None):
        self.house = House(Store(place, shared=workers is not None), workers=workers)
        self.club = Club(self.house)
        self.house.attendants.all["evenings"] = self.club
        self.guests, self.name = [], ""

    async def lay(self, people=0, **wanted):
        wanted = {"name": "Friday", "game": "splut", **wanted}
        wanted["options"] = QUICK.get(wanted["game"], {}) | wanted.get("options", {})
        [host] = await self.greet(1)
        self.name = await self.club.lay(host, NewEvening(**wanted))
        await self.join(host)
        for guest in await self.greet(people - 1):
            await self.join(guest)
        return host

    async def greet(self, count):
        names = ["Ada", "Bo", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo", "Kit", "Lou"]
        fresh = [(await self.house.greet(names[len(self.guests) + n]))[0] for n in range(count)]
        self.guests += fresh
        return fresh

    async def evening(self):
        return await self.club.find(self.name)

    async def told(self, who=""):
        return (await self.club.watching.look(self.name))[1]

    async def join(self, guest):
        await self.club.join(await self.evening(), guest)

    async def begin(self):
        await self.club.begin(await self.evening(), self.guests[0].id)

    async def next(self, number):
        await self.club.next_round(await self.evening(), self.guests[0].id, number)

    async def waiting(self):
        evening = await self.evening()
        return [each for each in evening.tables if each.round == evening.round and each.scores is None]

    async def sit(self, each, seats=None):
        """People sit down at their table."""
        evening, live = await self.evening(), await self.house.find(each.table)
        people = {comer.number: comer for comer in evening.people}
        for seat, number in enumerate(each.seats):
            if number != BOT and (seats is None or seat in seats):
                who = people[number]
                sit = functools.partial(live.table.sit, who.person, seat, who.name, "fig")
                await self.house.wait_for(live, sit)
        return live

    async def play(self, each):
        """They sit down, and play at random."""
        live = await self.sit(each)
        await until(lambda: live.table.match)
        await at_random(self.house, live)
        return live

    async def resign(self, each, seat):
        live = await self.sit(each)
        await until(lambda: live.table.match)
        await self.house.wait_for(live, lambda: live.table.resign(live.table.places[seat].who, seat))
        await self.until(lambda evening: scored(evening, each.table))

    async def until(self, condition):
        """Wait until a condition holds for the evening, and return the evening."""

        async def held():
            evening = await self.evening()
            return evening if condition(evening) else None

        return await until(held)

    async def close(self):
        await self.house.finish_reading()
        await until(lambda: not self.club._doing)
        self.house.store.close()


async def at_random(house, live):
    """People choose whatever they may, until it is over."""
    table, rng = live.table, random.Random(1)

    def choose(seat):
        if table.state == "over" or seat not in table.match.to_act:
            return None
        move = rng.choice(table.match.legal_moves_of(seat))
        return table.move(table.places[seat].who, seat, table.chosen[seat], move.text)

    while table.state == "playing":
        people = [seat for seat in table.match.to_act if seat < table.seats and not table.places[seat].bot]
        for seat in people:
            await house.wait_for(live, functools.partial(choose, seat))
        if not people:
            await asyncio.sleep(0.01)


def scored(evening, table):
    return any(each.table == table and each.scores is not None for each in evening.tables)
