"""The solo puzzle: every quest that a board, a way to score and a deck give rise to, tried from the cheapest on.

What a line costs is a sum: the cards that stay over, the energy, and in edition `en` the squares that stay empty. Every
way to spend energy, every number of empty squares and, where the cards come in a known order, every choice of cards
that stay over is a quest of its own. Each is pursued until it has a line or has shown that there is none: so the first
line is the best, and where no quest has a line the area cannot be filled.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from sobremesa.games.end_of_line.ai.line_search import FOUND, GO, HAND, PAUSED, Quest, Step, dealt, search
from sobremesa.games.end_of_line.ai.supply import (
    ENERGY,
    NEVER,
    NOTHING,
    OPEN_DECK,
    Spare,
    Table,
    fitting,
    least_spare,
    most_spare,
    outlook,
    outlook_without,
    spares,
)
from sobremesa.games.end_of_line.ai.torus import SOLO
from sobremesa.games.end_of_line.tables import AHEAD, DECK, KIND_NAMES, START
from sobremesa.kernel import blank

Tick = Callable[[int, int], object]

SLICE = 200_000
"""Nodes between two ticks: a small part of a second."""
DECLARED = "go", "brake", "turnaround"
START_SQUARE, START_HEADING = (int(number) for number in START[1, 0])
DOOR = START_SQUARE - SOLO
"""The only square that the start card leads to."""


class Spending(NamedTuple):
    """How many squares stay empty, and what energy goes on."""

    missing: int
    turnarounds: int
    brakes: int

    @property
    def energy(self) -> int:
        return self.turnarounds + self.brakes

    @property
    def cost(self) -> int:
        return self.missing + self.energy


@dataclass
class Found:
    """A line, its cards, and what it costs."""

    line: Any
    kinds: list[int]
    spending: Spending
    cost: int


@dataclass
class Puzzle:
    """One board, one way to score, one deck: open, or in a known order."""

    walls: tuple[int, ...] = ()
    score: str = "es"
    turns: str = "stop"
    order: list[int] | None = None
    tick: Tick | None = None
    nodes: int = 0

    def __post_init__(self) -> None:
        self.sign = -1 if self.score == "2021" else 1
        self.opening = 2 if self.turns == "exact" else 1
        self.whole = self.turns == "exact" and self.score != "en"
        self.squares = SOLO * SOLO - 1 - len(self.walls)
        self.over = DECK - self.squares
        """Cards that stay over when the area is full."""
        self.deck = OPEN_DECK if self.order is None else self.order

    def best(self) -> Found | None:
        """The best line, None where there is none."""
        if DOOR in self.walls:
            return None
        partial = range(1, self.squares) if self.score == "en" else range(0)
        if self.order is None:
            full = self.fill()
            return self.climb(self.spendings(partial), full.cost if full else NEVER) or full
        return self.climb(self.spendings([0, *partial]), NEVER)

    def spendings(self, missing: Iterable[int]) -> list[Spending]:
        """All that may be worth spending, from the cheapest on."""
        every = [
            Spending(squares, turnarounds, brakes)
            for squares in missing
            for turnarounds in range(ENERGY + 1)
            for brakes in range(ENERGY + 1 - turnarounds)
        ]
        return sorted(filter(self.sensible, every), key=lambda spending: spending.cost)

    def sensible(self, spending: Spending) -> bool:
        if spending.missing > 0:
            return True
        if self.whole and spending.brakes % 2 != self.squares % 2:
            return False  # each brake shifts the turns by one card, and the last must be a whole one
        if self.order is not None or spending.brakes == 0:
            return True
        return spending.brakes <= spending.turnarounds + self.whole and spending.brakes <= 1 + self.whole

    def fill(self) -> Found | None:
        """The cheapest line that fills the area from an open deck."""
        best = None
        for spending in self.spendings([0]):
            table = outlook(self.sign, self.squares, spending.turnarounds)
            limit = int(table[0, 0, 0, 0])
            while limit < NEVER and (best is None or spending.cost + limit < best.cost):
                line, beyond = self.pursue(spending, limit, table)
                if line is not None:
                    best = Found(line, self.cards(line, limit), spending, spending.cost + limit)
                limit = beyond
        return best

    def cards(self, line: Any, limit: int) -> list[int]:
        """Cards for a line from the open deck, so that no more than this stays over."""
        match = np.zeros(DECK + 1, np.uint8)
        for spare in spares(self.over, self.sign * limit):
            if dealt(line, self.squares, fitting(self.deck, spare), match):
                return [self.deck[position] for position in match[1 : self.squares + 1]]
        raise AssertionError("the outlook promised these cards")

    def climb(self, spendings: list[Spending], ceiling: int) -> Found | None:
        """The cheapest line that costs less than the ceiling, each choice of cards that stay over tried by itself."""
        tried: set[Spending] = set()
        alive = list(spendings)
        cost = min((self.floor(spending) for spending in spendings), default=ceiling)
        while alive and cost < ceiling:
            for spending in list(alive):
                for spare in spares(self.over + spending.missing, self.sign * (cost - spending.cost)):
                    line, _ = self.pursue(spending, 0, outlook_without(spare, spending.turnarounds), spare)
                    cards = self.squares - spending.missing
                    if line is not None:
                        kinds = [self.deck[position] for position in line[cards].match[1 : cards + 1]]
                        return Found(line, kinds, spending, cost)
                    if spending not in tried and not self.possible(spending):
                        alive.remove(spending)
                        break
                    tried.add(spending)
            cost += 1
        return None

    def floor(self, spending: Spending) -> int:
        """No line with this spending costs less."""
        cards = self.over + spending.missing
        return spending.cost + (least_spare(cards) if self.sign > 0 else -most_spare(cards))

    def possible(self, spending: Spending) -> bool:
        """Whether there is any line with this spending, whatever stays over."""
        table = outlook(self.sign, self.squares - spending.missing, spending.turnarounds)
        line, _ = self.pursue(spending, NEVER - 1, table, NOTHING)
        return line is not None

    def pursue(self, spending: Spending, limit: int, table: Table, spare: Spare | None = None) -> tuple[Any, int]:
        """Search until there is a line or proof that there is none; and the least left over that was beyond the limit.

        Where spare cards are named, the cards of the line are matched with the rest of the deck.
        """
        quests, line = self.quest(spending, limit, spare is not None)
        fits = fitting(self.deck, spare or NOTHING)
        while (outcome := search(line, quests, table, fits, SLICE)) == PAUSED:
            if self.tick:
                self.tick(self.nodes + int(quests[0].nodes), self.points(spending.cost + limit))
        self.nodes += int(quests[0].nodes)
        return (line if outcome == FOUND else None), int(quests[0].beyond)

    def quest(self, spending: Spending, limit: int, matched: bool) -> tuple[Any, Any]:
        """What to look for, and a line that has only its start card."""
        quests, line = blank(Quest), blank(Step, DECK + 1)
        quest, s = quests[0], line[0]
        quest.cards = self.squares - spending.missing
        quest.missing = spending.missing
        quest.limit, quest.beyond = limit, NEVER
        quest.opening, quest.first = self.opening, self.opening + 2
        quest.hand = DECK if self.order is None else HAND
        quest.matched, quest.whole, quest.sign = matched, self.whole, self.sign
        quest.energy = ENERGY - spending.energy
        s.empty = (1 << SOLO * SOLO) - 1 - (1 << START_SQUARE) - sum(1 << wall for wall in self.walls)
        s.square, s.heading, s.ready = START_SQUARE, START_HEADING, quest.first
        s.has = 1 << AHEAD
        s.brakes, s.turnarounds = spending.brakes, spending.turnarounds
        s.untried = 1 << AHEAD
        return quests, line

    def points(self, cost: int) -> int:
        return cost if self.sign > 0 else ENERGY - cost

    def moves(self, found: Found) -> list[str]:
        """The choices that the rules ask for along a line."""
        moves, energy = [], ENERGY
        for laid, kind in enumerate(found.kinds):
            s = found.line[laid + 1]
            if s.begins and laid >= self.opening + 2 and energy:
                moves.append(DECLARED[s.declared])
                energy -= s.declared != GO
            row, column = divmod(int(s.square), SOLO)
            moves.append(f"{KIND_NAMES[kind]}>{row},{column}")
        return moves
