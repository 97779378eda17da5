"""A club evening, in real browsers at a real house."""

import re

import pytest
from playwright.sync_api import expect

pytestmark = [pytest.mark.compiled, pytest.mark.filterwarnings("ignore::ResourceWarning")]
PHONE = {"viewport": {"width": 320, "height": 640}, "has_touch": True, "is_mobile": True}


def call(person, name, theme="light"):
    """Somebody has a name of their own in this browser."""
    kept = f'{{"language":"en","theme":"{theme}","sound":0,"name":"{name}"}}'
    person.context.add_init_script(f"localStorage.sobremesa ??= '{kept}'")
    return person


def lay(person, name="Friday at the club"):
    """By the pages: from the front page to an evening of one's own."""
    page = person.see("/")
    page.get_by_role("link", name=re.compile("^Club evening")).click()
    page.get_by_role("link", name="Lay an evening").click()
    page.get_by_label("What is it called?").fill(name)
    page.get_by_text("3", exact=True).first.click()
    assert person.violations() == []
    page.get_by_role("button", name="Lay the evening").click()
    page.wait_for_url(re.compile(r"/evenings/(?!new)[\w-]+$"))
    return page.url


def standing(person):
    rows = person.page.get_by_role("region", name="Standings").locator("tbody tr")
    return [re.sub(r"\s+", " ", text).strip() for text in rows.all_inner_texts()]


def give_up(person):
    """By the pages, as on a telephone."""
    person.page.get_by_role("button", name="Table", exact=True).first.click()
    person.page.locator("dialog").get_by_role("button", name="Give up").click()
    person.page.locator("dialog").get_by_role("button", name="Give up").click()


def test_an_evening_is_laid_joined_and_played_and_everybody_sees_the_standings_move(person):
    ada, bo, cleo = call(person(), "Ada"), call(person(), "Bo"), call(person(**PHONE), "Cleo")
    address = lay(ada)
    begin = ada.page.get_by_role("button", name="Begin the evening")
    expect(ada.page.get_by_text("Waiting for people")).to_be_visible()
    expect(begin).to_have_count(0)
    for other in bo, cleo:
        other.page.goto(address)
        other.page.get_by_role("button", name="Come along").click()
        expect(other.page.get_by_text("You are on the list")).to_be_visible()
    people = ada.page.get_by_role("region", name="Who is here")
    expect(people.get_by_role("listitem")).to_have_count(3)
    assert ada.violations() == [] and cleo.violations() == []
    begin.click()
    everybody = {"Ada": ada, "Bo": bo, "Cleo": cleo}
    for each in everybody.values():
        expect(each.page.get_by_role("region", name="Round 1")).to_be_visible()
    ready = [each for each in everybody.values() if each.page.get_by_role("button", name="Go to your table").count()]
    [out] = [each for each in everybody.values() if each not in ready]
    expect(out.page.get_by_text("You sit out this round")).to_be_visible()
    assert out.violations() == [] and ready[0].violations() == []
    assert cleo.fits()
    for each in ready:
        each.page.get_by_role("button", name="Go to your table").press("Enter")
    for each in ready:
        each.page.locator("[data-status]").wait_for()
    expect(out.page.get_by_text("playing", exact=True)).to_be_visible()
    loser, winner = ready
    [lost] = [name for name, each in everybody.items() if each is loser]
    [won] = [name for name, each in everybody.items() if each is winner]
    give_up(loser)
    winner.page.get_by_role("link", name="Back to the evening").click()
    for each in winner, out:  # who looks on sees it without doing anything
        expect(each.page.get_by_role("region", name="Round 2")).to_be_visible()
        first = each.page.get_by_role("region", name="Standings").locator("tbody tr").first
        expect(first).to_contain_text(won)
        expect(first).to_contain_text("1")
    [line] = [line for line in standing(out) if lost in line]
    assert re.search(r"\b0\b", line)
    ada.page.goto(address)
    ada.page.get_by_role("button", name="End the evening").click()
    ada.page.locator("dialog").get_by_role("button", name="End the evening").click()
    expect(out.page.get_by_text(f"{won} has won")).to_be_visible()
    assert cleo.fits() and cleo.violations() == []


def test_the_host_says_how_a_table_came_out_and_takes_somebody_off_the_list(person):
    ada, bo = call(person(), "Ada", "dark"), call(person(**PHONE), "Bo", "dark")
    address = lay(ada, "Rulings")
    bo.page.goto(address)
    bo.page.get_by_role("button", name="Come along").click()
    ada.page.get_by_role("button", name="Begin the evening").click()
    rule = ada.page.get_by_role("button", name="Say how table 1 came out")
    rule.click()
    dialog = ada.page.locator("dialog")
    expect(dialog.get_by_role("button", name="So it counts")).to_be_disabled()
    dialog.get_by_label("Bo").check()
    assert ada.violations() == []
    dialog.get_by_role("button", name="So it counts").click()
    expect(bo.page.get_by_role("region", name="Round 2")).to_be_visible()
    expect(bo.page.get_by_role("region", name="Standings").locator("tbody tr").first).to_contain_text("Ada")
    ada.page.get_by_text("Everybody against everybody").click()
    assert bo.fits() and bo.violations() == [] and ada.violations() == []
    ada.page.get_by_role("button", name="Take Bo off the list").click()
    ada.page.locator("dialog").get_by_role("button", name="Take Bo off the list").click()
    expect(bo.page.get_by_text("Ada has won")).to_be_visible()
    expect(bo.page.get_by_role("button", name="Come along")).to_have_count(0)


def test_an_evening_that_is_not_there_says_so(person):
    ada = call(person(**PHONE), "Ada")
    ada.see("/evenings/nowhere")
    expect(ada.page.get_by_text("There is no such evening")).to_be_visible()
    assert ada.violations() == [] and ada.fits()
    ada.page.get_by_role("link", name="All evenings").click()
    expect(ada.page.get_by_role("heading", name="Club evenings")).to_be_visible()
    assert ada.violations() == [] and ada.fits()
    ada.page.get_by_role("link", name="Lay an evening").click()
    expect(ada.page.get_by_label("What is it called?")).to_be_visible()
    assert ada.violations() == [] and ada.fits()
