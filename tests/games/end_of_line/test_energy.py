"""End of Line, rule 7: what energy is spent on, when, and when that is offered."""

import pytest

import sobremesa
from tests.support.games.end_of_line import alive, begin, energy, hand, line, mover, moves, play, squares

OPEN = """
    0  .  .  R│ .  M│ .  .
    1  .  .  R┼ .  M│ .  .
    2  .  .  R┤ .  M│ .  .
    3  .  .  R╵ .  M╵ .  .
"""


@pytest.mark.parametrize("rounds", [1, 2])
def test_rule_07_not_before_round_3(rounds):
    match = begin(OPEN, rounds=rounds)
    assert all(">" in text for text in moves(match))
    with pytest.raises(sobremesa.IllegalMove) as refused:
        match.push("boost")
    assert refused.value.rule == 7


@pytest.mark.parametrize("rounds", [3, 4, 9])
def test_rule_07_from_round_3_on(rounds):
    assert moves(begin(OPEN, rounds=rounds)) == {"go", "boost", "brake", "turnaround"}
    assert moves(begin(OPEN, rounds=rounds, edition="2021")) == {"go", "boost", "brake", "turnaround", "gas"}


def test_rule_07_declared_before_the_first_card():
    match = begin(OPEN, rounds=3)
    with pytest.raises(sobremesa.IllegalMove, match="First say what energy you spend") as refused:
        match.push("straight>6,2")
    assert refused.value.rule == 7
    play(match, "go straight>6,2")
    assert "boost" not in moves(match)
    with pytest.raises(sobremesa.IllegalMove):
        match.push("boost")


def test_rule_07_a_turnaround_is_declared_before_its_card():
    match = begin(OPEN, rounds=3)
    with pytest.raises(
        sobremesa.IllegalMove, match="A card comes to 1,1 only with energy: first say turnaround"
    ) as refused:
        match.push("straight>1,1")
    assert refused.value.rule == 7
    with pytest.raises(sobremesa.IllegalMove, match="No exit of the card on 0,2 points to 4,4") as refused:
        match.push("straight>4,4")
    assert refused.value.rule == 6
    play(match, "turnaround straight>1,1")


def test_rule_07_go_spends_nothing():
    match = play(begin(OPEN, rounds=3), "go straight>6,2 left>5,2")
    assert energy(match, "ruby") == 3
    assert mover(match) == "maize"


def test_rule_07_boost_lays_three_cards():
    match = play(begin(OPEN, rounds=3), "boost straight>6,2")
    assert energy(match, "ruby") == 2
    play(match, "left>5,2")
    assert mover(match) == "ruby"
    play(match, "right>5,1")
    assert mover(match) == "maize"
    assert line(match, "ruby")[-3:] == ["6,2", "5,2", "5,1"]


def test_rule_07_brake_lays_one():
    match = play(begin(OPEN, rounds=3), "brake left>6,2")
    assert energy(match, "ruby") == 2
    assert mover(match) == "maize"
    assert line(match, "ruby")[-1] == "6,2"


def test_rule_07_at_most_one_a_round():
    """After a declaration come cards; in the next round it is asked again."""
    match = play(begin(OPEN, rounds=3), "brake straight>6,2 boost straight>6,4")
    assert all(">" in text for text in moves(match))
    play(match, "left>5,4 right>5,3")
    assert mover(match) == "chance"
    play(match, "straight straight straight straight")
    assert mover(match) == "ruby"
    assert moves(match) == {"go", "boost", "brake"}
    play(match, "brake straight>5,2")
    assert [energy(match, name) for name in ("ruby", "maize")] == [1, 2]


@pytest.mark.parametrize(("left", "asked"), [(3, True), (2, True), (1, True), (0, False)])
def test_rule_07_three_in_all(left, asked):
    match = begin(OPEN, rounds=6, energy={"ruby": left})
    assert ("brake" in moves(match)) == asked
    if asked:
        play(match, "brake straight>6,2")
        assert energy(match, "ruby") == left - 1


def test_rule_07_each_has_energy_of_its_own():
    match = begin(OPEN, rounds=3, energy={"ruby": 0})
    assert all(">" in text for text in moves(match))
    play(match, "straight>6,2 left>5,2")
    assert moves(match) == {"go", "boost", "brake"}


TURN = """
    1  .  .  R│ .  M│ .  .
    2  .  .  R┼ .  M│ .  .
    3  .  .  R╵ .  M╵ .  .
"""


def test_rule_07_a_turnaround_lays_the_first_card_at_the_card_before_the_last():
    match = play(begin(TURN, rounds=3), "turnaround")
    assert energy(match, "ruby") == 2
    assert squares(match) == {"2,1", "2,3"}
    play(match, "straight>2,1")
    assert squares(match) == {"2,0"}  # the second card goes on from the first
    play(match, "left>2,0")
    assert mover(match) == "maize"
    assert line(match, "ruby") == ["3,2", "2,2", "1,2", "2,1", "2,0"]
    headings = [card["heading"] for card in match.view()["lines"][0]["cards"]]
    assert headings == ["N", "N", "N", "W", "W"]


@pytest.mark.parametrize(("square", "heading", "onward"), [("2,1", "W", "3,1"), ("1,2", "N", "1,1")])
def test_rule_07_turned_around_it_heads_where_the_exit_of_that_card_points(square, heading, onward):
    """The last card heads east, the one before it north."""
    match = begin(
        """
        2  .  .  R┼ R─ .  .  .
        3  .  .  R╵ .  M╵ .  .
        """,
        rounds=3,
    )
    play(match, f"turnaround left>{square}")
    assert match.view()["lines"][0]["cards"][-1]["heading"] == heading
    assert squares(match) == {onward}


def test_rule_07_whatever_round_that_card_was_laid_in():
    """The last card was laid in an earlier round than this one, and the one before it too."""
    match = begin(TURN, rounds=8)
    assert "turnaround" in moves(match)


def test_rule_07_never_further_back_than_that_one_card():
    """The card before the last has no free exit, the one before that has two."""
    match = begin(
        """
        0  .  .  R│ .  .  .  .
        1  .  .  R│ .  .  .  .
        2  .  .  R┼ .  .  .  .
        3  .  .  R╵ .  M╵ .  .
        """,
        rounds=3,
    )
    assert line(match, "ruby") == ["3,2", "2,2", "1,2", "0,2"]
    assert moves(match) == {"go", "boost", "brake"}
    with pytest.raises(sobremesa.IllegalMove, match="After turnaround the first card could not be laid") as refused:
        match.push("turnaround")
    assert refused.value.rule == 7


def test_rule_07_nor_in_mid_turn():
    match = play(begin(TURN, rounds=3), "go straight>0,2")
    assert squares(match) == {"6,2"}


def test_rule_07_the_card_before_the_last_is_the_one_laid_before_it():
    """Ruby has turned around before: the card left behind is not the one that its line goes through."""
    match = begin(
        """
        1  .  .   R├ .  .  .  .
        2  .  R─* R┤ .  .  .  .
        3  .  .   R╵ .  M╵ .  .
        """,
        rounds=3,
    )
    assert line(match, "ruby") == ["3,2", "2,2", "1,2", "2,1"]
    play(match, "turnaround")
    assert squares(match) == {"0,2", "1,3"}


def test_rule_07_a_turnaround_from_the_start_card_is_not_possible():
    """Its only exit is where the first card lies."""
    match = begin("2  .  .  R┼ .  .  .  .", rounds=3)
    assert "turnaround" not in moves(match)


BLOCKED = """
    0  .  .  ## .  .  .  .
    1  .  .  R│ .  M│ .  .
    2  .  .  R┼ .  M│ .  .
    3  .  .  R╵ .  M╵ .  .
"""


def test_rule_07_only_what_lets_the_first_card_be_laid_is_offered():
    """Ruby cannot go on ahead, so neither go nor boost nor brake nor gas helps."""
    assert moves(begin(BLOCKED, rounds=3)) == {"turnaround"}
    assert moves(begin(BLOCKED, rounds=3, edition="2021")) == {"turnaround"}


def test_rule_07_if_nothing_does_the_line_is_cut_at_once():
    shut = BLOCKED.replace("R┼", "R│")
    for edition in "es", "2021":
        match = begin(shut, rounds=3, edition=edition)
        assert match.is_over
        assert match.result.winners == (1,)
        assert energy(match, "ruby") == 3


def test_rule_07_the_second_and_third_card_need_not_be_possible():
    """A boost is offered where only one card can be laid, and the line is then cut in mid-turn."""
    match = begin(
        """
        6  .  ## .  .  .  .  .
        0  .  .  R│ .  M│ .  .
        1  .  .  R│ .  M│ .  .
        2  .  .  R│ .  M│ .  .
        3  .  .  R╵ .  M╵ .  .
        5  .  .  ## .  .  .  .
        """,
        rounds=3,
    )
    assert moves(match) == {"go", "boost", "brake"}
    play(match, "boost left>6,2")
    assert match.is_over
    assert energy(match, "ruby") == 2


def test_rule_07_a_brake_saves_from_the_second_card():
    """With boxed_in off a line may end its turn where it cannot go on."""
    dead_end = """
        6  .  ## .  .  .  .  .
        0  .  .  R│ .  M│ .  .
        1  .  .  R│ .  M│ .  .
        2  .  .  R│ .  M│ .  .
        3  .  .  R╵ .  M╵ .  .
    """
    assert alive(play(begin(dead_end, rounds=3, boxed_in=False), "brake left>6,2")) == "ruby maize"
    assert alive(play(begin(dead_end, rounds=3), "brake left>6,2")) == "maize"
    assert alive(play(begin(dead_end, rounds=3), "brake straight>6,2")) == "ruby maize"


def test_rule_07_gas_draws_one_more_card_and_lays_two():
    match = begin(OPEN, rounds=3, edition="2021", hands={"ruby": "left left right right straight"})
    play(match, "gas")
    assert energy(match, "ruby") == 2
    assert mover(match) == "chance"
    play(match, "tee")
    assert mover(match) == "ruby"
    assert hand(match, "ruby") == "straight left left right right tee"
    play(match, "tee>6,2 left>6,1")
    assert mover(match) == "maize"
    play(match, "go straight>6,4 left>5,4")
    assert mover(match) == "chance"
    play(match, "cross-0 straight straight")  # ruby had four cards, maize three
    assert mover(match) != "chance"


SNAKE = """
    0  .  .  .  R│ .  .  .
    1  R╬ R┬ R┬ R┘ .  .  R┌
    2  .  R┌ R┬ .  .  .  R┤
    3  R┌ R┴ R╵ .  M╵ {} R┼
    4  R├ .  .  .  .  {} R│
    5  R┘ .  .  .  .  {} R└
    6  R─ R─ R─ R┐ .  R└ R─
"""


def test_rule_07_gas_with_an_empty_deck_draws_nothing():
    match = begin(SNAKE.format(*"..."), rounds=12, edition="2021", hands={"ruby": "straight straight straight"})
    assert moves(match) == {"go", "boost", "brake", "gas"}
    play(match, "gas")
    assert energy(match, "ruby") == 2
    assert moves(match) == {"straight>5,5"}
    play(match, "straight>5,5 straight>4,5")
    assert mover(match) == "maize"


def test_rule_07_no_gas_without_any_card():
    """All 25 are laid: nothing is offered, though there is a free exit."""
    match = begin(SNAKE.format("R│", "R│", "R│"), rounds=12, edition="2021", hands={"ruby": ""})
    assert match.view()["lines"][0]["exits"] == ["2,5"]
    assert match.is_over
    assert energy(match, "ruby") == 3


def test_rule_07_gas_with_an_empty_hand():
    """A card that will be drawn counts; nothing else can be offered."""
    match = begin(OPEN, rounds=3, edition="2021", hands={"ruby": ""})
    assert moves(match) == {"gas"}
    play(match, "gas straight straight>6,2")
    assert match.is_over  # there was no second card
    assert begin(OPEN, rounds=3, hands={"ruby": ""}).is_over


def test_rule_07_no_gas_where_extra_gas_is_off():
    with pytest.raises(sobremesa.IllegalMove, match="extra_gas is off") as refused:
        begin(OPEN, rounds=3).push("gas")
    assert refused.value.rule == 7
    assert "gas" in moves(begin(OPEN, rounds=3, extra_gas=True))


def test_rule_07_no_cross_without_a_partner():
    with pytest.raises(sobremesa.IllegalMove, match="Only in teams") as refused:
        begin(OPEN, rounds=3).push("cross")
    assert refused.value.rule == 11
