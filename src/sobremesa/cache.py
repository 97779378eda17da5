"""Where compiled code is kept: a folder named for the sources it was compiled from.

Everything that can end up in machine code has a share in the folder's name: the sources, the data they read, the
compiler and how it was set.
"""

import os
import shutil
import time
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from sobremesa.engine.sources import SOURCES, sources
from sobremesa.engine.sources import digest as digest_of

SETTINGS = "NUMBA_BOUNDSCHECK", "NUMBA_DEBUGINFO", "NUMBA_OPT", "NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES"
KEEP_DAYS = 14


def digest(root: Path = SOURCES) -> str:
    """A name for this exact set of sources."""
    settings = [f"{name}={os.environ.get(name)}" for name in SETTINGS]
    return digest_of(sources(root), root, f"numba {_version('numba')} numpy {_version('numpy')} {settings}")


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "none"


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


@cache
def folder() -> Path:
    """The folder of the sources of this process."""
    return keep()


def place(path: Path) -> str:
    """The part of the folder for the code of one of our files; nothing for other files."""
    if not path.is_relative_to(SOURCES):
        return ""
    return ".".join(path.relative_to(SOURCES).parent.parts) or "sobremesa"


def kept(function: Any) -> bool:
    """Whether code for this function has been kept: if not, its first call will have to compile."""
    if not hasattr(function, "py_func"):
        return True  # interpreted
    path = Path(function.py_func.__code__.co_filename).resolve()
    inside = place(path)
    where = folder() / inside if inside else Path(function.stats.cache_path)
    return any(where.glob(f"*.{function.__name__}-*.nbi"))
