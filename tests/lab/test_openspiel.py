"""The games in OpenSpiel: its own checks, and what they cannot see."""

import random
import subprocess
import sys
from itertools import combinations

import numpy as np
import pyspiel
import pytest
from open_spiel.python.observation import INFO_STATE_OBS_TYPE, make_observation

from sobremesa import games
from sobremesa.kernel import CHANCE, calls
from sobremesa.lab import features, render
from sobremesa.lab.batch import Batch
from sobremesa.lab.openspiel import FACTS, SobremesaGame
from sobremesa.mistakes import BadOption, IllegalMove
from sobremesa.play.match import Match
from tests.support.lab.openspiel import LAYOUT, choose, go_on, load, walk
from tests.support.selection import exhaustive

pytestmark = pytest.mark.compiled  # OpenSpiel asks for every state many times over

CASES = [
    *(f"splut(seats={n})" for n in (2, 3, 4)),
    "splut(levitate_adjacent=false,turn_limit=9)",
    *(f"end_of_line(seats={n})" for n in range(2, 9)),
    *(f"end_of_line(mode=teams,seats={n})" for n in (4, 6, 8)),
    *(f"end_of_line(mode=coop,seats={n})" for n in range(2, 9)),
    "end_of_line(edition='2021',seats=3)",
    "end_of_line(edition='2021',mode=teams,seats=4)",
    "end_of_line(mode=solo)",
    "end_of_line(mode=solo,walls=0/0 1/4 4/2,turns=exact)",
    "end_of_line(mode=solo,deck=open)",
    "end_of_line(mode=coop,deck=open,score=en)",
    "end_of_line(mode=classic)",
    *(f"shut_the_lines(plans='{plan}')" for plan in (1, 2, 3, 4)),
    *(f"shut_the_lines(plans={plans},target=3)" for plans in ("ladder", "random", "choose")),
    *(f"shut_the_lines(seats={n},rounds=2,target=3)" for n in (1, 3, 4)),
    "shut_the_lines(seats=1,plans=choose,rounds=2)",
    "shut_the_lines(mercy=true,partial=none,ties=playoff)",
    f"shut_the_lines(voluntary_partial=true,layout={LAYOUT})",
    *(f"outspeed(seats={n})" for n in (3, 4, 5, 6)),
    *(f"outspeed(seats={n},turn_based=true)" for n in (3, 4, 5, 6)),
    "outspeed(first_game=true)",
]
FEW = [
    "splut(turn_limit=12)",
    "end_of_line",
    "end_of_line(mode=teams,seats=4)",
    "end_of_line(edition='2021',seats=3)",
    "end_of_line(mode=coop)",
    "shut_the_lines(target=2)",
    "outspeed(seats=4)",
    "outspeed(seats=4,turn_based=true)",
]


def check(state):
    """What OpenSpiel's tests of chance and of resampling check, which it keeps to C++; and that it is what it says."""
    kind = state.get_game().get_type()
    assert not state.is_simultaneous_node() or kind.dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS
    if state.is_chance_node():
        assert kind.chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
        outcomes = state.chance_outcomes()
        assert state.legal_actions() == [action for action, _ in outcomes]
        assert len(dict(outcomes)) == len(outcomes) and all(0 < odds <= 1 for _, odds in outcomes)
        assert sum(odds for _, odds in outcomes) == pytest.approx(1)
    elif state.move_number() % 7 == 0:
        for player in range(state.num_players()):
            other = state.resample_from_infostate(player, pyspiel.UniformProbabilitySampler(7, 0.0, 1.0))
            for ask in "information_state_string", "information_state_tensor", "observation_string":
                assert getattr(state, ask)(player) == getattr(other, ask)(player)
            assert state.current_player() == other.current_player()


@pytest.mark.parametrize("text", [*FEW, *(exhaustive(text) for text in CASES if text not in FEW)])
def test_openspiel_finds_nothing_wrong(text):
    game = load(text)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False, state_checker_fn=check)


@pytest.mark.parametrize("text", ["end_of_line(seats=4)", "outspeed(turn_based=true)"])
def test_openspiel_finds_nothing_wrong_with_what_was_dealt_anew(text):
    worlds = [
        s.resample_from_infostate(1, random.Random(n).random) for n, (s, _) in enumerate(walk(text)) if n % 9 == 8
    ]
    for world in worlds:
        pyspiel.random_sim_test(world.get_game(), 1, True, False, specific_initial_state=world)
    assert len(worlds) > 5 and not any(world.history() for world in worlds)


@pytest.mark.parametrize("text", FEW)
def test_play_is_that_of_a_match(text):
    setting = load(text).setting
    match = Match(setting.game, setting.seats, roll=False, **setting.options)
    for state, actions in walk(text, 3):
        assert state.point.position.tobytes() == match.position.tobytes()
        assert str(state) == render.text(match.game, match.position)
        assert state.returns() == list(match.result.scores if match.result else [0] * setting.seats)
        if state.is_simultaneous_node():
            assert [p for p in range(setting.seats) if state.legal_actions(p)] == list(match.to_act)
            choices = [(p, p, actions[p]) for p in match.to_act]
        else:
            choices = [
                (state.current_player(), CHANCE if state.is_chance_node() else state.current_player(), a)
                for a in actions
            ]
        for player, seat, action in choices:
            assert sorted(match.legal_actions_of(seat)) == state.legal_actions(player)
            move = match.move(seat, action)
            assert state.action_to_string(player, action) == move.text
            match.push(move)
    assert match.is_over


@pytest.mark.parametrize("text", FEW)
def test_a_seat_tells_apart_what_it_sees_or_does_differently_and_nothing_else(text):
    def seen(state, seat):
        position = state.point.position.copy()
        calls.hide(position, seat)
        return position.tobytes()

    rng, same, different = random.Random(2), 0, 0
    for state, actions in walk(text, 2):
        others = [choose(state, rng) for _ in range(2)] if actions else []
        ends = [(each, state.clone()) for each in [actions, *others] if each]
        for each, end in ends:
            go_on(end, each)
        mover = state.current_player()
        for ((one, a), (two, b)), seat in (
            (pair, p) for pair in combinations(ends, 2) for p in range(state.num_players())
        ):
            awaited = mover == seat or (state.is_simultaneous_node() and state.legal_actions(seat))
            did = (one[seat], two[seat]) if len(one) > 1 else (one[0], two[0])
            alike = seen(a, seat) == seen(b, seat) and (not awaited or did[0] == did[1])
            assert (a.information_state_string(seat) == b.information_state_string(seat)) == alike
            if alike:
                assert a.observation_string(seat) == b.observation_string(seat)
                assert a.information_state_tensor(seat) == b.information_state_tensor(seat)
            same, different = same + (alike and one != two), different + (not alike)
    assert different and (same or not games.find(load(text).name).secrets(load(text).setting.options))


def test_chance_is_as_likely_as_the_rules_have_it():
    state = load("shut_the_lines").new_initial_state()
    assert state.chance_outcomes() == [(0, 0.5), (1, 0.5)]
    state.apply_action(1)
    odds = {state.action_to_string(action): odds for action, odds in state.chance_outcomes()}
    assert len(odds) == 56
    assert [odds[dice] * 216 for dice in ("1-1-1", "1-1-2", "1-2-3")] == pytest.approx([1, 3, 6])
    state = load("end_of_line(mode=solo)").new_initial_state()
    first = dict(state.chance_outcomes())
    card = max(first, key=first.get)
    state.apply_action(card)
    assert dict(state.chance_outcomes())[card] == pytest.approx((first[card] * 25 - 1) / 24)


def test_sealed_choices_are_in_nobody_elses_information_state():
    states = [s.clone() for s, _ in walk("outspeed(turn_based=true)", 5) if bin(s.point.awaited).count("1") > 1]
    assert len(states) > 10
    for state in states:
        mover, before = state.current_player(), state.history()
        children = [state.child(action) for action in state.legal_actions()]
        assert state.history() == before
        for seat in range(3):
            strings = {child.information_state_string(seat) for child in children}
            assert len(strings) == (len(children) if seat == mover else 1)
            if seat != mover:  # nor in what it deals anew
                worlds = [child.resample_from_infostate(seat, random.Random(1).random) for child in children]
                assert len({tuple(world.information_state_string(p) for p in range(3)) for world in worlds}) == 1


def test_what_was_seen_on_the_way_is_not_forgotten():
    ends = []
    for turn in ["Sd2-d3", "Tf2-f3"], ["Tf2-f3", "Sd2-d3"], ["Sd2-d3", "Tf2-f3"]:
        state = load("splut").new_initial_state()
        for move in "De2-e3", "De8-e7", "De7-e8", *turn, "De3-e4":
            state.apply_action(state.string_to_action(move))
        ends.append(state)
    one, other, again = ends
    assert one.point.position.tobytes() == other.point.position.tobytes()
    for seat in range(2):
        assert one.observation_string(seat) == other.observation_string(seat)
        assert one.information_state_string(seat) == again.information_state_string(seat)
        assert one.information_state_string(seat) != other.information_state_string(seat)


@pytest.mark.parametrize("text", ["end_of_line(seats=3)", "outspeed(seats=4,turn_based=true)"])
def test_what_is_dealt_anew_comes_from_what_the_player_knows_and_from_chance(text):
    worlds, guesses = 0, set()
    for state, _ in walk(text, 4):
        if state.is_chance_node():
            continue
        for player in range(state.num_players()):
            other = state.resample_from_infostate(player, random.Random(8).random)
            worlds += other.point.position.tobytes() != state.point.position.tobytes()
            one, two = (s.resample_from_infostate(player, random.Random(9).random) for s in (state, other))
            guesses.add(one.point.position.tobytes())
            assert one.point.position.tobytes() == two.point.position.tobytes()
            strings = [[s.information_state_string(p) for p in range(s.num_players())] for s in (one, two, state)]
            assert strings[0] == strings[1] and strings[0][player] == strings[2][player]
    assert worlds > 40 and len(guesses) > 40


def test_a_copy_goes_its_own_way():
    state = load("end_of_line").new_initial_state()
    twin = state.clone()
    assert twin.point is state.point
    twin.apply_action(twin.legal_actions()[0])
    assert state.history() == [] and twin.history() and state.point is not twin.point
    game, back = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(twin.get_game(), twin))
    for seat in range(2):
        assert back.information_state_string(seat) == twin.information_state_string(seat)
    assert back.point.setting is game.setting is state.point.setting


def test_who_wins_what():
    """Where it says zero sum or identical, `random_sim_test` holds it to that; where it does not, it could not."""
    kinds = pyspiel.GameType.Utility
    for text in "splut(seats=4)", "end_of_line(seats=8)", "end_of_line(mode=teams)", "shut_the_lines(seats=3)":
        assert load(text).get_type().utility == kinds.ZERO_SUM and load(text).utility_sum() == 0
    for text in "end_of_line(mode=coop,seats=5)", "end_of_line(mode=classic)", "shut_the_lines(seats=1)":
        assert load(text).get_type().utility == kinds.IDENTICAL and load(text).utility_sum() is None
    assert load("outspeed").get_type().utility == kinds.GENERAL_SUM
    batch = Batch("outspeed", 4000, 3, seed=1)
    batch.play_out()
    sums = batch.rewards.sum(1)
    assert set(np.unique(sums.round(9))) == {-3.0, 0.0}


def test_a_match_is_never_longer_than_was_said():
    assert (
        sum(1 for _ in walk("splut(turn_limit=4)")) - 1
        == load("splut(turn_limit=4)").max_game_length()
        == 1 + 2 + 3 + 3
    )
    for text in (
        *FEW,
        "end_of_line(mode=classic)",
        "end_of_line(seats=8)",
        "shut_the_lines(plans='4')",
        "outspeed(seats=6)",
    ):
        game = load(text)
        batch = Batch(game.setting.game, 500, game.num_players(), seed=2, **game.setting.options)
        assert batch.play_out().max() <= game.max_game_length() + game.max_chance_nodes_in_history()
    batch = Batch("shut-the-lines", 20_000, 2, seed=1)
    batch.play_out()
    assert batch.positions["round_number"].max() < 50  # of the 500 that its length allows for


def test_an_action_that_is_not_legal_is_refused_and_nothing_is_played():
    state = load("outspeed(first_game=true)").new_initial_state()
    assert state.is_simultaneous_node()
    for wrong in [0, 7, 7], [7, 7, 99]:
        with pytest.raises(IllegalMove, match="is not legal now for seat"):
            state.apply_actions(wrong)
    for ask in (lambda: state.apply_action(7), state.legal_actions):
        with pytest.raises(IllegalMove, match="Several choose at once"):
            ask()
    assert (
        state.history() == [] and state.action_to_string(0, 7) == "A" and state.action_to_string(0, 99) == "action 99"
    )
    over = load("splut(turn_limit=1)").new_initial_state()
    over.apply_action(over.legal_actions()[0])
    with pytest.raises(IllegalMove, match="over"):
        over.apply_action(0)
    assert over.is_terminal() and over.legal_actions() == []


@pytest.mark.parametrize("text", ["splut", "end_of_line(seats=3)", "outspeed"])
def test_observers_give_what_a_seat_sees(text):
    game = load(text)
    now, recall = make_observation(game), make_observation(game, INFO_STATE_OBS_TYPE)
    for state, _ in walk(text):
        for seat in range(game.num_players()):
            seen = features.seen_by(game.setting.game, state.point.position, seat)
            for observer in now, recall:
                observer.set_from(state, seat)
                assert (observer.tensor == seen).all()
                planes, numbers = features.split(game.setting.game, game.num_players(), seen)
                for name, part in ("planes", planes), ("numbers", numbers):
                    assert (name in observer.dict) == (part.size > 0)
                    assert part.size == 0 or (observer.dict[name] == part).all()
            assert state.information_state_tensor(seat) == state.observation_tensor(seat) == seen.tolist()
            assert now.string_from(state, seat) == render.text(game.setting.game, state.point.position, seat)
            assert recall.string_from(state, seat) == state.information_state_string(seat)
    for public, whose in (True, "ALL_PLAYERS"), (True, "NONE"), (False, "SINGLE_PLAYER"):
        assert not make_observation(
            game, pyspiel.IIGObservationType(public, False, getattr(pyspiel.PrivateInfoType, whose))
        )
    with pytest.raises(BadOption, match="have no parameters"):
        make_observation(game, params={"size": 3})


def test_without_openspiel_one_sentence_says_what_to_install():
    code = "import sys; sys.modules['pyspiel'] = None; import sobremesa.lab.openspiel"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert run.returncode == 1
    assert run.stderr.splitlines()[-1].endswith("which is not installed: pip install 'sobremesa[openspiel]'.")


def test_all_four_are_registered():
    assert {f"sobremesa_{name.replace('-', '_')}" for name in games.names()} <= set(pyspiel.registered_names())
    assert {each.name for each in SobremesaGame.__subclasses__()} == set(FACTS)
