"""End of Line: the cards, the areas and where the lines begin, as they stand in the game's own tables."""

import pytest

import sobremesa
from sobremesa.games import end_of_line
from sobremesa.games.end_of_line.tables import CARDS, COMPASS, COPIES, EXITS, INITIATIVE, KIND_NAMES, MATE, NEXT, SIZE
from tests.support.games.end_of_line import begin, line

DECK = """
    straight     1  ahead              9
    left         2  left               4
    right        2  right              4
    left-ahead   3  left,ahead         2
    ahead-right  3  ahead,right        2
    tee          4  left,right         2
    cross-5      5  left,ahead,right   1
    cross-0      0  left,ahead,right   1
"""
STARTS = """
    1   5   (2,2,N)
    2   7   (3,2,N) (3,4,N)
    3   7   (3,2,W) (2,3,N) (3,4,E)
    4   9   (3,4,N) (4,5,E) (5,4,S) (4,3,W)
    5   9   (3,3,N) (3,5,N) (4,6,E) (5,5,S) (5,3,S)
    6  11   (4,4,N) (4,6,N) (5,7,E) (6,6,S) (6,4,S) (5,3,W)
    7  11   (3,4,N) (3,6,N) (4,7,E) (6,7,E) (7,6,S) (7,4,S) (5,4,W)
    8  13   (4,5,N) (4,7,N) (5,8,E) (7,8,E) (8,7,S) (8,5,S) (7,4,W) (5,4,W)
"""
KINDS = {kind: rest for kind, *rest in map(str.split, DECK.strip().splitlines())}
AREAS = {int(seats): (int(size), starts) for seats, size, *starts in map(str.split, STARTS.strip().splitlines())}
NAMES = "ruby", "maize", "jade", "lapis", "violet", "papaya", "turquoise", "salt"
AHEAD = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}


def test_a_deck_of_25_cards():
    assert list(CARDS) == list(KINDS)
    for kind, (initiative, exits, copies) in KINDS.items():
        number = KIND_NAMES.index(kind)
        assert INITIATIVE[number] == int(initiative)
        assert EXITS[number] == sum(1 << ["left", "ahead", "right"].index(word) for word in exits.split(","))
        assert COPIES[number] == int(copies)
    assert COPIES.sum() == 25
    assert (INITIATIVE[: len(COPIES)] * COPIES).sum() == 50


@pytest.mark.parametrize("seats", range(1, 9))
def test_everybody_has_a_deck_and_three_points_of_energy(seats):
    match = sobremesa.Match("end-of-line", seats, roll=False)
    for line_of_cards in match.view()["lines"]:
        assert line_of_cards["unlaid"] == {kind: int(copies) for kind, (_, _, copies) in KINDS.items()}
        assert line_of_cards["energy"] == 3
        assert line_of_cards["alive"]
        assert line_of_cards["held"] == 0


@pytest.mark.parametrize("seats", range(1, 9))
def test_areas_and_start_cards(seats):
    size, starts = AREAS[seats]
    match = sobremesa.Match("end-of-line", seats, roll=False)
    view = match.view()
    assert view["size"] == size == SIZE[seats] == end_of_line.SIZES[seats]
    assert view["empty"] == size * size - seats
    assert view["walls"] == []
    assert match.seat_names == NAMES[:seats]
    assert [each["name"] for each in view["lines"]] == list(NAMES[:seats])
    cards = [each["cards"] for each in view["lines"]]
    assert all(len(each) == 1 and each[0]["kind"] == "start" and each[0]["initiative"] is None for each in cards)
    assert [f"({each[0]['square']},{each[0]['heading']})" for each in cards] == starts


@pytest.mark.parametrize(("mode", "seats"), [("teams", 4), ("teams", 6), ("teams", 8), ("coop", 2), ("coop", 5)])
def test_the_same_areas_in_teams_and_together(mode, seats):
    versus, match = (sobremesa.Match("end-of-line", seats, roll=False, mode=word) for word in ("versus", mode))
    assert [each["cards"] for each in match.view()["lines"]] == [each["cards"] for each in versus.view()["lines"]]
    assert match.view()["size"] == versus.view()["size"]


@pytest.mark.parametrize("seats", range(1, 9))
def test_a_start_card_has_one_exit(seats):
    """It points where the card faces."""
    size, starts = AREAS[seats]
    view = sobremesa.Match("end-of-line", seats, roll=False).view()
    for each, start in zip(view["lines"], starts, strict=True):
        row, column, facing = start.strip("()").split(",")
        down, across = AHEAD[facing]
        assert each["exits"] == [f"{(int(row) + down) % size},{(int(column) + across) % size}"]


@pytest.mark.parametrize("size", [5, 7, 9, 11, 13])
def test_a_torus(size):
    """Top joins bottom and left joins right; everywhere else a step goes to the square beside."""
    for row in range(size):
        for column in range(size):
            steps = {
                compass: divmod(int(NEXT[size, COMPASS.index(compass), row * size + column]), size)
                for compass in "NESW"
            }
            assert steps == {
                "N": (row - 1 if row > 0 else size - 1, column),
                "E": (row, column + 1 if column < size - 1 else 0),
                "S": (row + 1 if row < size - 1 else 0, column),
                "W": (row, column - 1 if column > 0 else size - 1),
            }


@pytest.mark.parametrize(
    ("seats", "teams"),
    [(4, [(0, 3), (1, 2)]), (6, [(0, 5), (1, 2), (3, 4)]), (8, [(0, 7), (1, 2), (3, 4), (5, 6)])],
)
def test_teams(seats, teams):
    for one, other in teams:
        assert MATE[seats, one] == other
        assert MATE[seats, other] == one
    assert sorted(seat for team in teams for seat in team) == list(range(seats))


def test_a_drawing_is_followed():
    """The helper of these tests: lines are laid in the order in which they lie, also back from the card before."""
    diagram = """
        1  .  .  R┐  .  .  .  .
        2  M─ R─ R┤  .  M╬ M─ M─
        3  .  .  R╵  .  M╵ .  .
    """
    match = begin(diagram.replace("R─", "R─*"))
    assert line(match, "ruby") == ["3,2", "2,2", "1,2", "2,1"]
    assert line(match, "maize") == ["3,4", "2,4", "2,5", "2,6", "2,0"]
    assert [card["kind"] for card in match.view()["lines"][0]["cards"]] == ["start", "left-ahead", "left", "straight"]
    assert [card["kind"] for card in match.view()["lines"][1]["cards"]] == ["start", "cross-0", *["straight"] * 3]
    assert [card["heading"] for card in match.view()["lines"][1]["cards"]] == ["N", "N", "E", "E", "E"]
    match = begin(diagram.replace("R┐", "R┐*"))
    assert line(match, "ruby") == ["3,2", "2,2", "2,1", "1,2"]
