"""Whole matches of Shut the Lines: rules 8 and 9 and the result."""

import pytest

import sobremesa
from sobremesa.games.shut_the_lines import GAME
from tests.support.games.shut_the_lines import (
    SHUT,
    after,
    begin,
    but,
    chips,
    mover,
    names,
    play,
    play_round,
    points,
    texts,
)


def test_rule_8_the_target_is_looked_at_after_the_round():
    """Ruby reaches it at once; maize, still in, passes by and wins."""
    match = begin(2, points=[4, 3], covered={0: SHUT[1], 1: SHUT[3]})
    play(match, "1-1-1 out:none")
    assert not match.is_over
    play(match, "1-1-1 out:none")
    assert match.is_over
    assert points(match) == [5, 6]
    assert match.result.winners == (1,)


@pytest.mark.parametrize(("before", "over"), [([3, 0], False), ([4, 0], True), ([5, 0], True), ([0, 4], False)])
def test_rule_8_the_target_or_more(before, over):
    match = play_round(begin(2, points=before), 1, 0)
    assert match.is_over == over


@pytest.mark.parametrize(("plans", "target"), [(1, 5), (2, 5), (3, 10), (4, 10)])
def test_rule_8_the_usual_targets(plans, target):
    match = play_round(begin(2, plans=plans, points=[target - 1, 0]), 0, 0)
    assert not match.is_over
    match.position[0].points[0] += 1
    assert play_round(match, 0, 0).is_over


def test_rule_8_the_highest_total_wins():
    match = play_round(begin(4, points=[1, 4, 0, 2]), 3, 2, 0, 0)
    assert points(match) == [4, 6, 0, 2]
    assert match.result.places == (2, 1, 4, 3)
    assert match.result.scores == pytest.approx((1 / 3, 1, -1, -1 / 3))
    assert match.turn is None and texts(match) == []


def test_rule_8_ties_share():
    match = play_round(begin(3, points=[4, 1, 4]), 1, 1, 1)
    assert match.result.winners == (0, 2)
    assert match.result.scores == (0.5, -1, 0.5)
    match = play_round(begin(2, points=[4, 4]), 1, 1)
    assert match.result.scores == (0, 0)


def test_rule_8_a_tie_below_the_target_is_no_end():
    match = play_round(begin(2, points=[3, 3], ties="playoff"), 1, 1)
    assert not match.is_over
    assert names(match, "playing") == ["ruby", "maize"]


def test_rule_8_a_playoff_is_for_those_tied():
    """Jade and lapis do not play on, whatever the round brings."""
    match = play_round(begin(4, points=[4, 4, 3, 0], ties="playoff"), 1, 1, 1, 0)
    assert not match.is_over
    assert names(match, "playing") == names(match, "in") == ["ruby", "maize"]
    assert mover(match) == "maize"
    assert mover(play(match, "1-1-1 3")) == "ruby"
    assert mover(play(match, "1-1-1 3")) == "maize"
    play_round(match, 0, 2)
    assert points(match) == [5, 7, 4, 0]
    assert match.result.places == (2, 1, 3, 4)


@pytest.mark.parametrize(
    ("first", "before", "begins"),
    [("ruby", [4, 0, 0, 4], "lapis"), ("maize", [4, 4, 0, 0], "ruby"), ("jade", [4, 0, 4, 4], "lapis")],
)
def test_rule_8_a_playoff_begins_with_the_next_who_plays(first, before, begins):
    match = begin(4, first=first, points=before, ties="playoff")
    play_round(match, *(n // 4 for n in before))
    assert mover(match) == begins


def test_rule_8_a_playoff_without_ruby():
    match = play_round(begin(3, points=[3, 4, 4], ties="playoff"), 1, 1, 1)
    assert names(match, "playing") == names(match, "in") == ["maize", "jade"]
    assert points(play_round(match, 0, 1, 2)) == [4, 6, 7]
    assert match.result.places == (3, 2, 1)


def test_rule_8_a_playoff_goes_on_until_one_is_ahead():
    match = play_round(begin(3, points=[4, 4, 4], ties="playoff"), 1, 1, 1)
    assert names(match, "playing") == ["ruby", "maize", "jade"]
    play_round(match, 2, 0, 2)
    assert names(match, "playing") == ["ruby", "jade"]
    play_round(match, 0, 0, 0)
    assert names(match, "playing") == ["ruby", "jade"]
    play_round(match, 0, 0, 1)
    assert points(match) == [7, 5, 8]
    assert match.result.places == (2, 3, 1)


def test_rule_8_who_lost_a_playoff_is_before_who_did_not_play_it():
    match = play_round(begin(3, points=[4, 4, 3], ties="playoff"), 1, 1, 1)
    play_round(match, 0, 1, 0)
    assert points(match) == [5, 6, 4]
    assert match.result.places == (2, 1, 3)


def test_rule_8_no_playoff_with_one_in_front():
    match = play_round(begin(3, points=[4, 4, 0], ties="playoff"), 1, 2, 0)
    assert match.is_over
    assert match.result.places == (2, 1, 3)


@pytest.mark.parametrize("plan", [1, 2, 3, 4])
def test_rule_8_a_fixed_plan_stays(plan):
    match = begin(2, plans=plan, target=100)
    for _ in range(3):
        assert match.view()["plan"] == plan
        play_round(match, 0, 0)


def test_rule_8_the_ladder_starts_again_after_plan_4():
    match = begin(2, plans="ladder", target=100)
    plans = []
    for _ in range(9):
        plans.append((match.view()["plan"], len(match.view()["lines"])))
        play_round(match, 0, 0)
    assert plans == [(1, 6), (2, 7), (3, 10), (4, 12)] * 2 + [(1, 6)]


def test_rule_8_a_random_plan_is_drawn_for_every_round():
    match = begin(2, plans="random", target=100)
    for plan in [3, 1, 1, 4, 2]:
        assert match.turn == sobremesa.CHANCE
        assert texts(match) == ["plan-1", "plan-2", "plan-3", "plan-4"]
        play(match, f"plan-{plan}")
        assert match.view()["plan"] == plan
        assert len(match.view()["lines"]) == {1: 6, 2: 7, 3: 10, 4: 12}[plan]
        play_round(match, 0, 0)


def test_rule_8_random_plans_are_as_likely():
    drawn = [sobremesa.Match(GAME, 1, seed=seed, plans="random").moves[0].text for seed in range(400)]
    assert all(70 < drawn.count(f"plan-{plan}") < 130 for plan in (1, 2, 3, 4))


def test_rule_8_who_begins_chooses_the_plan():
    match = begin(3, first="maize", plans="choose", target=100)
    for chooser, plan in [("maize", 4), ("jade", 2), ("ruby", 4), ("maize", 1)]:
        assert match.seat_names[match.turn] == chooser
        assert texts(match) == ["plan-1", "plan-2", "plan-3", "plan-4"]
        play(match, f"plan-{plan}")
        assert match.turn == sobremesa.CHANCE
        assert mover(match) == chooser
        assert match.view()["plan"] == plan
        play_round(match, 0, 0, 0)


@pytest.mark.parametrize("rounds", [1, 2, 5])
def test_rule_8_alone_a_number_of_rounds_is_played(rounds):
    """The target is none of a solo player's business."""
    match = begin(1, rounds=rounds, target=1)
    for played in range(rounds):
        assert not match.is_over
        assert match.view()["round"] == played + 1
        play_round(match, 2)
    assert match.is_over
    assert points(match) == [2 * rounds]
    assert match.result.scores == pytest.approx((2 * 2 / 6 - 1,))


def test_rule_8_alone_the_score_goes_by_the_lines_there_were():
    """Six of plan 1 and none of plans 2 and 3: six of twenty-three."""
    match = play(begin(1, plans="ladder", rounds=3, covered={0: but(9)}), "1-3-5 9")
    play_round(match, 0)
    play_round(match, 0)
    assert match.is_over
    assert match.result.scores == pytest.approx((2 * 6 / 23 - 1,))
    match = play(begin(1, rounds=1, covered={0: but(9)}), "1-3-5 9")
    assert match.result.scores == (1,)
    assert play_round(begin(1, rounds=1), 0).result.scores == (-1,)


def test_rule_9_leaving_of_ones_own_will():
    match = begin(voluntary_partial=True, covered={0: {1, 2, 4}})
    covers = {"out:3+5", "out:3+6", "out:5", "out:8", "out:9"}
    assert after(match, "1-3-5") == {"3+6", "9"} | covers
    play(match, "1-3-5 out:3+6")
    assert chips(match, 0) == {1, 2, 3, 4, 6}
    assert names(match, "in") == ["maize"]
    assert after(play(match, "2-2-3 7"), "2-2-2") == {"2+4", "6", "out:2", "out:2+4", "out:6"}


def test_rule_9_leaving_with_a_full_split():
    """The same numbers may be covered to stay, or to go."""
    match = begin(2, voluntary_partial=True)
    assert names(play(match.copy(), "1-3-5 9"), "in") == ["ruby", "maize"]
    assert names(play(match.copy(), "1-3-5 out:9"), "in") == ["maize"]


def test_rule_9_leaving_also_where_who_is_knocked_out_covers_nothing():
    match = begin(2, voluntary_partial=True, partial="none")
    assert "out:3+6" in after(match, "1-3-5")
    match = play(begin(2, voluntary_partial=True, partial="none", covered={0: SHUT[0]}), "1-1-1")
    assert names(match, "in") == ["maize"]


def test_rule_9_mercy_for_a_first_throw():
    match = play(begin(2, plans=3, mercy=True), "6-6-6-6 6-6-6-6")
    assert match.turn == sobremesa.CHANCE
    assert mover(match) == "ruby"
    assert names(match, "in") == ["ruby", "maize"]
    play(match, "1-1-1-1 4  6-6-6-6")
    assert mover(match) == "maize"
    assert play(match, "1-1-1-1").turn == 1


def test_rule_9_mercy_also_where_partial_is_none():
    match = play(begin(2, plans=3, mercy=True, partial="none"), "6-6-6-6")
    assert mover(match) == "ruby"


def test_rule_9_no_mercy_later():
    match = play(begin(1, plans=3, mercy=True), "1-1-1-1 4  6-6-6-6")
    assert match.turn == 0
    assert set(texts(match)) == {"out:6+12", "out:6", "out:12", "out:none"}


def test_rule_9_no_mercy_without_the_option():
    assert play(begin(1, plans=3), "6-6-6-6").turn == 0
    assert mover(play(begin(2, plans=3, partial="none"), "6-6-6-6")) == "maize"


def test_rule_9_mercy_leaves_a_throw_that_can_be_split():
    assert play(begin(1, plans=3, mercy=True), "5-5-5-5").turn == 0
