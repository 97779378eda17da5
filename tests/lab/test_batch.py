"""Thousands of positions at once play as one does."""

import numba
import numpy as np
import pytest

from sobremesa import games
from sobremesa.kernel import calls
from sobremesa.lab import features
from sobremesa.lab.batch import NOBODY, Batch
from sobremesa.mistakes import BadSeats, IllegalMove
from tests.support.lab.cases import CASES

pytestmark = pytest.mark.compiled


@pytest.mark.parametrize(("game", "seats", "options"), CASES)
def test_each_position_plays_by_the_rules(game, seats, options):
    batch = Batch(game, 16, seats, seed=3, **options)
    legal, scores = np.zeros(batch.actions, np.int16), np.zeros(seats)
    spare = batch.positions[:1].copy()
    ended = 0
    for _ in range(2000):
        mask, seen = batch.mask(), batch.observe()
        for i in range(batch.count):
            bits = int(calls.to_act(batch.positions[i : i + 1]))
            assert batch.turns[i] == ((bits & -bits).bit_length() - 1 if bits else NOBODY)
            if bits:
                count = calls.legal(batch.positions[i : i + 1], int(batch.turns[i]), legal)
                assert set(np.flatnonzero(mask[i])) == set(legal[:count])
                out = np.ones_like(seen[i])
                features.observe(batch.positions[i : i + 1], spare, int(batch.turns[i]), out)
                assert (out == seen[i]).all()
            else:
                assert not mask[i].any() and not seen[i].any()
        over = batch.step(batch.choose_at_random())
        for i in np.flatnonzero(over):
            calls.score(batch.positions[i : i + 1], scores)
            assert (scores == batch.rewards[i]).all() and batch.turns[i] == NOBODY
            ended += 1
        if (batch.turns == NOBODY).all():
            break
    assert ended == batch.count


@pytest.mark.parametrize(("game", "seats", "options"), CASES)
def test_what_is_over_begins_anew_within_the_step_as_after_it(game, seats, options):
    within, after = (Batch(game, 16, seats, seed=4, **options) for _ in range(2))
    ended = 0
    while ended < 20:
        over = within.step(within.choose_at_random(), anew=True)
        assert (over == after.step(after.choose_at_random())).all()
        assert (within.rewards == after.rewards).all()
        after.reset(over)
        ended += over.sum()
        assert within.positions.tobytes() == after.positions.tobytes() and (within.mask() == after.mask()).all()
        assert (within.turns != NOBODY).all() and (within.turns == after.turns).all()


@pytest.mark.parametrize(("game", "seats", "options"), CASES)
def test_the_same_seed_gives_the_same_matches_on_any_number_of_cores(game, seats, options):
    found = []
    for threads in {1, numba.config.NUMBA_NUM_THREADS}:
        numba.set_num_threads(threads)
        batch = Batch(game, 64, seats, seed=9, **options)
        for _ in range(10):
            batch.step(batch.choose_at_random())
        steps = batch.play_out()
        found.append((steps.tobytes(), batch.rewards.tobytes(), batch.positions.tobytes()))
        assert (batch.turns == NOBODY).all() and (steps > 0).any()
    assert len(set(found)) == 1
    other = Batch(game, 64, seats, seed=10, **options)
    other.play_out()
    assert other.positions.tobytes() != found[0][2]


def test_what_is_not_legal_is_refused_and_nothing_is_played():
    batch = Batch("splut", 8, 2)
    before, actions = batch.positions.tobytes(), batch.choose_at_random()
    actions[5] = np.flatnonzero(~batch.mask()[5])[0]
    with pytest.raises(IllegalMove, match=f"Action {actions[5]} is not legal in position 5"):
        batch.step(actions)
    for wrong in [1, 2], np.zeros((8, 1)):
        with pytest.raises(IllegalMove, match="8 positions"):
            batch.step(wrong)
    assert batch.positions.tobytes() == before
    with pytest.raises(BadSeats, match="at least one"):
        Batch("splut", 0)
    with pytest.raises(BadSeats, match="seats are 0 to 1"):
        batch.observe(2)
    with pytest.raises(BadSeats, match="as many marks"):
        batch.reset(np.ones(3, bool))


def test_those_that_are_marked_begin_anew_and_the_others_go_on():
    batch = Batch("splut", 4, 2, turn_limit=3)
    for _ in range(3):
        batch.step(batch.choose_at_random())
    before = batch.positions.copy()
    batch.reset(np.array([True, False, False, True]))
    assert (batch.positions[1:3] == before[1:3]).all()
    assert batch.positions[0] == batch.positions[3] != before[0]
    while not batch.step(batch.choose_at_random())[1]:
        pass
    assert batch.turns[1] == NOBODY
    batch.reset(batch.turns == NOBODY)
    assert (batch.turns != NOBODY).all() and not batch.rewards[batch.turns != NOBODY].any()


def test_nothing_is_copied_to_hand_it_out():
    batch = Batch("splut", 8, 2)
    for given in batch.observe(), batch.positions["turns"], batch.turns, batch.rewards:
        assert np.shares_memory(np.from_dlpack(given), given)
    planes, numbers = batch.split(batch.observe())
    assert planes.shape == (8, *features.planes_shape(games.find("splut"), 2)) and numbers.shape == (8, 0)
    assert np.shares_memory(planes, batch.observe())
