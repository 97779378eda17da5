"""The rules of Splut!, each by its number: what it allows and what it does not."""

import pytest

import sobremesa
from sobremesa.games.splut.tables import SQUARE
from tests.games.splut.board import begin, levitations, mover, moves, play, table

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


def test_rule_07_a_troll_on_a_rock_must_throw_it():
    match = begin(THROW)
    assert moves(match, "Tc5-d5") == {"Tc5-d5>N", "Tc5-d5>E", "Tc5-d5>S", "Tc5-d5>W"}
    play(match, "Tc5-d5>E")
    assert (table(match)["d5"], table(match)["i5"]) == ("RT", "()")
    assert "c5" not in table(match)


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


def test_rule_17_the_whole_team_leaves_and_the_rock_stays():
    match = begin("""
        6    YT  .  .  .  .  .  .
        5 YD  . RT ()  .  .  . YS  .
        4    ()  . RS () GS  . ()
    """)
    play(match, "Tc5-d5>E")
    rocks = {"h5": "()", "e4": "()", "b4": "()", "h4": "()"}
    assert table(match) == {"d5": "RT", "d4": "RS", "f4": "GS"} | rocks
    assert not match.is_over
    assert mover(match) == "green"


def test_rule_17_the_dead_are_skipped():
    """They have no turns, nor are turns counted for them."""
    match = begin("""
        6     . YS  .  . BS  .  .
        5  .  . RT ()  .  .  . GS  .
        4    ()  . RS ()  .  . ()
    """)
    play(match, "Tc5-d5>E")
    assert (mover(match), match.position[0].turns) == ("yellow", 3)
    play(match, "Sc6-b6 Sb6-c6 Sc6-b6")
    assert (mover(match), match.position[0].turns) == ("blue", 4)
    play(match, "Sf6-g6 Sg6-f6 Sf6-g6")
    assert (mover(match), match.position[0].turns) == ("red", 5)


def test_rule_17_an_own_goal_of_two():
    match = begin("""
        5 RD  . RT ()  .  .  . RS  .
        4    ()  .  . () GS  . ()
    """)
    play(match, "Tc5-d5>E")
    assert table(match) == {"h5": "()", "f4": "GS", "e4": "()", "b4": "()", "h4": "()"}
    assert match.result.winners == (1,)


def test_rule_17_an_own_goal_of_three():
    """The others play on."""
    match = begin("""
        5 RD  . RT ()  .  .  . RS  .
        4    ()  . YS () GS  . ()
    """)
    play(match, "Tc5-d5>E")
    assert table(match) == {"h5": "()", "d4": "YS", "f4": "GS", "e4": "()", "b4": "()", "h4": "()"}
    assert not match.is_over
    assert mover(match) == "yellow"


OWN_GOAL = """
    5  .  . RT ()  .  .  . RS  .
    4    ()  .  . () GS  . ()
"""


def test_rule_17_the_last_wins_by_anothers_own_goal():
    """Yellow was dead already."""
    match = play(begin(OWN_GOAL, 3), "Tc5-d5>E")
    assert match.result.scores == (0, -1, 1)
    assert match.result.places == (2, 3, 1)


def test_rule_17_places_in_the_reverse_order_of_dying():
    match = begin("""
        7       GS  . YS  . RS
        5  .  . ()  . ()  . ()  . ()
        4     . GT  . RT  . BT BS
    """)
    play(match, "Te4-e5>N")
    assert mover(match) == "green"
    play(match, "Tc4-c5>N")
    assert mover(match) == "blue"
    assert not match.is_over
    play(match, "Tg4-g5>N")
    assert match.result.scores == pytest.approx((1 / 3, -1, -1 / 3, 1))
    assert match.result.places == (2, 4, 3, 1)
    assert {mark[0] for mark in table(match).values()} == {"B", "("}
