"""`sobremesa dataset`, as a person runs it."""

import os
import signal
import subprocess
import sys
import time

import pytest
from click.testing import CliRunner

from sobremesa.cli import main
from sobremesa.play.record import loads

pytestmark = pytest.mark.compiled


def run(*words, fails=0):
    done = CliRunner().invoke(main, ["dataset", *map(str, words)])
    assert done.exit_code == fails, done.output
    return done


def test_it_is_made_checked_and_a_match_taken_out_of_it(tmp_path):
    out = tmp_path / "set"
    told = run("make", out, "--games", "outspeed, splut", "--matches", 3, "--seed", 2, "--jobs", 1).stdout
    assert told.startswith(f"{out} is complete: 3 matches of each of outspeed, splut, 0.")
    assert run("check", out, "--share", 1).stdout.splitlines()[0] == "outspeed matches: 3 rows in 1 file, whole."
    match = loads(run("record", out, "splut", 1).stdout)
    assert match.is_over and match.seats == 3 and set(match.players) <= {"beginner", "easy", "normal"}
    assert "are 0 to 2, not 3." in run("record", out, "splut", 3, fails=1).stderr
    assert (
        "has no matches of end-of-line; it has outspeed, splut." in run("record", out, "end-of-line", 0, fails=1).stderr
    )
    (out / "splut" / "moves" / "part-00000.parquet").write_bytes(b"nothing")
    assert run("check", out, fails=1).stderr.count("\n") == 1


def test_what_cannot_be_is_told_in_a_sentence(tmp_path):
    assert "Error: There is no game 'chess'" in run("make", tmp_path / "a", "--games", "chess", fails=1).stderr
    assert "is not a data set" in run("check", tmp_path, fails=1).stderr
    (tmp_path / "file").touch()
    assert "is a file" in run("make", tmp_path / "file", "--matches", 1, fails=2).stderr


def test_without_pyarrow_it_says_what_to_install(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.delitem(sys.modules, "sobremesa.dataset.parquet", raising=False)
    monkeypatch.delitem(sys.modules, "sobremesa.dataset.folder", raising=False)
    monkeypatch.delattr("sobremesa.dataset.parquet", raising=False)
    told = run("make", tmp_path / "set", "--matches", 1, fails=1).stderr
    assert told == "Error: This needs pyarrow, which is not installed: pip install 'sobremesa[dataset]'.\n"


def test_ctrl_c_keeps_what_is_done_and_the_same_command_goes_on(tmp_path):
    out = tmp_path / "set"
    words = "dataset", "make", str(out), "--games", "splut", "--matches", "100000", "--jobs", "2"
    going = subprocess.Popen(
        [sys.executable, "-m", "sobremesa", *words],
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # whoever runs the tests may ignore it
    )
    try:
        while not (out / "dataset.json").exists():
            assert going.poll() is None, going.stderr.read()
            time.sleep(0.05)
        time.sleep(1)
        os.kill(going.pid, signal.SIGINT)
        _, said = going.communicate(timeout=60)
    finally:
        going.kill()
    assert going.returncode == 130
    assert said == f"Stopped with 100 shards to make. The same command goes on: {out} has the others.\n"
    assert not list(out.rglob(".unfinished*"))
