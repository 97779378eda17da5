"""Compiled code is found again by the next process, and never when a rule has changed."""

import ast
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import numba
import numpy as np
import pytest

import sobremesa
from sobremesa.engine import cache, sources
from sobremesa.kernel.rng import below, seeded

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
EACH = """
import numpy as np
import numba.core.event as event
from sobremesa import games
from sobremesa.kernel import rng
for name in "splut", "shut-the-lines":
    with event.install_recorder("numba:compile") as compiled:
        rules = games.find(name).rules
        rules.seats(np.zeros(1, rules.State)[0])
    print(name, "compiled" if compiled.buffer else "loaded", end=" ")
with event.install_recorder("numba:compile") as compiled:
    rng.below(rng.seeded(1), 6)
print("rng", "compiled" if compiled.buffer else "loaded")
"""
OWN = """
import numba
import numpy as np
from sobremesa.engine.rule import rule

@numba.njit(cache=True)
def twice(x):
    return 2 * x

@rule
def total(values, most):
    found = 0
    for value in values:
        found += twice(value)
    if found > most:
        raise ValueError("too much")
    return found
"""

TWO_GROUPS = """
import numpy as np
from sobremesa.engine.rule import rule

@rule
def squares(count):
    found = np.zeros(count)
    for n in range(count):
        found[n] = n * n
    return found

@rule
def total(count):
    return squares(count).sum()
"""


def run(code, folder, sources=SOURCES.parent, arguments=(), **environment):
    settings = {name: value for name, value in os.environ.items() if not name.startswith(("NUMBA_", "COV"))}
    settings |= {"SOBREMESA_CACHE": str(folder), "PYTHONPATH": str(sources), "SOBREMESA_ENGINE": "native"} | environment
    command = [sys.executable, "-c", code, *arguments]
    done = subprocess.run(command, env=settings, capture_output=True, text=True, cwd=folder)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_code_is_kept_until_a_rule_changes(tmp_path):
    """The changed rule is in a file that the function that Python calls, `perft`, only calls."""
    for place in "one", "two":
        shutil.copytree(SOURCES, tmp_path / place / "sobremesa")
    assert run(COUNT, tmp_path, tmp_path / "one") == "3 9 79 compiled True"
    assert run(COUNT, tmp_path, tmp_path / "one") == "3 9 79 compiled False"
    assert run(COUNT, tmp_path, tmp_path / "two") == "3 9 79 compiled False", "the same sources elsewhere"
    rules = tmp_path / "two/sobremesa/games/splut/rules.py"
    text = rules.read_text()
    assert "s.steps = 1  # rule 1" in text
    rules.write_text(text.replace("s.steps = 1  # rule 1", "s.steps = 3  # rule 1"))
    changed = run(COUNT, tmp_path, tmp_path / "two")
    assert changed.endswith("compiled True")
    assert changed != "3 9 79 compiled True"
    rules.write_text(text)
    assert run(COUNT, tmp_path, tmp_path / "two") == "3 9 79 compiled False"


def edit(path):
    path.write_text(path.read_text() + "\nEDITED = True\n")


def test_an_edited_game_is_compiled_again_and_no_other(tmp_path):
    shutil.copytree(SOURCES, tmp_path / "sobremesa")
    assert run(EACH, tmp_path, tmp_path) == "splut compiled shut-the-lines compiled rng compiled"
    assert run(EACH, tmp_path, tmp_path) == "splut loaded shut-the-lines loaded rng loaded"
    edit(tmp_path / "sobremesa/games/splut/ai/kills.py")
    assert run(EACH, tmp_path, tmp_path) == "splut compiled shut-the-lines loaded rng loaded"
    edit(tmp_path / "sobremesa/kernel/rng.py")
    assert run(EACH, tmp_path, tmp_path) == "splut compiled shut-the-lines compiled rng compiled"
    edit(tmp_path / "sobremesa/engine/native.py")
    assert run(EACH, tmp_path, tmp_path) == "splut compiled shut-the-lines compiled rng compiled"


def test_bounds_checks_have_a_folder_of_their_own(tmp_path):
    where = "from sobremesa.engine import cache; print(cache.folder())"
    assert run(where, tmp_path) != run(where, tmp_path, NUMBA_BOUNDSCHECK="1")


def test_what_is_left_out_of_the_digest_is_never_compiled():
    """Nor does anything that is compiled import it."""
    counted = set(sources.sources())
    # The engine package has things compiled, and is not compiled itself.
    apart = {path for path in SOURCES.rglob("*.py") if path not in counted and path.parent.name != "engine"}
    assert apart
    names = {path.relative_to(SOURCES).with_suffix("").as_posix().replace("/", ".") for path in apart}
    for path in apart:
        kept = r"^@rule" if "cuda" in path.parts else r"^@rule|^@over_all|njit"  # what is made for a GPU is not kept
        assert not re.search(kept, path.read_text(), re.M), f"{path} is compiled, but not in the digest"
    for path in counted:
        if re.search(r"^@rule", path.read_text(), re.M):
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.ImportFrom):
                    module = (node.module or "").removeprefix("sobremesa.")
                    assert module not in names, f"{path} imports {module}, which is not in the digest"


def test_old_folders_are_swept(tmp_path):
    old, recent, used = tmp_path / "old", tmp_path / "recent", tmp_path / "used"
    for folder in old, recent, used:
        folder.mkdir()
    os.utime(old, (0, 0))
    os.utime(used, (0, 0))
    cache.sweep(used)
    assert used.exists()
    assert recent.exists()
    assert not old.exists()


TOTAL = """
import sys
import numpy as np
import numba.core.event as event
import own
with event.install_recorder("numba:compile") as compiled:
    for kind in sys.argv[1:]:
        values = np.arange(4).astype(kind)
        print(int(own.total(values, np.int16(20))), int(own.total(values, 20)), int(own.twice(3)), end=" ")
        try:
            own.total(values, 11)
        except ValueError as error:
            print(error, end=" ")
functions = [each.data["dispatcher"].py_func for _, each in compiled.buffer]
print("compiled" if own.total.py_func in functions else "loaded")
"""
KINDS = "int64", "int32", "uint8", "int16"


@pytest.fixture
def own(tmp_path):
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "own.py").write_text(OWN)
    return os.pathsep.join([str(tmp_path / "own"), str(SOURCES.parent)])


def test_several_processes_may_compile_at_once(tmp_path, own):
    """Each keeps other kinds of one function; the next process finds all, unspoilt."""
    settings = os.environ | {"SOBREMESA_CACHE": str(tmp_path), "PYTHONPATH": own, "SOBREMESA_ENGINE": "native"}
    running = [
        subprocess.Popen([sys.executable, "-c", TOTAL, kind], env=settings, stdout=subprocess.PIPE, text=True)
        for kind in KINDS
    ]
    for process in running:
        assert process.communicate()[0].strip() == "12 12 6 too much compiled"
    assert run(TOTAL, tmp_path, own, KINDS) == "12 12 6 too much " * 4 + "loaded"


def test_code_that_is_damaged_is_compiled_again(tmp_path, own):
    assert run(TOTAL, tmp_path, own, ["int64"]) == "12 12 6 too much compiled"
    [kept] = (tmp_path / "compiled").glob("*/*.group")
    kept.write_bytes(kept.read_bytes()[:-1000])
    assert run(TOTAL, tmp_path, own, ["int64"]) == "12 12 6 too much compiled"
    assert run(TOTAL, tmp_path, own, ["int64"]) == "12 12 6 too much loaded"


def test_a_function_outside_is_compiled_again_when_its_folder_changes(tmp_path, own):
    assert run(TOTAL, tmp_path, own, ["int64"]) == "12 12 6 too much compiled"
    (tmp_path / "own" / "other.py").write_text("")
    assert run(TOTAL, tmp_path, own, ["int64"]) == "12 12 6 too much compiled"


def test_whole_numbers_of_any_width_are_taken_by_one_code():
    chosen = {
        below.native.compile(tuple(map(numba.typeof, (seeded(1), kind(6))))) for kind in (int, np.int8, np.uint32)
    }
    assert len(chosen) == 1


def test_a_function_that_two_groups_have_is_found_in_both(tmp_path):
    """What it returns to Python is made of constants that only the second group has: it is Python that asks for it."""
    (tmp_path / "mine.py").write_text(TWO_GROUPS)
    code = "import mine; print(int(mine.total(4)), mine.squares(4).tolist())"
    for _ in "compiled", "loaded":
        assert run(code, tmp_path, f"{tmp_path}{os.pathsep}{SOURCES.parent}") == "14 [0.0, 1.0, 4.0, 9.0]"
