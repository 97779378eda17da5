"""The plans of Shut the Lines: their figures, their throws, and layouts of one's own."""

import math

import numpy as np
import pytest

import sobremesa
from sobremesa.games.shut_the_lines import GAME, tables
from sobremesa.kernel import calls
from tests.support.games.shut_the_lines import DICE, MIRROR, SIZE, begin, but, play, points, texts

STAR = {
    1: ([1, 2, 7, 8, 5, 3], [12, 6, 10, 4, 11, 9]),
    2: ([1, 2, 6, 7, 4, 5, 3], [14, 9, 12, 8, 10, 13, 11]),
}
SQUARE = {
    3: [[16, 3, 2, 13], [5, 10, 11, 8], [9, 6, 7, 12], [4, 15, 14, 1]],
    4: [[17, 24, 1, 8, 15], [23, 5, 7, 14, 16], [4, 6, 13, 20, 22], [10, 12, 19, 21, 3], [11, 18, 25, 2, 9]],
}
LINES = {
    1: [{1, 12, 6, 7}, {2, 6, 10, 8}, {7, 10, 4, 5}, {8, 4, 11, 3}, {5, 11, 9, 1}, {3, 9, 12, 2}],
    2: [
        {1, 14, 9, 6},
        {2, 9, 12, 7},
        {6, 12, 8, 4},
        {7, 8, 10, 5},
        {4, 10, 13, 3},
        {5, 13, 11, 1},
        {3, 11, 14, 2},
    ],
}
for plan, rows in SQUARE.items():
    columns = [list(column) for column in zip(*rows, strict=True)]
    falling = [rows[i][i] for i in range(len(rows))]
    rising = [rows[i][-1 - i] for i in range(len(rows))]
    LINES[plan] = [set(line) for line in [*rows, *columns, falling, rising]]
SUM = {1: 26, 2: 30, 3: 34, 4: 65}
OWN = "12 11 6 5 8 10 / 1 7 3 9 2 4"
"""Plan 1 with every number n as 13 - n."""


def seen(plan, **options):
    return begin(1, plans=plan, **options).view()


@pytest.mark.parametrize("plan", [1, 2])
def test_the_stars(plan):
    """Tips clockwise from the top; each crossing between its tip and the next, nearer to the middle."""
    tips, crossings = STAR[plan]
    places = {place["number"]: (place["x"], place["y"]) for place in seen(plan)["places"]}
    assert sorted(places) == list(range(1, SIZE[plan] + 1))
    for n, tip in enumerate(tips):
        angle = 2 * math.pi * n / len(tips)
        assert places[tip] == pytest.approx((math.sin(angle), -math.cos(angle)), abs=1e-4)
        angle += math.pi / len(tips)
        radius = {1: 0.57735, 2: 0.69202}[plan]
        assert places[crossings[n]] == pytest.approx((radius * math.sin(angle), -radius * math.cos(angle)), abs=1e-4)


@pytest.mark.parametrize("plan", [1, 2])
def test_the_lines_of_a_star_are_straight(plan):
    places = {place["number"]: np.array([place["x"], place["y"]]) for place in seen(plan)["places"]}
    for line in LINES[plan]:
        one, *others = [places[number] for number in line]
        assert np.linalg.matrix_rank(np.array([other - one for other in others]), tol=1e-3) == 1


@pytest.mark.parametrize("plan", [3, 4])
def test_the_squares(plan):
    places = seen(plan)["places"]
    side = len(SQUARE[plan])
    assert [place["number"] for place in places] == [number for row in SQUARE[plan] for number in row]
    for n, place in enumerate(places):
        row, column = divmod(n, side)
        assert place["x"] == pytest.approx(-1 + 2 * column / (side - 1))
        assert place["y"] == pytest.approx(-1 + 2 * row / (side - 1))


@pytest.mark.parametrize("plan", [1, 2, 3, 4])
def test_every_line_has_its_sum(plan):
    lines = [set(line) for line in seen(plan)["lines"]]
    assert lines == LINES[plan]
    assert len(lines) == {1: 6, 2: 7, 3: 10, 4: 12}[plan]
    assert {sum(line) for line in lines} == {SUM[plan]}
    assert {len(line) for line in lines} == {5 if plan == 4 else 4}
    assert set().union(*lines) == set(range(1, SIZE[plan] + 1))


@pytest.mark.parametrize(
    ("plan", "different", "all_of_them"), [(1, 56, 216), (2, 56, 216), (3, 126, 1296), (4, 252, 7776)]
)
def test_the_throws(plan, different, all_of_them):
    """Each throw weighs as much as there are ways to throw it with dice of different colours."""
    match = begin(1, plans=plan)
    throws = texts(match)
    assert len(set(throws)) == len(throws) == different
    weights = np.zeros(GAME.rules.ACTIONS, np.int32)
    calls.weigh(match.position, weights)
    assert weights.sum() == all_of_them
    for throw, weight in zip(throws, weights, strict=False):
        dice = throw.split("-")
        assert len(dice) == DICE[plan] and dice == sorted(dice) and set(dice) <= set("123456")
        assert weight == math.factorial(len(dice)) / math.prod(math.factorial(dice.count(die)) for die in set(dice))


@pytest.mark.parametrize("plan", [1, 2, 3, 4])
def test_a_layout_of_ones_own_says_its_plan(plan):
    layout = [MIRROR[plan] - number for number in tables.PLANS[plan].layout]
    match = sobremesa.Match(GAME, 2, roll=False, layout=layout)
    assert match.options["plans"] == str(plan)
    assert match.options["target"] == {1: 5, 2: 5, 3: 10, 4: 10}[plan]
    match.push("ruby")
    assert [place["number"] for place in match.view()["places"]] == layout
    assert [set(line) for line in match.view()["lines"]] == [{MIRROR[plan] - n for n in line} for line in LINES[plan]]


@pytest.mark.parametrize(
    "layout", [OWN, OWN.replace(" / ", ", "), OWN.replace(" / ", " ").split(), (12, 11, 6, 5, 8, 10, 1, 7, 3, 9, 2, 4)]
)
def test_a_layout_is_read_from_text_or_numbers(layout):
    match = sobremesa.Match(GAME, 2, layout=layout, plans=1)
    assert match.options["layout"] == (12, 11, 6, 5, 8, 10, 1, 7, 3, 9, 2, 4)


@pytest.mark.parametrize("layout", ["house", "", (), []])
def test_without_a_layout_the_house_has_one(layout):
    assert seen(1, layout=layout)["lines"] == seen(1)["lines"]


@pytest.mark.parametrize(
    ("layout", "covered", "lines"),
    [
        ("house", {2, 6, 8, 10} | {3}, 1),
        (OWN, {2, 6, 8, 10} | {3}, 0),
        (OWN, {3, 5, 7, 11} | {1}, 1),
        ("house", {3, 5, 7, 11} | {1}, 0),
    ],
)
def test_the_lines_of_ones_own_layout_count(layout, covered, lines):
    match = play(begin(1, layout=layout, covered={0: covered}), "1-1-1 out:none")
    assert points(match) == [lines]


def test_ones_own_layout_stays_for_every_round():
    match = begin(1, layout=OWN, rounds=2, covered={0: but(12)})
    before = match.view()["lines"]
    play(match, "1-1-1 out:none")
    assert match.view()["round"] == 2
    assert match.view()["lines"] == before != seen(1)["lines"]


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"layout": "2 1 7 8 5 3 / 12 6 10 4 11 9"}, r"Line 1 of plan 1 is 2 \+ 12 \+ 6 \+ 7 = 27, but must be 26\."),
        ({"layout": "1 2 7 8 5 3 / 12 6 10 4 9 11"}, r"Line 4 of plan 1 is 8 \+ 4 \+ 9 \+ 3 = 24, but must be 26\."),
        ({"layout": "1 2 7 8 5 3 / 12 6 10 4 11 11"}, "every number from 1 to 12 once"),
        ({"layout": "0 2 7 8 5 3 / 12 6 10 4 11 9"}, "every number from 1 to 12 once"),
        ({"layout": "1 2 7 8 5 3 / 12 6 10 4 11 13"}, "every number from 1 to 12 once"),
        ({"layout": "1 2 3"}, "12, 14, 16 or 25 numbers, for plans 1 to 4, not 3"),
        ({"layout": range(1, 27)}, "12, 14, 16 or 25 numbers, for plans 1 to 4, not 26"),
        ({"layout": OWN, "plans": 2}, "A layout of 12 numbers is for plans=1, not for plans=2"),
        ({"layout": OWN, "plans": "ladder"}, "A layout of 12 numbers is for plans=1, not for plans=ladder"),
        ({"layout": "my own one"}, "layout is house, or all numbers of a plan"),
        ({"layout": [None] * 12}, "layout is house, or all numbers of a plan"),
        ({"plans": 5}, "plans is one of 1, 2, 3, 4, ladder, random, choose"),
    ],
)
def test_what_cannot_be_laid_out_is_told(options, says):
    with pytest.raises(sobremesa.BadOption, match=says):
        sobremesa.Match(GAME, 2, **options)


@pytest.mark.parametrize("layout", [5, None])
def test_a_layout_that_is_no_list_at_all_is_told(layout):
    with pytest.raises(sobremesa.BadOption, match="layout is house"):
        sobremesa.Match(GAME, 2, layout=layout)


def test_every_layout_that_the_option_names_can_be_played():
    """They are what the contract tries the game with."""
    [option] = [option for option in GAME.options if option.name == "layout"]
    assert len(option.values) > 1
    for value in option.values:
        sobremesa.Match(GAME, 2, layout=value)


@pytest.mark.parametrize(("plans", "target"), [(1, 5), (2, 5), (3, 10), (4, 10)])
def test_the_usual_target_goes_by_the_plan(plans, target):
    assert sobremesa.Match(GAME, 2, plans=plans).options["target"] == target


@pytest.mark.parametrize("seats", [0, 5])
def test_one_to_four_play(seats):
    with pytest.raises(sobremesa.BadSeats):
        sobremesa.Match(GAME, seats)
