"""The first try of a person at a puzzle counts, once, for both; and what is kept of it is theirs."""

import threading

import pytest

from sobremesa.server.database import adding
from sobremesa.server.features.puzzles.rating import BEGINS, DOUBT, NEW, Belief, after, known_as, mined, settled, shown
from sobremesa.server.features.puzzles.store import Fill, Try
from sobremesa.server.tables.table import new_facts
from tests.support.server.stores import store_with

KIND = "splut-kill"


@pytest.fixture(params=["file", "postgres"])
def store(request, tmp_path):
    place = tmp_path / "house.db" if request.param == "file" else request.getfixturevalue("database")
    store = store_with(place, "a", "b", shared=request.param == "postgres")
    yield store
    store.close()


def ended(person, puzzle, state, made=1.0):
    return Try(person, puzzle, KIND, made, state)


def test_who_solves_a_puzzle_rises_and_it_falls():
    known = Belief(known_as(1500, DOUBT))
    me, it = after(known, mined(1700), "solved")
    assert shown(me.rating) > 1500 and shown(it.rating) < 1700 and (me.tried, me.solved) == (1, 1)
    lost, stronger = after(known, mined(1300), "failed")
    assert shown(lost.rating) < 1500 and shown(stronger.rating) > 1300 and (lost.tried, lost.solved) == (1, 0)
    easy, hard = (shown(after(known, mined(rating), "helped")[0].rating) for rating in (900, 2100))
    assert easy < 1500 < hard
    assert mined(1234).rating.sigma == DOUBT and shown(mined(1234).rating) == 1234


def test_somebody_new_begins_low_and_says_nothing_of_a_puzzle_for_nine_tries_or_so():
    me, tries = NEW, 0
    assert shown(me.rating) == BEGINS
    while not settled(me):
        me, it = after(me, mined(1100), "solved" if tries % 3 else "failed")
        tries += 1
        assert it.rating == mined(1100).rating and (it.tried, it.solved) == (1, int((tries - 1) % 3 > 0))
    assert 7 <= tries <= 12
    assert after(me, mined(1100), "solved")[1].rating != mined(1100).rating


def test_the_first_try_counts_and_only_once(store):
    kept = store.puzzles
    counted = kept.count(ended("a", "p", "failed"), mined(1500))
    assert shown(counted.before.rating) == BEGINS > shown(counted.after.rating)
    assert kept.count(ended("a", "p", "solved"), mined(1500)) is None
    assert kept.attempt("a", "p").state == "mended" and kept.attempt("b", "p") is None
    assert kept.count(ended("a", "p", "failed"), mined(1500)) is None and kept.attempt("a", "p").state == "mended"
    assert kept.solver("a") == {KIND: counted.after} and kept.believed(KIND)["p"].tried == 1
    kept.count(ended("b", "p", "solved"), mined(1500))
    assert (kept.believed(KIND)["p"].tried, kept.believed(KIND)["p"].solved) == (2, 1)


def test_after_a_hint_a_solution_is_a_draw(store):
    kept = store.puzzles
    kept.hint(ended("a", "p", "hinted"))
    assert kept.attempt("a", "p").state == "hinted" and kept.solver("a") == {}
    counted = kept.count(ended("a", "p", "solved"), mined(BEGINS))
    assert kept.attempt("a", "p").state == "helped" and shown(counted.after.rating) == BEGINS
    kept.hint(ended("a", "p", "hinted"))
    assert kept.attempt("a", "p").state == "helped"
    assert kept.count(ended("a", "p", "solved"), mined(1500)) is None


def test_of_many_who_try_at_once_all_count_once(store):
    counted = []
    count = store.puzzles.count

    def solve(person):
        counted.extend(filter(None, [count(ended(person, "p", "solved"), mined(1500)) for _ in range(3)]))

    threads = [threading.Thread(target=solve, args=(person,)) for person in ("a", "b") * 4]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(counted) == 2 and store.puzzles.believed(KIND)["p"].tried == 2
    assert [store.puzzles.solver(person)[KIND].tried for person in "ab"] == [1, 1]


async def board(store, person):
    facts = new_facts("end-of-line", 1, {"mode": "solo"}, False, person)
    await store.write(adding(facts))
    return facts.id


@pytest.mark.compiled
async def test_a_guest_brings_all_along_and_all_goes_with_its_person(store):
    kept, people = store.puzzles, store.people
    kept.count(ended("a", "p", "failed", 2.0), mined(1500))
    kept.count(ended("b", "p", "solved", 1.0), mined(1500))
    kept.count(ended("b", "q", "solved", 3.0), mined(1500))
    for person, points in ("a", 4), ("b", 2), ("b", 3):
        kept.fill(Fill(person, "w", points, await board(store, person), 1.0))
    people.join("b", "a")
    assert {each.puzzle: each.state for each in kept.tries("a")} == {"p": "solved", "q": "solved"}
    assert [each.points for each in kept.fills("a")] == [2] and kept.solver("a")[KIND].tried == 3
    assert shown(kept.solver("a")[KIND].rating) > BEGINS  # what both began from counts once
    assert kept.tries("b") == kept.fills("b") == [] and kept.solver("b") == {}
    people.delete("a")
    assert kept.tries("a") == kept.fills("a") == [] and kept.solver("a") == {} and kept.believed(KIND)["p"].tried == 2


@pytest.mark.compiled
async def test_of_a_board_the_best_is_kept(store):
    table = await board(store, "a")
    for points in 5, 3, 4:
        store.puzzles.fill(Fill("a", "w", points, table, 1.0))
    assert [each.points for each in store.puzzles.fills("a")] == [3]
