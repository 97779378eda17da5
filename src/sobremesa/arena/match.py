"""One match of an arena: bots on seats, and what came of it."""

from __future__ import annotations

import random
import time
import zlib
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from sobremesa import bots, parallel
from sobremesa.lab.results import hash_of
from sobremesa.lab.single import NOBODY, Single
from sobremesa.parallel import Trouble

if TYPE_CHECKING:
    from sobremesa.arena.request import Request
    from sobremesa.arena.schedule import Fixture


@dataclass(frozen=True)
class Played:
    """A match that was played to its end. Lists go by seat."""

    number: int
    bots: tuple[str, ...]
    seed: int
    scores: tuple[float, ...]
    choices: tuple[int, ...]
    """How many each bot made; those of the opening, which nobody made, are not counted."""
    cpu: tuple[float, ...]
    """The CPU seconds that took."""
    course: str
    """A digest of all choices: equal where two matches took the same course."""
    trouble: str = ""
    """Why it was played a second time, if it was."""


@dataclass(frozen=True)
class Failed:
    """A match that came to no end, and the sentence that says why."""

    number: int
    bots: tuple[str, ...]
    seed: int
    why: str


def entry(found: parallel.Done[Fixture, Played] | parallel.Failed[Fixture]) -> Played | Failed:
    """What the book is told of a match."""
    if isinstance(found, parallel.Done):
        return replace(found.result, trouble=found.trouble)
    return Failed(found.task.number, found.task.bots, found.task.seed, found.why)


class Stage:
    """Plays the matches of one request, one after the other."""

    def __init__(self, request: Request) -> None:
        seats, options = request.settings()
        self.request = request
        self.single = Single(request.box, seats, **options)
        self.rehearsed: set[str] = set()

    def outcome(self, task: Fixture) -> Played:
        """Chance, the opening and every bot follow from the seed. A bot that does what none may do is trouble."""
        single = self.single
        for name in task.bots:
            self._rehearse(name)
        at: list[Any] = []
        try:
            for seat, name in enumerate(task.bots):
                at.append(_made(name, single, hash_of(task.seed, seat)))
            single.reset(hash_of(task.seed, single.seats))
            return self._played(task, at)
        finally:
            for bot in at:
                _close(bot)

    def _played(self, fixture: Fixture, at: list[Any]) -> Played:
        single, course = self.single, 0
        choices, cpu = [0] * single.seats, [0.0] * single.seats
        draw = random.Random(hash_of(fixture.seed, single.seats + 1))
        opening = self.request.opening
        while single.turn != NOBODY:
            seat = single.turn
            if opening > 0:
                opening -= 1
                action = draw.choice(single.legal())
            else:
                began = time.process_time()
                action = _chosen(at[seat], fixture.bots[seat], single)
                cpu[seat] += time.process_time() - began
                choices[seat] += 1
            course = zlib.crc32(b"%d:%d " % (seat, action), course)
            single.step(action)
        return Played(
            fixture.number,
            fixture.bots,
            fixture.seed,
            tuple(map(float, single.rewards())),
            tuple(choices),
            tuple(round(seconds, 6) for seconds in cpu),
            f"{course:08x}",
        )

    def _rehearse(self, name: str) -> None:
        """Let a bot choose once before it counts, so that loading or compiling its code is not taken for thinking."""
        if name in self.rehearsed:
            return
        self.rehearsed.add(name)
        self.single.reset(0)
        if self.single.turn != NOBODY:
            bot = _made(name, self.single, 0)
            try:
                _chosen(bot, name, self.single)
            finally:
                _close(bot)


def _made(name: str, single: Single, seed: int) -> Any:
    try:
        return bots.make(name, single.game, seed, single.options)
    except Exception as error:
        raise Trouble(f"{name} could not be made: {_said(error)}") from error


def _chosen(bot: Any, name: str, single: Single) -> int:
    """What a bot chooses for the seat whose turn it is, from what that seat sees."""
    legal = single.legal()
    try:
        action = bot.choose(single.seen_by(single.turn).view(np.recarray), single.turn, legal)
        known = action in legal
    except Exception as error:
        raise Trouble(f"{name} on seat {single.turn} gave up: {_said(error)}") from error
    if not known:
        raise Trouble(f"{name} on seat {single.turn} chose {action!r}, which is not a legal action.")
    return int(action)


def _close(bot: Any) -> None:
    """A bot that has something open, a program for example, has a `close`."""
    if hasattr(bot, "close"):
        bot.close()


def _said(error: Exception) -> str:
    """What went wrong, as one sentence."""
    lines = str(error).strip().splitlines()
    words = f"{type(error).__name__}: {lines[0]}" if lines else type(error).__name__
    return words if words.endswith((".", "!", "?")) else f"{words}."
