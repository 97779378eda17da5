"""What is done with the positions of a batch on a GPU.

Each position has a thread, and a block writes the masks and observations of all its positions together: side by side in
memory, from a sheet that its threads share. A thread that wrote a row of its own would write far from all others.
"""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np
from numba import cuda, from_dtype
from numba.core import types

from sobremesa import kernel
from sobremesa.bots.playout import NOBODY, let_chance_act, play_out
from sobremesa.games.game import Game
from sobremesa.kernel.rng import below
from sobremesa.lab import features
from sobremesa.lab.cuda import tuning
from sobremesa.lab.cuda.compiling import ALIGNED, SIMULATED, Kernel, Layout
from sobremesa.lab.cuda.constant_fields import Lean
from sobremesa.lab.cuda.copying import carry, carry_four, clear_four
from sobremesa.lab.features import observe_own

SHEET = 48 * 1024
"""Bytes that a block can share."""
FLOAT = 4


class Kernels:
    """What is done with the positions of a game with these options."""

    def __init__(self, game: Game, seats: int, options: dict[str, Any], how: tuning.Tuning | None = None) -> None:
        self.actions, self.seats = int(game.rules.ACTIONS), seats
        self.size = features.size(game, seats)
        """Numbers of an observation."""
        self.how = how or tuning.of(game)
        self.lean = Lean(game.rules, game.start(seats, options).view(np.ndarray), tuning.settled(game))
        self.unit = np.dtype(f"u{math.gcd(4, self.actions)}")
        """As which a mask is written: several actions at once."""
        self._position = self.lean.type, 1
        self._marks = from_dtype(self.unit), 2

    def _kernel(self, function: Any, *kinds: tuple[Any, int], layout: Layout | None = None) -> Kernel:
        given = tuple(types.Array(kind, sides, "C") if sides else kind for kind, sides in kinds)
        return Kernel(function, given, layout or self.how.batch)

    @cached_property
    def _show(self) -> Any:
        """Write down whose turn it is and what they may choose; on the sheet, too."""
        per, unit, words = self.unit.itemsize, from_dtype(self.unit), self.actions // self.unit.itemsize

        def show(states, at, seat, out, i, sheet, me, legal, counts, turns):
            n = kernel.legal(states[at], seat, out) if seat != NOBODY else 0
            turns[i], counts[i] = seat, n
            for word in range(words):
                sheet[me, word] = 0
            for k in range(n):
                action = int(out[k])
                legal[k, i] = action
                sheet[me, action // per] |= unit(1 << 8 * (action % per))

        return show if SIMULATED else cuda.jit(device=True)(show)

    @cached_property
    def _hand_in(self) -> Any:
        """The masks of a block's positions, those that were looked at."""
        words, threads = self.actions // self.unit.itemsize, self.how.batch.threads

        def hand_in(sheet, looked, mask):
            cuda.syncthreads()
            first = cuda.blockIdx.x * threads
            for k in range(cuda.threadIdx.x, threads * words, threads):
                row = k // words
                if looked[row]:
                    mask[first + row, k % words] = sheet[row, k % words]

        return hand_in if SIMULATED else cuda.jit(device=True)(hand_in)

    @cached_property
    def go_on(self) -> Kernel:
        layout, actions, threads = self.lean.type, self.actions, self.how.batch.threads
        show, hand_in, unit, words = self._show, self._hand_in, from_dtype(self.unit), self._row

        def go_on(positions, start, anew, chosen, mask, legal, counts, rng, turns, rewards):
            me, i = cuda.threadIdx.x, cuda.grid(1)
            sheet = cuda.shared.array((threads, words), unit)
            looked = cuda.shared.array(threads, types.boolean)
            looked[me] = i < len(positions) and chosen[i]
            if looked[me]:
                states = cuda.local.array(1, layout, alignment=ALIGNED)
                out = cuda.local.array(actions, types.int16)
                odds = cuda.local.array(actions, types.int32)
                numbers = cuda.local.array(1, types.uint64)
                if anew:
                    carry(states, 0, start, 0)
                else:
                    carry(states, 0, positions, i)
                numbers[0] = rng[i]
                for seat in range(rewards.shape[1]):
                    rewards[i, seat] = 0
                whose = let_chance_act(states[0], out, odds, numbers)
                show(states, 0, whose, out, i, sheet, me, legal, counts, turns)
                if whose == NOBODY:
                    kernel.score(states[0], rewards[i])
                carry(positions, i, states, 0)
                rng[i] = numbers[0]
            hand_in(sheet, looked, mask)

        return self._kernel(
            go_on,
            self._position,
            self._position,
            (types.boolean, 0),
            MARKS,
            self._marks,
            LISTS,
            COUNTS,
            RNG,
            TURNS,
            REWARDS,
        )

    @property
    def _row(self) -> int:
        """Words of a row of the sheet of masks: an odd number, so that no two threads wait for the same bank."""
        return self.actions // self.unit.itemsize | 1

    @cached_property
    def step(self) -> Kernel:
        layout, actions, threads = self.lean.type, self.actions, self.how.batch.threads
        show, hand_in, unit, words = self._show, self._hand_in, from_dtype(self.unit), self._row
        direct = self.how.direct

        def step(positions, start, anew, chosen, marked, mask, legal, counts, rng, turns, rewards, ended):
            me, i = cuda.threadIdx.x, cuda.grid(1)
            sheet = cuda.shared.array((threads, words), unit)
            looked = cuda.shared.array(threads, types.boolean)
            looked[me] = i < len(positions) and marked[i] and turns[i] != NOBODY
            over = False
            if looked[me]:
                out = cuda.local.array(actions, types.int16)
                odds = cuda.local.array(actions, types.int32)
                numbers = cuda.local.array(1, types.uint64)
                numbers[0] = rng[i]
                if direct:
                    states, at = positions, i
                else:
                    states, at = cuda.local.array(1, layout, alignment=ALIGNED), 0
                    carry(states, at, positions, i)
                kernel.apply(states[at], turns[i], chosen[i])
                whose = let_chance_act(states[at], out, odds, numbers)
                if anew:
                    for seat in range(rewards.shape[1]):
                        rewards[i, seat] = 0
                over = whose == NOBODY
                if over:
                    kernel.score(states[at], rewards[i])
                    if anew:
                        carry(states, at, start, 0)
                        whose = let_chance_act(states[at], out, odds, numbers)
                show(states, at, whose, out, i, sheet, me, legal, counts, turns)
                if not direct:
                    carry(positions, i, states, at)
                rng[i] = numbers[0]
            if i < len(positions):
                ended[i] = over
            hand_in(sheet, looked, mask)

        return self._kernel(
            step,
            self._position,
            self._position,
            (types.boolean, 0),
            ACTS,
            MARKS,
            self._marks,
            LISTS,
            COUNTS,
            RNG,
            TURNS,
            REWARDS,
            MARKS,
        )

    @cached_property
    def find_illegal(self) -> Kernel:
        actions = self.actions

        def find_illegal(chosen, marked, mask, turns, wrong):
            i = cuda.grid(1)
            if i < len(chosen) and marked[i] and turns[i] != NOBODY:
                action = chosen[i]
                if action < 0 or action >= actions or not mask[i, action]:
                    cuda.atomic.min(wrong, 0, i)

        return self._kernel(find_illegal, ACTS, MARKS, (types.boolean, 2), TURNS, COUNTS)

    @cached_property
    def choose(self) -> Kernel:
        def choose(legal, counts, marked, rng, chosen):
            i = cuda.grid(1)
            if i < len(chosen) and marked[i] and counts[i]:
                numbers = cuda.local.array(1, types.uint64)
                numbers[0] = rng[i]
                chosen[i] = legal[below(numbers, counts[i]), i]
                rng[i] = numbers[0]

        return self._kernel(choose, LISTS, COUNTS, MARKS, RNG, ACTS)

    @cached_property
    def observe(self) -> Kernel:
        layout, size, threads = self.lean.type, self.size, self.how.observing.threads
        each = min(threads, SHEET // (FLOAT * size)) // 4 * 4 or 1
        room = -(-each * size // 4) * 4

        def observe(positions, turns, seat, seen):
            me, first = cuda.threadIdx.x, cuda.blockIdx.x * each
            sheet = cuda.shared.array(room, types.float32, alignment=ALIGNED)
            for four in range(me, room // 4, threads):
                clear_four(sheet, four)
            cuda.syncthreads()
            i = first + me
            if me < each and i < len(positions):
                eyes = turns[i] if seat < 0 else seat
                if eyes != NOBODY:
                    states = cuda.local.array(1, layout, alignment=ALIGNED)
                    carry(states, 0, positions, i)
                    kernel.hide(states[0], eyes)
                    observe_own(states[0], eyes, sheet[me * size : (me + 1) * size])
            cuda.syncthreads()
            whole = seen[first * size :]
            n = min(each, len(positions) - first) * size
            fours = n // 4 if each > 1 else 0
            for four in range(me, fours, threads):
                carry_four(whole, four, sheet, four)
            for k in range(4 * fours + me, n, threads):
                whole[k] = sheet[k]

        how = replace(self.how.observing, each=each)
        return self._kernel(observe, self._position, TURNS, (types.int64, 0), (types.float32, 1), layout=how)

    @cached_property
    def play_out(self) -> Kernel:
        layout, actions = self.lean.type, self.actions

        def play_to_end(positions, counts, rng, turns, rewards, steps):
            i = cuda.grid(1)
            if i < len(positions) and turns[i] != NOBODY:
                states = cuda.local.array(1, layout, alignment=ALIGNED)
                out = cuda.local.array(actions, types.int16)
                odds = cuda.local.array(actions, types.int32)
                numbers = cuda.local.array(1, types.uint64)
                carry(states, 0, positions, i)
                numbers[0] = rng[i]
                steps[i] = play_out(states[0], out, odds, numbers)
                kernel.score(states[0], rewards[i])
                turns[i], counts[i] = NOBODY, 0
                carry(positions, i, states, 0)
                rng[i] = numbers[0]

        return self._kernel(play_to_end, self._position, COUNTS, RNG, TURNS, REWARDS, ACTS)

    @property
    def all(self) -> dict[str, Kernel]:
        names = "go_on", "step", "find_illegal", "choose", "observe", "play_out"
        return {name: getattr(self, name) for name in names}


MARKS, ACTS, RNG, TURNS = (types.boolean, 1), (types.int64, 1), (types.uint64, 1), (types.int8, 1)
LISTS, COUNTS, REWARDS = (types.int16, 2), (types.int32, 1), (types.float64, 2)
