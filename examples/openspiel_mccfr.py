"""OpenSpiel's outcome-sampling MCCFR finds out which plan of Shut the Lines is best for one round alone.

pip install 'sobremesa[openspiel]'
"""

import numpy as np
import pyspiel
from open_spiel.python.algorithms.outcome_sampling_mccfr import OutcomeSamplingSolver

import sobremesa.lab.openspiel  # noqa: F401  registers the games
from sobremesa.lab.batch import Batch

np.random.seed(1)  # the solver takes its chances from here
game = pyspiel.load_game("sobremesa_shut_the_lines(seats=1,plans=choose,rounds=1)")
solver = OutcomeSamplingSolver(game)
for _ in range(600):
    solver.iteration()

start = game.new_initial_state()
policy = solver.average_policy().action_probabilities(start)
print("          MCCFR chooses it   random play from there gets")
for action, probability in policy.items():
    plan = start.action_to_string(action)
    batch = Batch("shut-the-lines", 5000, 1, seed=1, rounds=1, plans=plan[-1])
    batch.play_out()
    print(f"{plan}  {probability:16.0%}  {batch.rewards.mean():27.2f}")
