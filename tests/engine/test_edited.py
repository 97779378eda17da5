"""A game whose rules were edited has no engine until it is built anew: it is compiled, and nobody waits for that."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import sobremesa
from sobremesa.client import House
from tests.support.processes import children
from tests.support.server.serving import Server
from tests.support.waiting import wait_until

SOURCES = Path(sobremesa.__file__).parent


@pytest.fixture
def edited(tmp_path, monkeypatch):
    """Return a copy of the package with an edited rule, of which nothing is compiled."""
    copy = tmp_path / "edited" / "sobremesa"
    shutil.copytree(SOURCES, copy, ignore=shutil.ignore_patterns("__pycache__"))
    rules = copy / "games" / "shut_the_lines" / "rules.py"
    rules.write_text(rules.read_text() + "\nEDITED = True\n")
    monkeypatch.setenv("PYTHONPATH", str(copy.parent))
    monkeypatch.setenv("SOBREMESA_CACHE", str(tmp_path))
    monkeypatch.setenv("SOBREMESA_ENGINE", "auto")
    return copy


@pytest.mark.compiled
@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="processes are told apart by /proc")
def test_a_server_compiles_it_in_another_process_and_answers_meanwhile(edited, tmp_path):
    server = Server(tmp_path / "house.db", "--no-limits")

    def is_compiling():
        return children(server.process.pid, "sobremesa.server.compile_worker shut-the-lines")

    try:
        wait_until(is_compiling)
        guest = House(f"http://127.0.0.1:{server.port}", "Ada")
        with guest.lay("splut", 2) as other:  # a game with an engine does not wait
            other.sit(0)
        with guest.lay("shut-the-lines", 2) as table:
            table.sit(0)
            table.fill("normal")
            table.begin()
            mine = next(iter(table.state["seats"]))
            for _ in range(2):
                while not table.moves(mine) and not table.over:
                    table.wait()
                table.move(mine, table.moves(mine)[0])
    finally:
        server.kill()


def test_the_log_says_that_an_engine_is_old(edited):
    code = "from sobremesa import games; games.find('shut-the-lines').rules"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert re.search("shut_the_lines: its sources are not those its engine was built from", done.stderr)
