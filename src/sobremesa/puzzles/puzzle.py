"""What a puzzle is, and what is said of a try at it."""

import hashlib
from base64 import b32encode
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

KINDS = "splut-kill", "splut-save", "throw", "fill"
INITIAL = {"splut-kill": "k", "splut-save": "s", "throw": "t", "fill": "f"}
NAMED = 7
"""So many letters follow the first one of an id."""


@dataclass(frozen=True)
class Puzzle:
    """A position, and the question that its kind asks."""

    id: str
    """Derived from the position, the same for all its mirror images."""
    kind: str
    game: str
    seats: int
    options: Mapping[str, Any] = field(hash=False)
    rating: int
    """What it was given when it was made: see `rating`."""
    effort: float
    position: str
    """As the module of its kind writes it."""
    tried: int = 0
    """How many turns, or splits, there are to choose from; 0 where nobody counted."""
    solutions: int = 1
    """How many of them are right, each order of steps apart; of a board to be filled one is known."""
    best: int | None = None
    """Of a board to be filled: the points of the best that can be done. Fewer are better."""


State = Literal["open", "solved", "failed"]


class Verdict(NamedTuple):
    """What a try has come to."""

    state: State
    said: str
    """A key. `killed`, `safe`, `best` and `filled` solve it. `lives` (nobody was killed), `own` (one's own sorcerer was
    killed), `refuted` (the other kills), `worse` (a split), `stuck` (the area was not filled) and `points` (it was, but
    better could be done) do not. `open` asks for more."""
    refutation: tuple[str, ...] = ()
    """Where the other kills: how."""
    loss: float = 0.0
    """How much less than the best it is: lines of a throw, points of a board."""


def named(kind: str, position: str) -> str:
    """The id of the puzzle that a position is."""
    digest = hashlib.sha256(f"{kind} {position}".encode()).digest()
    return INITIAL[kind] + b32encode(digest).decode().lower()[:NAMED]
