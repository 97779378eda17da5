"""Who has matches looked at again: one at a time, the others wait in a row. What has been looked at is kept, so that it
is never done twice; what a worker left when it died another one goes on with."""

import asyncio
import contextlib
import logging
import secrets
import sys
import time

import msgspec

from sobremesa import analysis
from sobremesa.analysis import Row
from sobremesa.mistakes import Mistake
from sobremesa.server.analysis.looker import Job
from sobremesa.server.house import House
from sobremesa.server.store.analyses import GOING, Analysis
from sobremesa.server.table import Table
from sobremesa.server.workers import stopped

log = logging.getLogger("sobremesa")
BEAT = 1.0
"""Seconds after which it is written down how far one has come."""
GONE = 15.0
"""Seconds without a beat after which another worker may take over."""
IDLE = 300.0
"""Seconds that the process waits for another match."""
MOST = 20
"""So many wait at most."""
AT_ONCE = 2
"""So many branches are thought about at the same time: whoever asks for another waits."""
LONGEST = 1 << 20
"""Bytes of what is told of one move."""
FULL = "Many matches are being looked at now: ask again in a few minutes."


class Analyst:
    """Of one worker."""

    def __init__(self, house: House) -> None:
        self._house, self._kept = house, house.store.analyses
        self.turns = asyncio.Semaphore(AT_ONCE)
        """Of those who want to know at once what the house thinks."""
        self._row: list[tuple[Analysis, str]] = []
        """What is to be done, with the record of each; the first is being looked at."""
        self._working: asyncio.Task[None] | None = None
        self._looker: asyncio.subprocess.Process | None = None
        self._resting: asyncio.TimerHandle | None = None

    async def begin(self, table: Table) -> Analysis:
        """Have a match looked at, or find what has been: whoever asks, it is done once."""
        match = table.begun()
        key = table.facts.id, analysis.usual(match), table.facts.rules
        found = await self.find(*key)
        if found and (found.state == "done" or self._lives(found)):
            return found
        if len(self._row) >= MOST:
            raise Mistake(FULL)
        rows = found.rows if found else []
        name = secrets.token_urlsafe(6)
        new = Analysis(*key, name, time.time(), "waiting", len(self._row), len(match.moves), list(rows))
        if not await self._house.reading(self._kept.claim, new, found):
            return await self.find(*key) or new  # another was first
        self._row.append((new, match.record()))
        if self._working is None or self._working.done():
            self._working = asyncio.create_task(self._work())
        return new

    async def find(self, table: str, bot: str, rules: int) -> Analysis | None:
        """As far as it has come, whoever does it."""
        for own, _ in self._row:
            if (own.table, own.bot, own.rules) == (table, bot, rules) and own.state in GOING:
                return own
        return await self._house.reading(self._kept.get, table, bot, rules)

    async def stop(self, table: Table) -> None:
        """Look no further: what has been looked at stays."""
        key = table.facts.id, analysis.usual(table.begun()), table.facts.rules
        for place, (own, _) in enumerate(self._row):
            if (own.table, own.bot, own.rules) == key and own.state in GOING:
                await self._give_up(place, own)
                return
        await self._house.reading(self._kept.stop, *key)

    async def end(self) -> None:
        """The house closes."""
        looker = self._looker
        if self._working:
            await stopped([self._working])
        if self._resting:
            self._resting.cancel()
        for place, (own, _) in enumerate(self._row):
            await self._give_up(place, own)
        self._dismiss()
        if looker:
            await looker.communicate()

    async def _give_up(self, place: int, own: Analysis) -> None:
        own.state = "stopped"
        await self._house.reading(self._kept.keep, own)
        if place == 0:
            self._dismiss()

    def _lives(self, found: Analysis) -> bool:
        return found.state in GOING and time.time() - found.beat < GONE

    async def _work(self) -> None:
        beating = asyncio.create_task(self._beat())
        try:
            while self._row:
                own, record = self._row[0]
                if own.state in GOING:
                    own.state = "going"
                    try:
                        await self._look(own, record)
                    except Exception as error:
                        log.error("The match at table %s was not looked at: %s", own.table, error, exc_info=error)
                        own.state = "stopped"
                        self._dismiss()
                    await self._house.reading(self._kept.keep, own)
                self._row.pop(0)
        finally:
            await stopped([beating])
        self._resting = asyncio.get_running_loop().call_later(IDLE, self._dismiss)

    async def _look(self, own: Analysis, record: str) -> None:
        """Let the process look at one match, to its end or until it is stopped."""
        looker = await self._called()
        assert looker.stdin and looker.stdout
        job = Job(record, own.bot, len(own.rows) + 1)
        looker.stdin.write(msgspec.json.encode(job) + b"\n")
        while own.state in GOING:
            line = await looker.stdout.readline()
            if line == b"\n":
                own.state = "done"
            elif not line:
                if own.state in GOING:
                    raise RuntimeError("the process that looks has ended")
            elif line.startswith(b'"'):
                raise RuntimeError(msgspec.json.decode(line))
            else:
                own.rows.append(msgspec.json.decode(line, type=Row))

    async def _beat(self) -> None:
        """Write down how far all have come; what somebody stopped at another worker is stopped here."""
        while True:
            await asyncio.sleep(BEAT)
            for place, (own, _) in enumerate(self._row):
                if own.state in GOING:
                    own.place, own.beat = place, time.time()
                    if not await self._house.reading(self._kept.keep, own):
                        own.state = "stopped"
                        if place == 0:
                            self._dismiss()

    async def _called(self) -> asyncio.subprocess.Process:
        """The process, which stays for a while when it has nothing to do."""
        if self._resting:
            self._resting.cancel()
        if self._looker is None or self._looker.returncode is not None:
            pipe = asyncio.subprocess.PIPE
            how = sys.executable, "-m", "sobremesa.server.analysis.looker"
            self._looker = await asyncio.create_subprocess_exec(*how, stdin=pipe, stdout=pipe, limit=LONGEST)
        return self._looker

    def _dismiss(self) -> None:
        if self._looker:
            with contextlib.suppress(ProcessLookupError):
                self._looker.kill()
        self._looker = None
