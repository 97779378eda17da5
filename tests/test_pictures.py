"""Positions draw themselves: in both themes, whatever was agreed, and with nothing in them that others may not see."""

import itertools
import random
import re
from html import unescape
from xml.etree import ElementTree

import numpy as np
import pytest

from sobremesa import Match, games
from sobremesa.games import svg_kit
from sobremesa.kernel import REFEREE, SPECTATOR, calls
from sobremesa.lab import render
from sobremesa.lab.single import NOBODY, Single
from sobremesa.mistakes import BadOption
from sobremesa.play.ending import Ending
from tests.support.selection import exhaustive
from tests.toys import sealed

GAMES = games.names()
CASES = [(name, seats, options) for name in GAMES for seats, options in games.find(name).cases()]
KNOWN = {"svg", "title", "g", "path", "rect", "circle", "ellipse", "line", "polygon", "polyline"}


def positions(game, seats, options, seed, every=1):
    """Some positions of a random match, the first and the last among them."""
    rng, single = random.Random(seed), Single(game, seats, seed=seed, **options)
    for step in itertools.count():
        if step % every == 0 or single.turn == NOBODY:
            yield single.position.copy()
        if single.turn == NOBODY:
            return
        single.step(rng.choice(single.legal()))


def check(drawing):
    """That a drawing needs nothing else and disturbs nobody; its elements."""
    root = ElementTree.fromstring(drawing)
    elements = list(root.iter())
    assert {element.tag.removeprefix("{http://www.w3.org/2000/svg}") for element in elements} <= KNOWN
    for element in elements:
        for name, value in element.attrib.items():
            assert name not in ("id", "class", "href"), name
            assert not re.search(r"var\(|url\(|NaN|None|nan|inf\b|currentColor|color-mix", value), (name, value)
            assert name != "style" or element is root
    [title] = [element.text for element in elements if element.tag.endswith("title")]
    assert root.get("role") == "img" and title and "None" not in title
    return elements


def size(drawing):
    _, _, width, height = map(float, ElementTree.fromstring(drawing).get("viewBox").split())
    return width, height


@pytest.mark.parametrize(
    ("name", "seats", "options"), [exhaustive(*case) if n % 4 else case for n, case in enumerate(CASES)]
)
def test_a_match_of_every_case_is_drawn_from_its_first_position_to_its_last(name, seats, options):
    game, seen = games.find(name), set()
    for n, position in enumerate(positions(name, seats, options, seed=seats, every=13)):
        eyes = [SPECTATOR, REFEREE, *range(seats)][n % (seats + 2)]
        theme = svg_kit.THEMES[n % 2]
        drawing = render.svg(game, position, eyes, theme)
        check(drawing)
        seen.add(drawing)
    assert len(seen) > 1


@pytest.mark.parametrize("name", GAMES)
def test_each_theme_has_its_colours(name):
    match = Match(name, seed=1)
    light, dark = (match.svg(theme=theme) for theme in svg_kit.THEMES)
    assert light == match.svg() != dark
    for drawing, theme in (light, "light"), (dark, "dark"):
        check(drawing)
        assert svg_kit.colours(theme, name)["cloth"] in drawing
    assert size(light) == size(dark)
    with pytest.raises(BadOption, match="light or dark, not 'dusk'"):
        match.svg(theme="dusk")


@pytest.mark.parametrize("name", GAMES)
def test_what_a_seat_may_not_know_is_not_in_its_drawing(name):
    game, rng, dealt_otherwise = games.find(name), np.array([77], np.uint64), 0
    for seats, options in [game.agree(None, {}), game.agree(max(game.seats), {})]:
        for position in positions(name, seats, options, seed=3, every=5):
            for eyes in range(seats):
                other = position.copy()
                calls.deal(other, eyes, rng)
                dealt_otherwise += other.tobytes() != position.tobytes()
                assert render.svg(game, other, eyes) == render.svg(game, position, eyes)
    assert bool(dealt_otherwise) == game.secrets(options)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("theme", svg_kit.THEMES)
def test_it_becomes_dots_of_colour(name, theme):
    game = games.find(name)
    first, *_, last = positions(name, *game.agree(None, {}), seed=2)
    for wide in 320, 640:
        begun, ended = (render.pixels(game, position, theme=theme, width=wide) for position in (first, last))
        width, height = size(render.svg(game, first))
        assert begun.dtype == np.uint8 and begun.shape[1:] == (wide, 3)
        assert begun.shape[0] == pytest.approx(wide * height / width, abs=1)
        assert len(np.unique(begun.reshape(-1, 3), axis=0)) > 50
        assert begun.shape != ended.shape or (begun != ended).any()
    cloth = np.array([int(svg_kit.colours(theme, name)["cloth"][k : k + 2], 16) for k in (1, 3, 5)])
    assert np.abs(begun[2, wide // 2] - cloth).max() <= 30  # nothing shines through: the corners are cloth as well
    assert np.abs(begun[2, 2].astype(int) - cloth).max() <= 30


@pytest.mark.parametrize("seats", games.find("splut").seats)
def test_a_team_has_the_colour_that_it_is_called_by(seats):
    match, of = Match("splut", seats, seed=1), svg_kit.colours("light", "splut")
    signs = {"red": "R", "yellow": "M", "green": "J", "blue": "L"}
    drawn = {name for name, sign in signs.items() if of[f"seat-{sign}"] in match.svg()}
    assert drawn == set(match.seat_names)


def test_every_sign_is_drawn_and_as_wide_as_it_says():
    for sign in svg_kit._strokes():
        drawing = svg_kit.sheet(20, 20, sign, svg_kit.write(sign, 10, 10, 10, "#fff", weight=0.1))
        dots = render.raster(drawing, 400)[:, :, 0] > 100
        rows, columns = (np.flatnonzero(dots.any(axis=axis)) / 20 for axis in (1, 0))
        assert columns[-1] - columns[0] == pytest.approx(svg_kit.breadth(sign, 10) + 1, abs=0.5), sign
        assert columns[0] + columns[-1] == pytest.approx(20, abs=0.45), sign
        assert rows[0] >= 3 and rows[-1] <= 18.5, sign


@pytest.mark.parametrize("anchor", ["start", "middle", "end"])
def test_a_text_lies_where_it_is_anchored(anchor):
    dots = render.raster(svg_kit.sheet(400, 20, "x", svg_kit.write("Hill 10", 200, 10, 10, "#fff", anchor=anchor)), 800)
    columns = np.flatnonzero(dots[:, :, 0].any(axis=0)) / 2
    wide = svg_kit.breadth("Hill 10", 10)
    left = {"start": 200, "middle": 200 - wide / 2, "end": 200 - wide}[anchor]
    assert columns[0] == pytest.approx(left, abs=1.5) and columns[-1] == pytest.approx(left + wide, abs=1.5)


@pytest.mark.parametrize("theme", svg_kit.THEMES)
def test_every_drawing_of_ours_can_be_placed(theme):
    of = svg_kit.colours(theme, "outspeed")
    names = sorted(path.stem for path in svg_kit.FOLDER.glob("*.svg") if path.stem not in ("icons", "logo-wordmark"))
    assert len(names) > 30
    for name in names:
        drawn = svg_kit.art(name, 0, 0, 60, of, seat="V", glyph="#123456")
        elements = check(svg_kit.sheet(60, 60, name, drawn))
        assert len(elements) > 3
    assert of["seat-V"] in svg_kit.art("outspeed-ship", 0, 0, 60, of, seat="V")
    for name in svg_kit._icons():
        check(svg_kit.sheet(24, 24, name, svg_kit.icon(name, 0, 0, 24, of["ink"])))


def test_a_notebook_shows_the_drawing_and_what_is_expected():
    match = Match("splut", 2, seed=1)
    shown = match._repr_html_()
    assert match.svg() in shown and match.expected() in unescape(shown)
    while not match.is_over:
        match.play(random.Random(len(match.moves)).choice(match.legal_moves))
    shown = match._repr_html_()
    assert match.svg() in shown and re.search(r"wins|draw", shown.partition("<figcaption>")[2])
    ElementTree.fromstring(shown)


def test_a_notebook_shows_a_match_that_people_ended():
    match = Match("splut", 2, seed=1, players=["<b>", "Bo"])
    match.ending = Ending("resigned", 0)
    assert match.say_ending() and match.say_ending() in unescape(match._repr_html_())
    ElementTree.fromstring(match._repr_html_())


def test_a_game_without_pictures_is_shown_as_text():
    match = Match(sealed.GAME, 2)
    assert f"<pre>{match.board()}</pre>" in unescape(match._repr_html_())
