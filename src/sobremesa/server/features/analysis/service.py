"""Who has matches looked at again: one at a time, the others wait in a row. What has been looked at is kept, so that it
is never done twice; what a worker left when it died another one goes on with."""

import asyncio
import contextlib
import logging
import secrets
import sys
from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from sobremesa import analysis
from sobremesa.analysis import Row
from sobremesa.mistakes import Mistake
from sobremesa.server.cluster.bus import stopped
from sobremesa.server.database import is_away
from sobremesa.server.features.analysis.store import GOING, Analysis, Key
from sobremesa.server.features.analysis.worker import Job
from sobremesa.server.live.live_table import Live
from sobremesa.server.live.registry import House
from sobremesa.server.tables.log import Entry
from sobremesa.server.tables.table import Table

log = logging.getLogger("sobremesa")
BEAT = 1.0
"""Seconds after which it is written down how far one has come."""
GONE = 10.0
"""Seconds without a beat after which another worker may take over."""
IDLE = 300.0
"""Seconds that the process waits for another match."""
MOST = 20
"""So many wait at most."""
TRIES = 2
"""How often the process may end at the same move: then it is the match, and nobody is helped by more."""
AT_ONCE = 2
"""So many branches are thought about at the same time: whoever asks for another waits."""
LONGEST = 1 << 20
"""Bytes of what is told of one move."""
LONGEST_MATCH = 5000
"""Moves: what is told of them is read and written as one."""
SHARE = 20
"""What has been looked at is written down when it has grown by so many-th part, so that a long match is not written
again and again."""
FULL = "Many matches are being looked at now: ask again in a few minutes."
TOO_LONG = (
    f"A match of more than {LONGEST_MATCH} moves is not looked at here; `sobremesa analyse` does it from its record."
)


@dataclass(eq=False)
class Errand:
    """One match that this worker has to look at."""

    own: Analysis
    record: str
    written: int
    """How many of its rows are on disk."""


class Ended(Exception):
    """The process that looks has ended."""


class Analyst:
    """Of one worker; an attendant of the house."""

    def __init__(self, house: House) -> None:
        self._house, self._kept = house, house.store.analyses
        self.turns = asyncio.Semaphore(AT_ONCE)
        """Of those who want to know at once what the house thinks."""
        self._row: list[Errand] = []
        """What is to be done; the first is being looked at."""
        self._asking, self._closing = asyncio.Lock(), False
        self._working: asyncio.Task[None] | None = None
        self._looker: asyncio.subprocess.Process | None = None
        self._resting: asyncio.TimerHandle | None = None

    def happened(self, live: Live, entries: Sequence[Entry]) -> None:
        """Nothing is looked at before somebody asks."""

    async def look(self) -> None:
        """Go on with what a worker left when it died, or the house when it closed."""
        for key in await self._house.reading(self._kept.left, GONE, self._room):
            if table := await self._again(key):
                with contextlib.suppress(Mistake):  # many wait by now
                    await self.begin(table)
            else:
                await self._house.reading(self._kept.stop, key)

    async def _again(self, key: Key) -> Table | None:
        """The table that somebody was at, if it would still be looked at in the same way."""
        try:
            live = await self._house.find(key[0])
        except Mistake:  # its rules are no longer here
            return None
        return live.table if live and live.table.state == "over" and key_of(live.table) == key else None

    @property
    def _room(self) -> int:
        """How many more can wait here."""
        return 0 if self._closing else max(0, MOST - len(self._row))

    async def begin(self, table: Table) -> Analysis:
        """Have a match looked at, or find what has been: whoever asks, it is done once."""
        async with self._asking:
            match, key = table.begun(), key_of(table)
            found, mine = await self._house.reading(self._kept.get, key), self._mine(key)
            if found and (found.state == "done" or (found.state in GOING and found.age < GONE)):
                return mine.own if mine and mine.own.by == found.by else found
            if len(match.moves) > LONGEST_MATCH:
                raise Mistake(TOO_LONG)
            if mine:
                self._let_go(mine)  # it was stopped at another worker
            if not self._room:
                raise Mistake(FULL)
            record, rows = match.record(), found.rows if found else []
            name = secrets.token_urlsafe(6)
            new = Analysis(*key, name, "waiting", len(self._row), len(match.moves), rows)
            if not await self._house.reading(self._kept.claim, new, found):
                return await self.find(key) or new  # another was first
            self._row.append(Errand(new, record, len(rows)))
            if self._working is None or self._working.done():
                self._working = asyncio.create_task(self._work())
            return new

    async def find(self, key: Key) -> Analysis | None:
        """As far as it has come, whoever does it."""
        mine = self._mine(key)
        return mine.own if mine else await self._house.reading(self._kept.get, key)

    async def follow(self, table: Table) -> Analysis | None:
        """The same for somebody who looks on: what nobody is at any more is gone on with."""
        found = await self.find(key_of(table))
        if found and found.state in GOING and found.age >= GONE:
            with contextlib.suppress(Mistake):  # many wait here: somebody will
                return await self.begin(table)
        return found

    async def stop(self, table: Table) -> None:
        """Look no further: what has been looked at stays."""
        key = key_of(table)
        if mine := self._mine(key):
            mine.own.state = "stopped"
            await self._house.reading(self._kept.keep, mine.own)
            self._let_go(mine)
        await self._house.reading(self._kept.stop, key)

    async def end(self) -> None:
        """The house closes: another worker goes on, or this one when it opens again."""
        self._closing, looker = True, self._looker
        if self._working:
            await stopped([self._working])
        if self._resting:
            self._resting.cancel()
        self._dismiss()
        if looker:
            await looker.communicate()
        for errand in self._row:
            if errand.own.state in GOING:
                try:
                    await self._house.reading(self._kept.leave, errand.own)
                except Exception as error:
                    self._note(errand, error)

    def _mine(self, key: Key) -> Errand | None:
        return next((errand for errand in self._row if errand.own.key == key and errand.own.state in GOING), None)

    def _let_go(self, errand: Errand) -> None:
        """Of what is done by somebody else now, or by nobody."""
        errand.own.state = "stopped"
        if self._row and errand is self._row[0]:
            self._dismiss()
        elif errand in self._row:
            self._row.remove(errand)

    async def _work(self) -> None:
        beating = asyncio.create_task(self._beat())
        try:
            while self._row:
                errand = self._row[0]
                if errand.own.state in GOING:
                    await self._see_through(errand)
                del self._row[0]
        finally:
            await stopped([beating])
        self._resting = asyncio.get_running_loop().call_later(IDLE, self._dismiss)

    async def _see_through(self, errand: Errand) -> None:
        """To the end of a match, until it is stopped, or until it turns out that it cannot be."""
        own, tries = errand.own, 0
        own.state = "going"
        while own.state == "going":
            before = len(own.rows)
            try:
                await self._look(own, errand.record)
            except Exception as error:
                self._dismiss()  # if it has not ended by itself
                tries = 1 if len(own.rows) > before else tries + 1
                if not isinstance(error, Ended) or tries >= TRIES:
                    log.error("The match at table %s was not looked at: %s", own.table, error, exc_info=error)
                    own.state = "stopped"
        if own.state == "stopped":
            self._dismiss()  # or it would go on telling
        while True:
            try:
                await self._house.reading(self._kept.keep, own)
                return
            except Exception as error:
                self._note(errand, error)
                if not is_away(error):
                    return
            await asyncio.sleep(BEAT)

    async def _look(self, own: Analysis, record: str) -> None:
        """Let the process look at one match, to its end or until it is stopped."""
        looker = await self._called()
        assert looker.stdin and looker.stdout
        job = Job(record, own.bot, len(own.rows) + 1, own.rules)
        looker.stdin.write(msgspec.json.encode(job) + b"\n")
        while own.state in GOING:
            line = await looker.stdout.readline()
            if own.state not in GOING:
                return
            if line == b"\n":
                own.state = "done"
            elif not line:
                raise Ended("the process that looks has ended")
            elif line.startswith(b'"'):
                raise RuntimeError(msgspec.json.decode(line))
            else:
                own.rows.append(msgspec.json.decode(line, type=Row))

    async def _beat(self) -> None:
        """Write down how far all have come; what somebody stopped at another worker is stopped here."""
        while True:
            await asyncio.sleep(BEAT)
            for place, errand in enumerate(list(self._row)):
                if errand.own.state in GOING:
                    errand.own.place = place
                    try:
                        await self._breathe(errand)
                    except Exception as error:
                        self._note(errand, error)

    async def _breathe(self, errand: Errand) -> None:
        own, now = errand.own, len(errand.own.rows)
        much = now > errand.written + errand.written // SHARE
        if await self._house.reading(self._kept.keep, own, much):
            errand.written = now if much else errand.written
        elif own.state in GOING and errand in self._row:
            self._let_go(errand)
            await self._house.reading(self._kept.add, own)

    def _note(self, errand: Errand, error: Exception) -> None:
        level = logging.WARNING if is_away(error) else logging.ERROR
        log.log(level, "How far table %s was looked at is not written down: %s", errand.own.table, error)

    async def _called(self) -> asyncio.subprocess.Process:
        """The process, which stays for a while when it has nothing to do."""
        if self._resting:
            self._resting.cancel()
        if self._looker is None or self._looker.returncode is not None:
            pipe = asyncio.subprocess.PIPE
            how = sys.executable, "-m", "sobremesa.server.features.analysis.worker"
            self._looker = await asyncio.create_subprocess_exec(*how, stdin=pipe, stdout=pipe, limit=LONGEST)
        return self._looker

    def _dismiss(self) -> None:
        if self._looker:
            with contextlib.suppress(ProcessLookupError):
                self._looker.kill()
        self._looker = None


def key_of(table: Table) -> Key:
    """Under which a match is looked at by the rules and the bot of now."""
    return table.facts.id, analysis.usual(table.begun()), table.facts.rules
