"""How each game plays fastest on a GPU of the Hopper kind, found by trying: see docs/performance.md."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sobremesa.games.game import Game
from sobremesa.lab.cuda.compiling import PLAIN, Layout

LEAN = Layout(registers=64)


@dataclass(frozen=True)
class Tuning:
    """How a game is played: at random in one go, and in batches."""

    layout: Layout = PLAIN
    shared: bool = False
    """Whether positions are kept in the memory that a block shares; else each thread keeps its own."""
    shared_legal: bool = False
    """And what may be chosen."""
    together: bool = False
    """Whether the threads of a block go at one pace: the game's `lab` says how far a match is."""
    batch: Layout = LEAN
    """For the steps of batches."""
    direct: bool = False
    """Whether a step is played where the position lies; else in the thread's own memory, and carried there and back."""
    observing: Layout = LEAN
    """For what is seen of a batch; a block has more threads than positions, and all of them write."""


TUNINGS = {
    "splut": Tuning(Layout(called=600, registers=64), shared=True, shared_legal=True),
    "end-of-line": Tuning(
        Layout(unrolled=False, registers=32, threads=256),
        together=True,
        direct=True,
        observing=Layout(registers=64, threads=64),
    ),
    "shut-the-lines": Tuning(Layout(registers=64, threads=256), batch=Layout(registers=64, threads=64)),
    "outspeed": Tuning(
        Layout(unrolled=False, registers=64),
        shared=True,
        together=True,
        batch=Layout(unrolled=False, registers=32),
        observing=Layout(registers=64, threads=64),
    ),
}


def of(game: Game) -> Tuning:
    """A game that nobody has tuned plays, too."""
    return TUNINGS.get(game.name, Tuning())


def settled(game: Game) -> tuple[str, ...]:
    """What is agreed before a match and never changes in it, if the game says so."""
    found: tuple[str, ...] = game.part("lab").CONSTANT_FIELDS if game.has("lab") else ()
    return found


def pace(game: Game) -> Callable[..., Any] | None:
    """How far a position is in its match, if its threads go together."""
    found: Callable[..., Any] | None = game.part("lab").pace if of(game).together else None
    return found
