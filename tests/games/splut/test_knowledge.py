"""What Splut! tells the search about itself."""

import random

import numpy as np
import pytest

from sobremesa.games.splut import knowledge
from sobremesa.games.splut.rules import ACTIONS, alive
from sobremesa.kernel import calls
from sobremesa.kernel.rng import seeded
from sobremesa.lab.single import NOBODY, Single
from tests.support.games.splut import KILLS, begin

SEATS = pytest.mark.parametrize("seats", [2, 3, 4])


def positions(seats, count):
    rng, single = random.Random(seats), Single("splut", seats)
    for n in range(count):
        if single.turn == NOBODY:
            single.reset(n)
        yield single.position.view(np.recarray), single.turn, np.array(single.legal(), np.int16)
        single.step(rng.choice(single.legal()))


def killed(position, seat, action):
    """The seat whose sorcerer an action kills, by the rules."""
    after = position.copy()
    calls.apply(after, seat, action)
    for victim in range(position[0].players):
        if alive(position[0], victim) and not alive(after[0], victim):
            return victim
    return -1


@SEATS
def test_it_knows_whom_a_throw_kills(seats):
    found = set()
    for position, seat, legal in positions(seats, 600):
        victims = [killed(position, seat, action) for action in legal]
        assert [knowledge.struck(position[0], seat, action) for action in legal] == victims
        picked = victims[knowledge.pick(position[0], seat, legal, len(legal), seeded(1))]
        assert picked not in (-1, seat) or all(victim in (-1, seat) for victim in victims)
        assert picked != seat or set(victims) == {seat}
        hopes = np.zeros(ACTIONS, np.float32)
        knowledge.prior(position[0], seat, legal, len(legal), hopes)
        for hope, victim in zip(hopes, victims, strict=False):
            assert (hope > 1) == (victim not in (-1, seat)) and (hope < 1) == (victim == seat)
        found |= {victim == seat for victim in victims if victim >= 0}
    assert found == {True, False}


@SEATS
def test_what_a_position_is_judged_to_be_is_a_result(seats):
    for position, _, _ in positions(seats, 300):
        out = np.zeros(seats)
        assert knowledge.judge(position[0], out)
        assert (abs(out) <= 1).all() and abs(out.sum()) < 1e-9
        for seat in range(seats):
            if not alive(position[0], seat):
                assert out[seat] == pytest.approx(2 * position[0].outlived[seat] / (seats - 1) - 1)


def test_whoever_can_kill_is_ahead():
    for diagram in KILLS.values():
        out = np.zeros(2)
        knowledge.judge(begin(diagram).position.view(np.recarray)[0], out)
        assert out[0] > 0.99 and out[1] < -0.99
