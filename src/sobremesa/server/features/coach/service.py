"""Where the coaches of a house think: on threads of their own, for each person one question after the other. What was
found stays for a while, so that the same position is thought about once."""

import asyncio
import os
from collections import Counter, OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from sobremesa import warm
from sobremesa.analysis.coach import Advice, Verdict, advise, weigh
from sobremesa.mistakes import BadSeats, IllegalMove
from sobremesa.play.match import Match
from sobremesa.server import compile_worker
from sobremesa.server.tables.draft import Draft
from sobremesa.server.tables.table import Table

Found = TypeVar("Found")
KEPT = 256
"""Answers that are remembered."""
WAITING = 3
"""Questions of one person that may be open at once, the one that is thought about among them."""
MOST = 64
"""Questions of all people together."""
NOT_ON = "Switch your coach on first: everybody at the table sees that it is."
BUSY = "Your coach is still thinking: ask again in a moment."
GETTING_READY = "Your coach is getting ready, once on this machine: ask again in a minute."


class TooMany(Exception):
    """Somebody asks faster than anybody thinks."""


class GettingReady(Exception):
    """What the coach thinks with is being compiled."""


class Coaches:
    """All coaches of a house."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(max(1, (os.cpu_count() or 2) // 2), "coach")
        self._answers: OrderedDict[tuple[Any, ...], asyncio.Task[Any]] = OrderedDict()
        self._turns: dict[str, asyncio.Lock] = {}
        self._open: Counter[str] = Counter()
        self._readying: dict[tuple[str, int], asyncio.Task[None]] = {}

    def ready(self, table: Table, who: str, seat: int) -> bool:
        """Whether the coach of a seat could answer; if not, it gets ready from now on."""
        on(table, who, seat)
        game, seats = table.playing().game, table.playing().seats
        key = game.name, seats
        if warm.is_coach_warm(game, seats) or (key in self._readying and self._readying[key].done()):
            return True  # or it could not be compiled apart, and will be as it thinks
        if key not in self._readying:
            self._readying[key] = asyncio.create_task(self._ready(*key))
        return False

    async def _ready(self, game: str, seats: int) -> None:
        await compile_worker.compile_game(game, seats)

    async def advice(self, table: Table, who: str, seat: int) -> tuple[Match, Advice]:
        """What the coach would do after what the seat has drafted, and the match as the seat sees it there."""
        match = self._asked(table, who, seat)
        draft = table.drafts.get(seat)
        if draft and draft.ready:
            raise IllegalMove("There is nothing to weigh now.")
        then = Draft(match, seat, draft.texts if draft else []).shown
        key = table.facts.id, table.count, seat, tuple(draft.texts if draft else ())
        return then, await self._answer(("advice", *key), who, lambda: advise(then, seat))

    async def verdict(self, table: Table, who: str, seat: int, moves: Sequence[str]) -> tuple[Match, Verdict, Advice]:
        """What choices would give away, and what the coach would do instead."""
        match = self._asked(table, who, seat)
        then = Draft(match, seat).shown
        texts = Draft(match, seat, moves).texts  # a mistake says why they cannot be made
        key = table.facts.id, table.count, seat
        verdict = await self._answer(("verdict", *key, *texts), who, lambda: weigh(then, seat, texts))
        if not verdict.much:
            return then, verdict, Advice((), (), None)
        return then, verdict, await self._answer(("advice", *key, ()), who, lambda: advise(then, seat))

    def _asked(self, table: Table, who: str, seat: int) -> Match:
        match = coached(table, who, seat)
        if not self.ready(table, who, seat):
            raise GettingReady
        return match

    async def _answer(self, key: tuple[Any, ...], who: str, think: Callable[[], Found]) -> Found:
        """What is known already or thought about now, or else is thought about when it is this person's turn."""
        if key not in self._answers or self._answers[key].cancelled():
            if self._open[who] >= WAITING or self._open.total() >= MOST:
                raise TooMany
            self._answers[key] = asyncio.create_task(self._think(key, who, think))
            while len(self._answers) > KEPT:
                self._answers.popitem(last=False)
        found: Found = await asyncio.shield(self._answers[key])
        return found

    async def _think(self, key: tuple[Any, ...], who: str, think: Callable[[], Found]) -> Found:
        self._open[who] += 1
        turn = self._turns.setdefault(who, asyncio.Lock())
        try:
            async with turn:
                return await asyncio.get_running_loop().run_in_executor(self._threads, think)
        except BaseException:
            self._answers.pop(key, None)  # what failed is not remembered
            raise
        finally:
            self._open[who] -= 1
            if not self._open[who]:
                del self._open[who], self._turns[who]

    def close(self) -> None:
        for task in self._readying.values():
            task.cancel()
        self._threads.shutdown(wait=False, cancel_futures=True)


def on(table: Table, who: str, seat: int) -> None:
    """That somebody plays a seat and has its coach on."""
    table.coachable()
    table.plays(who, seat)
    table.playing()
    if not table.places[seat].coach:
        raise BadSeats(NOT_ON)


def coached(table: Table, who: str, seat: int) -> Match:
    """The match, for somebody who plays a seat that has its coach on and is to choose."""
    on(table, who, seat)
    match = table.playing()
    if seat not in match.to_act:
        raise IllegalMove("There is nothing to weigh now.")
    return match
