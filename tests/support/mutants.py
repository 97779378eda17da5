"""Games with a fault put in, to see that it is noticed."""

import importlib
import itertools
import shutil
import sys
from dataclasses import replace
from pathlib import Path

from sobremesa.engine import rule
from sobremesa.games.game import Game

_numbers = itertools.count()


def mutant(game: Game, folder: Path, file: str, old: str, new: str) -> Game:
    """The same game, interpreted, with one piece of one of its files replaced."""
    package = f"mutant_{next(_numbers)}"
    shutil.copytree(
        Path(sys.modules[game.package].__file__).parent, folder / package, ignore=lambda *_: {"__pycache__"}
    )
    for path in (folder / package).rglob("*.py"):
        name = path.relative_to(folder / package).as_posix()
        text = path.read_text().replace(game.package, package)
        if name == file:
            assert text.count(old) == 1, f"{old!r} is not once in {file}"
            text = text.replace(old, new)
        if name in ("rules.py", "rules/__init__.py"):  # no two games may have the same State
            text = text.replace("State = record(", f"State = record(\n    {package}='u1',")
        path.write_text(text)
    sys.path.insert(0, str(folder))
    before, rule.INTERPRETED = rule.INTERPRETED, True
    try:
        importlib.invalidate_caches()
        changed = replace(game, package=package)
        assert changed.rules
        return changed
    finally:
        rule.INTERPRETED = before
        sys.path.remove(str(folder))
