"""A position laid out and played on in a real browser: by hand, by keys, on a phone; a match that is brought."""

import random
import re

import pytest
from playwright.sync_api import expect

from sobremesa.play.match import Match
from tests.support.selection import exhaustive
from tests.support.web.browser import PHONE
from tests.support.web.study import S, see_study

pytestmark = [pytest.mark.compiled, pytest.mark.filterwarnings("ignore::ResourceWarning")]


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
    page.locator(".stand .spot svg").first.wait_for()
    choose(page, "De2-e3")
    expect(moves(page)).to_have_text(["RDe2-e3"])
    expect(page.locator("[data-status=you]")).to_contain_text("Jade")
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
    page = see_study(one, "splut")
    page.locator("[data-act=set-up]").click()
    page.locator(".editing [data-square=e2]").click()
    page.locator(".editing [data-square=e5]").click()
    expect(page.get_by_role("gridcell", name=f"e5, Ruby{S} dwarf")).to_be_visible()
    page.get_by_role("gridcell", name=f"e8, Jade{S} dwarf").focus()
    page.keyboard.press("Delete")
    expect(page.get_by_role("button", name=f"Put Jade{S} dwarf back")).to_be_visible()
    page.get_by_role("gridcell", name="e9, rock").focus()
    for key in "Enter", "ArrowDown", "ArrowDown", "Enter":
        page.keyboard.press(key)
    expect(page.get_by_role("gridcell", name="e7, rock")).to_be_visible()
    page.get_by_role("gridcell", name=f"f8, Jade{S} sorcerer").focus()
    page.keyboard.press("Delete")
    expect(page.locator(".editing .why")).to_have_text("At least two sorcerers stand while a match is played.")
    page.get_by_text("Jade", exact=True).last.click()
    page.get_by_text("2", exact=True).last.click()
    assert one.violations() == []
    page.locator("[data-act=play]").click()
    expect(page.locator("[data-status=you]")).to_contain_text("2 steps")
    page.get_by_text("Play this against a bot").click()
    page.get_by_role("combobox", name="Bot").select_option(index=0)
    page.locator("[data-act=against]").click()
    page.wait_for_url("**/table/**")
    page.locator(".rail .seats").wait_for()
    expect(page.locator("[data-status=you]")).to_be_visible()
    assert one.seen_by("green")["teams"][0]["pieces"]["dwarf"] == "e5"
    one.faults = [fault for fault in one.faults if "400" not in fault]  # the refusal


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_shut_the_lines_is_laid_out_on_a_phone(person, theme):
    one = person(color_scheme=theme, **PHONE)
    page = see_study(one, "shut-the-lines")
    assert one.violations() == [] and one.fits()
    page.locator("[data-act=set-up]").click()
    page.locator(".editing [data-number='12']").click()
    expect(page.locator(".editing [data-number='12']")).to_have_attribute("aria-label", f"12, Ruby{S}.")
    if page.locator("[data-dial]").count() == 0:
        page.get_by_role("button", name="Lay out a throw").click()
    for die, face in enumerate("456"):
        page.locator(f"[data-dial='{die}']").press(face)
        expect(page.locator(f"[data-dial='{die}']")).to_have_attribute("aria-label", f"Die {die + 1}: {face}")
    assert one.violations() == [] and one.fits()
    page.locator("[data-act=play]").click()
    expect(page.locator("[data-status=you]")).to_contain_text("plit 4-5-6")


def test_a_match_that_is_brought_is_looked_at_and_tried_otherwise(person):
    match, rng = Match("splut", 2, seed=1), random.Random(1)
    while len(match.moves) < 12:
        match.push(rng.choice(match.legal_moves))
    one = person()
    page = see_study(one, "shut-the-lines")
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
    page = see_study(one, game)
    for number in range(3):
        expect(page.locator("[data-status=you]")).to_be_visible()
        page.locator(".ticket .all").click()
        page.locator("dialog [data-move]").first.click()
        expect(moves(page)).to_have_count(number + 1)
    assert one.violations() == [] and one.fits()


def edit(page):
    page.locator("[data-act=set-up]").click()
    page.locator(".editing [role=grid]").wait_for()


def card(page, square, words):
    expect(page.locator(f'.editing [role=gridcell][data-square="{square}"]')).to_have_attribute(
        "aria-label", re.compile(words)
    )


def test_end_of_line_is_laid_out_by_keys_alone_and_the_house_is_asked(person):
    one = person()
    page = see_study(one, "end-of-line")
    edit(page)
    page.locator("[data-act=clear]").press("Enter")
    why = page.locator(".editing .why")
    expect(why).to_have_text("Ruby has no card in the hand to lay.")
    expect(page.locator("[data-act=play]")).to_be_disabled()
    for keys, square, words in (
        ("6", "2,2", "Ruby: Tee"),
        ("1 ArrowRight Enter", "2,3", "Ruby: Straight, its end"),
        ("m 7", "2,4", "Maize: Crossing 5"),
        ("4 ArrowUp Enter", "1,4", "Maize: Left-or-ahead fork"),
    ):
        for key in keys.split():
            page.keyboard.press(key)
        card(page, square, words)
    page.keyboard.press("Backspace")
    card(page, "1,4", "free")
    page.keyboard.press("z")
    card(page, "1,4", "Maize: Left-or-ahead fork")
    page.locator('[role=gridcell][data-square="2,4"]').press("Enter")
    page.keyboard.press("8")
    card(page, "2,4", "Maize: Crossing 0")
    page.get_by_role("spinbutton", name="Tee in the hand").press("2")
    expect(page.get_by_role("spinbutton", name="Tee in the hand")).to_have_text("2")
    page.locator("[data-act=deal-all]").press("Enter")
    expect(why).to_have_text("")
    page.get_by_role("radio", name=f"It is Maize{S} turn").press("Space")
    expect(page.get_by_text("What is left of the turn")).to_be_visible()
    assert one.violations() == []
    page.reload()
    page.locator("[data-act=resume]").press("Enter")
    card(page, "2,4", "Maize: Crossing 0")
    page.locator("[data-act=play]").press("Enter")
    expect(page.locator("[data-status=you]")).to_contain_text("Maize")
    page.get_by_role("switch", name="What the house thinks").press("Space")
    expect(page.locator(".thinks .best")).to_be_visible()
    assert one.violations() == []
    page.locator("summary", has_text="Play this against a bot").press("Enter")
    page.get_by_role("combobox", name="Bot").select_option(index=0)
    page.locator("[data-act=against]").press("Enter")
    page.wait_for_url("**/table/**")
    expect(page.locator("[data-status=you]")).to_be_visible()
    assert one.seen_by("maize")["lines"][1]["cards"][1]["kind"] == "cross-0"


@pytest.mark.parametrize(("theme", "width"), [exhaustive("light", 390), ("dark", 320)])
def test_end_of_line_is_laid_out_by_fingers(person, theme, width):
    phone = PHONE | {"viewport": {"width": width, "height": 844 if width == 390 else 640}}
    one = person(color_scheme=theme, **phone)
    page = see_study(one, "end-of-line")
    edit(page)
    page.get_by_text("Rules: ").tap()
    page.get_by_text("Classic solitaire", exact=True).tap()
    expect(page.locator(".editing .why")).to_have_text("Classic solitaire cannot be set up by hand.")
    expect(page.get_by_role("radio", name="Against each other")).to_be_checked()
    page.get_by_text("Teams of two", exact=True).tap()
    expect(page.locator(".editing .side input[type=radio]")).to_have_count(4)
    page.locator("[data-kind=tee]").tap()
    card(page, "2,4", "Ruby: Tee")
    page.locator("[data-kind=left]").tap()
    page.locator('[role=gridcell][data-square="2,3"]').tap()
    card(page, "2,3", "Ruby: Left turn")
    page.locator('[role=gridcell][data-square="2,3"]').tap()
    page.locator("[data-kind=straight]").tap()
    card(page, "2,3", "Ruby: Straight")
    page.locator("[data-act=take-back]").tap()
    card(page, "2,3", "free")
    page.locator("[data-act=deal-all]").tap()
    expect(page.locator(".editing .why")).to_have_text("")
    assert one.violations() == [] and one.fits()
    page.locator("[data-act=play]").tap()
    expect(page.locator("[data-status=you]")).to_be_visible()
    assert one.violations() == [] and one.fits()
    one.faults = [fault for fault in one.faults if "400" not in fault]  # the refusal


@pytest.mark.parametrize(
    ("seats", "options"),
    [(1, {"walls": "0,1 3,4"}), (2, {"edition": "2021"}), (4, {"mode": "teams", "edition": "en"}), (8, {})],
)
def test_a_position_of_real_play_is_opened_and_comes_back_unchanged(person, seats, options):
    match, rng = Match("end-of-line", seats, seed=seats, **options), random.Random(seats)
    while len([move for move in match.moves if move.seat < seats]) < 6 * seats:
        match.push(rng.choice(match.legal_moves))
    assert not match.is_over
    one = person()
    page = see_study(one, "end-of-line")
    page.get_by_text("Bring a match").click()
    page.get_by_label("Text", exact=True).fill(match.record())
    page.get_by_role("button", name="Read it").click()
    expect(moves(page).first).to_be_visible()
    with page.expect_response("**/api/study/sketch") as opened:
        edit(page)
    sent, told = opened.value.request.post_data_json, opened.value.json()
    assert (told["set_up"], told["why"]) == (sent["set_up"], "")
    with page.expect_request("**/api/study") as played:
        page.locator("[data-act=play]").click()
    begins = played.value.post_data_json["begin"]
    assert begins["set_up"] == sent["set_up"] and begins["options"] == sent["options"]
    expect(page.locator("[data-status=you]")).to_be_visible()
