"""How the bots of a house think: by thinkers, where there are any, or on threads of the worker itself."""

import asyncio
import os
import secrets
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from sobremesa import bots, games
from sobremesa.bots.bot import Bot
from sobremesa.server import metrics
from sobremesa.server.cluster import bot_worker, bus_messages
from sobremesa.server.live.commit import Happening
from sobremesa.server.live.live_table import Live
from sobremesa.server.tables.log import Entry

ANOTHER = 0.3
"""Seconds after which a worker looks whether another one, that is to let a bot think, has done so."""


class Thinking(Happening):
    """A house whose bots choose by themselves."""

    def __init__(self) -> None:
        super().__init__()
        self._thinkers = ThreadPoolExecutor(os.cpu_count(), "bot")
        self._jobs: dict[str, asyncio.Future[bus_messages.Thought]] = {}

    def let_bots_think(self, live: Live) -> None:
        if live.table.bots_to_act() and (live.thinking is None or live.thinking.done()):
            live.thinking = asyncio.create_task(self._think(live))
            live.thinking.add_done_callback(lambda task: self.finish(live, task))

    async def _think(self, live: Live) -> None:
        """Bots choose, one after the other; each sees what its seat may see."""
        table = live.table
        while waiting := table.bots_to_act():
            seat, name = waiting[0]
            match, count = table.match, table.count
            assert match is not None
            if not await self.workers.mine(f"{table.facts.id}:{count}:{seat}"):
                await asyncio.sleep(ANOTHER)
                if self.live.get(table.facts.id) is not live:
                    return
                continue
            seen, legal = match.seen_by(seat), match.legal_actions_of(seat)
            with metrics.thought.labels(name).time():
                action = await self._asked(live, seat, name, seen, legal)
                if action is None:
                    action = await self._chosen(live, seat, name, seen, legal)

            def still(count: int = count, seat: int = seat, action: int = action) -> Entry | None:
                return table.bot_move(seat, action) if table.count == count else None

            await self.wait_for(live, still)

    async def _asked(self, live: Live, seat: int, name: str, seen: Any, legal: Sequence[int]) -> int | None:
        """What a thinker chooses; None where there is none, or it does not answer."""
        table = live.table
        if not self.workers.name or table.game is not games.find(table.facts.game):  # thinkers know the rules of today
            return None
        job = bot_worker.Job(
            secrets.token_urlsafe(9),
            self.workers.name,
            table.facts.id,
            table.facts.game,
            name,
            seat,
            seen.tobytes(),
            list(legal),
            time.time(),
        )
        answer = self._jobs[job.name] = asyncio.get_running_loop().create_future()
        try:
            if not await self.workers.lay_down(bot_worker.JOBS, bot_worker.encode(job)):
                return None
            count, end = table.count, time.monotonic() + bot_worker.LATE
            while not (await asyncio.wait({answer}, timeout=bot_worker.LOOK))[0]:
                if table.count != count or time.monotonic() > end:
                    await self.workers.drop(bot_worker.past(job.name))
                    return None if table.count == count else legal[0]  # what it was asked is past: nothing happens
            action = int(answer.result().action)
            return action if action in legal else None
        finally:
            self._jobs.pop(job.name, None)

    def thought(self, thought: bus_messages.Thought) -> None:
        """A thinker has chosen."""
        answer = self._jobs.get(thought.job)
        if answer and not answer.done():
            answer.set_result(thought)

    async def _chosen(self, live: Live, seat: int, name: str, seen: Any, legal: Sequence[int]) -> int:
        bot: Bot | None = live.bots.get((seat, name))
        if bot is None:
            bots.check(name, live.table.game)
            bot = live.bots[seat, name] = bots.make(name, live.table.game, secrets.randbits(32))
        if hasattr(bot, "tell"):
            count = live.table.count
            bot.tell = lambda _: live.table.count != count  # what it thinks about is past
        return await asyncio.get_running_loop().run_in_executor(self._thinkers, bot.choose, seen, seat, legal)
