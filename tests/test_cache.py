"""Compiled code is found again by the next process, and never when a rule has changed."""

import ast
import os
import re
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import numba
import pytest

import sobremesa
from sobremesa import cache
from sobremesa.engine import native

SOURCES = Path(sobremesa.__file__).parent
pytestmark = pytest.mark.compiled

COUNT = """
import numba.core.event as event
with event.install_recorder("numba:compile") as compiled:
    from sobremesa import games
    from sobremesa.lab.perft import perft
    game = games.find("splut")
    position = game.start(*game.agree())
    print(*[perft(position, depth) for depth in (1, 2, 3)], "compiled", len(compiled.buffer) > 0)
"""


def run(code, folder, sources=SOURCES.parent, **environment):
    settings = {name: value for name, value in os.environ.items() if not name.startswith(("NUMBA_", "COV"))}
    settings |= {"SOBREMESA_CACHE": str(folder), "PYTHONPATH": str(sources), "SOBREMESA_ENGINE": "native"} | environment
    done = subprocess.run([sys.executable, "-c", code], env=settings, capture_output=True, text=True, cwd=folder)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_the_next_process_compiles_nothing(tmp_path):
    assert run(COUNT, tmp_path) == "3 9 79 compiled True"
    assert run(COUNT, tmp_path) == "3 9 79 compiled False"


def test_the_same_sources_elsewhere_compile_nothing(tmp_path):
    for place in "one", "two":
        shutil.copytree(SOURCES, tmp_path / place / "sobremesa")
    assert run(COUNT, tmp_path, tmp_path / "one") == "3 9 79 compiled True"
    assert run(COUNT, tmp_path, tmp_path / "two") == "3 9 79 compiled False"


def test_an_edited_rule_is_never_served_from_a_stale_cache(tmp_path):
    """The changed rule is in a file that the cached function, `perft`, only calls."""
    shutil.copytree(SOURCES, tmp_path / "src" / "sobremesa")
    assert run(COUNT, tmp_path, tmp_path / "src") == "3 9 79 compiled True"
    rules = tmp_path / "src/sobremesa/games/splut/rules.py"
    text = rules.read_text()
    assert "s.steps = 1  # rule 1" in text
    rules.write_text(text.replace("s.steps = 1  # rule 1", "s.steps = 3  # rule 1"))
    changed = run(COUNT, tmp_path, tmp_path / "src")
    assert changed.endswith("compiled True")
    assert changed != "3 9 79 compiled True"
    rules.write_text(text)
    assert run(COUNT, tmp_path, tmp_path / "src") == "3 9 79 compiled False"


def test_bounds_checks_have_a_folder_of_their_own(tmp_path):
    where = "from sobremesa import cache; print(cache.folder())"
    assert run(where, tmp_path) != run(where, tmp_path, NUMBA_BOUNDSCHECK="1")


def test_what_is_left_out_of_the_digest_is_never_compiled():
    """Nor does anything that is compiled import it."""
    counted = set(cache.sources())
    # The engine package has things compiled, and is not compiled itself.
    apart = {path for path in SOURCES.rglob("*.py") if path not in counted and path.parent.name != "engine"}
    assert apart
    names = {path.relative_to(SOURCES).with_suffix("").as_posix().replace("/", ".") for path in apart}
    for path in apart:
        kept = r"^@rule" if "cuda" in path.parts else r"^@rule|njit"  # what is made for a GPU is not kept
        assert not re.search(kept, path.read_text(), re.M), f"{path} is compiled, but not in the digest"
    for path in counted:
        if re.search(r"^@rule", path.read_text(), re.M):
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.ImportFrom):
                    module = (node.module or "").removeprefix("sobremesa.")
                    assert module not in names, f"{path} imports {module}, which is not in the digest"


def test_old_folders_are_swept(tmp_path, monkeypatch):
    monkeypatch.setenv("SOBREMESA_CACHE", str(tmp_path))
    old, recent = tmp_path / "compiled" / "old", tmp_path / "compiled" / "recent"
    for folder in old, recent:
        folder.mkdir(parents=True)
    os.utime(old, (0, 0))
    kept = cache.keep()
    assert kept.exists()
    assert recent.exists()
    assert not old.exists()


def test_two_processes_may_compile_at_once(tmp_path):
    """Both save different signatures of one function; the next process finds both, unspoilt."""
    code = """
import sys
from sobremesa.bots.playout import lowest
import numpy as np
kind = getattr(np, sys.argv[1])
print(int(lowest(kind(8))))
"""
    settings = os.environ | {
        "SOBREMESA_CACHE": str(tmp_path),
        "PYTHONPATH": str(SOURCES.parent),
        "SOBREMESA_ENGINE": "native",
    }
    kinds = ["int64", "int32", "uint8", "int16"]
    both = [
        subprocess.Popen([sys.executable, "-c", code, kind], env=settings, stdout=subprocess.PIPE) for kind in kinds
    ]
    assert [process.communicate()[0].strip() for process in both] == [b"3"] * 4
    for kind in kinds:
        again = "import numba.core.event as event\nwith event.install_recorder('numba:compile') as compiled:\n"
        again += "".join(f"    {line}\n" for line in code.strip().splitlines()) + "print(len(compiled.buffer))"
        done = subprocess.run([sys.executable, "-c", again, kind], env=settings, capture_output=True, text=True)
        assert done.stdout.split() == ["3", "0"], done.stderr


def test_threads_that_load_games_at_once_keep_their_code_in_one_folder():
    before, interval, kept = numba.config.CACHE_DIR, sys.getswitchinterval(), set()

    def load():
        for _ in range(150):
            kept.add(native.cached(numba.njit)(lambda x: x).stats.cache_path)

    sys.setswitchinterval(1e-6)
    try:
        threads = [threading.Thread(target=load) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(interval)
    assert before == numba.config.CACHE_DIR
    assert all(Path(path).is_relative_to(cache.folder()) for path in kept)
