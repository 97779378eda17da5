"""Thousands of positions of one game in one array: played, looked at and begun anew in compiled code, over all cores.

    batch = Batch("splut", 4096, seats=2, seed=7)
    while True:
        seen, may = batch.observe(), batch.mask()          # (4096, numbers) float32, (4096, actions) bool
        over = batch.step(choose(seen, may))               # chance acts by itself
        rewards = batch.rewards[over]                      # of those that came to their end just now
        batch.reset(over)

Every array is the batch's own, and the next call of the same kind fills it anew: nothing is copied to hand it out, and
NumPy, PyTorch and JAX take it by DLPack as it is (`torch.from_dlpack(batch.observe())`).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit, prange

from sobremesa import games, kernel
from sobremesa.bots.playout import lowest, play_out, roll
from sobremesa.cache import cached
from sobremesa.dice import below
from sobremesa.games.game import Game
from sobremesa.kernel import CHANCE, rule
from sobremesa.lab import features
from sobremesa.lab.features import observe_own
from sobremesa.mistakes import BadSeats, IllegalMove

NOBODY = -1
over_all = cached(njit(nogil=True, parallel=True))
"""Marks a function that is compiled for all cores."""


class Batch:
    """So many positions of one game. In each the seat that is to act next is `turns`, -1 where it is over; where
    several choose at the same time, the first of those who have not."""

    def __init__(
        self, game: str | Game, count: int, seats: int | None = None, *, seed: int = 0, **options: Any
    ) -> None:
        self.game = games.find(game) if isinstance(game, str) else game
        self.seats, self.options = self.game.agree(seats, options)
        if count < 1:
            raise BadSeats(f"A batch has at least one position, not {count}.")
        self.count, self.actions = count, int(self.game.rules.ACTIONS)
        start = self.game.start(self.seats, self.options)
        self._start = start.view(np.ndarray)
        self.positions: np.ndarray = np.repeat(self._start, count)
        """The positions themselves, as the rules have them."""
        self._spare = self.positions.copy()
        self._rng = np.random.SeedSequence(seed).generate_state(count, np.uint64).reshape(count, 1) | np.uint64(1)
        self._legal = np.zeros((count, self.actions), np.int16)
        self._odds = np.zeros((count, self.actions), np.int32)
        self._mask = np.zeros((count, self.actions), np.bool_)
        self._seen = np.zeros((count, features.size(self.game, self.seats)), np.float32)
        self.turns = np.zeros(count, np.int8)
        """Whose turn it is."""
        self.rewards = np.zeros((count, self.seats), np.float64)
        """What each seat of a match that is over has got, from -1 to 1; zeros while it goes on."""
        self._ended = np.zeros(count, np.bool_)
        self.reset()

    def reset(self, which: np.ndarray | None = None) -> None:
        """Begin anew, all or those that are marked; what is random goes on where it was."""
        chosen = np.ones(self.count, np.bool_) if which is None else np.ascontiguousarray(which, np.bool_)
        if chosen.shape != (self.count,):
            raise BadSeats(f"Which of {self.count} positions begin anew is said by as many marks.")
        _reset(self.positions, self._start, chosen, self._legal, self._odds, self._rng, self.turns, self.rewards)

    def step(self, actions: Any) -> np.ndarray:
        """Play one action in every position that is not over, for the seat whose turn it is; whether each has come to
        its end by it. Chance acts by itself. An action that is not legal is refused, and then nothing is played."""
        chosen = np.ascontiguousarray(actions, np.int64)
        if chosen.shape != (self.count,):
            raise IllegalMove(f"There are {self.count} positions: as many actions are to be given.")
        wrong = int(_first_illegal(self.positions, chosen, self._legal, self.turns))
        if wrong >= 0:
            raise IllegalMove(f"Action {chosen[wrong]} is not legal in position {wrong}.")
        _step(
            self.positions,
            chosen,
            self._legal,
            self._odds,
            self._rng,
            self.turns,
            self.rewards,
            self._ended,
        )
        return self._ended

    def mask(self) -> np.ndarray:
        """The actions that the seat whose turn it is may choose, of each position; none where it is over."""
        _mask(self.positions, self._legal, self._mask, self.turns)
        return self._mask

    def observe(self, seat: int | None = None) -> np.ndarray:
        """What a seat sees of each position; that whose turn it is, if none is named: see `features`."""
        if seat is not None and not 0 <= seat < self.seats:
            raise BadSeats(f"The seats are 0 to {self.seats - 1}, not {seat}.")
        _observe(self.positions, self._spare, self._seen, self.turns, -1 if seat is None else seat)
        return self._seen

    def split(self, seen: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """What was observed as planes, where the game has some, and numbers: the same memory."""
        return features.split(self.game, self.seats, seen)

    def choose_at_random(self) -> np.ndarray:
        """A legal action for each position."""
        chosen = np.zeros(self.count, np.int64)
        _choose(self.positions, self._legal, self._rng, self.turns, chosen)
        return chosen

    def play_out(self) -> np.ndarray:
        """Play every match at random to its end; how many actions each took, those of chance among them."""
        steps = np.zeros(self.count, np.int64)
        _play_out(self.positions, self._legal, self._odds, self._rng, self.turns, self.rewards, steps)
        return steps


@rule
def let_chance_act(s, legal, odds, rng):
    """Until a seat is to act, which is given; or nobody is."""
    while True:
        bits = kernel.to_act(s)
        if bits == 0:
            return NOBODY
        seat = lowest(bits)
        if seat != CHANCE:
            return seat
        n = kernel.legal(s, CHANCE, legal)
        kernel.apply(s, CHANCE, legal[roll(s, odds, n, rng)])


@over_all
def _reset(positions, start, chosen, legal, odds, rng, turns, rewards):
    for i in prange(len(positions)):
        if chosen[i]:
            positions[i] = start[0]
            rewards[i, :] = 0
            turns[i] = let_chance_act(positions[i], legal[i], odds[i], rng[i])


@rule
def _first_illegal(positions, actions, legal, turns):
    for i in range(len(positions)):
        if turns[i] != NOBODY:
            found = False
            for n in range(kernel.legal(positions[i], turns[i], legal[i])):
                found |= legal[i, n] == actions[i]
            if not found:
                return i
    return -1


@over_all
def _step(positions, actions, legal, odds, rng, turns, rewards, ended):
    for i in prange(len(positions)):
        ended[i] = False
        if turns[i] != NOBODY:
            kernel.apply(positions[i], turns[i], actions[i])
            turns[i] = let_chance_act(positions[i], legal[i], odds[i], rng[i])
            if turns[i] == NOBODY:
                kernel.score(positions[i], rewards[i])
                ended[i] = True


@over_all
def _mask(positions, legal, mask, turns):
    for i in prange(len(positions)):
        mask[i, :] = False
        if turns[i] != NOBODY:
            for n in range(kernel.legal(positions[i], turns[i], legal[i])):
                mask[i, legal[i, n]] = True


@over_all
def _observe(positions, spare, seen, turns, seat):
    for i in prange(len(positions)):
        seen[i, :] = 0
        eyes = turns[i] if seat < 0 else seat
        if eyes != NOBODY:
            spare[i] = positions[i]
            kernel.hide(spare[i], eyes)
            observe_own(spare[i], eyes, seen[i])


@over_all
def _choose(positions, legal, rng, turns, chosen):
    for i in prange(len(positions)):
        if turns[i] != NOBODY:
            chosen[i] = legal[i, below(rng[i], kernel.legal(positions[i], turns[i], legal[i]))]


@over_all
def _play_out(positions, legal, odds, rng, turns, rewards, steps):
    for i in prange(len(positions)):
        if turns[i] != NOBODY:
            steps[i] = play_out(positions[i], legal[i], odds[i], rng[i])
            kernel.score(positions[i], rewards[i])
            turns[i] = NOBODY
