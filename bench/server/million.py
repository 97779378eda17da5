"""A million people at once, on paper: what was measured with a thousand tables, times so many as they would be.

    python bench/server/million.py [PEOPLE]

Reads thousand.json, which thousand.py and commits.py have written. Nothing here is measured, and nothing is guessed but
BUSY: each number is one that was measured, times or by another, as the line says.
"""

import json
import math
import sys
from pathlib import Path

MEASURED = Path(__file__).with_name("thousand.json")
BUSY = 0.6
"""How much of a core one would use: the rest is for what comes unevenly."""


def reckon(m, people):
    """(What, how much, how it is found), and of what runs out first: (what, how many of them)."""
    tables, seconds = people / 2, m["seconds"]
    times = tables / m["tables"]

    def rate(name):
        return m[name] / seconds * times

    moves, commits, words = rate("entries"), rate("commits"), rate("Redis commands")
    cores = rate("worker CPU s")
    workers = math.ceil(cores / BUSY)
    own = (m["full: workers kB"] - m["empty: workers kB"]) / m["tables"]
    base = m["empty: workers kB"] / m["workers"]
    memory = (tables * own + workers * base) / 1024**2
    one_redis = m["Redis commands"] / m["Redis CPU s"]
    lines = [
        ("tables", f"{tables:,.0f}", "two people each"),
        ("moves a second", f"{moves:,.0f}", f"{m['entries']} in {seconds} s at {m['tables']} tables"),
        ("messages to clients a second", f"{rate('told'):,.0f}", f"{m['told'] / m['entries']:.1f} a move"),
        (
            "to clients",
            f"{8 * rate('told bytes') / 1e9:.1f} Gbit/s",
            f"{m['told bytes'] / m['told']:.0f} bytes a message",
        ),
        ("cores of workers", f"{cores:,.0f}", f"{1000 * m['worker CPU s'] / m['entries']:.2f} ms a move"),
        ("workers", f"{workers:,}", f"a core each, {BUSY:.0%} of it used"),
        (
            "memory of workers",
            f"{memory:,.0f} GiB",
            f"{own:.0f} kB a table with its sockets, {base / 1024:.0f} MiB a worker",
        ),
        ("commits a second", f"{commits:,.0f}", f"{m['entries'] / m['commits']:.1f} moves a commit"),
        (
            "cores of PostgreSQL",
            f"{rate('PostgreSQL CPU s'):,.0f}",
            f"{1000 * m['PostgreSQL CPU s'] / m['commits']:.2f} ms a commit",
        ),
        ("its log", f"{rate('log bytes') / 1e6:,.0f} MB/s", f"{m['log bytes'] / m['entries']:.0f} bytes a move"),
        (
            "kept a day",
            f"{rate('kept bytes') * 86400 / 1e12:.1f} TB",
            f"{m['kept bytes'] / m['entries']:.0f} bytes a move",
        ),
        ("words by Redis a second", f"{words:,.0f}", f"{m['Redis commands'] / m['entries']:.2f} a move"),
        (
            "cores of Redis",
            f"{rate('Redis CPU s'):.1f}",
            f"{1000 * m['Redis CPU s'] / m['Redis commands']:.3f} ms a word; it has one",
        ),
    ]
    needed = {
        "PostgreSQL": commits / m["most commits a second"],
        "Redis": words / one_redis / BUSY,
    }
    return lines, needed


def main():
    people = float(sys.argv[1].replace(",", "")) if len(sys.argv) > 1 else 1e6
    measured = json.loads(MEASURED.read_text())
    lines, needed = reckon(measured, people)
    for what, much, how in lines:
        print(f"{what:30} {much:>14}   {how}")
    print(
        f"\nOne PostgreSQL like the one measured commits {measured['most commits a second']:,} times a second, "
        f"so {needed['PostgreSQL']:.1f} are needed; of Redis {needed['Redis']:.1f}."
    )
    first = max(needed, key=needed.get)
    print(f"Workers are added as needed, any of them has any table. The bottleneck is {first}.")


if __name__ == "__main__":
    main()
