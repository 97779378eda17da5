"""What a learner sees: the same call for every game. What each number means is in the game's own `features.py`."""

import importlib
from math import prod
from types import ModuleType

import numpy as np

from sobremesa import kernel
from sobremesa.engine.rule import overloaded
from sobremesa.games.game import Game
from sobremesa.kernel import rule


def of(game: Game) -> ModuleType:
    """What a game says about what it shows."""
    return game.part("features")


def size(game: Game, seats: int) -> int:
    """How many numbers one observation has."""
    return prod(planes_shape(game, seats)) + len(of(game).numbers(seats))


def planes_shape(game: Game, seats: int) -> tuple[int, ...]:
    """Planes, rows and columns; (0,) where a game has none."""
    shape: tuple[int, ...] = of(game).shape(seats)
    return shape


def names(game: Game, seats: int) -> list[str]:
    """What the planes show, and then what each number after them says."""
    return [*of(game).planes(seats), *of(game).numbers(seats)]


def split(game: Game, seats: int, seen: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Observations, one or many, as planes and the numbers after them: the same memory, nothing is copied."""
    shape = planes_shape(game, seats)
    area = prod(shape)
    return seen[..., :area].reshape(*seen.shape[:-1], *shape), seen[..., area:]


def _observe_own(s, seat, out):
    return _part(kernel.rules_of_type(s)).observe.py_func


@overloaded(_observe_own)
def observe_own(s, seat, out):
    """Fill out, all zeros, from a position from which everything that the seat may not know has been wiped out."""
    return _part(kernel._games[s.dtype]).observe(s, seat, out)


def _part(rules: ModuleType) -> ModuleType:
    return importlib.import_module(f"{kernel.package_of(rules)}.features")


@rule
def observe(position, spare, seat, out):
    """What a seat sees of a position, an array of one, with another array of one to work in."""
    spare[0] = position[0]
    kernel.hide(spare[0], seat)
    out[:] = 0
    observe_own(spare[0], seat, out)


def seen_by(game: Game, position: np.ndarray, seat: int) -> np.ndarray:
    """One observation, for who has no array for it."""
    seats = int(game.rules.seats(position[0]))
    out = np.zeros(size(game, seats), np.float32)
    observe(position, position.copy(), seat, out)
    return out
