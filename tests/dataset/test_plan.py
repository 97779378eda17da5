"""Who plays what in a data set, and what is written down of it."""

from itertools import pairwise

import pytest

from sobremesa.dataset.plan import NOISE, PLAN, fixture
from sobremesa.dataset.play import played
from sobremesa.games import find, names
from sobremesa.kernel import CHANCE
from sobremesa.play.match import Match
from sobremesa.play.sides import sides_of

pytestmark = pytest.mark.compiled


def turn(game):
    return sum(kind.share for kind in PLAN[game])


def test_every_game_has_a_plan():
    assert list(PLAN) == names()


@pytest.mark.parametrize("game", PLAN)
def test_every_kind_has_its_share_of_each_turn(game):
    found = [fixture(game, 7, number) for number in range(2 * turn(game))]
    for kind in PLAN[game]:
        alike = [
            each
            for each in found
            if each.seats == kind.seats and all(each.options[name] == value for name, value in kind.options.items())
        ]
        if game == "end-of-line" and not kind.options:
            alike = [each for each in alike if each.options["mode"] == "versus"]
        assert len(alike) == 2 * kind.share
        assert {level for each in alike for level in each.players} <= set(kind.levels)
    assert {each.noise for each in found[: turn(game)]} == {0}
    assert {each.noise for each in found[turn(game) :]} == {NOISE}
    assert len({each.seed for each in found}) == len(found)


def test_partners_are_the_same_and_rivals_are_drawn():
    for number in range(200):
        each = fixture("end-of-line", 1, number)
        for side in sides_of(find("end-of-line"), each.seats, each.options["mode"]):
            assert len({each.players[seat] for seat in side}) == 1
    assert any(len(set(fixture("splut", 1, number).players)) > 1 for number in range(20))


def test_a_match_follows_from_its_seed_and_its_number_alone():
    assert fixture("splut", 7, 5) == fixture("splut", 7, 5)
    assert fixture("splut", 7, 5).seed != fixture("splut", 8, 5).seed != fixture("splut", 7, 6).seed
    assert fixture("splut", 7, 5).seed != fixture("outspeed", 7, 5).seed


@pytest.mark.parametrize("game", PLAN)
def test_the_choices_and_the_seed_are_enough_to_play_it_again(game):
    own = fixture(game, 3, 1)
    row, moves = played(own)
    match = Match(game, own.seats, seed=row["seed"], **row["options"])
    for move in moves:
        if move["seat"] >= 0:
            match.push(move["move"], move["seat"])
    assert match.result.scores == row["scores"]
    assert [move.action for move in match.moves] == [move["action"] for move in moves]
    assert [move.seat == CHANCE for move in match.moves] == [move["seat"] < 0 for move in moves]
    assert row["moves"] == len(moves) and row["choices"] == sum(move["seat"] >= 0 for move in moves)


def test_splut_plans_whole_turns_and_says_what_they_are_worth():
    _, moves = played(fixture("splut", 0, 3))
    assert any(move["rounds"] == 0 for move in moves) and any(move["rounds"] > 0 for move in moves)
    for before, move in pairwise(moves):
        assert -1 <= move["value"] <= 1 and move["values"] is None
        assert move["chosen"] == (move["value"] if move["action"] == move["meant"] else None)
        if move["rounds"] == 0:  # goes on with its turn
            assert (before["seat"], before["value"]) == (move["seat"], move["value"])


@pytest.mark.parametrize("number", [1, 12])
def test_shut_the_lines_is_told_exactly(number):
    _, moves = played(fixture("shut-the-lines", 0, number))
    own = [move for move in moves if move["seat"] >= 0]
    assert any(move["noise"] for move in own) or number == 1
    for move in own:
        assert len(move["actions"]) == move["legal"] == len(move["values"])
        assert move["value"] == max(move["values"])
        assert move["chosen"] == move["values"][move["actions"].index(move["action"])]
        assert move["rounds"] is None and move["shares"] is None


@pytest.mark.parametrize("game", ["end-of-line", "outspeed"])
def test_a_bot_that_weighs_its_choices_tells_of_each(game):
    _, moves = played(fixture(game, 0, 2))
    thought = [move for move in moves if move["value"] is not None]
    assert len(thought) > 10
    for move in thought:
        assert move["rounds"] > 0 and move["action"] in move["actions"]
        assert move["chosen"] == move["values"][move["actions"].index(move["action"])]
        assert sum(move["shares"]) == pytest.approx(1)
    for move in moves:
        if move["value"] is None:
            assert move["seat"] < 0 or move["legal"] == 1
        assert ("odds" in move) == (move["seat"] < 0)
