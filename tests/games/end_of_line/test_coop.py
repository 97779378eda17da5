"""End of Line, rule 13: together, to fill the area."""

import pytest

import sobremesa
from tests.support.games.end_of_line import alive, begin, hand, mover, order, play

CELLS = """
    0  ## ## ## ## ## ## ##
    1  ## ## {} ## {} ## ##
    2  ## ## .  ## .  ## ##
    3  ## ## R╵ ## M╵ ## ##
    4  ## ## ## ## ## ## ##
    5  ## ## ## ## ## ## ##
    6  ## ## ## ## ## ## ##
"""


def coop(diagram="", seats=2, **rest):
    return begin(diagram, seats, mode="coop", **rest)


def points(match):
    return match.view()["points"]


def test_rule_13_two_on_the_area_of_versus():
    match = sobremesa.Match("end-of-line", mode="coop", roll=False)
    assert match.seats == 2
    assert match.view()["size"] == 7
    assert match.view()["empty"] == 47
    play(match, "tee straight")
    assert order(match) == "maize ruby"


def test_rule_13_hands_are_open_to_all():
    match = sobremesa.Match("end-of-line", 3, mode="coop", seed="open")
    for eyes in 0, 1, 2, 14:
        assert all(sum(each["hand"].values()) == 5 for each in match.view(eyes)["lines"])


def test_rule_13_full_together():
    """Each lays one card in the first round, and the area is full: the cards of both are left over."""
    match = play(coop(CELLS.format("##", "##"), rounds=1), "straight>2,2 left>2,4")
    assert match.is_over
    assert points(match) == 100 - 1 - 2
    assert match.result.scores == (0, 0)


@pytest.mark.parametrize(("edition", "expected"), [("es", 98), ("en", 98), ("2021", 97 + 5)])
def test_rule_13_the_energy_of_all_counts(edition, expected):
    match = coop(CELLS.format("##", "##"), rounds=2, edition=edition, energy={"ruby": 2})
    play(match, "straight>2,2")
    assert match.position[0].alive[0] == 0  # it had to lay a second card
    play(match, "left>2,4")
    assert points(match) == expected
    if edition == "en":
        assert match.result.scores == pytest.approx(2 * (1 - 2 * 98 / (2 * 53 + 49),))


def test_rule_13_a_line_that_cannot_go_on_is_out_and_the_others_go_on():
    match = coop(CELLS.format("##", "."), rounds=2)
    play(match, "straight>2,2")
    assert alive(match) == "maize"
    assert not match.is_over
    play(match, "straight>2,4 left>1,4")
    assert match.is_over
    assert points(match) == 100 - 1 - 1 - 2


def test_rule_13_it_is_over_when_no_line_is_left():
    match = coop(CELLS.format(".", "."), rounds=2, edition="en")
    play(match, "left>2,2")
    assert alive(match) == "maize"
    play(match, "left>2,4")
    assert alive(match) == ""
    assert match.is_over
    assert points(match) == 100 - 2 - 2 + 2
    assert points(play(coop(CELLS.format(".", ".")), "left>2,2 left>2,4")) is None


def test_rule_13_nobody_is_boxed_in():
    match = coop(CELLS.format(".", "."), rounds=1)
    play(match, "left>2,2")
    assert alive(match) == "ruby maize"
    play(match, "straight>2,4")
    assert alive(match) == "ruby maize"
    play(match, "tee tee")
    assert order(match) == "maize ruby"
    play(match, "left>1,4")  # maize must lay a second card and cannot, nor can ruby in its turn
    assert match.is_over


def test_rule_13_who_is_out_draws_no_more():
    match = coop(
        """
        2  .  ## .  ## .  .  .
        1  .  .  ## .  .  .  .
        3  .  .  R╵ .  M╵ .  .
        """,
        rounds=2,
    )
    play(match, "straight>2,2 straight>2,4 left>1,4")
    assert alive(match) == "maize"
    play(match, "tee tee")
    assert mover(match) == "maize"
    assert hand(match, "ruby") == "left right left-ahead ahead-right"


def test_rule_13_exact_turns():
    """Two cards in the first round, and a line must fill the area with the last card of its turn."""
    match = coop(CELLS.format(".", "."), rounds=1, turns="exact")
    play(match, "straight>2,2 left>1,2 straight>2,4 left>1,4")
    assert points(match) == 100 - 6
    match = coop(CELLS.format(".", "##"), rounds=1, turns="exact")
    play(match, "straight>2,2 left>1,2 straight>2,4")
    assert match.is_over
    assert match.view()["empty"] == 0
    assert points(match) is None


def test_rule_13_an_open_deck():
    match = sobremesa.Match("end-of-line", 2, mode="coop", deck="open", roll=False, walls="0,0")
    assert mover(match) == "ruby"
    assert order(match) == "ruby maize"
    assert match.view()["walls"] == ["0,0"]
    assert match.position[0].held.tolist()[:2] == [25, 25]
    play(match, "tee>2,2 straight>2,4")
    assert order(match) == "maize ruby"


@pytest.mark.parametrize("seats", range(2, 9))
def test_rule_13_with_more(seats):
    match = sobremesa.Match("end-of-line", seats, mode="coop", edition="2021", seed="more")
    while not match.is_over:
        match.push(match.legal_moves[0])
    assert len(set(match.result.scores)) == 1
