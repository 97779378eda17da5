"""What a learner sees is the seat's own view, and all of it means something."""

import random

import numpy as np
import pytest

from sobremesa import games
from sobremesa.games.splut.tables import FILES, RANKS
from sobremesa.kernel import CHANCE, calls
from sobremesa.kernel.rng import seeded
from sobremesa.lab import features
from sobremesa.play.match import Match

ALL = [games.find(name) for name in games.names()]
CASES = [
    (game, seats, options)
    for game in ALL
    for seats in (game.seats[0], game.seats[-1])
    for options in ({}, {"mode": "teams"}, {"mode": "coop"}, {"mode": "classic"})
    if not options or (game.name == "end-of-line" and seats == {"teams": 8, "coop": 8, "classic": 1}[options["mode"]])
]


def named(case):
    game, seats, options = case
    return " ".join([game.name, str(seats), *options.values()])


def some_positions(game, seats, options, count, seed=1):
    """Positions of matches played at random, with whoever is to act there."""
    rng, found = random.Random(seed), []
    while len(found) < count:
        match = Match(game, seats, seed=rng.randrange(10**6), **options)
        while not match.is_over:
            if rng.random() < 0.1:
                found.append(match.position.copy())
            match.push(rng.choice(match.legal_moves))
    return found[:count]


@pytest.mark.parametrize("case", CASES, ids=named)
def test_every_number_has_a_name_and_is_a_small_number(case):
    game, seats, options = case
    for position in some_positions(game, seats, options, 20):
        for seat in range(seats):
            seen = features.seen_by(game, position, seat)
            planes, numbers = features.split(game, seats, seen)
            assert len(features.of(game).planes(seats)) == (len(planes) if planes.ndim > 1 else 0)
            assert len(features.of(game).numbers(seats)) == len(numbers)
            assert np.isfinite(seen).all() and np.abs(seen).max() <= 64
    assert len(set(features.names(game, seats))) == len(features.names(game, seats))


@pytest.mark.parametrize("case", CASES, ids=named)
def test_nothing_that_a_seat_may_not_know_shows(case):
    game, seats, options = case
    rng = seeded(5)
    for position in some_positions(game, seats, options, 15):
        for seat in range(seats):
            seen = features.seen_by(game, position, seat)
            for _ in range(3):
                other = position.copy()
                calls.deal(other, seat, rng)
                assert (features.seen_by(game, other, seat) == seen).all()


@pytest.mark.parametrize("case", CASES, ids=named)
def test_different_views_are_seen_differently(case):
    """Whatever a move changes in what a seat sees on its screen shows in what a learner sees, nearly always."""
    game, seats, options = case
    match = Match(game, seats, seed=3, **options)
    rng, told, shown = random.Random(3), 0, 0
    while not match.is_over and told < 60:
        before = match.view(0), features.seen_by(game, match.position, 0)
        match.push(rng.choice(match.legal_moves))
        if match.view(0) != before[0]:
            told += 1
            shown += (features.seen_by(game, match.position, 0) != before[1]).any()
    assert shown >= 0.95 * told > 0


def test_each_seat_sees_its_own_pieces_first():
    match = Match("splut", 3, seed=1)
    for seat in range(3):
        planes, _ = features.split(match.game, 3, features.seen_by(match.game, match.position, seat))
        squares = {
            piece: [FILES[x] + RANKS[y] for y, x in np.argwhere(planes[1 + n])]
            for n, piece in enumerate(("sorcerer", "dwarf", "troll"))
        }
        assert squares == {piece: [at] for piece, at in match.view(seat)["teams"][seat]["pieces"].items()}
        assert planes[0].sum() == 41
        assert planes[features.names(match.game, 3).index("rocks")].sum() == 4


def test_a_hand_is_seen_by_who_holds_it():
    match = Match("end-of-line", 2, seed=1)
    assert CHANCE not in match.to_act
    names = features.of(match.game).numbers(2)
    for seat in range(2):
        _, numbers = features.split(match.game, 2, features.seen_by(match.game, match.position, seat))
        hand = match.view(seat)["lines"][seat]["hand"]
        assert [kind for kind in hand if numbers[names.index(f"{kind}: in one's own hand")] > 0] == [
            kind for kind, cards in hand.items() if cards
        ]
