"""Rated tables and ladders, in real browsers at a real house."""

import pytest
from playwright.sync_api import expect

from tests.support.web.accounts import sign_up
from tests.support.web.browser import PHONE
from tests.support.web.play import give_up, rated

pytestmark = [pytest.mark.compiled, pytest.mark.filterwarnings("ignore::ResourceWarning")]


def test_a_rated_match_counts_and_its_people_find_themselves_on_the_ladder(person):
    one = person()
    rated(one)
    give_up(one)
    slip = one.page.get_by_role("region", name="Ratings")
    expect(slip.get_by_role("listitem")).to_have_count(2)
    lost, won = slip.get_by_role("listitem").all_inner_texts()
    assert "-" in lost and "+" in won
    assert one.violations() == []

    slip.get_by_role("link", name="See the ladder").click()
    one.page.wait_for_url("**/ladders/splut/-/2")
    expect(one.page.get_by_role("row", name="Beginner")).to_be_visible()
    own = one.page.locator("tr.you")
    expect(own).to_contain_text("You")
    expect(one.page.get_by_text("Guests are rated, and not listed.")).to_be_visible()
    assert one.violations() == []

    one.page.get_by_role("link", name="Open an account").press("Enter")
    one.page.wait_for_url("**/account")
    sign_up(one, "on.the.ladder")
    one.see("/")
    one.page.get_by_role("link", name="Ladders").click()
    one.page.wait_for_url("**/ladders")
    expect(own).to_be_visible()
    expect(one.page.get_by_text("Guests are rated, and not listed.")).to_have_count(0)
    assert "on.the.ladder" not in one.page.locator("main").inner_text()
    own.get_by_role("link").press("Enter")
    one.page.wait_for_url("**/ladders/person/me")
    way = one.page.get_by_role("region", name="Splut! · 2 seats")
    expect(way.get_by_role("img")).to_be_visible()
    expect(way.get_by_role("link", name="Place 2 of 2")).to_be_visible()
    assert one.violations() == []

    other = person(**PHONE)
    other.see("/ladders/splut/-/2")
    row = other.page.get_by_role("row").filter(has=other.page.locator("th")).filter(has_not_text="Beginner").last
    expect(row).to_be_visible()
    assert other.fits() and other.violations() == []
    row.get_by_role("link").tap()
    other.page.wait_for_url("**/ladders/person/*")
    expect(other.page.get_by_role("region", name="Splut! · 2 seats").get_by_text("Place 2 of 2")).to_be_visible()
    expect(other.page.get_by_role("link", name="Place 2 of 2")).to_have_count(0)  # where others played is not told
    assert other.fits() and other.violations() == []


def test_another_ladder_is_chosen_by_key(person):
    one = person(**PHONE)
    page = one.see("/ladders/splut/-/3")
    expect(page.get_by_text("Nobody stands here yet.")).to_be_visible()
    assert one.fits() and one.violations() == []
    page.get_by_role("radio", name="Splut!").focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**/ladders/end-of-line/*/*")
    expect(page.get_by_role("radio", name="Against each other")).to_be_checked()
    page.get_by_role("radio", name="Against each other").focus()
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    page.wait_for_url("**/ladders/end-of-line/solo/1")
    expect(page.get_by_text("Par is a full area with 4 points")).to_be_visible()
    assert one.fits() and one.violations() == []


def test_a_path_that_is_no_ladder_is_nowhere(person):
    one = person()
    one.see("/ladders/splut/-/9")
    expect(one.page.get_by_role("heading", level=1)).not_to_have_text("Ladders")
    one.see("/ladders/person/nobody")
    expect(one.page.get_by_role("alert")).to_have_text("Nobody on any ladder is called that.")
    one.faults.clear()  # that it was not found
