"""The kernel: records without holes, and rules found by the record."""

import types

import numpy as np
import pytest

from sobremesa import games, kernel
from sobremesa.kernel import rng as random_numbers

SPLUT = games.find("splut")


def test_records_have_no_holes():
    layout = kernel.record(small="u1", wide="i4", marks=("?", 3), middle="i2")
    fields = [layout.fields[name][0].itemsize for name in layout.names]
    assert sum(fields) == layout.itemsize
    assert layout.names[0] == "wide"
    one, other = kernel.blank(layout), kernel.blank(layout)
    one[0].small = 7
    other[0] = one[0]
    assert one.tobytes() == other.tobytes()


def test_the_rules_are_those_of_the_record():
    position = SPLUT.start(*SPLUT.agree(3))
    assert kernel.seats(position[0]) == 3
    assert kernel.actions(position[0]) == SPLUT.rules.ACTIONS
    assert kernel.rules_of(position[0]) is SPLUT.rules


def test_a_game_without_a_rule_may_not_enter():
    lame = types.ModuleType("lame")
    lame.State = kernel.record(lame="u1")
    with pytest.raises(TypeError, match=r"lame has no rule seats\(s\)"):
        kernel.enter(lame)


def test_a_rule_with_other_parameters_may_not_enter():
    odd = types.ModuleType("odd")
    odd.__dict__.update({name: getattr(SPLUT.rules, name) for name in dir(SPLUT.rules) if not name.startswith("_")})
    odd.legal = lambda s, out: 0
    with pytest.raises(TypeError, match=r"odd.legal must take \(s, seat, out\), not \(s, out\)"):
        kernel.enter(odd)


def test_two_games_may_not_have_the_same_state():
    twin = types.ModuleType("twin")
    twin.__dict__.update({name: getattr(SPLUT.rules, name) for name in dir(SPLUT.rules) if not name.startswith("_")})
    with pytest.raises(TypeError, match="the same State"):
        kernel.enter(twin)


def test_dice_are_fair_and_repeat_themselves():
    rng, again = random_numbers.seeded(1), random_numbers.seeded(1)
    rolls = [int(random_numbers.below(rng, 6)) for _ in range(60_000)]
    assert rolls == [int(random_numbers.below(again, 6)) for _ in range(60_000)]
    counts = np.bincount(rolls, minlength=6)
    assert ((counts - 10_000) ** 2 / 10_000).sum() < 25.7  # chi square, 5 degrees of freedom, one in ten thousand
    assert int(random_numbers.seeded(2)[0]) != int(random_numbers.seeded(1)[0])


def test_a_field_may_not_hide_behind_a_method():
    with pytest.raises(TypeError, match="round already means something"):
        kernel.record(round="u1")
