"""PettingZoo's own tests pass for every game, mode and number of seats."""

from types import SimpleNamespace

import numpy as np
import pytest
from gymnasium.spaces import Discrete
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
    state_test,
)
from pettingzoo.utils import aec_to_parallel, parallel_to_aec, turn_based_aec_to_parallel

from sobremesa.lab import pettingzoo as zoo
from tests.support.lab.pettingzoo import CASES, FEW, every_case, make

pytestmark = [
    pytest.mark.compiled,  # matches by the hundred, with every seat's view of every position
    # PettingZoo would rather have observations that are one array, but knows its own games of this shape by their names
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be:UserWarning"),
    # nothing may be chosen by an agent whose match is over, or by one that is not asked in this cycle
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros:UserWarning"),
]

ALONE = [case for case in CASES if case[1] == 1]


class Legal(Discrete):
    """Actions of which only the legal ones are sampled: PettingZoo's test of max_cycles does not look at masks."""

    def __init__(self, table, seat):
        super().__init__(table.single.actions, seed=seat)
        self.table, self.seat = table, seat

    def sample(self, mask=None, probability=None):
        return super().sample(self.table.single.mask(self.seat).view(np.int8))


def legally(kind, case, **more):
    table = make(kind, case, **more)
    spaces = {agent: Legal(table, seat) for seat, agent in enumerate(table.possible_agents)}
    table.action_space = spaces.__getitem__
    return table


@every_case
def test_its_own_tests_of_turns_pass(case):
    api_test(make(zoo.env, case))
    api_test(make(zoo.raw_env, case))
    seed_test(lambda: make(zoo.env, case))


@every_case
def test_its_own_tests_of_cycles_pass(case):
    parallel_api_test(make(zoo.parallel_env, case))
    parallel_api_test(make(zoo.raw_parallel_env, case))
    parallel_seed_test(lambda: make(zoo.parallel_env, case))


@every_case
def test_its_own_test_of_the_longest_match_passes(case):
    def cycles(max_cycles):
        return legally(zoo.raw_parallel_env, case, max_cycles=max_cycles)

    def turns(max_cycles):
        if case in ALONE:  # elsewhere not everybody has a turn in every cycle, which the test takes for granted
            return legally(zoo.raw_env, case, max_cycles=max_cycles)
        return parallel_to_aec(cycles(max_cycles))

    max_cycles_test(SimpleNamespace(parallel_env=cycles, env=turns))


@every_case
def test_its_own_test_of_what_is_shown_passes(case):
    def shown(render_mode):  # the test first asks for a window, only to read which modes there are
        return make(zoo.env, case, render_mode="ansi" if render_mode == "human" else render_mode)

    render_test(shown, {"ansi": lambda text: "\n" in text, "rgb_array": lambda dots: dots.std() > 1})


@every_case
def test_its_own_test_of_the_whole_state_passes(case):
    state_test(make(zoo.env, case), make(zoo.parallel_env, case))


def test_conversions_of_its_own_work_on_ours():
    for case in FEW:
        api_test(parallel_to_aec(make(zoo.parallel_env, case)), num_cycles=100)
        parallel_api_test(turn_based_aec_to_parallel(make(zoo.env, case)), num_cycles=100)
        with pytest.raises(AssertionError, match="is_parallelizable"):
            aec_to_parallel(make(zoo.env, case))
    for case in ALONE:
        parallel_api_test(aec_to_parallel(make(zoo.env, case)), num_cycles=100)
