"""Random play in one go: every thread of a GPU plays matches of its own, and nothing leaves it before the end.

A position, its random numbers and what may be chosen stay in the memory that is nearest to the thread: in what its
block shares, where they are small, or in its own. Where the turns of a game differ much the threads of a block go
together: only those matches play that are the least far, so that most threads do the same at a time.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numba import cuda
from numba.core import types

from sobremesa.bots.playout import lowest, roll
from sobremesa.games.game import Game
from sobremesa.kernel import CHANCE, apply, legal, to_act
from sobremesa.kernel.rng import below
from sobremesa.lab.cuda import tuning
from sobremesa.lab.cuda.compiling import ALIGNED, SIMULATED, Kernel, device
from sobremesa.lab.cuda.constant_fields import Lean

WARP, ALL, LEAPS = 32, 0xFFFFFFFF, (16, 8, 4, 2, 1)
DONE = 1 << 62


@device
def step(states, at, start, out, odds, rng):
    """One action at random. A match that is over begins anew before it: whether it was."""
    seats = to_act(states[at])
    over = seats == 0
    if over:
        states[at] = start[0]
        seats = to_act(states[at])
    seat = lowest(seats)
    n = legal(states[at], seat, out)
    apply(states[at], seat, out[roll(states[at], odds, n, rng) if seat == CHANCE else below(rng, n)])
    return over


@device
def steps_of(states, at, start, out, odds, rng, count):
    """So many actions; how many matches were over."""
    over = 0
    for _ in range(count):
        over += step(states, at, start, out, odds, rng)
    return over


@dataclass(frozen=True)
class Turnout:
    """What came of it."""

    positions: np.ndarray
    rng: np.ndarray
    over: np.ndarray
    """How many matches were over, and begun anew."""


class Play:
    """Random play of one game with these options: as many matches at once as there are positions."""

    def __init__(self, game: Game, seats: int, options: dict[str, Any], how: tuning.Tuning | None = None) -> None:
        how = how or tuning.of(game)
        self.actions = int(game.rules.ACTIONS)
        self.start = game.start(seats, options).view(np.ndarray)
        self.lean = Lean(game.rules, self.start, tuning.settled(game), odd=how.shared)
        pace = device(tuning.pace(game)) if how.together else None
        arrays = [types.Array(each, 1, "C") for each in (self.lean.type, self.lean.type, types.uint64)]
        signature = (*arrays, types.int32, types.Array(types.int32, 1, "C"))
        self.kernel = Kernel(_written(self.lean.type, self.actions, how, pace), signature, how.layout)

    def __call__(self, positions: np.ndarray, rng: np.ndarray, steps: int) -> Turnout:
        """Play so many actions from each of these positions, on a GPU."""
        onto = cuda.to_device
        lean, numbers = onto(self.lean.of(positions)), onto(rng)
        over = onto(np.zeros(len(positions), np.int32))
        self.kernel(len(positions), lean, onto(self.lean.start), numbers, steps, over)
        return Turnout(self.lean.whole(lean.copy_to_host()), numbers.copy_to_host(), over.copy_to_host())


def _written(layout: Any, actions: int, how: tuning.Tuning, pace: Any) -> Any:
    """The kernel of a game, in the way that suits it."""
    threads = how.layout.threads
    shared, shared_legal = how.shared, how.shared_legal
    room = actions + (2 if actions // 2 % 2 == 0 else 0)  # an odd number of words
    warps = threads // WARP

    def play(positions, start, rng, steps, over):
        me, i = cuda.threadIdx.x, cuda.grid(1)
        if shared:
            states = cuda.shared.array(threads, layout, alignment=ALIGNED)
        else:
            states = cuda.local.array(1, layout, alignment=ALIGNED)
        at = me if shared else 0
        if shared_legal:
            rows = cuda.shared.array((threads, room), types.int16)
        else:
            rows = cuda.local.array((1, room), types.int16)
        out = rows[me if shared_legal else 0]
        odds = cuda.local.array(actions, types.int32)
        numbers = cuda.local.array(1, types.uint64)
        if i < len(positions):
            states[at] = positions[i]
            numbers[0] = rng[i]
            over[i] = steps_of(states, at, start, out, odds, numbers, steps)
            positions[i] = states[at]
            rng[i] = numbers[0]

    def play_together(positions, start, rng, steps, over):
        me, i = cuda.threadIdx.x, cuda.grid(1)
        if shared:
            states = cuda.shared.array(threads, layout, alignment=ALIGNED)
        else:
            states = cuda.local.array(1, layout, alignment=ALIGNED)
        at = me if shared else 0
        out = cuda.local.array(room, types.int16)
        odds = cuda.local.array(actions, types.int32)
        numbers = cuda.local.array(1, types.uint64)
        firsts = cuda.shared.array((2, warps), types.int64)
        left, ended, parity = 0, 0, 0
        if i < len(positions):
            states[at] = positions[i]
            numbers[0] = rng[i]
            left = steps
        while True:
            mine = (types.int64(ended) << 20) + pace(states[at]) if left else DONE
            first = mine
            for leap in LEAPS:
                first = min(first, cuda.shfl_xor_sync(ALL, first, leap))
            if me % WARP == 0:
                firsts[parity, me // WARP] = first
            cuda.syncthreads()
            for warp in range(warps):
                first = min(first, firsts[parity, warp])
            parity ^= 1
            if first == DONE:
                break
            if mine == first:
                ended += step(states, at, start, out, odds, numbers)
                left -= 1
        if i < len(positions):
            positions[i] = states[at]
            rng[i] = numbers[0]
            over[i] = ended

    return play_together if pace and not SIMULATED else play  # a simulated warp cannot look at itself
