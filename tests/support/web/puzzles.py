"""Puzzles in a browser."""

import contextlib
import re

from playwright.sync_api import Error, expect


def see_puzzle(person, puzzle):
    """Open the page of a puzzle."""
    person.see(f"/puzzles/{puzzle.kind}/{puzzle.id}")
    expect(person.page.get_by_role("button", name="Show the solution")).to_be_visible()


def play_moves(person, moves):
    """Choose these moves from the list, with keys alone."""
    for move in moves:
        person.until(lambda move=move: chosen(person, move))


def chosen(person, move):
    """Whether a choice could be made from the list: nothing is offered while the house judges."""
    expect(person.page.get_by_role("button", name=re.compile(r"All \d+ choices|One choice"))).to_be_visible()
    person.page.keyboard.press("a")
    with contextlib.suppress(Error):
        person.page.locator(f'dialog [data-move="{move}"]').press("Enter", timeout=1000)
        return True
    return False
