"""One position, played from Python at the price of one call of compiled code a step.

    single = Single("splut", seats=2, seed=7)
    while single.turn != NOBODY:
        single.step(choose(single.observe(), single.legal()))    # chance acts by itself
    single.rewards()

What people play is a `Match`, which knows words, records and secrets; this one only knows numbers.
"""

from __future__ import annotations

from operator import index
from typing import Any, Self

import numpy as np

from sobremesa import games, kernel
from sobremesa.bots.playout import NOBODY, let_chance_act
from sobremesa.engine.rule import direct
from sobremesa.games.game import Game
from sobremesa.kernel import calls, rule
from sobremesa.lab import features
from sobremesa.mistakes import BadSeats, IllegalMove

__all__ = ["NOBODY", "Single"]


class Single:
    """A position, whose turn it is in it (`turn`, -1 when it is over; where several choose at the same time, the first
    of those who have not), and what chance will bring."""

    def __init__(self, game: str | Game, seats: int | None = None, *, seed: int = 0, **options: Any) -> None:
        self.game = games.find(game) if isinstance(game, str) else game
        self.seats, self.options = self.game.agree(seats, options)
        self.actions = int(self.game.rules.ACTIONS)
        self._start: np.ndarray = self.game.start(self.seats, self.options).view(np.ndarray)
        self.position = self._start.copy()
        """An array of one. To go on from another, see `suppose`."""
        self._spare = self._start.copy()
        self._size = features.size(self.game, self.seats)
        self._legal = np.zeros(self.actions, np.int16)
        self._odds = np.zeros(self.actions, np.int32)
        self._rng = np.zeros(1, np.uint64)
        self.turn, self._count = NOBODY, 0
        papers = self._legal, self._odds, self._rng
        self._advance = direct(_advance, self.position, 0, 0, 0, *papers)
        self._begin = direct(_begin, self.position, self.position, *papers)
        self._observe = direct(features.observe, self.position, self._spare, 0, np.zeros(self._size, np.float32))
        self.reset(seed)

    def reset(self, seed: int | None = None) -> None:
        """Begin anew; without a seed, what is random goes on where it was."""
        if seed is not None:
            self._rng[:] = np.random.SeedSequence(seed).generate_state(1, np.uint64) | np.uint64(1)
        self.suppose(self._start)

    def suppose(self, position: np.ndarray) -> None:
        """Go on from this position, an array of one, which is trusted to be such as the rules lead to."""
        found = self._begin(self.position, position, self._legal, self._odds, self._rng)
        self.turn, self._count = (found & 15) - 1, found >> 4

    def legal(self) -> list[int]:
        """What the seat whose turn it is may choose; nothing when it is over."""
        found: list[int] = self._legal[: self._count].tolist()
        return found

    def legal_of(self, seat: int) -> list[int]:
        """What any seat that is to choose now may choose; nothing for the others."""
        if seat == self.turn:
            return self.legal()
        if not self.awaited() >> seat & 1:
            return []
        found = np.empty(self.actions, np.int16)
        count = int(calls.legal(self.position, seat, found))
        chosen: list[int] = found[:count].tolist()
        return chosen

    def awaited(self) -> int:
        """The seats that must choose now, a bit each: several where choices are made at the same time."""
        return int(calls.to_act(self.position))

    def mask(self, seat: int | None = None) -> np.ndarray:
        """The same as `legal`, or `legal_of` a seat, as a mark for each action there is."""
        marks = np.zeros(self.actions, np.bool_)
        marks[self.legal() if seat is None else self.legal_of(seat)] = True
        return marks

    def step(self, action: int) -> None:
        """Play an action for the seat whose turn it is, and let chance act. What is not legal is refused."""
        try:
            chosen = index(action)
        except TypeError:
            chosen = -1
        if not 0 <= chosen < self.actions:
            raise IllegalMove(f"An action is a whole number below {self.actions}, not {action!r}.")
        found = self._advance(self.position, self.turn, chosen, self._count, self._legal, self._odds, self._rng)
        if found < 0:
            over = "The match is over." if self.turn == NOBODY else f"Action {action} is not legal now."
            raise IllegalMove(over)
        self.turn, self._count = (found & 15) - 1, found >> 4

    def rewards(self) -> np.ndarray:
        """What every seat has got, from -1 to 1, when it is over; zeros before."""
        found = np.zeros(self.seats)
        if self.turn == NOBODY:
            calls.score(self.position, found)
        return found

    def observe(self, seat: int | None = None) -> np.ndarray:
        """What a seat sees, that whose turn it is if none is named, as `features` has it: a new array each time."""
        seat = self.turn if seat is None else seat
        seen = np.zeros(self._size, np.float32)
        if seat == NOBODY:
            return seen
        if not 0 <= seat < self.seats:
            raise BadSeats(f"The seats are 0 to {self.seats - 1}, not {seat}.")
        self._observe(self.position, self._spare, seat, seen)
        return seen

    def seen_by(self, seat: int) -> np.ndarray:
        """The position as far as a seat may know it, an array of one: what a bot gets."""
        seen: np.ndarray = self.position.copy()
        calls.hide(seen, seat)
        return seen

    def copy(self) -> Self:
        """Another that has come to the same point, with the same chance ahead, and goes its own way from here."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        for name in "position", "_spare", "_legal", "_odds", "_rng":
            setattr(twin, name, getattr(self, name).copy())
        return twin


@rule
def _look(s, legal, odds, rng):
    """Let chance act; the seat whose turn it is then, counted from 1, and above it how much it may choose from."""
    turn = let_chance_act(s, legal, odds, rng)
    if turn == NOBODY:
        return 0
    return kernel.legal(s, turn, legal) << 4 | turn + 1


@rule
def _begin(position, start, legal, odds, rng):
    position[0] = start[0]
    return _look(position[0], legal, odds, rng)


@rule
def _advance(position, turn, action, count, legal, odds, rng):
    """Play an action, if it is one of those; the same as `_look` after it, or -1."""
    n = 0
    while n < count and legal[n] != action:
        n += 1
    if n == count:
        return -1
    kernel.apply(position[0], turn, action)
    return _look(position[0], legal, odds, rng)


@rule
def remember(position, spare, words, marks):
    """Stir what every seat sees of a position into what it has seen before: a row of two marks and its last view each.
    `words` is the memory of `spare`. Whoever sees nothing new is left as it was, so that the marks do not count what
    others do out of sight."""
    for seat in range(len(marks)):
        spare[0] = position[0]
        kernel.hide(spare[0], seat)
        view = np.uint64(0x9E3779B97F4A7C15)
        for word in words:
            view = stir(view ^ word)
        if view != marks[seat, 2]:
            marks[seat, 0] = stir(marks[seat, 0] ^ view)
            marks[seat, 1] = stir(marks[seat, 1] + stir(view ^ np.uint64(0xD1B54A32D192ED03)))
            marks[seat, 2] = view


@rule
def stir(x):
    """A number from which no bit of the old one can be told: the end of SplitMix64."""
    x = (x ^ x >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ x >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    return x ^ x >> np.uint64(31)
