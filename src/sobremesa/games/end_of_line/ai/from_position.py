"""The rest of a solo puzzle, from any position: the best that can still be done by whoever knows what will be drawn.

With an open deck, or when all is drawn, that is everybody; otherwise it is one world among those that there may be.

It is the puzzle's search (see `line_search`), begun with the last two cards that lie. What they are is known, so they
have
their own exits and no others; and a turnaround that goes back to one of them asks nothing of the hand. Such an early
turnaround is a way of its own. Ways are tried from the cheapest on.

Where the area cannot be filled any more, and only the empty squares count, the longest line is the best.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from sobremesa.games.end_of_line.ai.line_search import FOUND, PAUSED, Quest, Step, choices, ends, provide, search
from sobremesa.games.end_of_line.ai.supply import EVERY_KIND, NEVER, NOTHING, Spare, Table, fitting, outlook
from sobremesa.games.end_of_line.ai.torus import SOLO
from sobremesa.games.end_of_line.rules import BRAKE, GO, TURNAROUND, apply, to_act
from sobremesa.games.end_of_line.tables import (
    ALL_CARDS,
    DECK,
    EN,
    ENERGY,
    EXITS,
    HAND,
    INITIATIVE,
    KINDS,
    LAYING,
    SPENDING,
    Y2021,
)
from sobremesa.kernel import blank

EMPTY = 0
"""What is on a square without a card or a wall."""
SLICE = 50_000
"""Nodes between two looks at how many there were."""
USES = GO, BRAKE, TURNAROUND
"""What a turn of the search begins with, as the rules say it."""


class TooLong(Exception):
    """It takes more nodes than there may be."""


class Way(NamedTuple):
    """How many squares stay empty, what energy goes on, and whether the first or the second card turns around."""

    missing: int
    turnarounds: int
    brakes: int
    early: int

    @property
    def energy(self) -> int:
        return self.turnarounds + self.brakes

    @property
    def joints(self) -> int:
        """Cards of the hand that a turnaround goes back to."""
        return self.turnarounds - (self.early > 0)

    @property
    def stubs(self) -> int:
        """Cards of the hand that a turnaround to a card that lies leaves behind."""
        return int(self.early == 2)


@dataclass
class Found:
    """A line that a way has, and what it costs."""

    line: Any
    way: Way
    cost: int


class Rest:
    """What is left to do from a position, an array of one, how many nodes that may take, and what will be drawn."""

    def __init__(self, position: Any, nodes: int, order: Sequence[int] = ()) -> None:
        s = position[0]
        self.position, self.nodes = position, nodes
        self.sign = -1 if s.scoring == Y2021 else 1
        self.counts_empty = s.scoring == EN
        self.squares = int(s.empty)
        self.energy = int(s.energy[0])
        self.turning = bool(s.phase == LAYING and s.back > 0)
        """Whether a turnaround has been declared, and its first card is to be laid."""
        self.due = int(s.to_lay) if s.phase == LAYING and not self.turning else 0
        self.lies = min(int(s.laid[0]), 1)
        self.rested = max(0, (4 if s.exact else 3) - int(s.laid[0])) if s.rounds < 3 else 0
        """Cards that are laid before energy may be spent: those of the first two rounds."""
        self.held = int(s.held[0])
        self.drawing = len(order) > 0
        self.cards = [kind for kind in range(KINDS) for _ in range(int(s.hand[0, kind]))] + list(order)
        """The hand, and what will be drawn."""
        self.deck: Spare = tuple(self.cards.count(kind) for kind in range(KINDS))
        self.fits = fitting(self.cards, NOTHING)
        self.prices = sorted(self.sign * int(INITIATIVE[kind]) for kind in self.cards)
        """What each card costs if it stays over, the least first."""
        self.so_far: Found | None = None
        """The best line that was found."""

    def best(self) -> Found | None:
        """The best that can be done; None where not one card can be laid."""
        if self.counts_empty:
            return self.cheapest(range(self.squares))
        return self.cheapest([0]) or self.longest()

    def cheapest(self, missing: Sequence[int]) -> Found | None:
        """The line that costs least, among those that leave one of these numbers of squares empty."""
        for way in self.ways(missing) if len(missing) == 1 else sorted(self.ways(missing), key=self.floor):
            if self.so_far and self.floor(way) >= self.so_far.cost:
                break
            table = self.outlook(way)
            limit = int(table[0, 0, 0, 0])
            while limit < NEVER and (self.so_far is None or self.cost(way) + limit < self.so_far.cost):
                line, beyond = self.pursue(way, limit, table)
                if line is not None:
                    self.so_far = Found(line, way, self.cost(way) + limit)
                limit = beyond
        return self.so_far

    def longest(self) -> Found | None:
        """The line that leaves the fewest squares empty, whatever it costs."""
        for missing in range(1, self.squares):
            for way in self.ways([missing]):
                line, _ = self.pursue(way, NEVER - 1, self.outlook(way))
                if line is not None:
                    return Found(line, way, 0)
        return None

    def ways(self, missing: Sequence[int]) -> Iterator[Way]:
        """All that may be worth trying, the least energy first."""
        most = self.energy + self.turning
        for energy in range(most + 1):
            for squares in missing:
                for turnarounds in range(energy + 1):
                    for early in range(3):
                        way = Way(squares, turnarounds, energy - turnarounds, early)
                        if self.sensible(way):
                            yield way

    def sensible(self, way: Way) -> bool:
        """One brake shifts the turns, for turnarounds to come or to end with a whole one: with all cards in the hand
        more of them serve nothing."""
        if (way.early > 0 and way.turnarounds == 0) or (self.turning and way.early != 1):
            return False
        if way.early == 2 and self.due != 1 and (self.due > 1 or way.brakes == 0):
            return False  # the second card would not be the first of a turn
        if 0 < way.early <= self.rested:
            return False
        whole = self.is_whole(way)
        if whole and (self.squares - self.due - way.brakes) % 2:
            return False
        return self.drawing or way.brakes <= min(1, way.turnarounds) + whole

    def is_whole(self, way: Way) -> bool:
        """Whether the last turn must be a whole one."""
        return bool(self.position[0].exact) and not self.counts_empty and way.missing == 0

    def cost(self, way: Way) -> int:
        return way.energy - self.turning + way.missing

    def floor(self, way: Way) -> int:
        """No line of this way costs less."""
        return self.cost(way) + sum(self.prices[: len(self.cards) - self.squares + way.missing])

    def outlook(self, way: Way) -> Table:
        cards = self.squares - way.missing - way.stubs
        return outlook(self.sign, cards, way.joints, self.deck, way.stubs)

    def pursue(self, way: Way, limit: int, table: Table) -> tuple[Any, int]:
        """A line that leaves no more than the limit over, if there is one; and the least that was beyond it."""
        quests, line = self.quest(way, limit)
        outcome = PAUSED
        while outcome == PAUSED:
            if self.nodes <= 0:
                raise TooLong
            before = int(quests[0].nodes)
            outcome = search(line, quests, table, self.fits, min(SLICE, self.nodes))
            self.nodes -= int(quests[0].nodes) - before
        return (line if outcome == FOUND else None), int(quests[0].beyond)

    def quest(self, way: Way, limit: int) -> tuple[Any, Any]:
        """What to look for, and a line that has only what lies."""
        quests, line = blank(Quest), blank(Step, DECK + 1)
        quest, s = quests[0], self.position[0]
        quest.lies = quest.depth = self.lies
        quest.cards = self.lies + self.squares - way.missing
        quest.missing = way.missing if self.counts_empty else 0
        quest.limit, quest.beyond = limit, NEVER
        quest.opening = 2 if s.exact else 1
        quest.first = self.lies + self.rested
        quest.hand = HAND - self.lies if self.drawing else DECK
        quest.matched, quest.sign = self.drawing, self.sign
        quest.priced = self.drawing or quest.missing > 0
        quest.whole = self.is_whole(way)
        quest.energy = self.energy + self.turning - way.energy
        quest.early = way.early
        for place in range(self.lies + 1):
            self.put(line[place], int(s.laid[0]) - self.lies + place)
        last = line[self.lies]
        last.empty = sum(1 << int(square) for square in np.flatnonzero(s.on[: SOLO * SOLO] == EMPTY))
        last.due = self.due
        last.start = self.held - quest.hand if self.drawing else 0
        last.ready = max(quest.first, self.lies + self.due)
        last.brakes, last.turnarounds = way.brakes, way.turnarounds
        last.untried = choices(line, self.lies, quest)
        return quests, line

    def put(self, step: Any, card: int) -> None:
        """A card that lies, by its number in the line."""
        s = self.position[0]
        step.square = s.path[0, card]
        step.heading, step.has = int(s.face[step.square]) & 3, EXITS[int(s.face[step.square]) >> 2]

    def worth(self, found: Found | None) -> float:
        """What a line is worth at the end, from -1 to 1, as the rules say in `success`."""
        area = SOLO * SOLO
        if found is None:
            return -self.squares / area
        if found.way.missing and not self.counts_empty:
            return -found.way.missing / area
        spent = ENERGY - self.energy
        if self.counts_empty:
            return 1 - 2.0 * (found.cost + spent) / (ALL_CARDS + ENERGY + area)
        points = found.cost + spent if self.sign > 0 else self.energy - found.cost
        return min(1.0, points / 25) if self.sign < 0 else max(0.0, 1 - points / 25)

    def choices_of(self, found: Found) -> dict[bytes, int]:
        """What to choose in each position of a line."""
        quests, _ = self.quest(found.way, 0)
        quest, end = quests[0], int(quests[0].cards)
        last, before = ends(found.line, end, quest) if quest.missing else (EVERY_KIND, EVERY_KIND)
        match = np.zeros(DECK + 1, np.uint8)
        assert provide(found.line, end, quest, self.fits, last, before, match), "the outlook promised these cards"
        position, line = self.position.copy(), {}
        at = self.lies
        while at < end:
            step = found.line[at + 1]
            if position[0].phase == SPENDING:
                action = USES[step.declared]
            else:
                at += 1
                action = 3 * self.cards[match[at]] + int(step.exit)
            line[position.tobytes()] = action
            apply(position[0], 0, action)
        assert found.way.missing or to_act(position[0]) == 0
        return line
