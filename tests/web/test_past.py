"""A table whose rules the house has no longer, in a real browser."""

import os
from pathlib import Path

import pytest
from playwright.sync_api import expect

from sobremesa.client import House
from tests.support.server.tables import set_rules
from tests.support.web.browser import PHONE

pytestmark = [pytest.mark.compiled, pytest.mark.filterwarnings("ignore::ResourceWarning")]


@pytest.fixture(scope="module")
def old(house):
    """The name of a table in mid-match, laid for other rules."""
    ada, bo = House(house.address, "Ada"), House(house.address, "Bo")
    table = ada.lay("splut", 2)
    other = bo.table(table.name)
    table.sit(0)
    other.sit(1)
    table.begin()
    for each, seat in [(table, "red")] + 2 * [(other, "green")] + 3 * [(table, "red")]:
        while not each.moves(seat):
            each.wait()
        each.move(seat, each.moves(seat)[0])
    table.close()
    other.close()
    house.kill()
    set_rules(house.data, 0, table.name)
    house.start()
    return table.name


@pytest.mark.parametrize("how", [{}, PHONE, {"color_scheme": "dark"}])
def test_it_says_why_it_ended_and_what_was_played(person, old, how):
    one = person(**how)
    one.see(f"/table/{old}")
    expect(one.page.get_by_role("heading", level=1)).to_have_text("The rules have changed")
    expect(one.page.get_by_text("ended without a result")).to_be_visible()
    expect(one.page.locator(".moves li")).to_have_count(3)
    assert one.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert one.violations() == []
    if folder := os.environ.get("PICTURES"):
        one.page.screenshot(path=Path(folder) / f"past-{how.get('color_scheme', len(how))}.png", full_page=True)


def test_by_keyboard_one_reads_takes_it_along_and_goes(person, old):
    one = person()
    one.see(f"/table/{old}")
    link = one.page.locator("a[download]")
    expect(link).to_be_visible()
    for _ in range(20):
        one.page.keyboard.press("Tab")
        if link.evaluate("each => each === document.activeElement"):
            break
    with one.page.expect_download() as taken:
        one.page.keyboard.press("Enter")
    assert "player red Ada" in taken.value.path().read_text()
    one.page.keyboard.press("Tab")
    one.page.keyboard.press("Enter")
    one.page.wait_for_url(lambda url: "/table/" not in url)
