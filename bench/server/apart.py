"""A table at one worker of a house, and its twin at another: what happens at the first comes to the second by Redis and
the database, and what each tells somebody must not depend on what is hidden from them."""

import asyncio
import json

from bench.server.leaks import Pairs, Told
from sobremesa.games.words import LANGUAGES
from sobremesa.kernel import SPECTATOR
from sobremesa.mistakes import Mistake
from sobremesa.server.cluster.bus import Talking
from sobremesa.server.database import Store
from sobremesa.server.live.live_table import Connection
from sobremesa.server.live.registry import House


async def until(true):
    async with asyncio.timeout(60):
        while not true():
            await asyncio.sleep(0.0005)


def legal(match, seat, text):
    """Whether a seat may choose that now, however it is typed."""
    try:
        match.check(text, seat)
    except Mistake:
        return False
    return True


class Apart(Pairs):
    """Tables of one game, played at random at one worker; its fellow has what those eyes cannot see dealt anew."""

    def __init__(self, name, seats, seed, database, redis):
        super().__init__(name, seats, seed)
        self.places = database, redis

    async def compare(self, count):
        database, redis = self.places
        self.houses = [House(Store(database, shared=True), workers=Talking(redis)) for _ in range(2)]
        try:
            for house in self.houses:
                await house.begin()
            await until(lambda: not any(house.workers.deaf for house in self.houses))
            while self.counts.total() < count:
                await self.play(count)
        finally:
            for house in self.houses:
                await house.end()
                house.store.close()
        return self.counts

    async def play(self, count):
        """One match, as far as it is needed."""
        await self.sit_down()
        table, other = (live.table for live in self.lives)
        while not table.match.is_over and self.counts.total() < count:
            seat = self.rng.choice(table.match.to_act)
            move = self.rng.choice(table.match.legal_moves_of(seat))
            for eyes in (*range(self.seats), SPECTATOR):
                if self.deal_anew(eyes):
                    self.same_state(eyes)
                    if eyes != SPECTATOR:
                        await self.same_answer(eyes, move)
                        await self.same_trial(eyes)
            before, sealed = table.match.copy(), len(table.match.to_act) > 1
            await self.same_move(self.rng.choice([*range(self.seats), SPECTATOR]), move)
            if sealed:
                self.same_choice(before, move)
            other.match = table.match.copy()
        for house, live, connections in zip(self.houses, self.lives, self.lines, strict=True):
            for connection in connections.values():
                house.go(live, connection)

    async def sit_down(self):
        """Everybody has two sockets, one at each worker."""
        first = self.houses[0]
        guests = [(await first.greet(f"Guest {seat}"))[0] for seat in range(self.seats)]
        name = (await first.lay(guests[0].id, self.name, self.seats, {}, False)).table.facts.id
        self.lives = [await house.find(name) for house in self.houses]
        self.who = {seat: guest.id for seat, guest in enumerate(guests)} | {SPECTATOR: ""}
        spoken = {eyes: self.rng.choice(list(LANGUAGES)) for eyes in self.who}
        self.lines = [
            {eyes: Connection(Told(), who, spoken[eyes], f"Guest {eyes}") for eyes, who in self.who.items()}
            for _ in self.houses
        ]
        for house, live, connections in zip(self.houses, self.lives, self.lines, strict=True):
            for connection in connections.values():
                house.come(live, connection)
        for seat in range(self.seats):
            await self.ask(0, seat, do="sit", seat=seat, name=f"Guest {seat}", words=f"{self.rng.getrandbits(64):x}")
        await self.ask(0, 0, do="begin")
        everybody = 2 * len(self.who)
        await until(lambda: all(len(live.present) == everybody for live in self.lives) and self.level)

    @property
    def level(self):
        """Whether both workers have heard of the same entries."""
        return self.lives[0].table.count == self.lives[1].table.count

    async def ask(self, worker, eyes, **message):
        """What somebody is answered by a worker."""
        done, connection = asyncio.Event(), self.lines[worker][eyes]
        self.houses[worker].hear(self.lives[worker], connection, json.dumps({"id": "1"} | message), done.set)
        await done.wait()
        return next(each for each in reversed(connection.line) if b'"state"' not in each[:20])

    def deal_anew(self, eyes):
        """What those eyes cannot see, at the second worker; whether anything is different there."""
        table, other = (live.table for live in self.lives)
        other.match = self.twin(table, eyes).match
        return other.match.position.tobytes() != table.match.position.tobytes()

    def told(self, eyes):
        """What somebody was told last, by each worker."""
        return [next(each for each in reversed(lines[eyes].line) if b'"state"' in each[:20]) for lines in self.lines]

    def same_state(self, eyes):
        for live in self.lives:
            live.tell(only=self.who[eyes])
        self.check("state", eyes, *self.told(eyes))

    async def same_answer(self, eyes, move):
        """A refusal: each worker reads in the database whether it has missed something before it refuses."""
        table = self.lives[0].table
        others = [seat for seat in range(self.seats) if seat != eyes]
        wrong = ["x", *(each.text for each in table.match.moves if not legal(table.match, eyes, each.text))]
        seat, text = self.rng.choice([(self.rng.choice(others), move.text), (eyes, self.rng.choice(wrong))])
        message = {"do": "move", "seat": seat, "choice": table.chosen[seat], "move": text}
        answers = [await self.ask(worker, eyes, **message) for worker in range(2)]
        self.check("refusal", eyes, *answers)

    async def same_trial(self, eyes):
        """A draft is tried at one worker, and at the other because the first says so."""
        table, other = (live.table for live in self.lives)
        if eyes not in table.match.to_act:
            return
        text = self.rng.choice(table.match.legal_moves_of(eyes)).text
        asked = {"do": "draft", "seat": eyes, "choice": table.chosen[eyes]}
        await self.ask(0, eyes, **asked, moves=[text])
        await until(lambda: eyes in other.drafts)
        self.check("draft", eyes, *self.told(eyes))
        await self.ask(0, eyes, **asked, moves=[])
        await until(lambda: eyes not in other.drafts)

    async def same_move(self, eyes, move):
        """A choice is made at one worker and heard of at the other; compared if it gives those eyes nothing to see."""
        table, other = (live.table for live in self.lives)
        counts = self.deal_anew(eyes) and move.action in other.match.legal_actions_of(move.seat)
        if counts:
            after, otherwise = self.twin(table), self.twin(other)
            after.match.push(move)
            otherwise.match.push(otherwise.match.move(move.seat, move.action))
            counts = not after.match.is_over and self.looks(after, eyes) == self.looks(otherwise, eyes)
        if not counts:
            other.match = table.match.copy()
        choice = table.chosen[move.seat]
        await self.ask(0, move.seat, do="move", seat=move.seat, choice=choice, move=move.text)
        await until(lambda: self.level)
        if counts:
            self.check("move", eyes, *self.told(eyes))

    def same_choice(self, before, move):
        """Somebody has chosen otherwise, as the second worker has it, while others still choose."""
        others = [each for each in before.legal_moves_of(move.seat) if each.text != move.text]
        if not others:
            return
        since = len(before.moves)
        before.push(self.rng.choice(others))
        self.lives[1].table.match = before
        for eyes in self.who.keys() - {move.seat}:
            for live in self.lives:
                live.tell(since, only=self.who[eyes])
            self.check("sealed", eyes, *self.told(eyes))
