"""Whether anything that the house tells a seat or a spectator depends on what is hidden from them.

    python bench/server/leaks.py [PAIRS] [--database URL --redis URL]

plays at random at tables of the games that have secrets and compares, byte for byte, what the house tells at the table
with what it tells at a twin of it: 100,000 pairs unless told otherwise. Only pairs count in which the two differ.

| pair | at the twin |
|---|---|
| state | what is hidden from those eyes is dealt anew |
| refusal | so it is, and somebody tries moves for their own and others' seats |
| move | what is hidden was dealt anew, then the same move is made; compared if it gives those eyes nothing new to see |
| draft | what is hidden was dealt anew, and somebody tries a choice without confirming it, then confirms two at once |
| fork | so it was, and somebody goes on from there against bots |
| sealed | somebody chooses otherwise while others still have to choose at the same time |

With a database and a Redis the table is at one worker of a house and its twin at another, which hears of everything by
Redis and the database; all but forks are compared then. The database gets many tables: give it a schema of its own.
"""

import argparse
import asyncio
import collections
import copy
import itertools
import json
import random
import sys
import time
from pathlib import Path

from sobremesa import games
from sobremesa.games.words import LANGUAGES
from sobremesa.kernel import SPECTATOR
from sobremesa.kernel.rng import seeded
from sobremesa.mistakes import Mistake
from sobremesa.play.fork import fork
from sobremesa.server.live.live_table import Connection, Live, encode
from sobremesa.server.live.registry import House
from sobremesa.server.tables.log import Entry
from sobremesa.server.tables.table import Table, new_facts

TABLES = [("outspeed", 3), ("end-of-line", 3), ("outspeed", 5), ("end-of-line", 4)]


class Leak(Exception):
    """Somebody could tell two deals apart."""


class Told(list):
    """All that somebody is told."""

    def tell(self, data):
        self.append(data)
        return True


class Nowhere:
    """A store that refuses whatever would happen: nothing changes, and who asked learns that it would have."""

    def put(self, changes, then):
        raise Mistake("That would happen.")


class Pairs:
    """Tables of one game, played at random beside their twins."""

    def __init__(self, name, seats, seed):
        self.name, self.seats = name, seats
        self.rules = games.find(name).rules
        self.hide, self.deal = self.rules.hide, self.rules.deal
        self.rng, self.dice = random.Random(seed), seeded(seed)
        self.house = House(Nowhere())
        self.counts = collections.Counter()

    async def compare(self, count):
        """So many pairs; a Leak if two are told apart."""
        while self.counts.total() < count:
            table = self.begun()
            while not table.match.is_over and self.counts.total() < count:
                seat = self.rng.choice(table.match.to_act)
                move = self.rng.choice(table.match.legal_moves_of(seat))
                for eyes in (*range(self.seats), SPECTATOR):
                    twin = self.twin(table, eyes)
                    if twin.match.position.tobytes() != table.match.position.tobytes():
                        self.same("state", eyes, table, twin)
                        await self.same_refusal(eyes, table, twin, move)
                        self.same_after(eyes, table, twin, move)
                        self.same_fork(eyes, table, twin)
                        await self.same_draft(eyes, table, twin)
                    if seat != eyes and len(table.match.to_act) > 1:
                        self.same_sealed(eyes, table, move)
                table.take(Entry(table.count, "move", seat, who(seat), move.text, 0.0))
        return self.counts

    def begun(self):
        """A table at which everybody has sat down, and the match has begun."""
        table = Table(new_facts(self.name, self.seats, {}, False, who(0)))
        for seat in range(self.seats):
            table.take(table.sit(who(seat), seat, f"Guest {seat}", f"{self.rng.getrandbits(64):x}"))
        table.take(table.begin(who(0)))
        return table

    def twin(self, table, eyes=None):
        """A copy of a table; for some eyes, one in which what they cannot see is dealt anew."""
        twin = copy.copy(table)
        twin.match, twin.drafts = table.match.copy(), {}
        if eyes is not None:
            position = table.match.position.copy()
            self.hide(position[0], eyes)
            self.deal(position[0], eyes, self.dice)
            twin.match.suppose(position)
        return twin

    def same(self, kind, eyes, one, other, since=None):
        language, choices = self.rng.choice(list(LANGUAGES)), self.rng.random() < 0.2
        told, otherwise = (encode(each.seen_by(who(eyes), language, since, choices)) for each in (one, other))
        self.check(kind, eyes, told, otherwise)

    def check(self, kind, eyes, told, otherwise):
        self.counts[kind] += 1
        if told != otherwise:
            at = next((n for n, (a, b) in enumerate(zip(told, otherwise, strict=False)) if a != b), 0)
            near = slice(max(at - 120, 0), at + 120)
            raise Leak(f"{kind} of {self.name}, eyes {eyes}: {told[near]!r} or {otherwise[near]!r}")

    async def same_refusal(self, eyes, table, twin, move):
        seat = self.rng.randrange(self.seats)
        choice = sum(each.seat == seat for each in table.match.moves)
        texts = [move.text, self.rng.choice(table.match.moves).text, "x"]
        message = {"do": "move", "id": "1", "seat": seat, "choice": choice, "move": self.rng.choice(texts)}
        told = [await self.answer(each, eyes, json.dumps(message)) for each in (table, twin)]
        self.check("refusal", eyes, *told)

    async def answer(self, table, eyes, message):
        told, done = Told(), asyncio.Event()
        self.house.hear(Live(table), Connection(told, who(eyes), "en"), message, done.set)
        await done.wait()
        return told[0]

    def same_after(self, eyes, table, twin, move):
        if move.action not in twin.match.legal_actions_of(move.seat):
            return
        since = len(table.match.moves)
        after, otherwise = self.twin(table), self.twin(twin)
        after.match.push(move)
        otherwise.match.push(otherwise.match.move(move.seat, move.action))
        if not after.match.is_over and self.looks(after, eyes) == self.looks(otherwise, eyes):
            self.same("move", eyes, after, otherwise, since)

    def same_fork(self, eyes, table, twin):
        deal, moves = self.rng.getrandbits(32), len(table.match.moves)
        self.check("fork", eyes, *(fork(each.match, eyes, moves, deal).tobytes() for each in (table, twin)))

    async def same_draft(self, eyes, table, twin):
        """Also of two choices at once, of which the second may not be possible."""
        if eyes not in table.match.to_act:
            return
        first, second = (self.rng.choice(table.match.legal_moves_of(eyes)).text for _ in range(2))
        choice = table.chosen[eyes]
        for each in table, twin:
            each.draft(who(eyes), eyes, choice, [first])
        self.same("draft", eyes, table, twin)
        message = {"do": "confirm", "id": "1", "seat": eyes, "choice": choice, "moves": [first, second]}
        told = [await self.answer(each, eyes, json.dumps(message)) for each in (table, twin)]
        self.check("draft", eyes, *told)
        for each in table, twin:
            each.drafts = {}

    def looks(self, table, eyes):
        position = table.match.position.copy()
        self.hide(position[0], eyes)
        return len(table.match.moves), position.tobytes()

    def same_sealed(self, eyes, table, move):
        others = [each for each in table.match.legal_moves_of(move.seat) if each != move]
        if not others:
            return
        since = len(table.match.moves)
        after, otherwise = self.twin(table), self.twin(table)
        after.match.push(move)
        otherwise.match.push(self.rng.choice(others))
        self.same("sealed", eyes, after, otherwise, since)


def who(seat):
    return "" if seat == SPECTATOR else f"guest {seat}"


def main():
    asked = argparse.ArgumentParser()
    asked.add_argument("pairs", nargs="?", type=int, default=100_000)
    asked.add_argument("--database")
    asked.add_argument("--redis")
    given = asked.parse_args()
    counts, step = collections.Counter(), max(given.pairs // 100, 1000)  # whole matches, not only their beginnings
    for seed in itertools.count():
        if counts.total() >= given.pairs:
            break
        name, seats = TABLES[seed % len(TABLES)]
        pairs = Pairs(name, seats, seed)
        if given.database:
            sys.path.insert(0, str(Path(__file__).parents[2]))
            from bench.server.apart import Apart

            pairs = Apart(name, seats, seed, given.database, given.redis)
        counts += asyncio.run(pairs.compare(min(step, given.pairs - counts.total())))
        kinds = ", ".join(f"{count:,} {kind}" for kind, count in sorted(counts.items()))
        print(f"\r{counts.total():,} pairs in {time.process_time():.0f} s of CPU: {kinds}", end="", flush=True)
    print("\nNobody could tell two deals apart.")


if __name__ == "__main__":
    main()
