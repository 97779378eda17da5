"""Positions as data, and the same spoilt."""

import copy

from sobremesa.mistakes import BadDiagram
from sobremesa.testing import random_play

SEEDS = 2


def written(game, seats, options, seeds=SEEDS, most=40):
    """Yield positions of random play that can be written, with their data."""
    set_up = game.part("set_up")
    for seed in range(seeds):
        found = 0
        for position, *_ in random_play.steps(game, seats, options, seed):
            try:
                data = set_up.write(position[0])
            except BadDiagram:
                continue
            yield position, data
            found += 1
            if found == most:
                break


STRANGE = ["", "e5", "red", "ruby", 0, 1, 3, 7, -1, 255, 256, 10**9, 10**30, True, None, 1.5, [], {}, ["e5"] * 5, "z9"]


def spoilt(data, rng):
    """Return the same with a part or two changed, dropped or added anywhere in it."""
    data = copy.deepcopy(data)
    for _ in range(rng.randint(1, 3)):
        inside = data
        while True:
            keys = list(inside) if isinstance(inside, dict) else list(range(len(inside)))
            if not keys:
                break
            key = rng.choice(keys)
            if isinstance(inside[key], (dict, list)) and inside[key] and rng.random() < 0.7:
                inside = inside[key]
                continue
            if rng.random() < 0.25:
                del inside[key]
            elif rng.random() < 0.3 and len(keys) > 1:
                inside[key] = copy.deepcopy(inside[rng.choice(keys)])
            elif type(inside[key]) is int and rng.random() < 0.6:
                inside[key] += rng.choice([-2, -1, 1, 2])
            else:
                inside[key] = copy.deepcopy(rng.choice(STRANGE))
            break
    return data
