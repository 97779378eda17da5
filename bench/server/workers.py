"""Moves accepted per CPU second by one, two and four workers on PostgreSQL and Redis, beside one house with a file.

    python bench/server/workers.py [ROUNDS]

The matches of moves.py. PostgreSQL and Redis are started anew on free ports, with what makes a commit durable as it
comes; what they use is told apart from what the workers use. With few cores more workers are no faster: this shows what
each move costs, the talk between workers included, as the two of a match mostly sit at different ones.
"""

import asyncio
import os
import statistics
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).parents[2]))

from matches import played
from moves import MOVES, TABLES, play
from sides import Ours, used_by

from tests.support import services

COUNTS = 1, 2, 4


class Shared(Ours):
    """A house of several workers."""

    def __init__(self, folder, postgres, redis, count):
        self.postgres, self.redis = postgres, redis
        self.name = f"{count} worker{'s' * (count > 1)}"
        places = "--database", postgres.address, "--redis", redis.address, "--workers", str(count)
        super().__init__(folder, places)


async def run(sides, matches, rounds):
    found = {side: [] for side in sides}
    for number in range(rounds + 1):
        for side in sides:
            services_used = [used_by(each.process.pid) for each in side.beside]
            rate, speed = await play(side, matches)
            moves = TABLES * MOVES
            more = [used_by(each.process.pid) - used for each, used in zip(side.beside, services_used, strict=True)]
            if number:  # the first is to warm up
                found[side].append((rate, moves / (moves / rate + sum(more)), speed))
    for side, rates in found.items():
        rate, whole, speed = (statistics.median(each) for each in zip(*rates, strict=True))
        print(f"{side.name:22} {rate:9,.0f} {whole:12,.0f} {speed:9,.0f}", flush=True)


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    print(f"load average {' '.join(f'{load:.2f}' for load in os.getloadavg())}, {os.cpu_count()} cores")
    print(f"{'':22} {'moves a CPU second':>9}\n{'':22} {'workers':>9} {'and services':>12} {'a second':>9}")
    matches = played(TABLES, MOVES)
    with TemporaryDirectory() as folder:
        alone = Ours(folder)
        alone.name, alone.beside = "one house, SQLite", []
        try:
            asyncio.run(run([alone], matches, rounds))
        finally:
            alone.end()
        for count in COUNTS:
            postgres, redis = services.Postgres(), services.Redis()
            side = Shared(folder, postgres, redis, count)
            side.beside = [postgres, redis]
            try:
                asyncio.run(run([side], matches, rounds))
            finally:
                side.end()
                postgres.close()
                redis.close()
    print(f"load average {' '.join(f'{load:.2f}' for load in os.getloadavg())}")


if __name__ == "__main__":
    main()
