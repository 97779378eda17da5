"""End of Line, rules 5, 9 and 10: how many cards a turn has, who is cut, and how a match ends."""

import pytest

import sobremesa
from tests.support.games.end_of_line import alive, begin, hand, line, mover, moves, play, squares

THREE = "straight straight straight"


def test_rule_05_one_card_each_in_the_first_round():
    match = begin(rounds=1)
    assert (mover(match), match.position[0].to_lay) == ("ruby", 1)
    play(match, "straight>2,2")
    assert (mover(match), match.position[0].to_lay) == ("maize", 1)
    play(match, "straight>2,4")
    assert match.position[0].rounds == 2


@pytest.mark.parametrize("rounds", [2, 3, 7])
def test_rule_05_later_two(rounds):
    match = begin(rows={"ruby": THREE, "maize": THREE}, rounds=rounds, energy={"ruby": 0, "maize": 0})
    for name, column in ("ruby", 2), ("maize", 4):
        assert (mover(match), match.position[0].to_lay) == (name, 2)
        play(match, f"straight>6,{column}")
        assert (mover(match), match.position[0].to_lay) == (name, 1)
        play(match, f"left>5,{column}")
    assert match.position[0].rounds == rounds + 1


def test_rule_05_cards_must_be_laid():
    """There is nothing else to choose: neither to pass nor to stop after the first."""
    match = begin()
    five = {"straight", "left", "right", "left-ahead", "ahead-right"}
    assert moves(match) == {f"{kind}>2,2" for kind in five}
    play(match, "straight>2,2")
    assert moves(match) == {f"{kind}>1,2" for kind in five - {"straight"}}
    for word in "go", "stop", "next", "keep", "discard":
        with pytest.raises(sobremesa.IllegalMove):
            match.push(word)


def test_rule_05_in_turn_order():
    match = begin(seats=4, mover="jade", order="jade ruby lapis maize")
    turns = []
    for first, second in ("6,4", "7,4"), ("2,4", "1,4"), ("4,2", "4,1"):
        turns.append(mover(match))
        play(match, f"straight>{first} left>{second}")
    assert [*turns, mover(match)] == ["jade", "ruby", "lapis", "maize"]


def test_rule_09_cut_before_the_first_card():
    """It is ruby's turn, and something is in its way. Maize is next."""
    match = begin(
        """
        2  .  .  .  M╵ .  .  .
        3  .  ## R╴ .  J╶ .  .
        """,
        3,
        mover="jade",
        order="jade ruby maize",
    )
    play(match, "straight>3,5 left>3,6")
    assert alive(match) == "maize jade"
    assert mover(match) == "maize"


AHEAD = """
    2  .  .  .  M╵ .  .  .
    3  ## .  R╴ .  J╶ .  .
"""


def test_rule_09_cut_in_mid_turn():
    """Ruby must lay a second card and cannot. Its first stays where it lies, and the turn is maize's."""
    match = play(begin(AHEAD, 3), "straight>3,1")
    assert alive(match) == "maize jade"
    assert line(match, "ruby") == ["3,2", "3,1"]
    assert mover(match) == "maize"
    assert match.position[0].to_lay == 2


def test_rule_09_a_card_that_leaves_a_way_out_does_not_cut():
    match = play(begin(AHEAD, 3), "left>3,1")
    assert alive(match) == "ruby maize jade"
    assert squares(match) == {"4,1"}


@pytest.mark.parametrize(("order", "places"), [("jade ruby maize", (3, 2, 1)), ("jade maize ruby", (2, 3, 1))])
def test_rule_09_two_never_die_together(order, places):
    """Neither ruby nor maize can go on: after jade's turn both are cut, one after the other in turn order."""
    match = begin(
        """
        1  .  .  .  ## .  .  .
        2  .  .  .  M╵ .  .  .
        3  .  ## R╴ .  J╶ .  .
        """,
        3,
        mover="jade",
        order=order,
    )
    play(match, "straight>3,5 left>3,6")
    assert match.is_over
    assert alive(match) == "jade"
    assert match.result.places == places


def test_rule_09_the_last_line_wins_though_it_could_not_go_on_either():
    match = begin("""
        1  .  .  ## .  .  .  .
        2  .  .  R│ .  ## .  .
        3  .  .  R╵ .  M╵ .  .
    """)
    assert match.is_over
    assert match.result.scores == (-1, 1)
    assert match.legal_moves == []


def test_rule_09_cut_lines_stay_where_they_lie():
    """Jade is cut; maize runs into its start card, is cut as well, and both stay in everybody's way."""
    match = begin(
        """
        4  .  .  .  L╴ .  M╶ M┐ .  .
        5  .  .  .  .  J╷ .  M┘ .  .
        """,
        4,
        cut="jade",
        mover="maize",
    )
    assert squares(match) == {"5,5"}
    play(match, "straight>5,5")
    assert alive(match) == "ruby lapis"
    assert line(match, "maize") == ["4,5", "4,6", "5,6", "5,5"]
    owners = [int(match.position[0].on[9 * row + column]) for row, column in ((5, 4), (4, 5), (5, 5))]
    assert owners == [1 + 2, 1 + 1, 1 + 1]


def test_rule_09_the_cut_have_no_more_turns():
    match = begin(seats=3, cut="maize", mover="ruby", order="ruby maize jade")
    play(match, "straight>3,1 left>3,0")
    assert mover(match) == "jade"
    play(match, "straight>3,5 left>3,6")
    assert match.position[0].rounds == 3


@pytest.mark.parametrize(
    ("cut", "mover", "scores", "places"),
    [
        ("ruby maize jade", "lapis", (-1, -1 / 3, 1 / 3, 1), (4, 3, 2, 1)),
        ("lapis ruby maize", "jade", (-1 / 3, 1 / 3, 1, -1), (3, 2, 1, 4)),
    ],
)
def test_rule_09_places_in_the_reverse_order_of_being_cut(cut, mover, scores, places):
    match = begin(seats=4, cut=cut, mover=mover)
    assert match.is_over
    assert match.result.scores == pytest.approx(scores)
    assert match.result.places == places


SNAKE = """
    0  .  .  .  R│ .  .  .
    1  R╬ R┬ R┬ R┘ .  .  R┌
    2  .  R┌ R┬ .  .  .  R┤
    3  R┌ R┴ R╵ .  M╵ .  R┼
    4  R├ .  .  .  .  {} R│
    5  R┘ .  .  .  .  {} R└
    6  R─ R─ R─ R┐ .  R└ R─
"""


def test_rule_09_an_empty_deck_gives_no_cards():
    """Ruby has laid 22 cards and holds the last three."""
    match = begin(
        SNAKE.format(".", "."),
        hands={"ruby": THREE},
        energy={"ruby": 0, "maize": 0},
        mover="maize",
        order="maize ruby",
    )
    play(match, "straight>2,4 right>1,4 straight>5,5 straight>4,5")
    assert mover(match) == "chance"
    play(match, "tee tee")  # both for maize
    assert hand(match, "ruby") == "straight"
    assert hand(match, "maize") == "left left-ahead ahead-right tee tee"
    assert mover(match) == "ruby"


def test_rule_09_the_last_card_of_a_deck_is_drawn():
    """Ruby holds two of its last three."""
    match = begin(SNAKE.format(".", "."), mover=None, hands={"ruby": "straight straight"}, energy={"ruby": 0})
    assert mover(match) == "chance"
    assert moves(match) == {"straight"}
    play(match, "straight")
    assert hand(match, "ruby") == THREE
    assert mover(match) == "ruby"


def test_rule_09_with_an_empty_hand_a_compulsory_card_cannot_be_laid():
    """Ruby has laid 24 cards. Where it lays the last one it has a free exit, but no second card."""
    match = begin(SNAKE.format("R│", "R│"), hands={"ruby": "straight"}, energy={"ruby": 0})
    assert moves(match) == {"straight>3,5"}
    play(match, "straight>3,5")
    assert match.view()["lines"][0]["exits"] == ["2,5"]
    assert match.is_over
    assert match.result.winners == (1,)


def test_rule_09_nor_the_first_card():
    match = begin(seats=3, hands={"ruby": ""})
    assert alive(match) == "maize jade"
    assert mover(match) == "maize"


@pytest.mark.parametrize("seats", range(2, 9))
def test_rule_10_versus_is_for_two_to_eight(seats):
    match = sobremesa.Match("end-of-line", seats, seed="ten")
    assert match.options["mode"] == "versus"
    while not match.is_over:
        assert match.result is None
        match.push(match.legal_moves[0])
    assert len(alive(match).split()) == 1
    assert sorted(match.result.places) == list(range(1, seats + 1))
    assert sorted(match.result.scores) == pytest.approx([2 * place / (seats - 1) - 1 for place in range(seats)])
