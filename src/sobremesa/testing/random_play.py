"""Random walks through a game, straight over its rules."""

import random
from collections.abc import Iterator, Mapping
from types import ModuleType
from typing import Any

import numpy as np

from sobremesa.games.game import Game
from sobremesa.kernel import CHANCE

TOO_LONG = 100_000
"""A match that takes more actions than this does not end, as far as anybody at the table is concerned."""


def awaited(rules: ModuleType, position: Any) -> list[int]:
    """The seats that must choose now."""
    bits = int(rules.to_act(position[0]))
    return [seat for seat in range(bits.bit_length()) if bits >> seat & 1]


def choices(rules: ModuleType, position: Any, seat: int) -> list[int]:
    """The actions that a seat may choose."""
    out = np.full(rules.ACTIONS, -1, np.int16)
    count = int(rules.legal(position[0], seat, out))
    return [int(action) for action in out[:count]]


def odds(rules: ModuleType, position: Any) -> list[int]:
    """How likely each choice of chance is."""
    out = np.zeros(rules.ACTIONS, np.int32)
    rules.weigh(position[0], out)
    return [int(weight) for weight in out[: len(choices(rules, position, CHANCE))]]


def steps(game: Game, seats: int, options: Mapping[str, Any], seed: int) -> Iterator[tuple[Any, int, int, Any]]:
    """A match played at random: each position, the seat that acts in it, its action, and the position after.

    Where several are to act, any of them may be the first. The last position comes once, as the one after.
    """
    rng = random.Random(f"{game.name} {seats} {options} {seed}")
    rules = game.rules
    position = game.start(seats, options)
    for _ in range(TOO_LONG):
        waiting = awaited(rules, position)
        if not waiting:
            return
        seat = rng.choice(waiting)
        legal = choices(rules, position, seat)
        assert legal, f"seat {seat} is to act and has no legal action"
        action = rng.choices(legal, odds(rules, position))[0] if seat == CHANCE else rng.choice(legal)
        after = position.copy()
        rules.apply(after[0], seat, action)
        yield position, seat, action, after
        position = after
    raise AssertionError(f"{game.title} for {seats} with {options} was not over after {TOO_LONG} actions")
