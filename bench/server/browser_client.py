"""A browser as far as the house can tell: it asks and sends what the real one does, and shows nothing.

What the pages of `web/src` ask and send is done here in the same order, by the same queries and with the same names;
`browser_messages.json` is what it is compared with.
"""

import asyncio
import time
from urllib.parse import urlencode

import msgspec

from bench.server.browser_network import AtTable, Requests, read_list
from bench.server.kinds import Notes

SEATS = {"splut": 2, "end-of-line": 2, "shut-the-lines": 2, "outspeed": 3}
"""People at a table, as the front page lays it for friends."""
ON_THE_FRONT_PAGE = "splut", "end-of-line", "outspeed", "shut-the-lines"
CONFIRMED_ALONE = ("outspeed",)
"""Games in which each choice is a whole turn, as web/src/boards/board.ts has it."""
ENDS_ALL = "cut"
"""What happens to a line of End of Line that cannot go on: who chooses that by chance has no match to speak of."""
MOMENTS, AGAIN = 100, 20.0
"""Moments of a match that come at once; seconds until a page asks again how many tables wait."""


class Page:
    """A browser with a page of the house; of a match it knows as much as the real one."""

    def __init__(self, port, name, rng, noting=False):
        self.requests, self.name, self.rng = Requests(port), name, rng
        self.notes = Notes() if noting else None
        self.at, self.game, self.seat, self.known, self.tasks = None, "", 0, False, set()
        self.news, self.faults = asyncio.Event(), []
        self.heard, self.own, self.bytes = {}, False, [0, 0]
        """When so many entries were told first; whether it is choosing; bytes heard while others choose, and while it
        does."""
        self.forget()

    def forget(self):
        """Load the page anew: it knows nothing of the match."""
        self.phase, self.lines, self.moves, self.loading = "", 0, 0, False

    async def ask(self, method, path, **data):
        """Ask over HTTP."""
        body = msgspec.json.encode(data) if data else b""
        if self.notes:
            self.notes.asks(method, path, body)
        return await self.requests.ask(method, path, body)

    def weigh(self, size):
        self.bytes[self.own] += size

    def begin_task(self, work):
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.end_task)

    def end_task(self, task):
        self.tasks.discard(task)
        if not task.cancelled() and task.exception():
            self.faults.append(task.exception())
        self.news.set()

    # What pages do.

    async def see_front(self):
        """Open the front page, with a match of bots to look at for each game."""
        for path in "puzzle", "games", "conduct", "turns/next":
            await self.ask("GET", f"/api/{path}")
        for game in ON_THE_FRONT_PAGE:
            await self.ask("GET", f"/api/demo/{game}?language=en")
        await self.ask("GET", "/api/tables")

    async def be_known(self):
        """Come in, if the house does not know this browser yet; return whether that was so."""
        if self.known:
            return False
        if not msgspec.json.decode(await self.ask("GET", "/api/guests/me"))["name"]:
            await self.ask("POST", "/api/guests", name=self.name)
        self.known = True
        return True

    async def lay(self, game):
        """Lay a table for friends, sit down by a socket of its own, and go there; return its name."""
        await self.be_known()
        table = msgspec.json.decode(await self.ask("POST", "/api/tables", game=game, seats=SEATS[game]))["table"]
        at = AtTable(self, table)
        await asyncio.gather(at.connect(), at.ask("sit", seat=0, name=self.name, words=self.words()))
        at.close()
        await self.see(table, game)
        return table

    def words(self):
        return f"{self.rng.getrandbits(64):016x}"

    async def see(self, table, game):
        """Open the page of a table."""
        self.forget()
        self.game = game
        await self.ask("GET", "/api/conduct")
        await self.ask("GET", f"/api/turns/next?after={table}")
        self.at = AtTable(self, table, self.look)
        await self.at.come()
        await self.settle()

    async def reload(self):
        """Load the page of the table anew."""
        self.at.close()
        await self.see(self.at.name, self.game)

    async def sit(self, seat):
        """Take a free seat; without a session, get one first and connect again."""
        late = [self.at.connect()] if await self.be_known() else []
        await asyncio.gather(*late, self.at.ask("sit", seat=seat, name=self.name, words=self.words()))

    async def keep_asking(self, every=AGAIN):
        """Ask again and again how many tables wait, as every page does that is seen."""
        while True:
            await asyncio.sleep(every)
            await self.ask("GET", f"/api/turns/next?after={self.at.name}")

    async def settle(self):
        """Wait until everything that was to be asked has been answered."""
        while self.tasks:
            await asyncio.wait(set(self.tasks))

    def look(self, told):
        """See what the table has become; ask for what belongs to it."""
        self.heard.setdefault(told.about.entries, time.perf_counter())
        phase = "laid" if told.about.state == "laid" else "match"
        if phase != self.phase:
            self.phase = phase
            if phase == "match":
                self.moves = told.about.moves
                self.loading = True
            self.begin_task(self.find_match() if phase == "match" else self.find_terms())
        elif phase == "match":
            self.follow(told.about.moves, self.sight.events)
        self.news.set()

    async def find_terms(self):
        await self.ask("GET", "/api/house")
        await self.ask("GET", "/api/games")
        about = self.at.state.about
        await self.ask("POST", f"/api/games/{self.game}/terms", seats=len(about.places), options=about.options)

    async def find_match(self):
        await self.load()
        await self.ask("GET", f"/api/tables/{self.at.name}/plan?seat={self.eyes}")

    async def load(self):
        """Ask for the log of the match, as web/src/api/history.svelte.ts does."""
        found = 0
        while True:
            query = urlencode({"seat": self.eyes, "language": "en", "since": found})
            came = len(read_list(await self.ask("GET", f"/api/tables/{self.at.name}/moments?{query}")))
            found += came
            if came != MOMENTS and (not came or found >= self.moves):
                break
        self.lines, self.loading = found, False

    def follow(self, moves, events):
        """Go on with the log; a gap in it is asked for."""
        self.moves = moves
        if not self.loading:
            if min([moves, *(event.n for event in events)]) > self.lines:
                self.loading = True
                self.begin_task(self.load())
            else:
                self.lines = moves

    # What somebody chooses.

    @property
    def eyes(self):
        return next(iter(self.at.state.seats))

    @property
    def sight(self):
        return self.at.state.seats[self.eyes]

    @property
    def over(self):
        return self.at.state.about.state == "over"

    @property
    def may_choose(self):
        state = self.at.state
        return state.about.state == "playing" and bool(self.sight.moves or self.sight.draft)

    @property
    def whole(self):
        """Whether everything is chosen that can be before the turn is confirmed."""
        sight = self.sight
        return bool(sight.draft) and (sight.ready or not sight.moves or self.game in CONFIRMED_ALONE)

    async def draft(self, moves):
        await self.at.ask("draft", seat=self.seat, choice=self.sight.choice, moves=moves)

    async def choose(self):
        """Draft one more piece of the turn, among the choices that came with the last state."""
        sight = self.sight
        if [choice.move for choice in sight.choices] != sight.moves:
            raise ConnectionError("the house does not say what each move would do, as it does to a browser")
        lasting = [each for each in sight.choices if all(event.event != ENDS_ALL for event in each.events)]
        await self.draft([*sight.draft, self.rng.choice(lasting or sight.choices).move])

    async def turn(self):
        """Draft a turn piece by piece and confirm it; return after how many entries that was, when, and how many
        moves it has."""
        self.own = True
        while not self.whole:
            await self.choose()
        sight, sent = self.sight, time.perf_counter()
        await self.at.ask("confirm", seat=self.seat, choice=sight.choice, moves=sight.draft)
        self.own = False
        return self.at.state.about.entries, sent, len(sight.draft)

    def close(self):
        for task in self.tasks:
            task.cancel()
        if self.at:
            self.at.close()
        self.requests.close()
