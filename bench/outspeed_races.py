"""What becomes of Outspeed's races, and how its bots do against each other.

    python bench/outspeed_races.py [RACES]

plays so many races for each number of seats with the middle bot (3,000 by default) and prints the tables that stand in
docs/rules/outspeed.md: how many ships are alive at the end, how many races end early, how often each route of each tile
is taken; then what share of the wins one bot takes from a table of others.
"""

import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor

import numpy as np

from sobremesa import games
from sobremesa.games.outspeed.ai.bot_races import run
from sobremesa.games.outspeed.ai.evaluation import prospects
from sobremesa.games.outspeed.bot import LEVELS
from sobremesa.games.outspeed.rules.track import left
from sobremesa.games.outspeed.tables import FACE_NAMES, PRINTED, RACE, SHIPS, SYMBOLS, TILES
from sobremesa.games.outspeed.tiles import house
from sobremesa.kernel.rng import seeded

PAIRS = ("weak", "random"), ("middle", "weak"), ("strong", "middle"), ("strong", "random")


def races(seats, one, others, count, seed):
    """The races of one bot at a table of others, the seat going round: wins, ships alive, ended early, routes taken."""
    game = games.find("outspeed")
    start = game.start(*game.agree(seats))
    levels = [LEVELS.get(name, np.zeros_like(LEVELS["weak"])) for name in (one, *[others] * (seats - 1))]
    rng, taken, worth = seeded(seed), np.zeros((TILES, 2, len(SYMBOLS)), np.int64), np.zeros(SHIPS)
    wins, alive, early = [], [], 0
    for n in range(count):
        states = start.copy()
        run(states, np.array([levels[(seat - n) % seats] for seat in range(seats)]), taken, rng)
        prospects(states[0], worth)
        wins.append(worth[n % seats])
        alive.append(int(left(states[0])))
        early += states[0].turn < RACE - 1
    return np.array(wins), np.array(alive), early, taken


def table(seats, alive, early):
    mean, error, count = alive.mean(), alive.std() / len(alive) ** 0.5, len(alive)
    share, ended = 100 * mean / seats, 100 * early / count
    return f"| {seats} | {count:,} | {mean:.2f} ± {error:.2f} | {share:.0f} % | {ended:.1f} % |"


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 3000
    began = time.time()
    print(f"load average {os.getloadavg()[0]:.2f}\n", flush=True)
    with ProcessPoolExecutor() as pool:
        jobs = {
            seats: [
                pool.submit(races, seats, "middle", "middle", part, 100 * seats + n)
                for n, part in enumerate((count // 2, count - count // 2))
            ]
            for seats in (3, 4, 5, 6)
        }
        duels = {
            pair: [pool.submit(races, 4, *pair, count // 6, 1000 + 10 * n + m) for m in range(2)]
            for n, pair in enumerate(PAIRS)
        }
        print("| ships | races | alive at the end | share | ended early |\n|---|---|---|---|---|")
        routes = np.zeros((TILES, 2, len(SYMBOLS)), np.int64)
        for seats, parts in jobs.items():
            _, alive, early, taken = zip(*(part.result() for part in parts), strict=True)
            print(table(seats, np.concatenate(alive), sum(early)), flush=True)
            routes += sum(taken)
        print_routes(routes)
        print("\n| one | against three | races | its wins | a fair share |\n|---|---|---|---|---|")
        for (one, others), parts in duels.items():
            wins = np.concatenate([part.result()[0] for part in parts])
            error = wins.std() / len(wins) ** 0.5
            print(
                f"| {one} | {others} | {len(wins):,} | {100 * wins.mean():.1f} ± {100 * error:.1f} % | 25 % |",
                flush=True,
            )
    print(f"\n{time.time() - began:.0f} s")


def print_routes(routes):
    print("\n| tile | " + " | ".join(f"{face}: {s}" for face in FACE_NAMES for s in SYMBOLS) + " |")
    print("|---|" + "---|" * 6)
    shares = []
    for tile in range(TILES):
        cells = []
        for face in range(2):
            for route in range(len(SYMBOLS)):
                if house().routes[tile, face, route, PRINTED]:
                    share = 100 * routes[tile, face, route] / max(routes[tile, face].sum(), 1)
                    shares.append(share)
                    cells.append(f"{share:.0f} %")
                else:
                    cells.append("")
        print(f"| {tile + 1} | {' | '.join(cells)} |")
    print(f"\nThe rarest route is taken {min(shares):.1f} % of the time, the most frequent {max(shares):.1f} %.")


if __name__ == "__main__":
    main()
