"""The bot for every mode of End of Line: alone with an open deck by the solver, otherwise by the search."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from sobremesa.bots.bot import Budget, Listener, Opinion
from sobremesa.bots.searcher import Searcher
from sobremesa.games.end_of_line import notation
from sobremesa.games.end_of_line.rules import apply, setup, to_act
from sobremesa.games.end_of_line.solver import SCORES, TURNS, solve
from sobremesa.games.end_of_line.tables import SOLO, TEAMS, WALL
from sobremesa.kernel import blank

CURIOUS, PATIENT = 1.0, 0.4
"""How much it tries what it knows little about: against others, where all is won or lost, and alone or together, where
a point more or less is a small part of the result."""


class Lines:
    """Plays a solved line as long as the position is on it; anywhere else it searches."""

    def __init__(self, seed: int, budget: Budget) -> None:
        self.budget = budget
        self.searcher = Searcher(seed, budget, knows=True)
        self.line: dict[bytes, int] | None = None
        self.tell: Listener | None = None

    @property
    def opinion(self) -> Opinion | None:
        return self.searcher.opinion

    def choose(self, seen: Any, seat: int, legal: Sequence[int]) -> int:
        s = seen[0]
        if s.mode == SOLO and s.open_deck:
            if self.line is None:
                self.line = solved(seen)
            if seen.tobytes() in self.line:
                return self.line[seen.tobytes()]
        self.searcher.curious = CURIOUS if s.mode <= TEAMS else PATIENT
        self.searcher.tell = self.tell
        return self.searcher.choose(seen, seat, legal)


def solved(seen: Any) -> dict[bytes, int]:
    """The best line from the start of such a puzzle: what to choose in each of its positions."""
    s = seen[0]
    width = int(s.width)
    walls = [divmod(int(square), width) for square in np.flatnonzero(s.on[: width * width] == WALL)]
    position = blank(seen.dtype)
    packed = sum(1 + 16 * row + column << 8 * n for n, (row, column) in enumerate(walls))
    setup(position[0], 1, SOLO, 0, 0, 0, 0, int(s.cross_cost), int(s.scoring), 1, packed, int(s.exact))
    line = {}
    for move in solve(walls, SCORES[s.scoring], TURNS[int(s.exact)]).moves:
        action = notation.read(position[0], 0, move)
        line[position.tobytes()] = action
        apply(position[0], 0, action)
    assert not line or to_act(position[0]) == 0
    return line
