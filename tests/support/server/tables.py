"""Tables: one without a house, and those of a real house at which people play by their sockets."""

import msgspec
import sqlalchemy

import sobremesa as sm
from sobremesa.client import House
from sobremesa.server.database import connected
from sobremesa.server.live.registry import replayed
from sobremesa.server.tables.clock import Setting
from sobremesa.server.tables.log import Entry
from sobremesa.server.tables.settings import Manner
from sobremesa.server.tables.table import Table, new_facts

SECRET = "0123456789abcdef" * 4
"""What all chance of a table comes from."""


class Kept:
    """A table with its log."""

    def __init__(self, game="splut", seats=2, people="ab", manner=None, **options):
        self.table = Table(new_facts(game, seats, options, False, "a"))
        self.log = []
        if manner:
            self.do("set_manner", "a", manner)
        for seat, who in enumerate(people):
            self.do("sit", who, seat, who.upper(), f"words-{who}")
        for seat in range(len(people), seats):
            self.do("seat_bot", "a", seat, "random")
        self.do("begin", "a")

    def do(self, what, *parts):
        entry = getattr(self.table, what)(*parts)
        for each in [entry] if isinstance(entry, Entry) else entry or []:
            self.log.append(each)
            self.table.take(each)
            again = replayed(self.table.facts, self.log)
            again.drafts = self.table.drafts  # which are not written down
            for who in ("a", "b", "c", ""):
                assert again.seen_by(who, "en") == self.table.seen_by(who, "en")
        return entry

    def move(self, seat):
        match = self.table.match
        choice = sum(move.seat == seat for move in match.moves)
        self.do("move", self.table.places[seat].who, seat, choice, match.legal_moves_of(seat)[0].text)

    def sees(self, who="b"):
        return msgspec.to_builtins(self.table.seen_by(who, "en"))


def play_at_random(tables, rng, moves=10_000):
    """Let everybody choose at random, until it is over or so many choices were made."""
    for _ in range(moves):
        waiting = [(table, seat) for table in tables for seat in table.state["seats"] if table.moves(seat)]
        if any(table.over for table in tables):
            return
        if not waiting:
            min(tables, key=lambda table: table.state["about"]["entries"]).wait()
            continue
        table, seat = rng.choice(waiting)
        table.move(seat, rng.choice(table.moves(seat)))
        for other in tables:
            while other.state["about"]["entries"] < table.state["about"]["entries"]:
                other.wait()


def begin_match(server, game="splut", seats=2, people=2, manner=None, **options):
    """Begin a match of so many people, each at a socket of their own, and bots; return the table of each."""
    houses = [House(server.address, f"Guest {n}") for n in range(people)]
    first = houses[0].lay(game, seats, manner=manner, **options)
    tables = [first, *(house.table(first.name) for house in houses[1:])]
    for seat, table in enumerate(tables):
        table.sit(seat)
    for seat in range(people, seats):
        first.bot(seat, "random")
    first.begin()
    for table in tables:
        while table.state["about"]["state"] == "laid":
            table.wait()
    return tables


def set_rules(place, number, name):
    """Write down that a table was laid with other rules of its game."""
    engine, _ = connected(place)
    with engine.begin() as connection:
        connection.execute(
            sqlalchemy.text("UPDATE tables SET rules = :rules WHERE id = :id"), {"rules": number, "id": name}
        )
    engine.dispose()


async def keep_match(store, moves):
    """Keep a match with these moves, which Ada played alone and gave up; return the name of its table."""
    facts, seats = new_facts("splut", 2, {}, False, "ada"), sm.Match("splut", 2)
    entries = [Entry(0, "sit", 0, "ada", "olive Ada", 1.0), Entry(1, "sit", 1, "ada", "olive Ada", 1.0)]
    entries.append(Entry(2, "begin", -1, "ada", "", 3.0))
    for text in moves:
        entries.append(Entry(len(entries), "move", seats.turn, "ada", text, 4.0))
        seats.push(text)
    entries.append(Entry(len(entries), "resign", 0, "ada", "", 5.0))
    await store.add_table(facts, entries)
    return facts.id


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
