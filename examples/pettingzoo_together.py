"""Outspeed through PettingZoo's Parallel API: all ships choose their route at the same time. seat_0 is bold and takes
the last of the routes that it may choose; the others choose at random."""

import numpy as np

from sobremesa.lab import pettingzoo

env = pettingzoo.parallel_env("outspeed", seats=4, render_mode="ansi")
seen, _ = env.reset(seed=11)
rng = np.random.default_rng(11)

cycle = 0
while env.agents:
    cycle += 1
    chosen = {}
    for agent in env.agents:
        legal = np.flatnonzero(seen[agent]["action_mask"])
        if len(legal):  # whoever is not to choose now has a mask of zeros, and need not give anything
            chosen[agent] = int(legal[-1] if agent == "seat_0" else rng.choice(legal))
    if len(chosen) > 1:
        print(f"{cycle:3}: " + ", ".join(f"{agent} {env.write(agent, action)}" for agent, action in chosen.items()))
    seen, rewards, terminations, truncations, _ = env.step(chosen)

print(f"\n{env.render()}\n")
for agent, reward in rewards.items():
    print(f"{agent} got {reward:+.2f}")
