"""The search by what a net says, with nets that tests make up."""

import numpy as np
import pytest

from sobremesa import games
from sobremesa.kernel import CHANCE
from sobremesa.lab.single import NOBODY, Single
from sobremesa.nets import batch, buffers, tree
from sobremesa.nets.encoding import sight
from tests.support.games.splut import KILLS, OWN_GOAL, begin

pytestmark = pytest.mark.compiled


def forest(name, position, rounds, count=1, considered=0, curious=0.0, scale=0.2, seed=1):
    """Trees for copies of a position, and their roots set."""
    game = games.find(name)
    plan = (considered + 1, rounds) if considered else (1, 0)
    measures = 2, int(game.rules.ACTIONS), sight(game, 2), count, rounds + 1, plan
    made = buffers.forest(buffers.plain, position.dtype, *measures)
    made.rng[:] = buffers.seeds(seed, count)
    made.how[:] = 50, scale, curious, 0
    if considered:
        made.plan[:] = tree.plan(considered, rounds)
    batch.begin_some(0, count, made, np.repeat(position.view(np.ndarray), count))
    return made


def search(made, rounds, says=lambda made: (0.0, 0.0)):
    """So many ways down, after the root; what the net says is made up."""
    for _ in range(rounds + 1):
        batch.descend_some(0, len(made.used), made)
        made.logits[:], made.values[:] = says(made)
        batch.grow_some(0, len(made.used), made)


@pytest.mark.parametrize("how", [{"considered": 16}, {}, {"curious": 1.0}], ids=["gumbel", "improved", "puct"])
def test_a_kill_is_found_without_knowing_anything(how):
    """One and two steps ahead, which is more than one action of many."""
    for steps, rounds in (1, 64), (2, 600):
        match = begin(KILLS[steps], steps=steps)
        made = forest("splut", match.position, rounds, scale=1.0, **how)
        search(made, rounds)
        best = int(made.tries[0, 0].argmax())
        assert made.gains[0, 0, best] / made.tries[0, 0, best] > 0.5
        match.push(next(move for move in match.legal_moves if move.action == best))
        assert match.is_over or steps == 2


def test_killing_oneself_is_bad():
    match = begin(OWN_GOAL)
    made = forest("splut", match.position, 100, considered=16)
    search(made, 100)
    bad = next(move.action for move in match.legal_moves if str(move) == "Tc5-d5>E")
    assert made.gains[0, 0, bad] == -made.tries[0, 0, bad]


def test_a_value_is_that_of_the_seat_that_sees_it():
    """A net that likes red: whoever is to choose, what leads to red is good for red and bad for green."""
    position = Single("splut", 2).position
    made = forest("splut", position, 200, curious=1.0)
    search(made, 200, lambda made: (0.0, np.where(made.eyes == 0, 0.5, -0.5)))
    for place in range(int(made.used[0])):
        tried = made.tries[0, place] > 0
        means = made.gains[0, place][tried] / made.tries[0, place][tried]
        assert np.allclose(means, 0.5 if made.seat[0, place] == 0 else -0.5)
    assert set(made.seat[0, : made.used[0]].tolist()) == {0, 1}


def test_every_way_down_is_counted_once():
    made = forest("splut", Single("splut", 2).position, 50, count=3, considered=8)
    search(made, 50)
    assert (made.tries[:, 0].sum(1) == 50).all()
    for i in range(3):
        for place in range(1, int(made.used[i])):
            [(above, action)] = np.argwhere(made.child[i] == place)
            assert made.tries[i, place].sum() == made.tries[i, above, action] - 1


def test_the_root_goes_by_its_plan():
    """Sequential halving over 8 actions in 24 ways down: one each, then three for the better half, then six."""
    assert tree.plan(8, 24)[8] == [0] * 8 + [1] * 4 + [2] * 4 + [3] * 2 + [4] * 2 + [5] * 2 + [6] * 2
    assert tree.plan(4, 3)[:2] == [[0, 1, 2], [0, 1, 2]]
    position = begin(KILLS[1]).position
    made = forest("splut", position, 24, considered=8)
    search(made, 24)
    assert sorted(made.tries[0, 0][made.tries[0, 0] > 0].tolist()) == [1, 1, 1, 1, 3, 3, 7, 7]


def test_what_the_net_finds_likely_is_tried_first():
    position = begin(KILLS[1]).position
    single = Single("splut", 2)
    single.suppose(position.view(np.ndarray))
    liked = single.legal()[3]
    for how in {"considered": 8}, {}, {"curious": 1.0}:
        made = forest("splut", position, 16, **how)
        search(made, 1, lambda made: (np.eye(made.logits.shape[1])[liked] * 20, 0.0))
        assert made.tries[0, 0].argmax() == liked


def test_the_same_seed_searches_the_same_and_another_draws_other_lots():
    position = Single("splut", 2).position
    for _ in range(6):
        made, same, other = (forest("splut", position, 40, considered=2, seed=seed) for seed in (3, 3, 4))
        for each in made, same, other:
            search(each, 40)
        assert (made.tries == same.tries).all()
        assert (made.noise != other.noise).all()


def test_what_a_seat_may_not_know_is_dealt_anew_and_chance_acts_on_the_way():
    single = Single("end-of-line", 2, seed=3)
    for _ in range(6):
        single.step(single.legal()[0])
    seat = single.turn
    made = forest("end-of-line", single.position, 150, count=4, curious=1.0)
    hands = made.world["hand"]
    assert (hands[:, seat] == single.position["hand"][0, seat]).all()
    assert (hands.sum(2) == single.position["held"][0]).all()
    assert len({hand.tobytes() for hand in hands[:, 1 - seat]}) > 1
    search(made, 150)
    assert (made.tries[:, 0].sum(1) == 150).all()
    legal = np.zeros(made.tries.shape[2], bool)
    legal[single.legal()] = True
    assert not made.tries[:, 0][:, ~legal].any()
    assert made.depth.max() > 2 and (made.eyes != CHANCE).all()


def test_matches_played_to_learn_from_end_and_say_how():
    game, count, rows = games.find("splut"), 16, 64
    start = game.start(2, game.agree(2, {"turn_limit": 10})[1])
    actions = int(game.rules.ACTIONS)
    made = buffers.forest(buffers.plain, start.dtype, 2, actions, sight(game, 2), count, 5, (3, 4))
    kept = buffers.practice(buffers.plain, start.dtype, actions, count, rows)
    made.rng[:], made.plan[:], made.how[:] = buffers.seeds(1, count), tree.plan(2, 4), (50, 0.2, 0, 0.25)
    kept.start[0], kept.opening[:] = start[0], (20, 2)
    batch.open_some(0, count, made, kept)
    assert len({position.tobytes() for position in kept.positions}) > count // 2
    for _ in range(rows):
        batch.begin_some(0, count, made, kept.positions)
        for _ in range(5):
            batch.descend_some(0, count, made)
            made.logits[:], made.values[:] = 0, 0.2
            batch.grow_some(0, count, made)
        batch.choose_some(0, count, made, kept)
        assert np.allclose(kept.policy.sum(1), 1, atol=1e-5)
        kept.clock[0] += 1
    matches, ready = kept.matches.sum(), kept.ready.astype(bool)
    assert matches > count and 0 < kept.draws.sum() <= matches
    assert kept.steps.sum() == ready.sum()
    assert np.abs(kept.values[ready]).max() <= 1
    for i in range(count):
        last = int(kept.began[i]) - 1
        winner = kept.values[last, i] if ready[last, i] else 0
        if winner > 0.7:  # who made the last step won: a kill, so the other's last lesson says that it lost
            others = [row for row in range(last + 1) if kept.seats[row, i] != kept.seats[last, i] and ready[row, i]]
            assert not others or kept.values[others[-1], i] < 0
    assert NOBODY not in kept.seats
