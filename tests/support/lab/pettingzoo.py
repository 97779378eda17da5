"""Environments of PettingZoo."""

import pytest

PLANS = "1", "2", "3", "4", "ladder", "random", "choose"


CASES = [
    *(("splut", seats, {}) for seats in (2, 3, 4)),
    *(("end-of-line", seats, {"mode": "versus"}) for seats in range(2, 9)),
    *(("end-of-line", seats, {"mode": "teams"}) for seats in (4, 6, 8)),
    *(("end-of-line", seats, {"mode": "coop"}) for seats in range(2, 9)),
    ("end-of-line", 1, {"mode": "solo"}),
    ("end-of-line", 1, {"mode": "classic"}),
    ("end-of-line", 3, {"mode": "versus", "edition": "2021"}),
    *(("shut-the-lines", 1 + n % 4, {"plans": plans}) for n, plans in enumerate(PLANS)),
    *(("shut-the-lines", seats, {"plans": "1"}) for seats in (2, 3, 4)),
    *(("outspeed", seats, {}) for seats in (3, 4, 5, 6)),
]


FEW = [("splut", 3, {}), ("end-of-line", 2, {"edition": "2021"}), ("shut-the-lines", 2, {}), ("outspeed", 4, {})]


def named(case):
    game, seats, options = case
    return " ".join([game, str(seats), *options.values()])


every_case = pytest.mark.parametrize("case", CASES, ids=named)


def make(kind, case, **more):
    """Make an environment whose samples, and whose chance where no seed is given, are the same in every run."""
    game, seats, options = case
    env = kind(game, seats, **options, **more)
    for n, agent in enumerate(env.possible_agents):
        env.action_space(agent).seed(n)
    env.reset(seed=5)
    return env
