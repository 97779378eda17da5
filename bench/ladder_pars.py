"""What is to be beaten on the ladders where nobody plays against anybody.

    python bench/ladder_pars.py [LADDER ...]

lets the bot `normal` play each of them alone, or all seats of it together, by the usual rules and from one seed. It
prints the score that it made or did not in half of its matches, with the quarters, beside the par that the house has
(`ladders/pars.toml`). A ladder is named as in `end-of-line/coop/3`; without a name all of them are played.
"""

import os
import statistics
import sys
import time

from sobremesa import arena
from sobremesa.server.tables.rated import NONE, pars

SEED = 1


def matches(game: str, seats: int) -> int:
    """An odd number, so that one of them is in the middle."""
    return 201 if game == "shut-the-lines" else 101 if seats < 5 else 61


def main() -> None:
    kept = pars()
    print(f"load average {os.getloadavg()[0]:.1f}")
    print(f"{'ladder':24} matches  quarter   median  quarter      par  CPU s")
    for name in sys.argv[1:] or kept:
        game, mode, seats = name.split("/")
        began = time.process_time()
        options = {} if mode == NONE else {"mode": mode}
        count = matches(game, int(seats))
        book = arena.play(game, ["normal"], count, seats=int(seats), seed=SEED, **options)
        scores = sorted(match.scores[0] for match in book.matches)
        low, middle, high = scores[count // 4], statistics.median_low(scores), scores[3 * count // 4]
        numbers = low, middle, high, kept[name].score
        told = " ".join(f"{number:8.4f}" for number in numbers)
        print(f"{name:24} {count:7} {told} {time.process_time() - began:6.0f}", flush=True)


if __name__ == "__main__":
    main()
