"""Bots that make mistakes."""

from collections.abc import Sequence

from sobremesa.bots.random import Random


class Clumsy(Random):
    """Gives up in the middle of some matches, and once chooses what is not legal."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.seed, self.chosen = seed, 0

    def choose(self, seen: object, seat: int, legal: Sequence[int]) -> int:
        self.chosen += 1
        if self.chosen == 2 and self.seed % 3 == 1:
            raise ZeroDivisionError("nobody knows why")
        if self.chosen == 2 and self.seed % 3 == 2:
            return -7
        return super().choose(seen, seat, legal)
