"""The day's puzzle in real browsers: one attempt, its result among all, and the days before."""

import re
from datetime import date

import pytest
from playwright.sync_api import expect

from sobremesa.client import House
from sobremesa.server.features.daily import service as daily_service
from tests.support.selection import exhaustive
from tests.support.web.browser import PHONE

pytestmark = [
    pytest.mark.compiled,
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.usefixtures("one_day"),
]


def as_a_program(person):
    """The same guest, as a program knows them."""
    [token] = [each["value"] for each in person.context.cookies() if each["name"] == "sobremesa"]
    return House(person.address, "x", token)


def begin(person, press="Begin your attempt"):
    """Begin by the page; the table, and what the best moves are."""
    person.see("/day")
    person.page.get_by_role("button", name=press).click()
    person.page.wait_for_url("**/table/**")
    person.page.locator("[data-status]").first.wait_for()
    table = as_a_program(person).table(person.page.url.rpartition("/")[2])
    return table, daily_service.of(date.fromisoformat(table.state["about"]["puzzle"])).moves


def finish(person, table, moves):
    for move in moves:
        table.move("ruby", move)
    expect(person.page.get_by_text("This was your attempt: it counts.")).to_be_visible()


def written(person):
    """Until the house has written the result down."""

    def done():
        mine = person.context.request.get("/api/puzzle/results").json()["mine"]
        return mine and mine["state"] != "going"

    person.until(done)


def test_one_attempt_with_the_keyboard_alone_and_then_practice(person):
    one = person()
    one.see("/")
    one.page.get_by_role("link", name=re.compile("^The day.s puzzle")).focus()
    one.page.keyboard.press("Enter")
    one.page.wait_for_url("**/day")
    button = one.page.get_by_role("button", name="Begin your attempt")
    expect(button).to_be_visible()
    assert one.page.get_by_role("table").count() == 0
    button.focus()
    one.page.keyboard.press("Enter")
    one.page.wait_for_url("**/table/**")
    one.page.locator("[data-status]").first.wait_for()
    first = one.page.url
    one.see("/day")
    one.page.get_by_role("button", name="Go on with your attempt").press("Enter")
    one.page.wait_for_url(first)
    one.page.locator("[data-status]").first.wait_for()
    one.until(lambda: one.state and one.state["about"]["attempt"])
    one.page.get_by_role("button", name="Table", exact=True).press("Enter")
    menu = one.page.get_by_role("dialog")
    expect(menu.get_by_role("button", name="Give up")).to_be_visible()
    assert menu.get_by_role("button", name="bot").count() == 0
    menu.get_by_role("button", name="Give up").press("Enter")
    one.page.get_by_role("dialog").get_by_role("button", name="Give up").press("Enter")
    expect(one.page.get_by_text("This was your attempt: it counts.")).to_be_visible()
    written(one)
    one.see("/day")
    expect(one.page.get_by_text("The area was not filled.")).to_be_visible()
    one.page.get_by_role("button", name="Practise it").click()
    one.page.wait_for_url("**/table/**")
    one.page.locator("[data-status]").first.wait_for()
    one.until(lambda: one.state and one.state["about"]["puzzle"] and not one.state["about"]["attempt"])
    assert one.page.url != first


def test_results_are_hidden_until_one_has_finished(person):
    one, other = person(), person()
    finish(one, *begin(one))
    written(one)
    other.see("/day")
    expect(other.page.get_by_text("What others did is shown when you have finished yours.")).to_be_visible()
    assert other.page.get_by_role("table").count() == 0
    one.page.get_by_role("link", name="Results").click()
    one.page.wait_for_url("**/day")
    mine = one.page.locator("tr.mine")
    expect(mine).to_have_count(1)
    expect(mine.get_by_role("cell").first).to_have_text("1")
    expect(one.page.get_by_text("1 day in a row with a full area.")).to_be_visible()
    finish(other, *begin(other))
    written(other)
    other.see("/day")
    rows = other.page.get_by_role("row").filter(has_text="1")
    expect(rows.first).to_be_visible()
    assert len([text for text in rows.all_inner_texts() if text.startswith("1")]) >= 2  # they share the first place


def test_a_day_before_and_one_to_come(person):
    one = person(language="de-DE")
    one.see("/day/2026-11-15")
    expect(one.page.get_by_role("heading", name="Das Rätsel vom 15. November 2026")).to_be_visible()
    expect(one.page.get_by_role("button", name="Üben")).to_be_visible()
    one.page.get_by_role("link", name="Zum heutigen Rätsel").click()
    expect(one.page.get_by_role("button", name="Deinen Versuch beginnen")).to_be_visible()
    one.see("/day/2999-01-01")
    expect(one.page.get_by_role("alert")).to_have_text("Dieser Tag ist noch nicht gekommen.")
    one.faults.clear()  # that it was refused


@pytest.mark.parametrize(("theme", "phone"), [("light", False), exhaustive("dark", True)])
def test_no_state_of_the_room_has_a_fault_that_axe_finds(person, theme, phone):
    one = person(color_scheme=theme, **(PHONE if phone else {}))
    one.see("/day")
    expect(one.page.get_by_role("button", name="Begin your attempt")).to_be_visible()
    assert one.violations() == [] and one.fits()
    finish(one, *begin(one))
    assert one.violations() == []
    written(one)
    one.see("/day")
    expect(one.page.get_by_role("table")).to_be_visible()
    assert one.violations() == [] and one.fits()
