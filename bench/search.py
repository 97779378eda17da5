"""Our search beside OpenSpiel's C++ MCTS bot: simulations a CPU second, each on its own games.

    python bench/search.py [SECONDS]

Everybody plays a match with itself, 2,000 simulations a choice, again and again for so many seconds; the best of three
runs counts, and they take turns. A simulation goes down the tree and plays the rest at random to its end, here and
there; how many choices such a match at random has, from the start, is printed beside it. What our levels use, with what
a game knows of itself, comes below. One core, one thread. Needs `pip install sobremesa[peers]`.
"""

import os
import random
import sys
import time
from collections.abc import Callable
from statistics import mean, median

ROUNDS, MATCHES = 2000, 200
OURS = {
    "Splut!, 2 seats": ("splut", 2),
    "Splut!, 4 seats": ("splut", 4),
    "End of Line, 2 lines": ("end-of-line", 2),
    "Shut the Lines, plan 1, 2 seats": ("shut-the-lines", 2),
    "Outspeed, 4 ships": ("outspeed", 4),
}
LEVELS = {
    "End of Line, 2 lines": ("end-of-line", 2),
    "Outspeed, 4 ships": ("outspeed", 4),
}
THEIRS = "breakthrough", "amazons", "quoridor"


def ours(name: str, seats: int, bot: str) -> Callable[[], int]:
    """A choice of a bot in a match with itself; how many simulations that took."""
    from sobremesa import bots
    from sobremesa.lab.single import NOBODY, Single

    single, players = Single(name, seats, seed=1), []

    def choose() -> int:
        if single.turn == NOBODY or not players:
            single.reset()
            players[:] = [bots.make(bot, single.game, seat) for seat in range(seats)]
        seat, legal = single.turn, single.legal()
        single.step(players[seat].choose(single.seen_by(seat), seat, legal))
        return ROUNDS if len(legal) > 1 else 0

    return choose


def theirs(name: str) -> Callable[[], int]:
    import pyspiel

    game = pyspiel.load_game(name)
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 1.4, ROUNDS, 1000, False, 1, False)
    held = [game.new_initial_state()]

    def choose() -> int:
        if held[0].is_terminal():
            held[0] = game.new_initial_state()
        held[0].apply_action(bot.step(held[0]))
        return ROUNDS

    return choose


def our_length(name: str, seats: int) -> float:
    """How many choices a match at random has."""
    from sobremesa.lab.single import NOBODY, Single

    single, draw, counts = Single(name, seats, seed=1), random.Random(1), []
    for _ in range(MATCHES):
        single.reset()
        counts.append(0)
        while single.turn != NOBODY:
            single.step(draw.choice(single.legal()))
            counts[-1] += 1
    return mean(counts)


def their_length(name: str) -> float:
    import pyspiel

    game, draw, counts = pyspiel.load_game(name), random.Random(1), []
    for _ in range(MATCHES):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(draw.choice(state.legal_actions()))
        counts.append(state.move_number())
    return mean(counts)


def rates(loops: dict[str, Callable[[], int]], seconds: float) -> dict[str, float]:
    """Simulations a CPU second, the best of three."""
    for play in loops.values():
        play()
    best = dict.fromkeys(loops, 0.0)
    for _ in range(3):
        for name, play in loops.items():
            done, began = 0, time.process_time()
            while time.process_time() - began < seconds:
                done += play()
            best[name] = max(best[name], done / (time.process_time() - began))
            print(".", end="", file=sys.stderr, flush=True)
    return best


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:1])
    os.environ["NUMBA_NUM_THREADS"] = "1"
    print(f"load average {' '.join(f'{load:.2f}' for load in os.getloadavg())}; one core")
    loops = {f"OpenSpiel (C++ MCTSBot): {name}": theirs(name) for name in THEIRS}
    loops |= {f"ours: {title}": ours(*game, f"uct@{ROUNDS}") for title, game in OURS.items()}
    loops |= {
        f"ours, as the level `hard` plays: {title}": ours(*game, f"hard@{ROUNDS}") for title, game in LEVELS.items()
    }
    lengths = {f"OpenSpiel (C++ MCTSBot): {name}": their_length(name) for name in THEIRS}
    lengths |= {f"ours: {title}": our_length(*game) for title, game in OURS.items()}
    found = rates(loops, seconds)
    usual = median(rate for name, rate in found.items() if name.startswith("OpenSpiel"))
    print(f"\n{'':62}{'simulations':>12}{'times their':>12}{'choices of a':>14}")
    print(f"{'':62}{'a CPU s':>12}{'median':>12}{'random match':>14}")
    for name, rate in found.items():
        length = f"{lengths[name]:14.0f}" if name in lengths else ""
        print(f"{name:62}{rate:12,.0f}{rate / usual:12.2f}{length}")
    print(f"load average {' '.join(f'{load:.2f}' for load in os.getloadavg())}")


if __name__ == "__main__":
    main()
