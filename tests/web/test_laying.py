"""Every mode and option of the four games, laid through the page as a person would, and begun."""

import random
import re

import pytest
from playwright.sync_api import expect

from sobremesa import games
from sobremesa.games.outspeed.tiles import HOUSE
from tests.support.selection import exhaustive
from tests.support.server.serving import Server
from tests.support.web.play import lay, sit

pytestmark = [pytest.mark.compiled, pytest.mark.filterwarnings("ignore::ResourceWarning")]
OWN = HOUSE.read_text().replace('{ symbol = "A", zones = 1, source', '{ symbol = "A", zones = 2, source', 1)


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """A house with a folder of its own for the tiles that people bring."""
    folder = tmp_path_factory.mktemp("laying")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SOBREMESA_HOME", str(folder))
        running = Server(folder / "house.db", "--no-limits")
        yield running
        running.kill()


def befriend(person, game):
    """From the front page to a table of one's own, where one sits."""
    page = person.see("/")
    page.locator(f"article[data-game={game}]").get_by_role("button", name="With friends").click()
    expect(page.get_by_role("group", name="Clock")).to_be_visible()
    return page


def pick(page, group, value):
    """One of a few values, by its words."""
    page.get_by_role("group", name=group, exact=True).get_by_role("radio", name=value, exact=True).check(force=True)


def agreed(person, **wanted):
    """Wait until the table has agreed on that; gives all options."""
    seats = wanted.pop("seats", None)

    def options():
        about = person.state["about"]
        return seats in (None, len(about["places"])) and wanted.items() <= about["options"].items() and about["options"]

    return person.until(options)


def test_a_slow_click_counts_where_a_number_was_being_typed(person):
    """The press ends the typing; what that changes on the page comes only after the release."""
    one = person()
    page = befriend(one, "splut")
    page.get_by_text("Rules in detail").click()
    page.get_by_role("spinbutton", name="Turn limit").fill("40")
    switch = page.get_by_role("switch", name="Rock beside a sorcerer may float")
    switch.scroll_into_view_if_needed()
    box = switch.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.wait_for_timeout(400)  # as long as a finger rests
    assert switch.bounding_box() == box
    page.mouse.up()
    agreed(one, turn_limit="40", levitate_adjacent="off")


def begin_with_bots(person):
    page = person.page
    fill = page.get_by_role("button", name=re.compile("with bots|Put a bot"))
    if fill.count():
        fill.click()
        page.get_by_role("dialog").get_by_role("button", name=re.compile("^Beginner")).click()
    page.get_by_role("button", name="Begin", exact=True).click()
    page.locator("[data-status]").first.wait_for()
    page.locator(".spot svg").first.wait_for()
    assert person.state["about"]["state"] in ("playing", "over")


@pytest.mark.parametrize(
    ("mode", "value", "seats"),
    [
        exhaustive("Against each other", "versus", 2),
        ("Against each other", "versus", 8),
        ("Teams of two", "teams", 6),
        ("Puzzle for one", "solo", 1),
        exhaustive("Together", "coop", 3),
        exhaustive("Classic solitaire", "classic", 1),
    ],
)
def test_every_mode_of_end_of_line_is_laid_by_clicking_and_begins(person, mode, value, seats):
    one = person()
    page = befriend(one, "end-of-line")
    address = page.url
    pick(page, "What is played", mode)
    agreed(one, mode=value)
    if seats > 1:
        pick(page, "Seats", str(seats))
    agreed(one, mode=value, seats=seats)
    if value in ("solo", "coop", "classic"):
        area = page.get_by_role("group", name=re.compile("^Walls"))
        area.get_by_role("button", name="Row 0, column 1", exact=True).click()
        agreed(one, walls="0,1")
        area.get_by_role("button", name="Row 2, column 0", exact=True).click()
        agreed(one, walls="0,1 2,0")
    if value in ("solo", "coop"):
        pick(page, "Deck", "all in sight")
        agreed(one, deck="open", walls="0,1 2,0")
    if value == "teams":
        page.get_by_text("Rules in detail").click()
        pick(page, "Edition", "2020, English")
        agreed(one, edition="en", cross_cost="0", boxed_in="on")
        page.get_by_role("switch", name="Boxed in is out").click()
        agreed(one, boxed_in="off")
        expect(page.get_by_text("In this edition: yes")).to_be_visible()
        expect(page.get_by_text("Ruby · with Papaya")).to_be_visible()
    assert page.url == address
    begin_with_bots(one)
    assert one.state["about"]["options"]["mode"] == value and len(one.state["about"]["places"]) == seats


@pytest.mark.parametrize(("seats", "limit"), [(2, None), (3, "40"), (4, None)])
def test_splut_is_laid_for_two_three_or_four(person, seats, limit):
    one = person()
    page = befriend(one, "splut")
    pick(page, "Seats", str(seats))
    agreed(one, seats=seats)
    page.get_by_text("Rules in detail").click()
    if limit:
        page.get_by_role("spinbutton", name="Turn limit").fill(limit)
        page.get_by_role("switch", name="Rock beside a sorcerer may float").click()
        agreed(one, turn_limit=limit, levitate_adjacent="off", seats=seats)
        expect(page.get_by_text("2 changed")).to_be_visible()
    begin_with_bots(one)


def test_every_figure_of_shut_the_lines_is_laid_and_alone_there_are_rounds(person):
    one = person()
    page = befriend(one, "shut-the-lines")
    figures = {
        "hexagram": ("1", "5"),
        "heptagram": ("2", "5"),
        "4 \u00d7 4": ("3", "10"),
        "5 \u00d7 5": ("4", "10"),
        "one after the other": ("ladder", "10"),
        "by lot": ("random", "10"),
        "who begins chooses": ("choose", "10"),
    }
    page.get_by_text("Rules in detail").click()
    for words, (plan, target) in figures.items():
        pick(page, "Figure", words)
        agreed(one, plans=plan, target=target)
        assert page.get_by_label("A figure of your own").count() == (plan in "1234")
    begin_with_bots(one)
    page = befriend(one, "shut-the-lines")
    pick(page, "Figure", "heptagram")
    pick(page, "Seats", "1")
    agreed(one, plans="2", seats=1)
    page.get_by_text("Rules in detail").click()
    expect(page.get_by_role("spinbutton", name="Rounds")).to_be_visible()
    assert page.get_by_role("spinbutton", name="Points to win").count() == 0
    figure = page.get_by_label("A figure of your own")
    figure.fill("1 2 3")
    page.get_by_role("button", name="Use it").click()
    expect(page.get_by_role("alert")).to_contain_text("12, 14, 16 or 25 numbers")
    figure.fill("12 11 6 5 8 10 1 7 3 9 2 4")
    page.get_by_role("button", name="Use it").click()
    agreed(one, layout="12 11 6 5 8 10 1 7 3 9 2 4", plans="1")
    begin_with_bots(one)


def test_outspeed_is_laid_with_tiles_of_ones_own_that_everybody_at_the_table_gets(person, tmp_path):
    one, other = person(), person()
    page = befriend(one, "outspeed")
    expect(page.get_by_text("our reconstruction")).to_be_visible()
    with page.expect_download() as told:
        page.get_by_role("link", name="Download our tiles as a file").click()
    template = told.value.path().read_text()
    assert template == HOUSE.read_text() and told.value.suggested_filename == "outspeed-house.toml"
    mine = tmp_path / "mine.toml"
    mine.write_text(template.replace("zones = 3", "zomes = 3"))
    page.locator("input[type=file]").set_input_files(mine)
    expect(page.get_by_role("alert")).to_contain_text("a route has no such field. Did you mean zones?")
    one.faults.clear()  # that the house has refused a file
    mine.write_text(OWN)
    page.locator("input[type=file]").set_input_files(mine)
    expect(page.get_by_text("1 route differs from ours.")).to_be_visible()
    tiles = agreed(one, seats=3)["tiles"]
    assert re.fullmatch("[0-9a-f]{16}", tiles)
    pick(page, "Seats", "4")
    page.get_by_role("switch", name="First game").click()
    agreed(one, seats=4, first_game="on", tiles=tiles)
    other.see(page.url)
    sit(other)
    link = other.page.get_by_role("link", name=f"A set of one\u2019s own, {tiles}")
    assert other.context.request.get(link.get_attribute("href")).text() == OWN
    expect(page.get_by_text("Agreed when the table was laid.")).to_be_visible()
    assert page.get_by_role("radio").count() == 0
    begin_with_bots(one)
    assert len(one.state["about"]["places"]) == 4


@pytest.mark.parametrize("game", games.names())
def test_whatever_the_page_offers_the_house_accepts(person, game):
    """Somebody clicks on many things in a row: nothing is refused, the link stays, and in the end it begins."""
    one = person()
    page = befriend(one, game)
    address, rng = page.url, random.Random(game)
    if page.get_by_text("Rules in detail").count():
        page.get_by_text("Rules in detail").click()
    things = ".agreed input:not([type=file]):not([type=number]), .agreed .area button:not([aria-disabled=true])"
    for _ in range(24):
        things_now = page.locator(things)
        chosen = things_now.nth(rng.randrange(things_now.count()))
        chosen.dispatch_event("click")
        page.wait_for_function("() => !document.querySelector('.agreed[aria-busy=true]')")
        assert page.get_by_text("That does not work").count() == 0
    for term in page.evaluate(
        """async ([game, { places, options }]) => (await (await fetch(`/api/games/${game}/terms`, {
          method: 'POST', headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ seats: places.length, options }) })).json()).dropped""",
        [game, one.state["about"]],
    ):
        raise AssertionError(f"{term} is agreed, and does not fit")
    assert page.url == address
    begin_with_bots(one)


def test_with_the_keyboard_the_focus_stays_where_one_chooses(person):
    one = person()
    page = befriend(one, "end-of-line")
    page.get_by_role("radio", name="Against each other").focus()
    page.keyboard.press("ArrowDown")
    agreed(one, mode="teams")
    page.keyboard.press("ArrowDown")
    agreed(one, mode="solo")
    assert page.evaluate("document.activeElement.value") == "solo"
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.dataset.square") == "0,0"
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    agreed(one, walls="4,0")
    assert page.evaluate("document.activeElement.dataset.square") == "4,0"
    expect(page.locator("[data-square='4,0']")).to_have_attribute("aria-pressed", "true")


@pytest.mark.parametrize(
    ("theme", "size"), [exhaustive("light", (1440, 900)), ("dark", (390, 844)), exhaustive("light", (320, 640))]
)
def test_axe_finds_nothing_wrong_with_a_table_that_is_laid(person, theme, size):
    one = person(color_scheme=theme, viewport={"width": size[0], "height": size[1]})
    for game, seats, options in (
        ("end-of-line", 8 if size[0] == 320 else 2, {"mode": "coop", "walls": "0,0"}),
        ("outspeed", 6, {}),
        ("shut-the-lines", 1, {"mercy": "on"}),
    ):
        lay(one, game, seats, **options)
        sit(one)
        expect(one.page.get_by_role("group", name="Clock")).to_be_visible()
        if one.page.get_by_text("Rules in detail").count():
            one.page.get_by_text("Rules in detail").click()
        assert one.violations() == []
        assert one.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), game


@pytest.mark.parametrize("language", ["es-ES", "de-DE", "fr-FR"])
def test_in_each_language_every_option_has_words_and_fits_a_small_telephone(person, language):
    one = person(language=language, viewport={"width": 320, "height": 640})
    for game, seats, options in (("end-of-line", 4, {"mode": "teams"}), ("outspeed", 3, {}), ("shut-the-lines", 2, {})):
        lay(one, game, seats, **options)
        one.page.locator(".agreed fieldset").first.wait_for()
        told = one.page.locator(".agreed").inner_text()
        assert not re.search(r"\b[a-z]+_[a-z]+\b|\{\w+\}|undefined", told), told
        assert one.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), game


@pytest.mark.parametrize("game", games.names())
def test_every_game_is_one_click_away(person, game):
    one = person()
    page = one.see("/")
    page.locator(f"article[data-game={game}]").get_by_role("button", name="Play now").click()
    page.wait_for_url("**/table/**")
    page.locator("[data-status]").first.wait_for()
    about = one.state["about"]
    assert about["state"] == "playing"
    assert [bool(place["bot"]) for place in about["places"]] == [False, *[True] * (2 if game == "outspeed" else 1)]
    assert about["options"].get("first_game", "on") == "on"


def test_the_days_puzzle_is_one_click_away_and_the_same_for_two(person):
    views = []
    for each in person(), person():
        page = each.see("/")
        page.get_by_role("button", name="Try it").click()
        page.wait_for_url("**/table/**")
        page.locator("[data-status]").first.wait_for()
        [seen] = each.state["seats"].values()
        views.append((seen["view"], each.state["about"]["options"], each.state["about"]["puzzle"]))
    assert views[0] == views[1] and views[0][2]
