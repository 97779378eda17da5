"""The arrays that a search and practice need, all zeros, made by whoever will own them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from sobremesa.nets.encoding import Sight
from sobremesa.nets.selfplay import Practice
from sobremesa.nets.tree import Forest

Make = Callable[..., Any]
DEEPEST = 128
"""Actions on one way down, at most."""


def plain(kind: Any, *shape: int) -> np.ndarray:
    """Arrays of NumPy's."""
    return np.zeros(shape, kind)


def forest(
    make: Make, state: np.dtype, seats: int, actions: int, sight: Sight, count: int, places: int, plan: tuple[int, int]
) -> Forest:
    """Trees for so many matches, with so many places each; a plan of these measures is to be filled in, and `how`."""
    return Forest(
        world=make(state, count),
        walk=make(state, count),
        sight=make(state, count),
        rng=make(np.uint64, count, 1),
        legal=make(np.int16, count, actions),
        odds=make(np.int32, count, actions),
        paper=make(np.float32, count, actions),
        used=make(np.int32, count),
        root=make(np.int32, count),
        seat=make(np.int8, count, places),
        guess=make(np.float32, count, places),
        child=make(np.int32, count, places, actions),
        tries=make(np.int32, count, places, actions),
        gains=make(np.float32, count, places, actions),
        hopes=make(np.float32, count, places, actions),
        way=make(np.int32, count, DEEPEST, 2),
        depth=make(np.int32, count),
        leaf=make(np.int32, count),
        eyes=make(np.int8, count),
        count=make(np.int32, count),
        result=make(np.float32, count, seats),
        noise=make(np.float32, count, actions),
        seen=make(np.float32, count, sight.size),
        spots=make(np.int64, count, actions),
        logits=make(np.float32, count, actions),
        values=make(np.float32, count),
        plan=make(np.int32, *plan),
        how=make(np.float32, 4),
    )


def practice(make: Make, state: np.dtype, actions: int, count: int, rows: int) -> Practice:
    """So many matches to learn from, with so many rows of lessons; the start and `opening` are to be filled in."""
    return Practice(
        positions=make(state, count),
        start=make(state, 1),
        opening=make(np.int32, count, 2),
        clock=make(np.int64, 1),
        began=make(np.int64, count),
        policy=make(np.float32, count, actions),
        seats=make(np.int8, rows, count),
        values=make(np.float32, rows, count),
        ready=make(np.uint8, rows, count),
        matches=make(np.int64, count),
        draws=make(np.int64, count),
        steps=make(np.int64, count),
    )


def seeds(seed: int, count: int) -> np.ndarray:
    """Where so many generators begin."""
    return np.random.SeedSequence(seed).generate_state(count, np.uint64).reshape(count, 1) | np.uint64(1)
