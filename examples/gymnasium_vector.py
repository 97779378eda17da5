"""A learner of a few lines teaches itself End of Line against a random player, 256 matches at a time.

Its policy is linear: for each action a weight for every number that it sees. Whatever led to more than was expected
becomes likelier, and what is expected is learnt beside it: an actor and a critic.
"""

import os

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # what is as small as this is done soonest on one core

import gymnasium
import numba
import numpy as np

import sobremesa.lab.gymnasium  # noqa: F401  (its ids)

MATCHES, STEPS, ROUNDS = 256, 16, 60
ACTOR, CRITIC, FADE = 0.5 / MATCHES, 0.02 / MATCHES / STEPS, 0.97

numba.set_num_threads(1)
envs = gymnasium.make_vec("sobremesa/EndOfLine-v0", num_envs=MATCHES, autoreset_mode="SameStep")
size, actions = envs.single_observation_space.shape[0], envs.single_action_space.n
policy, value = np.zeros((size, actions), np.float32), np.zeros(size, np.float32)
rng, every = np.random.default_rng(1), np.arange(MATCHES)


def likely(seen: np.ndarray, mask: np.ndarray) -> np.ndarray:
    """How likely the policy takes each action; what is not legal, never."""
    looks = np.where(mask, seen @ policy, -np.inf)
    looks = np.exp(looks - looks.max(axis=1, keepdims=True))
    return looks / looks.sum(axis=1, keepdims=True)


def drawn(odds: np.ndarray) -> np.ndarray:
    """An action for each match, by these odds."""
    sums = odds.cumsum(axis=1)
    return (sums > rng.random((MATCHES, 1)) * sums[:, -1:]).argmax(axis=1)


seen, infos = envs.reset(seed=1)
results: list[float] = []
played = 0
for turn in range(1, ROUNDS + 1):
    rows = []
    for _ in range(STEPS):
        odds, before = likely(seen, infos["action_mask"]), seen
        chosen = drawn(odds)
        seen, rewards, over, _, infos = envs.step(chosen)
        rows.append((before, odds, chosen, rewards, over))
        results += rewards[over].tolist()
    hoped = seen @ value
    bend, learn = np.zeros_like(policy), np.zeros_like(value)
    for before, odds, chosen, rewards, over in reversed(rows):
        hoped = np.where(over, rewards, FADE * hoped)
        surprise = (hoped - before @ value).astype(np.float32)
        taken = -odds
        taken[every, chosen] += 1
        bend += before.T @ (taken * surprise[:, None]).astype(np.float32)
        learn += before.T @ surprise
    policy += ACTOR * bend
    value += CRITIC * learn
    if turn % 10 == 0:
        played += len(results)
        won = np.mean(np.array(results) > 0)
        print(f"after {played:6} matches: {np.mean(results):+.2f} on average, {won:.0%} of the last {len(results)} won")
        results = []
