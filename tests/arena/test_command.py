"""`sobremesa arena`, as a person or a program runs it."""

import doctest
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from sobremesa import arena, bots
from sobremesa.cli import main
from tests.support.bots import Clumsy

pytestmark = pytest.mark.compiled


def run(*words, fails=0):
    done = CliRunner().invoke(main, ["arena", *map(str, words)])
    assert done.exit_code == fails, done.output
    return done


def test_a_person_reads_who_is_stronger_and_how_sure_that_is():
    lines = run("splut", "--bots", "random, tactician", "--games", 20, "--jobs", 1, "--seed", 2).stdout.splitlines()
    assert lines[0] == "Splut!: 2 seats, seed 2"
    assert re.fullmatch(
        r"20 matches; \d+ drawn; [\d.]+ choices each \(\d+ to \d+\); wins by side [\d.]+ [\d.]+ %", lines[1]
    )
    assert lines[3].split() == ["bot", "rating", "wins", "(95", "%)", "fair", "matches", "CPU", "s", "a", "choice"]
    assert re.fullmatch(r"tactician +[\d.]+ ± [\d.]+ +[\d.]+ % \([\d.]+ to [\d.]+\) +50.0 % +20 +0\.0\d+", lines[4])
    assert lines[5].startswith("random ")
    assert lines[7].split() == ["bot", "against", "score", "(95", "%)", "matches", "won", "drawn", "lost"]
    assert re.fullmatch(r"tactician +random +[\d.]+ % \([\d.]+ to [\d.]+\) +20 +\d+ +\d+ +\d+", lines[8])
    assert (
        lines[-1] == "Ratings: OpenSkill, ± 1.96 sigma. Wins: shared first places are shared. 95 %: Wilson's interval."
    )
    assert len({len(line) for line in lines[3:6]}) == 1


def test_one_among_others_and_options():
    said = run(
        "splut",
        "--bots",
        "tactician",
        "--against",
        "random",
        "--seats",
        4,
        "--set",
        "turn-limit=60",
        "--games",
        8,
        "--jobs",
        1,
    )
    assert said.stdout.startswith("Splut!: 4 seats, turn_limit=60, seed 0\n8 matches; ")
    assert re.search(r"^bot +among +wins \(95 %\) +fair +ahead of one \(95 %\) +matches$", said.stdout, re.M)
    assert re.search(
        r"^tactician +random +[\d.]+ % \([\d.]+ to [\d.]+\) +25.0 % +[\d.]+ % \(.*\) +8$", said.stdout, re.M
    )
    up = run("outspeed", "--bots", "random,weak", "--ladder", "--games", 3, "--opening", 2, "--jobs", 1).stdout
    assert up.startswith("Outspeed: 3 seats, seed 0, opening 2\n") and re.search(r"^weak +random ", up, re.M)
    table = run("splut", "--bots", "random,tactician", "--seats", 3, "--games", 6, "--jobs", 1).stdout
    assert re.search(r"^bot +against +ahead \(95 %\) +matches$", table, re.M)


def test_alone_mean_scores_are_compared():
    said = run("end-of-line", "--bots", "random,greedy", "--seats", 1, "--games", 20, "--jobs", 1).stdout.splitlines()
    assert said[0] == "End of Line: 1 seat, mode=solo, boxed_in=off, seed 0"
    assert said[3].split() == ["bot", "mean", "score", "95", "%", "matches", "CPU", "s", "a", "choice"]
    assert re.fullmatch(r"greedy +[+-]0\.\d{3} +[+-]0\.\d{3} to [+-]0\.\d{3} +20 +0\.0\d+", said[4])
    assert said[-1].startswith("Scores go from -1 to 1.")


def test_a_program_reads_json_and_finds_the_same_in_the_file(tmp_path):
    file = tmp_path / "splut.json"
    words = "splut", "--bots", "random,tactician", "--games", 4, "--jobs", 1, "--out", file
    told = json.loads(run(*words, "--json").stdout)
    assert told == json.loads(file.read_text()) and len(told["matches"]) == 4
    assert "is there already" in run(*words, fails=1).stderr
    again = json.loads(run(*words, "--resume", "--json").stdout)
    assert again == told


def test_what_goes_wrong_is_told_with_its_seed(monkeypatch):
    monkeypatch.setitem(bots.EVERYWHERE, "clumsy", Clumsy)
    done = run("splut", "--bots", "clumsy,random", "--games", 30, "--jobs", 1, fails=1)
    assert re.match(r"Match \d+ \(seed \d+\) failed twice and does not count. clumsy on seat \d ", done.stderr)
    assert re.search(r"^So it was with \d+ more.$", done.stderr, re.M) and "failed" in done.stdout.splitlines()[1]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["chess", "--bots", "random"], "There is no game 'chess'"),
        (["splut", "--bots", "random,nobody"], "Splut! has no bot 'nobody'"),
        (["splut", "--bots", "random"], "One bot alone has nobody to play"),
        (["splut", "--bots", " , "], "Name the bots that play: Splut! has random, "),
        (["splut", "--bots", "random,tactician", "--seats", "9"], "Splut! is for 2, 3 or 4 players, not 9."),
        (["splut", "--bots", "random,tactician", "--resume"], "say with --out which file"),
        (["splut", "--bots", "random,tactician", "--out", "/nowhere/at/all.json"], "cannot be written"),
        (["splut", "--bots", "random,tactician", "--set", "turn_limit=x"], "turn_limit is a whole number"),
        (["splut", "--bots", "random,tactician", "--tiles", "mine.toml"], "Splut! has no tiles"),
        (["--ray", "splut", "--bots", "random,tactician"], "or has an address like 10.0.0.1:6379"),
    ],
)
def test_a_mistake_is_told_in_one_sentence(words, sentence):
    done = run(*words, "--jobs", "1", fails=1)
    assert done.stdout == "" and re.fullmatch(r"Error: .+\n", done.stderr) and sentence in done.stderr


@pytest.mark.parametrize("where", [[], ["--ray"]], ids=["processes", "ray"])
def test_ctrl_c_keeps_what_is_done(tmp_path, where):
    if where:
        pytest.importorskip("ray", reason="Ray is not installed: pip install 'sobremesa[ray]'.")
    file = tmp_path / "splut.json"
    words = ["splut", "--bots", "random,tactician,uct@100", "--games", "400", "--jobs", "2", "--out", str(file), *where]
    process = subprocess.Popen(
        [sys.executable, "-m", "sobremesa", "arena", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # whoever runs the tests may ignore it
    )
    until = time.monotonic() + 120
    while not file.exists() or not arena.load(file).matches:
        assert time.monotonic() < until and process.poll() is None, process.communicate()
        time.sleep(0.1)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does it: to the command and to its workers
    said, told = process.communicate(timeout=60)
    assert process.returncode == 130 and "Traceback" not in told
    book = arena.load(file)
    assert len(book.matches) + len(book.todo()) == 1200 and book.matches
    assert told == f"Stopped with {len(book.todo())} matches to play. {file} has what was played: --resume goes on.\n"
    assert said.splitlines()[1].startswith(f"{len(book.matches)} matches; ")


def test_the_page_about_strength_runs():
    page = Path(__file__).parents[2] / "docs/strength.md"
    failed, tried = doctest.testfile(str(page), module_relative=False)
    assert tried > 4 and not failed
    commands = re.findall(r"^sobremesa arena (.*?) +#", page.read_text(), re.M)
    assert len(commands) == 6
    known = {option for parameter in main.get_command(None, "arena").params for option in parameter.opts}
    assert {word for command in commands for word in command.split() if word.startswith("--")} <= known
