"""A bot that is a class of Python: in a file, `mine.py:Mine`, or in a module, `package.module:Mine`."""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import os
import sys
import traceback
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from sobremesa.bots.bot import Budget, Listener, Opinion
from sobremesa.bots.custom.turn import Turn
from sobremesa.games.game import Game, nearest
from sobremesa.mistakes import BadBot, BadOption, Mistake

METHODS = "move(turn)", "choose(position, seat, legal)"


class Coded:
    """Asks an object of that class, and sees to it that the answer is a legal one."""

    def __init__(
        self, name: str, game: Game, seed: int, budget: Budget | None, options: Mapping[str, Any] | None
    ) -> None:
        self.name, self.game, self.options = name, game, options
        self.bot = self._told(lambda: made(name, load(name), seed, budget))

    def choose(self, seen: Any, seat: int, legal: Sequence[int]) -> int:
        turn = Turn.of(self.game, seen, seat, legal, self.options)
        if hasattr(self.bot, "move"):
            return legal[turn.place(self._told(lambda: self.bot.move(turn)), self.name)]
        action = self._told(lambda: self.bot.choose(seen, seat, list(legal)))
        if isinstance(action, bool) or action not in legal:
            raise BadBot(f"{self.name} chose {action!r}, but the legal actions of {turn.name} are {list(legal)}.")
        return int(action)

    def _told(self, ask: Callable[[], Any]) -> Any:
        """What it answers; whatever goes wrong in it is told in a sentence."""
        try:
            return ask()
        except Mistake:
            raise
        except Exception as error:
            raise BadBot(f"{self.name} failed: {where(error)}.") from error

    @property
    def opinion(self) -> Opinion | None:
        """What it thinks, if it says so."""
        return getattr(self.bot, "opinion", None)

    @property
    def tell(self) -> Listener | None:
        return getattr(self.bot, "tell", None)

    @tell.setter
    def tell(self, listener: Listener | None) -> None:
        self.bot.tell = listener


def made(name: str, kind: Any, seed: int, budget: Budget | None) -> Any:
    """An object of the class, given a seed if it takes one, and a budget if it has a parameter of that name."""
    takes = inspect.signature(kind).parameters
    given: dict[str, Any] = {}
    if "budget" in takes:
        given["budget"] = budget
    elif budget:
        raise BadOption(f"{name} takes no budget: leave @{budget} out, or give its __init__ a parameter budget.")
    positional = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    if any(each.kind in positional and each.name != "budget" for each in takes.values()):
        return kind(seed, **given)
    return kind(**given)


def load(name: str) -> Any:
    """The class of that name, if it can be asked."""
    home, _, wanted = name.rpartition(":")
    module = _file(Path(home).expanduser()) if home.endswith(".py") else _module(home)
    kinds = [kind for kind, thing in vars(module).items() if isinstance(thing, type) and is_bot(thing)]
    kind = getattr(module, wanted, None)
    if not isinstance(kind, type):
        has = f"it has {', '.join(kinds)}" if kinds else "it has no bot at all"
        raise BadBot(f"{home} has no class {wanted}; {has}.{nearest(wanted, kinds)}")
    if not is_bot(kind):
        raise BadBot(f"{name} cannot be asked: a bot has a method {' or '.join(METHODS)}.")
    return kind


def is_bot(kind: type) -> bool:
    return any(callable(getattr(kind, method.partition("(")[0], None)) for method in METHODS)


def _file(path: Path) -> ModuleType:
    try:
        return _read(path.resolve(), path.stat().st_mtime_ns)
    except OSError as error:
        raise BadBot(f"{path} cannot be read: {error.strerror}.") from None


@cache
def _read(path: Path, changed: int) -> ModuleType:
    """The module in a file, read anew when the file has changed."""
    name = f"own_{path.stem}_{changed}"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    _look_in(path.parent)  # for what lies beside it
    sys.modules[name] = module  # dataclasses look for their module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[name]
        raise BadBot(f"{path} cannot be loaded: {where(error)}.") from error
    return module


def _module(name: str) -> ModuleType:
    _look_in(Path.cwd())
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name and (name == error.name or name.startswith(f"{error.name}.")):
            raise BadBot(f"There is no module {error.name}: write package.module:Name, or ./file.py:Name.") from None
        raise BadBot(f"{name} cannot be loaded: {where(error)}.") from error
    except Exception as error:
        raise BadBot(f"{name} cannot be loaded: {where(error)}.") from error


def _look_in(folder: Path) -> None:
    """Find modules in a folder, too, after those that are installed."""
    if str(folder) not in sys.path:
        sys.path.append(str(folder))


def where(error: BaseException) -> str:
    """What went wrong, and in which line of which file."""
    what = f"{type(error).__name__}: {error}".rstrip(": .")
    if isinstance(error, SyntaxError):
        return what
    at = traceback.extract_tb(error.__traceback__)[-1]
    return f"{what} ({os.path.basename(at.filename)}, line {at.lineno})"
