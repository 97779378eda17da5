"""The bot that plays any game at random."""

import random
from collections.abc import Sequence
from typing import Any


class Random:
    """Chooses any legal action, each as likely as the other."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)

    def choose(self, seen: Any, seat: int, legal: Sequence[int]) -> int:
        return self.rng.choice(legal)
