"""What it costs to open one match again, out of a file with a million stored moves.

    python bench/server/stored.py [MOVES]

The file has a few real matches of Splut! over and over, each time at a table of its own, written by the store itself.
Then one table after the other is opened by the house: its log read, its match played again. In CPU seconds of the whole
process; the goal is 20 ms for a match of 200 moves.
"""

import asyncio
import os
import random
import statistics
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from matches import played

from sobremesa.server.database import Store
from sobremesa.server.live.registry import House
from sobremesa.server.tables.log import Entry, Guest
from sobremesa.server.tables.table import new_facts

MOVES, OPENED, AT_ONCE = 200, 300, 50
PEOPLE = "ada", "ben"


def log(match):
    """The entries of a table at which that match was played."""
    seats = [("sit", seat, who, f"olive {who.title()}") for seat, who in enumerate(PEOPLE)]
    moves = [("move", seat, PEOPLE[seat], text) for seat, text in match["moves"]]
    return [Entry(n, *each, float(n)) for n, each in enumerate([*seats, ("begin", -1, PEOPLE[0], ""), *moves])]


async def fill(store, matches, count):
    """So many tables; their names."""
    for who in PEOPLE:
        await store.add_guest(Guest(who, who.title(), 0.0), who)
    logs, names = [log(match) for match in matches], []
    for start in range(0, count, AT_ONCE):
        facts = [new_facts("splut", 2, {}, False, PEOPLE[0]) for _ in range(min(AT_ONCE, count - start))]
        await asyncio.gather(*(store.add_table(each, logs[n % len(logs)]) for n, each in enumerate(facts)))
        names += [each.id for each in facts]
        print(f"\r{len(names):,} of {count:,} tables", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return names


async def run(path, count):
    store = Store(path)
    try:
        names = await fill(store, played(5, MOVES), count // MOVES)
        house, rng, costs = House(store), random.Random(1), []
        await house.prepare("splut")
        for name in rng.sample(names, min(OPENED, len(names))):
            before = time.process_time()
            live = await house.find(name)
            costs.append(1000 * (time.process_time() - before))
            assert len(live.table.match.moves) == MOVES
    finally:
        store.close()
    costs = costs[5:]
    load = " ".join(f"{each:.2f}" for each in os.getloadavg())
    print(f"{len(names) * MOVES:,} moves at {len(names):,} tables, {path.stat().st_size / 1e6:,.0f} MB;")
    print(f"opening one of {MOVES} moves takes {statistics.median(costs):.1f} ms of CPU, the median of {len(costs)},")
    print(f"and {statistics.quantiles(costs, n=20)[-1]:.1f} for one in twenty (goal: 20). Load average {load}.")


def main():
    count = int(sys.argv[1].replace(",", "")) if len(sys.argv) > 1 else 1_000_000
    with TemporaryDirectory() as folder:
        try:
            asyncio.run(run(Path(folder) / "house.db", count))
        except KeyboardInterrupt:
            print("stopped")


if __name__ == "__main__":
    main()
