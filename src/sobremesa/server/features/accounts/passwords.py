"""Passwords are kept as hashes that are dear to compute; a few threads do it, after everything else."""

import asyncio
import bisect
import contextlib
import functools
import itertools
import os
import threading
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import VerificationError
from litestar.exceptions import HTTPException

from sobremesa.mistakes import Mistake

SHORTEST, LONGEST = 10, 200
THREADS = max(1, (os.cpu_count() or 1) // 4)
MOST_WAITING = 32
PATIENT = 10
"""How far these threads stand back behind those that serve tables."""
Answer = TypeVar("Answer")

argon = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)


@functools.cache
def nobodys() -> str:
    """The hash of a password that nobody has."""
    return argon.hash(os.urandom(16).hex())


def fit(password: str, login: str) -> str:
    """A password as it is hashed, however it was typed."""
    password = unicodedata.normalize("NFKC", password)
    if not SHORTEST <= len(password) <= LONGEST:
        raise Mistake(f"A password has {SHORTEST} to {LONGEST} characters: a few words in a row are good.")
    if password.casefold() == login:
        raise Mistake("A password is not the name that one signs in with.")
    return password


class Hasher:
    """So many at once and so many that wait, and no more: a flood of them does not stop the tables. Who has asked least
    comes first, and is turned away last: a flood does not stop others from signing in."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(THREADS, "hash", initializer=stand_back)
        self._running = 0
        self._waiting: list[tuple[float, int, asyncio.Future[None]]] = []
        self._numbers = itertools.count()

    async def hash(self, password: str, left: float = 0.0) -> str:
        """Whoever may still ask most often, by what is left to them, comes first."""
        return await self._run(lambda: argon.hash(password), left)

    async def verify(self, kept: str | None, password: str, left: float = 0.0) -> bool:
        """Whether a password is the one that was kept. Where none was it takes as long."""
        password = unicodedata.normalize("NFKC", password)
        return await self._run(lambda: verified(kept or nobodys(), password), left) and kept is not None

    async def _run(self, work: Callable[[], Answer], left: float) -> Answer:
        if self._running < THREADS:
            self._running += 1
        else:
            await self._wait(left)
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self._next()

    async def _wait(self, left: float) -> None:
        """Until it is one's turn, unless others who have asked less take all places."""
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        bisect.insort(self._waiting, (-left, next(self._numbers), turn))
        if self._running + len(self._waiting) > MOST_WAITING:
            *_, last = self._waiting.pop()
            last.set_exception(HTTPException("Too many are signing in at once: wait a moment.", status_code=429))
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled() and turn.exception() is None:
                self._next()
            self._waiting = [each for each in self._waiting if each[2] is not turn]
            raise

    def _next(self) -> None:
        """One is done: the first who waits takes its place."""
        if self._waiting:
            *_, turn = self._waiting.pop(0)
            turn.set_result(None)
        else:
            self._running -= 1

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)


def verified(kept: str, password: str) -> bool:
    try:
        return argon.verify(kept, password)
    except VerificationError:
        return False


def stand_back() -> None:
    """Where the system knows priorities of threads, as Linux does."""
    with contextlib.suppress(AttributeError, OSError):
        behind = os.getpriority(os.PRIO_PROCESS, 0) + PATIENT
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), behind)
