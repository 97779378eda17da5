"""Drawings become dots, and a match a picture that moves."""

from io import BytesIO
from itertools import pairwise

import pytest
from PIL import Image

from sobremesa import REFEREE, Match
from sobremesa.mistakes import BadOption
from sobremesa.play import picture, raster


def played(game, moves, **more):
    match = Match(game, seed="7", **more)
    for _ in range(moves):
        if not match.is_over:
            match.push(match.legal_moves[-1])
    return match


def test_a_film_has_the_beginning_and_the_end_and_a_moment_for_each_turn():
    match = played("splut", 9)
    found = picture.drawings(match)
    assert found[0] == match.at(0).svg() and found[-1] == match.svg()
    assert len(found) == 1 + len({n for n in range(1, 9) if match.moves[n - 1].seat != match.moves[n].seat}) + 1
    assert picture.drawings(Match("splut")) == [Match("splut").svg()]


def test_moments_in_which_nothing_changed_for_these_eyes_are_left_out():
    match = played("outspeed", 6, seats=3)
    found = picture.drawings(match)
    assert len(found) <= len(picture.drawings(match, REFEREE))
    assert all(one != other for one, other in pairwise(found))


def test_of_many_some_are_shown_the_first_and_the_last_among_them():
    assert picture.thinned(range(5), 5) == [0, 1, 2, 3, 4]
    some = picture.thinned(range(1000), 7)
    assert (some[0], some[-1], len(some)) == (0, 999, 7) and some == sorted(set(some))


@pytest.mark.parametrize("kind", raster.MOVING)
def test_drawings_of_several_sizes_become_one_film(kind):
    small, large = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 {height}">'
        f'<rect width="20" height="{height}" fill="#f00"/><rect x="20" width="20" height="{height}" fill="#00f"/>'
        f'<circle cx="20" cy="10" r="{height / 4}" fill="#fff"/></svg>'
        for height in (20, 30)
    )
    film = Image.open(BytesIO(raster.moving([small, large], kind, 80)))
    assert (film.size, film.n_frames, film.info.get("loop")) == ((80, 60), 2, 0)
    bottom = film.convert("RGB").getpixel((10, 59)), film.convert("RGB").getpixel((70, 59))
    assert bottom[0][0] > 200 > bottom[0][2] and bottom[1][2] > 200 > bottom[1][0], "the cloth does not go on below"
    film.seek(1)
    film.load()
    assert film.info["duration"] == raster.LAST


def test_a_still_is_as_wide_as_asked_and_what_moves_is_known():
    drawing = Match("shut-the-lines", seed="1").svg()
    assert Image.open(BytesIO(raster.still(drawing, 300))).width == 300
    with pytest.raises(BadOption, match="webp, gif, apng"):
        raster.moving([drawing], "mp4", 100)
