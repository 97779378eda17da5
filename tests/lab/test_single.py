"""One position, played from Python, plays as the rules have it."""

import random

import numpy as np
import pytest

from sobremesa import bots
from sobremesa.kernel import calls
from sobremesa.lab import features
from sobremesa.lab.batch import Batch
from sobremesa.lab.single import NOBODY, Single, remember
from sobremesa.mistakes import BadSeats, IllegalMove
from tests.support.lab.cases import CASES


@pytest.mark.parametrize(("game", "seats", "options"), CASES)
def test_every_step_is_what_the_rules_say(game, seats, options):
    rng = random.Random(5)
    single = Single(game, seats, seed=4, **options)
    legal, scores = np.zeros(single.actions, np.int16), np.zeros(seats)
    while single.turn != NOBODY:
        bits = int(calls.to_act(single.position))
        assert bits == single.awaited() and single.turn == (bits & -bits).bit_length() - 1 < seats
        for seat in range(seats):
            count = calls.legal(single.position, seat, legal) if bits >> seat & 1 else 0
            assert single.legal_of(seat) == legal[:count].tolist()
            assert np.flatnonzero(single.mask(seat)).tolist() == sorted(single.legal_of(seat))
        assert single.legal() == single.legal_of(single.turn)
        assert (single.observe() == features.seen_by(single.game, single.position, single.turn)).all()
        assert not single.rewards().any()
        single.step(rng.choice(single.legal()))
    calls.score(single.position, scores)
    assert (single.rewards() == scores).all()
    assert single.legal() == [] and not single.mask().any() and not single.observe().any()


@pytest.mark.parametrize(("game", "seats", "options"), CASES)
def test_a_seed_brings_the_same_and_a_copy_goes_its_own_way(game, seats, options):
    def end(single):
        while single.turn != NOBODY:
            single.step(single.legal()[-1])
        return single.position.tobytes()

    single, other = (Single(game, seats, seed=seed, **options) for seed in (8, 9))
    middle = single.copy()
    first, second = end(single), end(middle)
    assert first == second
    single.reset(8)
    assert end(single) == first
    if game in ("shut-the-lines", "outspeed"):
        assert end(other) != first
    single.reset()
    single.suppose(Single(game, seats, seed=8, **options).position)
    assert single.turn == Single(game, seats, seed=8, **options).turn


def test_what_is_not_legal_is_refused_and_nothing_is_played():
    single = Single("splut", 2)
    before = single.position.tobytes()
    forbidden = min(set(range(single.actions)) - set(single.legal()))
    for wrong in "De2-e3", 1.5, None, 10**30, -1, forbidden, single.actions:
        with pytest.raises(IllegalMove, match=r"is not legal now|whole number below"):
            single.step(wrong)
    assert single.position.tobytes() == before
    with pytest.raises(BadSeats, match="0 to 1"):
        single.observe(2)
    single.step(np.int64(single.legal()[0]))
    while single.turn != NOBODY:
        single.step(single.legal()[0])
    with pytest.raises(IllegalMove, match="is over"):
        single.step(0)


def test_a_bot_gets_what_its_seat_may_know():
    single = Single("end-of-line", 2, seed=1)
    bot = bots.make("greedy", single.game, 1)
    while single.turn != NOBODY:
        seen = single.seen_by(single.turn)
        assert seen.tobytes() != single.position.tobytes()
        single.step(bot.choose(seen.view(np.recarray), single.turn, single.legal()))
    assert single.rewards().any()


@pytest.mark.compiled
def test_what_a_seat_remembers_changes_with_what_it_sees_and_with_nothing_else():
    single = Single("outspeed", 3, seed=2)
    words = np.zeros(-(-single.position.nbytes // 8), np.uint64)
    spare = words.view(np.uint8)[: single.position.nbytes].view(single.position.dtype)
    marks = np.zeros((3, 3), np.uint64)
    rng, seen = random.Random(1), [single.seen_by(seat).tobytes() for seat in range(3)]
    remember(single.position, spare, words, marks)
    changes = 0
    while single.turn != NOBODY:
        before = marks.copy()
        single.step(rng.choice(single.legal()))
        remember(single.position, spare, words, marks)
        for seat in range(3):
            now = single.seen_by(seat).tobytes()
            assert (marks[seat] != before[seat]).all() == (now != seen[seat])
            changes += now != seen[seat]
            seen[seat] = now
    assert changes > 50


def test_a_batch_goes_on_where_it_is_told_to_and_only_there():
    single, batch = Single("splut", 2, seed=1), Batch("splut", 3, 2)
    single.step(single.legal()[0])
    batch.suppose(np.repeat(single.position, 3))
    assert batch.turns.tolist() == [single.turn] * 3
    actions = batch.choose_at_random()
    batch.step(actions, np.array([False, True, False]))
    assert (batch.positions[[0, 2]] == single.position[0]).all() and batch.positions[1] != single.position[0]
    with pytest.raises(BadSeats, match="Splut! are to be given"):
        batch.suppose(single.position)
