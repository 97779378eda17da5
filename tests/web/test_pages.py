"""People in real browsers at a real house."""

import json
import random
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.support.selection import exhaustive
from tests.support.web.browser import MOVING, PHONE
from tests.support.web.play import awaited, begin, from_list, lay, on_the_board, sit, to_the_end, with_keys

pytestmark = [pytest.mark.compiled, pytest.mark.filterwarnings("ignore::ResourceWarning")]
HEADLINE = json.loads((Path(__file__).parents[2] / "web" / "src" / "words" / "front.json").read_text())["headline"]


@pytest.mark.parametrize(("game", "options"), [("splut", {"turn_limit": 4}), ("shut-the-lines", {"target": 1})])
def test_two_people_play_a_match_to_its_end_and_one_looks_on(person, game, options):
    one, other, watcher = person(**MOVING), person(), person()
    name = lay(one, game, **options)
    other.see(f"/table/{name}")
    sit(one)
    sit(other)
    begin(one, other)
    watcher.see(f"/table/{name}")
    rng = random.Random(1)
    to_the_end(lambda each: from_list(each, rng), one, other)
    for each in one, other, watcher:
        expect(each.page.locator("[data-status=over]")).to_be_visible()
    assert watcher.state["you"] == []
    one.page.locator("[data-act=rematch]").click()
    other.page.locator("[data-act=rematch]").click()
    one.page.wait_for_url(lambda url: name not in url)
    other.page.wait_for_url(lambda url: name not in url)
    watcher.see(f"/replay/{name}")
    watcher.page.keyboard.press("Home")
    watcher.page.keyboard.press("ArrowRight")
    assert watcher.violations() == []


def test_a_bot_is_one_click_away(person):
    one = person()
    one.see("/")
    one.page.locator("[data-game=splut]").get_by_role("button").first.click()
    one.page.wait_for_url("**/table/**")
    rng = random.Random(2)
    for _ in range(3):
        from_list(awaited(one), rng)


def test_a_reload_and_a_house_that_closes_and_opens_lose_nothing(person, house):
    one, other = person(), person()
    name = lay(one, "splut")
    other.see(f"/table/{name}")
    sit(one)
    sit(other)
    begin(one, other)
    rng = random.Random(3)
    from_list(awaited(one, other), rng)
    one.page.reload()
    assert awaited(one, other) is other
    from_list(other, rng)
    house.kill()
    expect(one.page.locator("[data-status=lost]")).to_be_visible()
    house.start()
    expect(one.page.locator("[data-status=lost]")).to_have_count(0)
    moves = one.state["about"]["moves"]
    assert awaited(one, other) is not None
    from_list(awaited(one, other), rng)
    assert one.state["about"]["moves"] >= moves
    one.faults.clear()  # that the house was not there
    other.faults.clear()


@pytest.mark.parametrize("language", ["en-GB", "es-ES", "de-DE", "fr-FR"])
def test_the_first_visit_speaks_the_browsers_language(person, language):
    one = person(language=language)
    one.see("/")
    expect(one.page.locator("html")).to_have_attribute("lang", language[:2])
    expect(one.page.locator("h1").first).to_have_text(HEADLINE[language[:2]])
    lay(one, "splut")
    assert one.violations() == []


@pytest.mark.parametrize(
    ("theme", "size"),
    [("light", (1440, 900)), exhaustive("dark", (1024, 768)), exhaustive("light", (390, 844)), ("dark", (320, 640))],
)
def test_no_page_has_a_fault_that_axe_finds(person, theme, size):
    one = person(color_scheme=theme, viewport={"width": size[0], "height": size[1]})
    one.see("/")
    assert one.violations() == []
    for game in "splut", "shut-the-lines":
        lay(one, game, 2)
        assert one.violations() == []
        sit(one)
        table = one.page.url.rpartition("/")[2]
        assert one.fits(), (game, size)
        assert table
    one.see("/nowhere/at/all")
    assert one.violations() == []
    one.faults.clear()  # a page that is not there is told to be so


def test_a_phone_can_play(person):
    one = person(**PHONE)
    lay(one, "shut-the-lines", 1)
    sit(one)
    begin(one)
    rng = random.Random(4)
    for _ in range(3):
        from_list(awaited(one), rng)
    assert one.fits()
    assert one.violations() == []


@pytest.mark.parametrize(("game", "options"), [("splut", {"turn_limit": 4}), ("shut-the-lines", {"target": 1})])
def test_a_match_with_the_keyboard_alone(person, game, options):
    one = person()
    name = lay(one, game, **options)
    sit(one)
    other = person()
    other.see(f"/table/{name}")
    sit(other)
    begin(one, other)
    rng = random.Random(5)
    to_the_end(lambda each: (with_keys if each is one else from_list)(each, rng), one, other)


def test_splut_is_played_on_its_board(person):
    one, other = person(**MOVING), person()
    name = lay(one, "splut", turn_limit=5)
    other.see(f"/table/{name}")
    sit(one)
    sit(other)
    begin(one, other)
    rng = random.Random(6)
    to_the_end(lambda each: on_the_board(each, rng), one, other)


def test_the_scripts_of_a_table_are_small(person):
    one = person()
    sizes = {}
    one.page.on("response", lambda answer: sizes.update({answer.url: int(answer.headers.get("content-length", 0))}))
    lay(one, "splut")
    sit(one)
    one.page.wait_for_timeout(500)
    scripts = [size for url, size in sizes.items() if url.endswith(".js")]
    assert scripts and sum(scripts) <= 150_000, sizes
