"""End of Line, rule 12: alone, to fill the area."""

import pytest

import sobremesa
from tests.support.games.end_of_line import begin, energy, hand, mover, moves, play, squares

FIVE = "straight straight left right tee"
BOARD = """
    0  R├ {} R┌ R┐ R│
    1  {} {} R│ R│ R│
    2  R┌ R┼ R╵ R│ R│
    3  R┘ R│ R┌ R┴ R└
    4  R┬ R┤ R└ R─ R┬
"""
ONE, TWO, THREE = BOARD.format("R┐", ".", "R┴"), BOARD.format("R┐", ".", "."), BOARD.format(".", ".", ".")
"""Squares left empty: 1,0, to which 1,1 leads, to which 0,1 leads. Straight, tee, right and cross-0 are not laid."""


def solo(diagram, rounds=12, **rest):
    return begin(diagram, 1, rounds=rounds, **rest)


def points(match):
    return match.view()["points"]


def test_rule_12_one_seat_an_area_of_25_squares_and_no_reveal():
    match = sobremesa.Match("end-of-line", 1, roll=False)
    assert match.options["mode"] == "solo"
    assert match.view()["empty"] == 24
    play(match, FIVE)
    assert mover(match) == "ruby"
    assert hand(match, "ruby") == FIVE


@pytest.mark.parametrize(("turns", "cards"), [("stop", 1), ("exact", 2)])
def test_rule_12_cards_of_the_first_round(turns, cards):
    match = play(sobremesa.Match("end-of-line", 1, roll=False, turns=turns), FIVE)
    assert match.position[0].to_lay == cards
    play(match, " ".join(["straight>1,2", "straight>0,2"][:cards]))
    assert match.position[0].rounds == 2
    play(match, " ".join(["tee", "left"][:cards]))
    assert match.position[0].to_lay == 2
    assert mover(match) == "ruby"


@pytest.mark.parametrize("turns", ["stop", "exact"])
def test_rule_12_it_is_over_when_the_area_is_full(turns):
    """Two squares are left, and two cards are laid."""
    match = play(solo(TWO, turns=turns), "go tee>1,1 straight>1,0")
    assert match.is_over
    assert match.view()["empty"] == 0
    assert points(match) == 0
    assert match.result.scores == (1,)


def test_rule_12_the_last_turn_stops_when_the_area_is_full():
    match = play(solo(ONE), "go straight>1,0")
    assert match.is_over
    assert points(match) == 0
    assert match.result.scores == (1,)


def test_rule_12_exact_turns_must_be_complete():
    """Full in mid-turn it is over, and no success."""
    match = play(solo(ONE, turns="exact"), "go straight>1,0")
    assert match.is_over
    assert match.view()["empty"] == 0
    assert points(match) is None
    assert match.result.scores == (-1 / 25,)
    match = play(solo(TWO, turns="exact"), "boost tee>1,1 straight>1,0")
    assert points(match) is None


@pytest.mark.parametrize(
    ("diagram", "text"), [(ONE, "brake straight>1,0"), (THREE, "boost right>0,1 tee>1,1 straight>1,0")]
)
def test_rule_12_exact_turns_with_energy(diagram, text):
    match = play(solo(diagram, turns="exact"), text)
    assert points(match) == 1
    assert match.result.scores == (1 - 1 / 25,)


def test_rule_12_in_the_middle_of_a_turn_exact_points_are_counted_in_en():
    """There are no empty squares, so only what is left over counts, and what was spent."""
    match = play(solo(TWO, turns="exact", edition="en"), "boost tee>1,1 straight>1,0")
    assert points(match) == 0 + 1
    assert match.result.scores == pytest.approx((1 - 2 * 1 / 78,))


@pytest.mark.parametrize(
    ("cards", "left"),
    [
        ("tee>1,1 straight>1,0", 0),
        ("tee>1,1 cross-0>1,0", 1),
        ("cross-0>1,1 straight>1,0", 4),
        ("cross-0>1,1 tee>1,0", 1),
    ],
)
@pytest.mark.parametrize("spent", [0, 2])
def test_rule_12_points_of_a_full_area(cards, left, spent):
    """Initiatives left over and energy spent; in 2021 energy left."""
    expected = {"es": left + spent, "en": left + spent, "2021": left + 3 - spent}
    scores = {
        "es": 1 - expected["es"] / 25,
        "en": 1 - 2 * expected["en"] / 78,
        "2021": expected["2021"] / 25,
    }
    for edition in expected:
        match = solo(TWO, edition=edition, energy={"ruby": 3 - spent})
        play(match, f"go {cards}")
        assert match.is_over
        assert points(match) == expected[edition]
        assert match.result.scores == pytest.approx((scores[edition],))


@pytest.mark.parametrize("spent", [0, 3])
def test_rule_12_points_of_an_area_that_is_not_full(spent):
    """The straight card on 1,1 leads nowhere: a card must be laid and cannot. A tee and a cross-0 are left over."""
    for edition, counted, score in ("es", None, -1 / 25), ("2021", None, -1 / 25), ("en", 4 + spent + 1, None):
        match = solo(TWO, edition=edition, energy={"ruby": 3 - spent})
        play(match, f"{'' if spent == 3 else 'go'} straight>1,1")
        assert match.is_over
        assert match.view()["empty"] == 1
        assert points(match) == counted
        expected = 1 - 2 * counted / 78 if score is None else score
        assert match.result.scores == pytest.approx((expected,))


CELL = """
    0  ## ## ## ## ##
    1  ## ## .  ## ##
    2  ## ## R╵ ## ##
    3  ## ## ## ## ##
    4  ## ## ## ## ##
"""


def test_rule_12_what_is_in_the_deck_is_left_over_too():
    """So many points are worth nothing in es, and in 2021 no more than 1."""
    match = play(solo(CELL, rounds=2), "straight>1,2")
    assert points(match) == 50 - 1
    assert match.result.scores == (0,)
    match = play(solo(CELL, rounds=2, edition="2021"), "straight>1,2")
    assert points(match) == 50 - 1 + 3
    assert match.result.scores == (1,)


def test_rule_12_each_empty_square_costs_its_share():
    match = solo("1  .  .  R┌ ## .", rounds=2)
    assert match.is_over
    assert match.view()["empty"] == 22
    assert match.result.scores == pytest.approx((-22 / 25,))


def test_rule_12_no_points_while_it_is_played():
    match = solo(TWO)
    assert points(match) is None
    assert match.result is None


DEAD_END = """
    0  .  .  .  ## .
    1  .  .  R┤ .  .
    2  .  .  R╵ .  .
"""


def test_rule_12_nobody_is_boxed_in():
    """The line ends its turn without a free exit, lives, and turns around in its next turn."""
    match = play(solo(DEAD_END, rounds=3), "brake right>0,2")
    assert mover(match) == "chance"
    play(match, "straight")
    assert moves(match) == {"turnaround"}
    play(match, "turnaround")
    assert squares(match) == {"1,1"}
    assert energy(match, "ruby") == 1


def test_rule_12_without_energy_it_ends_in_the_next_turn():
    match = play(solo(DEAD_END, rounds=3, energy={"ruby": 1}), "brake right>0,2")
    assert not match.is_over
    play(match, "straight")
    assert match.is_over
    assert points(match) is None


def test_rule_12_walls():
    match = sobremesa.Match("end-of-line", 1, roll=False, walls="0,2 1,4 3,0")
    assert match.view()["walls"] == ["0,2", "1,4", "3,0"]
    assert match.view()["empty"] == 21
    play(match, f"{FIVE} straight>1,2 straight")
    assert match.is_over  # 0,2 is ahead, and a card must be laid
    assert match.view()["empty"] == 20


@pytest.mark.parametrize(("walls", "empty"), [("", 24), ("4,4", 23), ("0,0 4,4", 22), ("0,0 0,4 4,0", 21)])
def test_rule_12_none_to_three(walls, empty):
    match = sobremesa.Match("end-of-line", 1, roll=False, walls=walls or "none")
    assert match.view()["walls"] == walls.split()
    assert match.view()["empty"] == empty


def test_rule_12_with_walls_the_area_is_full_without_them():
    """One wall on 1,0, so the tee on 1,1 fills it; a straight card and a cross-0 are left over."""
    match = play(solo(BOARD.format("R┐", "##", ".")), "go tee>1,1")
    assert points(match) == 1


def test_rule_12_a_wall_on_the_only_exit_of_the_start():
    match = play(sobremesa.Match("end-of-line", 1, roll=False, walls="1,2"), FIVE)
    assert match.is_over
    assert match.result.scores == pytest.approx((-23 / 25,))


def test_rule_12_an_open_deck_is_the_hand():
    match = sobremesa.Match("end-of-line", 1, roll=False, deck="open")
    assert mover(match) == "ruby"
    assert match.position[0].held[0] == 25
    assert len(moves(match)) == 8
    play(match, "cross-0>1,2 cross-5>0,2 straight>4,2")
    assert mover(match) == "ruby"  # nothing is drawn
    assert match.position[0].held[0] == 22
    assert match.view()["lines"][0]["deck"] == 0
    assert moves(match) == {"go", "boost", "brake", "turnaround"}


def test_rule_12_from_an_open_deck_the_same_points():
    match = play(solo(TWO, deck="open"), "go tee>1,1 straight>1,0")
    assert points(match) == 0
    match = play(solo(TWO, deck="open", edition="2021"), "go cross-0>1,1 straight>1,0")
    assert points(match) == 4 + 3


def test_rule_12_a_whole_match():
    """From the start to the last square without energy, and a cross-0 left over: 0 points, the published best."""
    match = sobremesa.Match("end-of-line", 1, roll=False, deck="open")
    for card in solo(BOARD.format("R┐", "R─", "R┴")).view()["lines"][0]["cards"][1:]:
        if "go" in moves(match):
            play(match, "go")
        play(match, f"{card['kind']}>{card['square']}")
    assert match.position[0].rounds == 13  # one card, and eleven times two, and one
    assert points(match) == 0
