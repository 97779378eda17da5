"""Splut!, rules 1 to 6 and the set-up: whose turn it is, and how many steps it has."""

import pytest

import sobremesa
from sobremesa.games.splut.tables import SQUARE
from tests.support.games.splut import begin, levitations, mover, moves, play, table

ROCKS = dict.fromkeys(["e1", "a5", "e9", "i5"], "()")
RED = {"d2": "RS", "e2": "RD", "f2": "RT"}
YELLOW = {"b6": "YS", "b5": "YD", "b4": "YT"}
GREEN = {"f8": "GS", "e8": "GD", "d8": "GT"}
BLUE = {"h4": "BS", "h5": "BD", "h6": "BT"}
ORDER = {2: ["red", "green"], 3: ["red", "yellow", "green"], 4: ["red", "yellow", "green", "blue"]}


@pytest.mark.parametrize(
    ("seats", "teams"), [(2, RED | GREEN), (3, RED | YELLOW | GREEN), (4, RED | YELLOW | GREEN | BLUE)]
)
def test_setup_seats_and_tips(seats, teams):
    """A rock lies on every tip, also where nobody sits; red begins."""
    match = sobremesa.Match("splut", seats)
    assert table(match) == ROCKS | teams
    assert mover(match) == "red"
    assert match.options == {"turn_limit": 200, "levitate_adjacent": True}


def test_setup_board_is_a_diamond():
    assert len(SQUARE) == 41
    assert all(abs(ord(file) - ord("e")) + abs(int(rank) - 5) <= 4 for file, rank in SQUARE)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_rule_01_one_step_then_two_then_three(seats):
    """The turns are counted over the whole match, not for each player, and go round clockwise."""
    match = sobremesa.Match("splut", seats)
    turns = []
    while match.position[0].turns < 6:
        turns.append((int(match.position[0].turns), mover(match)))
        match.push(next(move for move in match.legal_moves if ">" not in move.text))
    steps = [1, 2, 3, 3, 3, 3]
    assert turns == [(turn, ORDER[seats][turn % seats]) for turn in range(6) for _ in range(steps[turn])]


FREE = """
    9             ()
    8           . GS  .
    5 ()  . RD  . RS  . RT  . ()
    1             ()
"""


@pytest.mark.parametrize(
    "steps", ["Tg5-g6 Dc5-c6 Se5-e6", "Se5-e6 Dc5-c6 Tg5-g6", "Dc5-c6 Dc6-c5 Dc5-b5", "Tg5-g6 Se5-e6 Tg6-g5"]
)
def test_rule_02_steps_with_any_of_the_three(steps):
    match = begin(FREE)
    for step in steps.split():
        assert mover(match) == "red"
        match.push(step)
    assert mover(match) == "green"


def test_rule_02_only_own_pieces_and_no_passing():
    match = begin(FREE)
    assert {text[:3] for text in moves(match)} == {"Se5", "Dc5", "Tg5"}
    assert not any(text[1:3] == text[4:6] for text in moves(match))
    with pytest.raises(sobremesa.BadMove):
        match.push("pass")
    with pytest.raises(sobremesa.IllegalMove):
        match.push("e8-e7")
    with pytest.raises(sobremesa.IllegalMove):
        match.push("Se8-e7", seat=1)


SHUT = """
    5 ()  . ()  .  .  . ()  . ()
    4     .  .  . GS  .  .  .
    2          GD RT GT
    1             RS
"""


def test_rule_03_a_turn_without_a_legal_step_is_forfeited():
    """It counts as a turn, and green plays again."""
    match = play(begin(SHUT, mover="green", steps=1), "Se4-e3")
    assert mover(match) == "green"
    assert match.position[0].turns == 4
    assert match.position[0].steps == 3


def test_rule_03_a_turn_with_a_legal_step_is_not_forfeited():
    match = play(begin(SHUT, mover="green", steps=1), "Se4-e5")
    assert mover(match) == "red"
    assert match.position[0].turns == 3
    assert moves(match) == {"Te2-e3"}


def test_rule_03_a_forfeited_turn_bars_no_rock():
    """It is the turn just before, and nothing moved in it."""
    match = play(begin(SHUT, mover="green", steps=1), "Se4-e3+c5")
    assert mover(match) == "green"
    assert "c4" in levitations(match)


BOTH_SHUT = """
    6    ()  .  . GS  .  .  .
    5 YT YS GT  .  .  .  .  .  .
    4    ()  .  . GD  .  .  .
    2          () RS ()
    1             RT
"""


def test_rule_03_two_turns_in_a_row_can_be_forfeited():
    match = play(begin(BOTH_SHUT, mover="green", steps=1), "De4-e3")
    assert mover(match) == "green"
    assert match.position[0].turns == 5
    assert match.position[0].steps == 3


def test_rule_03_forfeited_turns_reach_the_turn_limit():
    match = play(begin(BOTH_SHUT, mover="green", steps=1, turn_limit=4), "De4-e3")
    assert match.is_over
    assert match.position[0].turns == 4
    assert match.result.scores == (0, 0, 0)


FORCED = """
    4     .  .  . ()  . GS  .
    3        . () () ()  .
    2          GD RT GT
    1             RS
"""
DWARF_SHUT = """
    8          BS  .  .
    7        . GS  .  .  .
    6     .  . ()  .  .  .  .
    5 ()  .  . ()  .  . BT  .  .
    4     .  . YS  .  .  .  .
    3        . () BD YT  .
    2          RD RS RT
    1             GD
"""


def test_rule_03_a_dwarf_who_can_push_nothing_has_no_step():
    match = play(begin(DWARF_SHUT, mover="blue", steps=1), "Tg5-g6")
    assert mover(match) == "yellow"


@pytest.mark.parametrize(
    ("diagram", "last", "only"),
    [
        (
            """
            9             ()
            8          ()  . ()
            7       ()  .  .  .  .
            6     .  .  .  .  . GS  .
            5 RT GD  .  .  .  . GT  .  .
            1             RS
        """,
            "Tg5-g4",
            "Se1-e2",
        ),
        (
            """
            5  .  .  .  . GS  .  .  . ()
            3        .  . ()  .  .
            2          () RS ()
            1             RT
        """,
            "Se5-d5",
            "Se2-e3+e3",
        ),
        (
            """
            5  .  .  .  . GS  .  .  .  .
            3       () GD RD GT ()
            2          () RS ()
            1             RT
        """,
            "Se5-e4",
            "De3-e4",
        ),
        (FORCED, "Sg4-h4", "Te2-e3>S"),
    ],
    ids=["walk", "levitate", "push", "throw"],
)
def test_rule_03_the_only_legal_step_must_be_made(diagram, last, only):
    """Green ends its turn; then red has a single legal step, and its turn is not forfeited."""
    match = play(begin(diagram, mover="green", steps=1), last)
    assert mover(match) == "red"
    assert moves(match) == {only}


def test_rule_03_also_when_it_kills_ones_own_sorcerer():
    match = play(begin(FORCED), "Te2-e3>S")
    assert table(match)["e1"] == "()"
    assert match.result.scores == (-1, 1)


STONED = """
    6     .  .  . GS  .  .  .
    5  .  .  .  .  .  .  .  . ()
    4     .  .  . ()  .  .  .
    2          () RS ()
    1             RT
"""


def test_rule_03_a_barred_rock_gives_no_step():
    """Red's sorcerer could only levitate the rock in front of him, but green has just moved it there."""
    match = play(begin(STONED, mover="green", steps=1), "Se6-e5+e4")
    assert mover(match) == "green"
    assert match.position[0].turns == 4


THROW = """
    5  .  . RT ()  .  .  .  .  .
    4    ()  . RS () GS  . ()
"""


@pytest.mark.parametrize("before", ["", "Sd4-d3", "Sd4-d3 Sd3-d4"])
def test_rule_04_a_throw_ends_the_turn(before):
    match = play(begin(THROW), before + " Tc5-d5>E")
    assert mover(match) == "green"
    assert match.position[0].steps == 3


def test_rule_05_one_square_along_file_or_rank():
    match = begin(FREE, liftable=0)
    assert moves(match, "D") == {"Dc5-c6", "Dc5-d5", "Dc5-c4", "Dc5-b5"}
    assert moves(match, "T") == {"Tg5-g6", "Tg5-h5", "Tg5-g4", "Tg5-f5"}
    assert moves(match, "S") == {"Se5-e6", "Se5-f5", "Se5-e4", "Se5-d5"}


TIPS = """
    9             RS
    5 RT  .  .  .  .  .  .  . RD
    4     .  .  . GS  .  .  .
    3        . () () ()  .
    2           . ()  .
"""
EDGES = """
    8          RS  .  .
    6     .  .  . ()  .  .  .
    5  .  .  . () GS ()  .  .  .
    4    RT  .  . ()  .  .  .
    3        .  .  .  . RD
"""


def test_rule_05_not_over_the_border():
    assert moves(begin(TIPS, liftable=0)) == {"Se9-e8", "Ta5-b5", "Di5-h5"}
    assert moves(begin(EDGES, liftable=0)) == {"Sd8-e8", "Sd8-d7", "Tb4-b5", "Tb4-c4", "Dg3-f3", "Dg3-g4"}


CROWD = """
    6    ()  .  . RS  .  . ()
    5  .  .  . YD RT BT  .  .  .
    4    () YS  . GS  . BS ()
"""
STONY = """
    6     .  .  . RT  . GS  .
    5 ()  .  . RD RS GD  .  . ()
    4    ()  .  . ()  .  .  .
"""


def test_rule_05_not_into_an_occupied_square():
    assert moves(begin(CROWD), "T") == set()
    assert moves(begin(STONY, levitate_adjacent=False), "S") == set()


def test_rule_06_a_draw_when_the_turn_limit_is_reached():
    match = play(begin(FREE, turn_limit=3), "Se5-e6 Se6-e5")
    assert not match.is_over
    assert match.result is None
    play(match, "Se5-e6")
    assert match.is_over
    assert match.legal_moves == []
    assert match.result.scores == (0, 0)
    assert match.result.places == (1, 1)
    assert match.result.winners == (0, 1)


def test_rule_06_no_draw_one_turn_early():
    match = play(begin(FREE, turn_limit=4), "Se5-e6 Se6-e5 Se5-e6")
    assert not match.is_over
    play(match, "Se8-e7 Se7-e8 Se8-e7")
    assert match.is_over


KILL_OF_TWO = """
    5  .  . RT ()  .  .  . GS  .
    4    ()  . RS ()  .  . ()
"""
KILL_OF_THREE = """
    5  .  . RT ()  .  .  . GS  .
    4    ()  . RS () YS  . ()
"""


def test_rule_06_a_kill_in_the_last_turn_wins():
    match = play(begin(KILL_OF_TWO, turn_limit=3), "Tc5-d5>E")
    assert match.result.scores == (1, -1)


def test_rule_06_the_draw_is_among_the_survivors_of_the_last_turn():
    match = play(begin(KILL_OF_THREE, turn_limit=3), "Tc5-d5>E")
    assert match.result.scores == (0.5, 0.5, -1)
    assert match.result.places == (1, 1, 3)


TWO_OF_FOUR = """
    5 ()  .  .  .  .  .  .  . ()
    4    () () RS  . RD  . BS
"""


def test_rule_06_two_of_four_share_the_first_two_places():
    """The dead have the places they died in, here yellow before green."""
    match = play(begin(TWO_OF_FOUR, turn_limit=3, steps=1), "Df4-f5")
    assert match.result.scores == pytest.approx((2 / 3, -1, -1 / 3, 2 / 3))
    assert match.result.places == (1, 4, 3, 1)
    assert match.result.winners == (0, 3)
