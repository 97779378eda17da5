"""A bot sits on a seat: it gets what that seat may know and what it may choose, and nothing else."""

from collections.abc import Sequence
from typing import Any, Protocol


class Bot(Protocol):
    """Whoever can choose. One bot plays one seat of one match, so it may remember what it saw."""

    def choose(self, seen: Any, seat: int, legal: Sequence[int]) -> int:
        """One of the legal actions, for a position (an array of one) without what is hidden from the seat."""
        ...
