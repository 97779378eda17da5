"""Connections to a house without a network: what people ask, and what they are told."""

import asyncio
import json

from sobremesa.server.live.live_table import Connection
from tests.support.waiting import LIMIT


class Inbox(asyncio.Queue):
    """All that somebody without a socket is told."""

    def tell(self, data):
        self.put_nowait(data)
        return True


async def sit_down(house, **manner):
    """Begin a match of Splut! between two people; return its table and their connections."""
    guests = [(await house.greet(name))[0] for name in ("Ada", "Bo")]
    live = await house.lay(guests[0].id, "splut", 2, {}, False)
    both = [Connection(Inbox(), guest.id, "en") for guest in guests]
    for each in both:
        house.come(live, each)
    await ask(house, live, both[0], do="manner", **manner)
    for seat, each in enumerate(both):
        await ask(house, live, each, do="sit", seat=seat, name="x", words="y")
    await ask(house, live, both[0], do="begin")
    return live, both


async def ask(house, live, connection, **message):
    """Ask the house something, and return its answer."""
    house.hear(live, connection, json.dumps(message), lambda: None)
    return await heard(connection, lambda told: told["type"] in ("done", "refused"))


async def heard(connection, wanted):
    """Wait until somebody is told what is wanted, and return it."""
    while not wanted(told := json.loads(await asyncio.wait_for(connection.line.get(), LIMIT))):
        pass
    return told
