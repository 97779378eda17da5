"""How each game plays fastest on a GPU of the Hopper kind, found by trying: see docs/performance.md."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sobremesa.games.game import Game
from sobremesa.lab.cuda.compiling import PLAIN, Layout


@dataclass(frozen=True)
class Tuning:
    """How a game is played at random in one go."""

    layout: Layout = PLAIN
    shared: bool = False
    """Whether positions are kept in the memory that a block shares; else each thread keeps its own."""
    shared_legal: bool = False
    """And what may be chosen."""
    together: bool = False
    """Whether the threads of a block go at one pace: the game's `settled` says how far a match is."""


TUNINGS = {
    "splut": Tuning(Layout(called=600, registers=64), shared=True, shared_legal=True),
    "end-of-line": Tuning(Layout(unrolled=False, registers=32, threads=256), together=True),
    "shut-the-lines": Tuning(Layout(registers=64, threads=256)),
    "outspeed": Tuning(Layout(unrolled=False, registers=64), shared=True, together=True),
}


def of(game: Game) -> Tuning:
    """A game that nobody has tuned plays, too."""
    return TUNINGS.get(game.name, Tuning())


def settled(game: Game) -> tuple[str, ...]:
    """What is agreed before a match and never changes in it, if the game says so."""
    found: tuple[str, ...] = game.part("settled").SETTLED if game.has("settled") else ()
    return found


def pace(game: Game) -> Callable[..., Any] | None:
    """How far a position is in its match, if its threads go together."""
    found: Callable[..., Any] | None = game.part("settled").pace if of(game).together else None
    return found
