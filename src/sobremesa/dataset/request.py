"""What is asked of a data set: which games, how many matches of each, from which seed. Every byte follows from it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import distributions
from typing import Any

import numpy as np

from sobremesa import __version__
from sobremesa import games as shelf
from sobremesa.dataset.plan import PLAN, fixture
from sobremesa.mistakes import BadOption

SHARD = 1000
"""Matches in a file: what is written whole, or not at all."""
BATCH = 25
"""Matches that somebody plays in one go."""
MATCHES, MOST = 100_000, 10_000_000
"""Of each game: the usual number, and the largest."""


@dataclass(frozen=True)
class Request:
    """It stands in the folder, so that only the same is gone on with."""

    games: tuple[str, ...]
    matches: int
    """Of each game."""
    seed: int
    rules: tuple[int, ...]
    """The version of each game's."""
    versions: dict[str, str]
    """Of what decides about the last digit of a value, and about every byte of a file."""

    def shards(self) -> Iterator[tuple[str, int]]:
        """Of every game the first, then of every game the second, and so on: so that all of them grow together."""
        for shard in range(-(-self.matches // SHARD)):
            for game in self.games:
                yield game, shard

    def numbers(self, shard: int) -> range:
        """The matches of a shard."""
        return range(shard * SHARD, min((shard + 1) * SHARD, self.matches))

    def facts(self, game: str) -> dict[str, str]:
        """What all rows of a game have in common."""
        from sobremesa.dataset.parquet import unit

        rules = str(self.rules[self.games.index(game)])
        return {"game": game, "rules": rules, "seed": str(self.seed), "value": unit(game)} | {
            f"version.{name}": told for name, told in self.versions.items()
        }

    def stage(self) -> Stage:
        return Stage(self.seed)


@dataclass(frozen=True)
class Batch:
    """Some matches of one shard, to be played one after the other."""

    number: int
    game: str
    shard: int
    matches: range

    def __str__(self) -> str:
        return f"{self.game}, matches {self.matches.start} to {self.matches[-1]}"


class Stage:
    """Plays batches."""

    def __init__(self, seed: int) -> None:
        from sobremesa.dataset import parquet  # says at once what is not installed

        self.seed, self.tables = seed, parquet

    def outcome(self, batch: Batch) -> tuple[Any, Any]:
        """The two tables of a batch."""
        from sobremesa.dataset.play import played

        parquet = self.tables
        matches, moves = [], []
        for number in batch.matches:
            match, its = played(fixture(batch.game, self.seed, number))
            matches.append(match)
            moves += its
        return parquet.made(parquet.MATCHES, matches), parquet.made(parquet.MOVES, moves)


def ask(games: Sequence[str] = (), matches: int = MATCHES, seed: int = 0) -> Request:
    """A request that can be met, or the sentence that says why it cannot; no games means all of them."""
    for number, least, most, what in (matches, 1, MOST, "matches"), (seed, 0, 2**63 - 1, "seed"):
        if isinstance(number, bool) or not isinstance(number, int) or not least <= number <= most:
            raise BadOption(f"{what} is a whole number from {least} to {most:,}, not {number!r}.")
    found = [shelf.find(name) for name in games or PLAN]
    for box in found:
        if box.name not in PLAN:
            raise BadOption(f"There is no plan for a data set of {box.title}; there is for {', '.join(PLAN)}.")
        if found.count(box) > 1:
            raise BadOption(f"{box.name} is named twice: name each game once.")
    from sobremesa.dataset.parquet import PYARROW

    compiler = next((found.version for found in distributions(name="numba")), "none")
    versions = {"sobremesa": __version__, "numba": compiler, "numpy": np.__version__, "pyarrow": PYARROW}
    return Request(
        tuple(box.name for box in found), matches, seed, tuple(int(box.rules.VERSION) for box in found), versions
    )
