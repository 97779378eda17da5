"""End of Line, rules 6 and 8: where a card may be laid, and who is boxed in."""

import pytest

from tests.support.games.drawing import Card
from tests.support.games.end_of_line import alive, begin, lay, line, mover, moves, play, squares

EXITS = {
    "straight": ["ahead"],
    "left": ["left"],
    "right": ["right"],
    "left-ahead": ["left", "ahead"],
    "ahead-right": ["ahead", "right"],
    "tee": ["left", "right"],
    "cross-5": ["left", "ahead", "right"],
    "cross-0": ["left", "ahead", "right"],
}
POINTS = {
    "N": {"left": "W", "ahead": "N", "right": "E"},
    "E": {"left": "N", "ahead": "E", "right": "S"},
    "S": {"left": "E", "ahead": "S", "right": "W"},
    "W": {"left": "S", "ahead": "W", "right": "N"},
}
BESIDE = {"N": (6, 0), "E": (0, 1), "S": (1, 0), "W": (0, 6)}  # on seven rows and columns, 6 is one back
SQUARES = [(row, column) for row in range(7) for column in range(7)]


def standing(kind, heading, square):
    """Ruby's last card lies there, and so heads; there is nothing else but the start cards."""
    match = begin()
    lay(match, "ruby", Card(square, kind, "NESW".index(heading)))
    return match


@pytest.mark.parametrize("heading", POINTS)
@pytest.mark.parametrize("kind", EXITS)
def test_rule_06_the_exits_of_every_card(kind, heading):
    """Wherever it lies, over the joined edges too: a square for each exit, unless a start card is there."""
    starts = {(3, 2), (3, 4)}
    for row, column in sorted(set(SQUARES) - starts):
        expected = set()
        for exit_of_card in EXITS[kind]:
            down, across = BESIDE[POINTS[heading][exit_of_card]]
            expected.add(((row + down) % 7, (column + across) % 7))
        match = standing(kind, heading, (row, column))
        assert squares(match) == {f"{row},{column}" for row, column in expected - starts}


@pytest.mark.parametrize("heading", POINTS)
def test_rule_06_the_entry_meets_the_exit(heading):
    """A card laid at an exit heads where the exit points: its own exits are seen from there."""
    for exit_of_card, compass in POINTS[heading].items():
        for square in (1, 1), (0, 0), (6, 6):
            match = standing("cross-5", heading, square)
            match.push(f"left>{exit_of_card}")
            card = match.view()["lines"][0]["cards"][-1]
            assert (card["kind"], card["heading"]) == ("left", compass)
            row, column = map(int, card["square"].split(","))
            down, across = BESIDE[POINTS[compass]["left"]]
            assert squares(match) == {f"{(row + down) % 7},{(column + across) % 7}"}


def test_rule_06_round_the_area():
    """A line of straight cards goes over the edge and on, until it meets its own start card."""
    match = begin(rows={"ruby": "straight straight straight"}, hands={"ruby": "straight straight"})
    play(match, "straight>6,2 straight>5,2")
    assert line(match, "ruby") == ["3,2", "2,2", "1,2", "0,2", "6,2", "5,2"]
    match = begin(rows={"ruby": "straight straight straight straight"}, hands={"ruby": "straight straight straight"})
    play(match, "straight>5,2 straight>4,2")
    assert match.result.winners == (1,)


NEIGHBOURS = """
    0  .  .  ## .  .  .  .
    1  .  ## .  ## .  .  .
    2  M─ M─ R│ .  M┼ M─ M─
    3  .  .  R╵ .  M╵ .  .
"""


def test_rule_06_nothing_else_needs_to_match():
    """There are things on the three other sides of the square; still any card may be laid there, and cut by that."""
    match = begin(NEIGHBOURS, 2, rounds=1, hands={"ruby": "left straight tee cross-0 right"})
    assert moves(match) == {f"{kind}>1,2" for kind in ("left", "straight", "tee", "cross-0", "right")}


def test_rule_06_two_lines_may_point_at_one_square():
    match = begin(
        """
        2  .  .  R│ .  M┐ .  .
        3  .  .  R╵ .  M╵ .  .
        """,
        hands={"ruby": "right right"},
    )
    play(match, "right>1,2 right>1,3")
    assert match.view()["lines"][0]["exits"] == match.view()["lines"][1]["exits"] == ["2,3"]


@pytest.mark.parametrize(
    ("thing", "free"),
    [
        ("## .  .", {"1,1", "1,3"}),
        (".  ## .", {"0,2", "1,3"}),
        ("## ## .", {"1,3"}),
        (".  .  ##", {"0,2", "1,1"}),
    ],
)
def test_rule_06_an_exit_is_free_where_the_square_is_empty(thing, free):
    above, left, right = thing.split()
    match = begin(f"""
        0  .  .   {above} .       .  .  .
        1  .  {left} R┼  {right} .  .  .
        2  .  .   R│  .       .  .  .
        3  .  .   R╵  .       M╵ .  .
    """)
    assert squares(match) == free


def test_rule_06_not_onto_a_card_of_ones_own_nor_of_others():
    match = begin("""
        1  .  .  R┌ R┐ .  .  .
        2  .  .  R│ R┼ M│ .  .
        3  .  .  R╵ .  M╵ .  .
    """)
    assert squares(match) == {"3,3"}


def test_rule_06_only_from_the_last_card():
    """The exits of cards before it are free, but of no use."""
    match = begin("""
        1  .  .  R│ .  .  .  .
        2  .  .  R┼ .  .  .  .
        3  .  .  R╵ .  M╵ .  .
    """)
    assert squares(match) == {"0,2"}


def test_rule_06_a_move_is_a_kind_and_an_exit():
    match = begin("2  .  .  R┬ .  .  .  .", hands={"ruby": "straight straight tee left left"})
    assert moves(match) == {f"{kind}>{square}" for kind in ("straight", "tee", "left") for square in ("2,1", "2,3")}
    play(match, "tee>2,3")
    assert moves(match) == {f"{kind}>{square}" for kind in ("straight", "left") for square in ("1,3", "3,3")}


POCKET = """
    2  .  ## .  M╵ .  .  .
    3  ## .  R╴ .  J╶ .  .
    4  .  ## .  .  .  .  .
"""


def test_rule_08_boxed_in_at_the_end_of_ones_own_turn():
    """Ruby lays its one card of the first round into a pocket, and is cut at once."""
    match = play(begin(POCKET, 3, rounds=1), "left-ahead>3,1")
    assert alive(match) == "maize jade"
    assert mover(match) == "maize"
    assert line(match, "ruby") == ["3,2", "3,1"]


def test_rule_08_without_boxed_in_it_lives_until_its_next_turn():
    match = play(begin(POCKET, 3, rounds=1, boxed_in=False), "left-ahead>3,1")
    assert alive(match) == "ruby maize jade"
    play(match, "straight>1,3 straight>3,5")
    assert alive(match) == "ruby maize jade"
    play(match, "straight straight straight")  # drawn
    play(match, "left>0,3 straight>0,2 left>3,6")
    assert alive(match) == "ruby maize jade"
    play(match, "straight>2,6")  # and now it is ruby's turn
    assert alive(match) == "maize jade"


def test_rule_08_a_free_exit_is_enough():
    match = begin(POCKET.replace("## .  R╴", ".  .  R╴"), 3, rounds=1)
    play(match, "left-ahead>3,1")
    assert alive(match) == "ruby maize jade"


BETWEEN = """
    1  .  .  R┌ .  .  .  .
    2  .  .  R┤ .  M┐ .  .
    3  .  .  R╵ .  M╵ .  .
"""


def test_rule_08_blocked_between_turns_it_lives_until_its_own():
    """Maize lays on the square that ruby needs. Only in its own turn, here at once, is ruby cut."""
    match = begin(BETWEEN, mover="maize", order="maize ruby")
    play(match, "right>2,3")
    assert alive(match) == "ruby maize"
    play(match, "straight>1,3")
    assert alive(match) == "maize"
    assert match.result.winners == (1,)


def test_rule_08_it_lives_while_others_play():
    """Ruby had its turn before maize; in the next round maize is first again, and ruby still lives."""
    match = begin(BETWEEN, mover="maize", order="ruby maize")
    play(match, "right>2,3 straight>1,3")
    assert alive(match) == "ruby maize"
    assert match.position[0].rounds == 3
    play(match, "straight straight")
    assert mover(match) == "maize"
    play(match, "brake left>0,3")
    assert mover(match) == "ruby"
    assert match.view()["lines"][0]["exits"] == []


def test_rule_08_a_turnaround_may_save_it():
    match = begin(BETWEEN, mover="maize", order="maize ruby", rounds=3)
    play(match, "go right>2,3 straight>1,3")
    assert mover(match) == "ruby"
    assert moves(match) == {"turnaround"}
    play(match, "turnaround")
    assert squares(match) == {"2,1"}
    play(match, "straight>2,1 left>2,0")
    assert alive(match) == "ruby maize"


def test_rule_08_without_energy_it_does_not():
    match = begin(BETWEEN, mover="maize", order="maize ruby", rounds=3, energy={"ruby": 0})
    play(match, "go right>2,3 straight>1,3")
    assert alive(match) == "maize"
