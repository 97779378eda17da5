"""Find the tests that a change touches: what has changed since a commit, and which files of tests import it."""

import ast
import subprocess
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "src"
PLUGINS = "midnight", "selection", "sockets", "times"
EVERYTHING = "tests/conftest.py", "pyproject.toml", "constraints.txt", *(f"tests/support/{name}.py" for name in PLUGINS)
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
    """Return whether a change touches a file of tests: it has changed, or a module that it or a conftest of its folder
    imports, directly or through the helpers of the tests; or the game, or the part of the package, that its folder is
    named for."""
    if test_file in changed or any(name in EVERYTHING for name in changed):
        return True
    folder = Path(test_file).parent.name
    needed = imported_by(ROOT / test_file).union(*map(needed_by_conftest, Path(test_file).parents[:-2]))
    for name in changed:
        parts = Path(name).parts
        if parts[:2] == ("src", "sobremesa") and folder in parts and folder not in ("server", "lab", "games"):
            return True
        if parts[:2] == ("web", "src") and folder == "web":
            return True
        if name in needed:
            return True
    return False


@cache
def needed_by_conftest(folder):
    """Return the conftest of a folder, if it has one, and what that imports."""
    path = ROOT / folder / "conftest.py"
    return {(folder / "conftest.py").as_posix()} | imported_by(path) if path.exists() else set()


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
