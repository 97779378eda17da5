"""What is seen of Shut the Lines: as data, drawn and in sentences."""

import re

import pytest

import sobremesa
from sobremesa.games.shut_the_lines import GAME
from tests.support.games.shut_the_lines import SHUT, SIZE, begin, but, play


def marks(drawing):
    """The numbers of a drawn figure, each with the letters beside it."""
    figure = drawing.split("\n\n 1:")[0]
    return {int(number): letters for number, letters in re.findall(r"(\d+)([A-Z]*)", figure)}


@pytest.mark.parametrize("plan", [1, 2, 3, 4])
@pytest.mark.parametrize("seats", [1, 4])
def test_every_number_is_drawn(plan, seats):
    """Also where four chips lie on every one."""
    match = begin(seats, plans=plan)
    assert marks(match.board()) == dict.fromkeys(range(1, SIZE[plan] + 1), "")
    for seat in range(seats):
        match.position[0].covered[seat] = (1 << SIZE[plan]) - 1
    assert marks(match.board()) == dict.fromkeys(range(1, SIZE[plan] + 1), "RMJL"[:seats])


def test_the_squares_are_drawn_row_by_row():
    rows = [re.findall(r"\d+", line) for line in begin(plans=3).board().split("\n\n 1:")[0].splitlines()]
    assert [list(map(int, row)) for row in rows if row] == [
        [16, 3, 2, 13],
        [5, 10, 11, 8],
        [9, 6, 7, 12],
        [4, 15, 14, 1],
    ]


def test_the_hexagram_is_drawn_from_its_top():
    rows = [re.findall(r"\d+", line) for line in begin(plans=1).board().split("\n\n 1:")[0].splitlines()]
    assert [list(map(int, row)) for row in rows if row] == [[1], [3, 9, 12, 2], [11, 6], [5, 4, 10, 7], [8]]


def test_chips_are_letters():
    match = play(begin(3), "1-3-5 4+5  1-3-5 9  2-2-3 3+4")
    drawn = marks(match.board())
    assert {number: letters for number, letters in drawn.items() if letters} == {3: "J", 4: "RJ", 5: "R", 9: "M"}


def test_shut_lines_are_drawn():
    match = begin(2, covered={0: SHUT[2], 1: {1, 6, 7, 12}})
    assert re.findall(r"(\d): +([\d ]+?) +shut by (\w+)", match.board()) == [
        ("1", "1  6  7 12", "RM"),
        ("2", "2  6  8 10", "R"),
    ]


def test_the_lines_are_listed():
    listed = re.findall(r"(\d+): +(\d+ +\d+ +\d+ +\d+)", begin(plans=2).board())
    lines = {int(number): sorted(map(int, line.split())) for number, line in listed}
    assert lines == dict(enumerate(begin(plans=2).view()["lines"], 1))


def test_people_are_drawn():
    match = play(begin(2, points=[3, 0], covered={0: SHUT[0]}), "1-1-1 out:none 1-3-5")
    assert match.board().splitlines()[-4:] == [
        "  round 1, target 5, plan 1",
        "  R ruby      3 points   3 covered  out of the round",
        "> M maize     0 points   0 covered",
        "  dice 1-3-5",
    ]
    assert "round 1, of 7 rounds, plan 1" in begin(1, rounds=7).board()


def test_before_the_lot_nothing_but_people_is_drawn():
    match = sobremesa.Match(GAME, 2, roll=False)
    assert match.board().splitlines() == [
        "  round 0, target 5",
        "  R ruby      0 points   0 covered",
        "  M maize     0 points   0 covered",
    ]
    assert match.describe() == "The match has not begun."


def test_colour_adds_nothing_but_colour():
    match = play(begin(3, plans=4), "1-2-3-4-5 15  1-2-3-4-5 7+8  1-2-3-4-5 6+9")
    coloured = match.board(colour=True)
    assert "\x1b[1;31mR\x1b[0m" in coloured
    assert re.sub(r"\x1b\[[\d;]*m", "", coloured) == match.board()


def test_the_same_in_sentences():
    match = play(begin(2, covered={0: SHUT[1]}), "1-1-1 out:none 1-3-5")
    assert match.describe().splitlines() == [
        "Plan 1, a hexagram with 12 numbers. Round 1.",
        "Line 1: 1, 6, 7, 12, shut by ruby.",
        "Line 2: 2, 6, 8, 10.",
        "Line 3: 4, 5, 7, 10.",
        "Line 4: 3, 4, 8, 11.",
        "Line 5: 1, 5, 9, 11.",
        "Line 6: 2, 3, 9, 12.",
        "Ruby: 1 points, has covered 1, 2, 3, 6, 7, 12.",
        "Maize: 0 points, has covered nothing.",
        "The dice show 1, 3, 5.",
    ]
    match = begin(2, covered={0: but(), 1: but()})
    assert "Line 6: 2, 3, 9, 12, shut by ruby and maize." in match.describe()


def test_the_view():
    match = play(begin(2, points=[3, 0], covered={0: SHUT[1]}), "1-1-1 out:none")
    seen = match.view(1)
    assert (seen["game"], seen["seat"], seen["plan"], seen["figure"]) == ("shut-the-lines", 1, 1, "hexagram")
    assert (seen["round"], seen["target"], seen["rounds"], seen["mover"]) == (1, 5, None, 1)
    assert (seen["dice"], seen["throwing"], seen["over"]) == (None, True, False)
    ruby, maize = seen["players"]
    assert (ruby["covered"], ruby["shut"], ruby["in"], ruby["playing"]) == ([1, 2, 3, 6, 7, 12], [1], False, True)
    assert (maize["points"], maize["covered"], maize["shut"], maize["in"]) == (0, [], [], True)
    seen = play(match, "5-3-1").view()
    assert (seen["dice"], seen["throwing"]) == ([1, 3, 5], False)


def test_the_view_alone_and_at_the_end():
    seen = play(begin(1, rounds=1, covered={0: but(9)}), "1-3-5 9").view()
    assert (seen["target"], seen["rounds"], seen["mover"], seen["over"], seen["dice"]) == (None, 1, None, True, None)
    assert seen["players"][0]["points"] == 6
    assert seen["players"][0]["shut"] == [1, 2, 3, 4, 5, 6]


def test_everybody_sees_the_same():
    match = play(begin(2), "1-3-5")
    views = [match.view(seat) | {"seat": None} for seat in (0, 1, sobremesa.SPECTATOR, sobremesa.REFEREE)]
    assert views == views[:1] * 4
