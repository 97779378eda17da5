"""Measure how long a server gives no answer: a quiet socket sends a ping every ten milliseconds.

It has a process of its own: the players are busy, and would take their own pauses for those of the server.
"""

import asyncio
import contextlib
import os
import subprocess
import sys
import time

EVERY = 0.01


class Quiet:
    """Someone who looks on at a table where nothing happens: started, asked now and then, ended."""

    def __init__(self, port, table):
        command = [sys.executable, __file__, str(port), table]
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
        self.process = subprocess.Popen(command, process_group=0, **pipes)  # Ctrl-C is not for it: it goes with us

    def longest(self):
        """Return the longest wait for a pong since one asked last, and by how much its own clock was late at most, in
        milliseconds. What was late by itself says how much of the wait may be the machine's."""
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        return tuple(map(float, self.process.stdout.readline().split()))

    def end(self):
        self.process.stdin.close()
        self.process.wait(10)
        self.process.stdout.close()


async def listen(port, table):
    from wire import PING, connect

    wire, loop = await connect(port, f"/api/tables/{table}/socket", lambda _: None), asyncio.get_running_loop()
    sent, waited, late, over = [], 0.0, 0.0, asyncio.Event()

    def pong():
        nonlocal waited
        waited = max(waited, time.perf_counter() - sent.pop(0))

    def answer():
        nonlocal waited, late
        if not os.read(0, 100):
            over.set()
            return
        still = time.perf_counter() - sent[0] if sent else 0.0
        print(1000 * max(waited, still), 1000 * late, flush=True)
        waited = late = 0.0

    wire.ponged = pong
    loop.add_reader(0, answer)
    while not over.is_set():
        due = time.perf_counter() + EVERY
        await asyncio.sleep(EVERY)
        late = max(late, time.perf_counter() - due)
        if not wire.transport.is_closing():
            sent.append(time.perf_counter())
            wire.send(b"", PING)


if __name__ == "__main__":
    with contextlib.suppress(BrokenPipeError):
        asyncio.run(listen(int(sys.argv[1]), sys.argv[2]))
