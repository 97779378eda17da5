"""A time of day that a test sets, and a table whose clock goes by it."""

from sobremesa.server.clock import Setting
from sobremesa.server.house import replayed
from sobremesa.server.manner import Manner
from sobremesa.server.table import Table, new_facts


class Time:
    """A time of day that stands still until a test sets it."""

    def __init__(self):
        self.at = 1000.0

    def __call__(self):
        return self.at


class Timed:
    """A table with a clock, and its log."""

    def __init__(self, time, game="splut", people="ab", initial=60, increment=5, out="", days=0):
        self.time, self.log = time, []
        self.table = Table(new_facts(game, len(people), {}, False, "a"), time)
        clock = Setting(out=out, days=days) if days else Setting(initial, increment, out)
        self.do("set_manner", "a", Manner(clock=clock))
        for seat, who in enumerate(people):
            self.do("sit", who, seat, who.upper(), "words")
        self.do("begin", "a")

    def do(self, what, *parts):
        entry = getattr(self.table, what)(*parts)
        if entry:
            self.log.append(entry)
            self.table.take(entry)
            again = replayed(self.table.facts, self.log, self.time)
            assert again.about() == self.table.about()
        return entry

    def move(self, seat, after):
        self.time.at += after
        match = self.table.match
        choice = sum(move.seat == seat for move in match.moves)
        self.do("move", self.table.places[seat].who, seat, choice, match.legal_moves_of(seat)[0].text)

    def left(self):
        return [clock.left for clock in self.table.about().clocks.values()]

    def runs(self):
        return [clock.runs for clock in self.table.about().clocks.values()]
