"""What a run of the suite prints of its time."""

import subprocess
import sys
import tomllib

import pytest

from tests.support.times import BUDGET, TESTS, part_of, summary


@pytest.mark.parametrize(
    ("test", "part"),
    [
        ("tests/web/test_learn.py::test_a_lesson", "web"),
        ("tests/games/splut/test_rules.py::test_a_step[a/b::c]", "games"),
        ("tests/test_cache.py::test_a_key", "cache"),
    ],
)
def test_a_part_is_a_folder_or_a_file_in_none(test, part):
    assert part_of(test) == part


def test_parts_over_their_budget_are_named_and_the_slowest_tests_listed():
    tests = {f"tests/web/test_a.py::test_{n}": float(n) for n in range(30)} | {"tests/test_cli.py::test_b": 0.5}
    lines = summary(tests, {"web": 400, "other": 60})
    assert lines[:2] == ["   435.0  web (30 tests)  over budget: 400 s", "     0.5  cli (1 tests)"]
    assert lines[2] == "the 20 slowest tests:" and len(lines) == 23
    assert lines[3] == "    29.0  tests/web/test_a.py::test_29"


def test_a_budget_is_for_a_part_that_there_is():
    parts = {part_of(path.relative_to(TESTS.parent).as_posix()) for path in TESTS.rglob("test_*.py")}
    assert set(tomllib.loads(BUDGET.read_text())) <= parts | {"other"}


def test_a_failure_is_named_with_what_it_said_as_soon_as_it_happens(tmp_path):
    (tmp_path / "test_two.py").write_text(
        "def test_a():\n    assert 1 == 2, 'one is not two'\n\ndef test_b():\n    pass\n"
    )
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "-p",
        "tests.support.times",
        "test_two.py",
    ]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, env={"PYTHONPATH": str(TESTS.parent)})
    before, _, _ = run.stdout.partition("=== FAILURES ===")
    assert "FAILED test_two.py::test_a after 0.0 s: AssertionError: one is not two" in before
    assert "test_b" not in before
