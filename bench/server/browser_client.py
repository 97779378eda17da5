"""People at tables whose clients exchange with the house what a browser does, without showing anything.

What the pages of `web/src` ask and send is done here in the same order, by the same queries and with the same names;
`browser_messages.json` is what it is compared with.
"""

import asyncio
import random
import time
from contextlib import asynccontextmanager
from urllib.parse import urlencode

import msgspec

from bench.server.kinds import Notes
from bench.server.wire import connect

SEATS = {"splut": 2, "end-of-line": 2, "shut-the-lines": 2, "outspeed": 3}
"""People at a table, as the front page lays it for friends."""
ON_THE_FRONT_PAGE = "splut", "end-of-line", "outspeed", "shut-the-lines"
CONFIRMED_ALONE = ("outspeed",)
"""Games in which each choice is a whole turn, as web/src/boards/board.ts has it."""
ENDS_ALL = "cut"
"""What happens to a line of End of Line that cannot go on: who chooses that by chance has no match to speak of."""
MOMENTS, AGAIN, LONGEST, TRIES = 100, 20.0, 60.0, 20
"""Moments of a match that come at once; seconds until a page asks again how many tables wait; seconds that we wait for
an answer; matches that are begun until one is long enough to look at."""


class _Event(msgspec.Struct):
    event: str
    n: int = 0


class _Choice(msgspec.Struct):
    move: str
    events: list[_Event]


class _Sight(msgspec.Struct):
    choice: int
    moves: list[str]
    events: list[_Event]
    draft: list[str] = []
    ready: bool = False
    choices: list[_Choice] = []


class _Place(msgspec.Struct):
    person: bool
    here: bool


class _About(msgspec.Struct):
    state: str
    options: dict[str, str]
    places: list[_Place]
    watchers: int
    entries: int
    moves: int


class _Told(msgspec.Struct):
    type: str
    id: str = ""
    why: str = ""
    about: _About | None = None
    seats: dict[str, _Sight] = {}


read_told = msgspec.json.Decoder(_Told).decode
read_list = msgspec.json.Decoder(list[msgspec.Raw]).decode


class Requests:
    """What one browser asks over HTTP: one after the other, by one connection and with its cookie."""

    def __init__(self, port):
        self.port, self.cookie, self.one_by_one, self.streams = port, "", asyncio.Lock(), None

    def head(self):
        """Return what a browser says of itself with every request."""
        lines = [
            *("User-Agent: Mozilla/5.0 (X11; Linux x86_64) Chrome", "Accept-Encoding: gzip, deflate, br, zstd"),
            *(f"Origin: http://127.0.0.1:{self.port}", "Sec-Fetch-Site: same-origin", "Sec-Fetch-Mode: cors"),
        ]
        return [*lines, f"Cookie: {self.cookie}"] if self.cookie else lines

    async def ask(self, method, path, body):
        async with self.one_by_one, asyncio.timeout(LONGEST):
            kept = self.streams is not None
            try:
                status, answer = await self.exchange(method, path, body)
            except (ConnectionError, asyncio.IncompleteReadError):
                if not kept:
                    raise
                self.close()  # the house closes what is idle for some seconds, perhaps just now: a browser asks again
                status, answer = await self.exchange(method, path, body)
        if status >= 300:
            raise ConnectionError(f"the house answers {path} with {status}: {answer[:200]!r}")
        return answer

    async def exchange(self, method, path, body):
        if self.streams is None:
            self.streams = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self.streams
        lines = [
            *(f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{self.port}", "Connection: keep-alive"),
            *("Accept: */*", "Accept-Language: en", *self.head()),
            *(["Content-Type: application/json", f"Content-Length: {len(body)}"] if body else []),
        ]
        writer.write(("\r\n".join(lines) + "\r\n\r\n").encode() + body)
        status, *heads = (await reader.readuntil(b"\r\n\r\n")).decode().strip().split("\r\n")
        told = {}
        for line in heads:
            name, _, value = line.partition(": ")
            told[name.lower()] = value
        if cookie := told.get("set-cookie"):
            self.cookie = cookie.partition(";")[0]
        return int(status.split()[1]), await reader.readexactly(int(told.get("content-length", 0)))

    def close(self):
        if self.streams:
            self.streams[1].close()
        self.streams = None


class AtTable:
    """A socket at a table, as web/src/api/table.svelte.ts has it: what was told last, and what is not answered yet."""

    def __init__(self, page, name, ontold=lambda told: None):
        self.page, self.name, self.ontold = page, name, ontold
        self.state, self.wire, self.number, self.asked = None, None, 0, {}
        self.told = asyncio.Event()

    async def connect(self):
        """Open the socket; what was told already is not told again."""
        query = {"language": "en", "choices": "true"}
        if self.state:
            query["moves"] = self.state.about.moves
        path = f"/api/tables/{self.name}/socket?{urlencode(query)}"
        if self.page.notes:
            self.page.notes.opens(path)
        head = [*self.page.requests.head(), "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits"]
        self.close()
        self.wire, self.told = None, asyncio.Event()
        await connect(self.page.requests.port, path, self.hear, head, self.begin)

    def begin(self, wire):
        """Send what was asked before the socket was open, and before anything is heard by it."""
        self.wire = wire
        for text, _ in self.asked.values():
            self.send(text)

    def send(self, text):
        if self.page.notes:
            self.page.notes.sends(text)
        self.wire.send(text)

    async def come(self):
        """Open the socket, and wait until the table is known."""
        await self.connect()
        await asyncio.wait_for(self.told.wait(), LONGEST)

    async def ask(self, do, **more):
        """Ask for something, and wait until it is done."""
        name, self.number = str(self.number), self.number + 1
        text = msgspec.json.encode({"do": do, **more, "id": name})
        answer = asyncio.get_running_loop().create_future()
        self.asked[name] = text, answer
        if self.wire:
            self.send(text)
        await asyncio.wait_for(answer, LONGEST)

    def hear(self, data):
        if self.page.notes:
            self.page.notes.hears(data)
        told = read_told(data)
        self.page.weigh(len(data))
        if told.type == "state":
            self.state = told
            self.ontold(told)
            self.told.set()
        elif told.type == "done":
            self.asked.pop(told.id)[1].set_result(None)
        elif told.type == "refused":
            refused = ConnectionError(f"the house has refused: {told.why}")
            if told.id in self.asked:
                self.asked.pop(told.id)[1].set_exception(refused)
            else:
                self.page.faults.append(refused)

    def close(self):
        if self.wire:
            self.wire.close()


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
        """Take a free seat; who was not known yet comes again, as somebody."""
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


class Party:
    """People who play one match."""

    def __init__(self, port, game, seed, noting=False):
        self.game, rng = game, random.Random(seed)
        self.pages = [Page(port, f"Ada {seat}", random.Random(rng.random()), noting) for seat in range(SEATS[game])]
        self.turns, self.confirmed, self.asking = 0, [], []
        self.chapters = []
        """What was noted: which chapter, and what was exchanged."""

    async def sit_down(self):
        """Lay the table, come to it, and begin."""
        first, *others = self.pages
        async with self.chapter("opens the front page"):
            await first.see_front()
        async with self.chapter("lays a table for friends"):
            name = await first.lay(self.game)
        for seat, page in enumerate(others, 1):
            page.seat = seat
            async with self.chapter(*[""] * seat, "opens the link"):
                await page.see(name, self.game)
            async with self.chapter(*[""] * seat, "sits down"):
                await page.sit(seat)
        async with self.chapter("begins", *["sees it begin"] * len(others)):
            await first.at.ask("begin")

    @asynccontextmanager
    async def chapter(self, *names):
        """Do something, and wait until everybody has heard of it; note what each has exchanged under the name for
        them."""
        yield
        async with asyncio.timeout(LONGEST):
            while not self.agree():
                await asyncio.sleep(0.005)
        for page, name in zip(self.pages, names, strict=False):
            if page.notes and name:
                self.chapters.append((name, page.notes.take(name)))
        for page in self.pages:
            if page.notes:
                page.notes.take()

    def agree(self):
        """Return whether all who have come know the same of the table, and of each other, and wait for nothing."""
        pages = [page for page in self.pages if page.at]
        for page in pages:
            if page.faults:
                raise page.faults[0]
        told = [page.at.state and page.at.state.about for page in pages]
        if any(page.tasks for page in pages) or any(about != told[0] for about in told):
            return False
        seated = [place for place in told[0].places if place.person] if told else []
        return not told or (not told[0].watchers and all(place.here for place in seated))

    async def play(self, turns):
        """Play as fast as turns are accepted, each for themselves: so many turns, or to the end of the match."""
        self.turns = turns
        self.asking = [asyncio.create_task(page.keep_asking()) for page in self.pages]
        await asyncio.gather(*(self.play_on(page) for page in self.pages))

    async def play_on(self, page):
        while self.turns > 0 and not page.over:
            if page.may_choose:
                self.turns -= 1
                self.confirmed.append((page, *await page.turn()))
                if self.turns <= 0:
                    for each in self.pages:
                        each.news.set()
            else:
                page.news.clear()
                await asyncio.wait_for(page.news.wait(), LONGEST)
            if page.faults:
                raise page.faults[0]

    async def play_in_turn(self, turns):
        """Play so many turns, one person after the other, so that what is noted does not depend on who is quicker."""
        for _ in range(turns):
            page = next((page for page in self.pages if page.may_choose), None)
            if page is None:
                return
            async with self.chapter(
                *["plays a turn" if each is page else "sees the turn of another" for each in self.pages]
            ):
                self.confirmed.append((page, *await page.turn()))

    async def change_mind(self):
        """Draft a piece and take it back."""
        page = next((page for page in self.pages if page.may_choose), None)
        if page:
            async with self.chapter(*["changes their mind" if each is page else "" for each in self.pages]):
                await page.choose()
                await page.draft([])

    async def reload(self):
        """Load one page anew."""
        async with self.chapter("loads the page again"):
            await self.pages[0].reload()

    async def look_on(self):
        """Do nothing until one page has asked what it asks by the clock."""
        page = self.pages[0]
        async with self.chapter("looks on for a while"):
            asking = asyncio.create_task(page.keep_asking(0.0))
            while not page.notes.requests:
                await asyncio.sleep(0.005)
            asking.cancel()

    @property
    def moves(self):
        """How many moves the turns had that were confirmed."""
        return sum(moves for *_, moves in self.confirmed)

    @property
    def waits(self):
        """Seconds from confirming a turn until each of the others was told."""
        return [
            other.heard[entries] - sent
            for page, entries, sent, _ in self.confirmed
            for other in self.pages
            if other is not page and entries in other.heard
        ]

    def rise(self):
        for task in self.asking:
            task.cancel()
        for page in self.pages:
            page.close()


async def notes_of(port, game, turns):
    """Play the beginning of a match with one person after the other; return what was noted."""
    for seed in range(TRIES):
        party = Party(port, game, seed, noting=True)
        try:
            await party.sit_down()
            await party.play_in_turn(turns)
            if party.pages[0].over:  # by chance, and much too soon
                continue
            await party.change_mind()
            await party.reload()
            await party.look_on()
        finally:
            party.rise()
        break
    return party.chapters
