"""Profiles, in real browsers at a real house."""

import pytest
from playwright.sync_api import expect

from tests.support.web.accounts import sign_up
from tests.support.web.browser import PHONE
from tests.support.web.play import begin, give_up, rated, sit

pytestmark = [pytest.mark.compiled, pytest.mark.filterwarnings("ignore::ResourceWarning")]


def test_what_one_played_is_in_ones_profile_and_what_counted_in_what_others_see(person):
    one = person()
    rated(one)
    give_up(one)
    expect(one.page.get_by_role("region", name="Ratings").get_by_role("listitem")).to_have_count(2)
    table = one.post("/api/tables", game="splut", seats=2).json()["table"]
    one.see(f"/table/{table}")
    sit(one)
    one.page.get_by_role("button", name="Put a bot on the free seat").click()
    one.page.get_by_role("button", name="Beginner").click()
    begin(one)
    one.page.get_by_role("button", name="Table", exact=True).click()
    one.page.get_by_role("dialog").get_by_role("button", name="Give up").click()
    one.page.get_by_role("dialog").get_by_role("button", name="Give up").click()
    expect(one.page.locator("[data-status=over]")).to_be_visible()
    one.see("/account")
    sign_up(one, "in.a.profile")
    one.see("/account")
    one.page.get_by_role("link", name="Your profile").click()
    one.page.wait_for_url("**/people/me")
    expect(one.page.get_by_text("2 lost")).to_be_visible()
    expect(one.page.locator(f"a[href='/replay/{table}']")).to_be_visible()
    expect(one.page.get_by_role("region", name="Ratings").get_by_role("img")).to_be_visible()
    assert one.violations() == []
    with one.page.expect_download() as waited:
        one.page.get_by_role("link", name="All records in one file").click()
    assert waited.value.path().read_bytes().startswith(b"PK")
    handle = one.context.request.get("/api/profile/me").json()["handle"]

    other = person(color_scheme="dark", **PHONE)
    other.see(f"/people/{handle}")
    expect(other.page.get_by_text("1 lost")).to_be_visible()
    expect(other.page.get_by_text("Your matches")).to_have_count(0)
    assert table not in other.page.content()
    assert other.fits() and other.violations() == []
