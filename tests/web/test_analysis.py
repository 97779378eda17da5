"""A match looked at again in a real browser: its graph, what was given away, the best move on the board, what if."""

import random

import pytest
from playwright.sync_api import expect

from tests.support.analysis import BLUNDER
from tests.support.web.analysis import analysed, play_texts, play_to_the_end, sit_alone
from tests.support.web.browser import PHONE

pytestmark = [pytest.mark.compiled, pytest.mark.filterwarnings("ignore::ResourceWarning")]


def test_a_blunder_is_found_shown_and_played_otherwise(person):
    one = person(viewport={"width": 1440, "height": 900})
    name = play_texts(sit_alone(one, "splut"), BLUNDER)
    page = analysed(one, name)
    page.get_by_role("button", name="Blunder").filter(has_text="from d3 to e3").click()
    graph = page.get_by_role("slider", name="How the match stood")
    expect(graph).to_have_attribute("aria-valuenow", "5")  # before the sixth move
    note = page.get_by_role("region", name="About this moment")
    expect(note).to_contain_text("Best: Red's")
    expect(note).to_contain_text("gave away")
    expect(page.locator("[data-hint]")).to_have_count(1)
    graph.focus()
    page.keyboard.press("ArrowRight")
    assert graph.get_attribute("aria-valuenow") == "6"
    assert "Blunder" in graph.get_attribute("aria-valuetext")
    box = graph.bounding_box()
    page.mouse.click(box["x"] + box["width"] - 11, box["y"] + 60)
    assert graph.get_attribute("aria-valuenow") == "9"
    assert one.violations() == []
    page.keyboard.press("ArrowLeft")
    page.locator("[data-act=what-if]").click()
    beside = page.get_by_role("complementary", name="What if …?")
    expect(beside).to_contain_text("Best:")
    assert one.violations() == []
    page.keyboard.press("a")
    page.locator("dialog [data-move='Td8-e8>S']").click()
    expect(beside).to_contain_text("+1.00")
    page.get_by_role("button", name="Back to the match").click()
    graph.wait_for()
    page.reload()
    page.locator("[data-tab=analysis]").click()
    page.locator("[data-analysis=done]").wait_for()  # it was kept


def test_dice_are_told_apart_and_the_truth_from_what_was_thought_on_a_phone(person):
    one = person(**PHONE)
    name = play_to_the_end(sit_alone(one, "end-of-line", 2), random.Random(1))
    page = analysed(one, name)
    assert one.violations() == []
    assert one.fits()
    expect(page.get_by_role("columnheader", name="Luck gave")).to_be_visible()
    page.get_by_text("The truth", exact=True).click()
    expect(page.locator("dialog")).to_contain_text("if everything hidden had been open")
    graph = page.get_by_role("slider", name="How the match stood")
    graph.focus()
    before = int(graph.get_attribute("aria-valuenow"))
    page.keyboard.press("ArrowRight")
    assert int(graph.get_attribute("aria-valuenow")) == before + 1
    page.keyboard.press("Escape")
    expect(page.get_by_role("region", name="About this moment")).to_be_visible()
    assert one.violations() == []
    assert one.fits()


def test_a_match_that_is_played_is_not_looked_at(person):
    one = person()
    name = play_texts(sit_alone(one, "splut"), BLUNDER[:3])
    one.see(f"/replay/{name}")
    one.page.get_by_role("slider").first.wait_for()
    assert one.page.locator("[data-tab=analysis]").count() == 0
