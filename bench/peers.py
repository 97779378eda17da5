"""Our games beside those of OpenSpiel, PettingZoo and Pgx: random play in the same kind of loop, steps a CPU second.

    python bench/peers.py [SECONDS]

A step is one choice of a player; what chance brings is not counted anywhere. Each figure is the best of three runs of
so many seconds, and those of one table take turns, so that whatever else runs here disturbs all of them alike. Batches,
ours and theirs, are tried with 512 and with 4096 positions, and the better counts. One core is one core: the process is
bound to it, and so are its threads. Needs `pip install sobremesa[peers]`.
"""

import json
import os
import random
import subprocess
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from importlib import import_module
from statistics import median

GAMES = {
    "Splut!, 2 seats": ("splut", 2),
    "End of Line, 2 lines": ("end-of-line", 2),
    "Shut the Lines, plan 1, 2 seats": ("shut-the-lines", 2),
    "Outspeed, 4 ships": ("outspeed", 4),
}
SPIEL = "breakthrough", "amazons", "connect_four", "tic_tac_toe", "othello", "backgammon", "leduc_poker", "chess"
ZOO = "connect_four_v3", "tictactoe_v3", "chess_v6"
PGX = "connect_four", "tic_tac_toe", "othello", "backgammon", "animal_shogi", "gardner_chess"
BATCHES = 512, 4096


def ours(name: str, seats: int) -> Callable[[], int]:
    """One match from Python, a step at a time; how many steps it took."""
    from sobremesa.lab.single import NOBODY, Single

    single, draw = Single(name, seats, seed=1), random.Random(1).random

    def play() -> int:
        single.reset()
        steps = 0
        while single.turn != NOBODY:
            legal = single.legal()
            single.step(legal[int(draw() * len(legal))])
            steps += 1
        return steps

    return play


def spiel(name: str) -> Callable[[], int]:
    """A match of a game of OpenSpiel's, written in C++ or registered by us."""
    import pyspiel

    game, draw = pyspiel.load_game(name), random.Random(1).random

    def play() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[int(draw() * len(outcomes))][0])  # as likely as each other: cheaper for it
            else:
                legal = state.legal_actions()
                state.apply_action(legal[int(draw() * len(legal))])
                steps += 1
        return steps

    return play


def zoo(make: Callable[[], object]) -> Callable[[], int]:
    """A match of an environment of PettingZoo's, by its own loop."""
    import numpy as np

    env, draw = make(), random.Random(1).random

    def play() -> int:
        env.reset()
        steps = 0
        for _ in env.agent_iter():
            seen, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
            else:
                legal = np.flatnonzero(seen["action_mask"])
                env.step(int(legal[int(draw() * len(legal))]))
                steps += 1
        return steps

    return play


def batched(name: str, seats: int, watched: bool, count: int) -> Callable[[], int]:
    """A round of steps in many positions, those that are over begun anew; with what a learner sees, or without."""
    from sobremesa.lab.batch import Batch

    batch = Batch(name, count, seats, seed=1)

    def play() -> int:
        if watched:
            batch.mask(), batch.observe()
        batch.reset(batch.step(batch.choose_at_random()))
        return count

    return play


def fused(name: str, seats: int) -> Callable[[], int]:
    """Whole matches played at random inside compiled code."""
    from sobremesa import games
    from sobremesa.bots.playout import play_many
    from sobremesa.kernel.rng import seeded

    game = games.find(name)
    position, rng = game.start(*game.agree(seats)), seeded(1)
    return lambda: int(play_many(position, 256, rng))


def pgx_rounds(name: str, count: int) -> Callable[[], int]:
    """A round of steps of an environment of Pgx's: it always makes what a learner sees, and the mask."""
    import jax
    import jax.numpy as jnp
    import pgx

    env = pgx.make(name)
    start = jax.vmap(env.init)

    @jax.jit
    def rounds(state, key):
        def one(carry, key):
            state = carry
            choose, anew = jax.random.split(key)
            action = jax.random.categorical(choose, jnp.where(state.legal_action_mask, 0.0, -jnp.inf), axis=-1)
            if name == "backgammon":  # its dice ask for keys
                state = jax.vmap(env.step)(state, action, jax.random.split(anew, count))
            else:
                state = jax.vmap(env.step)(state, action)
            fresh = start(jax.random.split(anew, count))
            over = state.terminated | state.truncated
            state = jax.tree_util.tree_map(
                lambda new, old: jnp.where(over.reshape(over.shape + (1,) * (old.ndim - 1)), new, old), fresh, state
            )
            return state, None

        return jax.lax.scan(one, state, jax.random.split(key, 8))[0]

    held = {"state": start(jax.random.split(jax.random.PRNGKey(0), count)), "key": jax.random.PRNGKey(1)}

    def play() -> int:
        held["key"], now = jax.random.split(held["key"])
        held["state"] = jax.block_until_ready(rounds(held["state"], now))
        return 8 * count

    return play


def rates(loops: dict[str, Callable[[], int]], seconds: float) -> dict[str, tuple[float, float]]:
    """Steps a CPU second, and steps a second of the clock, the best of three."""
    for play in loops.values():
        play()
    best = dict.fromkeys(loops, (0.0, 0.0))
    for _ in range(3):
        for name, play in loops.items():
            steps, began, clock = 0, time.process_time(), time.perf_counter()
            while time.process_time() - began < seconds:
                steps += play()
            rate = steps / (time.process_time() - began), steps / (time.perf_counter() - clock)
            best[name] = max(best[name][0], rate[0]), max(best[name][1], rate[1])
            print(".", end="", file=sys.stderr, flush=True)
    return best


def single_loops() -> dict[str, Callable[[], int]]:
    import pettingzoo.classic as classic

    from sobremesa.lab.pettingzoo import env

    for module in "sobremesa.lab.openspiel", "open_spiel.python.games":  # which register theirs
        import_module(module)

    loops = {f"ours: {title}": ours(*game) for title, game in GAMES.items()}
    loops |= {f"OpenSpiel (C++): {name}": spiel(name) for name in SPIEL}
    loops |= {f"PettingZoo: {name}": zoo(getattr(classic, name).env) for name in ZOO}
    loops["ours, through PettingZoo: Splut!, 2 seats"] = zoo(lambda: env("splut", seats=2))
    loops["ours, through OpenSpiel: Splut!, 2 seats"] = spiel("sobremesa_splut(seats=2)")
    loops["OpenSpiel (Python): python_tic_tac_toe"] = spiel("python_tic_tac_toe")
    return loops


def batch_loops() -> dict[str, Callable[[], int]]:
    loops: dict[str, Callable[[], int]] = {}
    for count in BATCHES:
        for title, game in GAMES.items():
            loops[f"ours, steps: {title}@{count}"] = batched(*game, False, count)
            loops[f"ours, steps, masks and observations: {title}@{count}"] = batched(*game, True, count)
        loops |= {f"Pgx: {name}@{count}": pgx_rounds(name, count) for name in PGX}
    return dict(sorted(loops.items(), key=lambda loop: loop[0].startswith("Pgx")))


def fused_loops() -> dict[str, Callable[[], int]]:
    return {f"ours: {title}": fused(*game) for title, game in GAMES.items()}


TABLES = {"single": single_loops, "batch": batch_loops, "fused": fused_loops}


def measured(table: str, cores: int, seconds: float) -> dict[str, tuple[float, float]]:
    """A table, measured in a process of its own that is bound to so many cores."""
    found = subprocess.run(
        [sys.executable, __file__, "--table", table, str(cores), str(seconds)], stdout=subprocess.PIPE, check=True
    )
    return {name: tuple(rate) for name, rate in json.loads(found.stdout).items()}


def child(table: str, cores: int, seconds: float) -> None:
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:cores])
    os.environ |= {"NUMBA_NUM_THREADS": str(cores), "JAX_PLATFORMS": "cpu", "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    warnings.simplefilter("ignore")
    said = os.dup(1)
    os.dup2(2, 1)  # whatever the peers print is not ours to read
    found = json.dumps(rates(TABLES[table](), seconds))
    os.write(said, found.encode())


def better(found: dict[str, tuple[float, float]]) -> dict[str, tuple[float, float]]:
    """Of each the better size of a batch."""
    best: dict[str, tuple[float, float]] = {}
    for name, rate in found.items():
        title = name.partition("@")[0]
        best[title] = max(best.get(title, rate), rate)
    return best


def lines(found: dict[str, tuple[float, float]], clock: bool, unit: float) -> Iterator[str]:
    for name, (cpu, wall) in found.items():
        ratio = f"{cpu / unit:8.2f}"
        yield f"  {name:62}{cpu / 1e6:10.3f}{ratio}" + (f"{wall / 1e6:12.3f}" if clock else "")


def main() -> None:
    if sys.argv[1:2] == ["--table"]:
        child(sys.argv[2], int(sys.argv[3]), float(sys.argv[4]))
        return
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
    cores = len(os.sched_getaffinity(0))
    print(f"load average {' '.join(f'{load:.2f}' for load in os.getloadavg())}, {cores} cores; million steps")
    single = measured("single", 1, seconds)
    driven = median(rate for name, (rate, _) in single.items() if name.startswith("OpenSpiel (C++)"))
    print("\nA step at a time from Python: a CPU second, and times the median of OpenSpiel's C++ games")
    print("\n".join(lines(single, False, driven)))
    for count in sorted({1, cores}):
        found = better(measured("batch", count, seconds))
        print(f"\nMany positions on {count} core{'s' * (count > 1)}: a CPU second, times the same median, a second")
        print("\n".join(lines(found, True, driven)))
    print("\nWhole matches inside compiled code on one core: a CPU second, times the same median")
    print("\n".join(lines(measured("fused", 1, seconds), False, driven)))
    print(f"load average {' '.join(f'{load:.2f}' for load in os.getloadavg())}")


if __name__ == "__main__":
    main()
