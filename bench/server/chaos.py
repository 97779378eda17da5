"""What a house of several workers withstands: kill -9 of a worker, of PostgreSQL and of Redis, while people play.

    python bench/server/chaos.py [SECONDS] [WORKERS]

Starts a PostgreSQL and a Redis of its own on free ports, and a house on them. Pairs of people play Splut! as fast as
moves are accepted, through the Python client; each writes down every move that was acknowledged. Every few seconds
something is killed. At the end every match is read from the database and executed again: whatever was acknowledged is
there once, in its order, and nothing else of that seat.
"""

import os
import random
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from sobremesa.client import House
from sobremesa.server.database import Store
from sobremesa.server.live.registry import replayed
from tests.support import services
from tests.support.server.serving import Server

PAIRS, BEGAN = 8, time.monotonic()
PAUSE = 8.0
"""Seconds between two blows."""


class Pair(threading.Thread):
    """Two people who play one match after the other until told to stop, and remember what was acknowledged."""

    def __init__(self, address, number, stop):
        super().__init__(daemon=True)
        self.people = [House(address, f"{name} {number}") for name in ("Ada", "Bo")]
        self.dice, self.stop = random.Random(number), stop
        self.acknowledged, self.refused, self.longest = {}, [], 0.0

    def run(self):
        while not self.stop.is_set():
            try:
                self.play()
            except Exception as error:
                self.refused.append(f"{time.monotonic() - BEGAN:.0f} s: {type(error).__name__}: {error}")
                time.sleep(0.2)

    def play(self):
        table = self.people[0].lay("splut", 2)
        with table, self.people[1].table(table.name) as other:
            table.sit(0)
            other.sit(1)
            table.begin()
            made = self.acknowledged[table.name] = {"red": [], "green": []}
            while not self.stop.is_set() and not table.over and not other.over:
                for each, seat in (table, "red"), (other, "green"):
                    while not each.moves(seat) and not each.over and each is self.awaited(table, other):
                        each.wait()
                    if moves := each.moves(seat):
                        self.choose(each, seat, self.dice.choice(moves), made[seat])

    def awaited(self, table, other):
        """Whose turn it is, as the one who heard last knows it."""
        states = [each.state for each in (table, other)]
        newest = max(states, key=lambda state: state["about"]["entries"])
        places = newest["about"]["places"]
        return next((each for each, place in zip((table, other), places, strict=True) if place["awaited"]), None)

    def choose(self, table, seat, move, made):
        began = time.monotonic()
        table.move(seat, move)
        made.append(move)
        self.longest = max(self.longest, time.monotonic() - began)


def workers_of(server):
    """The processes that serve."""
    found = subprocess.run(["pgrep", "-P", str(server.process.pid)], capture_output=True, text=True).stdout.split()
    names = {pid: Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ") for pid in found}
    return [int(pid) for pid, command in names.items() if "spawn_main" in command]


def main():
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 60.0
    count = sys.argv[2] if len(sys.argv) > 2 else "2"
    print(f"load average {' '.join(f'{load:.2f}' for load in os.getloadavg())}")
    postgres, redis = services.Postgres(), services.Redis()
    server = Server(None, "--database", postgres.address, "--redis", redis.address, "--workers", count, "--no-limits")
    try:
        stop = threading.Event()
        pairs = [Pair(server.address, number, stop) for number in range(PAIRS)]
        for pair in pairs:
            pair.start()
        blows = strike(server, postgres, redis, seconds)
        stop.set()
        for pair in pairs:
            pair.join(60)
        found = look(postgres, pairs)
    finally:
        server.stop()
        redis.close()
        postgres.close()
    print(f"blows: {', '.join(f'{name} {n}' for name, n in blows.items())}")
    print(
        f"{found['matches']} matches; {found['moves']} moves in the database, {found['acknowledged']} acknowledged; "
        f"{found['lost']} lost, {found['doubled']} doubled; {found['unanswered']} written of which nobody heard"
    )
    print(f"longest wait for an answer {max(pair.longest for pair in pairs):.1f} s")
    refused = [why for pair in pairs for why in pair.refused]
    print(f"refused: {len(refused)}", *sorted(set(refused))[:10], sep="\n  ")
    print(f"load average {' '.join(f'{load:.2f}' for load in os.getloadavg())}")
    sys.exit(bool(found["lost"] or found["doubled"]))


def strike(server, postgres, redis, seconds):
    blows = {"worker": 0, "PostgreSQL": 0, "Redis": 0}
    end, dice = time.monotonic() + seconds, random.Random(1)
    while time.monotonic() < end:
        time.sleep(PAUSE)
        name = list(blows)[sum(blows.values()) % 3]
        blows[name] += 1
        print(f"  {time.monotonic() - BEGAN:.0f} s: kill -9 {name}", flush=True)
        if name == "worker" and (alive := workers_of(server)):
            os.kill(dice.choice(alive), signal.SIGKILL)
        elif name == "PostgreSQL":
            postgres.kill()
            time.sleep(1)
            postgres.start()
        elif name == "Redis":
            redis.kill()
            time.sleep(2)
            redis.start()
    time.sleep(PAUSE)
    return blows


def look(postgres, pairs):
    """Every match again, from the database, beside what its players remember."""
    store = Store(postgres.address, shared=True)
    found = {"matches": 0, "moves": 0, "acknowledged": 0, "lost": 0, "doubled": 0, "unanswered": 0}
    for name, seats in [each for pair in pairs for each in pair.acknowledged.items()]:
        table = replayed(*store.table(name))
        found["matches"] += 1
        for seat, kept in enumerate(seats.values()):
            made = [move.text for move in table.match.moves if move.seat == seat]
            found["moves"] += len(made)
            found["acknowledged"] += len(kept)
            found["lost"] += len(kept) - sum(one == other for one, other in zip(made, kept, strict=False))
            found["doubled"] += max(0, len(made) - len(kept) - 1)
            found["unanswered"] += min(1, max(0, len(made) - len(kept)))
    store.close()
    return found


if __name__ == "__main__":
    main()
