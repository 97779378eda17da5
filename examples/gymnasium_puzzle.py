"""End of Line alone, with all cards in the hand, is a puzzle: fill an area of 25 squares, whose edges are joined.

At random a third of it stays empty. This learner plays, keeps to its best attempt so far with a policy that it bends
towards it, and does so again with that policy as one attempt among others (nested rollout policy adaptation).
"""

import math
import random

import gymnasium
import numpy as np

import sobremesa.lab.gymnasium  # noqa: F401  (its ids)

Policy = dict[tuple[bytes, int], float]
Path = list[tuple[bytes, list[int], int]]
WIDTH, BEGINNINGS = 30, 3

env = gymnasium.make("sobremesa/EndOfLineSolo-v0", deck="open", render_mode="ansi", disable_env_checker=True)
rng = random.Random(5)
scores: list[float] = []


def episode(policy: Policy) -> tuple[float, Path]:
    """Play once; what it was worth, and what was seen, possible and chosen on the way."""
    seen, info = env.reset(seed=1)
    path: Path = []
    over, reward = False, 0.0
    while not over:
        place, legal = seen.tobytes(), np.flatnonzero(info["action_mask"]).tolist()
        action = rng.choices(legal, [math.exp(policy.get((place, each), 0.0)) for each in legal])[0]
        path.append((place, legal, action))
        seen, reward, over, _, info = env.step(action)
    if not scores or reward > max(scores):
        print(f"after {len(scores):5} episodes: {reward:+.2f}")
    scores.append(reward)
    return reward, path


def bend(policy: Policy, path: Path) -> Policy:
    """The policy, bent towards a path."""
    bent = dict(policy)
    for place, legal, action in path:
        weights = {each: math.exp(policy.get((place, each), 0.0)) for each in legal}
        whole = sum(weights.values())
        for each, weight in weights.items():
            bent[place, each] = bent.get((place, each), 0.0) - weight / whole
        bent[place, action] += 1.0
    return bent


def search(level: int, policy: Policy) -> tuple[float, Path]:
    """The best that is found from a policy."""
    if level == 0:
        return episode(policy)
    best, way = -2.0, []
    for _ in range(WIDTH):
        reward, path = search(level - 1, policy)
        if reward >= best:
            best, way = reward, path
        policy = bend(policy, way)
    return best, way


print(f"at random: {np.mean([episode({})[0] for _ in range(200)]):+.2f} on average; above 0 the area is full")
best: tuple[float, Path] = -2.0, []
for _ in range(BEGINNINGS):
    best = max(best, search(2, {}), key=lambda found: found[0])
    if best[0] > 0:
        break

env.reset(seed=1)
for _, _, action in best[1]:
    env.step(action)
print(f"\nThe best of {len(scores)} episodes, {best[0]:+.2f}:\n\n{env.render()}")
