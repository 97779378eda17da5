"""How long it takes to move a house of a million moves from a file to PostgreSQL, and to execute all of it again.

    python bench/server/moving.py [MOVES]

The file of stored.py; a PostgreSQL is started on a free port. What was moved is compared row by row, as
`sobremesa house move` does; then both places are executed again, as `sobremesa house check` does, and must agree.
"""

import asyncio
import os
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).parents[2]))

from matches import played
from stored import MOVES, fill

from sobremesa.server.admin import check, move
from sobremesa.server.database import Store
from tests.support import services


def timed(what, work):
    cpu, clock = time.process_time(), time.monotonic()
    found = work()
    print(f"{what}: {time.process_time() - cpu:.1f} CPU s, {time.monotonic() - clock:.1f} s", flush=True)
    return found


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    print(f"load average {' '.join(f'{load:.2f}' for load in os.getloadavg())}")
    with TemporaryDirectory() as folder:
        path, postgres = Path(folder) / "house.db", services.Postgres()
        try:
            store = Store(path)
            asyncio.run(fill(store, played(5, MOVES), count // MOVES))
            store.close()
            counts = timed("moved and compared", lambda: move(path, postgres.address, lambda *_: None))
            print(", ".join(f"{rows:,} {name}" for name, rows in counts.items()))
            old = timed("the file executed again", lambda: check(path, lambda *_: None))
            new = timed("the database executed again", lambda: check(postgres.address, lambda *_: None))
            same = old == new and not old.wrong
            print(
                f"{old.tables:,} tables, {old.moves:,} moves; {'the same' if same else 'NOT the same'} in both places"
            )
        finally:
            postgres.close()
    print(f"load average {' '.join(f'{load:.2f}' for load in os.getloadavg())}")
    sys.exit(not same)


if __name__ == "__main__":
    main()
