"""What Numba compiles, and where its code is kept. Imported only where something is to be compiled or taken from the
disk: playing needs none of it.

Numba recompiles a function when its own file changes, but not when a rule that it calls in another file does, nor when
it is asked for bounds checks: so code is kept in a folder that is named for all of that (see `cache`).
"""

import threading
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import numba
import numpy as np
from filelock import FileLock
from numba.core.caching import CompileResultCacheImpl, FunctionCache, UserProvidedCacheLocator
from numba.extending import overload

from sobremesa import cache
from sobremesa.engine import rule

_lock = threading.RLock()
"""Games are loaded by several threads, and Numba has one setting for all of them."""
_said = 0


class SourceLocator(UserProvidedCacheLocator):
    """Place the code of a file by where the file lies among our sources, wherever these are on the disk: two clones
    with the same sources compile them once."""

    @classmethod
    def get_suitable_cache_subpath(cls, py_file: str) -> str:
        return cache.place(Path(py_file).resolve()) or str(super().get_suitable_cache_subpath(py_file))


class RuleCacheImpl(CompileResultCacheImpl):
    _locator_classes = (SourceLocator,)


class RuleCache(FunctionCache):
    """Keep the code of one function as Numba does, safely for several processes.

    Two processes that save at once could file one signature's code under the other's name.
    """

    _impl_class = RuleCacheImpl

    def save_overload(self, sig: Any, data: Any) -> None:
        with FileLock(cache.folder() / "lock"):
            super().save_overload(sig, data)


def cached(compiler: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Let a decorator of Numba's keep its code in our folder, and not in the one that other packages share."""

    def decorate(function: Any) -> Any:
        if numba.config.DISABLE_JIT:
            return function
        dispatcher = compiler(function)
        with _lock:
            others, numba.config.CACHE_DIR = numba.config.CACHE_DIR, str(cache.folder())  # read on the next line
            try:
                dispatcher._cache = RuleCache(function)
            finally:
                numba.config.CACHE_DIR = others
        return dispatcher

    return decorate


compile_rule = cached(numba.njit(nogil=True))
"""Makes a dispatcher of Numba's of a rule; the builder of engines puts another in its place."""


def dispatcher(function: Callable[..., Any]) -> Any:
    """Return the dispatcher of Numba's that compiles a rule."""
    say_overloads()
    return compile_rule(function)


def say_overloads() -> None:
    """Tell Numba which rules stand for the functions that mean another one for each game."""
    global _said
    with _lock:
        while _said < len(rule.overloads):
            function, choose = rule.overloads[_said]
            _said += 1
            overload(function, strict=False)(choose)


def rules_of(kind: Any) -> ModuleType:
    """Return the rules of the game whose positions have this type of Numba's."""
    if kind not in rule.rules_by_layout:
        for layout, rules in list(rule.rules_by_layout.items()):
            if isinstance(layout, np.dtype):
                rule.rules_by_layout.setdefault(numba.from_dtype(layout), rules)
    return rule.rules_by_layout[kind]


def direct(function: Any, *like: Any) -> Any:
    """Return the machine code of a rule for arguments like these, and for no others: it does not check what it is
    given, which takes Numba longer than most rules take."""
    return function.compile(tuple(map(numba.typeof, like))) if hasattr(function, "py_func") else function
