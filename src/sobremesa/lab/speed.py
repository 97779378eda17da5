"""How fast a game plays, in CPU seconds, beside the C++ games of OpenSpiel in the same run."""

import contextlib
import os
import random
import statistics
import time
from collections.abc import Callable
from typing import Any

from sobremesa.bots.playout import play_many
from sobremesa.games.game import Game
from sobremesa.kernel.rng import seeded
from sobremesa.lab import perft
from sobremesa.mistakes import Mistake

PEERS = "breakthrough", "amazons", "quoridor"
ROLLOUTS = 4000


def measure(
    game: Game, seats: int, options: dict[str, Any], depth: int, seconds: float, tell: Callable[[str], None]
) -> dict[str, Any]:
    """Everything that `sobremesa bench` shows, each from runs of so many seconds."""
    position = game.start(seats, options)
    tell(f"{game.title}: random play")
    found: dict[str, Any] = {"game": game.name, "seats": seats, "load": [round(load, 2) for load in os.getloadavg()]}
    found["steps"] = random_steps(position, seconds)
    found["by_seats"] = {}
    for others in game.seats:
        with contextlib.suppress(Mistake):
            case = game.agree(others, {"mode": options["mode"]} if "mode" in options else {})
            tell(f"{game.title}: random play, {others} seats")
            found["by_seats"][others] = random_steps(game.start(*case), seconds / 4)
    tell(f"{game.title}: counting positions")
    found["perft"] = {"depth": depth} | leaves(position, depth)
    found["perft"]["times_steps"] = found["perft"]["rate"] / found["steps"]
    if game.has("bench"):
        found["figures"] = dict(game.part("bench").figures(tell))
    peers = openspiel(seconds, tell)
    if peers:
        found["openspiel"] = peers
        for loop in peers.values():
            loop["median"] = statistics.median(loop["rates"].values())
            loop["times"] = found["steps"] / loop["median"]
    return found


def random_steps(position: Any, seconds: float) -> float:
    """Random steps a CPU second, the best of three runs: whatever else runs here only takes away."""
    rng = seeded(1)
    play_many(position, 1, rng)
    games = 64
    rates: list[float] = []
    while len(rates) < 3:
        began = time.process_time()
        steps = play_many(position, games, rng)
        took = time.process_time() - began
        if took < seconds / 2:
            games *= 2
        else:
            rates.append(steps / took)
    return max(rates)


def leaves(position: Any, depth: int) -> dict[str, float]:
    """The leaves of the tree of that depth, and how many are counted a CPU second."""
    perft.perft(position, 1)
    best = 0.0
    for _ in range(3):
        began = time.process_time()
        counted = perft.count(position, depth)
        best = max(best, counted / max(time.process_time() - began, 1e-9))
    return {"leaves": counted, "rate": best}


def openspiel(seconds: float, tell: Callable[[str], None]) -> dict[str, dict[str, Any]] | None:
    """The same for OpenSpiel's games; None when it is not installed."""
    try:
        import pyspiel
    except ImportError:
        return None
    driven, compiled = {}, {}
    for name in PEERS:
        tell(f"OpenSpiel: {name}")
        game = pyspiel.load_game(name)
        driven[name], length = _driven(game, seconds)
        compiled[name] = _compiled(pyspiel, game, length)
    return {"driven from Python": {"rates": driven}, "compiled rollouts": {"rates": compiled}}


def _driven(game: Any, seconds: float) -> tuple[float, float]:
    """Steps a CPU second of random play driven from Python, and the mean length of a match."""
    draw = random.Random(1).random
    best, steps, matches = 0.0, 0, 0
    for _ in range(3):
        began, before = time.process_time(), steps
        while time.process_time() - began < seconds:
            state = game.new_initial_state()
            while not state.is_terminal():
                legal = state.legal_actions()
                state.apply_action(legal[int(draw() * len(legal))])
                steps += 1
            matches += 1
        best = max(best, (steps - before) / (time.process_time() - began))
    return best, steps / matches


def _compiled(pyspiel: Any, game: Any, length: float) -> float:
    """Steps a CPU second of its own random rollouts: two simulations of its MCTS, all of whose time goes into them."""
    best = 0.0
    for seed in range(3):
        evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS // 2, seed)
        bot = pyspiel.MCTSBot(game, evaluator, 1.4, 2, 100, False, seed, False)
        began = time.process_time()
        bot.mcts_search(game.new_initial_state())
        best = max(best, ROLLOUTS * length / (time.process_time() - began))
    return best
