"""Where compiled code is kept: a folder named for the sources it was compiled from.

Numba recompiles a function when its own file changes, but not when a rule that it calls in another
file does, nor when it is asked for bounds checks. So everything that can end up in machine code has
a share in the folder's name: the sources, the data they read, the compiler and how it was set.
"""

import hashlib
import os
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numba
import numpy
from filelock import FileLock
from numba.core.caching import CompileResultCacheImpl, FunctionCache, UserProvidedCacheLocator

SOURCES = Path(__file__).resolve().parent
APART = {
    "analysis",
    "arena",
    "cli",
    "crew",
    "cuda",
    "dataset",
    "learning",
    "lessons",
    "own",
    "play",
    "puzzles",
    "server",
    "testing",
    "__pycache__",
}
"""Folders, and below files of each game, that no machine code is made from; a test holds them to it."""
APART_FILES = {
    "notation.py",
    "counsel.py",
    "remark.py",
    "rivals.py",
    "net.py",
    "nets.py",
    "player.py",
    "events.py",
    "view.py",
    "draw.py",
    "sound.py",
    "words.toml",
    "atlas.csv",
    "atlas.py",
    "figures.py",
    "tiles.py",
    "tiles.toml",
    "numbers.py",
    "outlook.py",
    "client.py",
    "picture.py",
    "pilot.py",
    "set_up.py",
    "sketch.py",
    "extras.py",
    "gymnasium.py",
    "lessons.toml",
    "levels.py",
    "openspiel.py",
    "pettingzoo.py",
    "render.py",
    "results.py",
    "searcher.py",
    "settled.py",
    "solo.py",
    "ink.py",
    "vector.py",
    "speed.py",
}
KINDS = {".py", ".json", ".toml", ".csv"}  # data becomes a constant of the code compiled over it
SETTINGS = "NUMBA_BOUNDSCHECK", "NUMBA_DEBUGINFO", "NUMBA_OPT", "NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES"
KEEP_DAYS = 14


def sources(root: Path = SOURCES) -> Iterator[Path]:
    """The files that machine code is made from."""
    for path in sorted(root.rglob("*")):
        if path.suffix in KINDS and not APART & set(path.relative_to(root).parts) and path.name not in APART_FILES:
            yield path


def digest(root: Path = SOURCES) -> str:
    """A name for this exact set of sources."""
    settings = [f"{name}={os.environ.get(name)}" for name in SETTINGS]
    seen = hashlib.sha256(f"numba {numba.__version__} numpy {numpy.__version__} {settings}".encode())
    for path in sources(root):
        content = path.read_bytes()
        seen.update(f"{path.relative_to(root).as_posix()} {len(content)}\n".encode() + content)
    return seen.hexdigest()[:16]


def home() -> Path:
    """The folder above all of them."""
    return Path(os.environ.get("SOBREMESA_CACHE") or Path.home() / ".cache" / "sobremesa") / "compiled"


def keep(root: Path = SOURCES) -> Path:
    """The folder of these sources, made if need be; those that nobody has used for long are swept."""
    folder = home() / digest(root)
    folder.mkdir(parents=True, exist_ok=True)
    os.utime(folder)
    for other in folder.parent.iterdir():
        if other != folder and time.time() - other.stat().st_mtime > KEEP_DAYS * 86400:
            shutil.rmtree(other, ignore_errors=True)
    return folder


FOLDER = keep()
_naming = threading.Lock()
"""Games are loaded by several threads, and Numba has one setting for all of them."""


class Place(UserProvidedCacheLocator):
    """Where the code of one file is: by where the file is among our sources, and not where these are on the disk. So
    whoever has the same sources twice compiles them once."""

    @classmethod
    def get_suitable_cache_subpath(cls, py_file: str) -> str:
        path = Path(py_file).resolve()
        if path.is_relative_to(SOURCES):
            return ".".join(path.relative_to(SOURCES).parent.parts) or "sobremesa"
        subpath: str = super().get_suitable_cache_subpath(py_file)
        return subpath


class Placed(CompileResultCacheImpl):
    _locator_classes = (Place,)


class Shelf(FunctionCache):
    """Numba's cache of one function, safe for several processes.

    Two processes that save at once could file one signature's code under the other's name.
    """

    _impl_class = Placed

    def save_overload(self, sig: Any, data: Any) -> None:
        with FileLock(FOLDER / "lock"):
            super().save_overload(sig, data)


def cached(compiler: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Let a decorator of Numba's keep its code in our folder, and nobody else's."""

    def decorate(function: Any) -> Any:
        if numba.config.DISABLE_JIT:
            return function
        dispatcher = compiler(function)
        with _naming:
            others, numba.config.CACHE_DIR = numba.config.CACHE_DIR, str(FOLDER)  # read on the next line, only there
            try:
                dispatcher._cache = Shelf(function)
            finally:
                numba.config.CACHE_DIR = others
        return dispatcher

    return decorate


def kept(function: Any) -> bool:
    """Whether code for this function has been kept: if not, its first call will have to compile."""
    if not hasattr(function, "py_func"):
        return True  # interpreted
    return any(Path(function.stats.cache_path).glob(f"*.{function.__name__}-*.nbi"))


def direct(function: Any, *like: Any) -> Any:
    """The machine code of a compiled function for arguments like these, and for no others: it does not look what it is
    given, which takes Numba longer than most rules take."""
    return function.compile(tuple(map(numba.typeof, like))) if hasattr(function, "py_func") else function
