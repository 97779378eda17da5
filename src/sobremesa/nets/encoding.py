"""What a net sees of a game, and where it points at an action: planes of the board, if the game says where on them its
actions are; else one long row of numbers."""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from math import prod
from types import ModuleType

import numpy as np

from sobremesa import kernel
from sobremesa.engine.rule import overloaded
from sobremesa.games.game import Game
from sobremesa.lab import features


@dataclass(frozen=True)
class Sight:
    """The measures of what goes into a net and comes out."""

    planes: int
    rows: int
    columns: int
    numbers: int
    """How many follow the planes."""
    answers: int
    """How many planes it answers with."""
    wraps: bool
    """Whether the edges of the planes are joined."""
    cells: tuple[int, ...]
    """Those cells of the planes that belong to the board."""

    @property
    def area(self) -> int:
        return self.rows * self.columns

    @property
    def size(self) -> int:
        """How many numbers one observation has."""
        return self.planes * self.area + self.numbers

    @property
    def spots(self) -> int:
        """How many places there are to point at."""
        return self.answers * self.area


def sight(game: Game, seats: int) -> Sight:
    """What a net sees of a game."""
    shape = features.planes_shape(game, seats)
    if game.has("policy"):
        policy = game.part("policy")
        planes, rows, columns = shape
        return Sight(
            planes,
            rows,
            columns,
            features.size(game, seats) - prod(shape),
            policy.PLANES,
            policy.WRAPS,
            tuple(policy.cells(seats).tolist()),
        )
    return Sight(0, 1, 1, features.size(game, seats), int(game.rules.ACTIONS), False, (0,))


def symmetries(game: Game, seats: int) -> tuple[np.ndarray, np.ndarray]:
    """Of each way to turn the board, where everything seen and every spot comes to lie; at least the way it is."""
    if game.has("policy"):
        seen, spots = game.part("policy").symmetries(seats)
        return np.asarray(seen, np.int64), np.asarray(spots, np.int64)
    seen = sight(game, seats)
    return np.arange(seen.size)[None], np.arange(seen.spots)[None]


def _spot(s, seat, action):
    policy = _policy(kernel.rules_of_type(s))
    return policy.spot.py_func if policy else lambda s, seat, action: action


@overloaded(_spot)
def spot(s, seat, action):
    """Where an action is: its plane times the area, and the cell. Where a game does not say it, its number."""
    policy = _policy(kernel._games[s.dtype])
    return policy.spot(s, seat, action) if policy else action


def _policy(rules: ModuleType) -> ModuleType | None:
    name = f"{kernel.package_of(rules)}.policy"
    return importlib.import_module(name) if importlib.util.find_spec(name) else None
