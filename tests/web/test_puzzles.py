"""Puzzles in real browsers: solved by keys and by touch, refuted on the board, and boards that are filled."""

import re

import pytest
from playwright.sync_api import expect

from sobremesa import puzzles
from sobremesa.client import House
from tests.server.test_puzzles import wrong
from tests.web.test_account import PHONE, fits

pytestmark = [pytest.mark.compiled, pytest.mark.filterwarnings("ignore::ResourceWarning")]
LONG = 30_000


def come(person, puzzle):
    person.see(f"/puzzles/{puzzle.kind}/{puzzle.id}")
    expect(person.page.get_by_role("button", name="Show the solution")).to_be_visible(timeout=LONG)


def play(person, moves):
    """From the list of choices, with keys alone."""
    for move in moves:
        every = person.page.get_by_role("button", name=re.compile(r"All \d+ choices|One choice"))
        expect(every).to_be_visible(timeout=LONG)
        person.page.keyboard.press("a")
        person.page.locator(f'dialog [data-move="{move}"]').press("Enter")


def known(person):
    person.page.get_by_role("button", name="Keep it from now on").click()
    expect(person.page.get_by_text("Your first try counts")).to_be_visible()


def test_from_the_front_page_to_a_puzzle_that_is_solved_with_keys_alone(person):
    one, puzzle = person(), puzzles.listed("splut-kill")[20]
    one.see("/")
    one.page.get_by_role("link", name=re.compile("^Puzzles")).press("Enter")
    one.page.get_by_role("link", name=re.compile("Kill this turn")).press("Enter")
    one.page.wait_for_url(re.compile("/puzzles/splut-kill/k"), timeout=LONG)
    come(one, puzzle)
    known(one)
    play(one, puzzles.solutions(puzzle)[-1])
    expect(one.page.locator("[data-status]").get_by_text("Solved: the sorcerer is dead.")).to_be_visible(timeout=LONG)
    expect(one.page.get_by_text(re.compile(r"1500 → 1[56]\d\d"))).to_be_visible()
    one.page.get_by_role("button", name="Next puzzle").press("Enter")
    expect(one.page.get_by_role("button", name="Give me a hint")).to_be_visible(timeout=LONG)
    assert puzzle.id not in one.page.url
    one.see("/puzzles")
    expect(one.page.get_by_text("1 of 1 solved")).to_be_visible()


def test_a_wrong_turn_is_refuted_on_the_board_and_tried_again(person):
    one, puzzle = person(), puzzles.listed("splut-save")[30]
    come(one, puzzle)
    one.page.get_by_role("button", name="Give me a hint").click()
    expect(one.page.get_by_text(re.compile(r"Look here: your \w+ on [a-i]\d"))).to_be_visible(timeout=LONG)
    moves = wrong(puzzle)
    play(one, moves[:1])
    one.page.get_by_role("button", name="Take back").click()
    play(one, moves)
    expect(one.page.locator("[data-status]").get_by_text("Your sorcerer is killed: look.")).to_be_visible(timeout=LONG)
    again = one.page.get_by_role("button", name="Try again")
    expect(again).to_be_visible(timeout=LONG)
    again.click()
    play(one, puzzles.solutions(puzzle)[0])
    expect(one.page.locator("[data-status]").get_by_text("Solved: nothing can reach your sorcerer.")).to_be_visible(
        timeout=LONG
    )


def test_who_gives_up_sees_a_solution_played_and_all_others(person):
    one, puzzle = person(), puzzles.listed("splut-kill")[40]
    come(one, puzzle)
    one.page.get_by_role("button", name="Show the solution").click()
    expect(one.page.get_by_role("button", name="Next puzzle")).to_be_visible(timeout=LONG)
    first, count = puzzles.solutions(puzzle)[0], len(puzzles.solutions(puzzle))
    expect(one.page.get_by_role("button", name=" ".join(first), exact=True)).to_be_visible()
    expect(one.page.get_by_role("heading", name=f"{count} solutions" if count > 1 else "One solution")).to_be_visible()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("phone", [False, True])
def test_no_state_of_the_rooms_has_a_fault_that_axe_finds(person, theme, phone):
    one = person(color_scheme=theme, **(PHONE if phone else {}))
    one.see("/puzzles")
    expect(one.page.get_by_text("200 puzzles")).to_be_visible(timeout=LONG)
    assert one.violations() == [] and fits(one)
    throw = puzzles.listed("throw")[50]
    come(one, throw)
    assert one.violations() == [] and fits(one)
    play(one, [next(each.move for each in puzzles.splits(throw) if each.loss)])
    expect(one.page.get_by_role("table")).to_be_visible(timeout=LONG)
    expect(one.page.get_by_role("row")).to_have_count(1 + len(puzzles.splits(throw)))
    assert one.violations() == [] and fits(one)
    come(one, puzzles.listed("splut-save")[3])
    assert one.violations() == [] and fits(one)


def test_a_board_is_filled_and_what_was_reached_is_shown(person):
    one = person(language="fr-FR", **PHONE)
    one.see("/puzzles/fill")
    step = one.page.locator("details[open]")
    expect(step).to_have_count(1, timeout=LONG)
    assert one.violations() == [] and fits(one)
    first = puzzles.listed("fill")[0]
    step.get_by_role("button").first.click()
    one.page.wait_for_url("**/table/**", timeout=LONG)
    one.page.locator("[data-status]").first.wait_for(timeout=LONG)
    [token] = [each["value"] for each in one.context.cookies() if each["name"] == "sobremesa"]
    table = House(one.address, "x", token).table(one.page.url.rpartition("/")[2])
    for move in puzzles.solutions(first)[0]:
        table.move("ruby", move)
    expect(one.page.get_by_text("La zone est pleine, et personne ne peut faire mieux.")).to_be_visible(timeout=LONG)
    one.page.get_by_role("link", name="Vers les zones").click()
    expect(one.page.get_by_text("Vous avez rempli 1 zone sur 1043, 1 au mieux possible.")).to_be_visible(timeout=LONG)


def test_a_puzzle_that_is_none_is_said_so(person):
    one = person(language="de-DE")
    one.see("/puzzles/throw/nothing")
    expect(one.page.get_by_text("Dieses Rätsel gibt es nicht.")).to_be_visible(timeout=LONG)
    one.page.get_by_role("button", name="Nächstes Rätsel").click()
    expect(one.page.get_by_role("button", name="Lösung zeigen")).to_be_visible(timeout=LONG)
    one.faults.clear()  # that it was refused
