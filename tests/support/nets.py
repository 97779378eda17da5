"""Nets that have learnt nothing, for tests."""

import numpy as np

from sobremesa import games
from sobremesa.nets.encoding import sight
from sobremesa.nets.net import About, Net, save, shapes


def about(name="splut", channels=6, blocks=2):
    return About(name, int(games.find(name).rules.VERSION), 2, channels, blocks)


def weights(made, seed=0, size=0.2):
    """Weights at random; none at all for size 0, which is a net that finds everything equally good."""
    rng = np.random.default_rng(seed)
    named = shapes(sight(games.find(made.game), 2), made)
    return {name: (size * rng.normal(size=shape)).astype(np.float32) for name, shape in named.items()}


def net(made, seed=0, size=0.2):
    return Net(sight(games.find(made.game), 2), made, weights(made, seed, size))


def file(folder, name="splut", seed=0, size=0.2):
    path, made = folder / f"{name}.npz", about(name)
    save(path, made, weights(made, seed, size))
    return path
