"""A position laid out and played on in a real browser: by hand, by keys, on a phone; a match that is brought."""

import random

import pytest
from playwright.sync_api import expect

from sobremesa.play.match import Match
from tests.web.test_account import PHONE, fits

S = "\N{RIGHT SINGLE QUOTATION MARK}s"
pytestmark = [pytest.mark.compiled, pytest.mark.filterwarnings("ignore::ResourceWarning")]


def see(person, game):
    person.see(f"/study/{game}")
    person.page.locator(".stand[data-game] .spot > *").first.wait_for(timeout=30_000)
    return person.page


def moves(page):
    return page.get_by_role("list", name="Moves").get_by_role("button")


def choose(page, move):
    page.keyboard.press("a")
    page.locator(f'dialog [data-move="{move}"]').click()


def test_a_door_leads_there_and_moves_go_back_and_on(person):
    one = person()
    one.see("/")
    one.page.get_by_role("link", name="Try a position").click()
    one.page.wait_for_url("**/study")
    page = one.page
    page.locator(".stand .spot svg").first.wait_for(timeout=30_000)
    choose(page, "De2-e3")
    expect(moves(page)).to_have_text(["RDe2-e3"])
    expect(page.locator("[data-status=you]")).to_contain_text("jade")
    choose(page, "De8-e7")
    expect(moves(page)).to_have_count(2)
    page.keyboard.press("Backspace")
    expect(page.locator("[aria-current=step]")).to_have_text("RDe2-e3")
    choose(page, "Td8-d7")
    expect(moves(page).last).to_have_text("JTd8-d7")
    page.locator("[data-act=back]").click()
    expect(page.get_by_role("group", name="Also tried").get_by_role("button")).to_have_text(["De8-e7"])
    assert one.violations() == []


def test_splut_is_laid_out_by_hand_and_by_keys_and_played_against_a_bot(person):
    one = person()
    page = see(one, "splut")
    page.locator("[data-act=set-up]").click()
    page.locator(".editing [data-square=e2]").click()
    page.locator(".editing [data-square=e5]").click()
    expect(page.get_by_role("gridcell", name=f"e5, ruby{S} dwarf")).to_be_visible()
    page.get_by_role("gridcell", name=f"e8, jade{S} dwarf").focus()
    page.keyboard.press("Delete")
    expect(page.get_by_role("button", name=f"Put jade{S} dwarf back")).to_be_visible()
    page.get_by_role("gridcell", name="e9, rock").focus()
    for key in "Enter", "ArrowDown", "ArrowDown", "Enter":
        page.keyboard.press(key)
    expect(page.get_by_role("gridcell", name="e7, rock")).to_be_visible()
    page.get_by_role("gridcell", name=f"f8, jade{S} sorcerer").focus()
    page.keyboard.press("Delete")
    expect(page.locator(".editing .why")).to_have_text("At least two sorcerers stand while a match is played.")
    page.get_by_text("jade", exact=True).last.click()
    page.get_by_text("2", exact=True).last.click()
    assert one.violations() == []
    page.locator("[data-act=play]").click()
    expect(page.locator("[data-status=you]")).to_contain_text("2 steps")
    page.get_by_text("Play this against a bot").click()
    page.get_by_role("combobox", name="Bot").select_option(index=0)
    page.locator("[data-act=against]").click()
    page.wait_for_url("**/table/**", timeout=20_000)
    page.locator(".rail .seats").wait_for(timeout=20_000)
    expect(page.locator("[data-status=you]")).to_be_visible(timeout=20_000)
    assert one.state["seats"]["green"]["view"]["teams"][0]["pieces"]["dwarf"] == "e5"
    one.faults = [fault for fault in one.faults if "400" not in fault]  # the refusal


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_shut_the_lines_is_laid_out_on_a_phone(person, theme):
    one = person(color_scheme=theme, **PHONE)
    page = see(one, "shut-the-lines")
    assert one.violations() == [] and fits(one)
    page.locator("[data-act=set-up]").click()
    page.locator(".editing [data-number='12']").click()
    expect(page.locator(".editing [data-number='12']")).to_have_attribute("aria-label", f"12, ruby{S}.")
    if page.locator("[data-dial]").count() == 0:
        page.get_by_role("button", name="Lay out a throw").click()
    for die, face in enumerate("456"):
        page.locator(f"[data-dial='{die}']").press(face)
        expect(page.locator(f"[data-dial='{die}']")).to_have_attribute("aria-label", f"Die {die + 1}: {face}")
    assert one.violations() == [] and fits(one)
    page.locator("[data-act=play]").click()
    expect(page.locator("[data-status=you]")).to_contain_text("plit 4-5-6")


def test_a_match_that_is_brought_is_looked_at_and_tried_otherwise(person):
    match, rng = Match("splut", 2, seed=1), random.Random(1)
    while len(match.moves) < 12:
        match.push(rng.choice(match.legal_moves))
    one = person()
    page = see(one, "shut-the-lines")
    page.get_by_text("Bring a match").click()
    page.get_by_label("Text", exact=True).fill("no record")
    page.get_by_role("button", name="Read it").click()
    expect(page.get_by_role("alert")).to_contain_text("record")
    page.get_by_label("Text", exact=True).fill(match.record())
    page.get_by_role("button", name="Read it").click()
    page.wait_for_url("**/study/splut")
    expect(moves(page)).to_have_count(12)
    moves(page).nth(4).click()
    expect(page.locator("[aria-current=step]")).to_contain_text(match.moves[4].text)
    one.faults = [fault for fault in one.faults if "400" not in fault]  # the refusal


@pytest.mark.parametrize("game", ["end-of-line", "outspeed"])
def test_the_other_games_are_played_for_all_seats(person, game):
    one = person(**PHONE)
    page = see(one, game)
    for number in range(3):
        expect(page.locator("[data-status=you]")).to_be_visible()
        page.locator(".ticket .all").click()
        page.locator("dialog [data-move]").first.click()
        expect(moves(page)).to_have_count(number + 1)
    assert one.violations() == [] and fits(one)
