"""The two servers that are compared, each in a process of its own, and how one speaks to them."""

import asyncio
import http.client
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import msgspec

PEER = Path(__file__).parent / "boardgameio"
TICKS = os.sysconf("SC_CLK_TCK")


def used_by(process):
    """CPU seconds of a process and of all that it has started, those that have ended too."""
    total = 0.0
    for pid in [process, *children(process)]:
        try:
            parts = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        except FileNotFoundError:
            continue
        total += sum(map(int, parts[11:15])) / TICKS
    return total


def children(process):
    found = []
    for task in Path(f"/proc/{process}/task").iterdir():
        for child in (task / "children").read_text().split():
            found += [int(child), *children(int(child))]
    return found


class Side:
    """A server: started, asked for matches, measured, ended."""

    name: str

    def __init__(self, command, folder):
        env = os.environ | {"PYTHONUNBUFFERED": "1", "NODE_ENV": "production"}
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=env, cwd=folder)
        try:
            words = self.process.stdout.readline().split()
        except KeyboardInterrupt:
            self.process.kill()
            raise
        self.port = int(next(word for word in words if word.startswith("http")).strip("/").rpartition(":")[2])
        self.web = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)

    def post(self, path, data, head=None):
        body = json.dumps(data).encode()
        self.web.request("POST", path, body, {"Content-Type": "application/json", **(head or {})})
        answer = self.web.getresponse()
        text = answer.read()
        if answer.status >= 300:
            raise ConnectionError(f"{self.name} answers {path} with {answer.status}: {text[:200]!r}")
        return json.loads(text)

    def cpu(self):
        """CPU seconds so far of the process, all its threads, and of all that it has started."""
        return used_by(self.process.pid)

    def memory(self):
        """Resident kB."""
        lines = Path(f"/proc/{self.process.pid}/status").read_text().splitlines()
        return int(next(line for line in lines if line.startswith("VmRSS")).split()[1])

    async def settle(self):
        """Until it has nothing to do any more: two minutes at most, for what is to be compiled."""
        for _ in range(240):
            before = self.cpu()
            await asyncio.sleep(0.5)
            if self.cpu() - before < 0.03:
                return

    def end(self):
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process.stdout.close()


class _About(msgspec.Struct):
    entries: int


class _Told(msgspec.Struct):
    type: str
    about: _About | None = None
    why: str = ""


class Ours(Side):
    """`sobremesa serve`: every move on disk before it is told."""

    name = "sobremesa"

    def __init__(self, folder, places=(), limits=False):
        kept = places or ["--data", str(Path(folder) / "house.db")]
        more = ["--host", "127.0.0.1", "--port", "0", *([] if limits else ["--no-limits"]), *kept]
        super().__init__([sys.executable, "-m", "sobremesa", "serve", *more], folder)
        self.read_told = msgspec.json.Decoder(_Told).decode

    def lay(self, number):
        """A table, and the heads by which its two people are known."""
        tokens = [self.post("/api/guests", {"name": name})["token"] for name in ("Ada", "Ben")]
        heads = [f"Authorization: Bearer {token}" for token in tokens]
        name, _, value = heads[0].partition(": ")
        table = self.post("/api/tables", {"game": "splut", "seats": 2}, {name: value})["table"]
        return table, heads

    def door(self, match, seat):
        return f"/api/tables/{match[0]}/socket", [match[1][seat]]

    def hello(self, match, seat):
        return b'{"do":"sit","seat":%d,"name":"Ada","words":"olive"}' % seat

    def hear(self, match, seat, message, wire):
        """How many moves have been made, where that is told."""
        told = self.read_told(message)
        if told.type == "refused":
            raise RuntimeError(f"sobremesa has refused: {told.why}")
        if told.type != "state":
            return None
        made = told.about.entries - 3
        if made == -1 and seat == 0:  # both sit
            wire.send(b'{"do":"begin"}')
        return made if made >= 0 else None

    def move(self, match, seat, n, choice, text):
        return b'{"do":"move","id":"%d","seat":%d,"choice":%d,"move":"%s"}' % (n, seat, choice, text.encode())

    def seen(self, message, seat):
        """What a seat sees and may do, as a message has it."""
        seats = json.loads(message)["seats"]
        return {key: seats[("red", "green")[seat]][key] for key in ("view", "moves")}


class _G(msgspec.Struct):
    n: int


class _State(msgspec.Struct):
    G: _G


class _Sync(msgspec.Struct):
    state: _State


class Peer(Side):
    """boardgame.io's own server, in memory."""

    name = "boardgame.io"

    def __init__(self, folder, matches):
        install()
        path = Path(folder) / "matches.json"
        path.write_text(json.dumps(matches))
        super().__init__(["node", str(PEER / "server.js"), str(path)], PEER)
        self.parts = msgspec.json.Decoder(list[msgspec.Raw]).decode
        self.read_state, self.read_sync = msgspec.json.Decoder(_State).decode, msgspec.json.Decoder(_Sync).decode

    def lay(self, number):
        return self.post("/games/splut/create", {"numPlayers": 2, "setupData": {"match": number}})["matchID"]

    def door(self, match, seat):
        return "/socket.io/?EIO=4&transport=websocket", []

    def hello(self, match, seat):
        return b"40/splut,"

    def hear(self, match, seat, message, wire):
        """How many moves have been made, where that is told; Socket.IO's own talk is answered."""
        if message == b"2":
            wire.send(b"3")
        if message.startswith(b"40/splut,"):
            wire.send(f'42/splut,["sync","{match}","{seat}",null,2]'.encode())
        if not message.startswith(b"42/splut,"):
            return None
        parts = self.parts(message[9:])
        if bytes(parts[0]) == b'"sync"':
            return self.read_sync(parts[2]).state.G.n
        return self.read_state(parts[2]).G.n if bytes(parts[0]) == b'"update"' else None

    def move(self, match, seat, n, choice, text):
        made = {"type": "step", "args": [text], "playerID": str(seat), "credentials": None}
        action = {"type": "MAKE_MOVE", "payload": made}
        return b"42/splut," + msgspec.json.encode(["update", action, n, match, str(seat)])

    def seen(self, message, seat):
        told = json.loads(message[9:])[2]["G"]
        return {key: told[key] for key in ("view", "moves")}


def install():
    """boardgame.io beside its server file; one sentence if that cannot be done."""
    if (PEER / "node_modules" / "boardgame.io").exists():
        return
    if not shutil.which("npm"):
        sys.exit("boardgame.io cannot be measured here: that needs node and npm.")
    print("Installing boardgame.io ...", file=sys.stderr)
    quiet = ["--no-package-lock", "--no-audit", "--no-fund", "--ignore-scripts", "--silent"]
    if subprocess.run(["npm", "install", *quiet], cwd=PEER).returncode:
        sys.exit("boardgame.io cannot be measured here: npm could not install it.")
