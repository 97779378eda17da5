"""Two at each table who play a match that has been played before, and how long the other waits for each move."""

import asyncio
import random
import time

from wire import connect


class Pair:
    """Two sockets at one match."""

    def __init__(self, side, number, match, thought=0.0):
        self.side, self.number, self.match, self.thought = side, number, match, thought
        self.made, self.wires, self.told = match["moves"], [None, None], [-1, -1]
        self.ready, self.over = asyncio.Event(), asyncio.Event()
        self.playing, self.accepted, self.sent, self.waits = False, 0, 0.0, []
        self.rng = random.Random(number)

    async def sit(self, handle):
        self.handle = handle
        for seat in range(2):
            path, head = self.side.door(handle, seat)
            self.wires[seat] = await connect(self.side.port, path, lambda data, seat=seat: self.hear(seat, data), head)
            self.wires[seat].send(self.side.hello(handle, seat))
        await asyncio.wait_for(self.ready.wait(), 60)

    def hear(self, seat, message):
        n = self.side.hear(self.handle, seat, message, self.wires[seat])
        if n is None or n <= self.told[seat]:
            return
        self.told[seat] = n
        if n % 50 == 7:
            assert self.side.seen(message, seat) == self.match["positions"][n][seat], "not what that seat should see"
        if n and seat != self.made[n - 1][0]:
            self.waits.append(time.perf_counter() - self.sent)
        if min(self.told) == n:
            self.accepted = n
            if n == 0:
                self.ready.set()
            if n == len(self.made):
                self.over.set()
        if self.playing:
            self.consider(seat)

    def go(self):
        self.playing = True
        for seat in range(2):
            self.consider(seat)

    def consider(self, seat):
        n = self.told[seat]
        if n < len(self.made) and self.made[n][0] == seat:
            if self.thought:
                wait = self.rng.uniform(0.5 * self.thought, 1.5 * self.thought)
                asyncio.get_running_loop().call_later(wait, self.move, seat, n)
            else:
                self.move(seat, n)

    def move(self, seat, n):
        if self.playing:
            choice = sum(mover == seat for mover, _ in self.made[:n])
            self.sent = time.perf_counter()
            self.wires[seat].send(self.side.move(self.handle, seat, n, choice, self.made[n][1]))

    def rise(self):
        self.playing = False
        for wire in self.wires:
            if wire:
                wire.close()


async def seat(side, matches, count, thought=0.0):
    """So many pairs, ready to play."""
    side.web.close()  # it opens again; what waited too long may be closed at the other end
    pairs = [Pair(side, n, matches[n % len(matches)], thought) for n in range(count)]
    handles = [side.lay(pair.number % len(matches)) for pair in pairs]
    for start in range(0, count, 25):
        some = zip(pairs[start : start + 25], handles[start : start + 25], strict=True)
        await asyncio.gather(*(pair.sit(handle) for pair, handle in some))
    return pairs
