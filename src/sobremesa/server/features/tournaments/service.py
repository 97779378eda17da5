"""The evenings of a house: what people ask for there, and what happens by itself when matches end.

Nothing rests on what a worker remembers. A round is drawn by whoever is first to write it down, with all its tables;
how a match came out is written once; and whatever was left undone, because a worker died for example, is found by
looking.
"""

import asyncio
import contextlib
import functools
import logging
import secrets
from collections.abc import Sequence

from msgspec.structs import replace

from sobremesa import bots, games
from sobremesa.mistakes import Mistake
from sobremesa.server.features.tournaments.live_updates import Watching
from sobremesa.server.features.tournaments.messages import NewEvening
from sobremesa.server.features.tournaments.models import Evening, Facts, forfeited
from sobremesa.server.features.tournaments.next_round import can_begin, draw, how_many, least
from sobremesa.server.features.tournaments.pairing import BOT, Round
from sobremesa.server.features.tournaments.store import beginning, drawing
from sobremesa.server.live.live_table import Live
from sobremesa.server.live.registry import House
from sobremesa.server.tables.log import Entry, Guest
from sobremesa.server.tables.seating import LONGEST_NAME, Wish, written
from sobremesa.server.tables.settings import Manner
from sobremesa.server.tables.table import Table, new_facts
from sobremesa.server.text import plain

log = logging.getLogger("sobremesa")
MOST = 64
"""People at one evening."""
LONGEST = 60
"""Letters of its name."""
QUIET = 45.0
"""Seconds in which nothing happens at a table before somebody looks whether a bot is to choose there."""
LONGEST_ROUND = 2 * 86400.0
"""Seconds after which an evening is over where a round has not come to its end."""
SUBSTITUTE = "beginner"
"""Who plays for somebody who left before the match, where no bot was agreed on."""
SEATING = {"sit", "stand", "bot", "begin"}


class Club:
    """What can be done at evenings, and who attends to them."""

    def __init__(self, house: House) -> None:
        self.house, self.kept = house, house.store.evenings
        self.watching = Watching(house)
        self._doing: set[asyncio.Task[None]] = set()

    async def find(self, name: str) -> Evening | None:
        return await self.house.reading(self.kept.evening, name)

    # What people ask for.

    async def lay(self, host: Guest, wanted: NewEvening) -> str:
        """A new evening, to which nobody has come yet; gives its name."""
        name = plain(wanted.name)[:LONGEST]
        if not name:
            raise Mistake("An evening needs a name.")
        game, manner = games.find(wanted.game), wanted.manner or Manner()
        await self.house.prepare(game.name)
        seats, options = game.agree(wanted.seats, wanted.options)
        manner.agreed(game, seats)
        if wanted.bot:
            bots.check(wanted.bot, game)
        facts = Facts(
            secrets.token_urlsafe(9),
            name,
            game.name,
            seats,
            written(game, options),
            manner,
            wanted.kind,
            wanted.rounds,
            wanted.bot,
            wanted.auto,
            wanted.public,
            host.id,
            secrets.token_hex(8),
            self.house.now(),
        )
        await self.house.reading(self.kept.add, facts)
        return facts.id

    async def join(self, evening: Evening, guest: Guest, name: str = "") -> None:
        """Somebody comes, or comes back: from the next round on."""
        facts = evening.facts
        self._not_over(evening)
        mine = evening.of(guest.id)
        if any(each.removed for each in mine):
            raise Mistake("The host has taken you off the list.")
        if any(each.until is None for each in mine):
            return
        entered = [each for each in mine if each.until]
        if facts.kind == "robin" and facts.begun and not entered:
            raise Mistake("A round robin takes nobody in once it has begun: look on, or lay an evening of your own.")
        if mine:
            back = mine[0]
            since = back.since if facts.kind == "robin" else evening.round + 1
            await self.house.reading(self.kept.stay, facts.id, back.number, since, None)
        else:
            called = plain(name)[:LONGEST_NAME] or guest.name
            came = await self.house.reading(self.kept.come, facts.id, guest.id, called, evening.round + 1, MOST)
            if not came:
                raise Mistake(f"An evening is for at most {MOST} people.")
        self.watching.changed(facts.id)

    async def leave(self, evening: Evening, who: str) -> None:
        """Somebody plays no more from the next round on; and gives up the match that they play in."""
        self._not_over(evening)
        for each in evening.of(who):
            if each.until is None:
                await self._go(evening, each.number)

    async def remove(self, evening: Evening, who: str, number: int) -> None:
        """The host takes somebody off the list."""
        self._hosts(evening, who)
        self._not_over(evening)
        if number not in [each.number for each in evening.people]:
            raise Mistake("Nobody of that number is at this evening.")
        await self._go(evening, number, removed=True)

    async def _go(self, evening: Evening, number: int, removed: bool = False) -> None:
        comer = next(each for each in evening.people if each.number == number)
        until = evening.round if comer.until is None else comer.until
        await self.house.reading(self.kept.stay, evening.facts.id, number, comer.since, until, removed)
        for table in evening.tables:
            if table.round == evening.round and table.scores is None and number in table.seats and comer.person:
                await self.house.give_up(table.table, comer.person)
        self.watching.changed(evening.facts.id)
        await self.advance(evening.facts.id)

    async def begin(self, evening: Evening, who: str) -> None:
        """The host begins: the first round is drawn."""
        self._hosts(evening, who)
        self._not_over(evening)
        if evening.facts.begun:
            return
        if not await asyncio.to_thread(can_begin, evening):
            count = await asyncio.to_thread(least, evening.facts)
            raise Mistake(f"It takes {count} people to begin: wait until so many have come.")
        await self._start(evening)

    async def next_round(self, evening: Evening, who: str, number: int) -> None:
        """The host begins the round of that number; nothing if it has begun already."""
        self._hosts(evening, who)
        if number <= evening.round:
            return
        self._not_over(evening)
        if not evening.facts.begun:
            raise Mistake("The evening has not begun.")
        if not evening.is_played:
            raise Mistake("The next round begins when all tables of this one are over: say how the last ones came out.")
        if number > how_many(evening):
            raise Mistake("That was the last round.")
        if not await self._start(evening):
            raise Mistake("Too few are left for another round: end the evening.")

    async def end(self, evening: Evening, who: str) -> None:
        """The host ends it; what is being played still counts when it is over."""
        self._hosts(evening, who)
        await self.house.reading(self.kept.end, evening.facts.id, self.house.now())
        self.watching.changed(evening.facts.id)

    async def forfeit(self, evening: Evening, who: str, name: str, lost: set[int]) -> None:
        """The host says which seats of a table have lost without playing on; with none, that the match itself says how
        it came out."""
        self._hosts(evening, who)
        table = next((each for each in evening.tables if each.table == name), None)
        if table is None:
            raise Mistake("No table of that name is at this evening.")
        if not lost <= set(range(len(table.seats))):
            raise Mistake(f"The seats of this table are numbered 0 to {len(table.seats) - 1}.")
        scores = forfeited(len(table.seats), lost) if lost else None
        await self.house.reading(self.kept.rule, name, scores)
        if scores is None:
            await self._look_at(name)
        self.watching.changed(evening.facts.id)
        await self.advance(evening.facts.id)

    @staticmethod
    def _hosts(evening: Evening, who: str) -> None:
        if not who or evening.facts.host != who:
            raise Mistake("Only who laid the evening does that.")

    @staticmethod
    def _not_over(evening: Evening) -> None:
        if evening.facts.ended:
            raise Mistake("The evening is over.")

    # What happens by itself.

    def happened(self, live: Live, entries: Sequence[Entry]) -> None:
        if live.table.state == "over" or any(entry.kind in SEATING for entry in entries):
            self._soon(live)

    def _soon(self, live: Live) -> None:
        task = asyncio.create_task(self._attend(live))
        self._doing.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._doing.discard(task)
        if not task.cancelled() and (error := task.exception()):
            log.error("At an evening: %s", error, exc_info=error)

    async def _attend(self, live: Live) -> None:
        """A match of an evening begins when all have sat down, and counts when it is over."""
        table = live.table
        name = await self.house.reading(self.kept.evening_of, table.facts.id)
        if name is None:
            return
        if table.state == "laid" and all(place.taken for place in table.places):
            await self.house.wait_for(live, functools.partial(table.begin, table.facts.owner))
        if table.match and table.match.result:
            evening = await self.find(name)
            if evening and as_drawn(evening, table):
                await self.house.reading(self.kept.score, table.facts.id, table.match.result.scores)
                await self.advance(name)
        self.watching.changed(name)

    async def look(self) -> None:
        for table in await self.house.reading(self.kept.unheard, self.house.now() - QUIET):
            await self._look_at(table)
        for name in await self.house.reading(self.kept.running):
            try:
                await self.advance(name)
            except Exception as error:  # the other evenings go on
                self.house.damage.name("evening", name, error)

    async def _look_at(self, table: str) -> None:
        with contextlib.suppress(Mistake):  # of other rules than this house has: the host says how it came out
            if live := await self.house.find(table):
                await self._attend(live)

    async def advance(self, name: str) -> None:
        """Whatever is next by itself: a bot for who has left, the next round, or the end."""
        evening = await self.find(name)
        if evening is None or not evening.facts.begun or evening.facts.ended:
            return
        if await self._stand_in(evening):
            evening = await self.find(name) or evening
        left = evening.drawn[-1].made < self.house.now() - LONGEST_ROUND
        if not evening.is_played and not left:
            return
        last = left or evening.round >= how_many(evening)
        if last or (evening.facts.auto and not await self._start(evening)):
            await self.house.reading(self.kept.end, name, self.house.now())
            self.watching.changed(name)

    async def _stand_in(self, evening: Evening) -> bool:
        """Nobody waits for somebody who has left: of two who would play the other has won, at a larger table a bot
        takes the seat. Whether a match has come out so."""
        gone = {each.number for each in evening.people if each.until is not None}
        waited = [
            each
            for each in evening.tables
            if each.round == evening.round and each.scores is None and gone & {*each.seats}
        ]
        won = False
        for each in waited:
            try:
                live = await self.house.find(each.table)
            except Mistake:  # it cannot be opened: the host says how it came out
                continue
            if live is None or live.table.match:
                continue
            table = live.table
            missing = {n for n, who in enumerate(each.seats) if who in gone and not table.places[n].taken}
            if missing and len(each.seats) <= 2:
                await self.house.reading(self.kept.score, each.table, forfeited(len(each.seats), missing))
                won = True
            else:
                bot = evening.facts.bot or SUBSTITUTE
                for seat in missing:
                    await self.house.wait_for(live, functools.partial(table.seat_bot, table.facts.owner, seat, bot))
        return won

    async def _start(self, evening: Evening) -> bool:
        """The next round begins, by this worker or by whoever was first; not where too few are left."""
        facts, number, now = evening.facts, evening.round + 1, self.house.now()
        await self.house.prepare(facts.game)
        drawn = await asyncio.to_thread(draw, evening)
        if not drawn.tables:
            return False
        laid = await asyncio.to_thread(self._laid, evening, drawn)
        changes = [drawing(facts.id, number, now, drawn, [table.facts.id for table, _ in laid])]
        if number == 1:
            changes.append(beginning(facts.id, now, how_many(evening)))
        try:
            await self.house.lay_together(laid, *changes)
        except Exception as error:
            if not self.house.store.is_conflict(error):
                raise
        self.watching.changed(facts.id)
        return True

    def _laid(self, evening: Evening, drawn: Round) -> list[tuple[Table, list[Wish]]]:
        """The tables of a round, with bots where no person is to sit: people sit down themselves."""
        facts = evening.facts
        people = {each.number: each for each in evening.people}
        assert facts.host is not None
        found = []
        for seats in drawn.tables:
            table = Table(new_facts(facts.game, len(seats), dict(facts.options), False, facts.host), self.house.now)
            wishes: list[Wish] = [functools.partial(table.set_manner, facts.host, replace(facts.manner, strict=True))]
            for seat, who in enumerate(seats):
                if who == BOT:
                    wishes.append(functools.partial(table.seat_bot, facts.host, seat, facts.bot))
                else:
                    wishes.append(functools.partial(table.keep, seat, people[who].person or "", people[who].name))
            found.append((table, wishes))
        return found


def as_drawn(evening: Evening, table: Table) -> bool:
    """Whether it was played at a table as the round has it: what somebody has agreed anew there, or played for somebody
    else, does not count by itself. For a person who is not there a bot may play."""
    drawn = next(each for each in evening.tables if each.table == table.facts.id)
    facts, people = evening.facts, {each.number: each.person for each in evening.people}
    if table.seats != len(drawn.seats) or table.facts.options != facts.options:
        return False
    for who, place in zip(drawn.seats, table.places, strict=True):
        if who == BOT and (place.who or place.bot != facts.bot):
            return False
        if who != BOT and place.who and people[who] and place.who != people[who]:
            return False
    return True
