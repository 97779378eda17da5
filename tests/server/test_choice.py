"""Which puzzle comes next: somebody new begins with easy ones and soon has what fits, whatever they can do."""

import math
import random
from statistics import fmean

import pytest

from sobremesa import puzzles
from sobremesa.ratings import MODEL
from sobremesa.server.features.ladders.rating import SCALE
from sobremesa.server.features.puzzles.next_puzzle import NEAR, STEP, aim, near, onward, streak
from sobremesa.server.features.puzzles.rating import DOUBT, NEW, Belief, after, known_as, mined
from sobremesa.server.features.puzzles.store import Try

pytestmark = pytest.mark.compiled
PEOPLE, TRIES = 12, 24


def tried(kind, state, puzzle="p"):
    return Try("a", puzzle, kind, 1.0, state)


def chance(strength, rating):
    return 1 / (1 + math.exp((rating - strength) / (SCALE * MODEL.beta * 2**0.5)))


def walk(kind, strength, seed):
    """Whether each puzzle that is offered was solved, and how likely that was."""
    random.seed(seed)
    rng, me, tries, way = random.Random(seed), NEW, [], []
    for _ in range(TRIES):
        seen = {each.puzzle: each for each in tries}
        puzzle = near(puzzles.listed(kind), {}, seen, aim(me, streak(tries, kind)))
        likely = chance(strength, puzzle.rating)
        state = "solved" if rng.random() < likely else "failed"
        tries.append(tried(kind, state, puzzle.id))
        me, _ = after(me, mined(puzzle.rating), state)
        way.append((state == "solved", likely))
    return way


@pytest.mark.parametrize(("strength", "first", "soon"), [(1300, 0.6, 0.55), (1700, 0.8, 0.55)])
def test_somebody_new_solves_most_of_the_first_and_then_two_of_three(strength, first, soon):
    ways = [walk("splut-save", strength, seed) for seed in range(PEOPLE)]
    assert fmean(solved for way in ways for solved, _ in way[:5]) > first
    assert soon < fmean(likely for way in ways for _, likely in way[12:]) < 0.75


def test_somebody_new_begins_with_the_easiest_of_every_kind():
    for kind in "splut-kill", "splut-save", "throw":
        found = puzzles.listed(kind)
        assert {near(found, {}, {}, aim(NEW, 0)).id for _ in range(40)} <= {each.id for each in found[:NEAR]}


def test_who_solves_puzzles_in_a_row_climbs_faster_while_they_are_new():
    assert aim(NEW, 0) < aim(NEW, 2) < aim(NEW, 4) < aim(NEW, 6)
    known = Belief(known_as(1500, DOUBT))
    assert aim(known, 0) == aim(known, 6) < 1500


def test_a_row_is_of_one_kind_and_ends_with_anything_but_a_solution():
    tries = [tried("throw", "failed"), *[tried("throw", "solved")] * 2, tried("splut-kill", "failed")]
    assert (streak(tries, "throw"), streak(tries, "splut-kill"), streak([], "throw")) == (2, 0, 0)
    assert streak([*tries, tried("throw", "hinted")], "throw") == 2
    assert [streak([*tries, tried("throw", state)], "throw") for state in ("helped", "mended")] == [0, 0]


def test_nobody_goes_on_from_what_came_before():
    assert onward(None, "") == aim(NEW, 0)
    assert [onward(1400, state) for state in ("solved", "", "failed")] == [1400 + STEP, 1400, 1400 - STEP]


def test_when_all_are_tried_what_was_missed_comes_again():
    found = puzzles.listed("throw")[:3]
    tries = {
        each.id: tried("throw", state, each.id)
        for each, state in zip(found, ("solved", "failed", "mended"), strict=True)
    }
    assert near(found, {}, tries, 1500) == found[1]
