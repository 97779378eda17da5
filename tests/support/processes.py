"""The processes that a process has begun, as Linux tells."""

import contextlib
from pathlib import Path


def children(process, command=""):
    """Return the numbers of the processes that a process has begun and whose command line has `command` in it.

    Threads and processes may end while they are looked through.
    """
    return [
        int(child)
        for task in Path(f"/proc/{process}/task").iterdir()
        for child in _read(task / "children").split()
        if command in _read(Path(f"/proc/{child}/cmdline")).replace("\0", " ")
    ]


def _read(path):
    with contextlib.suppress(FileNotFoundError, ProcessLookupError):
        return path.read_text()
    return ""
