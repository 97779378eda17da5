"""Another way to go on, from what a seat may know."""

import random

import pytest

import sobremesa as sm
from sobremesa.kernel import calls
from sobremesa.kernel.rng import seeded
from sobremesa.play.fork import fork
from sobremesa.testing.random_play import steps

NAMES = sm.games.names()
TABLES = [
    ("splut", 2, {}),
    ("splut", 4, {}),
    ("end-of-line", 2, {}),
    ("end-of-line", 3, {"edition": "2021"}),
    ("end-of-line", 4, {"mode": "teams"}),
    ("end-of-line", 2, {"mode": "coop"}),
    ("shut-the-lines", 2, {}),
    ("outspeed", 3, {}),
    ("outspeed", 6, {}),
]


def positions(name, seats, options, count, seed=0):
    """So many positions from all over a match played at random, the last one among them."""
    game = sm.games.find(name)
    seats, options = game.agree(seats, options)
    seen = [after for *_, after in steps(game, seats, options, seed)]
    return game, options, [*random.Random(seed).sample(seen, min(count, len(seen))), seen[-1]]


def from_there(game, seats, options, position):
    return sm.Match(game, seats, roll=False, start=position, **options)


def played_out(match, rng):
    while not match.is_over:
        match.push(rng.choice(match.legal_moves_of(rng.choice(match.to_act))))
    return match


@pytest.mark.parametrize(("name", "seats", "options"), TABLES)
def test_nothing_that_is_hidden_shows_in_a_fork(name, seats, options):
    """Positions that look the same to a seat, and differ in what it cannot see, have the same forks."""
    differed = 0
    game, options, some = positions(name, seats, options, count=25)
    for number, position in enumerate(some):
        for eyes in (*range(seats), sm.SPECTATOR):
            other = position.copy()
            calls.deal(other, eyes, seeded(number))
            differed += other.tobytes() != position.tobytes()
            forks = {
                fork(from_there(game, seats, options, each), eyes, 0, seed=number + 1).tobytes()
                for each in (position, other)
            }
            assert len(forks) == 1
    assert bool(differed) == game.secrets(options)


def test_a_sealed_choice_does_not_show_in_a_fork():
    """Two matches that were played, and are the same but for the route that one seat has sealed."""
    match = sm.Match("outspeed", 3, seed=1)
    while match.view()["phase"] != "programming":
        match.push(match.legal_moves[0])
    sealed = match.legal_moves_of(0)
    forks = set()
    for move in sealed:
        other = match.copy()
        other.push(move)
        forks.add(fork(other, 1, len(other.moves), seed=3).tobytes())
    assert len(sealed) > 1 and len(forks) == 1


@pytest.mark.parametrize("name", ["end-of-line", "outspeed"])
def test_what_a_seat_sees_stays_and_the_rest_follows_from_the_seed(name):
    match = sm.Match(name, 3, seed=2)
    for _ in range(4):
        match.push(match.legal_moves[0])
    for eyes in (*range(3), sm.SPECTATOR):
        one, same, other = (fork(match, eyes, len(match.moves), seed) for seed in (1, 1, 2))
        assert one.tobytes() == same.tobytes() != other.tobytes()
        there = from_there(match.game, 3, match.options, one)
        assert there.view(eyes) == match.view(eyes)
        assert there.to_act == match.to_act


@pytest.mark.parametrize("name", NAMES)
def test_a_fork_can_be_played_to_the_end(name):
    """For every number of seats, and in every mode."""
    game, rng = sm.games.find(name), random.Random(4)
    tried = {(seats, options.get("mode")): options for seats, options in game.cases()}
    for (seats, _), options in tried.items():
        match = played_out(sm.Match(game, seats, seed=4, **options), rng)
        for moves in rng.randrange(len(match.moves)), rng.randrange(len(match.moves)):
            start = fork(match, rng.choice((*range(seats), sm.SPECTATOR)), moves, seed=moves)
            assert not list(game.invariants.faults(start[0]))
            other = played_out(sm.Match(game, seats, seed=5, start=start, **options), rng)
            assert other.result and not list(game.invariants.faults(other.position[0]))


def test_a_fork_is_of_a_point_that_there_was():
    match = sm.Match("splut")
    match.play("De2-e3")
    assert fork(match, 0, 0, seed=1).tobytes() == sm.Match("splut").position.tobytes()
    for moves in -1, 2:
        with pytest.raises(sm.Mistake, match=f"has had 1 choices: there is nothing after {moves}"):
            fork(match, 0, moves, seed=1)


def test_for_the_referee_a_fork_is_the_position_itself():
    match = sm.Match("end-of-line", 3, seed=3)
    assert fork(match, sm.REFEREE, len(match.moves), seed=1).tobytes() == match.position.tobytes()
