"""What a thousand puzzles of Splut! cost: `python bench/mining.py [COUNT]`.

Mines them by one process and by two, then proves every one anew: CPU seconds of all processes, wall time, and a digest
of the set, which must be the same.
"""

import hashlib
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

COMMAND = [sys.executable, "-m", "sobremesa", "puzzles"]


def measured(*words: str) -> str:
    """Run a command, and tell what it took."""
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    subprocess.run([*COMMAND, *words], check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return f"{used:6.1f} CPU seconds {time.monotonic() - began:6.1f} s wall; load average {os.getloadavg()[0]:.2f}"


def main() -> None:
    count = sys.argv[1] if len(sys.argv) > 1 else "1000"
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "puzzles.csv"
        measured("mine", "splut", str(file), "--count", "2")  # whatever is still to be compiled
        measured("check", str(file))
        for jobs in "1", "2":
            told = measured("mine", "splut", str(file), "--count", count, "--jobs", jobs)
            digest = hashlib.sha256(file.read_bytes()).hexdigest()[:12]
            print(f"mine {count}, {jobs} jobs: {told}; set {digest}")
        print(f"check {count}:         {measured('check', str(file))}")


if __name__ == "__main__":
    main()
