"""A house whose time of day a test sets, and people who play there by correspondence."""

from sobremesa.server.database import Store
from sobremesa.server.features.correspondence import push
from sobremesa.server.features.correspondence.models import Push
from sobremesa.server.features.correspondence.notifications import Notices
from sobremesa.server.features.correspondence.push import Sender
from sobremesa.server.features.correspondence.service import Correspondence
from sobremesa.server.live.registry import House, hashed
from sobremesa.server.tables.clock import Setting
from sobremesa.server.tables.settings import Manner


class Opened:
    """A house with its attendant, and two people who play Splut! by correspondence."""

    def __init__(self, place, time, service, workers=None, post=None):
        self.time, self.post = time, post
        self.house = House(Store(place, shared=bool(workers)), time, workers=workers)
        key = self.house.store.turns.setting("vapid", Sender.new_key())
        self.notices = Notices(self.house, post, Sender(key, public_only=False, trusting=service.trusting))
        self.attendant = Correspondence(self.house, self.notices)
        self.house.attendants.all["turns"] = self.attendant
        self.kept, self.sessions = self.house.store.turns, {}

    async def greet(self, name):
        guest, token = await self.house.greet(name)
        self.sessions[guest.id] = hashed(token)
        return guest.id

    async def lay(self, days=3, game="splut", people=2):
        who = [await self.greet(name) for name in ("Ada", "Bo", "Cy")[:people]]
        return await self.lay_for(who, days, game), who

    async def lay_for(self, who, days=3, game="splut"):
        live = await self.house.lay(who[0], game, len(who), {}, False, Manner(clock=Setting(days=days)))
        for seat, each in enumerate(who):
            await self.do(live, "sit", each, seat, "ABC"[seat], "words")
        await self.do(live, "begin", who[0])
        return live.table.facts.id

    async def do(self, live, what, *parts):
        await self.house.wait_for(live, lambda: getattr(live.table, what)(*parts))
        await self.attendant.settle()

    async def move(self, name):
        """Whoever is awaited plays a turn."""
        live = await self.house.find(name)
        seat = live.table.match.turn
        while not live.table.match.is_over and live.table.match.turn == seat:
            text = live.table.match.legal_moves_of(seat)[0].text
            await self.do(live, "move", live.table.places[seat].who, seat, live.table.chosen[seat], text)

    async def look(self, after=0.0):
        self.time.at += after
        await self.attendant.look()
        await self.attendant.carry()

    def subscribe(self, person, browser):
        keys = browser.subscription["keys"].values()
        name, session = push.name_of(browser.endpoint), self.sessions[person]
        self.kept.add_push(Push(name, session, browser.endpoint, *keys, "de", "https://house.test", self.time.at))

    def forget(self):
        """Nothing is in memory any more, as after a while."""
        self.house.live.clear()

    async def close(self):
        await self.attendant.close()
        await self.house.finish_reading()
        self.house.store.close()
