"""Many matches at once are, each of them, what Gymnasium makes of one."""

import random

import gymnasium
import numba
import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from sobremesa.kernel import calls
from sobremesa.lab import features
from sobremesa.lab.batch import NOBODY
from sobremesa.mistakes import BadOption, BadSeats, IllegalMove
from tests.support.lab.gymnasium import every_case

pytestmark = pytest.mark.compiled
MODES = pytest.mark.parametrize("mode", list(AutoresetMode))


@pytest.fixture(autouse=True)
def one_core():
    """Small batches on a busy machine: the cores would wait for each other."""
    before = numba.get_num_threads()
    numba.set_num_threads(1)
    yield
    numba.set_num_threads(before)


def made(name, count, **options):
    return gymnasium.make_vec(f"sobremesa/{name}-v0", num_envs=count, **options)


def chosen(mask, rngs):
    """A legal action for each, drawn by each one's own generator; 0 where none is."""
    return np.array([rng.choice(may) if len(may := np.flatnonzero(row)) else 0
                     for row, rng in zip(mask, rngs, strict=True)])  # fmt: skip


def generators(count):
    return [random.Random(i) for i in range(count)]


@every_case
def test_each_is_a_match_by_the_rules(name, options):
    envs = made(name, 3, **options)
    own, batch = envs.table.own, envs.batch
    assert envs.observation_space.shape == (3, *envs.single_observation_space.shape)
    seen, infos = envs.reset(seed=4)
    over, ended, rngs = np.zeros(3, bool), 0, generators(3)
    while ended < 4:
        assert seen in envs.observation_space and infos["_action_mask"].all()
        for i in range(3):
            position, turn = batch.positions[i : i + 1], int(batch.turns[i])
            assert turn in (*own, NOBODY)
            eyes = own[0] if turn == NOBODY else turn
            assert (seen[i] == features.seen_by(batch.game, position, eyes)).all()
            legal = np.zeros(batch.actions, np.int16)
            count = calls.legal(position, turn, legal) if turn != NOBODY else 0
            assert set(np.flatnonzero(infos["action_mask"][i])) == set(legal[:count])
        before = over
        seen, rewards, over, truncated, infos = envs.step(chosen(infos["action_mask"], rngs))
        assert not truncated.any() and not (before & over).any() and not rewards[~over].any()
        for i in np.flatnonzero(over):
            scores = np.zeros(batch.seats)
            calls.score(batch.positions[i : i + 1], scores)
            assert batch.turns[i] == NOBODY and rewards[i] == scores[own[0]]
            ended += 1


def settled(seen, seat, legal):
    """A bot of no luck, whose choices still differ from one position to the next."""
    return legal[seen.view(np.uint8).sum() % len(legal)]


@MODES
@pytest.mark.parametrize(
    ("name", "options"),
    [("Splut", {"seats": 3, "seat": 1, "turn_limit": 12, "bots": settled}), ("EndOfLineSolo", {"deck": "open"}),
     ("EndOfLineCoop", {"seats": 2, "deck": "open"})],
    ids=["Splut", "solo", "coop"],
)  # fmt: skip
def test_without_luck_it_is_the_same_as_gymnasiums_own_vector(name, options, mode):
    ours = made(name, 5, autoreset_mode=mode, **options)
    theirs = made(name, 5, vectorization_mode="sync", vector_kwargs={"autoreset_mode": mode}, **options)
    assert ours.metadata == theirs.metadata and ours.observation_space == theirs.observation_space
    assert ours.action_space == theirs.action_space
    (seen, infos), begun = ours.reset(seed=1), theirs.reset(seed=1)
    assert data_equivalence((seen, infos), begun, exact=True)
    rng, ended, illegal = np.random.default_rng(3), 0, 0
    rngs = generators(5)
    for step in range(120):
        actions = chosen(infos["action_mask"], rngs)
        if step % 7 == 0:  # now and then blindly
            actions[rng.integers(5)] = rng.integers(ours.batch.actions)
        found, expected = ours.step(actions), theirs.step(actions)
        assert data_equivalence(found, expected, exact=True)
        _, _, over, _, infos = found
        ended += over.sum()
        illegal += (infos.get("final_info", {}) | infos).get("_illegal", np.zeros(5, bool)).sum()
        if mode is AutoresetMode.DISABLED and over.any():
            with pytest.raises(IllegalMove, match="reset begins it"):
                ours.step(actions)
            (seen, infos), (same, begun) = (envs.reset(options={"reset_mask": over.copy()}) for envs in (ours, theirs))
            assert (seen == same).all() and (begun["_action_mask"] == over).all()
            assert (infos["action_mask"][over] == begun["action_mask"][over]).all()
            assert infos["action_mask"].any(axis=1).all()  # those that go on have theirs, too
    assert ended > 8 and illegal > 2


@pytest.mark.parametrize("name", ["EndOfLine", "Outspeed"])
@pytest.mark.parametrize("bots", ["random", "strongest"])
def test_a_seed_settles_each_whatever_happens_in_the_others(name, bots):
    bots = {"EndOfLine": "greedy", "Outspeed": "weak"}[name] if bots == "strongest" else bots

    def episodes(count, stir=0, seed=8):
        envs, rngs = made(name, count, bots=bots), generators(count)
        for rng in rngs[1:]:
            rng.seed(rng.random() + stir)
        (seen, infos), shown = envs.reset(seed=seed), []
        for _ in range(25):
            seen, rewards, over, _, infos = envs.step(chosen(infos["action_mask"], rngs))
            shown.append((seen, rewards, over, infos["action_mask"]))
        return shown

    def first(shown):
        return [tuple(part[0].tobytes() for part in step) for step in shown]

    def all_of(shown):
        return [tuple(part.tobytes() for part in step) for step in shown]

    once = episodes(4)
    numba.set_num_threads(numba.config.NUMBA_NUM_THREADS)
    assert all_of(once) == all_of(episodes(4))
    assert all_of(once) != all_of(episodes(4, stir=1)) != all_of(episodes(4, seed=9))
    assert first(once) == first(episodes(4, stir=1)) == first(episodes(2)) != first(episodes(4, seed=9))


def test_without_a_seed_what_is_random_goes_on():
    def beginnings(envs, seed):
        return [envs.reset(seed=seed)[0].tobytes(), *(envs.reset()[0].tobytes() for _ in range(3))]

    one, other = made("ShutTheLinesSolo", 4), made("ShutTheLinesSolo", 4)
    assert len(set(beginnings(one, 1))) == 4 and beginnings(one, 2) == beginnings(other, 2)
    assert made("ShutTheLinesSolo", 40).reset()[0].tobytes() != made("ShutTheLinesSolo", 40).reset()[0].tobytes()
    marks = np.array([True, False, False, True])
    before = one.reset(seed=3)[0]
    after = one.reset(seed=4, options={"reset_mask": marks})[0]
    assert (after[~marks] == before[~marks]).all() and (after[marks] == other.reset(seed=4)[0][marks]).all()


def test_bots_play_here_as_well():
    means = []
    for bots in "tactician", "random", ["random", "tactician", "random"]:
        envs = made("Splut", 20, bots=bots, seats=4 if isinstance(bots, list) else 2, autoreset_mode="SameStep")
        (_, infos), rngs, got = envs.reset(seed=1), generators(20), []
        while len(got) < 20:
            _, rewards, over, _, infos = envs.step(chosen(infos["action_mask"], rngs))
            got += rewards[over].tolist()
        means.append(np.mean(got))
    assert means[0] < -0.9 and abs(means[1]) < 0.6 and means[2] < 0


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
def test_gymnasiums_statistics_count_every_episode(mode):
    envs = RecordEpisodeStatistics(made("EndOfLine", 8, autoreset_mode=mode.value))
    (_, infos), rngs, episodes, got = envs.reset(seed=1), generators(8), [], []
    lengths = []
    since = np.zeros(8, int)
    while len(got) < 30:
        since[infos["action_mask"].any(axis=1)] += 1
        _, rewards, over, _, infos = envs.step(chosen(infos["action_mask"], rngs))
        got += rewards[over].tolist()
        lengths += since[over].tolist()
        since[over] = 0
        if over.any():
            assert (infos["_episode"] == over).all()
            episodes += infos["episode"]["r"][over].tolist()
    assert episodes == got and set(got) <= {-1.0, 0.0, 1.0} and list(envs.length_queue) == lengths


def test_what_is_handed_out_is_ones_own_unless_it_is_asked_not_to_be():
    for copy in True, False:
        envs = made("Splut", 4, copy=copy)
        seen, infos = envs.reset(seed=1)
        kept, mask = seen.copy(), infos["action_mask"].copy()
        later, _, _, _, after = envs.step(envs.batch.choose_at_random())
        assert (
            np.shares_memory(seen, later) != copy
            and np.shares_memory(infos["action_mask"], after["action_mask"]) != copy
        )
        assert ((seen == kept).all() and (infos["action_mask"] == mask).all()) == copy
        assert (envs.action_masks() == after["action_mask"]).all() and envs.action_masks().dtype == np.bool_


def test_what_is_wrong_is_refused_in_a_sentence():
    envs = made("Splut", 3, illegal="raise")
    with pytest.raises(IllegalMove, match="reset begins it"):
        envs.step(np.zeros(3, int))
    _, infos = envs.reset(seed=1)
    actions, before = chosen(infos["action_mask"], generators(3)), envs.batch.positions.tobytes()
    wrong = actions.copy()
    wrong[1] = 47
    with pytest.raises(IllegalMove, match="In episode 1: Action 47 is not legal now"):
        envs.step(wrong)
    for given in actions[:2], actions.astype(float), "abc":
        with pytest.raises(IllegalMove, match="There are 3 episodes: as many actions"):
            envs.step(given)
    assert envs.batch.positions.tobytes() == before
    envs.step(actions.astype(np.uint8))
    with pytest.raises(BadSeats, match="by 3 marks"):
        envs.reset(options={"reset_mask": np.ones(2, bool)})
    with pytest.raises(BadOption, match="One seed"):
        envs.reset(seed=[1, 2, 3])
    with pytest.raises(BadOption, match="NextStep, SameStep, Disabled, not 'never'"):
        made("Splut", 3, autoreset_mode="never")
    with pytest.raises(BadSeats, match="at least one"):
        made("Splut", 0)


def test_every_match_can_be_drawn():
    envs = made("EndOfLine", 3, seat=1, render_mode="ansi")
    envs.reset(seed=1)
    drawn = envs.render()
    assert len(drawn) == 3 and all(isinstance(each, str) for each in drawn) and len(set(drawn)) > 1
    frames = made("EndOfLineCoop", 2, render_mode="rgb_array")
    frames.reset(seed=1)
    assert [frame.shape[1:] for frame in frames.render()] == [(640, 3)] * 2
    silent = made("EndOfLine", 2)
    silent.reset(seed=1)
    assert silent.render() is None
    assert envs.split(envs.reset(seed=1)[0])[0].shape == (3, *features.planes_shape(envs.table.game, 2))
