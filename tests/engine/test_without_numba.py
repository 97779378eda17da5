"""Everything but the laboratory works without Numba: in a virtual environment that has all other packages."""

import os
import re
import subprocess
import sysconfig
import venv
from pathlib import Path

import pytest

from sobremesa import games, puzzles
from sobremesa.client import House
from tests.support.server.serving import Server

NAMES = games.names()
NUMBA = re.compile("numba|llvmlite", re.IGNORECASE)


@pytest.fixture(scope="session")
def python(tmp_path_factory):
    """Return the Python of an installation without Numba."""
    folder = tmp_path_factory.mktemp("installation")
    venv.create(folder, symlinks=True)
    [packages] = folder.glob("lib/python*/site-packages")
    for place in {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}:
        for each in Path(place).iterdir():
            if not NUMBA.search(each.name):
                (packages / each.name).symlink_to(each)
    return str(folder / "bin" / "python")


@pytest.fixture
def settings(tmp_path):
    """Return the environment of somebody new: nothing is compiled, and nothing chosen."""
    left_out = "SOBREMESA_ENGINE", "NUMBA_DISABLE_JIT", "NUMBA_BOUNDSCHECK", "PYTHONPATH"
    kept = {name: value for name, value in os.environ.items() if name not in left_out}
    notes = tmp_path / "notes"  # of what no engine has
    notes.mkdir()
    folders = {"SOBREMESA_HOME": str(tmp_path), "SOBREMESA_CACHE": str(tmp_path)}
    return kept | folders | {"SOBREMESA_ENGINE_RECORD": str(notes)}


def run(python, settings, *words):
    return subprocess.run(
        [python, "-m", "sobremesa", *words], env=settings, capture_output=True, text=True, check=False
    )


def missing(settings):
    """Return the rules that were called and that no engine has."""
    return [path.read_text() for path in Path(settings["SOBREMESA_ENGINE_RECORD"]).glob("*.txt")]


@pytest.mark.parametrize("name", NAMES)
def test_a_match_is_watched_analysed_and_measured(name, python, settings, tmp_path):
    record = tmp_path / "match.txt"
    for words in (
        ("watch", name, "--seed", "1", "--save", str(record)),
        ("analyse", str(record), "--to", "8"),
        ("arena", name, "--bots", "beginner,random", "--games", "2"),
    ):
        done = run(python, settings, *words)
        assert done.returncode == 0, done.stderr
        assert "compil" not in done.stderr
        assert "interpreted" not in done.stderr
    assert missing(settings) == []


ADVISE = """
import sys
from sobremesa import games, puzzles
from sobremesa.analysis import coach
from sobremesa.play.match import Match

game = games.find(sys.argv[1])
for seats in {game.seats[0], game.seats[-1]}:
    match = Match(game, seats, seed=3)
    for _ in range(6):
        if match.is_over:
            break
        seat = match.to_act[0]
        advice = coach.advise(match.copy(), seat)
        coach.weigh(match.copy(), seat, match.texts_of(seat)[-1:])
        match.push(match.move(seat, match.legal_actions_of(seat)[0]))
assert "numba" not in sys.modules
"""


@pytest.mark.parametrize("name", NAMES)
def test_a_coach_answers(name, python, settings):
    done = subprocess.run([python, "-c", ADVISE, name], env=settings, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert missing(settings) == []


@pytest.mark.parametrize(
    "words",
    [
        ("coach", "--plan", "1", "--throw", "1-3-5"),
        ("solve", "end-of-line", "--walls", "0,1", "3,4"),
    ],
    ids=lambda words: words[0],
)
def test_the_best_is_found_and_proved(words, python, settings):
    done = run(python, settings, *words)
    assert done.returncode == 0, done.stderr
    assert missing(settings) == []


@pytest.mark.parametrize("kind", ["splut", "throws"])
def test_puzzles_are_proved(kind, python, settings, tmp_path):
    """Every hundredth of those that ship."""
    head, *rows = Path(puzzles.__file__).with_name("data").joinpath(f"{kind}.csv").read_text().splitlines()
    some = tmp_path / "some.csv"
    some.write_text("\n".join([head, *rows[::100], ""]))
    done = run(python, settings, "puzzles", "check", str(some), "--jobs", "1")
    assert done.returncode == 0, done.stderr
    assert missing(settings) == []


def test_a_server_plays(python, tmp_path, settings, monkeypatch):
    class Without(Server):
        pass

    Without.python = python
    for name in "SOBREMESA_ENGINE", "NUMBA_DISABLE_JIT":
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("SOBREMESA_CACHE", str(tmp_path))
    monkeypatch.setenv("SOBREMESA_ENGINE_RECORD", settings["SOBREMESA_ENGINE_RECORD"])
    server = Without(tmp_path / "house.db", "--no-limits")
    try:
        guest = House(f"http://127.0.0.1:{server.port}", "Ada")
        for name in NAMES:
            with guest.lay(name, max(2, games.find(name).seats[0])) as table:
                table.sit(0)
                table.fill("normal")
                table.begin()
                mine = next(iter(table.state["seats"]))
                for _ in range(3):
                    while not table.moves(mine) and not table.over:
                        table.wait()
                    if not table.over:
                        table.move(mine, table.moves(mine)[0])
    finally:
        server.kill()
    assert missing(settings) == []


@pytest.mark.parametrize("words", [("warm", "splut"), ("bench", "splut")], ids=lambda words: words[0])
def test_what_needs_numba_says_how_to_install_it(words, python, settings):
    done = run(python, settings, *words)
    assert done.returncode == 1
    assert done.stderr == "Error: This needs Numba, which is not installed: pip install 'sobremesa[lab]'.\n"


def test_batches_and_native_rules_say_so_too(python, settings):
    for code, way in ("from sobremesa.lab import batch", ""), ("import sobremesa.kernel", "native"):
        command = [python, "-c", code]
        done = subprocess.run(
            command, env=settings | {"SOBREMESA_ENGINE": way}, capture_output=True, text=True, check=False
        )
        assert done.returncode == 1
        assert done.stderr.endswith("This needs Numba, which is not installed: pip install 'sobremesa[lab]'.\n")
