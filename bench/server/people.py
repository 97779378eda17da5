"""A thousand people who think: how long a move takes to the other one, and what a socket and a table weigh.

    python bench/server/people.py [SECONDS]

A thousand sockets in 500 matches of Splut!, each move after one to three seconds of thought, from the client that sends
it to the *other* client: ours with everything on disk, then boardgame.io's own server in memory. The memory is
resident: of our server before and after the thousand have come, their 500 matches included, and after a thousand more
who look on; and of a process that has 2,000 tables in mid-match at which nobody looks.
"""

import asyncio
import gc
import os
import resource
import subprocess
import sys
import time
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory

from driver import seat
from matches import played
from sides import Ours, Peer
from stored import fill
from wire import connect

MATCHES, MOVES, THOUGHT, FILES = 500, 60, 2.0, 8192
TABLES, MIDDLE = 2000, 30


async def play(side, matches, seconds):
    """How long each of the moves took, in ms, without those of the first seconds; and kB a socket, where ours."""
    await side.settle()
    empty = side.memory()
    pairs = await seat(side, matches, MATCHES, THOUGHT)
    try:
        came = side.memory()
        for pair in pairs:
            asyncio.get_running_loop().call_later(pair.rng.uniform(0, THOUGHT), pair.go)
        await asyncio.sleep(2 * THOUGHT)
        for pair in pairs:
            pair.waits.clear()
        gc.collect()
        gc.freeze()
        used = side.cpu()
        await asyncio.sleep(seconds)
        used = side.cpu() - used
        waits = sorted(1000 * wait for pair in pairs for wait in pair.waits)
        cuts = quantiles(waits, n=100)
        print(
            f"{side.name:13} p50 {cuts[49]:6.2f} ms, p99 {cuts[98]:6.2f} ms of {len(waits):,} moves; "
            f"{100 * used / seconds:.0f} % of a core",
            flush=True,
        )
        weights = [(came - empty) / (2 * MATCHES), await look_on(side, pairs)] if isinstance(side, Ours) else []
    finally:
        for pair in pairs:
            pair.rise()
    return cuts[49], cuts[98], weights


async def look_on(side, pairs):
    """kB for each of a thousand more who look on, while nobody moves."""
    for pair in pairs:
        pair.playing = False
    await side.settle()
    before, wires = side.memory(), []
    for pair in pairs:
        path, _ = side.door(pair.handle, 0)
        wires += [await connect(side.port, path, lambda _: None) for _ in range(2)]
    await side.settle()
    grown = side.memory() - before
    for wire in wires:
        wire.close()
    return grown / len(wires)


async def weigh():
    """kB for each of many tables in mid-match that the house has at hand, and nobody looks at."""
    from sobremesa.server.database import Store
    from sobremesa.server.live.registry import House

    def resident():
        return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize() / 1024

    with TemporaryDirectory() as folder:
        store = Store(Path(folder) / "house.db")
        try:
            names = await fill(store, played(5, MIDDLE), TABLES + 200)
            house = House(store)
            await house.prepare("splut")
            for name in names[:200]:  # whatever is made once
                await house.find(name)
            gc.collect()
            before = resident()
            for name in names[200:]:
                await house.find(name)
            gc.collect()
            print((resident() - before) / TABLES)
        finally:
            store.close()


def disk(folder):
    """ms, the median, until the disk says that what was written is there."""
    waits = []
    with (Path(folder) / "tried").open("wb", 0) as file:
        for _ in range(100):
            file.write(bytes(4096))
            began = time.perf_counter()
            os.fdatasync(file.fileno())
            waits.append(1000 * (time.perf_counter() - began))
    return median(waits)


async def run(folder, seconds):
    matches, found = played(50, MOVES), []
    for make in Ours, lambda folder: Peer(folder, matches):
        side = make(folder)
        try:
            found.append(await play(side, matches, seconds))
        finally:
            side.end()
    (half, most, (came, looks)), (their_half, their_most, _) = found
    table = subprocess.run([sys.executable, __file__, "weigh"], capture_output=True, text=True, check=True).stdout
    load = " ".join(f"{each:.2f}" for each in os.getloadavg())
    print(
        f"ours takes {half / their_half:.2f} times boardgame.io's p50, {most / their_most:.2f} times its p99 (goal: 1);"
    )
    print(f"the disk alone takes {disk(folder):.2f} ms to have one move for good")
    print(f"a socket {came:.1f} kB with half a match, {looks:.1f} kB of one who looks on (goal: 40);")
    print(f"a table in mid-match at which nobody looks {float(table):.1f} kB (goal: 10). Load average {load}.")


def main():
    if sys.argv[1:] == ["weigh"]:
        asyncio.run(weigh())
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < FILES:
        enough = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (enough, hard))
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 20.0
    with TemporaryDirectory() as folder:
        try:
            asyncio.run(run(folder, seconds))
        except KeyboardInterrupt:
            print("stopped")


if __name__ == "__main__":
    main()
