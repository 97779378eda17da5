"""What a thousand tables cost: memory, CPU, database and words between workers, at a human pace.

    python bench/server/thousand.py [TABLES] [SECONDS]

Two workers on a PostgreSQL and a Redis of their own; a thousand matches of Splut!, each with two sockets that come to
whichever worker is free, a move every four seconds on average at each table. What was measured is written to
thousand.json beside this file, from which million.py reckons.
"""

import asyncio
import json
import os
import resource
import sys
import time
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).parents[2]))

import psycopg
import redis as client
from driver import seat
from matches import played
from sides import children, used_by
from workers import Shared

from tests.support import services

TABLES, SECONDS, THOUGHT, MOVES, WORKERS, FILES = 1000, 60.0, 4.0, 60, 2, 16_384
MEASURED = Path(__file__).with_name("thousand.json")
KEPT = "pg_total_relation_size('entries') + pg_total_relation_size('tables') + pg_total_relation_size('guests')"


class Counting(Shared):
    """A house of which it is counted what it tells its clients."""

    told = told_bytes = 0

    def hear(self, match, seat, message, wire):
        self.told += 1
        self.told_bytes += len(message)
        return super().hear(match, seat, message, wire)

    def memory(self):
        return sum(map(resident, [self.process.pid, *children(self.process.pid)]))


def resident(pid):
    """kB that a process has for itself, and its share of what it has with others."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except (FileNotFoundError, ProcessLookupError):
        return 0
    return int(next(line for line in lines if line.startswith("Pss:")).split()[1])


class Meter:
    """All that is counted, at one moment."""

    def __init__(self, side, postgres, redis):
        self.side, self.postgres, self.redis = side, postgres, redis
        self.asking = psycopg.connect(postgres.address, autocommit=True)
        self.words = client.Redis.from_url(redis.address)

    def ask(self, question):
        return self.asking.execute(question).fetchone()[0]

    def now(self):
        self.asking.execute("SELECT pg_stat_force_next_flush()")
        told = self.words.info("all")
        return {
            "worker CPU s": self.side.cpu(),
            "PostgreSQL CPU s": used_by(self.postgres.process.pid),
            "Redis CPU s": told["used_cpu_user"] + told["used_cpu_sys"],
            "commits": self.ask("SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()"),
            "log bytes": self.ask("SELECT pg_current_wal_lsn() - '0/0'::pg_lsn"),
            "entries": self.ask("SELECT count(*) FROM entries"),
            "kept bytes": self.ask(f"SELECT {KEPT}"),
            "Redis commands": told["total_commands_processed"],
            "Redis bytes": told["total_net_output_bytes"] + told["total_net_input_bytes"],
            "told": self.side.told,
            "told bytes": self.side.told_bytes,
        }

    def weigh(self):
        return {
            "workers kB": self.side.memory(),
            "PostgreSQL kB": sum(map(resident, children(self.postgres.process.pid))),
            "Redis kB": resident(self.redis.process.pid),
        }


async def play(side, meter, tables, seconds):
    matches = played(50, MOVES)
    await side.settle()
    empty = meter.weigh()
    pairs = await seat(side, matches, tables, THOUGHT)
    try:
        await side.settle()
        full = meter.weigh()
        for pair in pairs:
            asyncio.get_running_loop().call_later(pair.rng.uniform(0, THOUGHT), pair.go)
        await asyncio.sleep(2 * THOUGHT)
        for pair in pairs:
            pair.waits.clear()
        before, began = meter.now(), time.monotonic()
        await asyncio.sleep(seconds)
        after, took = meter.now(), time.monotonic() - began
    finally:
        for pair in pairs:
            pair.rise()
    cuts = quantiles([1000 * wait for pair in pairs for wait in pair.waits], n=100)
    return {
        "tables": tables,
        "workers": WORKERS,
        "seconds": round(took, 1),
        "load average": os.getloadavg()[0],
        "p50 ms": round(cuts[49], 1),
        "p99 ms": round(cuts[98], 1),
        **{name: round(after[name] - before[name], 2) for name in map(str, before) if name != "log bytes"},
        "log bytes": int(after["log bytes"] - before["log bytes"]),
        **{f"empty: {name}": weight for name, weight in empty.items()},
        **{f"full: {name}": weight for name, weight in full.items()},
    }


def main():
    tables = int(sys.argv[1]) if len(sys.argv) > 1 else TABLES
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else SECONDS
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (FILES if hard == resource.RLIM_INFINITY else min(FILES, hard), hard))
    postgres, redis = services.Postgres(), services.Redis()
    with TemporaryDirectory() as folder:
        side = Counting(folder, postgres, redis, WORKERS)
        try:
            found = asyncio.run(play(side, Meter(side, postgres, redis), tables, seconds))
        finally:
            side.end()
            postgres.close()
            redis.close()
    MEASURED.write_text(json.dumps(found, indent=2, default=float) + "\n")
    print(MEASURED.read_text())


if __name__ == "__main__":
    main()
