"""Where compiled code is kept: a folder for each game, and one for what belongs to no game.

A folder is named for all that can end up in its machine code: the sources, the data they read, the compiler and how it
was set. So an edited rule of one game leaves the code of the others.
"""

import os
import shutil
import time
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from sobremesa.engine.sources import KINDS, SOURCES, digest, own, shared

GAMES = SOURCES / "games"
COMPILER = SOURCES / "engine" / "native.py"
SETTINGS = "NUMBA_BOUNDSCHECK", "NUMBA_DEBUGINFO", "NUMBA_OPT", "NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES"
KEEP_DAYS = 14


def home() -> Path:
    """The folder above all of them."""
    return Path(os.environ.get("SOBREMESA_CACHE") or Path.home() / ".cache" / "sobremesa") / "compiled"


def place(path: Path) -> Path | None:
    """Return the folder that a source file belongs to, with all that is compiled together with it: that of a game, or
    of a package from outside. None for what all games share."""
    path = path.resolve()
    if path.is_relative_to(GAMES) and path.parent != GAMES:
        return GAMES / path.relative_to(GAMES).parts[0]
    return None if path.is_relative_to(SOURCES) else path.parent


def name(*places: Path) -> str:
    """Return a name for the exact state of what all games share, and of these folders of sources."""
    settings = [f"{name}={os.environ.get(name)}" for name in SETTINGS]
    about = f"numba {_version('numba')} numpy {_version('numpy')} {settings}"
    seen = digest([*shared(), COMPILER], about=about)
    for each in places:
        seen = digest(own(each.name) if each.parent == GAMES else _outside(each), each.parent, seen)
    return f"{'+'.join(each.name for each in places) or 'shared'}-{seen}"


def _outside(place: Path) -> list[Path]:
    """Return the sources in a folder from outside; below it too, if it is a package."""
    found = place.rglob("*") if (place / "__init__.py").exists() else place.glob("*")
    return sorted(path for path in found if path.suffix in KINDS and path.is_file())


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "none"


@cache
def folder(*places: Path) -> Path:
    """Return where code is kept that is made from these folders of sources, and from what all games share. Folders that
    nobody has used for long are swept."""
    found = home() / name(*places)
    found.mkdir(parents=True, exist_ok=True)
    os.utime(found)
    sweep(found)
    return found


def sweep(used: Path) -> None:
    """Remove what nobody has used for long."""
    for other in used.parent.iterdir():
        if other != used and time.time() - other.stat().st_mtime > KEEP_DAYS * 86400:
            shutil.rmtree(other, ignore_errors=True)


def is_warm(place: Path) -> bool:
    """Return whether the rules of a game and its usual bot have been compiled."""
    return (folder(place) / "warm").exists()


def is_complete(place: Path) -> bool:
    """Return whether all code of a game has been compiled, with every bot."""
    return (folder(place) / "complete").exists()


def set_warm(place: Path, complete: bool) -> None:
    """Note that a game has been compiled, with every bot or with its usual one."""
    (folder(place) / "warm").touch()
    if complete:
        (folder(place) / "complete").touch()
