"""What people say to each other at a table. It is no part of the match: kept in memory only, the last lines of it."""

import time
from collections import deque
from collections.abc import Callable, Collection

import msgspec
from msgspec.structs import replace

from sobremesa.mistakes import BadSeats, IllegalMove, Mistake
from sobremesa.server.protocol.messages import Said, Signalled
from sobremesa.server.tables.table import Table
from sobremesa.server.text import plain

LONGEST = 300
KEPT = 100
AT_MOST, WITHIN = 5, 10.0

SIGNALS = {"outspeed": ("programming", ("A", "B", "C", "not telling"))}
"""What can be announced in a game, whether it is true or not, and in which phase of it."""


class Line(msgspec.Struct, frozen=True):
    """What somebody said. A spectator has no seat."""

    who: str
    seat: str
    name: str
    text: str
    at: float

    def told(self) -> Said:
        """As everybody may know it: who a person is stays with the house."""
        return Said(self.seat, self.name, self.text, self.at, not self.seat)


class Chat:
    """The talk at one table."""

    def __init__(self, now: Callable[[], float] = time.time) -> None:
        self.now = now
        self.lines: deque[Line] = deque(maxlen=KEPT)
        self._spoke: dict[str, deque[float]] = {}

    def say(self, table: Table, who: str, name: str, text: str) -> Line:
        """Somebody says something, under the name they have at the table or else in the house."""
        text = plain(text)
        if not text:
            raise Mistake("There is nothing to be said in that.")
        if len(text) > LONGEST:
            raise Mistake(f"What is said has at most {LONGEST} characters.")
        self._wait_for_breath(who)
        seats = table.seats_of(who)
        seat, name = (table.names[seats[0]], table.places[seats[0]].name) if seats else ("", name)
        line = Line(who, seat, name, text, self.now())
        self.lines.append(line)
        return line

    def signal(self, table: Table, who: str, seat: int, signal: str) -> Signalled:
        """A seat announces something, where its game knows of that."""
        if table.game.name not in SIGNALS:
            raise BadSeats(f"{table.game.title} has no signals.")
        phase, signals = SIGNALS[table.game.name]
        if signal not in signals:
            raise BadSeats(f"The signals are {', '.join(signals)}; not {signal!r}.")
        table.plays(who, seat)
        match = table.match
        if match is None or match.is_over or match.view()["phase"] != phase:
            raise IllegalMove(f"Signals are given while {phase}.")
        self._wait_for_breath(who)
        return Signalled(table.names[seat], signal, self.now())

    def called(self, table: Table, listener: str, name: str) -> dict[str, str]:
        """Everybody else who is called that, a seat or a name, and what their name is: who sits first, and then who
        spoke last."""
        places = zip(table.names, table.places, strict=True)
        meant = {place.who: place.name for seat, place in places if name in (seat, place.name)}
        meant |= {line.who: line.name for line in reversed(self.lines) if line.name == name and line.who not in meant}
        found = {who: known for who, known in meant.items() if who not in ("", listener)}
        if not found:
            raise BadSeats(f"Nobody else here is called {name!r}.")
        return found

    def names_of(self, table: Table, people: Collection[str]) -> list[str]:
        """What these people are called here: the seats that they have, else their names."""
        seats = {place.who: seat for seat, place in zip(table.names, table.places, strict=True)}
        spoke = {line.who: line.name for line in self.lines}
        return sorted(name for who, name in (spoke | seats).items() if who in people)

    def heard_by(self, muted: Collection[str]) -> list[Said]:
        """The last lines, for somebody who comes and does not want to hear some."""
        return [line.told() for line in self.lines if line.who not in muted]

    def rename(self, guest: str, person: str) -> None:
        """A guest has turned out to be a person: what they said stays."""
        said = [replace(line, who=person) if line.who == guest else line for line in self.lines]
        self.lines = deque(said, maxlen=KEPT)

    def _wait_for_breath(self, who: str) -> None:
        now = self.now()
        for each in [each for each, times in self._spoke.items() if now - times[-1] >= WITHIN]:
            del self._spoke[each]
        times = self._spoke.get(who, deque(maxlen=AT_MOST))
        if len(times) == AT_MOST and now - times[0] < WITHIN:
            raise Mistake(f"At most {AT_MOST} times in {WITHIN:.0f} seconds: wait a little.")
        self._spoke[who] = times
        times.append(now)
