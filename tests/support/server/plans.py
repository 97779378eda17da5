"""A table of a house where people have plans, without a socket."""

import msgspec

from sobremesa.server.database import Store
from sobremesa.server.features.plans.models import Branch
from sobremesa.server.features.plans.service import Steward
from sobremesa.server.live.live_table import Connection
from sobremesa.server.live.registry import House
from tests.support.server.connections import Inbox, ask
from tests.support.waiting import until

SEATS = {"splut": 2, "end-of-line": 2, "outspeed": 3, "shut-the-lines": 2}


def opened(place, **how):
    """A house with somebody who attends to plans."""
    house = House(Store(place, shared=bool(how)), **how)
    house.attendants.all["orders"] = Steward(house)
    return house


def branches(*given):
    return msgspec.convert(list(given), list[Branch])


class Sitting:
    """People who sit at a table, each with a socket, and what they ask of it."""

    @classmethod
    async def begin(cls, house, game, seats=None, **options):
        self = cls()
        self.house, self.steward = house, house.attendants.all["orders"]
        seats = seats or SEATS[game]
        self.guests = [(await house.greet(f"Guest {seat}"))[0] for seat in range(seats)]
        self.live = await house.lay(self.guests[0].id, game, seats, options, False)
        self.name = self.live.table.facts.id
        self.people = [Connection(Inbox(), guest.id, "en") for guest in self.guests]
        for person in self.people:
            house.come(self.live, person)
        for seat in range(seats):
            await self.ask(seat, do="sit", seat=seat, name=f"Guest {seat}", words="olive")
        await self.ask(0, do="begin")
        return self

    @property
    def table(self):
        return self.live.table

    @property
    def match(self):
        return self.live.table.match

    async def ask(self, person, **message):
        return await ask(self.house, self.live, self.people[person], **message)

    async def move(self, seat, text):
        answer = await self.ask(seat, do="move", seat=seat, choice=self.table.chosen[seat], move=text)
        assert answer["type"] == "done", answer

    async def plan(self, seat, *given, **other):
        how = {"choice": self.table.chosen[seat], "entries": self.table.count} | other
        return await self.steward.plan(
            self.live, self.guests[seat].id, seat, how["choice"], how["entries"], branches(*given)
        )

    def kept(self, seat):
        return self.steward.kept.plan(self.name, seat)

    async def settled(self, seat, state):
        """The plan of a seat, once it has come to that."""
        await until(lambda: self.kept(seat).state == state and not self.steward._busy)
        return self.kept(seat)

    async def unattended(self):
        """Leave the table without a steward, once it has carried out all that is due now."""
        await until(lambda: not self.steward._busy)
        self.house.attendants.all.clear()

    def foreseen(self, seat):
        """What the others choose until a seat is awaited after its next choice is made, if all choose what comes first,
        and what the seat may choose then: as one who knew all would say."""
        match, others = self.match.copy(), []
        while not match.is_over and match.to_act[0] != seat:
            move = match.legal_moves[0]
            others.append((move.seat, move.text))
            match.push(move)
        return others, match

    def chosen(self, seat):
        return [move.text for move in self.match.moves if move.seat == seat]

    async def close(self):
        await self.steward.end()
        await self.house.end()
        self.house.store.close()
