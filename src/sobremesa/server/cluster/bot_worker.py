"""Bots that think in processes of their own, here or elsewhere: `sobremesa think`.

A worker of the house lays down in Redis what a bot's seat may see and choose from, and nothing else; whichever thinker
is free takes it and answers. One that dies is waited for a while, and then the worker thinks itself.
"""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import time
from collections import OrderedDict
from typing import Any

import msgspec
import numpy as np

from sobremesa import bots, games, warm
from sobremesa.bots.bot import Bot, Opinion
from sobremesa.play.match import layout_of
from sobremesa.server.cluster import bus_messages
from sobremesa.server.cluster.bus import BEAT, GONE, PREFIX, THINKERS, channel, connected, trouble

log = logging.getLogger("sobremesa")
JOBS = f"{PREFIX}jobs"
KEPT = 64
"""Bots that a thinker remembers, with what they have learnt of their matches."""
LATE = 10.0
"""Seconds after which nobody waits for an answer any more."""
LOOK = 0.25
"""Seconds after which it looks whether somebody still does."""


class Job(msgspec.Struct, frozen=True):
    """A choice that a bot is to make."""

    name: str
    worker: str
    table: str
    game: str
    bot: str
    seat: int
    seen: bytes
    legal: list[int]
    at: float


encode = msgspec.msgpack.Encoder().encode
decode = msgspec.msgpack.Decoder(Job).decode


def past(job: str) -> str:
    """Where it stands that nobody waits for a job any more."""
    return f"{PREFIX}past:{job}"


class Thinker:
    """Takes one job after the other."""

    def __init__(self, address: str) -> None:
        self.redis, self.name = connected(address, None), secrets.token_urlsafe(6)
        self.bots: OrderedDict[tuple[str, int, str], Bot] = OrderedDict()
        self.done = 0

    async def live(self) -> None:
        """Until it is cancelled. While Redis is away it waits."""
        while True:
            try:
                async with asyncio.TaskGroup() as both:
                    both.create_task(self._beat())
                    both.create_task(self._take())
            except* trouble() as group:
                log.warning("Redis is away: %s", group.exceptions[0])
            await asyncio.sleep(0.5)

    async def _beat(self) -> None:
        while True:
            await self.redis.set(THINKERS, self.name, px=int(GONE * 1000))
            await asyncio.sleep(BEAT)

    async def _take(self) -> None:
        while True:
            _, data = await self.redis.blpop([JOBS])
            job = decode(data)
            if time.time() - job.at > LATE:
                continue
            thinking = asyncio.create_task(asyncio.to_thread(self._think, job))
            while not (await asyncio.wait({thinking}, timeout=LOOK))[0]:
                if await self.redis.exists(past(job.name)):
                    self.stopped = True
            answer = bus_messages.Envelope(self.name, "", thinking.result())
            await self.redis.publish(channel(job.worker), bus_messages.encode(answer))
            self.done += 1

    def _think(self, job: Job) -> bus_messages.Thought:
        self.stopped = False
        try:
            game = games.find(job.game)
            bots.check(job.bot, game)
            if not warm.is_warm(game):
                warm.make_ready(game)
            bot = self._bot(job, game)
            if hasattr(bot, "tell"):
                bot.tell = self._listen
            seen = np.frombuffer(bytearray(job.seen), layout_of(game)).view(np.recarray)
            return bus_messages.Thought(job.name, int(bot.choose(seen, job.seat, job.legal)))
        except Exception as error:
            log.error("A bot failed: %s", error, exc_info=error)
            return bus_messages.Thought(job.name, -1)

    def _listen(self, _: Opinion) -> bool:
        return self.stopped

    def _bot(self, job: Job, game: Any) -> Bot:
        key = job.table, job.seat, job.bot
        if key not in self.bots:
            self.bots[key] = bots.make(job.bot, game, secrets.randbits(32))
            while len(self.bots) > KEPT:
                self.bots.popitem(last=False)
        self.bots.move_to_end(key)
        return self.bots[key]


def work(address: str) -> None:
    """A thinker, until the process ends."""
    os.nice(5)
    asyncio.run(Thinker(address).live())
