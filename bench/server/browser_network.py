"""What a browser has open to the house: a connection for its requests, and a socket at a table."""

import asyncio
from urllib.parse import urlencode

import msgspec

from bench.server.wire import connect

LONGEST = 60.0
"""Seconds that we wait for an answer."""


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
