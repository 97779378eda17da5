"""Find the tests that a change touches: what has changed since a commit, and which files of tests import it."""

import ast
import subprocess
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "src"
EVERYTHING = "tests/conftest.py", "tests/support/", "pyproject.toml", "constraints.txt"
"""What all tests depend on. The contract of the games runs whatever has changed."""


def changed_files(since, root=ROOT):
    """Return the files that differ from a commit, committed or not, and those that git does not know yet."""
    found = []
    for command in ["diff", "--name-only", since], ["ls-files", "--others", "--exclude-standard"]:
        done = subprocess.run(["git", *command], cwd=root, capture_output=True, text=True, check=False)
        if done.returncode:
            raise ValueError(f"git cannot compare with {since}: {done.stderr.strip()}")
        found += done.stdout.split("\n")
    return sorted({name for name in found if name})


def is_touched(test_file, changed):
    """Return whether a change touches a file of tests: it has changed, or a module that it imports has, directly or
    through the helpers of the tests; or the game, or the part of the package, that its folder is named for."""
    if any(name.startswith(EVERYTHING) for name in changed) or test_file in changed:
        return True
    folder = Path(test_file).parent.name
    for name in changed:
        parts = Path(name).parts
        if parts[:2] == ("src", "sobremesa") and folder in parts and folder not in ("server", "lab", "games"):
            return True
        if parts[:2] == ("web", "src") and folder == "web":
            return True
        if name in imported_by(ROOT / test_file):
            return True
    return False


@cache
def imported_by(path):
    """Return the files that a file of tests imports, directly or through other files of the tests."""
    found = set()
    for file in _imports(path):
        name = file.relative_to(ROOT).as_posix()
        if name not in found:
            found.add(name)
            if name.startswith("tests/"):
                found |= imported_by(file)
    return found


def _imports(path):
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield from _files(node.module)
            for each in node.names:
                yield from _files(f"{node.module}.{each.name}")
        elif isinstance(node, ast.Import):
            for each in node.names:
                yield from _files(each.name)


def _files(module):
    for base in SOURCES, ROOT:
        path = base.joinpath(*module.split("."))
        for file in path.with_suffix(".py"), path / "__init__.py":
            if file.exists():
                yield file
