"""Thousands of positions of one game in one array: played, looked at and begun anew in compiled code, over all cores.

    batch = Batch("splut", 4096, seats=2, seed=7)
    while True:
        seen, may = batch.observe(), batch.mask()          # (4096, numbers) float32, (4096, actions) bool
        over = batch.step(choose(seen, may), anew=True)    # chance acts by itself
        rewards = batch.rewards[over]                      # of those that came to their end just now, and began anew

Every array is the batch's own, and the next call of the same kind fills it anew: nothing is copied to hand it out, and
NumPy, PyTorch and JAX take it by DLPack as it is (`torch.from_dlpack(batch.observe())`).
"""

from __future__ import annotations

import os
from typing import Any

import numpy as np

from sobremesa import games, kernel
from sobremesa.bots.playout import NOBODY, let_chance_act, play_out
from sobremesa.engine.native import over_all, prange
from sobremesa.games.game import Game
from sobremesa.kernel import rule
from sobremesa.kernel.rng import below
from sobremesa.lab import features
from sobremesa.lab.features import observe_own
from sobremesa.mistakes import BadSeats, IllegalMove

os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")  # threads that wait by spinning cost more than they save


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
        """The positions themselves, as the rules have them. To go on from others, see `suppose`."""
        self._spare = self.positions.copy()
        self._rng = np.random.SeedSequence(seed).generate_state(count, np.uint64).reshape(count, 1) | np.uint64(1)
        self._legal = np.zeros((count, self.actions), np.int16)
        self._counts = np.zeros(count, np.int32)
        """How many of these the seat whose turn it is may choose from."""
        self._odds = np.zeros((count, self.actions), np.int32)
        self._mask = np.zeros((count, self.actions), np.bool_)
        self._seen = np.zeros((count, features.size(self.game, self.seats)), np.float32)
        self.turns = np.zeros(count, np.int8)
        """Whose turn it is."""
        self.rewards = np.zeros((count, self.seats), np.float64)
        """What each seat of a match that is over has got, from -1 to 1; zeros while it goes on."""
        self._ended = np.zeros(count, np.bool_)
        self._all = np.ones(count, np.bool_)
        self.reset()

    def reset(self, which: np.ndarray | None = None) -> None:
        """Begin anew, all or those that are marked; what is random goes on where it was."""
        chosen = self._all if which is None else self._marks(which)
        self._go_on(chosen, anew=True)

    def suppose(self, positions: np.ndarray) -> None:
        """Go on from these positions, one for each; they are trusted to be such as the rules lead to."""
        if positions.shape != (self.count,) or positions.dtype.itemsize != self.positions.dtype.itemsize:
            raise BadSeats(f"As many positions of {self.game.title} are to be given as there are: {self.count}.")
        self.positions[:] = positions
        self._go_on(self._all, anew=False)

    def _go_on(self, chosen: np.ndarray, anew: bool) -> None:
        _go_on(
            self.positions,
            self._start,
            anew,
            chosen,
            self._legal,
            self._counts,
            self._odds,
            self._rng,
            self.turns,
            self.rewards,
        )

    def step(self, actions: Any, which: np.ndarray | None = None, *, anew: bool = False) -> np.ndarray:
        """Play one action in every position that is not over, or in those of them that are marked, for the seat whose
        turn it is; whether each has come to its end by it. With `anew` those begin anew at once, and `rewards` tells
        until the next step what came out. Chance acts by itself. An action that is not legal is refused, and then
        nothing is played."""
        chosen = np.ascontiguousarray(actions, np.int64)
        if chosen.shape != (self.count,):
            raise IllegalMove(f"There are {self.count} positions: as many actions are to be given.")
        marked = self._all if which is None else self._marks(which)
        wrong = int(_first_illegal(chosen, marked, self._legal, self._counts))
        if wrong >= 0:
            raise IllegalMove(f"Action {chosen[wrong]} is not legal in position {wrong}.")
        _step(
            self.positions,
            self._start,
            anew,
            chosen,
            marked,
            self._legal,
            self._counts,
            self._odds,
            self._rng,
            self.turns,
            self.rewards,
            self._ended,
        )
        return self._ended

    def _marks(self, which: np.ndarray) -> np.ndarray:
        marks = np.ascontiguousarray(which, np.bool_)
        if marks.shape != (self.count,):
            raise BadSeats(f"Which of {self.count} positions are meant is said by as many marks.")
        return marks

    def mask(self) -> np.ndarray:
        """The actions that the seat whose turn it is may choose, of each position; none where it is over."""
        _mask(self._legal, self._counts, self._mask)
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

    def choose_at_random(self, which: np.ndarray | None = None) -> np.ndarray:
        """A legal action for each position, or for those that are marked."""
        chosen = np.zeros(self.count, np.int64)
        _choose(self._legal, self._counts, self._all if which is None else self._marks(which), self._rng, chosen)
        return chosen

    def play_out(self) -> np.ndarray:
        """Play every match at random to its end; how many actions each took, those of chance among them."""
        steps = np.zeros(self.count, np.int64)
        _play_out(self.positions, self._legal, self._counts, self._odds, self._rng, self.turns, self.rewards, steps)
        return steps


@rule
def look(s, legal, odds, rng, turns, counts, i):
    """Let chance act in a position, and write down whose turn it is then and what may be chosen; whether it is over."""
    turns[i] = let_chance_act(s, legal, odds, rng)
    counts[i] = kernel.legal(s, turns[i], legal) if turns[i] != NOBODY else 0
    return turns[i] == NOBODY


@over_all
def _go_on(positions, start, anew, chosen, legal, counts, odds, rng, turns, rewards):
    for i in prange(len(positions)):
        if chosen[i]:
            if anew:
                positions[i] = start[0]
            rewards[i, :] = 0
            if look(positions[i], legal[i], odds[i], rng[i], turns, counts, i):
                kernel.score(positions[i], rewards[i])


@rule
def _first_illegal(actions, marked, legal, counts):
    for i in range(len(actions)):
        if marked[i] and counts[i]:
            n = 0
            while n < counts[i] and legal[i, n] != actions[i]:
                n += 1
            if n == counts[i]:
                return i
    return -1


@over_all
def _step(positions, start, anew, actions, marked, legal, counts, odds, rng, turns, rewards, ended):
    for i in prange(len(positions)):
        ended[i] = False
        if marked[i] and turns[i] != NOBODY:
            if anew:
                rewards[i, :] = 0
            kernel.apply(positions[i], turns[i], actions[i])
            if look(positions[i], legal[i], odds[i], rng[i], turns, counts, i):
                kernel.score(positions[i], rewards[i])
                ended[i] = True
                if anew:
                    positions[i] = start[0]
                    look(positions[i], legal[i], odds[i], rng[i], turns, counts, i)


@over_all
def _mask(legal, counts, mask):
    for i in prange(len(mask)):
        mask[i, :] = False
        for n in range(counts[i]):
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
def _choose(legal, counts, marked, rng, chosen):
    for i in prange(len(chosen)):
        if marked[i] and counts[i]:
            chosen[i] = legal[i, below(rng[i], counts[i])]


@over_all
def _play_out(positions, legal, counts, odds, rng, turns, rewards, steps):
    for i in prange(len(positions)):
        if turns[i] != NOBODY:
            steps[i] = play_out(positions[i], legal[i], odds[i], rng[i])
            kernel.score(positions[i], rewards[i])
            turns[i], counts[i] = NOBODY, 0
