"""Where pictures are made: by a process of its own, one after the other, so that nobody at a table waits for them."""

import asyncio
import contextlib
import sys
from collections import OrderedDict
from collections.abc import Callable, Hashable

import msgspec
from litestar.exceptions import HTTPException

KEPT = 32 * 1024 * 1024
"""Bytes of pictures that are kept in memory; those asked for last."""
WAITING = 8
"""So many may be waited for."""
PATIENCE = 180.0
"""Seconds that one may take."""
BUSY = "Many pictures are being drawn just now: try again in a minute."


class Wish(msgspec.Struct, frozen=True):
    """What `sobremesa.play.raster` is asked for."""

    drawings: list[str]
    kind: str
    width: int


class Studio:
    def __init__(self) -> None:
        self._kept: OrderedDict[Hashable, bytes] = OrderedDict()
        self._making: dict[Hashable, asyncio.Task[bytes]] = {}
        self._turn = asyncio.Semaphore(1)

    def has(self, key: Hashable) -> bool:
        """Whether a picture costs nothing more: it is there, or is being made."""
        return key in self._kept or key in self._making

    async def picture(self, key: Hashable, draw: Callable[[], list[str]], kind: str, width: int) -> bytes:
        """The picture of these drawings, which are drawn if it is not there yet. Whoever asks for it meanwhile waits
        for the same one."""
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        if key not in self._making:
            if len(self._making) >= WAITING:
                raise HTTPException(BUSY, status_code=429)
            self._making[key] = task = asyncio.create_task(self._make(key, draw, kind, width))
            task.add_done_callback(lambda _: self._making.pop(key, None))
        return await asyncio.shield(self._making[key])

    async def close(self) -> None:
        for task in [*self._making.values()]:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task

    async def _make(self, key: Hashable, draw: Callable[[], list[str]], kind: str, width: int) -> bytes:
        async with self._turn:
            made = await rastered(Wish(await asyncio.to_thread(draw), kind, width))
        self._kept[key] = made
        while len(self._kept) > 1 and sum(map(len, self._kept.values())) > KEPT:
            self._kept.popitem(last=False)
        return made


async def rastered(wish: Wish) -> bytes:
    """What a process of its own makes of it: turning drawings into dots lets no other thread of ours run."""
    command = sys.executable, "-P", "-m", "sobremesa.play.raster"
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe, stderr=pipe)
    try:
        async with asyncio.timeout(PATIENCE):
            made, said = await process.communicate(msgspec.json.encode(wish))
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode:
        raise RuntimeError(f"A picture could not be made: {said.decode(errors='replace')[-500:]}")
    return made
