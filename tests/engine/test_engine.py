"""The engines that ship: built from the sources that are here, and equal to what Numba compiles."""

import hashlib
import json
import os
import random
import subprocess
import sys
import threading

import numpy as np
import pytest

from sobremesa import games, kernel
from sobremesa.bots.playout import play_many
from sobremesa.engine import build, fast_call, host, rule, signature, sources
from sobremesa.engine.arguments import Mismatch
from sobremesa.games.splut.ai import turns
from sobremesa.kernel import CHANCE, SPECTATOR, calls
from sobremesa.kernel import rng as random_numbers
from sobremesa.lab import single
from tests.support.selection import exhaustive
from tests.support.terminal import COMMAND

NAMES = games.names()


def engine_of(name):
    found = host.engine_of(games.find(name).rules)
    assert found is not None, f"the engine of {name} was built from other sources: run make engine"
    return found


@pytest.mark.parametrize("name", NAMES)
def test_what_ships_was_built_from_the_sources_that_are_here(name):
    folder = games.find(name).package.rpartition(".")[2]
    about = json.loads((host.MODULES / f"{folder}.json").read_text())
    assert sources.are(about["sources"], folder), "run make engine"
    assert hashlib.sha256((host.MODULES / f"{folder}.wasm").read_bytes()).hexdigest() == about["sha256"]
    assert about["version"] == games.find(name).rules.VERSION


SMALL = "shut-the-lines"
"""The game whose engine is built in the least time, so in every run; those of the others in slices."""


@pytest.mark.compiled
@pytest.mark.parametrize("name", [name if name == SMALL else exhaustive(name) for name in NAMES])
def test_what_ships_is_what_the_sources_give(name):
    """Built again, to the last byte: with another Python or another Numba bytes differ, and only play is compared."""
    folder = games.find(name).package.rpartition(".")[2]
    if json.loads((host.MODULES / f"{folder}.json").read_text())["made_by"] != build.made_by():
        pytest.skip("the engine was made by another Python or Numba")
    command = [sys.executable, "-m", "sobremesa.engine.build", "--check", name]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_an_edited_rule_makes_an_engine_stale_and_a_comment_does_not(tmp_path):
    package = tmp_path / "sobremesa"
    for path in sources.of_game("splut"):
        copy = package / path.relative_to(sources.SOURCES)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(path.read_bytes())
    before = sources.meaning("splut", package)
    assert before == sources.meaning("splut")
    rules = package / "games" / "splut" / "rules.py"
    rules.write_text(rules.read_text() + "\n# A comment.\n")
    assert sources.meaning("splut", package) == before
    rules.write_text(rules.read_text() + "\nMORE = 1\n")
    assert sources.meaning("splut", package) != before
    assert sources.meaning("end_of_line", package) != before


def sample(name):
    """Return a few of the seats and options that a game must be tried with; which, the seed says."""
    seed = int(os.environ.get("SOBREMESA_TEST_SEED", "1"))
    every = list(games.find(name).cases())
    return random.Random(f"{name} {seed}").sample(every, min(len(every), 6))


def every_case():
    for name in NAMES:
        for number, (seats, options) in enumerate(games.find(name).cases()):
            yield exhaustive(name, seats, options, number, id=f"{name}-{number}")


@pytest.mark.compiled
@pytest.mark.parametrize("name", NAMES)
def test_an_engine_plays_as_compiled_rules_do_byte_for_byte(name):
    for number, (seats, options) in enumerate(sample(name)):
        compare(name, seats, options, number)


@pytest.mark.compiled
@pytest.mark.parametrize(("name", "seats", "options", "number"), list(every_case()))
def test_an_engine_plays_every_case_byte_for_byte(name, seats, options, number):
    compare(name, seats, options, number)


def compare(name, seats, options, number):
    """Play a random match twice: every position, what may be chosen in it, the odds, what each seat sees, what is dealt
    and who wins must be the same; then let both play on at random."""
    engine, game = engine_of(name), games.find(name)
    actions = int(game.rules.ACTIONS)
    rng = random_numbers.seeded(number)
    one, other = game.start(seats, options).view(np.ndarray), game.start(seats, options).view(np.ndarray)
    for step in range(400):
        bits = int(calls.to_act.native(one))
        assert engine.call(calls.to_act.name, other) == bits
        if not bits:
            scores = np.zeros(seats), np.zeros(seats)
            calls.score.native(one, scores[0])
            engine.call(calls.score.name, other, scores[1])
            assert scores[0].tobytes() == scores[1].tobytes()
            break
        found = np.zeros(actions, np.int16), np.zeros(actions, np.int16)
        seat = next(seat for seat in range(16) if bits >> seat & 1)
        count = int(calls.legal.native(one, seat, found[0]))
        assert engine.call(calls.legal.name, other, seat, found[1]) == count
        assert found[0].tobytes() == found[1].tobytes()
        if seat == CHANCE:
            odds = np.zeros(actions, np.int32), np.zeros(actions, np.int32)
            calls.weigh.native(one, odds[0])
            engine.call(calls.weigh.name, other, odds[1])
            assert odds[0].tobytes() == odds[1].tobytes()
        if step % 7 == 0:
            for eyes in (*range(seats), SPECTATOR):
                views, numbers = (one.copy(), one.copy()), (rng.copy(), rng.copy())
                calls.hide.native(views[0], eyes)
                engine.call(calls.hide.name, views[1], eyes)
                assert views[0].tobytes() == views[1].tobytes()
                calls.deal.native(views[0], eyes, numbers[0])
                engine.call(calls.deal.name, views[1], eyes, numbers[1])
                assert views[0].tobytes() == views[1].tobytes()
                assert numbers[0] == numbers[1]
        action = int(found[0][int(rng[0] >> np.uint64(33)) % count])
        random_numbers.below(rng, 2)
        assert calls.apply.native(one, seat, action) == engine.call(calls.apply.name, other, seat, action)
        assert one.tobytes() == other.tobytes()
    seeds = random_numbers.seeded(number), random_numbers.seeded(number)
    start = game.start(seats, options).view(np.ndarray)
    assert play_many.native(start, 3, seeds[0]) == engine.call(play_many.name, start, 3, seeds[1])
    assert seeds[0] == seeds[1]


THINK = """
import json, sys
from sobremesa import bots, games
from sobremesa.play.match import Match

found = []
for name in games.names():
    game = games.find(name)
    for seats in game.seats[:3]:
        for bot in bots.offered(game):
            match = Match(game, seats, seed=5)
            if bots.levels.thinks(bot, game):
                bot += "@40"
            players = [bots.make(bot, game, seat) for seat in range(seats)]
            for _ in range(4):
                if match.is_over:
                    break
                seat = match.to_act[0]
                action = players[seat].choose(match.seen_by(seat), seat, match.legal_actions_of(seat))
                opinion = getattr(players[seat], "opinion", None)
                found.append([name, seats, bot, action, opinion and opinion.expected.hex(), opinion and opinion.rounds])
                match.push(match.move(seat, action))
json.dump([found, "numba" in sys.modules], sys.stdout)
"""


@pytest.mark.compiled
def test_bots_choose_and_think_the_same_with_either_engine():
    """Every level of every game, to the last bit of what it expects."""
    said = {}
    for way in "native", "wasm":
        settings = os.environ | {"SOBREMESA_ENGINE": way}
        done = subprocess.run([sys.executable, "-c", THINK], env=settings, capture_output=True, text=True, check=True)
        said[way] = json.loads(done.stdout)
    assert len(said["wasm"][0]) > 100
    assert said["wasm"][0] == said["native"][0]
    assert said["native"][1]
    assert not said["wasm"][1], "an engine needed Numba"


@pytest.mark.compiled
@pytest.mark.parametrize("name", NAMES)
def test_an_arena_has_the_same_matches_with_either_engine(name, tmp_path):
    played = []
    for way in "native", "wasm":
        file = tmp_path / f"{way}.json"
        command = [*COMMAND, "arena", name, "--bots", "beginner,easy", "--games", "4", "--seed", "3", "--out", file]
        settings = os.environ | {"SOBREMESA_ENGINE": way}
        done = subprocess.run(command, env=settings, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        matches = json.loads(file.read_text())["matches"]
        played.append([(match["number"], match["scores"], match["choices"], match["course"]) for match in matches])
    assert played[0] == played[1]
    assert len(played[0]) >= 4


PLAY = """
import sys
from sobremesa import analysis, bots, games
from sobremesa.analysis import coach
from sobremesa.play.match import Match

game = games.find(sys.argv[1])
for seats in {game.seats[0], game.seats[-1]}:
    match = Match(game, seats, seed=2)
    players = [bots.make("normal", game, seat) for seat in range(seats)]
    for number in range(60):
        if match.is_over:
            break
        seat = match.to_act[0]
        if "coach" in sys.argv and number % 12 == 0:
            coach.advise(match, seat)
            coach.weigh(match, seat, match.texts_of(seat)[-1:])
        action = players[seat].choose(match.seen_by(seat), seat, match.legal_actions_of(seat))
        match.push(match.move(seat, action))
    if "analysis" in sys.argv:
        for first in 1, len(match.moves) // 2, len(match.moves) - 1:
            for row in analysis.of(match, first=first, last=first + 1):
                analysis.risked(match, row, "en")
                analysis.gained(match, row, "en")
"""


@pytest.mark.parametrize("part", ["bot", "coach", "analysis"])
@pytest.mark.parametrize("name", NAMES)
def test_no_engine_lacks_what_is_called_far_into_a_match(name, part, tmp_path):
    """By the usual bot, by the coach of the players, and by the analysis of the match."""
    settings = os.environ | {"SOBREMESA_ENGINE": "wasm", "SOBREMESA_ENGINE_RECORD": str(tmp_path)}
    settings.pop("NUMBA_DISABLE_JIT", None)
    subprocess.run([sys.executable, "-c", PLAY, name, part], env=settings, check=True)
    assert [path.read_text() for path in tmp_path.glob("*.txt")] == []


@pytest.mark.compiled
def test_arguments_of_every_kind_come_back_changed():
    engine = engine_of("splut")
    game = games.find("splut")
    position = game.start(*game.agree()).view(np.ndarray)
    spread = np.zeros(2 * game.rules.ACTIONS, np.int16)[::2]  # not in one piece
    plain = np.zeros(game.rules.ACTIONS, np.int16)
    assert engine.call(calls.legal.name, position, 0, spread) == calls.legal.native(position, 0, plain)
    assert spread.tolist() == plain.tolist()
    fixed = position.copy()
    fixed.flags.writeable = False
    assert engine.call(calls.to_act.name, fixed) == calls.to_act.native(position)
    with pytest.raises(Mismatch, match="not exported"):
        engine.call(calls.legal.name, position, 0.5, plain)


@pytest.mark.parametrize("name", NAMES)
def test_calls_with_usual_arguments_are_fast_and_the_same(name):
    """Whole arrays and numbers are taken by the fast way, from the second call on; whatever else by the general one."""
    engine, game = engine_of(name), games.find(name)
    position = game.start(*game.agree()).view(np.ndarray)
    seat = int(calls.to_act(position)).bit_length() - 1
    found = np.zeros(game.rules.ACTIONS, np.int16)
    [export] = engine.exports[calls.legal.name]
    count = export.call(engine, (position, seat, found))
    again = np.zeros(game.rules.ACTIONS, np.int16)
    assert export.fast(engine, position, np.int8(seat), again) == count
    assert found.tobytes() == again.tobytes()
    for other in (
        (position, seat, np.zeros((2, 8), np.int16)),
        (position, seat, np.zeros(game.rules.ACTIONS, np.int32)),
        (position, seat, np.zeros(2 * game.rules.ACTIONS, np.int16)[::2]),
        (position, seat, np.zeros(0, np.int16)),
        (position, True, again),
        (position, np.uint64(seat), again),
        (position, None, again),
        (host.Workspace(engine).array(position), seat, again),
        (position.view(np.int16), seat, position.view(np.int16)),
    ):
        assert export.fast(engine, *other) is fast_call.UNUSUAL


@pytest.mark.compiled
def test_arrays_that_share_memory_are_one_in_there_too():
    """What a position is stirred with is another view of the memory that it is put into; both begin there."""
    engine, game = engine_of("end-of-line"), games.find("end-of-line")
    position = game.start(*game.agree()).view(np.ndarray)
    marks = []
    for way in single.remember.native, lambda *given: engine.call(single.remember.name, *given):
        words = np.zeros(-(-position.nbytes // 8), np.uint64)
        spare = words.view(np.uint8)[: position.nbytes].view(position.dtype)
        marks.append(np.zeros((2, 3), np.uint64))
        for _ in range(3):
            way(position, spare, words, marks[-1])
        assert words.any()
    assert marks[0].tobytes() == marks[1].tobytes()
    assert marks[0].any()
    with pytest.raises(Mismatch):  # in part the same
        engine.call(single.remember.name, position, position, words, words[1:4].reshape(1, 3))


def test_a_workspace_is_worked_on_where_it_lies():
    engine = engine_of("splut")
    rules = games.find("splut").rules
    space = host.Workspace(engine)
    position = space.zeros(1, rules.State)
    engine.call(rules.setup.name, position.view(np.recarray)[0], 2, 200, 1)
    assert int(position["players"][0]) == 2
    assert engine.call(calls.to_act.name, position) == 1
    room = turns.room(space)
    assert all(not part.any() for part in room)
    del space, position, room


def test_what_python_would_raise_stops_the_call_and_nothing_else():
    engine = engine_of("splut")
    game = games.find("splut")
    position = game.start(*game.agree()).view(np.ndarray)
    with pytest.raises(MemoryError):
        engine.here().room(0xFFFF0000)
    assert engine.call(calls.to_act.name, position) == 1


def test_threads_play_at_the_same_time():
    engine = engine_of("end-of-line")
    game = games.find("end-of-line")
    start = game.start(*game.agree()).view(np.ndarray)
    found = []

    def play(seed):
        found.append((seed, engine.call(play_many.name, start.copy(), 200, random_numbers.seeded(seed))))

    threads = [threading.Thread(target=play, args=(seed % 2,)) for seed in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 8
    assert len(set(found)) == 2


def test_threads_that_write_to_one_array_lose_nothing():
    """They draw numbers from one generator: none of its steps is undone."""
    engine = engine_of("splut")

    def draw(seeds, times):
        for _ in range(times):
            engine.call(random_numbers.below.name, seeds, 6)

    shared, alone = random_numbers.seeded(1), random_numbers.seeded(1)
    threads = [threading.Thread(target=draw, args=(shared, 500)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    draw(alone, 2000)
    assert shared == alone


def test_signatures_tell_what_arguments_are():
    state = games.find("splut").rules.State
    values = (np.zeros(2, state), 3, np.uint64(4), 0.5, True, np.zeros((2, 3), np.int16), (np.zeros(1), 2))
    text = signature.of(values, {state: "State"})
    assert text == "State[] i u f b i2[,] (f8[] i)"
    assert signature.split(text) == ["State[]", "i", "u", "f", "b", "i2[,]", "(f8[] i)"]
    with pytest.raises(signature.Unknown, match="str"):
        signature.of(("red",), {})


def test_a_rule_is_found_again_by_its_name():
    import pickle

    if not rule.INTERPRETED:
        assert pickle.loads(pickle.dumps(kernel.rules_of)) is kernel.rules_of
        assert pickle.loads(pickle.dumps(play_many)) is play_many
