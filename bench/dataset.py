"""What a data set costs: CPU seconds, moves and bytes a match of each game.

python bench/dataset.py 1000
"""

import os
import resource
import sys
import tempfile
from pathlib import Path

import pyarrow.parquet as pq

from sobremesa import dataset
from sobremesa.dataset.folder import found
from sobremesa.dataset.plan import PLAN


def main(matches: int) -> None:
    print(f"{matches} matches of each game, seed 0, one process; load average {os.getloadavg()[0]:.1f}")
    print(f"{'game':16} {'CPU s':>7} {'moves':>7} {'bytes':>7}   a match")
    for game in PLAN:
        with tempfile.TemporaryDirectory() as folder:
            out = Path(folder) / "set"
            dataset.make(out / "warm", [game], 16, seed=1)
            before = spent()
            dataset.make(out / "kept", [game], matches)
            cpu = spent() - before
            moves = sum(
                file.metadata.num_rows for file in map(pq.ParquetFile, (out / "kept" / game / "moves").iterdir())
            )
            size = found(out / "kept").size()
            print(f"{game:16} {cpu / matches:7.3f} {moves / matches:7.1f} {size / matches:7.0f}", flush=True)
    print(f"load average {os.getloadavg()[0]:.1f}")


def spent() -> float:
    """CPU seconds of this process, all threads."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    main(int(sys.argv[1]))
