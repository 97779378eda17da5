"""How much one address, or one socket, may ask for: so much at once, and so much a second after that."""

import hashlib
import time
from collections import Counter
from collections.abc import Callable

import msgspec

from sobremesa.server.cluster.bus import Alone, Workers

MANY = 10_000
"""Addresses to remember before those that need no remembering are forgotten."""


class Rate(msgspec.Struct, frozen=True):
    """So many at once, and so many a second."""

    burst: float
    second: float


GUESTS = Rate(60, 0.2)
TABLES = Rate(60, 0.5)
TILES = Rate(20, 0.05)
COMING = Rate(600, 20)
ENTERING = Rate(30, 0.2)
NAMED = Rate(10, 0.05)
LETTERS = Rate(3, 1 / 600)
CHANGES = Rate(60, 0.5)
EXPORTS = Rate(5, 1 / 60)
REPORTS = Rate(5, 1 / 600)
LISTING = Rate(60, 1)
ANALYSES = Rate(20, 1 / 15)
STUDY = Rate(240, 8)
PUZZLES = Rate(120, 2)
PICTURES = Rate(60, 1)
MOVING = Rate(6, 1 / 20)
MESSAGES = Rate(4000, 400)
SOCKETS = 256


class Bucket:
    """What is left of a rate for one of those who ask."""

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate, self.clock = rate, clock
        self.left, self.at = rate.burst, clock()

    def take(self) -> bool:
        """Whether one more may be asked for now."""
        self._fill()
        if self.left < 1:
            return False
        self.left -= 1
        return True

    @property
    def full(self) -> bool:
        self._fill()
        return self.left >= self.rate.burst

    def _fill(self) -> None:
        now = self.clock()
        self.left = min(self.rate.burst, self.left + (now - self.at) * self.rate.second)
        self.at = now


class Buckets:
    """A bucket for each address."""

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate, self.clock = rate, clock
        self.all: dict[str, Bucket] = {}

    def take(self, address: str) -> bool:
        if address not in self.all:
            if len(self.all) >= MANY:
                self.all = {name: bucket for name, bucket in self.all.items() if not bucket.full}
            self.all[address] = Bucket(self.rate, self.clock)
        return self.all[address].take()


class Together(Buckets):
    """Buckets that all workers of a house have in common. While they cannot talk each has its own."""

    def __init__(self, name: str, rate: Rate, clock: Callable[[], float], workers: Workers) -> None:
        super().__init__(rate, clock)
        self._name, self._workers = name, workers

    async def left(self, address: str) -> float:
        """Take one; how many are left, or less than nothing if there was none."""
        key = f"{self._name}:{hashlib.sha256(address.encode()).hexdigest()}"
        left = await self._workers.take(key, self.rate.burst, self.rate.second)
        if left is None:
            return self.all[address].left if self.take(address) else -1.0
        return left


class Limits:
    """The limits of a house; without them everybody may ask for as much as they like."""

    def __init__(
        self, kept: bool = True, clock: Callable[[], float] = time.monotonic, workers: Workers | None = None
    ) -> None:
        self.kept, self.clock, self._workers = kept, clock, workers or Alone()
        self.guests, self.tables = self._together("guests", GUESTS), self._together("tables", TABLES)
        self.tiles, self.coming = Buckets(TILES, clock), Buckets(COMING, clock)
        self.entering, self.changes = self._together("entering", ENTERING), Buckets(CHANGES, clock)
        self.named, self.letters = self._together("named", NAMED), self._together("letters", LETTERS)
        """Not by address: by the name of an account."""
        self.exports, self.reports = self._together("exports", EXPORTS), self._together("reports", REPORTS)
        self.pictures, self.moving = Buckets(PICTURES, clock), self._together("moving", MOVING)
        self.listing = Buckets(LISTING, clock)
        """By person."""
        self.study = Buckets(STUDY, clock)
        self.puzzles = Buckets(PUZZLES, clock)
        self.analyses = self._together("analyses", ANALYSES)
        self.sockets: Counter[str] = Counter()

    def _together(self, name: str, rate: Rate) -> Together:
        return Together(name, rate, self.clock, self._workers)

    def may(self, buckets: Buckets, address: str) -> bool:
        """Whether one more may be asked for, of this worker."""
        return not self.kept or buckets.take(address)

    async def left(self, buckets: Together, address: str) -> float:
        """How many more may be asked for of all workers, after this one; less than nothing if this is too many."""
        return await buckets.left(address) if self.kept else buckets.rate.burst

    def messages(self) -> Bucket:
        """For one socket."""
        return Bucket(MESSAGES if self.kept else Rate(float("inf"), 0), self.clock)

    def come(self, address: str) -> str:
        """One more socket; why not, if there are too many."""
        self.sockets[address] += 1
        if self.kept and self.sockets[address] > SOCKETS:
            return f"From one address come at most {SOCKETS} sockets: close another one first."
        return "" if self.may(self.coming, address) else "Too many came at once from your address: wait a minute."

    def go(self, address: str) -> None:
        self.sockets[address] -= 1
        if not self.sockets[address]:
            del self.sockets[address]
