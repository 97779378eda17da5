"""How the workers of one house talk: by a Redis that all of them reach, or not at all where there is one.

Redis may be slow, lose a word, or be gone. Nothing rests on it but what nobody keeps: while it is away a worker reads
in the database what the others have written, again and again, and else goes on alone.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, Protocol

from sobremesa.mistakes import BadOption
from sobremesa.server import metrics
from sobremesa.server.cluster.bus_messages import AnyWord, Envelope, decode, encode

log = logging.getLogger("sobremesa")
PREFIX = "sobremesa:"
ALL = f"{PREFIX}all"
THINKERS = f"{PREFIX}thinkers"
"""Where those who let bots think give their sign of life."""
BEAT, GONE = 1.0, 4.0
"""Seconds from one sign of life to the next, and after which a worker is taken for dead."""
LEASE = 60.0
"""Seconds that a worker has something to itself, as long as it lives."""
MOST_WAITING = 10_000
"""Words on their way out: if Redis is away for long the oldest are dropped, and nobody misses them."""
TAKE = """
local burst, second = tonumber(ARGV[1]), tonumber(ARGV[2])
local time = redis.call('TIME')
local now = time[1] + time[2] / 1000000
local kept = redis.call('HMGET', KEYS[1], 'left', 'at')
local left = burst
if kept[1] then left = math.min(burst, kept[1] + math.max(0, now - kept[2]) * second) end
if left < 1 then return '-1' end
left = string.format('%.6f', left - 1)
redis.call('HSET', KEYS[1], 'left', left, 'at', string.format('%.6f', now))
redis.call('PEXPIRE', KEYS[1], math.ceil(1000 * (burst - left) / second) + 1000)
return left
"""
"""One out of a bucket, by Redis' own time; how many are left. A bucket that is full again is forgotten."""


class Listener(Protocol):
    """Who is told what the others say."""

    def heard(self, envelope: Envelope) -> None: ...

    def again(self) -> None:
        """The others can be heard again: words may have been missed."""
        ...

    def gone(self, worker: str) -> None:
        """Another worker is dead."""
        ...


class Workers(Protocol):
    """The other workers of the house."""

    name: str
    """Of this one."""
    deaf: bool
    """Whether the others cannot be heard now."""

    async def open(self, house: Listener) -> None: ...

    async def close(self) -> None: ...

    async def join(self, table: str) -> bool:
        """Hear from now on what is told of a table; whether another worker does."""
        ...

    def leave(self, table: str) -> None: ...

    def tell(self, table: str, word: AnyWord) -> None:
        """Everybody else who has that table at hand; with no table, everybody."""
        ...

    async def mine(self, what: str) -> bool:
        """Whether this worker is to do something that one of them should do."""
        ...

    async def take(self, bucket: str, burst: float, second: float) -> float | None:
        """One out of a bucket that holds so many and gets so many a second: how many are left, less than nothing if
        there was none; None if nobody can say for all."""
        ...

    async def lay_down(self, key: str, data: bytes) -> bool:
        """A job for whichever thinker is free; whether there is any."""
        ...

    async def drop(self, key: str) -> None:
        """Say for a while that nobody waits for something any more."""
        ...


class Alone:
    """There is no other worker."""

    name, deaf = "", False

    async def open(self, house: Listener) -> None: ...

    async def close(self) -> None: ...

    async def join(self, table: str) -> bool:
        return False

    def leave(self, table: str) -> None: ...

    def tell(self, table: str, word: AnyWord) -> None: ...

    async def mine(self, what: str) -> bool:
        return True

    async def take(self, bucket: str, burst: float, second: float) -> float | None:
        return None

    async def lay_down(self, key: str, data: bytes) -> bool:
        return False

    async def drop(self, key: str) -> None: ...


class Talking:
    """By the Redis at an address."""

    def __init__(self, address: str) -> None:
        self.name = secrets.token_urlsafe(6)
        self.deaf = True
        self.redis, self._ear = connected(address, 2.0), connected(address, None)
        self._take_one = self.redis.register_script(TAKE)
        self._joined: dict[str, asyncio.Event] = {}
        self._out: asyncio.Queue[tuple[str, bytes]] = asyncio.Queue(MOST_WAITING)
        self._changed = asyncio.Event()
        self._others: set[str] = set()
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self, house: Listener) -> None:
        self._house = house
        self._tasks = [asyncio.create_task(self._live(each)) for each in (self._listen, self._speak, self._beat)]

    async def close(self) -> None:
        with contextlib.suppress(TimeoutError):  # what was said last is heard, if Redis is there
            async with asyncio.timeout(0 if self.deaf else 1):
                await self._out.join()
        await stopped(self._tasks)
        with contextlib.suppress(Exception):
            async with asyncio.timeout(1):
                await self.redis.delete(self._sign(self.name))
        for client in self.redis, self._ear:
            await client.aclose()

    async def join(self, table: str) -> bool:
        joined = self._joined.setdefault(table, asyncio.Event())
        self._changed.set()
        if self.deaf:
            return False
        try:
            async with asyncio.timeout(2):
                await joined.wait()
            [(_, listeners)] = await self.redis.pubsub_numsub(channel(table))
        except trouble():
            return False
        return int(listeners) > 1

    def leave(self, table: str) -> None:
        if self._joined.pop(table, None):
            self._changed.set()

    def tell(self, table: str, word: AnyWord) -> None:
        if self._out.full():
            self._out.get_nowait()
            self._out.task_done()
        self._out.put_nowait((channel(table), encode(Envelope(self.name, table, word))))

    async def mine(self, what: str) -> bool:
        """Who asks first has it, until it is dead for a while. If nobody can say, everybody has."""
        key = f"{PREFIX}mine:{what}"
        try:
            if await self.redis.set(key, self.name, nx=True, px=int(LEASE * 1000)):
                return True
            holder = (await self.redis.get(key) or b"").decode()
            if holder != self.name and await self.redis.exists(self._sign(holder)):
                return False
            await self.redis.set(key, self.name, px=int(LEASE * 1000))
        except trouble() as error:
            log.debug("Redis does not say whose %s is: %s", what, error)
        return True

    async def take(self, bucket: str, burst: float, second: float) -> float | None:
        if self.deaf:
            return None
        try:
            return float(await self._take_one([f"{PREFIX}bucket:{bucket}"], [burst, second]))
        except trouble() as error:
            log.debug("Redis does not say what is left of %s: %s", bucket, error)
            return None

    async def lay_down(self, key: str, data: bytes) -> bool:
        try:
            if not await self.redis.exists(THINKERS):
                return False
            await self.redis.rpush(key, data)
        except trouble():
            return False
        return True

    async def drop(self, key: str) -> None:
        with contextlib.suppress(*trouble()):
            await self.redis.set(key, b"1", px=int(LEASE * 1000))

    @staticmethod
    def _sign(worker: str) -> str:
        """Where a worker gives its sign of life."""
        return f"{PREFIX}worker:{worker}"

    async def _live(self, task: Callable[[], Awaitable[None]]) -> None:
        """Something that goes on as long as the worker lives: after trouble it is begun anew."""
        while True:
            try:
                await task()
            except trouble() as error:
                if (going := asyncio.current_task()) and going.cancelling():
                    return
                if not self.deaf:
                    log.warning("Redis is away: %s. Workers read in the database what the others do.", error)
                self.deaf = True
                metrics.deaf.set(1)
            await asyncio.sleep(0.5)

    async def _listen(self) -> None:
        async with self._ear.pubsub(ignore_subscribe_messages=True) as ear:
            joined: set[str] = set()
            await ear.subscribe(ALL, channel(self.name))
            self._changed.set()
            if self.deaf:
                log.info("Redis is there.")
            hearing = changing = None
            try:
                while True:
                    if self._changed.is_set():
                        self._changed.clear()
                        wanted = set(self._joined)
                        new = wanted - joined
                        if new:
                            await ear.subscribe(*map(channel, new))
                        if old := joined - wanted:
                            await ear.unsubscribe(*map(channel, old))
                        joined = wanted
                        for name in new & self._joined.keys():
                            self._joined[name].set()
                        if self.deaf:
                            self.deaf = False
                            metrics.deaf.set(0)
                            self._house.again()
                    hearing = hearing or asyncio.ensure_future(ear.get_message(timeout=None))
                    changing = asyncio.ensure_future(self._changed.wait())
                    await asyncio.wait({hearing, changing}, return_when=asyncio.FIRST_COMPLETED)
                    changing.cancel()
                    if hearing.done():
                        message, hearing = hearing.result(), None
                        self._take(message)
            finally:
                waiting = [each for each in (hearing, changing) if each]
                for each in waiting:
                    each.cancel()
                await asyncio.gather(*waiting, return_exceptions=True)

    def _take(self, message: dict[str, Any] | None) -> None:
        if not message or message["type"] != "message":
            return
        try:
            envelope = decode(message["data"])
        except Exception as error:
            log.error("A word of another worker cannot be read: %s", error)
            return
        if envelope.sender == self.name:
            return
        self._others.add(envelope.sender)
        try:
            self._house.heard(envelope)
        except Exception as error:
            log.error("A word of another worker was of no use: %s", error, exc_info=error)

    async def _speak(self) -> None:
        while True:
            waiting = [await self._out.get()]
            while not self._out.empty() and len(waiting) < 256:
                waiting.append(self._out.get_nowait())
            async with self.redis.pipeline(transaction=False) as pipe:
                for where, data in waiting:
                    pipe.publish(where, data)
                try:
                    await pipe.execute()
                finally:
                    for _ in waiting:
                        self._out.task_done()

    async def _beat(self) -> None:
        while True:
            await self.redis.set(self._sign(self.name), b"1", px=int(GONE * 1000))
            for worker in list(self._others):
                if not await self.redis.exists(self._sign(worker)):
                    self._others.discard(worker)
                    self._house.gone(worker)
            await asyncio.sleep(BEAT)


async def stopped(tasks: Iterable[asyncio.Task[None]]) -> None:
    """Until all have stopped: while it connects Redis' client takes being stopped for trouble, so it is told again."""
    while going := [task for task in tasks if not task.done()]:
        for task in going:
            task.cancel()
        await asyncio.wait(going, timeout=0.1)


def channel(name: str) -> str:
    """Where words about a table are told, or to one worker; those for everybody without a name."""
    return f"{PREFIX}at:{name}" if name else ALL


def connected(address: str, patience: float | None) -> Any:
    """A client of the Redis at an address, that waits so many seconds for an answer, or for ever."""
    try:
        from redis.asyncio import Redis
    except ModuleNotFoundError:
        raise BadOption("Several workers need a client of Redis: pip install 'sobremesa[workers]'.") from None
    try:
        return Redis.from_url(address, socket_connect_timeout=2, socket_timeout=patience, socket_keepalive=True)
    except ValueError:
        raise BadOption(f"A Redis is named like redis://host:6379/0, not {address!r}.") from None


def trouble() -> tuple[type[BaseException], ...]:
    """What goes wrong when Redis is away."""
    from redis.exceptions import RedisError

    return RedisError, OSError, TimeoutError
