"""Any game through PettingZoo, one choice after the other: every seat chooses at random.

python examples/pettingzoo_random.py end-of-line 4
"""

import sys

from sobremesa.lab import pettingzoo

game = sys.argv[1] if len(sys.argv) > 1 else "splut"
seats = int(sys.argv[2]) if len(sys.argv) > 2 else None

env = pettingzoo.env(game, seats, render_mode="ansi")
env.reset(seed=7)
for n, agent in enumerate(env.possible_agents):
    env.action_space(agent).seed(n)

moves = []
for agent in env.agent_iter():
    seen, reward, terminated, truncated, _ = env.last()
    if terminated or truncated:
        if len(env.agents) == len(env.possible_agents):
            print(f"{env} is over after {len(moves)} choices; the last were\n  " + "\n  ".join(moves[-5:]))
            print(f"\n{env.render()}\n")
        print(f"{agent} got {reward:+.2f}")
        env.step(None)
    else:
        action = env.action_space(agent).sample(seen["action_mask"])
        moves.append(f"{agent}: {env.write(agent, action)}")
        env.step(action)
