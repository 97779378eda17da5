"""Moves accepted per CPU second of the server, ours beside boardgame.io's own.

    python bench/server/moves.py [ROUNDS]

Fifty matches of Splut! with two sockets each, every move sent as soon as the one before it is known; after each move
each seat is sent what it sees and what it may do, which is compared every fifty moves. Ours checks every move by the
rules, finds the legal moves and has everything on disk before it tells; boardgame.io's is in memory, knows no rules and
looks up what our package has worked out before. That favours boardgame.io.
"""

import asyncio
import os
import statistics
import sys
import time
from tempfile import TemporaryDirectory

from driver import seat
from matches import played
from sides import Ours, Peer

TABLES, MOVES, LONGEST = 50, 200, 120


async def play(side, matches):
    """All the matches at once, to their end: how many moves a CPU second, and a second."""
    pairs = await seat(side, matches, TABLES)
    try:
        await side.settle()
        cpu, began = side.cpu(), time.monotonic()
        for pair in pairs:
            pair.go()
        async with asyncio.timeout(LONGEST):
            for pair in pairs:
                await pair.over.wait()
        used, took = side.cpu() - cpu, time.monotonic() - began
    finally:
        for pair in pairs:
            pair.rise()
    return TABLES * MOVES / used, TABLES * MOVES / took


async def run(sides, matches, rounds):
    found = {side: [] for side in sides}
    for side in sides:
        await side.settle()
    for number in range(rounds + 1):
        for side in sides:
            rate, speed = await play(side, matches)
            if number:  # the first is to warm up
                found[side].append(rate)
            said = "" if number else ", to warm up"
            print(f"{side.name:13} {rate:7,.0f} moves a CPU second, {speed:7,.0f} a second{said}", flush=True)
    ours, peer = (statistics.median(found[side]) for side in sides)
    load = " ".join(f"{each:.2f}" for each in os.getloadavg())
    print(f"ours {ours:,.0f}, boardgame.io {peer:,.0f} moves a CPU second, the median of {rounds}:")
    print(f"ours accepts {ours / peer:.2f} times as many (goal: 2). Load average {load}.")


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    matches, sides = played(TABLES, MOVES), []
    with TemporaryDirectory() as folder:
        try:
            sides.append(Ours(folder))
            sides.append(Peer(folder, matches))
            asyncio.run(run(sides, matches, rounds))
        except KeyboardInterrupt:
            print("stopped")
        finally:
            for side in sides:
                side.end()


if __name__ == "__main__":
    main()
