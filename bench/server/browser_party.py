"""People who play a match, each with a page of their own."""

import asyncio
import random
from contextlib import asynccontextmanager

from bench.server.browser_client import SEATS, Page
from bench.server.browser_network import LONGEST

TRIES = 20
"""Matches that are begun until one is long enough to look at."""


class Party:
    """People who play one match."""

    def __init__(self, port, game, seed, noting=False):
        self.game, rng = game, random.Random(seed)
        self.pages = [Page(port, f"Ada {seat}", random.Random(rng.random()), noting) for seat in range(SEATS[game])]
        self.turns, self.confirmed, self.asking = 0, [], []
        self.chapters = []
        """What was noted: which chapter, and what was exchanged."""

    async def sit_down(self):
        """Lay the table, come to it, and begin."""
        first, *others = self.pages
        async with self.chapter("opens the front page"):
            await first.see_front()
        async with self.chapter("lays a table for friends"):
            name = await first.lay(self.game)
        for seat, page in enumerate(others, 1):
            page.seat = seat
            async with self.chapter(*[""] * seat, "opens the link"):
                await page.see(name, self.game)
            async with self.chapter(*[""] * seat, "sits down"):
                await page.sit(seat)
        async with self.chapter("begins", *["sees it begin"] * len(others)):
            await first.at.ask("begin")

    @asynccontextmanager
    async def chapter(self, *names):
        """Do something, and wait until everybody has heard of it; note what each has exchanged under the name for
        them."""
        yield
        async with asyncio.timeout(LONGEST):
            while not self.agree():
                await asyncio.sleep(0.005)
        for page, name in zip(self.pages, names, strict=False):
            if page.notes and name:
                self.chapters.append((name, page.notes.take(name)))
        for page in self.pages:
            if page.notes:
                page.notes.take()

    def agree(self):
        """Return whether all who have come know the same of the table, and of each other, and wait for nothing."""
        pages = [page for page in self.pages if page.at]
        for page in pages:
            if page.faults:
                raise page.faults[0]
        told = [page.at.state and page.at.state.about for page in pages]
        if any(page.tasks for page in pages) or any(about != told[0] for about in told):
            return False
        seated = [place for place in told[0].places if place.person] if told else []
        return not told or (not told[0].watchers and all(place.here for place in seated))

    async def play(self, turns):
        """Play as fast as turns are accepted, each for themselves: so many turns, or to the end of the match."""
        self.turns = turns
        self.asking = [asyncio.create_task(page.keep_asking()) for page in self.pages]
        async with asyncio.TaskGroup() as group:
            for page in self.pages:
                group.create_task(self.play_on(page))

    async def play_on(self, page):
        while self.turns > 0 and not page.over:
            if page.may_choose:
                self.turns -= 1
                self.confirmed.append((page, *await page.turn()))
                if self.turns <= 0:
                    for each in self.pages:
                        each.news.set()
            else:
                page.news.clear()
                await asyncio.wait_for(page.news.wait(), LONGEST)
            if page.faults:
                raise page.faults[0]

    async def play_in_turn(self, turns):
        """Play so many turns, one person after the other, so that what is noted does not depend on who is quicker."""
        for _ in range(turns):
            page = next((page for page in self.pages if page.may_choose), None)
            if page is None:
                return
            names = ["plays a turn" if each is page else "sees the turn of another" for each in self.pages]
            async with self.chapter(*names):
                self.confirmed.append((page, *await page.turn()))

    async def change_mind(self):
        """Draft a piece and take it back."""
        page = next((page for page in self.pages if page.may_choose), None)
        if page:
            async with self.chapter(*["changes their mind" if each is page else "" for each in self.pages]):
                await page.choose()
                await page.draft([])

    async def reload(self):
        """Load one page anew."""
        async with self.chapter("loads the page again"):
            await self.pages[0].reload()

    async def look_on(self):
        """Do nothing until one page has asked what it asks by the clock."""
        page = self.pages[0]
        async with self.chapter("looks on for a while"):
            asking = asyncio.create_task(page.keep_asking(0.0))
            while not page.notes.requests:
                await asyncio.sleep(0.005)
            asking.cancel()

    @property
    def moves(self):
        """How many moves the turns had that were confirmed."""
        return sum(moves for *_, moves in self.confirmed)

    @property
    def waits(self):
        """Seconds from confirming a turn until each of the others was told."""
        return [
            other.heard[entries] - sent
            for page, entries, sent, _ in self.confirmed
            for other in self.pages
            if other is not page and entries in other.heard
        ]

    def rise(self):
        for task in self.asking:
            task.cancel()
        for page in self.pages:
            page.close()


async def notes_of(port, game, turns):
    """Play the beginning of a match with one person after the other; return what was noted."""
    for seed in range(TRIES):
        party = Party(port, game, seed, noting=True)
        try:
            await party.sit_down()
            await party.play_in_turn(turns)
            if party.pages[0].over:  # by chance, and much too soon
                continue
            await party.change_mind()
            await party.reload()
            await party.look_on()
        finally:
            party.rise()
        break
    return party.chapters
