"""Standing orders in real browsers at a real house: what one plans is played when one's turn comes."""

import re

import pytest
from playwright.sync_api import expect

from tests.support.selection import exhaustive
from tests.support.web.browser import PHONE
from tests.support.web.play import begin, begin_splut, drafted, lay, sit

pytestmark = [pytest.mark.compiled, pytest.mark.filterwarnings("ignore::ResourceWarning")]


def play(someone, *moves):
    """Choose from the list, and confirm."""
    page = someone.page
    for number, move in enumerate(moves):
        page.keyboard.press("a")
        page.locator(f'dialog [data-move="{move}"]').click()
        drafted(someone, number)
    page.locator("[data-act=do]").click()
    page.locator("[data-act=do]").wait_for(state="detached")


def open_plan(someone):
    page = someone.page
    page.get_by_role("button", name="Table", exact=True).first.click()
    page.get_by_role("button", name="Plan ahead…").click()
    sheet = page.get_by_role("dialog", name="Plan ahead")
    expect(sheet).to_be_visible()
    return sheet


def close(someone):
    someone.page.get_by_role("button", name="Close").click()


def test_a_plan_is_made_and_played_by_itself(person):
    ada, bob = begin_splut(person)
    sheet = open_plan(bob)
    sheet.get_by_role("button", name="A condition").click()
    sheet.get_by_label("Move", exact=True).focus()  # what Red could choose is offered
    expect(sheet.locator('datalist option[value="Sd2-d3"]')).to_have_count(1)
    sheet.get_by_label("Move", exact=True).fill("Sd2-d3")
    sheet.get_by_label("Move 1", exact=True).focus()  # and what one could choose after it
    expect(sheet.locator('datalist option[value="Td8-d7"]')).to_have_count(1)
    sheet.get_by_label("Move 1", exact=True).fill("Td8-d7")
    sheet.get_by_role("button", name="A further move").click()
    sheet.get_by_label("Move 2", exact=True).fill("Td7-c7")
    sheet.get_by_role("button", name="Another branch").click()
    sheet.get_by_label("Move 1", exact=True).last.fill("De8-e7")
    assert bob.violations() == []
    sheet.get_by_role("button", name="Save the plan").click()
    expect(sheet.get_by_text("Saved.")).to_be_visible()
    close(bob)
    expect(bob.page.locator('[data-plan="stands"]')).to_have_text(re.compile("Your plan stands."))
    expect(ada.page.locator("[data-plan]")).to_have_count(0)
    play(ada, "Sd2-d3")
    expect(bob.page.get_by_text("by plan")).to_have_count(2)
    expect(ada.page.locator('[data-status="you"]')).to_be_visible()
    expect(ada.page.get_by_text("by plan")).to_have_count(0)
    assert all('"planned"' not in text for text in ada.heard)
    expect(bob.page.locator("[data-plan]")).to_have_count(0)
    bob.page.reload()  # it is still known afterwards
    expect(bob.page.get_by_text("by plan")).to_have_count(2)


def test_a_plan_that_does_not_fit_says_so_and_the_turn_is_ones_own(person):
    ada, bob = begin_splut(person)
    sheet = open_plan(bob)
    sheet.get_by_role("button", name="A condition").click()
    sheet.get_by_label("What must be so").select_option("rock")
    sheet.get_by_label("Square").select_option("e5")
    sheet.get_by_label("Move 1", exact=True).fill("Td8-d7")
    sheet.get_by_role("button", name="Save the plan").click()
    expect(sheet.get_by_text("Saved.")).to_be_visible()
    close(bob)
    play(ada, "Sd2-d3")
    note = bob.page.locator('[data-plan="stopped"]')
    expect(note).to_contain_text("Your plan has stopped: Nothing in your plan is about what has happened.")
    assert bob.violations() == []
    note.get_by_role("button", name="All right").click()
    expect(note).to_have_count(0)
    play(bob, "Td8-d7", "Td7-c7")


def test_what_is_wrong_with_a_plan_is_said_in_the_readers_language(person):
    ada, one = person(), person(language="de-DE")
    table = lay(ada, "splut")
    sit(ada)
    one.see(f"/table/{table}")
    sit(one, "Hinsetzen")
    begin(ada, one)
    one.page.get_by_role("button", name="Tisch", exact=True).first.click()
    one.page.get_by_role("button", name="Vorausplanen …").click()
    sheet = one.page.get_by_role("dialog", name="Vorausplanen")
    sheet.get_by_label("Zug 1").fill("Rochade")
    sheet.get_by_role("button", name="Plan speichern").click()
    expect(sheet.get_by_role("alert")).to_contain_text("Rochade")
    one.faults.clear()  # that it was refused


def test_with_the_keyboard_alone_a_plan_is_made_changed_and_dropped(person):
    _, bob = begin_splut(person)
    page, keys = bob.page, bob.page.keyboard
    page.get_by_role("button", name="Table", exact=True).first.focus()
    keys.press("Enter")
    page.get_by_role("button", name="Plan ahead…").focus()
    keys.press("Enter")
    sheet = page.get_by_role("dialog", name="Plan ahead")
    sheet.get_by_label("Move 1", exact=True).focus()
    keys.type("Td8-d7")
    keys.press("Tab")
    keys.press("Tab")  # And then, next time …
    keys.press("Enter")
    expect(sheet.get_by_label("Move 1", exact=True).nth(1)).to_be_focused()
    keys.type("Td7-c7")
    keys.press("Enter")
    expect(sheet.get_by_text("Saved.")).to_be_visible()
    keys.press("Escape")
    note = page.locator('[data-plan="stands"]')
    note.get_by_role("button", name="Look at it").focus()
    keys.press("Enter")
    expect(sheet.get_by_label("Move 1", exact=True).nth(1)).to_have_value("Td7-c7")
    sheet.get_by_role("button", name="Drop the plan").focus()
    keys.press("Enter")
    expect(sheet).to_have_count(0)
    expect(note).to_have_count(0)


@pytest.mark.parametrize("theme", ["light", exhaustive("dark")])
def test_a_phone_can_plan_and_axe_finds_no_fault(person, theme):
    _, bob = begin_splut(person, color_scheme=theme, **PHONE)
    page = bob.page
    page.get_by_role("button", name="Table", exact=True).or_(
        page.get_by_role("button", name="At this table")
    ).first.tap()
    page.get_by_role("button", name="Plan ahead…").tap()
    sheet = page.get_by_role("dialog", name="Plan ahead")
    for _ in range(2):
        sheet.get_by_role("button", name="A condition").first.tap()
    sheet.get_by_label("What must be so").first.select_option("stands")
    sheet.get_by_role("button", name="And then, next time …").first.tap()
    sheet.get_by_role("button", name="A condition").nth(1).tap()
    assert bob.violations() == [] and bob.fits()
    inside = "dialog => dialog.scrollWidth <= dialog.clientWidth"
    assert page.locator("dialog").evaluate(inside)
