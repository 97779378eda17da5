"""Wild messages over real sockets, while two others play on.

    python bench/server/fuzz.py [MESSAGES] [--database URL --redis URL]

sends a million of them unless told otherwise: not JSON, half JSON, too long, binary, of unknown kinds, with values of
wrong types or sizes, for others' seats, before and in matches. Each must be answered, no socket may be closed but for
a message that is too large for one, and the match of those who play on must be as they left it. With a database and a
Redis the house has two workers; without them it is kept in a file.
"""

import argparse
import asyncio
import collections
import contextlib
import json
import os
import random
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).parents[2]))

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from sobremesa.client import House
from tests.support.server.serving import Server

SOCKETS, AHEAD = 4, 32
LARGE = 70_000  # more than a socket takes
KINDS = (
    *("sit", "stand", "bot", "back", "begin", "move", "undo", "draw", "resign", "manner", "rematch", "say", "mute"),
    *("draft", "confirm", "fill", "signal", "agree", "open", "dance", "", 0, None),
)
KEYS = (
    "do",
    "id",
    "seat",
    "choice",
    "move",
    "moves",
    "entries",
    "name",
    "words",
    "bot",
    "resign",
    "clock",
    "text",
    "signal",
    "muted",
    "seats",
    "options",
    "public",
    "more",
)
VALUES = (
    *(
        0,
        1,
        2,
        -1,
        7,
        2**31,
        2**63,
        -(2**63) - 1,
        10**40,
        0.5,
        1e308,
        True,
        None,
        "",
        "x",
        " ",
        "\0",
        "\u202e",
        "é" * 99,
    ),
    *("random", "red", "De2-e3", "A", [], {}, [[]], {"seat": 0}, "<b>x</b>", "x" * 4000, "'; DROP TABLE entries; --"),
)


def wild(rng):
    """A message of some kind."""
    roll = rng.random()
    if roll < 0.02:
        return rng.randbytes(rng.randrange(64))
    if roll < 0.04:
        return "".join(chr(rng.choice((rng.randrange(128), rng.randrange(0xD800)))) for _ in range(rng.randrange(40)))
    if roll < 0.045:
        return "x" * rng.choice((4095, 4096, 4097, 65536))
    if roll < 0.05:
        return "[" * rng.randrange(4000)
    message = {"do": rng.choice(KINDS), "id": str(rng.randrange(99)), "seat": rng.randrange(3)}
    if message["do"] == "move":
        message |= {"choice": rng.randrange(9), "move": rng.choice(("De2-e3", "De2-e2", "x", "A", "Rd4", ""))}
    if message["do"] in ("draft", "confirm"):
        moves = [rng.choice(("De2-e3", "De3-e4", "De2-e2", "A", "", 1)) for _ in range(rng.randrange(4))]
        message |= {"choice": rng.randrange(3), "moves": moves * rng.choice((1, 1, 1, 20))}
    if message["do"] == "undo":
        message["entries"] = rng.randrange(60)
    if message["do"] in ("agree", "open"):
        del message["seat"]
        options = {
            rng.choice(("turn_limit", "levitate_adjacent", "mode", "x")): rng.choice((1, "on", "9" * 40, True, ""))
        }
        message |= {"seats": rng.randrange(6), "options": options} if message["do"] == "agree" else {"public": True}
    if message["do"] == "sit":
        message |= {"name": "Wild", "words": "w"}
    for _ in range(rng.choice((0, 0, 1, 1, 2, 3))):
        message[rng.choice(KEYS)] = rng.choice(VALUES)
    text = json.dumps(message)
    if rng.random() < 0.1:
        text = text[: rng.randrange(len(text))]
    elif rng.random() < 0.1:
        at = rng.randrange(len(text))
        text = text[:at] + rng.choice(('"', "{", "}", "\\ud800", "\\", ",", "e9", "\n", "\0")) + text[at + 1 :]
    return text


async def fuzz(house, tables, count, seed, answers):
    """Send so many, some ahead of their answers, at one table after the other."""
    rng, head = random.Random(seed), {"Authorization": f"Bearer {house.token}"}
    left = count
    while left > 0:
        address = f"ws{house.address.removeprefix('http')}/api/tables/{rng.choice(tables)}/socket"
        async with connect(address, additional_headers=head, max_size=None, compression=None) as socket:
            for _ in range(100):
                now = min(AHEAD, left)
                for _ in range(now):
                    await socket.send(wild(rng))
                due = now
                while due:
                    heard = json.loads(await asyncio.wait_for(socket.recv(), 30))
                    if heard["type"] != "state":
                        answers[heard["type"]] += 1
                        due -= 1
                left -= now
            await too_large(socket, answers)


async def too_large(socket, answers):
    """A message that no socket takes ends it, and nothing else."""
    with contextlib.suppress(ConnectionClosed):
        await socket.send("x" * LARGE)
        while True:
            await asyncio.wait_for(socket.recv(), 30)
    assert socket.close_code == 1009, socket.close_code
    answers["closed as too large"] += 1


def calm(house):
    """A table of two who play on."""
    table = house.lay("splut", 2)
    table.sit(0)
    table.sit(1)
    table.begin()
    return table


async def play_on(table, rng):
    """A move every now and then, seen as it was made."""
    made = 0
    while not table.over:
        seat = next(seat for seat in table.state["seats"] if table.moves(seat))
        entries = table.state["about"]["entries"]
        await asyncio.to_thread(table.move, seat, rng.choice(table.moves(seat)))
        assert table.state["about"]["entries"] == entries + 1, "somebody else has done something at this table"
        made += 1
        yield made
        await asyncio.sleep(0.2)


async def run(server, count):
    house, stranger = House(server.address, "Calm"), House(server.address, "Wild")
    table, answers = calm(house), collections.Counter()
    wilds = [table.name, *(stranger.lay(game, 3).name for game in ("splut", "outspeed"))]
    shares = [count // SOCKETS + (n < count % SOCKETS) for n in range(SOCKETS)]
    fuzzing = asyncio.gather(*(fuzz(stranger, wilds, share, n, answers) for n, share in enumerate(shares)))
    rng, made, began = random.Random(0), 0, time.monotonic()
    while not fuzzing.done():
        async for made in play_on(table, rng):
            said = ", ".join(f"{n:,} {kind}" for kind, n in sorted(answers.items()))
            print(f"\r{time.monotonic() - began:.0f} s: {said}; {made} moves made meanwhile ", end="", flush=True)
            if fuzzing.done():
                break
        else:
            table = calm(house)
    await fuzzing
    assert answers["done"] + answers["refused"] == count
    print(f"\n{count:,} wild messages, every one answered; nobody was disturbed. Load {os.getloadavg()[0]:.1f}.")


def main():
    asked = argparse.ArgumentParser()
    asked.add_argument("messages", nargs="?", type=int, default=1_000_000)
    asked.add_argument("--database")
    asked.add_argument("--redis")
    given = asked.parse_args()
    with TemporaryDirectory() as folder:
        path = None if given.database else Path(folder) / "house.db"
        shared = ["--database", given.database, "--redis", given.redis, "--workers", "2"] if given.database else []
        server = Server(path, "--no-limits", *shared)
        try:
            asyncio.run(run(server, given.messages))
        finally:
            server.kill()


if __name__ == "__main__":
    main()
