"""What there is besides tables, for pictures: lessons, puzzles, a match looked at again, a coach, a profile."""

import random

from sobremesa import puzzles
from tests.support.analysis import BLUNDER
from tests.support.puzzles import wrong_turn
from tests.support.web import outspeed
from tests.support.web.analysis import analysed, play_texts, play_to_the_end, sit_alone
from tests.support.web.play import begin, lay, sit
from tests.support.web.puzzles import play_moves as solve
from tests.support.web.puzzles import see_puzzle


def learn(album):
    """What was learnt is marked; in a lesson something else than was asked for has been tried."""
    page = album.person.see("/learn/splut/3")
    page.get_by_role("button", name="Show me").click()
    page.get_by_text("Done!").wait_for()
    album.person.see("/learn")
    album.take("learn")
    album.person.see("/learn/outspeed/5")
    page.locator(".stand .spot > *").first.wait_for()
    album.take("lesson")


def kinds(album):
    """Puzzles: the kinds, and one whose wrong turn has been refuted."""
    one, puzzle = album.person, puzzles.listed("splut-save")[30]
    see_puzzle(one, puzzle)
    solve(one, wrong_turn(puzzle))
    one.page.get_by_role("button", name="Try again").wait_for()
    album.take("puzzle")
    one.see("/puzzles")
    album.take("puzzles")


def again(album):
    """A match looked at again, before its blunder."""
    page = analysed(album.person, play_texts(sit_alone(album.person, "splut"), BLUNDER))
    page.get_by_role("button", name="Blunder").first.click()
    page.locator("[data-hint]").wait_for()
    album.take("analysis")


def advised(album):
    """A coach has said where to look, and then what to do."""
    page = album.person.page
    table = lay(album.person, "splut", 2)
    sit(album.person)
    outspeed.ask(album.person, table, {"do": "fill", "bot": "beginner"})
    begin(album.person)
    page.locator("[data-status=you]").wait_for()
    peek = page.locator(".peek .ib").and_(page.locator(":visible"))
    if peek.count():
        peek.click()
    page.get_by_role("switch", name="A coach for me").and_(page.locator(":visible")).click()
    if peek.count():
        page.get_by_role("button", name="Close").click()
    show = page.locator(".bubble").get_by_role("button", name="Show me")
    while not show.count():  # the first time on a machine it gets ready
        page.locator("[data-act=hint]").click()
        page.wait_for_timeout(2000)
    show.click()
    page.locator(".advice").wait_for()
    album.take("coach")


def known(album):
    """Somebody's own page, after a few matches."""
    rng = random.Random(3)
    for game, plans in ("shut-the-lines", 1), ("shut-the-lines", 2), ("shut-the-lines", 3):
        play_to_the_end(sit_alone(album.person, game, 1, plans=plans), rng)
    album.person.see("/people/me")
    album.take("profile")


def laid(album):
    """Positions of each game as they are laid out by hand."""
    for game in "splut", "end-of-line", "outspeed", "shut-the-lines":
        page = album.person.see(f"/study/{game}")
        page.locator(".stand[data-game] .spot > *").first.wait_for()
        page.locator("[data-act=set-up]").and_(page.locator(":visible")).first.click()
        album.take(f"study-{game}")


ALL = learn, kinds, again, advised, known, laid
