"""The one-turn tactician of Splut!: what it must never miss, and what it must never do."""

import pytest

import sobremesa
from sobremesa import bots
from sobremesa.games.splut.events import Thrown
from sobremesa.games.splut.rules import sorcerer_of
from tests.support.games.splut import FORCED, KILLS, OWN_GOAL, THREAT, begin, moves, play

pytestmark = pytest.mark.compiled  # it looks at thousands of positions a turn


def seated(match, seed=0):
    """A tactician for every seat."""
    return [bots.make("tactician", match.game, 100 * seed + seat) for seat in range(match.seats)]


def play_turn(match, bot):
    """Let a bot play one turn, and tell what happened."""
    seat, turns, happened = match.turn, match.position[0].turns, []
    while match.turn == seat and match.position[0].turns == turns:
        legal = match.legal_actions_of(seat)
        action = bot.choose(match.seen_by(seat), seat, legal)
        assert action in legal
        happened += match.play(match.move(seat, action))
    return happened


def fewest(match):
    """In how many steps the seat whose turn it is can kill another within this turn; 0 when it cannot."""
    lines, seat, turns = [match], match.turn, match.position[0].turns
    for steps in range(1, 4):
        following = {}
        for line in lines:
            for move in line.legal_moves:
                twin = line.copy()
                twin.push(move)
                if twin.position[0].standing < line.position[0].standing and alive(twin, seat):
                    return steps
                if twin.turn == seat and twin.position[0].turns == turns:
                    following[twin.position.tobytes()] = twin
        lines = list(following.values())
    return 0


def alive(match, seat):
    return match.view()["teams"][seat]["alive"]


def places(match, seat):
    """Where a team stands."""
    return match.position[0].at[sorcerer_of(seat) : sorcerer_of(seat) + 3].tolist()


@pytest.mark.parametrize("steps", KILLS)
def test_it_kills_when_it_can(steps):
    for seed in range(5):
        match = begin(KILLS[steps])
        assert fewest(match) == steps
        happened = play_turn(match, bots.make("tactician", match.game, seed))
        assert happened[-2].out == 1
        assert match.result.winners == (0,)


def test_it_kills_with_the_last_step_of_a_turn():
    match = begin(KILLS[1], steps=1)
    play_turn(match, bots.make("tactician", match.game, 0))
    assert match.result.winners == (0,)


def test_it_kills_one_of_three():
    match = begin("""
        5  .  . RT ()  .  .  . YS  .
        4    GS () RS ()  .  . ()
    """)
    play_turn(match, bots.make("tactician", match.game, 0))
    assert alive(match, 0)
    assert alive(match, 1) != alive(match, 2)


def test_it_leaves_itself_open_to_no_kill():
    """Green threatens to throw; red has no kill, but turns that save it and turns that do not."""
    assert fewest(begin(THREAT)) == 0
    assert fewest(play(begin(THREAT), "Tc7-c6 Tc6-c7 Tc7-c6")) == 1
    for seed in range(8):
        match = begin(THREAT)
        play_turn(match, bots.make("tactician", match.game, seed))
        assert match.turn == 1
        assert fewest(match) == 0


def test_it_does_not_kill_itself_for_nothing():
    assert "Tc5-d5>E" in moves(begin(OWN_GOAL))
    for seed in range(20):
        match = begin(OWN_GOAL)
        play_turn(match, bots.make("tactician", match.game, seed))
        assert alive(match, 0)


def test_it_plays_on_when_every_turn_is_its_death():
    match = begin(FORCED)
    play_turn(match, bots.make("tactician", match.game, 0))
    assert match.result.winners == (1,)


def test_it_never_goes_back_to_where_it_stood():
    """Its team never ends a turn where it stood before its turn before, so that it cannot oscillate."""
    turns = 0
    for seed in range(6):
        match = sobremesa.Match("splut", 2, turn_limit=100)
        players, began = seated(match, seed), {}
        while not match.is_over:
            seat = match.turn
            here = places(match, seat)
            happened = play_turn(match, players[seat])
            assert places(match, seat) != began.get(seat)
            assert not any(isinstance(event, Thrown) and event.out == seat for event in happened)
            began[seat] = here
            turns += 1
    assert turns >= 300


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_it_plays_with_every_number_of_seats(seats):
    """The same seed plays the same match, another seed another."""

    def record(seed):
        match = sobremesa.Match("splut", seats, turn_limit=24)
        players = seated(match, seed)
        while not match.is_over:
            play_turn(match, players[match.turn])
        return match.record()

    assert record(1) == record(1)
    assert record(1) != record(2)


def test_it_plans_anew_when_the_position_is_not_the_one_it_planned_for():
    planned, match = begin(KILLS[2], steps=2), begin(KILLS[2])
    bot = bots.make("tactician", match.game, 0)
    bot.choose(planned.seen_by(0), 0, planned.legal_actions_of(0))
    play_turn(match, bot)
    assert match.result.winners == (0,)
