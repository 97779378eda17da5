"""The coach in real browsers at a real house: seen by all, a hint in two steps, and a word before a blunder."""

import re

import pytest
from playwright.sync_api import expect

from sobremesa import games, warm
from tests.support.selection import exhaustive
from tests.support.web.browser import PHONE
from tests.support.web.play import begin, begin_splut, drafted, lay, sight, sit

pytestmark = [pytest.mark.compiled, pytest.mark.filterwarnings("ignore::ResourceWarning")]


GAMES = ["splut", "end-of-line", "shut-the-lines", "outspeed"]


@pytest.fixture(scope="module", autouse=True)
def ready():
    """Whoever asks a coach here does not wait until it is compiled."""
    for game in map(games.find, GAMES):
        seats = 3 if game.name == "outspeed" else 2
        if not warm.is_coach_warm(game, seats):
            warm.make_coach_ready(game, seats)


def draft(someone, *moves):
    """Choose from the list."""
    for number, move in enumerate(moves):
        someone.page.keyboard.press("a")
        someone.page.locator(f'dialog [data-move="{move}"]').click()
        someone.page.wait_for_function("() => !document.querySelector('dialog')")
        drafted(someone, number)


def blunder(bob):
    """Draft what leaves a dwarf open, and wait until the coach has looked at it."""
    with bob.page.expect_response("**/weigh"):
        draft(bob, "Td8-d7", "Td7-c7")
    bob.page.locator("[data-act=do]").click()


def coached(person, **more):
    """Red has made the first step, and Green, whose turn it is, has a coach."""
    ada, bob = begin_splut(person, **more)
    draft(ada, "De2-e3")
    ada.page.locator("[data-act=do]").click()
    expect(bob.page.locator("[data-status=you]")).to_be_visible()
    if more:
        bob.page.locator(".peek .ib").click()
    bob.page.get_by_role("switch", name="A coach for me").and_(bob.page.locator(":visible")).click()
    if more:
        bob.page.get_by_role("button", name="Close").click()
    expect(bob.page.locator("[data-act=hint]")).to_be_visible()
    return ada, bob


def test_a_hint_comes_in_two_steps_and_is_drawn_on_the_board(person):
    ada, bob = coached(person)
    expect(ada.page.locator("[data-seat=green]").get_by_text("coach")).to_be_visible()
    expect(ada.page.locator("[data-act=hint]")).to_have_count(0)
    page = bob.page
    page.locator("[data-act=hint]").press("Enter")
    bubble = page.locator(".bubble")
    expect(bubble).to_contain_text("Look at your")
    assert bob.violations() == []
    bubble.get_by_role("button", name="Show me").press("Enter")
    expect(bubble).to_contain_text(re.compile(r"Green's \w+ \w+ from"))
    expect(page.locator(".advice")).to_be_visible()
    assert bob.violations() == []


@pytest.mark.parametrize("theme", [exhaustive("light"), "dark"])
def test_who_would_give_much_away_is_asked_and_takes_what_is_better(person, theme):
    _, bob = coached(person, color_scheme=theme, **PHONE)
    page = bob.page
    page.locator("[data-act=hint]").click()
    expect(page.locator(".bubble")).to_contain_text("Look at your")
    assert bob.violations() == [] and bob.fits()
    page.get_by_role("button", name="Enough of that").click()
    blunder(bob)
    asked = page.get_by_role("dialog", name="Play it anyway?")
    expect(asked).to_contain_text("After that Red's troll can bring the rock on")
    assert bob.violations() == [] and bob.fits()
    asked.get_by_role("button", name="Take that instead").click()
    expect(asked).to_have_count(0)
    bob.until(lambda: sight(bob)["draft"] not in ([], ["Td8-d7", "Td7-c7"]))


def test_one_tap_plays_on(person):
    ada, bob = coached(person)
    blunder(bob)
    bob.page.get_by_role("button", name="Play it anyway").click()
    expect(ada.page.locator("[data-status=you]")).to_be_visible()


def test_whoever_lays_the_table_can_do_without(person):
    ada, bob = person(), person()
    table = lay(ada, "splut")
    sit(ada)
    ada.page.get_by_role("switch", name="A coach for who wants one").click()
    ada.until(lambda: not ada.state["about"]["manner"]["coach"])
    bob.post("/api/guests", name="Bob")
    bob.see(f"/table/{table}")
    sit(bob)
    begin(ada, bob)
    expect(ada.page.get_by_role("switch")).to_have_count(0)


@pytest.mark.parametrize("game", GAMES)
def test_a_hint_says_what_decides_in_every_game(person, game):
    """Against a bot, from the first choice on: what it is good for is said in words of the game, with its numbers."""
    one = person(**PHONE)
    page = one.see("/")
    page.locator(f"article[data-game={game}]").get_by_role("button", name="Play now").click()
    expect(page.locator("[data-status=you]")).to_be_visible()
    page.locator(".peek .ib").click()
    page.get_by_role("switch", name="A coach for me").and_(page.locator(":visible")).click()
    page.get_by_role("button", name="Close").click()
    page.locator("[data-act=hint]").click()
    bubble = page.locator(".bubble")
    expect(bubble).to_contain_text(LOOK[game])
    bubble.get_by_role("button", name="Show me").click()
    expect(page.locator("[data-hint='2']")).to_contain_text(WHY[game])
    assert one.violations() == [] and one.fits()


LOOK = {
    "splut": "Look at your",
    "end-of-line": re.compile(r"squares can stay within reach|ways to lay the next card|You have only one choice"),
    "shut-the-lines": re.compile(r"% of the next throws|line lacks \w+|You have only one choice"),
    "outspeed": re.compile(r"The routes lead to zones|has room for"),
}
WHY = {
    "splut": re.compile(r"Red's \w+ walks"),
    "end-of-line": re.compile(r"of your \d cards|lays"),
    "shut-the-lines": re.compile(r"lines of this round|covers"),
    "outspeed": re.compile(r"zone \d+"),
}
