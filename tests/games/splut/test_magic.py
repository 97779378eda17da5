"""Splut!, rules 12 to 16: the dwarf pushes, the sorcerer levitates."""

import pytest

import sobremesa
from tests.support.games.splut import begin, levitations, mover, moves, play, table

FREE = """
    9             ()
    8           . GS  .
    5 ()  . RD  . RS  . RT  . ()
    1             ()
"""


def test_rule_12_a_dwarf_pushes_a_long_mixed_line():
    match = begin("""
        5 RD () GS RT () GT GD RS  .
        4    () ()  .  .  .  .  .
    """)
    play(match, "Da5-b5")
    line = ["RD", "()", "GS", "RT", "()", "GT", "GD", "RS"]
    assert table(match) == dict(zip([file + "5" for file in "bcdefghi"], line, strict=True)) | {"b4": "()", "c4": "()"}
    assert mover(match) == "red"
    assert match.position[0].steps == 2


def test_rule_12_no_push_over_the_border():
    match = begin("""
        5 RD () GS RT () GT GD RS ()
        4    ()  .  .  .  .  .  .
    """)
    assert moves(match, "D") == set()
    match = begin("""
        5  .  .  .  .  .  .  . RD ()
        4    () () RS () GS  .  .
    """)
    assert moves(match, "D") == {"Dh5-h6", "Dh5-g5", "Dh5-h4"}


def test_rule_12_the_line_ends_at_a_gap():
    match = begin("""
        5 RD ()  . GT  .  .  .  .  .
        4    () () RS () GS  .  .
    """)
    play(match, "Da5-b5")
    assert [table(match).get(square) for square in ("a5", "b5", "c5", "d5")] == [None, "RD", "()", "GT"]


@pytest.mark.parametrize(
    ("end", "beyond", "thing"), [("e6", "e7", "()"), ("f5", "g5", "GT"), ("e4", "e3", "GD"), ("d5", "c5", "RS")]
)
def test_rule_12_a_dwarf_pushes_in_every_direction(end, beyond, thing):
    match = begin("""
        6    ()  .  . ()  .  . GS
        5  .  .  . RS RD GT  .  .  .
        4    ()  .  . GD  .  . ()
    """)
    play(match, f"De5-{end}")
    assert (table(match)[end], table(match)[beyond]) == ("RD", thing)


def test_rule_12_nothing_else_moves_when_he_walks():
    before = table(begin(FREE)).items()
    assert table(play(begin(FREE), "Dc5-d5")).items() ^ before == {("c5", "RD"), ("d5", "RD")}


def test_rule_12_pushing_never_kills():
    match = begin("""
        5  .  .  .  . RD () GS  .  .
        4    () () RS ()  .  .  .
    """)
    play(match, "De5-f5")
    assert [table(match)[square] for square in ("f5", "g5", "h5")] == ["RD", "()", "GS"]
    match = begin("""
        5  .  .  .  .  .  . RD () GS
        4    () () RS ()  .  .  .
    """)
    assert "Dg5-h5" not in moves(match)


def test_rule_12_a_pushed_troll_does_not_throw():
    match = begin("""
        5  .  . RD GT ()  .  .  .  .
        4    () () RS () GS  .  .
    """)
    play(match, "Dc5-d5")
    assert [table(match)[square] for square in ("d5", "e5", "f5")] == ["RD", "GT", "()"]


LIFT = """
    6     . GT  . GS  . ()  .
    5 ()  . ()  .  .  . ()  .  .
    3        .  . RS  .  .
"""


def test_rule_13_a_rock_goes_the_sorcerers_way_onto_an_empty_square():
    """Some rocks have a troll, another rock or the border in their way."""
    match = begin(LIFT)
    assert moves(match, "Se3-e4") == {"Se3-e4", "Se3-e4+g6"}
    assert moves(match, "Se3-f3") == {"Se3-f3", "Se3-f3+c5", "Se3-f3+g5", "Se3-f3+g6", "Se3-f3+a5"}
    assert moves(match, "Se3-e2") == {"Se3-e2", "Se3-e2+c5", "Se3-e2+g5"}
    assert moves(match, "Se3-d3") == {"Se3-d3", "Se3-d3+c5", "Se3-d3+g5", "Se3-d3+g6"}


@pytest.mark.parametrize(
    ("step", "rock", "rock_end"),
    [("Se3-e4", "g6", "g7"), ("Se3-f3", "c5", "d5"), ("Se3-e2", "g5", "g4"), ("Se3-d3", "c5", "b5")],
)
def test_rule_13_both_move_one_square(step, rock, rock_end):
    before = table(begin(LIFT)).items()
    changes = {("e3", "RS"), (step[-2:], "RS")}
    assert table(play(begin(LIFT), step)).items() ^ before == changes
    assert table(play(begin(LIFT), f"{step}+{rock}")).items() ^ before == changes | {(rock, "()"), (rock_end, "()")}


def test_rule_13_not_as_he_steps_onto_an_occupied_square():
    match = begin("""
        5 () () ()  . GS  . ()  .  .
        4     .  .  . GD  .  .  .
        3        . RD RS  .  .
    """)
    assert moves(match, "Se3-e4") == set()
    assert moves(match, "Se3-d3") == set()


def test_rule_13_never_onto_a_sorcerer_or_a_dwarf():
    match = begin("""
        5  . () () GD  . () GS  . ()
        3        .  . RS  .  .
    """)
    assert moves(match, "Se3-f3") == {"Se3-f3"}


def test_rule_14_levitation_goes_on_in_another_direction():
    match = play(begin(LIFT), "Se3-e4+g6 Se4-d4+g7")
    assert table(match)["f7"] == "()"
    play(match, "Sd4-d3+f7")
    assert table(match)["f6"] == "()"
    assert mover(match) == "green"


def test_rule_14_only_one_rock_a_turn():
    match = play(begin(LIFT), "Se3-d3+c5")
    assert moves(match, "Sd3-d4") == {"Sd3-d4", "Sd3-d4+b5"}
    play(match, "Sd3-d4+b5")
    assert levitations(match) == {"b6"}


MIXED = """
    6     .  .  . GS  .  .  .
    5 ()  . ()  .  .  . ()  . ()
    4     .  . RT  . RD  .  .
    3        .  . RS  .  .
"""


@pytest.mark.parametrize("between", ["Se2-e3", "Df4-f5", "Td4-d5"], ids=["sorcerer", "dwarf", "troll"])
def test_rule_14_another_step_ends_levitation(between):
    match = play(begin(MIXED), "Se3-e2+g5")
    assert levitations(match) == {"g4"}
    play(match, between)
    assert mover(match) == "red"
    assert levitations(match) == set()


@pytest.mark.parametrize("before", ["Se3-f3 Sf3-e3", "Df4-f5 Df5-f4", "Td4-d5 Td5-d4", "Td4-d5 Df4-e4"])
def test_rule_14_steps_before_levitation_forfeit_nothing(before):
    match = play(begin(MIXED), before)
    assert mover(match) == "red"
    assert levitations(match) == {"c5", "g5", "i5", "a5"}


def test_rule_14_levitation_in_a_last_step_does_not_go_on_in_the_next_turn():
    """Green may walk first and levitate then, though red's last step was a levitation."""
    match = play(begin(MIXED, steps=1), "Se3-e2+c5")
    assert mover(match) == "green"
    play(match, "Se6-e7")
    assert levitations(match) == {"g5", "i5", "a5"}


MOVED_OF_TWO = """
    7        .  .  . GS  .
    6     .  .  . ()  .  .  .
    5  . RD () ()  . RT ()  .  .
    2           . RS  .
"""
MOVED_OF_THREE = """
    7        .  .  . YS GS
    6     .  .  . ()  .  .  .
    5  . RD () ()  . RT ()  .  .
    2           . RS  .
"""


@pytest.mark.parametrize(
    ("step", "moved"),
    [
        ("Se2-e3+c5", {"c6"}),
        ("Db5-c5", {"d5", "e5"}),
        ("Tf5-e5+g5", {"f5"}),
        ("Tf5-g5>S", {"g3"}),
        ("Db5-b4", set()),
    ],
    ids=["levitated", "pushed", "pulled", "thrown", "none"],
)
@pytest.mark.parametrize("diagram", [MOVED_OF_TWO, MOVED_OF_THREE], ids=["two", "three"])
def test_rule_15_a_rock_that_moved_in_the_turn_before_is_barred(diagram, step, moved):
    """It is free again one turn later."""
    match = play(begin(diagram, steps=1), step)
    rocks = {square for square, mark in table(match).items() if mark == "()"}
    assert match.turn == 1
    assert levitations(match) == rocks - moved
    play(match, "Sf7-f6 Sf6-f7 Sf7-f6")
    assert levitations(match) == rocks


def test_rule_15_a_rock_that_came_back_is_barred():
    match = play(begin(MIXED, steps=2), "Se3-e2+c5 Se2-e3+c4")
    assert mover(match) == "green"
    assert levitations(match) == {"g5", "i5", "a5"}


def test_rule_15_what_moved_early_in_the_turn_is_barred_too():
    match = play(begin(MIXED), "Se3-e2+c5 Df4-f5 Df5-g5")
    assert mover(match) == "green"
    assert levitations(match) == {"a5"}


TRIO = """
    7       YS  .  . GS  .
    5  .  . ()  . ()  . ()  .  .
    4     .  .  . ()  .  .  .
    2           . RS  .
"""


def test_rule_15_with_three_players_only_the_turn_just_before_counts():
    """Red moves one rock, yellow another: green may levitate red's."""
    match = play(begin(TRIO, steps=1), "Se2-e3+c5")
    assert levitations(match) == {"g5", "e5", "e4"}
    play(match, "Sc7-d7 Sd7-d6 Sd6-d5+g5")
    assert mover(match) == "green"
    assert levitations(match) == {"c6", "e5", "e4"}


OWN = """
    8           . GS  .
    6     .  .  . ()  .  .  .
    5 () RD ()  .  . RT ()  .  .
    3        .  . RS  .  .
"""


def test_rule_15_a_rock_pushed_or_pulled_in_ones_own_turn_may_be_levitated():
    assert "Se3-e4+d5" in moves(play(begin(OWN), "Db5-c5"))
    assert "Se3-e4+f5" in moves(play(begin(OWN), "Tf5-e5+g5"))


def test_rule_15_a_barred_rock_stays_barred_when_pushed():
    match = begin(OWN, barred="c5 a5")
    assert levitations(match) == {"g5", "e6"}
    play(match, "Db5-c5")
    assert levitations(match) == {"g5", "e6"}


def test_rule_15_nothing_is_barred_at_first():
    match = play(sobremesa.Match("splut", 2), "De2-e3 De8-e7")
    assert "Sf8-f7+e9" in moves(match)


BETWEEN = """
    5  .  . () RS ()  .  .  .  .
    4    ()  .  .  . GS  . ()
"""
BEHIND = """
    5  .  . () RS  .  .  .  .  .
    4    ()  .  .  . GS  . ()
    3        . ()  .  .  .
"""
APART = """
    5  . ()  . RS  . ()  .  .  .
    4    ()  .  .  . GS  . ()
"""


def test_rule_16_the_rock_right_in_front_may_go_ahead():
    match = play(begin(BETWEEN), "Sd5-e5+e5")
    assert [table(match).get(square) for square in ("c5", "d5", "e5", "f5")] == ["()", None, "RS", "()"]
    play(match, "Se5-f5+f5 Sf5-g5+g5")
    assert [table(match).get(square) for square in ("f5", "g5", "h5")] == [None, "RS", "()"]


def test_rule_16_the_rock_right_behind_may_follow():
    match = play(begin(BEHIND), "Sd5-e5+c5")
    assert [table(match).get(square) for square in ("c5", "d5", "e5")] == [None, "()", "RS"]
    play(match, "Se5-f5+d5 Sf5-g5+e5")
    assert [table(match).get(square) for square in ("e5", "f5", "g5")] == [None, "()", "RS"]


def test_rule_16_only_the_rock_in_front_clears_the_way():
    """The one behind cannot follow, nor can he walk, while it stays."""
    assert moves(begin(BETWEEN), "Sd5-e5") == {"Sd5-e5+e5"}


@pytest.mark.parametrize(
    ("diagram", "step"),
    [
        (
            """
            5  .  . () RS () GD  .  .  .
            4    ()  .  .  . GS  . ()
        """,
            "Sd5-e5",
        ),
        (
            """
            5  .  . () RS () ()  .  .  .
            4     .  .  .  . GS  . ()
        """,
            "Sd5-e5",
        ),
        (
            """
            5  .  .  .  .  .  . () RS ()
            4    ()  .  .  . GS  . ()
        """,
            "Sh5-i5",
        ),
        (
            """
            5  .  . () RS GD  .  .  .  .
            4    () ()  .  . GS  . ()
        """,
            "Sd5-e5",
        ),
    ],
    ids=["piece beyond", "rock beyond", "border beyond", "piece in front"],
)
def test_rule_16_not_where_the_way_is_blocked(diagram, step):
    """Neither a rock in front nor one behind helps him on."""
    assert moves(begin(diagram), step) == set()


def test_rule_16_off_both_squares_must_be_free_before():
    assert moves(begin(BETWEEN, levitate_adjacent=False), "Sd5-e5") == set()
    assert moves(begin(BEHIND, levitate_adjacent=False), "Sd5-e5") == {"Sd5-e5", "Sd5-e5+d3", "Sd5-e5+b4"}
    assert moves(begin(BEHIND), "Sd5-e5") == {"Sd5-e5", "Sd5-e5+d3", "Sd5-e5+b4", "Sd5-e5+c5"}


def test_rule_16_off_a_rock_one_square_away_may_be_levitated():
    match = begin(APART, levitate_adjacent=False)
    assert moves(match, "Sd5-e5") == {"Sd5-e5", "Sd5-e5+b5", "Sd5-e5+f5", "Sd5-e5+b4"}
    play(match, "Sd5-e5+f5 Se5-f5+g5")
    assert (table(match)["f5"], table(match)["h5"]) == ("RS", "()")
