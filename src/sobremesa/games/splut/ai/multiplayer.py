"""The bot for Splut! with three and four seats. What it does is told in `multiplayer_search`; here it is given time.

Once two are left it is a match for two, and `alphabeta` plays it.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from sobremesa.bots.bot import Budget, Listener, Opinion
from sobremesa.games.splut import rules
from sobremesa.games.splut.ai import multiplayer_search
from sobremesa.games.splut.ai.alphabeta import Alphabeta, planned, spelled
from sobremesa.games.splut.ai.evaluation import TABLE
from sobremesa.games.splut.ai.multiplayer_turns import sheet
from sobremesa.games.splut.rules import alive, sorcerer_of
from sobremesa.games.splut.tables import NOTHING, OFF, ROCKS, THINGS
from sobremesa.kernel import workspace
from sobremesa.kernel.rng import seeded

SLICE = 0.01
"""Seconds after which it looks at the clock, and whether somebody wants it to stop."""
MOST = 6000
"""Rounds that it has room for."""
NODES = 500
"""Positions that alpha-beta looks at in the time of a round."""
TASTE = 1
"""By how many hundredths the weights of each seed are off: so that not every match is the same."""


class Many:
    """Plans a whole turn at its first step and plays it through, unless the position is not the one it planned for."""

    def __init__(self, seed: int, budget: Budget) -> None:
        self.budget = budget
        self.rng = seeded(seed)
        taste = np.random.default_rng(seed).integers(-TASTE, TASTE, len(TABLE), endpoint=True)
        self.room = min(budget.rounds, MOST) if budget.rounds else MOST
        space = workspace(rules)
        self.crowd, self.sheet = multiplayer_search.crowd(self.room, TABLE + taste, space), sheet(space)
        self.past: list[int] = []
        """The keys of the positions that its turns ended with."""
        self.planned: list[tuple[bytes, int]] = []
        self.opinion: Opinion | None = None
        self.tell: Listener | None = None
        self.portion = 4
        self.duellist = Alphabeta(seed, Budget(NODES * budget.rounds, budget.seconds))

    def choose(self, seen: Any, seat: int, legal: Sequence[int]) -> int:
        seen = seen.view(np.recarray)
        if seen[0].standing == 2:
            return self._duel(seen, seat, legal)
        if not self.planned or self.planned[0][0] != seen.tobytes():
            self._plan(seen, seat, legal)
        return self.planned.pop(0)[1]

    def _duel(self, seen: Any, seat: int, legal: Sequence[int]) -> int:
        """Two are left: they are sure to come first and second, whichever is which."""
        pair = [each for each in range(int(seen[0].players)) if alive(seen[0], each)]
        second = 1 - 2 / (int(seen[0].players) - 1)

        def translated(said: Opinion) -> Opinion:
            line = tuple((pair[each], action) for each, action in said.line)
            return replace(said, expected=second + (1 - second) * (said.expected + 1) / 2, line=line)

        tell = self.tell
        self.duellist.tell = (lambda said: tell(translated(said))) if tell else None
        chosen = self.duellist.choose(alone(seen, *pair), pair.index(seat), legal)
        self.opinion = translated(self.duellist.opinion) if self.duellist.opinion else None
        return chosen

    def _plan(self, seen: Any, seat: int, legal: Sequence[int]) -> None:
        past = np.array(self.past, np.int64)
        steps = [legal[0]]  # every turn is suicide: any step will do
        if multiplayer_search.plant(self.crowd, self.sheet, seen.view(np.ndarray), past, self.rng):
            self._think(seen, seat)
            best = int(multiplayer_search.favourite(self.crowd, 0))
            self.past.append(int(self.crowd.key[best]))
            steps = spelled(int(self.crowd.way[best]))
        else:
            self.opinion = Opinion(-1.0, 0, ((seat, legal[0]),), depth=1)
        self.planned = planned(seen, seat, steps)

    def _think(self, seen: Any, seat: int) -> None:
        """In slices, until the budget is spent or somebody says that it is enough."""
        began, done, portion = time.perf_counter(), 0, self.portion
        while done < self.room and self.crowd.count[0] > 1:
            start = time.perf_counter()
            rounds = min(portion, self.room - done)
            multiplayer_search.think(self.crowd, self.sheet, rounds)
            done += rounds
            now = time.perf_counter()
            if now - start < SLICE / 2:
                portion *= 2
            if self.budget.seconds and now - began >= self.budget.seconds:
                break
            if self.tell and self.tell(self.consider(seen, seat)):
                break
        self.opinion = self.consider(seen, seat)

    def consider(self, seen: Any, seat: int) -> Opinion:
        """What it thinks so far."""
        best = int(multiplayer_search.favourite(self.crowd, 0))
        shares = [float(multiplayer_search.mean(self.crowd, best, each)) for each in range(int(seen[0].players))]
        return Opinion(place(shares, seat), int(self.crowd.go[multiplayer_search.ROUNDS]), self._line(), depth=1)

    def _line(self) -> tuple[tuple[int, int], ...]:
        """The turns that it thought about most."""
        found: list[tuple[int, int]] = []
        entry = 0
        while self.crowd.first[entry] > 0 and (entry == 0 or self.crowd.visits[entry] > 1):
            seat = int(self.crowd.position[entry]["mover"])
            entry = int(multiplayer_search.favourite(self.crowd, entry))
            found += [(seat, action) for action in spelled(int(self.crowd.way[entry]))]
        return tuple(found)


def place(shares: Sequence[float], seat: int) -> float:
    """What place a seat that stands can expect by everybody's shares of the win, from -1 to 1: of any two the one comes
    out ahead as often as its share is of what both have. The dead have none."""
    others = [share for other, share in enumerate(shares) if other != seat]
    ahead = sum(shares[seat] / (shares[seat] + share) if share > 0 else 1.0 for share in others)
    return 2 * ahead / len(others) - 1


def alone(seen: Any, first: int, second: int) -> Any:
    """The position as it would be if only these two had ever played."""
    found = seen.copy()
    s = found[0]
    s.players = s.standing = 2
    s.mover = int(s.mover == second)
    s.outlived[:] = 0
    s.at[ROCKS:] = OFF
    s.on[:OFF] = NOTHING
    for seat, before in enumerate((first, second)):
        team, old = sorcerer_of(seat), sorcerer_of(before)
        s.at[team : team + 3] = seen[0].at[old : old + 3]
    for thing in range(THINGS):
        if s.at[thing] != OFF:
            s.on[s.at[thing]] = thing
    return found
