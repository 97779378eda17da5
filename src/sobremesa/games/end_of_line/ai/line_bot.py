"""The bot for every mode of End of Line: what can be solved it solves, the rest it searches."""

import random
import time
from collections.abc import Sequence
from functools import lru_cache
from itertools import islice
from typing import Any

from sobremesa.bots.bot import Budget, Listener, Opinion
from sobremesa.bots.searcher import Searcher
from sobremesa.games.end_of_line import notation
from sobremesa.games.end_of_line.ai.endgame import values
from sobremesa.games.end_of_line.ai.from_position import Rest, TooLong
from sobremesa.games.end_of_line.ai.sampled_decks import means
from sobremesa.games.end_of_line.ai.solver import TURNS, solve_coop
from sobremesa.games.end_of_line.rules import State, apply, setup
from sobremesa.games.end_of_line.rules.cards import undrawn
from sobremesa.games.end_of_line.rules.points import success
from sobremesa.games.end_of_line.tables import COOP, EN, SOLO, TEAMS, WALL
from sobremesa.kernel import blank

CURIOUS, PATIENT = 1.0, 0.4
"""How much it tries what it knows little about: against others, where all is won or lost, and alone or together, where
a point more or less is a small part of the result."""
SOLVES = 60
"""Who thinks for fewer rounds than this is no solver of puzzles, and searches those too."""
NODES = 5_000_000
"""Of the solver for one line: less than a second."""
NODES_A_ROUND, NODES_A_SECOND = 200, 3_000_000
"""What trying everything may take when little is left."""
ROUNDS_A_WORLD = 3000
"""Trying a world takes about as long as so many rounds."""
MOST_WORLDS = 20

Line = dict[bytes, int]
"""What to choose in each position of a line that somebody has found."""


class Lines:
    """Plays the best line where it can find one, and remembers it; with a shuffled deck it tries worlds that may be.
    Against others, and where there are too many lines to solve, it searches."""

    def __init__(self, seed: int, budget: Budget) -> None:
        self.budget = budget
        self.searcher = Searcher(seed, budget, knows=True)
        self.dice = random.Random(seed)
        self.line: Line = {}
        self.worth = 0.0
        self.opinion: Opinion | None = None
        self.tell: Listener | None = None

    def choose(self, seen: Any, seat: int, legal: Sequence[int]) -> int:
        if not self.budget.rounds or self.budget.rounds >= SOLVES:
            if seen.tobytes() not in self.line:
                self.line, self.worth = solved(seen)
            if seen.tobytes() in self.line:
                chosen = self.line[seen.tobytes()]
                self.opinion = Opinion(self.worth, 1, ((seat, chosen),), {chosen: (self.worth, 1.0)})
                return chosen
            if seen[0].mode == SOLO and len(legal) > 1 and self.worlds():
                return self.foresee(seen, legal)
        self.searcher.curious = CURIOUS if seen[0].mode <= TEAMS else PATIENT
        self.searcher.tell = self.tell
        chosen = self.searcher.choose(seen, seat, legal)
        self.opinion = self.searcher.opinion
        return chosen

    def foresee(self, seen: Any, legal: Sequence[int]) -> int:
        """Alone with a shuffled deck: exact where little is left, otherwise by worlds that may be."""
        began = time.perf_counter()
        nodes = self.budget.rounds * NODES_A_ROUND or int(self.budget.seconds * NODES_A_SECOND)
        exact = values(seen, legal, nodes)
        worths = [exact] if exact else islice(means(seen, legal, self.dice), self.worlds())
        for tried, worth in enumerate(worths, 1):
            best = max(legal, key=worth.__getitem__)
            choices = {action: (value, 1 / len(legal)) for action, value in worth.items()}
            self.opinion = Opinion(worth[best], tried, ((0, best),), choices)
            if self.budget.seconds and time.perf_counter() - began >= self.budget.seconds:
                break
            if self.tell and self.tell(self.opinion):
                break
        return best

    def worlds(self) -> int:
        """How many it tries at most."""
        return min(MOST_WORLDS, self.budget.rounds // ROUNDS_A_WORLD) if self.budget.rounds else MOST_WORLDS


def solved(seen: Any) -> tuple[Line, float]:
    """The best line from a position, if there is a solver for it, and what it is worth."""
    s = seen[0]
    if s.mode == SOLO and undrawn(s, 0) == 0:
        rest = Rest(seen, NODES)
        try:
            found = rest.best()
        except TooLong:
            found = None
        return (rest.choices_of(found), rest.worth(found)) if found else ({}, 0.0)
    if s.mode == COOP and s.players == 2 and s.open_deck and s.scoring <= EN and not (s.on == WALL).any():
        return together(bool(s.exact), int(s.cross_cost), int(s.scoring))
    return {}, 0.0


@lru_cache
def together(exact: bool, cross_cost: int, scoring: int) -> tuple[Line, float]:
    """The best line of two from the start, the same for both of them. It fills the area at the least cost there is, so
    it is the best in `en` as well."""
    position, line = blank(State), {}
    setup(position[0], 2, COOP, 0, 0, 0, 0, cross_cost, scoring, 1, 0, int(exact))
    for seat, move in solve_coop(TURNS[int(exact)]).moves:
        action = notation.read(position[0], seat, move)
        line[position.tobytes()] = action
        apply(position[0], seat, action)
    return line, float(success(position[0]))
