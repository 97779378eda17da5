"""Shut the Lines written a second time, from its rules alone and in plain Python: both must agree on whole matches."""

import itertools
import random

import pytest

import sobremesa
from sobremesa.games.shut_the_lines import GAME
from tests.support.selection import exhaustive

NAMES = ["ruby", "maize", "jade", "lapis"]
STARS = {1: ([1, 2, 7, 8, 5, 3], [12, 6, 10, 4, 11, 9]), 2: ([1, 2, 6, 7, 4, 5, 3], [14, 9, 12, 8, 10, 13, 11])}
SQUARES = {
    3: [[16, 3, 2, 13], [5, 10, 11, 8], [9, 6, 7, 12], [4, 15, 14, 1]],
    4: [[17, 24, 1, 8, 15], [23, 5, 7, 14, 16], [4, 6, 13, 20, 22], [10, 12, 19, 21, 3], [11, 18, 25, 2, 9]],
}
SIZES, DICE = {1: 12, 2: 14, 3: 16, 4: 25}, {1: 3, 2: 3, 3: 4, 4: 5}


def lines_of(plan, turned):
    """The lines of a plan; turned, with the largest number for the smallest and so on."""
    if plan in STARS:
        tips, crossings = STARS[plan]
        count = len(tips)
        lines = [{tips[i], crossings[i], crossings[(i + 1) % count], tips[(i + 2) % count]} for i in range(count)]
    else:
        rows = SQUARES[plan]
        side = range(len(rows))
        lines = [set(row) for row in rows] + [{row[column] for row in rows} for column in side]
        lines += [{rows[i][i] for i in side}, {rows[i][-1 - i] for i in side}]
    return [{SIZES[plan] + 1 - number for number in line} for line in lines] if turned else lines


def layout_of(plan):
    """What a person types for a turned plan."""
    numbers = STARS[plan][0] + STARS[plan][1] if plan in STARS else [n for row in SQUARES[plan] for n in row]
    return [SIZES[plan] + 1 - number for number in numbers]


def divisions(dice):
    """Every way to put dice into groups, as the lists of the groups' sums."""
    if not dice:
        return [[]]
    ways = []
    for way in divisions(dice[1:]):
        ways.append([*way, dice[0]])
        ways += [[*way[:n], way[n] + dice[0], *way[n + 1 :]] for n in range(len(way))]
    return ways


def joined(numbers):
    return "+".join(str(number) for number in sorted(numbers))


class Table:
    """What lies on it, who may do what, and what comes of it."""

    def __init__(self, seats, plans, target, rounds, partial, voluntary_partial, mercy, ties, turned):
        self.seats, self.plans, self.target, self.rounds = seats, plans, target, rounds
        self.partial, self.voluntary, self.mercy, self.ties = partial, voluntary_partial, mercy, ties
        self.turned = turned
        self.points = [0] * seats
        self.lines_so_far = 0
        self.playing = list(range(seats))
        self.round = 0
        self.first = None
        self.stage = "lot"
        if seats == 1:
            self.first = 0
            self.new_round()

    def new_round(self):
        self.round += 1
        self.chips = [set() for _ in range(self.seats)]
        self.still_in = set(self.playing)
        begins = (self.first + self.round - 1) % self.seats
        self.mover = next(
            s for s in itertools.islice(itertools.cycle(range(self.seats)), begins, None) if s in self.playing
        )
        if self.plans in ("random", "choose"):
            self.stage = "plan"
        elif self.plans == "ladder":
            self.lay([1, 2, 3, 4][(self.round - 1) % 4])
        else:
            self.lay(self.plans)

    def lay(self, plan):
        self.plan, self.lines = plan, lines_of(plan, self.turned)
        self.lines_so_far += len(self.lines)
        self.stage = "throw"

    def by_chance(self):
        return self.stage in ("lot", "throw") or (self.stage == "plan" and self.plans == "random")

    def choices(self):
        """The texts of everything that may be chosen, or that chance may bring."""
        if self.stage == "lot":
            return NAMES[: self.seats]
        if self.stage == "plan":
            return ["plan-1", "plan-2", "plan-3", "plan-4"]
        if self.stage == "throw":
            return ["-".join(t) for t in itertools.combinations_with_replacement("123456", DICE[self.plan])]
        own = self.chips[self.mover]
        free = set(range(1, SIZES[self.plan] + 1)) - own
        ways = divisions(self.dice)
        full = {joined(way) for way in ways if len(set(way)) == len(way) and set(way) <= free}
        part = {"out:" + (joined(set(way) & free) or "none") for way in ways}
        return full | part if full and self.voluntary else full or part

    def play(self, text):
        if self.stage == "lot":
            self.first = NAMES.index(text)
            self.new_round()
        elif self.stage == "plan":
            self.lay(int(text[-1]))
        elif self.stage == "throw":
            self.dice = [int(die) for die in text.split("-")]
            self.stage = "split"
            knocked_out = all(choice.startswith("out") for choice in self.choices())
            if knocked_out and self.mercy and not self.chips[self.mover]:
                self.stage = "throw"
            elif knocked_out and self.partial == "none":
                self.turn_over(out=True)
        else:
            out, numbers = text.startswith("out:"), text.removeprefix("out:")
            self.chips[self.mover] |= {int(number) for number in numbers.split("+") if number != "none"}
            self.turn_over(out or len(self.chips[self.mover]) == SIZES[self.plan])

    def turn_over(self, out):
        self.stage = "throw"
        if out:
            self.still_in.remove(self.mover)
        if self.still_in:
            self.mover = min(self.still_in, key=lambda seat: (seat - self.mover - 1) % self.seats)
            return
        for seat in self.playing:
            self.points[seat] += sum(line <= self.chips[seat] for line in self.lines)
        best = max(self.points)
        leaders = [seat for seat in self.playing if self.points[seat] == best]
        if self.seats == 1:
            over = self.round == self.rounds
        else:
            over = best >= self.target and (self.ties == "share" or len(leaders) == 1)
            if best >= self.target:
                self.playing = leaders if not over else self.playing
        if over:
            self.stage, self.winners = "over", tuple(leaders)
        else:
            self.new_round()


CASES = [
    (seats, plans, partial, voluntary, mercy, ties)
    for seats in (1, 2, 3, 4)
    for plans in (1, 2, 3, 4, "ladder", "random", "choose")
    for partial in ("choose", "none")
    for voluntary in (False, True)
    for mercy in (False, True)
    for ties in (("share", "playoff") if seats > 1 else ("share",))
]
random.Random(1).shuffle(CASES)
PARTS = 4


def compare(table, match, rng, most=400):
    """Play both at random side by side; true if that came to the end."""
    for _ in range(most):
        if table.stage == "over":
            break
        if table.stage == "throw":
            text = "-".join(sorted(rng.choice("123456") for _ in range(DICE[table.plan])))
        else:
            legal = table.choices()
            offered = [move.text for move in match.legal_moves]
            assert sorted(offered) == sorted(legal)
            full = [choice for choice in sorted(legal) if not choice.startswith("out")]
            text = min(full, key=len) if full and rng.random() < 0.9 else rng.choice(sorted(legal))
        assert match.turn == (sobremesa.CHANCE if table.by_chance() else table.mover)
        round_before = table.round
        table.play(text)
        match.push(text)
        s = match.position[0]
        if table.round != round_before or table.stage == "over":
            assert [int(s.points[seat]) for seat in range(table.seats)] == table.points
    assert match.is_over == (table.stage == "over")
    return match.is_over


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
@pytest.mark.parametrize("turned", [False, True], ids=["house", "own"])
@pytest.mark.parametrize("part", [0, *map(exhaustive, range(1, PARTS))])
def test_whole_matches(seats, turned, part):
    """What may be chosen, the points and the winners, choices at random, with a part of all combinations of options.

    With layouts of one's own, only a third of them.
    """
    over = 0
    cases = [case for case in CASES if case[0] == seats]
    if turned:
        cases = [case for case in cases if isinstance(case[1], int)][::3]
    cases = cases[part::PARTS]
    for number, (_, plans, partial, voluntary, mercy, ties) in enumerate(cases):
        rng = random.Random(number)
        options = {
            "plans": plans,
            "target": rng.randint(1, 4),
            "rounds": rng.randint(1, 3),
            "partial": partial,
            "voluntary_partial": voluntary,
            "mercy": mercy,
            "ties": ties,
        }
        table = Table(seats, turned=turned, **options)
        if turned:
            options["layout"] = layout_of(plans)
        match = sobremesa.Match(GAME, seats, roll=False, **options)
        if compare(table, match, rng):
            over += 1
            if seats > 1:
                assert match.result.winners == table.winners
            else:
                assert match.result.scores == pytest.approx((2 * table.points[0] / table.lines_so_far - 1,))
    assert over > 0.9 * len(cases)


@pytest.mark.parametrize("plan", [1, 2, 3, 4])
def test_every_throw_from_positions_of_all_kinds(plan):
    """Few chips, many, all: what may be chosen after every throw."""
    rng = random.Random(plan)
    for throw in Table(1, plan, 1, 1, "choose", False, False, "share", False).choices():
        table = Table(1, plan, 1, 1, "choose", rng.random() < 0.5, False, "share", False)
        match = sobremesa.Match(GAME, 1, roll=False, plans=plan, voluntary_partial=table.voluntary)
        table.chips[0] = set(rng.sample(range(1, SIZES[plan] + 1), rng.randint(0, SIZES[plan])))
        match.position[0].covered[0] = sum(1 << number - 1 for number in table.chips[0])
        assert {move.text for move in match.legal_moves} == set(table.choices())
        table.play(throw)
        match.push(throw)
        offered = [move.text for move in match.legal_moves]
        assert sorted(offered) == sorted(table.choices())
        covers = [0 if text == "out:none" else len(text.split("+")) for text in offered if text.startswith("out")]
        assert covers == sorted(covers, reverse=True)
