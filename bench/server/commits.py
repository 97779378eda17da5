"""How many transactions of one entry a PostgreSQL of this machine commits durably in a second, from many connections.

    python bench/server/commits.py [SECONDS]

Adds what was measured to thousand.json, for million.py.
"""

import json
import os
import sys
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

import psycopg
from sides import used_by
from thousand import MEASURED

from tests.support import services

CONNECTIONS = 32
TABLE = """
CREATE TABLE entries (
    "table" text, n int, kind text, seat int, who text, text text, at float8, PRIMARY KEY ("table", n)
)
"""
ENTRY = "INSERT INTO entries VALUES (%s, %s, 'move', 0, 'somebody-1234', 'De2-e3', 1.5)"


def write(address, name, end, counts):
    with psycopg.connect(address, autocommit=True) as connection:
        while time.monotonic() < end:
            connection.execute(ENTRY, (name, counts[name]))
            counts[name] += 1


def main():
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 5.0
    postgres = services.Postgres()
    try:
        with psycopg.connect(postgres.address, autocommit=True) as connection:
            connection.execute(TABLE)
        names = [f"table {n}" for n in range(CONNECTIONS)]
        counts, end = dict.fromkeys(names, 0), time.monotonic() + seconds
        used = used_by(postgres.process.pid)
        threads = [threading.Thread(target=write, args=(postgres.address, name, end, counts)) for name in names]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        used = used_by(postgres.process.pid) - used
    finally:
        postgres.close()
    made, load = sum(counts.values()), os.getloadavg()[0]
    found = json.loads(MEASURED.read_text())
    found |= {"most commits a second": round(made / seconds), "ms of PostgreSQL a commit": round(1000 * used / made, 3)}
    MEASURED.write_text(json.dumps(found, indent=2) + "\n")
    print(f"{made / seconds:,.0f} commits a second, {1000 * used / made:.3f} ms of CPU each; load {load:.1f}")


if __name__ == "__main__":
    main()
