"""The rules of a game once more, as ordinary Python."""

import importlib
import sys
from types import ModuleType

from sobremesa.engine import rule
from sobremesa.games.game import Game


def interpreted(game: Game) -> ModuleType:
    """A second copy of a game's rules that nothing is compiled of; the first stays as it is."""
    inside = (f"{game.package}.", "sobremesa.kernel.rng")
    kept = {name: module for name, module in sys.modules.items() if name.startswith(inside)}
    for name in kept:
        del sys.modules[name]
    before, rule.INTERPRETED = rule.INTERPRETED, True
    try:
        return importlib.import_module(f"{game.package}.rules")
    finally:
        rule.INTERPRETED = before
        for name in [name for name in sys.modules if name.startswith(inside)]:
            del sys.modules[name]
        sys.modules.update(kept)
        for name, module in kept.items():
            parent, _, child = name.rpartition(".")
            setattr(sys.modules[parent], child, module)
