"""The solver: its lines are played by rules written apart from it, its proofs checked by trying everything."""

import random
from collections import Counter
from datetime import date

import pytest

from sobremesa.games.end_of_line.ai.solo_puzzle import Puzzle
from sobremesa.games.end_of_line.ai.solver import solve, solve_coop
from sobremesa.games.end_of_line.daily import daily
from sobremesa.games.end_of_line.tables import CARDS, KIND_NAMES, STARTS
from sobremesa.mistakes import BadOption
from tests.support.games.end_of_line import HEADINGS, small, some_walls

pytestmark = pytest.mark.compiled  # it looks at thousands of lines

LENGTHS = {"go": 2, "turnaround": 2, "boost": 3, "brake": 1}


class Area:
    """Solo or two together, as the booklet tells it: nothing is shared with the solver but the table of cards."""

    def __init__(self, walls=(), turns="stop", players=1, order=None):
        self.size, starts = STARTS[players]
        self.turns, self.players, self.order = turns, players, order
        starts = [start.split(",") for start in starts.split()]
        self.lines = [[((int(row), int(column)), heading, "start")] for row, column, heading in starts]
        self.taken = {line[0][0] for line in self.lines} | set(walls)
        deck = Counter({kind: copies for kind, (_, _, copies) in CARDS.items()})
        self.hands = [Counter() if order else deck.copy() for _ in range(players)]
        self.drawn = 0
        self.energy = [3] * players
        self.out, self.queue = set(), []
        self.round, self.due, self.asked, self.over = 0, 0, "", False
        self.go_on()

    def copy(self):
        twin = object.__new__(Area)
        twin.__dict__ = self.__dict__ | {
            "lines": [line[:] for line in self.lines],
            "hands": [hand.copy() for hand in self.hands],
            "taken": self.taken.copy(),
            "energy": self.energy[:],
            "out": self.out.copy(),
            "queue": self.queue[:],
        }
        return twin

    @property
    def empty(self):
        return self.size**2 - len(self.taken)

    @property
    def full(self):
        return self.empty == 0 and not (self.turns == "exact" and self.due)

    def exits(self, card):
        """The empty squares that a card leads to, with the heading there."""
        (row, column), heading, kind = card
        for turn in (1,) if kind == "start" else CARDS[kind][1]:
            onward = "NESW"[("NESW".index(heading) + turn - 1) % 4]
            down, right = HEADINGS[onward]
            square = (row + down) % self.size, (column + right) % self.size
            if square not in self.taken:
                yield square, onward

    def go_on(self):
        """Up to the next choice, or the end."""
        while True:
            if self.empty == 0 or len(self.out) == self.players:
                self.asked, self.over = "", True
                return
            if self.due:
                self.asked = "lay"
            else:
                if not self.queue:
                    self.begin_round()
                self.seat = self.queue.pop(0)
                self.source, self.due = -1, 1 if self.round == 1 and self.turns == "stop" else 2
                self.asked = "declare" if self.round >= 3 and self.energy[self.seat] else "lay"
            if self.choices():
                return
            self.out.add(self.seat)
            self.due = 0

    def begin_round(self):
        self.round += 1
        self.queue = [seat for seat in range(self.players) if seat not in self.out]
        if len(self.queue) == 2:
            one, other = ([CARDS[kind][0] for _, _, kind in line[:0:-1]] for line in self.lines)
            differ = [mine > theirs for mine, theirs in zip(one, other, strict=False) if mine != theirs]
            if differ and differ[0]:
                self.queue.reverse()
        while self.order and self.hands[0].total() < 5 and self.drawn < 25:
            self.hands[0][self.order[self.drawn]] += 1
            self.drawn += 1

    def choices(self):
        line, hand = self.lines[self.seat], self.hands[self.seat]
        if not hand.total():
            return []
        if self.asked == "declare":
            onward = ["go", "boost", "brake"] if any(self.exits(line[-1])) else []
            return onward + (["turnaround"] if any(self.exits(line[-2])) else [])
        squares = [square for square, _ in self.exits(line[self.source])]
        return [f"{kind}>{row},{column}" for kind in hand if hand[kind] for row, column in squares]

    def play(self, move):
        assert move in self.choices(), f"{move} is not one of {self.choices()}"
        if self.asked == "declare":
            self.energy[self.seat] -= move != "go"
            self.due = LENGTHS[move]
            self.source = -2 if move == "turnaround" else -1
            self.asked = "lay"
            return
        kind, place = move.split(">")
        square = tuple(map(int, place.split(",")))
        heading = dict(self.exits(self.lines[self.seat][self.source]))[square]
        self.lines[self.seat].append((square, heading, kind))
        self.taken.add(square)
        self.hands[self.seat][kind] -= 1
        self.source = -1
        self.due -= 1
        self.go_on()

    def score(self, edition):
        left = sum(CARDS[kind][0] * copies for hand in self.hands for kind, copies in hand.items())
        left += sum(CARDS[kind][0] for kind in (self.order or [])[self.drawn :])
        spent = 3 * self.players - sum(self.energy)
        if edition == "en":
            return left + spent + self.empty
        if not self.full:
            return None
        return left + sum(self.energy) if edition == "2021" else left + spent

    def key(self):
        """What the rest of a solo puzzle depends on."""
        hand = tuple(self.hands[0][kind] for kind in KIND_NAMES)
        taken = frozenset(self.taken)
        return taken, tuple(self.lines[0][-2:]), hand, self.energy[0], self.due, self.source, self.asked, self.round > 2


def best(area, edition, known):
    """The best score, by trying everything."""
    if area.over:
        return area.score(edition)
    if area.key() not in known:
        scores = []
        for move in area.choices():
            twin = area.copy()
            twin.play(move)
            scores.append(best(twin, edition, known))
        scores = [score for score in scores if score is not None]
        known[area.key()] = (max if edition == "2021" else min)(scores, default=None)
    return known[area.key()]


def replay(solution, area, edition):
    """Play the line of a solution, and see that it gives the score that it says."""
    for move in solution.moves:
        if isinstance(move, tuple):
            seat, move = move
            assert seat == area.seat
        area.play(move)
    assert area.over
    assert area.score(edition) == solution.score
    assert 3 * area.players - sum(area.energy) == solution.energy


def shuffled(seed):
    deck = [kind for kind, (_, _, copies) in CARDS.items() for _ in range(copies)]
    random.Random(seed).shuffle(deck)
    return deck


def test_the_published_best_of_the_empty_board_is_reached_and_cannot_be_beaten():
    solution = solve()
    assert (solution.score, solution.proved, solution.energy) == (0, True, 0)
    replay(solution, Area(), "es")


@pytest.mark.parametrize("turns", ["stop", "exact"])
@pytest.mark.parametrize("edition", ["es", "en", "2021"])
@pytest.mark.parametrize("seed", range(12))
def test_lines_from_an_open_deck_are_legal(seed, edition, turns):
    walls = some_walls(seed)
    solution = solve(walls, edition, turns)
    if solution.score is not None:
        replay(solution, Area(walls, turns), edition)


@pytest.mark.parametrize("turns", ["stop", "exact"])
@pytest.mark.parametrize("edition", ["es", "en", "2021"])
@pytest.mark.parametrize("seed", range(12))
def test_lines_in_a_known_order_are_legal_and_no_better_than_from_an_open_deck(seed, edition, turns):
    walls, order = some_walls(seed), shuffled(seed)
    solution, freely = solve(walls, edition, turns, order), solve(walls, edition, turns)
    if solution.score is not None:
        replay(solution, Area(walls, turns, order=order), edition)
        assert (solution.score <= freely.score) if edition == "2021" else (solution.score >= freely.score)


@pytest.mark.parametrize("turns", ["stop", "exact"])
@pytest.mark.parametrize("edition", ["es", "en", "2021"])
@pytest.mark.parametrize("seed", range(4))
def test_small_areas_by_trying_everything(seed, edition, turns):
    """With more walls than the game has: there everything can be tried, energy and all."""
    walls = small(seed, 6)
    squares = tuple(5 * row + column for row, column in walls)
    for order in None, shuffled(seed):
        kinds = order and [KIND_NAMES.index(kind) for kind in order]
        puzzle = Puzzle(squares, edition, turns, kinds)
        found = puzzle.best()
        expected = best(Area(walls, turns, order=order), edition, {})
        assert (puzzle.points(found.cost) if found else None) == expected


# Optima of an exhaustive search in C++, written apart from this one: edition, turns, walls, score.
ELSEWHERE = """
es stop 0,0 0,2 1,1 = 4
es stop 0,1 3,1 4,0 = 4
es stop 1,1 2,0 3,1 = None
es exact 2,1 = 2
2021 stop 2,0 3,1 4,0 = 17
2021 stop 1,0 3,1 4,0 = 18
2021 exact 0,2 1,1 3,3 = 17
"""


@pytest.mark.parametrize("line", ELSEWHERE.split("\n")[1:-1])
def test_as_an_independent_search_found(line):
    told, score = line.split(" = ")
    edition, turns, *walls = told.split()
    assert str(solve([tuple(map(int, wall.split(","))) for wall in walls], edition, turns).score) == score


def test_a_closed_board_cannot_be_filled():
    walls = [(1, 2)]
    assert solve(walls).score is solve(walls, order=shuffled(0)).score is None
    assert solve(walls).proved and solve(walls).moves == []
    assert solve(walls, "en").score == Area(walls).score("en") == 73


def test_walls_on_the_way_leave_a_line_of_one_card():
    """Edition `en` scores it all the same: the dearest card is laid."""
    walls = [(0, 2), (1, 1), (1, 3)]
    assert solve(walls).score is None
    solution = solve(walls, "en")
    assert solution.moves == ["cross-5>1,2"]
    replay(solution, Area(walls), "en")


def test_an_exact_board_with_an_odd_number_of_squares_costs_energy():
    for row in range(5):
        assert solve([(row, 0)], turns="exact").energy == 1


def test_the_search_tells_how_far_it_is_and_can_be_stopped(monkeypatch):
    monkeypatch.setattr("sobremesa.games.end_of_line.ai.solo_puzzle.SLICE", 10)
    told = []
    unhurried = solve(tick=lambda nodes, bound: told.append((nodes, bound)))
    assert told and told == sorted(told) and {bound for _, bound in told} == {0}
    assert unhurried.moves == solve().moves

    def stop(nodes, bound):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve(tick=stop)


@pytest.mark.parametrize(
    "wrong",
    [
        {"walls": [(2, 2)]},
        {"walls": [(5, 0)]},
        {"walls": [(0, 0), (0, 1), (0, 2), (0, 3)]},
        {"score": "fr"},
        {"turns": "late"},
        {"order": ["straight"] * 25},
        {"order": [*shuffled(0)[:-1], "bend"]},
    ],
)
def test_what_cannot_be_asked(wrong):
    with pytest.raises(BadOption):
        solve(**wrong)


@pytest.mark.parametrize(("turns", "sacrifice", "score"), [("stop", True, 1), ("exact", False, 2), ("exact", True, 1)])
@pytest.mark.parametrize("seed", range(5))
def test_two_together(turns, sacrifice, score, seed):
    solution = solve_coop(turns, seed, sacrifice=sacrifice)
    assert (solution.score, solution.proved) == (score, True)
    area = Area(turns=turns, players=2)
    replay(solution, area, "es")
    assert len(area.out) == (turns == "exact" and sacrifice)


def test_the_puzzle_of_a_day_depends_on_the_date_alone():
    day = daily(date(2026, 1, 1))
    assert day == daily(date(2026, 1, 1)) != daily(date(2026, 1, 2))
    assert (day.walls, day.par, day.order[:4]) == ((), 0, ("cross-5", "left", "straight", "right"))


@pytest.mark.parametrize("day", [date(2026, 3, day) for day in range(1, 32)])
def test_par_can_be_reached_and_is_the_best(day):
    puzzle = daily(day)
    solution = solve(puzzle.walls, order=puzzle.order)
    assert solution.proved and solution.score == puzzle.par
    assert tuple(solution.moves) == puzzle.moves
    replay(solution, Area(puzzle.walls, order=puzzle.order), "es")
