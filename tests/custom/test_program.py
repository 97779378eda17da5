"""A bot of one's own that is a program: it is asked in lines of JSON, and cannot stop anybody."""

import gc
import json
import os
import shlex
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

import sobremesa as sm
from sobremesa import bots, games
from sobremesa.bots.custom import process, program
from sobremesa.lab import results

ROOT = Path(__file__).parents[2]
HEAD = """
import json, os, sys, time
def lines():
    for line in sys.stdin:
        yield json.loads(line)
def say(thing):
    print(thing if isinstance(thing, str) else json.dumps(thing), flush=True)
"""
GOOD = """
for said in lines():
    if "moves" in said:
        say({"move": said["moves"][0]})
"""


@pytest.fixture
def command(tmp_path):
    """The name of a bot that runs this code."""

    def write(code):
        file = tmp_path / "mine.py"
        file.write_text(HEAD + code)
        return f"run:{shlex.quote(sys.executable)} -S {shlex.quote(str(file))}"

    return write


@pytest.fixture
def hasty(monkeypatch):
    """Nobody waits long."""
    monkeypatch.setattr(program, "LIMIT", 0.5)
    monkeypatch.setattr(program, "START", 3.0)


def play(name, choices=1, game="splut", **options):
    """What the first seat chooses, where a bot of that name plays all of them; and the bots."""
    match = sm.Match(game, seed=3, **options)
    at = [bots.make(name, match.game, 2**40 + seat, match.options) for seat in range(match.seats)]
    for _ in range(choices):
        seat = match.turn
        match.push(match.move(seat, at[seat].choose(match.seen_by(seat), seat, match.legal_actions_of(seat))))
    return match, at


def is_gone(pid):
    """Whether no process has that number any more, not even a dead one that nobody buried."""
    until = time.monotonic() + 5
    while time.monotonic() < until:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.02)
    return False


def test_what_is_said_and_in_which_order(command, tmp_path):
    log = tmp_path / "log"
    name = command(
        f"log = open({str(log)!r}, 'a', buffering=1)\n"
        "for said in lines():\n"
        "    log.write(json.dumps(said) + '\\n')\n"
        "    if 'moves' in said:\n"
        "        say({'move': said['moves'][1], 'note': 'whatever else is here is not read'})\n"
    )
    bot = bots.make(f"{name}@0.5s", games.find("splut"), 2**40 + 5, {"turn_limit": 7, "levitate_adjacent": True})
    match = sm.Match("splut", seed=1, turn_limit=7)
    action = bot.choose(match.seen_by(0), 0, match.legal_actions_of(0))
    assert match.move(0, action) == match.legal_moves[1]
    bot.close()
    hello, question, bye = map(json.loads, log.read_text().splitlines())
    assert hello == {
        "hello": 1,
        "game": "splut",
        "seats": 2,
        "seat": 0,
        "name": "red",
        "options": {"turn_limit": 7, "levitate_adjacent": True},
        "seed": 5,
    }
    assert question == {
        "view": match.view(0),
        "moves": match.texts_of(0),
        "expected": match.expected(),
        "budget": {"seconds": 0.5},
    }
    assert bye == {"bye": 1}


def test_one_process_a_seat_and_match_and_none_is_left(command):
    match, at = play(command(GOOD), choices=6)
    assert len(match.moves) == 6
    pids = [bot.process.child.pid for bot in at]
    assert len(set(pids)) == 2
    for pid in pids:
        os.kill(pid, 0)
    at[0].close()
    assert is_gone(pids[0])
    del at
    gc.collect()
    assert is_gone(pids[1])


def test_a_program_that_does_not_hear_goodbye_is_ended_with_all_that_it_started(command, tmp_path):
    pid_file = tmp_path / "pid"
    name = command(
        "import subprocess, signal\n"
        "signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        f"child = subprocess.Popen(['sleep', '600'])\nopen({str(pid_file)!r}, 'w').write(str(child.pid))\n"
        + GOOD
        + "time.sleep(600)\n"
    )
    _, at = play(name)
    pid, grandchild = at[0].process.child.pid, int(pid_file.read_text())
    began = time.monotonic()
    at[0].close()
    assert time.monotonic() - began < 10
    assert is_gone(pid) and is_gone(grandchild)


def test_none_is_left_when_python_ends(command, tmp_path):
    code = (
        "import sobremesa as sm\nfrom sobremesa import bots\nmatch = sm.Match('splut', seed=1)\n"
        f"bot = bots.make({command(GOOD + 'time.sleep(600)')!r}, match.game, 1)\n"
        "bot.choose(match.seen_by(0), 0, match.legal_actions_of(0))\n"
        "print(bot.process.child.pid)\nraise SystemExit(3)\n"
    )
    done = subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True, text=True)
    assert done.returncode == 3 and not done.stderr
    assert is_gone(int(done.stdout))


WRONG = [
    ("say('hello')\n", r"""said 'hello' although nothing had been asked|answered 'hello': a line like"""),
    (
        "for said in lines():\n    'moves' in said and say('De2-e3')\n",
        r"""answered 'De2-e3': a line like {"move": "Sd2-d3"} was""",
    ),
    (
        "for said in lines():\n    'moves' in said and say('[' * 100000)\n",
        r"answered '\[+… \(100002 characters\): a line like",
    ),
    ("for said in lines():\n    'moves' in said and say([1])\n", r"answered '\[1\]': a line like"),
    ("for said in lines():\n    'moves' in said and say({'mvoe': 1})\n", r"""answered {"mvoe": 1}: a line like"""),
    ("for said in lines():\n    'moves' in said and say({'move': 'Xx'})\n", r"chose 'Xx', but red may choose Sd2-d3"),
    ("for said in lines():\n    'moves' in said and say({'move': None})\n", r"chose None, but red may choose Sd2-d3"),
    ("for said in lines():\n    'moves' in said and say({'move': 99})\n", r"chose 99, but red may choose"),
    ("sys.exit(3)\n", r"ended with status 3 instead of answering: a line like"),
    ("raise ValueError('no cheese')\n", r"status 1 instead of answering; its last words were 'ValueError: no cheese'"),
    ("os.kill(os.getpid(), 9)\n", r"was ended by SIGKILL instead of answering"),
    ("os.close(1)\ntime.sleep(60)\n", r"closed its output instead of answering"),
    ("time.sleep(60)\n", r"has not answered within 3\.5 seconds: a line like"),
    (
        "sys.stdout.write('{\"move\"'); sys.stdout.flush(); time.sleep(60)\n",
        r"""wrote {"move" but did not end the line""",
    ),
    (
        "sys.stdout.write('{\"move\"'); sys.exit(0)\n",
        r"""status 0 instead of answering, leaving the line {"move" unfin""",
    ),
    ("while True: sys.stdout.write('x' * 65536)\n", r"wrote a line of more than 1,000,000 bytes, beginning with 'xxx"),
    (
        "os.write(1, b'la\\n' * 1000)\ntime.sleep(60)\n",
        r"wrote more than 100 lines that nobody had asked for, such as 'la'",
    ),
    ("sys.stdout.buffer.write(b'\\xff\\x00\\n'); sys.stdout.flush(); time.sleep(60)\n", r"said|answered '\ufffd\\x00'"),
]


@pytest.mark.parametrize(("code", "told"), WRONG, ids=range(len(WRONG)))
def test_whatever_it_does_is_told_in_a_sentence_that_names_it(command, hasty, code, told):
    began = time.monotonic()
    name = command(code)
    with pytest.raises(sm.BadBot, match=told) as caught:
        play(name)
    assert time.monotonic() - began < 15
    sentence = str(caught.value)
    assert sentence.startswith(name) and sentence.endswith(".") and "\n" not in sentence and len(sentence) < 600


def test_whoever_answers_twice_is_told_so(command, hasty):
    match, at = play(command(GOOD + "        say('and another thing')\n"))
    until = time.monotonic() + 5
    while at[0].process.said.empty() and time.monotonic() < until:
        time.sleep(0.01)
    told = "said 'and another thing' although nothing had been asked after its last answer"
    with pytest.raises(sm.BadBot, match=told):
        at[0].choose(sm.Match("splut").seen_by(0), 0, match.at(0).legal_actions_of(0))


def test_one_that_never_reads_stops_nobody(command, hasty, monkeypatch):
    """More than a pipe holds is waiting for it."""
    monkeypatch.setattr(program, "PROTOCOL", "x" * 1_000_000)
    with pytest.raises(sm.BadBot, match="has not answered within"):
        play(command("time.sleep(60)\n"))


def test_the_time_is_that_of_the_budget(command, monkeypatch):
    monkeypatch.setattr(program, "SLACK", 0.2)
    monkeypatch.setattr(program, "START", 3.0)
    slow = "for said in lines():\n    if 'moves' in said: time.sleep(3600)\n"
    with pytest.raises(sm.BadBot, match=r"within 3\.5 seconds"):
        play(f"{command(slow)}@0.3s")


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("run:", "the command is missing"),
        ("run:no_such_program_here --x", "there is no program no_such_program_here"),
        ("run:python 'x", "cannot be read: no closing quotation"),
        ("run:/", "cannot be started: there is no program /"),
    ],
)
def test_commands_that_are_none(name, told):
    with pytest.raises(sm.BadBot, match=told):
        bots.split(name, games.find("splut"))


def test_a_file_that_is_no_program(tmp_path):
    file = tmp_path / "bot"
    file.write_text("not a program")
    file.chmod(0o755)
    with pytest.raises(sm.BadBot, match="cannot be started: Exec format error"):
        play(f"run:{file}")


def test_an_at_sign_in_a_command_is_the_commands_own():
    bare, budget = bots.split("run:env x@home", games.find("splut"))
    assert bare == "run:env x@home" and budget is None
    assert str(bots.split("run:env x@home@3s", games.find("splut"))[1]) == "3s"


def test_no_line_is_longer_than_what_is_kept(command):
    assert process.LONGEST < 2**21 and process.LAST_WORDS < 2**16
    noisy = GOOD.replace("    if", "    sys.stderr.write('x' * 100000)\n    if")
    match, at = play(command(noisy), choices=4)
    assert len(match.moves) == 4
    assert all(len(bot.process.last_words) <= process.LAST_WORDS for bot in at)


@pytest.mark.compiled
@pytest.mark.skipif(not shutil.which("node"), reason="the example is written for Node, which is not here")
def test_the_example_in_another_language_plays(monkeypatch):
    monkeypatch.chdir(ROOT)
    found = results.play("shut-the-lines", 2, ["run:node examples/own_bot.js", "random"], seed=2)
    assert {row["player"] for row in found.rows()} == {"run:node examples/own_bot.js", "random"}
    again = results.play("shut-the-lines", 2, ["run:node examples/own_bot.js", "random"], seed=2)
    assert found.rows() == again.rows()


@pytest.mark.parametrize("name", games.names())
def test_every_game_can_be_told_in_json(command, name):
    match, at = play(command(GOOD), choices=8, game=name)
    assert sum(move.seat < match.seats for move in match.moves) == 8
    for bot in at:
        bot.close()
