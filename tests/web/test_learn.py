"""Learning in a real browser: lessons by keyboard and by touch, progress, the way to a match, the rules."""

import re

import pytest
from playwright.sync_api import expect

from tests.support.selection import exhaustive
from tests.support.web.browser import PHONE

pytestmark = [pytest.mark.compiled, pytest.mark.filterwarnings("ignore::ResourceWarning")]
NARROW = {"viewport": {"width": 320, "height": 640}, "has_touch": True}


def choose(person, name):
    """From the list of all choices, by keys alone."""
    person.page.keyboard.press("a")
    person.page.locator("dialog").get_by_role("button", name=re.compile(name)).focus()
    person.page.keyboard.press("Enter")


def test_a_lesson_with_the_keyboard_alone_and_its_progress(person):
    one = person()
    one.see("/")
    one.page.get_by_role("link", name=re.compile("^Learn")).first.focus()
    one.page.keyboard.press("Enter")
    one.page.wait_for_url("**/learn")
    one.page.get_by_role("link", name="Begin · Splut!").focus()
    one.page.keyboard.press("Enter")
    one.page.wait_for_url("**/learn/splut/1")
    expect(one.page.get_by_text("Lead your dwarf one square ahead")).to_be_visible()
    choose(one, "sorcerer walks from d2 to d3")
    expect(one.page.get_by_text("That is your sorcerer")).to_be_visible()
    assert one.violations() == []
    one.page.get_by_role("button", name="Take it back").focus()
    one.page.keyboard.press("Enter")
    expect(one.page.get_by_text("Lead your dwarf one square ahead")).to_be_visible()
    choose(one, "dwarf walks from e2 to e3")
    expect(one.page.get_by_text("Begin with your sorcerer")).to_be_visible()
    expect(one.page.get_by_role("button", name="Show me")).to_be_enabled()
    one.page.get_by_role("button", name="Show me").click()
    expect(one.page.get_by_text("Done!")).to_be_visible()
    assert one.violations() == []
    one.page.get_by_role("link", name="Next lesson").click()
    expect(one.page.get_by_role("heading", name="The dwarf pushes")).to_be_visible()
    one.see("/learn")
    expect(one.page.get_by_text("1 of 12 done")).to_be_visible()
    assert one.page.evaluate("localStorage['sobremesa-lessons']") == '{"splut-step":["De2-e3","Sd2-d3"]}'
    one.post("/api/guests", name="Ada")  # now the house knows who it is
    one.see("/learn/splut")
    done = one.page.get_by_role("link", name="Lesson 1: The first step, done")
    expect(done.locator("svg")).to_be_visible()
    assert done.locator("svg").bounding_box()["width"] > 10
    one.until(lambda: not one.page.evaluate("localStorage['sobremesa-lessons']"))
    done = one.context.request.get("/api/lessons/splut").json()["lessons"]
    assert [each["id"] for each in done if each["done"]] == ["splut-step"]
    assert one.page.evaluate("localStorage['sobremesa-lessons']") is None


def test_the_last_lesson_leads_to_a_match_against_the_easiest_bot(person):
    one = person(**PHONE)
    one.see("/learn/shut-the-lines/12")
    one.page.get_by_role("button", name="Show me").click()
    expect(one.page.get_by_text("That was the last lesson")).to_be_visible()
    assert one.fits() and one.violations() == []
    expect(one.page.get_by_role("link", name="Try puzzles")).to_have_attribute("href", "/puzzles/throw")
    one.page.get_by_role("button", name="Play against the easiest bot").click()
    one.page.wait_for_url("**/table/**")
    one.page.locator("[data-status]").first.wait_for()


@pytest.mark.parametrize(
    ("game", "theme"),
    [
        ("splut", "light"),
        exhaustive("end-of-line", "dark"),
        exhaustive("shut-the-lines", "light"),
        ("outspeed", "dark"),
    ],
)
def test_lessons_and_rules_fit_a_telephone(person, game, theme):
    one = person(**NARROW, color_scheme=theme)
    for page in f"/learn/{game}", f"/learn/{game}/2", f"/learn/{game}/rules":
        one.see(page)
        one.page.locator("main h2:visible").first.wait_for()
        assert one.fits(), page
        assert one.violations() == [], page


def test_where_there_is_no_lesson_it_says_so_and_other_languages_are_spoken(person):
    one = person(language="de-DE")
    one.see("/learn/splut/99")
    expect(one.page.get_by_text("Diese Lektion gibt es nicht.")).to_be_visible()
    one.see("/learn/outspeed/1")
    expect(one.page.get_by_text("Alle wählen gleichzeitig und verdeckt eine Route")).to_be_visible()
