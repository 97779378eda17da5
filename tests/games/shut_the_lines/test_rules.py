"""The rules of Shut the Lines, by their numbers; those of whole matches, 8 and 9, are in test_rounds.py."""

import pytest

import sobremesa
from sobremesa.games.shut_the_lines import GAME
from tests.support.games.shut_the_lines import (
    SHUT,
    after,
    begin,
    but,
    chips,
    cover,
    mover,
    names,
    play,
    play_round,
    points,
    texts,
)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_rule_1_a_lot_for_who_begins(seats):
    match = sobremesa.Match(GAME, seats, roll=False)
    everybody = ["ruby", "maize", "jade", "lapis"][:seats]
    assert GAME.rules.seats(match.position[0]) == seats
    assert match.turn == sobremesa.CHANCE
    assert texts(match) == everybody
    for name in everybody:
        assert mover(play(match.copy(), name)) == name


def test_rule_1_nobody_draws_lots_alone():
    match = sobremesa.Match(GAME, 1, roll=False)
    assert match.turn == sobremesa.CHANCE
    assert len(texts(match)) == 56


def test_rule_1_every_seat_is_as_likely():
    drawn = [sobremesa.Match(GAME, 4, seed=seed).moves[0].text for seed in range(400)]
    assert all(70 < drawn.count(name) < 130 for name in ["ruby", "maize", "jade", "lapis"])


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("first", ["ruby", "maize"])
def test_rule_1_later_rounds_begin_one_seat_to_the_left(seats, first):
    match = begin(seats, first=first)
    everybody = list(match.seat_names)
    begins = []
    for _ in range(6):
        begins.append(mover(match))
        play_round(match, *[0] * seats)
    start = everybody.index(first)
    assert begins == [everybody[(start + n) % seats] for n in range(6)]


def test_rule_1_a_later_round_begins_there_whoever_ended_the_last():
    """Ruby began and was out last: maize begins."""
    match = begin(3, covered={1: SHUT[0], 2: SHUT[0]})
    play(match, "1-1-1 3  1-1-1 out:none  1-1-1 out:none  1-1-1 1+2  1-1-1 out:none")
    assert match.view()["round"] == 2
    assert mover(match) == "maize"


def test_rule_2_a_turn_is_one_throw():
    match = begin(3, first="jade")
    turns = []
    for moves in ["1-1-2 4", "6-6-6 6+12", "2-3-5 10", "1-2-3 6", "4-5-6 4+11"]:
        turns.append(mover(match))
        throw, split = moves.split()
        play(match, throw)
        assert match.turn == match.view()["mover"]
        play(match, split)
        assert match.turn == sobremesa.CHANCE
    assert turns == ["jade", "ruby", "maize", "jade", "ruby"]


def test_rule_2_who_is_out_is_passed_over():
    match = begin(4, covered={1: SHUT[0], 2: SHUT[0]})
    play(match, "1-1-1 3  1-1-1 out:none  1-1-1 out:none")
    assert names(match, "in") == ["ruby", "lapis"]
    turns = []
    for moves in ["1-1-2 4", "1-1-2 4", "1-1-3 5", "1-1-3 5"]:
        turns.append(mover(match))
        play(match, moves)
    assert turns == ["lapis", "ruby", "lapis", "ruby"]


def test_rule_2_the_last_one_in_goes_on_alone():
    match = begin(2, covered={1: SHUT[0]})
    play(match, "1-1-1 3  1-1-1 out:none")
    for moves in ["1-1-2 4", "1-1-3 5", "6-6-6 6+12"]:
        assert mover(match) == "ruby"
        play(match, moves)
    assert chips(match, 0) == {3, 4, 5, 6, 12}
    assert match.view()["round"] == 1


@pytest.mark.parametrize(
    ("plan", "throw", "splits"),
    [
        (1, "1-3-5", {"1+3+5", "4+5", "3+6", "1+8", "9"}),
        (1, "2-2-3", {"3+4", "2+5", "7"}),
        (1, "6-6-6", {"6+12"}),
        (2, "6-6-6", {"6+12"}),
        (1, "1-1-1", {"1+2", "3"}),
        (1, "5-5-6", {"6+10", "5+11"}),
        (2, "2-6-6", {"2+12", "6+8", "14"}),
        (2, "4-5-6", {"4+5+6", "6+9", "5+10", "4+11"}),
        (3, "1-1-1-1", {"1+3", "4"}),
        (3, "5-5-5-5", {"5+15"}),
        (3, "1-2-6-6", {"2+6+7", "1+6+8", "1+2+12", "7+8", "3+12", "6+9", "2+13", "1+14", "15"}),
        (4, "6-6-6-6-6", {"6+24", "12+18"}),
        (4, "1-1-1-1-1", {"1+4", "2+3", "5"}),
        (4, "5-5-5-5-5", {"5+20", "10+15", "25"}),
    ],
)
def test_rule_3_the_splits_of_a_throw(plan, throw, splits):
    assert after(begin(plans=plan), throw) == splits


def test_rule_3_the_order_of_the_dice_does_not_matter():
    for throw in ["1-3-5", "5-3-1", "3-5-1"]:
        assert after(begin(), throw) == {"1+3+5", "4+5", "3+6", "1+8", "9"}


@pytest.mark.parametrize(
    ("covered", "splits"),
    [
        ({5}, {"3+6", "1+8", "9"}),
        ({9}, {"1+3+5", "4+5", "3+6", "1+8"}),
        ({1}, {"4+5", "3+6", "9"}),
        ({3, 4}, {"1+8", "9"}),
        ({5, 6, 8}, {"9"}),
        ({2, 7, 10, 11, 12}, {"1+3+5", "4+5", "3+6", "1+8", "9"}),
    ],
)
def test_rule_3_a_number_is_covered_once(covered, splits):
    assert after(begin(covered={0: covered}), "1-3-5") == splits


def test_rule_3_a_split_covers_its_numbers():
    match = play(begin(), "1-3-5 3+6")
    assert chips(match, 0) == {3, 6}
    play(match, "1-3-5 9  1-3-5 1+8")
    assert chips(match, 0) == {1, 3, 6, 8}
    assert chips(match, 1) == {9}


def test_rule_3_opponents_never_block():
    """Everybody may have a chip on the same number."""
    match = begin(4, covered={1: but(), 2: {1, 3, 5, 9}, 3: {4, 6, 8}})
    assert after(match, "1-3-5") == {"1+3+5", "4+5", "3+6", "1+8", "9"}
    match = play(begin(4), "1-3-5 9  1-3-5 9  1-3-5 9  1-3-5 9")
    assert [chips(match, seat) for seat in range(4)] == [{9}] * 4


def test_rule_4_a_full_split_is_compulsory():
    """Also when it is the only one, and whoever plays it would rather be out."""
    match = begin(covered={0: but(9)})
    assert after(match, "1-3-5") == {"9"}
    for text in ["out:none", "out:9"]:
        with pytest.raises(sobremesa.IllegalMove) as refused:
            play(match.copy(), f"1-3-5 {text}")
        assert refused.value.rule == 4


def test_rule_5_6_6_6_6_on_an_empty_plan_3():
    """6, 12, 18 and 24 can be made: 6 and 12 can be covered, also together, by 6, 6 and 6+6."""
    match = play(begin(plans=3), "6-6-6-6")
    assert match.turn == 0
    assert set(texts(match)) == {"out:6+12", "out:6", "out:12", "out:none"}
    play(match, "out:6+12")
    assert chips(match, 0) == {6, 12}
    assert names(match, "in") == ["maize"]


def test_rule_5_the_largest_covers_are_offered_first():
    sizes = [0 if text == "out:none" else text.count("+") + 1 for text in texts(play(begin(plans=3), "6-6-6-6"))]
    assert sizes == sorted(sizes, reverse=True)


@pytest.mark.parametrize(
    ("covered", "throw", "covers"),
    [
        (but(12), "6-6-6", {"out:12", "out:none"}),
        (but(12, 6), "5-6-6", {"out:12", "out:6", "out:none"}),
        (but(2), "2-2-2", {"out:2", "out:none"}),
        (but(2, 4), "2-2-3", {"out:2", "out:4", "out:none"}),
        ({9, 1, 3, 4}, "1-3-5", {"out:5", "out:6", "out:8", "out:none"}),
        ({9, 1, 3, 5}, "1-3-5", {"out:4", "out:6", "out:8", "out:none"}),
        (SHUT[0], "1-1-1", {"out:none"}),
        (but(), "1-3-5", {"out:none"}),
    ],
)
def test_rule_5_any_division_may_cover_in_part(covered, throw, covers):
    """Also one with equal sums, or with sums beyond the plan; each set of numbers is offered once."""
    assert after(begin(covered={0: covered}), throw) == covers


def test_rule_5_a_partial_cover_is_laid_and_one_is_out():
    match = play(begin(covered={0: but(2, 4)}), "2-2-3 out:4")
    assert chips(match, 0) == but(2)
    assert names(match, "in") == ["maize"]
    assert mover(match) == "maize"


def test_rule_5_one_is_asked_even_if_nothing_can_be_covered():
    match = play(begin(covered={0: SHUT[0]}), "1-1-1")
    assert match.turn == 0
    assert names(match, "in") == ["ruby", "maize"]


def test_rule_5_partial_none_covers_nothing_and_asks_nothing():
    match = play(begin(partial="none", covered={0: but(2, 4)}), "2-2-3")
    assert match.turn == sobremesa.CHANCE
    assert chips(match, 0) == but(2, 4)
    assert names(match, "in") == ["maize"]
    assert mover(match) == "maize"


def test_rule_5_partial_none_still_splits():
    assert after(begin(partial="none"), "1-3-5") == {"1+3+5", "4+5", "3+6", "1+8", "9"}


def test_rule_5_partial_none_can_end_a_round():
    match = play(begin(partial="none", covered={0: SHUT[2], 1: SHUT[3]}), "1-1-1 1-1-1")
    assert points(match) == [2, 3]
    assert match.view()["round"] == 2


@pytest.mark.parametrize(("plan", "lines"), [(1, 6), (2, 7), (3, 10), (4, 12)])
def test_rule_6_covering_everything_ends_with_all_lines(plan, lines):
    dice = {1: "1-1-1", 2: "1-1-1", 3: "1-1-1-1", 4: "1-1-1-1-1"}[plan]
    last = dice.count("1")
    match = play(begin(plans=plan, target=100, covered={0: but(last, plan=plan)}), f"{dice} {last}")
    assert names(match, "in") == ["maize"]
    for _ in range(2):  # maize goes on alone
        assert mover(match) == "maize"
        play(match, dice)
        play(match, texts(match)[0])
    cover(match, {1: but(last, plan=plan) - {1, 9}})
    play_round(match, 0, 0)
    assert match.view()["round"] == 2
    assert points(match)[0] == lines


def test_rule_6_all_but_one_is_not_everything():
    match = play(begin(covered={0: but(9, 1)}), "1-3-5 9")
    assert names(match, "in") == ["ruby", "maize"]


def test_rule_6_the_last_number_may_be_covered_in_part():
    match = play(begin(1, covered={0: but(12)}), "6-6-6 out:12")
    assert points(match) == [6]


@pytest.mark.parametrize("lines", [0, 1, 2, 3, 4])
def test_rule_7_one_point_for_each_line(lines):
    match = play_round(begin(1), lines)
    assert points(match) == [lines]


@pytest.mark.parametrize(
    ("plan", "missing"), [(plan, free) for plan in (1, 2, 3, 4) for free in sorted(but(plan=plan))]
)
def test_rule_7_all_numbers_of_a_line_count(plan, missing):
    """Without one number, the lines that it is in are not shut."""
    match = begin(1, plans=plan, covered={0: but(missing, plan=plan)})
    lines = sum(missing not in line for line in match.view()["lines"])
    throw = "-".join(("6" if missing <= 5 else "1") * {1: 3, 2: 3, 3: 4, 4: 5}[plan])
    assert points(play(match, f"{throw} out:none")) == [lines]


def test_rule_7_whatever_else_lies_on_a_line():
    """Both have shut the same two lines: both have two points."""
    match = play_round(begin(2), 2, 2)
    assert points(match) == [2, 2]


def test_rule_7_the_chips_of_two_shut_no_line_together():
    match = begin(2, covered={0: {1, 6, 3, 2}, 1: {7, 12, 3, 2, 1}})
    play(match, "1-1-1 out:none 1-1-1 out:none")
    assert points(match) == [0, 0]


def test_rule_7_the_round_goes_on_until_nobody_is_in():
    match = play(begin(2, covered={0: SHUT[1]}), "1-1-1 out:none  1-1-1 3  1-1-1 1+2")
    assert match.view()["round"] == 1
    assert chips(match, 0) == SHUT[1]
    play(match, "1-1-1 out:none")
    assert match.view()["round"] == 2
    assert [chips(match, seat) for seat in (0, 1)] == [set(), set()]
    assert names(match, "in") == ["ruby", "maize"]


def test_rule_7_points_add_up():
    match = begin(3, target=20)
    for lines, total in [((1, 2, 0), [1, 2, 0]), ((3, 0, 1), [4, 2, 1]), ((4, 4, 4), [8, 6, 5])]:
        play_round(match, *lines)
        assert points(match) == total
