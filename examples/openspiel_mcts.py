"""OpenSpiel's tree search plays Splut! against random play.

pip install 'sobremesa[openspiel]'
"""

import numpy as np
import pyspiel
from open_spiel.python.algorithms.mcts import MCTSBot, RandomRolloutEvaluator

import sobremesa.lab.openspiel  # noqa: F401  registers the games

game = pyspiel.load_game("sobremesa_splut(seats=2,turn_limit=20)")
rng = np.random.RandomState(1)
bot = MCTSBot(game, uct_c=1.4, max_simulations=40, evaluator=RandomRolloutEvaluator(1, rng), random_state=rng)
state, moves = game.new_initial_state(), []
while not state.is_terminal():
    seat = state.current_player()
    action = bot.step(state) if seat == 0 else rng.choice(state.legal_actions())
    moves.append(f"{'search' if seat == 0 else 'random'} {state.action_to_string(seat, action)}")
    state.apply_action(action)

print("\n".join(moves[-9:]))
print(state)
print(f"After {len(moves)} steps the search got {state.returns()[0]:+.0f}, random play {state.returns()[1]:+.0f}.")
