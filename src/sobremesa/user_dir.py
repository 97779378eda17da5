"""The folder in which this machine keeps what people made: matches, and tile sets of their own."""

import os
from pathlib import Path


def home() -> Path:
    return Path(
        os.environ.get("SOBREMESA_HOME")
        or Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share") / "sobremesa"
    )
