"""What PettingZoo is told of every game is what the rules say."""

import copy
import pickle
import random
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from sobremesa import games
from sobremesa.kernel import calls
from sobremesa.kernel.rng import seeded
from sobremesa.lab import features, render
from sobremesa.lab import pettingzoo as zoo
from sobremesa.lab.single import NOBODY, Single
from sobremesa.mistakes import BadOption, BadSeats, IllegalMove, UnknownGame
from tests.support.lab.pettingzoo import FEW, every_case, make, named

pytestmark = pytest.mark.compiled  # matches by the hundred, with every seat's view of every position


a_few = pytest.mark.parametrize("case", FEW, ids=named)


def pick(seen, k):
    """One of the legal actions, by a number."""
    legal = np.flatnonzero(seen["action_mask"])
    return int(legal[k * 7919 % len(legal)])


@a_few
@pytest.mark.parametrize("kind", [zoo.raw_env, zoo.raw_parallel_env])
def test_the_referee_is_shown_the_position(case, kind):
    for mode, show in ("ansi", render.text), ("rgb_array", render.pixels):
        env = make(kind, case, render_mode=mode)
        assert env.metadata["render_modes"] == ["ansi", "rgb_array"] and env.metadata["render_fps"] > 0
        assert np.array_equal(env.render(), show(env.single.game, env.single.position))
    with pytest.warns(UserWarning, match="give render_mode=ansi or render_mode=rgb_array"):
        assert make(kind, case).render() is None
    with pytest.raises(BadOption, match=r"one of ansi, rgb_array, or None, not 'human'\.$"):
        make(kind, case, render_mode="human")


@every_case
def test_turns_are_those_of_a_single_position(case):
    game, seats, options = case
    env, single = make(zoo.env, case), Single(game, seats, seed=11, **options)
    env.reset(seed=11)
    steps = 0
    while single.turn != NOBODY:
        assert env.agent_selection == f"seat_{single.turn}"
        assert env.unwrapped.single.position.tobytes() == single.position.tobytes()
        assert not any(env.rewards.values()) and not any(env.terminations.values())
        for seat, agent in enumerate(env.agents):
            seen = env.observe(agent)
            assert env.observation_space(agent).contains(seen)
            assert (seen["observation"] == features.seen_by(single.game, single.position, seat)).all()
            assert np.flatnonzero(seen["action_mask"]).tolist() == sorted(single.legal_of(seat))
        action = pick(env.observe(env.agent_selection), steps)
        env.step(action)
        single.step(action)
        steps += 1
    scores = np.zeros(seats)
    calls.score(single.position, scores)
    assert list(env.rewards.values()) == scores.tolist() and len(env.agents) == seats
    assert all(env.terminations.values()) and not any(env.truncations.values())
    for seat, agent in enumerate(env.agent_iter()):
        seen, reward, terminated, _, _ = env.last()
        assert agent == f"seat_{seat}" and reward == scores[seat] and terminated and not seen["action_mask"].any()
        env.step(None)
    assert env.agents == []


@every_case
def test_cycles_come_to_the_same_as_turns(case):
    turns, cycles = make(zoo.env, case), make(zoo.parallel_env, case)
    turns.reset(seed=3)
    seen, _ = cycles.reset(seed=3)
    steps = together = 0
    while cycles.agents:
        awaited = [agent for agent in cycles.agents if seen[agent]["action_mask"].any()]
        chosen = {agent: pick(seen[agent], steps + n) for n, agent in enumerate(awaited)}
        for agent in awaited:
            assert turns.agent_selection == agent
            now = turns.observe(agent)
            assert (now["action_mask"] == seen[agent]["action_mask"]).all()
            if agent == awaited[0]:  # the others see that somebody has chosen, though not what
                assert (now["observation"] == seen[agent]["observation"]).all()
            turns.step(chosen[agent])
        idle = {agent: "nothing that could be played" for agent in cycles.agents if agent not in awaited}
        seen, rewards, terminations, truncations, infos = cycles.step(chosen | (idle if steps % 2 else {}))
        assert turns.unwrapped.single.position.tobytes() == cycles.unwrapped.single.position.tobytes()
        assert rewards == turns.rewards and terminations == turns.terminations and truncations == turns.truncations
        assert infos == turns.infos == {agent: {} for agent in turns.possible_agents}
        assert (turns.state() == cycles.state()).all()
        steps += 1
        together += len(awaited) > 1
    assert all(terminations.values()) and not any(seen[agent]["action_mask"].any() for agent in seen)
    assert (together > 0) == (case[0] == "outspeed")  # the one game in which people choose at the same time


@every_case
def test_nobody_sees_what_its_seat_may_not_know(case):
    env, rng, choices = make(zoo.raw_env, case), seeded(4), random.Random(6)
    other = copy.deepcopy(env)
    hidden = told = 0
    for steps, _ in enumerate(env.agent_iter()):
        seen, _, terminated, _, _ = env.last()
        if terminated or steps > 400:
            break
        if choices.random() < 0.2:
            for seat, eyes in enumerate(env.agents):
                dealt = env.single.position.copy()
                calls.deal(dealt, seat, rng)
                other.single.suppose(dealt)
                mine, theirs = env.observe(eyes), other.observe(eyes)
                assert all((mine[part] == theirs[part]).all() for part in mine)
                hidden += dealt.tobytes() != env.single.position.tobytes()
                told += (env.state() != other.state()).any()
        env.step(pick(seen, choices.randrange(1000)))
    secrets = env.single.game.secrets(env.single.options) and len(env.possible_agents) > 1
    assert (hidden > 0) == (told > 0) == secrets


def test_a_choice_is_sealed_until_the_last_is_in():
    env = make(zoo.env, ("outspeed", 3, {}))
    while env.unwrapped.single.awaited() != 0b111:
        env.step(pick(env.observe(env.agent_selection), 1))
    choices = np.flatnonzero(env.observe("seat_0")["action_mask"])
    assert len(choices) > 1
    seen = []
    for action in choices:
        twin = copy.deepcopy(env)
        twin.step(action)
        assert twin.agent_selection == "seat_1" and not twin.observe("seat_0")["action_mask"].any()
        seen.append([twin.observe(agent)["observation"].tobytes() for agent in twin.agents])
    own, *others = (set(views) for views in zip(*seen, strict=True))
    assert len(own) == len(choices) and [len(views) for views in others] == [1, 1]


@a_few
def test_a_seed_brings_the_same_match_and_the_same_ones_after_it(case):
    def matches(env, seed):
        env.reset(seed=seed)
        for _ in range(3):
            k = 0
            while not any(env.terminations.values()):
                env.step(pick(env.observe(env.agent_selection), k))
                k += 1
            yield env.single.position.tobytes()
            env.reset()

    env = make(zoo.raw_env, case)
    first = list(matches(env, 1))
    assert list(matches(env, 1)) == list(matches(make(zoo.raw_env, case), 1)) == first
    if case[0] != "splut":  # where nothing is left to chance
        assert len({*first, *matches(env, 2)}) == 6
        fresh = [zoo.raw_env(*case[:2]) for _ in range(8)]
        for each in fresh:
            each.reset()
        assert len({each.single._rng.tobytes() for each in fresh}) == 8


@pytest.mark.parametrize("wrong", [1, -1, 48, "De2-e3", 1.5, None])
def test_an_illegal_action_is_refused_and_nothing_changes(wrong):
    turns = make(zoo.raw_env, ("splut", 2, {}))
    with pytest.raises(IllegalMove, match=r"not legal now|whole number below 48"):
        turns.step(wrong)
    assert turns.agent_selection == "seat_0" and turns.observe("seat_0")["action_mask"].any()
    cycles = make(zoo.raw_parallel_env, ("splut", 2, {}))
    with pytest.raises(IllegalMove, match=r"of seat_0 is not legal now|seat_0 is to choose a whole number below 48"):
        cycles.step({"seat_0": wrong})
    start = Single("splut", 2).position.tobytes()
    assert turns.single.position.tobytes() == cycles.single.position.tobytes() == start and cycles.agents


def test_one_illegal_choice_of_several_undoes_the_others():
    env = make(zoo.raw_parallel_env, ("outspeed", 3, {}))
    while env.single.awaited() != 0b111:
        env.step({agent: pick(env._observe(seat, True), 0) for seat, agent in enumerate(env.agents)
                  if env.single.awaited() >> seat & 1})  # fmt: skip
    before = env.single.position.tobytes()
    legal = {agent: env.single.legal_of(seat)[0] for seat, agent in enumerate(env.agents)}
    wrong = next(action for action in range(env.single.actions) if action not in env.single.legal_of(2))
    for last in wrong, None, float(legal["seat_2"]), 10**30:
        with pytest.raises(IllegalMove, match="seat_2"):
            env.step(legal | {"seat_2": last})
    with pytest.raises(IllegalMove, match="seat_1 is to choose a whole number below 46, not None"):
        env.step({agent: legal[agent] for agent in ("seat_0", "seat_2")})
    assert env.single.position.tobytes() == before
    env.step(legal)
    assert env.single.position.tobytes() != before


def test_with_wrappers_an_illegal_action_ends_the_match():
    turns, cycles = (make(kind, ("splut", 2, {})) for kind in (zoo.env, zoo.parallel_env))
    turns.step(1)
    seen, rewards, terminations, truncations, _ = cycles.step({"seat_0": 1})
    assert rewards == turns.rewards == {"seat_0": -1, "seat_1": 0}
    assert terminations == turns.terminations and truncations == turns.truncations and all(terminations.values())
    assert cycles.agents == [] and not any(seen[agent]["action_mask"].any() for agent in seen)
    assert not any(turns.observe(agent)["action_mask"].any() for agent in turns.agents)
    with pytest.raises(IllegalMove, match="reset begins one"):
        cycles.step({})
    with pytest.raises(IllegalMove, match="below 48"):
        make(zoo.parallel_env, ("splut", 2, {})).step({"seat_0": 48})
    with pytest.raises(AssertionError, match="not in action space"):
        make(zoo.env, ("splut", 2, {})).step(48)
    raw = zoo.raw_env("splut", 2)
    with pytest.raises(IllegalMove, match="reset begins one"):
        raw.step(0)


@a_few
def test_a_match_that_is_cut_off_is_not_over(case):
    turns, cycles = (make(kind, case, max_cycles=5) for kind in (zoo.env, zoo.parallel_env))
    turns.reset(seed=8)
    seen, _ = cycles.reset(seed=8)
    for k in range(5):
        assert cycles.agents and not any(turns.truncations.values())
        chosen = {agent: pick(seen[agent], k) for agent in cycles.agents if seen[agent]["action_mask"].any()}
        for action in chosen.values():
            turns.step(action)
        seen, rewards, terminations, truncations, _ = cycles.step(chosen)
    assert cycles.agents == [] and all(truncations.values()) and not any(terminations.values())
    assert truncations == turns.truncations and terminations == turns.terminations
    assert not any(rewards.values()) and not any(seen[agent]["action_mask"].any() for agent in seen)
    assert not any(turns.observe(agent)["action_mask"].any() for agent in turns.agents)


@a_few
@pytest.mark.parametrize("again", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_goes_its_own_way_with_the_same_chance_ahead(case, again):
    def play(env, count):
        for k in range(count):
            if any(env.terminations.values()):
                break
            env.step(pick(env.observe(env.agent_selection), k))
        return env.unwrapped.single.position.tobytes()

    env = make(zoo.env, case)
    middle = play(env, 3)
    twin = again(env)
    end = play(env, 10**4)
    assert twin.unwrapped.single.position.tobytes() == middle != end
    assert play(twin, 10**4) == end and twin.rewards == env.rewards
    env.reset()
    twin.reset()
    assert play(env, 6) == play(twin, 6)


def test_moves_are_written_as_people_write_them():
    env = make(zoo.env, ("splut", 2, {}))
    texts = [env.write("seat_0", action) for action in np.flatnonzero(env.observe("seat_0")["action_mask"])]
    assert "De2-e3" in texts and len(set(texts)) == len(texts)
    for agent, action in ("seat_1", 20), ("seat_0", 1):
        with pytest.raises(IllegalMove, match=f"of {agent} is not legal now"):
            env.write(agent, action)


@pytest.mark.parametrize("kind", [zoo.env, zoo.raw_env, zoo.parallel_env, zoo.raw_parallel_env])
def test_what_cannot_be_had_is_told_in_a_sentence(kind):
    for kwargs, mistake, sentence in (
        ({"game": "chess"}, UnknownGame, "There is no game 'chess'"),
        ({"game": "splut", "seats": 5}, BadSeats, "2, 3 or 4 players, not 5"),
        ({"game": "splut", "colour": "red"}, BadOption, "has no option 'colour'"),
        ({"game": "splut", "max_cycles": 0}, BadOption, "from 1 up, or None, not 0"),
        ({"game": "splut", "max_cycles": 1.5}, BadOption, r"from 1 up, or None, not 1\.5"),
    ):
        with pytest.raises(mistake, match=sentence):
            kind(**kwargs)
    with pytest.raises(BadSeats, match="The agents are seat_0, seat_1; there is no 'seat_2'"):
        kind("splut", 2).observation_space("seat_2")


def test_every_game_has_a_name_that_says_its_version():
    for name in games.names():
        env = zoo.env(name)
        assert (
            str(env) == str(zoo.raw_parallel_env(name)) == f"{name.replace('-', '_')}_v{games.find(name).rules.VERSION}"
        )


def test_what_the_page_shows_runs():
    page = (Path(__file__).parents[2] / "docs/lab/pettingzoo.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    assert len(blocks) == 2
    known = {}
    for block in blocks:
        exec(block, known)
        assert known["env"].agents == []


@pytest.mark.parametrize("package", ["pettingzoo", "gymnasium"])
def test_without_the_package_a_sentence_says_how_to_get_it(package, tmp_path):
    blocked = f"import sys; sys.modules[{package!r}] = None; import sobremesa.lab.pettingzoo"
    ran = subprocess.run([sys.executable, "-c", blocked], capture_output=True, text=True, cwd=tmp_path, check=False)
    assert ran.returncode == 1
    assert ran.stderr.splitlines()[-1] == (
        "sobremesa.mistakes.NotInstalled: "
        "This needs PettingZoo, which is not installed: pip install 'sobremesa[pettingzoo]'."
    )


def test_the_module_is_not_taken_for_the_package(tmp_path):
    code = "import sobremesa.lab.pettingzoo as ours, pettingzoo as theirs; print(ours.AECEnv is theirs.AECEnv)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=tmp_path, check=True)
    assert ran.stdout == "True\n"
