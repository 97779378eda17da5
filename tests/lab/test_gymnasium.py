"""Gymnasium plays our games: alone, all seats of those who win together, or one seat against bots."""

import importlib
import random
import re
import sys
from copy import deepcopy
from pathlib import Path

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from sobremesa import games
from sobremesa.bots.random import Random
from sobremesa.kernel import calls
from sobremesa.kernel.rng import seeded
from sobremesa.lab import features
from sobremesa.lab.gymnasium import IDS, REACH
from sobremesa.mistakes import BadOption, BadSeats, IllegalMove, Mistake, NotInstalled, UnknownBot
from tests.support.lab.gymnasium import CASES, every_case

pytestmark = pytest.mark.compiled


def made(name, **options):
    return gymnasium.make(f"sobremesa/{name}-v0", **options)


def played(env, seed, rng):
    """Everything that an episode shows, with random legal actions."""
    seen, info = env.reset(seed=seed)
    shown, over = [(seen, info["action_mask"])], False
    while not over:
        action = rng.choice(np.flatnonzero(info["action_mask"])) if info["action_mask"].any() else 0
        seen, reward, over, truncated, info = env.step(action)
        assert not truncated and "illegal" not in info
        shown.append((seen, info["action_mask"], reward))
    return shown


def flat(shown):
    return [np.concatenate([np.ravel(part) for part in step]).tolist() for step in shown]


@every_case
def test_gymnasium_finds_no_fault(name, options):
    check_env(made(name, **options).unwrapped)  # in every render mode, too


@every_case
def test_an_episode_is_a_match_and_its_reward_is_the_score(name, options):
    env = made(name, **options)  # with Gymnasium's passive checker
    single = env.unwrapped._single
    shown = played(env, 5, random.Random(2))
    for seen, mask, *_ in shown:
        assert seen.dtype == np.float32 and env.observation_space.contains(seen) and np.abs(seen).max() < REACH / 10
        assert mask.dtype == np.int8
    assert [step[2] for step in shown[1:-1]] == [0.0] * (len(shown) - 2)
    scores = np.zeros(single.seats)
    calls.score(single.position, scores)
    assert calls.to_act(single.position) == 0 and shown[-1][2] == scores[env.unwrapped.table.own[0]]
    assert not shown[-1][1].any() and not env.unwrapped.action_masks().any()
    with pytest.raises(IllegalMove, match="reset begins one"):
        env.step(0)


@every_case
def test_a_seed_brings_the_same_episodes(name, options):
    one, other = made(name, **options), made(name, **options)
    played(other, 1, random.Random(1))
    episodes = [flat(played(env, 9, random.Random(3))) for env in (one, other)]
    assert episodes[0] == episodes[1]
    following = [flat(played(env, None, random.Random(4))) for env in (one, other)]
    assert following[0] == following[1]
    unseeded = {str(flat(played(made(name, **options), None, random.Random(3)))) for _ in range(3)}
    assert len(unseeded) > 1 or options.get("deck") == "open"  # where nothing is drawn, and nobody else plays


@pytest.mark.parametrize(("name", "options"), [case for case in CASES if case[0] in ("EndOfLine", "Outspeed")])
def test_the_agent_sees_what_its_seat_may_know_and_nothing_else(name, options):
    env = made(name, render_mode="ansi", **options).unwrapped
    rng, chance, changed = random.Random(1), seeded(3), 0
    _, info = env.reset(seed=2)
    over = False
    while not over and info["action_mask"].any():
        seen, mask, drawn, position = env._seen(), env.action_masks(), env.render(), env._single.position.copy()
        assert (seen == features.seen_by(env.table.game, position, env.eyes)).all()
        dealt = position.copy()
        calls.deal(dealt, env.eyes, chance)
        changed += dealt.tobytes() != position.tobytes()
        env._single.suppose(dealt)
        assert (env._seen() == seen).all() and (env.action_masks() == mask).all() and env.render() == drawn
        env._single.suppose(position)
        _, _, over, _, info = env.step(rng.choice(np.flatnonzero(mask)))
    assert changed


@pytest.mark.parametrize(
    ("name", "bot", "most"),
    [("Splut", "tactician", -0.9), ("EndOfLine", "greedy", -0.4), ("Outspeed", "middle", -0.2),
     ("ShutTheLines", "exact", -0.4)],
)  # fmt: skip
def test_bots_play_as_well_as_they_can(name, bot, most):
    def mean(bots):
        env, rng = made(name, bots=bots), random.Random(6)
        return np.mean([played(env, seed, rng)[-1][2] for seed in range(25)])

    assert mean(bot) < most < mean("random")


def test_a_bot_is_also_a_function_or_has_choose_and_is_shown_what_its_seat_may_know():
    class Careful(Random):
        def choose(self, seen, seat, legal):
            asked.append(seat)
            wiped = seen.copy()
            calls.hide(wiped.view(np.ndarray), seat)
            assert wiped.tobytes() == seen.tobytes() and seen[0].players == 4
            return super().choose(seen, seat, legal)

    everybody, one = {0, 1, 3}, {1}
    for bots, seats in (
        ([Careful(1).choose] * 3, everybody),
        (Careful(2), everybody),
        (Careful, everybody),
        (["weak", Careful, "random"], one),
    ):
        asked = []
        played(made("Outspeed", seats=4, seat=2, bots=bots), 3, random.Random(5))
        assert set(asked) == seats
    with pytest.raises(IllegalMove, match="The bot on seat 1 chose 99, which is not"):
        played(made("EndOfLine", bots=lambda seen, seat, legal: 99), 1, random.Random(1))


@pytest.mark.parametrize(("name", "bots"), [("Splut", "tactician"), ("EndOfLine", "greedy"), ("Outspeed", "middle"),
                                            ("ShutTheLines", "exact"), ("Outspeed", Random)])  # fmt: skip
def test_a_copy_goes_its_own_way_with_the_same_luck_ahead(name, bots):
    def on(env, info):
        over, shown = False, []
        while not over:
            seen, reward, over, _, info = env.step(np.flatnonzero(info["action_mask"])[-1])
            shown.append((seen.tobytes(), reward))
        return shown, env.reset()[0].tobytes()

    env = made(name, bots=bots)
    _, info = env.reset(seed=3)
    _, _, _, _, info = env.step(np.flatnonzero(info["action_mask"])[0])
    twin = deepcopy(env)
    assert twin.unwrapped.table is env.unwrapped.table and twin.unwrapped._bots is not env.unwrapped._bots
    assert on(twin, info) == on(env, info)


def test_one_mind_plays_every_seat_of_those_who_win_together():
    env = made("EndOfLineCoop", seats=3).unwrapped
    rng, acted, eyes = random.Random(1), set(), set()
    _, info = env.reset(seed=1)
    over = False
    while not over:
        acted.add(env._single.turn)
        eyes.add(env.eyes)
        _, reward, over, _, info = env.step(rng.choice(np.flatnonzero(info["action_mask"])))
    assert acted == eyes == {0, 1, 2} and (env._single.rewards() == reward).all()


def test_an_action_that_is_not_legal_ends_the_episode_or_is_refused():
    env = made("Splut").unwrapped
    for wrong in 47, -1, 10**6, 1.5, np.float32(2), None:
        first, info = env.reset(seed=1)
        assert not info["action_mask"][47]
        seen, reward, terminated, truncated, info = env.step(wrong)
        assert (reward, terminated, truncated) == (-1.0, True, False) and (seen == first).all()
        assert str(wrong) in info["illegal"] and "not legal" in info["illegal"] and not info["action_mask"].any()
    strict = made("Splut", illegal="raise").unwrapped
    _, info = strict.reset(seed=1)
    before = strict._single.position.tobytes()
    with pytest.raises(IllegalMove, match="47 is not legal now"):
        strict.step(47)
    assert strict._single.position.tobytes() == before
    assert not strict.step(np.int64(np.flatnonzero(info["action_mask"])[0]))[2]


def test_who_never_comes_to_act_gets_the_score_at_once():
    env = made("Splut", seat=1, turn_limit=1)
    _, info = env.reset(seed=1)
    assert not info["action_mask"].any()
    _, reward, terminated, _, info = env.step(env.action_space.sample(info["action_mask"]))
    assert terminated and reward == 0 and "illegal" not in info
    check_env(made("Splut", seat=1, turn_limit=1).unwrapped)


def test_the_match_is_played_to_its_end_when_the_agent_is_out():
    out = 0
    for seed in range(8):
        env = made("Splut", seats=4, bots="tactician").unwrapped
        rng = random.Random(seed)
        reward, single = played(env, seed, rng)[-1][2], env._single
        assert calls.to_act(single.position) == 0 and reward == single.rewards()[0]
        out += reward == -1
    assert out >= 4


@pytest.mark.parametrize(
    ("kind", "name", "options", "sentence"),
    [
        (BadSeats, "Splut", {"seats": 5}, "Splut! is for 2, 3 or 4 players, not 5."),
        (BadSeats, "Splut", {"seat": 2}, "The agent's seat is a number from 0 to 1, not 2."),
        (BadSeats, "Splut", {"seat": "all"}, "a number from 0 to 1, not 'all'"),
        (BadSeats, "EndOfLineCoop", {"seat": "both"}, "a number from 0 to 1, or 'all', not 'both'"),
        (BadSeats, "Outspeed", {"bots": ["weak"]}, "one for each other seat: 2, not 1"),
        (UnknownBot, "Splut", {"bots": "tacticain"}, "Did you mean tactician?"),
        (UnknownBot, "Splut", {"bots": 7}, "A bot is a name, a function, or something that has choose, not 7."),
        (BadOption, "EndOfLineSolo", {"walls": "9,9"}, "cannot be on 9,9"),
        (BadOption, "EndOfLineSolo", {"seats": 2}, "mode=solo is for 1 player"),
        (BadOption, "Splut", {"colour": "red"}, "Splut! has no option 'colour'"),
        (BadOption, "Splut", {"illegal": "ignore"}, "illegal is 'end' or 'raise', not 'ignore'."),
    ],
)
def test_what_cannot_be_made_is_said_in_a_sentence(kind, name, options, sentence):
    for make in gymnasium.make, gymnasium.make_vec:
        with pytest.raises(kind, match=re.escape(sentence)):
            make(f"sobremesa/{name}-v0", **options)


def test_an_unknown_way_to_draw_is_refused():
    with (
        pytest.warns(UserWarning, match="not in the possible render_modes"),  # Gymnasium's own word on it
        pytest.raises(BadOption, match="one of ansi, rgb_array, or None, not 'svg'"),
    ):
        made("Splut", render_mode="svg")


def test_an_id_can_name_its_module_and_says_which_rules_it_plays_by():
    env = gymnasium.make("sobremesa.lab.gymnasium:sobremesa/EndOfLineSolo-v0")
    assert env.spec.id == "sobremesa/EndOfLineSolo-v0" and env.spec.kwargs == {"game": "end-of-line", "mode": "solo"}
    rules = games.find("end-of-line").rules
    assert env.metadata["rules_version"] == rules.VERSION and env.metadata["game"] == "end-of-line"
    assert made("Splut", seats=3).metadata["seats"] == 3 and made("Splut").metadata["seats"] == 2
    assert gymnasium.spec("sobremesa/Splut-v0").to_json()
    planes, numbers = env.unwrapped.split(env.reset(seed=1)[0])
    assert planes.shape == features.planes_shape(games.find("end-of-line"), 1) and len(numbers) == 46


def test_pictures_are_those_of_the_agents_own_eyes():
    env = made("EndOfLine", seat=1, render_mode="rgb_array")
    env.reset(seed=1)
    frame = env.render()
    assert frame.dtype == np.uint8 and frame.shape[1:] == (640, 3) and len(np.unique(frame)) > 3
    silent = made("EndOfLine")
    silent.reset(seed=1)
    assert silent.render() is None


def test_without_gymnasium_a_sentence_says_what_to_install(monkeypatch):
    for module in "sobremesa.lab.gymnasium", "sobremesa.lab.vector":
        monkeypatch.delitem(sys.modules, module, raising=False)
    monkeypatch.setitem(sys.modules, "gymnasium", None)
    with pytest.raises(NotInstalled, match=r"pip install 'sobremesa\[gymnasium\]'") as told:
        importlib.import_module("sobremesa.lab.gymnasium")
    assert isinstance(told.value, Mistake)


def test_the_page_tells_the_truth():
    page = (Path(__file__).parents[2] / "docs/lab/gymnasium.md").read_text()
    assert {f"sobremesa/{name}-v0" for name in re.findall(r"`sobremesa/(\w+)-v0`", page)} == set(IDS)
    blocks = re.findall(r"```python\n(.*?)```", page, re.S)
    assert len(blocks) >= 2
    for block in blocks:
        exec(block, {})
