"""One small arena by one process, by two, and by a Ray with two actors: wall time and CPU seconds.

    python bench/crew.py [GAMES]

Ray's workers are reaped by a process that tells nobody what they used. So the CPU seconds of everybody whom a command
starts are read from /proc while it runs, ten times a second; what is used after the last look at somebody is missed.
"""

import ctypes
import hashlib
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

WAYS = {
    "one process": ["--jobs", "1"],
    "two processes": ["--jobs", "2"],
    "Ray, two actors": ["--jobs", "2", "--ray"],
}
ASKED = "arena", "splut", "--bots", "random,tactician,uct@1000"
ADOPT = 36  # PR_SET_CHILD_SUBREAPER: whoever loses its parent becomes our child, and is found
TICKS = os.sysconf("SC_CLK_TCK")


def measured(words: list[str]) -> tuple[float, float]:
    """How long a command takes, and what it and everybody whom it starts uses."""
    used: dict[tuple[int, int], float] = {}
    began = time.monotonic()
    with subprocess.Popen(words, stdout=subprocess.DEVNULL) as process:
        while process.poll() is None:
            used |= looked()
            time.sleep(0.1)
        wall = time.monotonic() - began
    while found := looked():
        used |= found
        try:
            os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            break
        time.sleep(0.1)
    if process.returncode:
        raise SystemExit(f"{' '.join(words)} ended with status {process.returncode}.")
    return wall, sum(used.values())


def looked() -> dict[tuple[int, int], float]:
    """The CPU seconds of all who come from us, by their number and when they began."""
    seen: dict[int, tuple[int, int, float]] = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            try:
                fields = (folder / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue  # it has ended meanwhile
            seen[int(folder.name)] = int(fields[1]), int(fields[19]), (int(fields[11]) + int(fields[12])) / TICKS

    def ours(number: int) -> bool:
        parent = seen[number][0] if number in seen else 0
        return parent == os.getpid() or (parent > 1 and ours(parent))

    return {(number, began): used for number, (_, began, used) in seen.items() if ours(number)}


def course(file: Path) -> str:
    """A digest of all that follows from the seed."""
    matches = json.loads(file.read_text())["matches"]
    kept = [{name: value for name, value in match.items() if name != "cpu"} for match in matches]
    return hashlib.sha256(json.dumps(kept).encode()).hexdigest()[:12]


def main() -> None:
    games = sys.argv[1] if len(sys.argv) > 1 else "100"
    ctypes.CDLL(None).prctl(ADOPT, 1, 0, 0, 0)
    command = [sys.executable, "-m", "sobremesa", *ASKED]
    measured([*command, "--games", "2", "--jobs", "1"])  # whatever is still to be compiled
    print(f"sobremesa {' '.join(ASKED)} --games {games}")
    for name, way in WAYS.items():
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "arena.json"
            wall, used = measured([*command, "--games", games, *way, "--out", str(file)])
            load = " ".join(f"{each:.2f}" for each in os.getloadavg())
            print(
                f"  {name:16} {wall:6.1f} s wall {used:6.1f} CPU seconds; matches {course(file)}; load average {load}"
            )


if __name__ == "__main__":
    main()
