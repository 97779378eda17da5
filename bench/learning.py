"""The curve of learning: every net of a folder against fixed bots.

    python bench/learning.py FOLDER [--against normal,hard] [--games 100] [--rounds 200] [--opening 2] [--jobs N]

Each net plays on either seat in turn, its matches in pairs that begin with the same steps at random. A line of JSON for
each net and bot: after how many seconds and steps of learning, what share of the points it takes, and the interval that
holds the true share 95 times in 100. Another search is tried with `--curious`. A folder may also be a single net.
"""

import argparse
import json
import os
import random
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy as np

from sobremesa import bots, games
from sobremesa.arena.interval import wilson
from sobremesa.bots.bot import Budget
from sobremesa.lab.single import NOBODY, Single
from sobremesa.nets.net import load
from sobremesa.nets.player import CURIOUS, Learnt


def points(path: Path, other: str, number: int, rounds: int, opening: int, curious: float) -> float:
    """What a net takes from one match: 1, a half or nothing."""
    game = games.find(load(path)[0].game)
    single, mine, draw = Single(game, 2, seed=number // 2), number % 2, random.Random(number // 2)
    net = Learnt(game, number, Budget(rounds=rounds), path=path, curious=curious)
    players = [net, bots.make(other, game, number)][:: -1 if mine else 1]
    while single.turn != NOBODY:
        seat, legal = single.turn, single.legal()
        if opening > 0:
            opening -= 1
            single.step(draw.choice(legal))
        else:
            single.step(int(players[seat].choose(single.seen_by(seat).view(np.recarray), seat, legal)))
    return (float(single.rewards()[mine]) + 1) / 2


def main() -> None:
    asked = argparse.ArgumentParser()
    asked.add_argument("folder", type=Path)
    asked.add_argument("--against", default="normal,hard")
    asked.add_argument("--games", type=int, default=100)
    asked.add_argument("--rounds", type=int, default=200)
    asked.add_argument("--opening", type=int, default=2)
    asked.add_argument("--curious", type=float, default=CURIOUS)
    asked.add_argument("--jobs", type=int, default=os.cpu_count())
    given = asked.parse_args()
    paths = sorted(given.folder.glob("net-*.npz")) if given.folder.is_dir() else [given.folder]
    with ProcessPoolExecutor(given.jobs) as crew:
        for path in paths:
            about, _ = load(path)
            for other in given.against.split(","):
                how = given.rounds, given.opening, given.curious
                todo = [crew.submit(points, path, other, number, *how) for number in range(given.games)]
                share = sum(each.result() for each in todo) / given.games
                low, high = wilson(share, given.games)
                line = {"seconds": about.seconds, "steps": about.steps, "rounds": given.rounds, "against": other}
                line |= {"share": round(share, 4), "low": round(low, 4), "high": round(high, 4), "games": given.games}
                print(json.dumps(line), flush=True)


if __name__ == "__main__":
    main()
