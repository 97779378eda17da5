"""Puzzles in real browsers: solved by keys and by touch, refuted on the board, and boards that are filled."""

import re

import pytest
from playwright.sync_api import expect

from sobremesa import puzzles
from sobremesa.client import House
from tests.support.puzzles import wrong_turn
from tests.support.selection import exhaustive
from tests.support.web.browser import PHONE
from tests.support.web.puzzles import play_moves, see_puzzle

pytestmark = [pytest.mark.compiled, pytest.mark.filterwarnings("ignore::ResourceWarning")]


def known(person):
    person.page.get_by_role("button", name="Keep it from now on").click()
    expect(person.page.get_by_text("Your first try counts")).to_be_visible()


def test_from_the_front_page_to_a_puzzle_that_is_solved_with_keys_alone(person):
    one, puzzle = person(), puzzles.listed("splut-kill")[20]
    one.see("/")
    one.page.get_by_role("link", name=re.compile("^Puzzles")).press("Enter")
    one.page.get_by_role("link", name=re.compile("^Splut! Kill this turn")).press("Enter")
    one.page.wait_for_url(re.compile("/puzzles/splut-kill/k"))
    see_puzzle(one, puzzle)
    known(one)
    play_moves(one, puzzles.solutions(puzzle)[-1])
    expect(one.page.locator("[data-status]").get_by_text("Solved: the sorcerer is dead.")).to_be_visible()
    expect(one.page.get_by_text(re.compile(r"1200 → 1[23]\d\d"))).to_be_visible()
    one.page.get_by_role("button", name="Next puzzle").press("Enter")
    expect(one.page.get_by_role("button", name="Give me a hint")).to_be_visible()
    assert puzzle.id not in one.page.url
    one.see("/puzzles")
    expect(one.page.get_by_text("1 of 1 solved")).to_be_visible()


def test_a_wrong_turn_is_refuted_on_the_board_and_tried_again(person):
    one, puzzle = person(), puzzles.listed("splut-save")[30]
    see_puzzle(one, puzzle)
    one.page.get_by_role("button", name="Give me a hint").click()
    expect(one.page.get_by_text(re.compile(r"Look here: your \w+ on [a-i]\d"))).to_be_visible()
    moves = wrong_turn(puzzle)
    play_moves(one, moves[:1])
    one.page.get_by_role("button", name="Take back").click()
    play_moves(one, moves)
    expect(one.page.locator("[data-status]").get_by_text("Your sorcerer is killed: look.")).to_be_visible()
    again = one.page.get_by_role("button", name="Try again")
    expect(again).to_be_visible()
    again.click()
    play_moves(one, puzzles.solutions(puzzle)[0])
    expect(one.page.locator("[data-status]").get_by_text("Solved: nothing can reach your sorcerer.")).to_be_visible()


def test_who_gives_up_sees_a_solution_played_and_all_others(person):
    one, puzzle = person(), puzzles.listed("splut-kill")[40]
    see_puzzle(one, puzzle)
    one.page.get_by_role("button", name="Show the solution").click()
    expect(one.page.get_by_role("button", name="Next puzzle")).to_be_visible()
    first, count = puzzles.solutions(puzzle)[0], len(puzzles.solutions(puzzle))
    expect(one.page.get_by_role("button", name=" ".join(first), exact=True)).to_be_visible()
    expect(one.page.get_by_role("heading", name=f"{count} solutions" if count > 1 else "One solution")).to_be_visible()


@pytest.mark.parametrize(("theme", "phone"), [exhaustive("light", False), ("dark", True)])
def test_no_state_of_the_rooms_has_a_fault_that_axe_finds(person, theme, phone):
    one = person(color_scheme=theme, **(PHONE if phone else {}))
    one.see("/puzzles")
    expect(one.page.get_by_text("All 200 by difficulty")).to_be_visible()
    assert one.violations() == [] and one.fits()
    for kind in "splut-save", "throw", "fill":
        one.see(f"/puzzles/{kind}/all?step=2")
        expect(one.page.get_by_role("list").get_by_role("listitem")).to_have_count(24)
        assert one.violations() == [] and one.fits()
    throw = puzzles.listed("throw")[50]
    see_puzzle(one, throw)
    assert one.violations() == [] and one.fits()
    play_moves(one, [next(each.move for each in puzzles.splits(throw) if each.loss)])
    expect(one.page.get_by_role("table")).to_be_visible()
    expect(one.page.get_by_role("row")).to_have_count(1 + len(puzzles.splits(throw)))
    assert one.violations() == [] and one.fits()
    see_puzzle(one, puzzles.listed("splut-save")[3])
    assert one.violations() == [] and one.fits()


def test_a_list_is_walked_by_keys_from_a_missed_puzzle_to_the_next(person):
    one, found = person(), puzzles.listed("throw")
    one.post("/api/guests", name="Ada")
    for puzzle in found[24], found[26]:
        one.post(f"/api/puzzles/{puzzle.id}/solution")
    one.see("/puzzles/throw")
    one.page.get_by_role("link", name="All by difficulty").press("Enter")
    one.page.get_by_role("link", name="The next page").press("Enter")
    one.page.wait_for_url("**/puzzles/throw/all?page=2")
    expect(one.page.get_by_text("200 puzzles · page 2 of 9")).to_be_visible()
    expect(one.page.get_by_role("link", name=re.compile("; missed; 0 of"))).to_have_count(2)
    one.page.get_by_role("link", name=re.compile("^Missed 2")).press("Enter")
    one.page.wait_for_url("**/puzzles/throw/all?show=missed")
    one.page.reload()  # the address holds all of it
    one.page.get_by_role("link", name=re.compile("; missed; 0 of")).first.press("Enter")
    one.page.wait_for_url(f"**/puzzles/throw/{found[24].id}?show=missed")
    expect(one.page.get_by_role("link", name="1 of 2")).to_be_visible()
    play_moves(one, puzzles.solutions(found[24])[0])
    expect(one.page.locator("[data-status]").get_by_text("That is the best split.")).to_be_visible()
    one.page.get_by_role("button", name="Next puzzle").press("Enter")
    one.page.wait_for_url(f"**/puzzles/throw/{found[26].id}?show=missed")
    one.page.get_by_role("link", name="1 of 1").press("Enter")
    expect(one.page.get_by_role("link", name=re.compile("^Missed 1"))).to_be_visible()
    one.page.go_back()
    one.page.go_back()
    one.page.wait_for_url(f"**/puzzles/throw/{found[24].id}?show=missed")
    one.see("/people/me")
    expect(one.page.get_by_role("link", name=re.compile("Those you missed"))).to_be_visible()
    assert one.violations() == []


def test_a_board_is_filled_and_what_was_reached_is_shown(person):
    one = person(language="fr-FR", viewport={"width": 320, "height": 640}, has_touch=True)
    one.see("/puzzles/fill")
    boards = one.page.get_by_role("list").get_by_role("button")
    expect(boards).to_have_count(24)
    assert one.violations() == [] and one.fits()
    first, second = puzzles.listed("fill")[:2]
    boards.first.click()
    one.page.wait_for_url("**/table/**")
    one.page.locator("[data-status]").first.wait_for()
    [token] = [each["value"] for each in one.context.cookies() if each["name"] == "sobremesa"]
    table = House(one.address, "x", token).table(one.page.url.rpartition("/")[2])
    for move in puzzles.solutions(first)[0]:
        table.move("ruby", move)
    expect(one.page.get_by_text("La zone est pleine, et personne ne peut faire mieux.")).to_be_visible()
    assert one.violations() == [] and one.fits()
    one.page.get_by_role("link", name="Vers les zones").click()
    expect(one.page.get_by_text("Vous avez rempli 1 zone sur 1043 le mieux possible.")).to_be_visible()
    expect(boards.first).to_have_accessible_name(re.compile("3 étoiles sur 3"))
    one.page.go_back()
    one.page.get_by_role("button", name="Une zone plus difficile").click()
    expect(one.page).not_to_have_url(re.compile(table.name))
    one.page.locator("[data-status]").first.wait_for()
    laid = one.context.request.get(f"/api/tables/{one.page.url.rpartition('/')[2]}").json()
    assert laid["options"]["walls"] == second.position


def test_a_puzzle_that_is_none_is_said_so(person):
    one = person(language="de-DE")
    one.see("/puzzles/throw/nothing")
    expect(one.page.get_by_text("Dieses Rätsel gibt es nicht.")).to_be_visible()
    one.page.get_by_role("button", name="Nächstes Rätsel").click()
    expect(one.page.get_by_role("button", name="Lösung zeigen")).to_be_visible()
    one.faults.clear()  # that it was refused
