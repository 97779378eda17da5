"""Splut!, rules 7 to 11: the troll pulls and throws."""

import pytest

from tests.support.games.splut import begin, mover, moves, play, table

THROW = """
    5  .  . RT ()  .  .  .  .  .
    4    ()  . RS () GS  . ()
"""


def test_rule_07_a_troll_on_a_rock_must_throw_it():
    match = begin(THROW)
    assert moves(match, "Tc5-d5") == {"Tc5-d5>N", "Tc5-d5>E", "Tc5-d5>S", "Tc5-d5>W"}
    play(match, "Tc5-d5>E")
    assert (table(match)["d5"], table(match)["i5"]) == ("RT", "()")
    assert "c5" not in table(match)


def test_rule_07_a_troll_among_rocks_can_only_throw():
    match = begin("""
        6    GS  .  . ()  .  .  .
        5  .  .  . () RT ()  .  .  .
        4    RS  .  . ()  .  .  .
    """)
    assert moves(match, "T") == {f"Te5-{square}>{towards}" for square in ("e6", "f5", "e4", "d5") for towards in "NESW"}


def test_rule_07_only_a_troll_and_only_on_a_rock():
    match = begin("""
        5  .  . RT () RD  .  .  .  .
        4    ()  . RS () GS  . ()
    """)
    assert {text for text in moves(match) if ">" in text} == moves(match, "Tc5-d5")
    play(match, "De5-d5")
    assert [table(match).get(square) for square in ("b5", "c5", "d5")] == ["RT", "()", "RD"]


PULL = """
    5 ()  . () RT  .  . RS  . ()
    4     .  . ()  .  . GS  .
"""
PULL_BACK = """
    6     .  . ()  .  . GS  .
    5 ()  .  . RT ()  . RS  . ()
"""


def test_rule_08_a_troll_may_pull_the_rock_right_behind_him():
    quiet = {text for text in moves(begin(PULL), "T") if ">" not in text}
    assert quiet == {"Td5-e5", "Td5-e5+c5", "Td5-d6", "Td5-d6+d4"}
    quiet = {text for text in moves(begin(PULL_BACK), "T") if ">" not in text}
    assert quiet == {"Td5-c5", "Td5-c5+e5", "Td5-d4", "Td5-d4+d6"}


def test_rule_08_a_pulled_rock_takes_the_square_he_leaves():
    before = table(begin(PULL))
    assert table(play(begin(PULL), "Td5-e5")).items() ^ before.items() == {("d5", "RT"), ("e5", "RT")}
    pulled = table(play(begin(PULL), "Td5-e5+c5")).items() ^ before.items()
    assert pulled == {("d5", "RT"), ("c5", "()"), ("e5", "RT"), ("d5", "()")}


def test_rule_08_no_pull_of_a_piece_or_from_afar():
    match = begin("""
        5 () () GD RT  .  .  .  . ()
        4     . () RS  .  . GS  .
    """)
    assert moves(match, "T") == {"Td5-e5", "Td5-d6"}


def test_rule_08_no_pull_into_an_occupied_square():
    match = begin("""
        5 ()  . () RT GD  . RS  . ()
        4    ()  .  .  .  . GS  .
    """)
    assert moves(match, "Td5-e5") == set()


def test_rule_08_no_pull_with_a_throw():
    match = begin("""
        5 ()  . () RT ()  .  .  . ()
        4     .  .  .  . GS RS  .
    """)
    assert moves(match, "Td5-e5") == {"Td5-e5>N", "Td5-e5>E", "Td5-e5>S", "Td5-e5>W"}
    play(match, "Td5-e5>E")
    assert (table(match)["c5"], table(match)["e5"], table(match)["h5"]) == ("()", "RT", "()")
    assert "d5" not in table(match)


def test_rule_09_not_against_a_troll_or_a_rock():
    """Only back is left, where the troll's own square counts as empty."""
    match = begin("""
        6    YS  .  . ()  . GS  .
        5 ()  .  . YT () GT  .  . ()
        4     . RS  . RT  .  .  .
    """)
    assert moves(match, "Te4-e5") == {"Te4-e5>S"}


def test_rule_09_not_over_the_border():
    match = begin("""
        5 ()  .  .  .  .  .  . RT ()
        4    ()  . RS () GS  .  .
    """)
    assert moves(match, "Th5-i5") == {"Th5-i5>W"}
    match = begin("""
        4     . RT () RS GS  .  .
        3       ()  . () ()  .
    """)
    assert moves(match, "Tc4-c3") == {"Tc4-c3>N", "Tc4-c3>E"}


def test_rule_09_against_dwarfs_and_sorcerers():
    match = begin("""
        6     .  .  . GD  .  .  .
        5 ()  .  . GS () RD  .  . ()
        4    () RS  . RT  .  .  .
    """)
    assert moves(match, "Te4-e5") == {"Te4-e5>N", "Te4-e5>E", "Te4-e5>S", "Te4-e5>W"}


def test_rule_09_back_over_the_square_he_came_from():
    match = begin("""
        5  . GS  .  . RT ()  .  .  .
        4    ()  . RS ()  .  . ()
    """)
    play(match, "Te5-f5>W")
    assert (table(match)["f5"], table(match)["b5"]) == ("RT", "()")
    assert match.result.scores == (1, -1)


@pytest.mark.parametrize(
    "diagram",
    [
        """
            5  . () RT ()  .  .  .  .  .
            4    ()  . RS  . GS  . ()
        """,
        """
            5  . GT RT ()  .  .  .  .  .
            4    ()  . RS () GS  . ()
        """,
    ],
    ids=["rock", "troll"],
)
def test_rule_09_back_onto_the_square_he_came_from(diagram):
    """What stands behind it stops the rock there."""
    match = play(begin(diagram), "Tc5-d5>W")
    assert (table(match)["d5"], table(match)["c5"]) == ("RT", "()")


def test_rule_09_back_onto_a_tip():
    match = begin("""
        5 RT ()  .  .  .  .  .  .  .
        4    ()  . RS () GS  . ()
    """)
    assert "Ta5-b5>W" in moves(match)
    play(match, "Ta5-b5>W")
    assert (table(match)["b5"], table(match)["a5"]) == ("RT", "()")


@pytest.mark.parametrize(("towards", "landing"), [("N", "e7"), ("E", "h5"), ("S", "e1"), ("W", "a5")])
def test_rule_10_a_rock_lands_before_the_border_a_troll_or_a_rock(towards, landing):
    match = begin("""
        8          () GT GS
        5  .  .  .  . ()  .  .  . ()
        4     .  .  . RT  .  .  .
        2          ()  . RS
    """)
    play(match, f"Te4-e5>{towards}")
    assert table(match)[landing] == "()"
    assert match.position[0].standing == 2


def test_rule_10_a_rock_may_land_right_beside_the_troll():
    match = begin("""
        7        .  . GT  .  .
        5 ()  .  .  . ()  . ()  .  .
        4    GS RS  . RT  .  . ()
    """)
    assert table(play(match.copy(), "Te4-e5>N"))["e6"] == "()"
    assert table(play(match.copy(), "Te4-e5>E"))["f5"] == "()"


def test_rule_10_a_rock_flies_over_dwarfs_of_any_team():
    match = begin("""
        5  .  . RT () GD RD  .  .  .
        4    ()  . RS () GS  . ()
    """)
    play(match, "Tc5-d5>E")
    assert [table(match).get(square) for square in ("e5", "f5", "g5", "i5")] == ["GD", "RD", None, "()"]


@pytest.mark.parametrize(
    ("diagram", "square"),
    [
        (
            """
            5  .  . RT () GS  .  .  .  .
            4    ()  . RS ()  .  . ()
        """,
            "e5",
        ),
        (
            """
            5  .  . RT ()  .  .  . GS  .
            4    ()  . RS ()  .  . ()
        """,
            "h5",
        ),
        (
            """
            5  .  . RT ()  .  .  .  . GS
            4    ()  . RS ()  .  . ()
        """,
            "i5",
        ),
        (
            """
            5  .  . RT ()  .  . GS GT  .
            4    ()  . RS ()  .  . ()
        """,
            "g5",
        ),
    ],
    ids=["near", "far", "tip", "before a troll"],
)
def test_rule_10_a_rock_lands_on_a_sorcerer_and_kills_him(diagram, square):
    match = play(begin(diagram), "Tc5-d5>E")
    assert table(match)[square] == "()"
    assert match.result.scores == (1, -1)


def test_rule_10_a_rock_kills_ones_own_sorcerer():
    match = begin("""
        5  .  . RT ()  .  .  . RS  .
        4    ()  . GS ()  .  . ()
    """)
    play(match, "Tc5-d5>E")
    assert table(match)["h5"] == "()"
    assert match.result.scores == (-1, 1)


def test_rule_10_a_rock_kills_the_first_sorcerer_only():
    match = begin("""
        5  .  . RT ()  . YS GS  .  .
        4    ()  . RS ()  .  . ()
    """)
    play(match, "Tc5-d5>E")
    assert (table(match)["f5"], table(match)["g5"]) == ("()", "GS")


def test_rule_10_a_troll_or_a_rock_shelters_the_sorcerer_behind():
    match = begin("""
        5  .  . RT ()  . GT GS  .  .
        4    ()  . RS ()  .  . ()
    """)
    assert table(play(match, "Tc5-d5>E"))["g5"] == "GS"
    match = begin("""
        5  .  . RT ()  . () GS  .  .
        4    ()  . RS  .  .  . ()
    """)
    assert table(play(match, "Tc5-d5>E"))["g5"] == "GS"


@pytest.mark.parametrize(
    ("diagram", "landing"),
    [
        (
            """
            5  .  . RT ()  .  .  . RD GD
            4    ()  . RS () GS  . ()
        """,
            "i5",
        ),
        (
            """
            5  .  . RT ()  . RD GD GT  .
            4    ()  . RS () GS  . ()
        """,
            "g5",
        ),
        (
            """
            5  .  . RT () RD GD ()  .  .
            4    ()  . RS  . GS  . ()
        """,
            "f5",
        ),
    ],
    ids=["border", "troll", "rock"],
)
def test_rule_11_only_the_last_dwarf_of_a_row_is_killed(diagram, landing):
    match = play(begin(diagram), "Tc5-d5>E")
    assert table(match)[landing] == "()"
    assert "GD" not in table(match).values()
    assert "RD" in table(match).values()


def test_rule_11_a_dwarf_right_beside_the_troll_can_be_killed():
    match = begin("""
        5  .  . RT () GD ()  .  .  .
        4    ()  . RS  . GS  . ()
    """)
    play(match, "Tc5-d5>E")
    assert table(match)["e5"] == "()"
    assert "GD" not in table(match).values()


def test_rule_11_a_dwarf_with_room_behind_him_lives():
    match = begin("""
        5  .  . RT ()  . GD  . ()  .
        4    ()  . RS  . GS  . ()
    """)
    play(match, "Tc5-d5>E")
    assert (table(match)["f5"], table(match)["g5"]) == ("GD", "()")


def test_rule_11_a_dwarf_before_a_sorcerer_lives():
    match = begin("""
        5  .  . RT () RD YD GS ()  .
        4    ()  . RS  . YS  . ()
    """)
    play(match, "Tc5-d5>E")
    assert [table(match).get(square) for square in ("e5", "f5", "g5")] == ["RD", "YD", "()"]
    assert "GS" not in table(match).values()


def test_rule_11_ones_own_dwarf_can_be_killed():
    match = begin("""
        5  .  . RT ()  .  .  .  . RD
        4    ()  . RS () GS  . ()
    """)
    play(match, "Tc5-d5>E")
    assert table(match)["i5"] == "()"
    assert "RD" not in table(match).values()
    assert mover(match) == "green"


def test_rule_11_a_team_without_its_dwarf_plays_on():
    match = begin("""
        6     .  .  .  .  . GT  .
        5  .  . RT ()  .  .  .  . GD
        4    ()  . RS () GS  . ()
    """)
    play(match, "Tc5-d5>E")
    assert mover(match) == "green"
    assert {text[0] for text in moves(match)} == {"S", "T"}
    play(match, "Tg6-f6 Tf6-g6 Tg6-f6")
    assert mover(match) == "red"
    assert not match.is_over
