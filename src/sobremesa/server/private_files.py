"""Files and folders that only their owner may read: they hold secrets of matches, tokens and addresses."""

import contextlib
import os
from pathlib import Path

BESIDE = "", "-wal", "-shm", "-journal", ".lock"
"""What SQLite and the server keep beside a database, by the ends of its name."""


def make_folder(path: Path) -> None:
    """Make a folder, and those above it that are missing, for their owner alone. Leave a folder that exists."""
    if not path.is_dir():
        make_folder(path.parent)
        with contextlib.suppress(FileExistsError):
            path.mkdir(mode=0o700)


def keep_private(database: Path) -> None:
    """Make the file of a database for its owner alone, or take the rights of others from one that is there.

    A file that is there is never opened: closing it again would let go of the locks that SQLite has on it.
    """
    database = database.resolve()
    with contextlib.suppress(OSError):  # it is there, or cannot be made: SQLite says so
        os.close(os.open(database, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    for end in BESIDE:
        file = Path(f"{database}{end}")
        with contextlib.suppress(OSError):  # it does not exist, or another user owns it
            if file.stat().st_mode & 0o077:
                file.chmod(0o600)
