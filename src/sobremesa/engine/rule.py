"""A rule as Python calls it: by its game's engine, by Numba, or as the Python that it is."""

from __future__ import annotations

import functools
import importlib
import logging
import os
import threading
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from sobremesa import engine as chosen
from sobremesa.engine import host, signature
from sobremesa.engine.arguments import Mismatch

log = logging.getLogger("sobremesa")

INTERPRETED = chosen.WAY == "interpreted"
HAS_NUMBA = chosen.HAS_NUMBA
GAMES = "sobremesa.games."

rules_by_layout: dict[Any, ModuleType] = {}
"""The rules of each game, by the layout of its positions."""
overloads: list[tuple[Any, Any]] = []
"""Functions that mean another rule for each game, with what chooses it when Numba compiles."""


def rule(function: Callable[..., Any]) -> Any:
    """Mark a function as a rule. With SOBREMESA_ENGINE=interpreted it stays ordinary Python."""
    return function if INTERPRETED else Rule(function)


def overloaded(choose: Any) -> Callable[[Any], Any]:
    """Mark a function that means another rule for each game: `choose` returns the one that compiled code calls, by the
    types of the arguments, as for `numba.extending.overload`."""
    return lambda function: function if INTERPRETED else Overloaded(function, choose)


class Overloaded:
    """A function that means another rule for each game. Numba is told so when it first meets one."""

    def __init__(self, function: Callable[..., Any], choose: Any) -> None:
        functools.update_wrapper(self, function)
        self._function = function
        overloads.append((self, choose))

    def __call__(self, *arguments: Any) -> Any:
        return self._function(*arguments)

    @property
    def _numba_type_(self) -> Any:
        from sobremesa.engine import native

        return native.type_of(self)

    def __reduce__(self) -> str:
        return self._function.__qualname__


class Rule:
    """A function that is compiled: the same result whichever way it runs."""

    def __init__(self, function: Callable[..., Any]) -> None:
        functools.update_wrapper(self, function)
        self.py_func = function
        self.name = f"{function.__module__.removeprefix('sobremesa.')}.{function.__name__}"
        inside = function.__module__.startswith(GAMES)
        self._package = ".".join(function.__module__.split(".")[:3]) if inside else ""
        self._native: Any = None
        self._exports: dict[Any, tuple[Any, ...]] = {}

    @property
    def native(self) -> Any:
        """What Numba compiles for Python to call; made when it is first needed."""
        if self._native is None:
            from sobremesa.engine import native

            self._native = native.entry(self.py_func)
        return self._native

    @property
    def inner(self) -> Any:
        """What Numba compiles for other rules to call."""
        return self.native.inner

    @property
    def _numba_type_(self) -> Any:
        """What Numba takes it for where compiled code calls it."""
        return self.inner._numba_type_

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or name == "_native":
            raise AttributeError(name)
        return getattr(self.native, name)

    def __reduce__(self) -> str:
        return self.py_func.__qualname__

    def __repr__(self) -> str:
        return f"<rule {self.name}>"

    def __call__(self, *arguments: Any) -> Any:
        key = _layout(arguments), len(rules_by_layout)
        found = self._exports.get(key)
        if found is None:
            found = self._exports[key] = self._look_up(arguments)
        for engine, export in found:
            try:
                return export.call(engine, arguments)
            except Mismatch:
                pass
        return self._run_without_engine(arguments)

    def _look_up(self, arguments: tuple[Any, ...]) -> tuple[tuple[host.Engine, host.Export], ...]:
        """Return the exports that may take such arguments, by what the first of them is."""
        found: list[tuple[host.Engine, host.Export]] = []
        for rules in self._games_of(arguments):
            if uses_engine(rules) and (engine := host.engine_of(rules)):
                found += [(engine, export) for export in engine.exports.get(self.name, ())]
        return tuple(found)

    def _games_of(self, arguments: tuple[Any, ...]) -> list[ModuleType]:
        """Return the rules of the games whose positions these may be about."""
        for argument in arguments:
            for part in argument if isinstance(argument, tuple) else (argument,):
                if rules := rules_by_layout.get(getattr(part, "dtype", None)):
                    return [rules]
        known = [rules for layout, rules in rules_by_layout.items() if isinstance(layout, np.dtype)]
        if not self._package:
            return known
        own = [rules for rules in known if rules.__name__.startswith(f"{self._package}.")]
        return own or [importlib.import_module(f"{self._package}.rules")]

    def _run_without_engine(self, arguments: tuple[Any, ...]) -> Any:
        if RECORD and not getattr(_inside, "interprets", False):
            record(self, arguments, self._games_of(arguments))
        if not HAS_NUMBA:
            return self._interpret(arguments)
        if not RECORD and self._is_always_native():
            self.__class__ = type("Rule", (Rule,), {"__call__": staticmethod(self.native)})  # no detour from now on
        return self.native(*arguments)

    def _is_always_native(self) -> bool:
        if chosen.WAY != "auto":
            return chosen.WAY == "native"
        if self._package:
            return is_compiled(self._package.rpartition(".")[2])
        return all(is_compiled(path.stem) for path in host.MODULES.glob("*.json"))

    def _interpret(self, arguments: tuple[Any, ...]) -> Any:
        before = getattr(_inside, "interprets", False)
        if not before and self.name not in _interpreted:
            _interpreted.add(self.name)
            log.info("interpreted, because no engine has it: rule=%s", self.name)
        _inside.interprets = True
        try:
            with np.errstate(over="ignore"):  # hashes count on it
                return self.py_func(*arguments)
        finally:
            _inside.interprets = before


_interpreted: set[str] = set()
_inside = threading.local()
"""Whether this thread interprets a rule now: what that one calls is not called by Python itself."""
RECORD = os.environ.get("SOBREMESA_ENGINE_RECORD", "")
"""A folder to note in what Python calls that no engine has: from that `make engine` knows what to export."""
_recorded: set[str] = set()


def _layout(arguments: tuple[Any, ...]) -> Any:
    """Return the layout of what the first argument holds, by which the exports that may take it are remembered."""
    if not arguments:
        return None
    first = arguments[0]
    if isinstance(first, tuple) and first:
        first = first[0]
    return getattr(first, "dtype", None)


def record(called: Rule, arguments: tuple[Any, ...], games: list[ModuleType]) -> None:
    """Note a call that no engine could take."""
    for rules in games:
        folder = rules.__name__.split(".")[-2]
        try:
            kinds = signature.of(arguments, {rules.State: "State"})
        except signature.Unknown as unknown:
            kinds = f"! {unknown}"
        line = f"{folder} {called.name} {kinds}"
        if line not in _recorded:
            _recorded.add(line)
            Path(RECORD).mkdir(parents=True, exist_ok=True)
            with open(Path(RECORD, f"{os.getpid()}.txt"), "a") as file:
                file.write(line + "\n")


def uses_engine(rules: ModuleType) -> bool:
    """Whether the rules of a game run by its engine, if it has one."""
    return chosen.WAY == "wasm" or (chosen.WAY == "auto" and not is_compiled(rules.__name__.split(".")[-2]))


def workspace(rules: ModuleType) -> Any:
    """Return what makes the arrays that a bot works on for long: NumPy, or the memory of the game's engine, where they
    need not be copied for each call. Either has `zeros`."""
    engine = host.engine_of(rules) if uses_engine(rules) else None
    return host.Workspace(engine) if engine else np


def direct(called: Any, *like: Any) -> Any:
    """Return what runs a rule for arguments like these, and for no others. Machine code then does not check what it is
    given, which takes longer than most rules."""
    if not HAS_NUMBA or chosen.WAY not in ("auto", "native"):
        return called
    import numba

    return called.compile(tuple(map(numba.typeof, like)))


@functools.cache
def is_compiled(folder: str) -> bool:
    """Return whether `sobremesa warm` has compiled a game with every bot, so that its machine code need only be
    loaded."""
    from sobremesa.engine import cache

    return HAS_NUMBA and cache.is_complete(cache.GAMES / folder)
