"""OpenSpiel's algorithms run on the games, as far as they run on any game written in Python."""

import random
import signal
import subprocess
import sys
from importlib.metadata import version

import numpy as np
import pyspiel
import pytest
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import generate_playthrough, ismcts, mcts, outcome_sampling_mccfr

from sobremesa.lab.batch import Batch
from tests.support.lab.openspiel import choose, load, walk

pytestmark = pytest.mark.compiled  # they play thousands of matches


def test_its_learning_environment_runs():
    for text in "splut(turn_limit=3)", "end_of_line", "outspeed":
        environment = rl_environment.Environment(load(text))
        step = environment.reset()
        while not step.last():
            legal = step.observations["legal_actions"]
            several = text == "outspeed"
            step = environment.step(
                [(each or [0])[0] for each in legal] if several else [legal[step.current_player()][0]]
            )
        assert len(step.rewards) == environment.num_players


@pytest.mark.parametrize("text", ["shut_the_lines(target=1)", "end_of_line", "outspeed(first_game=true)"])
def test_its_playthroughs_can_be_written_and_played_again(text):
    first = generate_playthrough.playthrough(f"sobremesa_{text}", None, seed=3)
    assert "IsTerminal() = True" in first
    assert generate_playthrough.playthrough(f"sobremesa_{text}", None, seed=3) == first


def searcher(game, seed, simulations):
    rng = np.random.RandomState(seed)
    evaluator = mcts.RandomRolloutEvaluator(1, rng)
    if game.get_type().information == pyspiel.GameType.Information.PERFECT_INFORMATION:
        return mcts.MCTSBot(game, 1.4, simulations, evaluator, random_state=rng)
    bot = ismcts.ISMCTSBot(game, evaluator, 1.4, simulations, random_state=rng)
    bot.set_resampler(lambda state, player: state.resample_from_infostate(player, rng.random_sample))
    return bot


@pytest.mark.parametrize("text", ["splut(turn_limit=20)", "shut_the_lines(target=1)"])
def test_its_tree_search_beats_random_play(text):
    total = 0
    for seed in range(4):
        rng, state = random.Random(seed), load(text).new_initial_state()
        bot = searcher(state.get_game(), seed, 40)
        while not state.is_terminal():
            mine = state.current_player() == seed % 2
            state.apply_action(bot.step(state) if mine else choose(state, rng)[0])
        total += state.returns()[seed % 2]
    assert total >= 2


@pytest.mark.parametrize("text", ["end_of_line", "end_of_line(mode=teams)", "outspeed(turn_based=true)"])
def test_its_search_of_information_sets_goes_by_what_the_player_knows(text):
    rng, searched = random.Random(3), 0
    for state, _ in walk(text, 6):
        player = state.current_player()
        if player >= 0 and len(state.legal_actions()) > 1 and searched < 12:
            other = state.resample_from_infostate(player, rng.random)
            chosen = {searcher(s.get_game(), 5, 20).step(s) for s in (state, other)}
            assert len(chosen) == 1 and chosen <= set(state.legal_actions())
            searched += 1
    assert searched >= 5


def test_its_regret_minimisation_learns_which_plan_to_choose():
    worth = {}
    for plan in "1234":
        batch = Batch("shut-the-lines", 5000, 1, seed=1, rounds=1, plans=plan)
        batch.play_out()
        worth[f"plan-{plan}"] = batch.rewards.mean()
    before = np.random.get_state()
    np.random.seed(1)  # the solver takes its chances from here
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(load("shut_the_lines(seats=1,plans=choose,rounds=1)"))
    for _ in range(600):
        solver.iteration()
    state = load("shut_the_lines(seats=1,plans=choose,rounds=1)").new_initial_state()
    policy = {state.action_to_string(a): p for a, p in solver.average_policy().action_probabilities(state).items()}
    sealed = outcome_sampling_mccfr.OutcomeSamplingSolver(load("outspeed(first_game=true,turn_based=true)"))
    sealed.iteration()
    np.random.set_state(before)
    assert max(policy, key=policy.get) == max(worth, key=worth.get) and sum(policy.values()) == pytest.approx(1)
    assert len(sealed._infostates) > 30


CODE = """
import resource, pyspiel, open_spiel.python.games, sobremesa.lab.openspiel
resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
game = pyspiel.load_game({name!r})
state, evaluator = game.new_initial_state(), pyspiel.RandomRolloutEvaluator(1, 1)
while state.is_chance_node():
    state.apply_action(state.legal_actions()[0])
print({call})
"""
MCTS = "pyspiel.MCTSBot(game, evaluator, 1.4, 30, 10, False, 1, False)"
ISMCTS = "pyspiel.ISMCTSBot(1, evaluator, 1.4, 30)"
SPLUT, OUTSPEED = "sobremesa_splut(turn_limit=9)", "sobremesa_outspeed(first_game=true,turn_based=true)"


def run(name, call):
    """In a process of its own, which may crash."""
    return subprocess.run([sys.executable, "-c", CODE.format(name=name, call=call)], capture_output=True, text=True)


@pytest.mark.skipif(version("open_spiel") != "2.0.2", reason="what docs/lab/openspiel.md says is said of 2.0.2")
@pytest.mark.parametrize(
    ("name", "bot"),
    [("python_tic_tac_toe", MCTS), (SPLUT, MCTS), ("python_kuhn_poker", ISMCTS), (OUTSPEED, ISMCTS)],
)
def test_its_compiled_bots_crash_on_games_that_are_written_in_python(name, bot):
    assert run(name, f"{bot}.step(state)").returncode == -signal.SIGSEGV


def test_its_compiled_search_can_be_had_without_a_step():
    found = run(SPLUT, f"{MCTS}.mcts_search(state).best_child().action in state.legal_actions()")
    assert (found.returncode, found.stdout) == (0, "True\n"), found.stderr


def test_its_compiled_search_of_information_sets_cannot_deal_anew():
    state = load("outspeed(first_game=true,turn_based=true)").new_initial_state()
    with pytest.raises(pyspiel.SpielError, match="ResampleFromInfostate"):
        pyspiel.ISMCTSBot(1, pyspiel.RandomRolloutEvaluator(1, 1), 1.4, 10).get_policy(state)
