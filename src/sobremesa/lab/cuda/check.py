"""Whether a GPU plays as the CPU does: the same seeds, bit for bit."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numba import njit, prange

from sobremesa import games
from sobremesa.bots.playout import NOBODY
from sobremesa.games.game import Game
from sobremesa.lab import batch as cpu
from sobremesa.lab.cuda import batch as gpu
from sobremesa.lab.cuda import fused, memory
from sobremesa.lab.cuda.compiling import SIMULATED
from sobremesa.mistakes import Mistake

USUAL = ("splut", 2), ("end-of-line", 2), ("shut-the-lines", 2), ("outspeed", 4)
"""What is measured, and looked at first."""


@dataclass(frozen=True)
class Case:
    """A game with so many seats and these options."""

    game: Game
    seats: int
    options: dict[str, Any]

    def __str__(self) -> str:
        changed = {o.name: o.write(self.options[o.name]) for o in self.game.options}
        usual = {o.name: o.write(o.default) for o in self.game.options}
        said = "".join(f", {name}={value}" for name, value in changed.items() if value != usual[name])
        return f"{self.game.title} with {self.seats}{said}"


def cases(names: list[str] | None = None, every: bool = False) -> Iterator[Case]:
    """Each game as it is usually played; or each number of seats and value of an option."""
    for name, seats in USUAL:
        if names and name not in names:
            continue
        game = games.find(name)
        for players, options in game.cases() if every else [game.agree(seats, {})]:
            yield Case(game, players, dict(options))


def batches_agree(case: Case, count: int, steps: int, seed: int = 1) -> int:
    """Play a batch on both at random, some to their end and then anew; how many actions were compared."""
    ours = cpu.Batch(case.game, count, case.seats, seed=seed, **case.options)
    theirs = gpu.Batch(case.game, count, case.seats, seed=seed, **case.options)
    seen = 0
    for turn in range(steps + 1):
        _same(case, "whose turn it is", ours.turns, theirs.turns)
        _same(case, "what may be chosen", ours.mask(), theirs.mask())
        _same(case, "what is seen", ours.observe(), theirs.observe())
        if turn % 16 == 0:
            _same(case, "the positions", _bytes(ours.positions), _bytes(theirs.positions))
            _same(case, "what a named seat sees", ours.observe(case.seats - 1), theirs.observe(case.seats - 1))
        if turn == steps:
            break
        chosen, as_well = ours.choose_at_random(), theirs.choose_at_random()
        _same(case, "what is chosen", chosen, as_well)
        seen += int((ours.turns != NOBODY).sum())
        anew = turn % 2 == 0
        over, over_there = ours.step(chosen, anew=anew).copy(), theirs.step(as_well, anew=anew)
        _same(case, "what is over", over, over_there)
        _same(case, "what each got", ours.rewards, theirs.rewards)
        if not anew:
            ours.reset(over)
            theirs.reset(over_there)
    _same(case, "how many actions were left", ours.play_out(), theirs.play_out())
    _same(case, "what each got in the end", ours.rewards, theirs.rewards)
    _same(case, "the last positions", _bytes(ours.positions), _bytes(theirs.positions))
    return seen


def play_agrees(case: Case, count: int, steps: int, seed: int = 1) -> int:
    """Play at random in one go on both; how many actions were compared."""
    play = fused.Play(case.game, case.seats, case.options)
    positions = np.repeat(play.start, count)
    rng = np.random.SeedSequence(seed).generate_state(count, np.uint64) | np.uint64(1)
    theirs = play(positions, rng, steps)
    ours, numbers, over = positions.copy(), rng.reshape(count, 1).copy(), np.zeros(count, np.int32)
    _play_on_cpu(ours, play.start, numbers, steps, over, play.actions)
    _same(case, "random numbers after playing in one go", numbers[:, 0], theirs.rng)
    _same(case, "matches over after playing in one go", over, theirs.over)
    _same(case, "positions after playing in one go", _bytes(ours), _bytes(theirs.positions))
    return count * steps


def check(found: Iterator[Case], count: int, steps: int, tell: Callable[[str], None]) -> int:
    """Everything, for each of these; how many actions were compared in all."""
    actions = 0
    for case in found:
        compared = batches_agree(case, count, steps) + play_agrees(case, count, steps)
        tell(f"{case}: {compared:,} actions, no difference")
        actions += compared
    return actions


@njit(nogil=True, parallel=not SIMULATED)
def _play_on_cpu(positions, start, rng, steps, over, actions):
    for i in prange(len(positions)):
        out, odds = np.zeros(actions, np.int16), np.zeros(actions, np.int32)
        over[i] = fused.steps_of(positions, i, start, out, odds, rng[i], steps)


def _same(case: Case, what: str, ours: Any, theirs: Any) -> None:
    other = theirs if isinstance(theirs, np.ndarray) else memory.on_host(theirs)
    if ours.shape != other.shape or not (ours == other).all():
        where = np.argwhere(ours != other)
        at = f", first at {tuple(int(n) for n in where[0])}" if len(where) else ""
        raise Mistake(f"{case}: the GPU and the CPU differ in {what}{at}.")


def _bytes(positions: np.ndarray) -> np.ndarray:
    return np.ascontiguousarray(positions).view(np.uint8).reshape(len(positions), -1)
