"""How fast the engines that ship are beside machine code: the same calls both ways in turns, per CPU second.

python bench/engine.py [SECONDS]
"""

import os
import sys
import time
from functools import partial

import numpy as np

from sobremesa import games
from sobremesa.bots import search
from sobremesa.bots.playout import play_many
from sobremesa.engine import host
from sobremesa.kernel import calls
from sobremesa.kernel import rng as random_numbers

TURNS = 5


def rate(work, seconds):
    """How often something is done in a CPU second, where each call says how much it did."""
    work()
    began, done = time.process_time(), 0
    while (spent := time.process_time() - began) < seconds:
        done += work()
    return done / spent


def pairs(game, engine):
    """What is measured: its name, and for either way a function that does some and says how much."""
    start = game.start(*game.agree()).view(np.ndarray)
    legal = np.zeros(game.rules.ACTIONS, np.int16)
    seat = int(calls.to_act.native(start)).bit_length() - 1

    def play(run):
        rng = random_numbers.seeded(1)
        return lambda: int(run(start, 200, rng))

    def look(run):
        return lambda: [run(start, seat, legal) for _ in range(500)] and 500

    def think(run, page_of, space):
        memory, rng = search.memory(20_000, 400_000, space), random_numbers.seeded(1)
        desk = search.desk(start, int(game.rules.ACTIONS), max(game.seats), space)
        page_of(start, seat, memory, desk, False)

        def rounds():
            run(start, seat, memory, desk, 200, 0.7, False, False, 1 << 30, rng)
            return 200

        return rounds

    yield "steps of random play", play(play_many.native), play(partial(engine.call, play_many.name))
    yield "calls of legal from Python", look(calls.legal.native), look(partial(engine.call, calls.legal.name))
    native = think(search.think.native, search.page_of.native, np)
    think_name, page_name = search.think.name, search.page_of.name
    ours = think(partial(engine.call, think_name), partial(engine.call, page_name), host.Workspace(engine))
    yield "rounds of search", native, ours


def main():
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 0.5
    print("game            what                             native     engine  ratio (medians of", TURNS, "turns)")
    for name in games.names():
        game = games.find(name)
        engine = host.engine_of(game.rules)
        if engine is None:
            raise SystemExit(f"{name} has no engine that fits its sources: run make engine.")
        for what, native, ours in pairs(game, engine):
            both = [(rate(native, seconds), rate(ours, seconds)) for _ in range(TURNS)]
            one, other = (float(np.median(each)) for each in zip(*both, strict=True))
            print(f"{name:15} {what:27} {one:12,.0f} {other:11,.0f}  {other / one:5.2f}", flush=True)
    print("load average", *(f"{each:.2f}" for each in os.getloadavg()))


if __name__ == "__main__":
    main()
