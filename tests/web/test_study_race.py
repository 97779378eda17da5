"""A race laid out in a real browser: by hand, by keys and on a phone; weighed, and played on against a bot."""

import pytest
from playwright.sync_api import expect

from tests.support.selection import exhaustive
from tests.support.web.study import S, see_study

pytestmark = [pytest.mark.compiled, pytest.mark.filterwarnings("ignore::ResourceWarning")]


def lay_out(one):
    page = see_study(one, "outspeed")
    page.locator("[data-act=set-up]").click()
    page.locator("[data-lane]").first.wait_for()
    return page


def ship(page, name):
    return page.get_by_role("slider", name=f"{name}{S} ship")


def zone_of(page, name, zone):
    expect(ship(page, name)).to_have_attribute("aria-valuenow", str(zone))


def place(page, lane, zone):
    """Where a zone of a lane is on the screen, on a track that begins with zone 1."""
    hit = page.locator(f"[data-lane='{lane}'] .hit")
    hit.scroll_into_view_if_needed()
    box = hit.bounding_box()
    return box["x"] + box["width"] * (zone - 0.5) / 14, box["y"] + box["height"] / 2


def test_a_race_is_laid_out_by_hand_and_by_keys_weighed_and_played_against_a_bot(person):
    one = person()
    page = lay_out(one)
    page.mouse.move(*place(page, 0, 3))
    page.mouse.down()
    page.mouse.move(*place(page, 0, 6))
    page.mouse.move(*place(page, 0, 9))
    zone_of(page, "Ruby", 9)
    page.mouse.up()
    zone_of(page, "Ruby", 9)
    page.mouse.click(*place(page, 1, 12))
    zone_of(page, "Maize", 12)
    ship(page, "Jade").focus()
    page.keyboard.press("ArrowRight")
    zone_of(page, "Jade", 4)
    page.keyboard.press("Delete")
    expect(page.locator("[data-lane='2'] .gone")).to_have_text("Jade: out")
    ship(page, "Maize").focus()
    page.keyboard.press("Delete")
    expect(page.locator(".editing .why")).to_have_text("At least two ships race, or the match would be over.")
    zone_of(page, "Maize", 12)
    page.get_by_label("Fuel", exact=True).fill("5")
    page.get_by_label("Fuel", exact=True).press("Enter")
    page.get_by_role("button", name="Tokens of Maize: ion cannon: one more").click()
    page.get_by_role("combobox", name="Tile", exact=True).select_option("9")
    expect(page.get_by_role("region", name="slipstream")).to_be_visible()
    page.get_by_role("button", name="Turn: one more").click()
    page.get_by_role("combobox", name="Tile", exact=True).select_option("4")
    page.get_by_text("Bonuses are laid").click()
    expect(page.get_by_role("combobox", name="Laid")).to_have_value("")
    assert one.violations() == []
    page.locator("[data-act=play]").click()
    expect(page.locator("[data-status=you]")).to_contain_text("Maize")
    page.get_by_role("switch", name="What the house thinks").press("Space")
    expect(page.locator(".thinks .best")).to_be_visible()
    page.get_by_text("Play this against a bot").click()
    page.get_by_role("combobox", name="Bot").select_option(index=0)
    page.locator("[data-act=against]").click()
    page.wait_for_url("**/table/**")
    expect(page.locator("[data-status=you]")).to_be_visible()
    seen = one.seen_by("maize")
    assert [each["zone"] for each in seen["ships"]] == [9, 12, None]
    assert (seen["ships"][1]["fuel"], seen["ships"][1]["hand"], seen["tile"]["number"]) == (5, ["ion-cannon"], 4)
    one.faults = [fault for fault in one.faults if "400" not in fault]  # the refusal


@pytest.mark.parametrize(("theme", "width", "seats"), [exhaustive("light", 390, "3"), ("dark", 320, "6")])
def test_a_race_is_laid_out_on_a_phone(person, theme, width, seats):
    one = person(color_scheme=theme, viewport={"width": width, "height": 844}, has_touch=True, is_mobile=True)
    page = see_study(one, "outspeed")
    page.get_by_role("radio", name=seats, exact=True).check(force=True)
    expect(page.get_by_role("radio", name=seats, exact=True)).to_be_checked()
    page.locator("[data-act=set-up]").click()
    expect(page.locator("[data-lane]")).to_have_count(int(seats))
    page.touchscreen.tap(*place(page, 0, 11))
    zone_of(page, "Ruby", 11)
    page.locator("[data-act=on-section]").tap()
    zone_of(page, "Ruby", 18)
    page.locator("[data-ship=ruby] [data-act=out]").tap()
    page.locator("[data-ship=ruby] [data-act=in]").tap()
    zone_of(page, "Ruby", 15)
    for fold in page.locator(".laying summary").all():
        fold.tap()
    page.locator("[data-act=field]").tap()
    page.locator("[data-act=under]").tap()
    expect(page.get_by_role("combobox", name="Token 1 under the pile")).to_be_visible()
    assert one.violations() == [] and one.fits()
    page.locator("[data-act=play]").tap()
    expect(page.locator("[data-status=you]")).to_be_visible()
    assert one.fits()
