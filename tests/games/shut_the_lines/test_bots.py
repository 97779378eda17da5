"""The bots of Shut the Lines that go by looks."""

import pytest

import sobremesa
from sobremesa import bots
from sobremesa.games.shut_the_lines import GAME
from tests.support.games.shut_the_lines import begin, but, play


def choices(name, match, tries=60):
    """Everything that a bot chooses here, over many seeds."""
    seat, legal, seen = match.turn, match.legal_actions_of(match.turn), match.seen_by(match.turn)
    return {match.move(seat, bots.make(name, GAME, seed).choose(seen, seat, legal)).text for seed in range(tries)}


def whole_match(name, seed, seats=1, **options):
    """A match in which the same bot has every seat."""
    match = sobremesa.Match(GAME, seats, seed=seed, **options)
    players = [bots.make(name, GAME, seed * 10 + seat) for seat in range(seats)]
    while not match.is_over:
        seat = match.turn
        match.push(match.move(seat, players[seat].choose(match.seen_by(seat), seat, match.legal_actions_of(seat))))
    return match


EQUALS = {"4+5", "3+6", "1+8"}


@pytest.mark.parametrize(
    ("name", "covered", "throw", "chosen"),
    [
        ("most-chips", (), "1-3-5", {"1+3+5"}),
        ("most-chips", {5}, "1-3-5", {"3+6", "1+8"}),
        ("fewest-chips", (), "1-3-5", {"9"}),
        ("fewest-chips", {9}, "1-3-5", EQUALS),
        ("most-lines", (), "1-3-5", {"9"}),
        ("most-lines", {9}, "1-3-5", EQUALS),
        ("most-lines", {4, 7, 10}, "1-3-5", {"1+3+5"}),
        ("most-lines", {7, 10}, "1-3-5", {"4+5"}),
        ("most-lines", {2, 10, 6}, "1-3-5", {"1+8"}),
        ("most-lines", {2, 10, 6, 3, 12}, "1-3-5", {"9"}),  # as many lines as 1+8 with fewer chips
        ("most-lines", {2, 10, 6, 4, 11, 3}, "1-3-5", {"1+8"}),
    ],
)
def test_what_looks_best_in_a_split(name, covered, throw, chosen):
    """Among equals, any."""
    assert choices(name, play(begin(covered={0: covered}), throw)) == chosen


@pytest.mark.parametrize(
    ("name", "covered", "throw", "chosen"),
    [
        ("most-chips", {9, 5, 6, 8}, "1-3-5", {"out:1+3"}),
        ("fewest-chips", {9, 5, 6, 8}, "1-3-5", {"out:1+3"}),
        ("most-lines", {9, 5, 6, 8}, "1-3-5", {"out:none"}),
        ("most-lines", but(2, 4), "2-2-3", {"out:2", "out:4"}),
        ("most-lines", but(2, 4, 11), "2-2-3", {"out:2"}),
    ],
)
def test_what_looks_best_when_knocked_out(name, covered, throw, chosen):
    assert choices(name, play(begin(covered={0: covered}), throw)) == chosen


@pytest.mark.parametrize("name", ["most-chips", "fewest-chips", "most-lines"])
def test_nobody_leaves_who_can_stay(name):
    match = play(begin(voluntary_partial=True, covered={0: {4, 7, 10, 9, 6, 8}}), "1-3-5")
    assert choices(name, match) == {"1+3+5"}


@pytest.mark.parametrize("name", ["most-chips", "fewest-chips", "most-lines"])
def test_any_plan_is_chosen(name):
    assert choices(name, begin(plans="choose"), 100) == {"plan-1", "plan-2", "plan-3", "plan-4"}


@pytest.mark.parametrize("name", ["random", "most-chips", "fewest-chips", "most-lines"])
@pytest.mark.parametrize("plans", ["1", "choose"])
def test_the_same_seed_plays_the_same_match(name, plans):
    one, same, other = (whole_match(name, seed, 2, plans=plans, target=2) for seed in (3, 3, 4))
    assert one.moves == same.moves
    assert one.moves != other.moves


def test_every_bot_that_the_box_names_can_be_had():
    for name in bots.names(GAME):
        assert hasattr(bots.make(name, GAME, 0), "choose")
