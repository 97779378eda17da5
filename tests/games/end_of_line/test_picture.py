"""Pictures of End of Line: what is seen at a place of the area is what lies there."""

import numpy as np
import pytest

from sobremesa.games import svg_kit
from sobremesa.games.end_of_line import picture
from sobremesa.lab.render import raster
from tests.support.games.end_of_line import begin

OVER_AN_EDGE = """
    0  .  .  R│ .  .  .  .
    1  .  .  R│ .  .  .  .
    2  M─ M─ R│ .  M┌ M─ M─
    3  .  .  R╵ .  M╵ .  .
"""
BRIDGE = """
    2  .  .  L│ R─ R┐ .  .  .  .
    3  .  .  L│ .  R╵ .  .  .  .
    4  .  .  L└ L╴ .  M╶ .  .  .
    5  .  .  .  .  J╷ .  .  .  .
"""
LIGHT = svg_kit.colours("light", "end-of-line")


class Seen:
    """A picture, looked at by the squares of its area."""

    def __init__(self, match, eyes=0):
        self.view = match.view(eyes)
        self.drawing = picture.svg(self.view)
        self.wide = float(self.drawing.partition('viewBox="0 0 ')[2].partition(" ")[0])
        self.dots = raster(self.drawing, 2 * round(self.wide)).astype(int)

    def at(self, row, column, down=0, right=0):
        """The colour at the middle of a square, or so many hundredths of it away."""
        size = self.view["size"]
        rim = picture._rim(size)
        unit = picture.AREA / (100 * size + 2 * rim)
        x = picture.LEFT + (rim + 100 * column + 50 + right) * unit
        y = picture.TOP + (rim + 100 * row + 50 + down) * unit
        zoom = self.dots.shape[1] / self.wide
        return self.dots[int(y * zoom), int(x * zoom)]


def is_near(found, name, far=6):
    wanted = [int(LIGHT[name][k : k + 2], 16) for k in (1, 3, 5)]
    return np.abs(found - wanted).max() <= far


def test_a_line_lies_on_its_squares_and_nowhere_else():
    seen = Seen(begin(OVER_AN_EDGE))
    for row in 0, 1, 2:
        assert is_near(seen.at(row, 2, down=35), "seat-R") and is_near(seen.at(row, 2, down=35, right=-11), "art-line")
    assert is_near(seen.at(2, 5, down=6), "seat-M") and is_near(seen.at(2, 0, down=6), "seat-M")
    assert is_near(seen.at(5, 5), "cell") and is_near(seen.at(2, 3), "cell")


def test_what_leaves_at_an_edge_shows_beyond_it_and_goes_through_a_gate_at_both():
    seen = Seen(begin(OVER_AN_EDGE))
    for column in -1, 6:  # its right side is an edge
        assert is_near(seen.at(2, column, down=-24, right=50), "seat-M")
    assert not is_near(seen.at(4, -1, down=-24, right=50), "seat-M")
    ghost, there, empty = seen.at(2, 7, down=6, right=-20), seen.at(2, 0, down=6, right=-20), seen.at(4, 7, right=-20)
    assert is_near(there, "seat-M") and not is_near(ghost, "seat-M")
    assert (np.abs(ghost - empty) > 20).any()


def test_a_line_that_is_cut_is_faint_and_has_a_cross_for_its_letter():
    whole, cut = (Seen(begin(BRIDGE, 4, mover="maize", cut=name)) for name in ("", "ruby"))
    cross = "M-8 -8L8 8M8 -8L-8 8"
    assert (whole.drawing.count(cross), cut.drawing.count(cross)) == (0, 1)
    assert is_near(whole.at(2, 4, down=45), "seat-R") and not is_near(cut.at(2, 4, down=45), "seat-R", far=40)
    assert is_near(cut.at(4, 2, right=45, down=6), "seat-L")


def test_where_the_next_card_may_lie_is_stitched():
    match = begin(BRIDGE, 4, mover="maize")
    places = [place["square"] for place in match.view()["places"]["lay"]]
    assert places == ["4,6"]
    assert is_near(Seen(match).at(4, 6, down=-30, right=-25), "hint")


@pytest.mark.parametrize("wall", ["0,0", "4,2"])
def test_a_wall_is_of_stone(wall):
    row, column = map(int, wall.split(","))
    seen = Seen(begin(seats=1, walls=wall))
    assert is_near(seen.at(row, column), "art-stone") and not is_near(seen.at(3, 3), "art-stone")


def test_a_bridge_lies_over_the_partners_line():
    match = begin(BRIDGE, 4, mode="teams", rounds=2, edition="en")
    assert not is_near(Seen(match).at(2, 2, right=40), "seat-R")
    match.push("left>2,1")
    assert is_near(Seen(match).at(2, 2, right=40), "seat-R")


def test_ones_own_hand_is_face_up_and_any_other_face_down():
    match = begin(
        OVER_AN_EDGE, hands={"ruby": "left left right right tee", "maize": "tee tee cross-0 straight straight"}
    )
    tip = "M-7 -35l7-7 7 7"
    assert [Seen(match, eyes).drawing.count(tip) for eyes in (0, 1)] == [6, 9]
