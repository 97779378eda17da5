"""What people in browsers cost the server: turns confirmed per CPU second, at each of the four games.

    python bench/server/browser.py [ROUNDS] [--tables 50] [--turns 20] [--games splut,end-of-line,...] [--seed 1]
    python bench/server/browser.py --capture

Everybody has a socket of their own and exchanges what a browser does: a turn is drafted piece by piece, for each of
which the server tries every move that could come next, and then confirmed. Each piece is drawn among the choices that
the server sent. Before anything is measured, a short match of each game is compared with what a real Chromium
exchanged, as browser_messages.json has it. --capture makes that anew; it needs Chromium and the built client. The files
of the pages are not asked for: a browser keeps them.

Splut! is followed by boardgame.io's own server with the matches of moves.py, where npm can install it.
"""

import argparse
import asyncio
import os
import statistics
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).parents[2]))

import moves as plain
from matches import played
from sides import Ours, Peer
from stalls import Quiet

from bench.server import browser_capture
from bench.server.browser_party import Party, notes_of
from bench.server.kinds import GAMES

AT_ONCE, LONGEST, SHORT = 10, 300, 6
"""Tables that are laid at once; seconds in which a round must be over; turns of the match that is compared."""
COLUMNS = {
    "turns": "turns that were confirmed",
    "rate": "turns a CPU second of the server, all its processes",
    "cost": "CPU ms a turn",
    "pieces": "moves that are drafted for a turn",
    "own": "kB that a turn sends to who has it",
    "others": "kB that a turn sends to each of the others",
    "p50": "ms from `confirm` until another knows of it, the median",
    "p99": "the same, the 99th percentile",
    "stall": "the longest time in ms in which the server gave no answer, as a quiet socket saw it",
    "noise": "by how many ms the clock of that socket's process was late by itself",
    "opening": "CPU ms for each person from the front page, or the link, to a match that has begun",
}


def asked():
    """Read the command line."""
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("rounds", nargs="?", type=int, default=3)
    reader.add_argument("--tables", type=int, default=50, help="tables of a game at once")
    reader.add_argument("--turns", type=int, default=20, help="turns at each table, if the match has so many")
    reader.add_argument("--games", default=",".join(GAMES))
    reader.add_argument("--seed", type=int, default=1)
    reader.add_argument("--capture", action="store_true", help="look anew what Chromium exchanges")
    wanted = reader.parse_args()
    wanted.games = wanted.games.split(",")
    if wrong := set(wanted.games) - {*GAMES}:
        reader.error(f"there is no game {', '.join(wrong)}: choose among {', '.join(GAMES)}")
    return wanted


def load():
    return f"load average {' '.join(f'{each:.2f}' for each in os.getloadavg())}"


async def compare(house, games):
    """Say in a sentence whether we exchange what was captured of a real browser."""
    captured, found = browser_capture.read(), []
    for game in games:
        found += browser_capture.differences(captured, game, await notes_of(house.port, game, SHORT))
    if found:
        print("This is not what a browser exchanges; look at web/src/api, or capture anew:", *found, sep="\n  ")
    else:
        print(f"What is exchanged is what Chromium exchanged when it was captured, at {', '.join(games)}.")


async def at_once(deeds):
    """Do all of these; if one fails, or the run is stopped, all are cancelled."""
    async with asyncio.TaskGroup() as group:
        for deed in deeds:
            group.create_task(deed)


async def measure(house, quiet, game, wanted, number):
    """Play a round of a game: at all tables at once, as fast as turns are accepted."""
    seed = wanted.seed * 1_000_000 + number * 1000
    parties = [Party(house.port, game, seed + table) for table in range(wanted.tables)]
    pages = [page for party in parties for page in party.pages]
    try:
        cpu = house.cpu()
        for start in range(0, len(parties), AT_ONCE):
            await at_once(party.sit_down() for party in parties[start : start + AT_ONCE])
        opening = house.cpu() - cpu
        await house.settle()
        for page in pages:
            page.bytes = [0, 0]
        quiet.longest()
        cpu = house.cpu()
        async with asyncio.timeout(LONGEST):
            await at_once(party.play(wanted.turns) for party in parties)
        used = house.cpu() - cpu
        stall, noise = quiet.longest()
    finally:
        for party in parties:
            party.rise()
    turns = sum(len(party.confirmed) for party in parties)
    waits = statistics.quantiles([1000 * wait for party in parties for wait in party.waits], n=100)
    others, own = (sum(page.bytes[mine] for page in pages) / 1000 for mine in (False, True))
    moves = sum(party.moves for party in parties)
    return {
        "turns": turns,
        "rate": turns / used,
        "cost": 1000 * used / turns,
        "pieces": moves / turns,
        "own": own / turns,
        "others": others / turns / (len(parties[0].pages) - 1),
        "p50": waits[49],
        "p99": waits[98],
        "stall": stall,
        "noise": noise,
        "opening": 1000 * opening / len(pages),
        "moves": moves / used,
    }


def head():
    return " " * 15 + "".join(f"{name:>9}" for name in COLUMNS)


def line(game, told):
    cells = (f"{told[name]:,.2f}" if told[name] < 10 else f"{told[name]:,.0f}" for name in COLUMNS)
    return f"{game:15}" + "".join(f"{cell:>9}" for cell in cells)


async def run(house, quiet, peer, matches, wanted):
    await house.settle()
    await compare(house, wanted.games)
    print(*(f"{name:>8}: {what}" for name, what in COLUMNS.items()), sep="\n")
    print(f"{load()}\n{head()}", flush=True)
    found, theirs = {game: [] for game in wanted.games}, []
    for number in range(wanted.rounds + 1):
        for game in wanted.games:
            told = await measure(house, quiet, game, wanted, number)
            print(line(game, told) + ("" if number else "  to warm up"), flush=True)
            if number:
                found[game].append(told)
            if game == GAMES[0] and peer:
                rate, _ = await plain.play(peer, matches)
                if number:
                    theirs.append(rate)
    print(f"medians of {wanted.rounds}, with {wanted.tables} tables of a game at once; {load()}")
    medians = {}
    for game, rounds in found.items():
        medians[game] = {name: statistics.median(told[name] for told in rounds) for name in rounds[0]}
        print(line(game, medians[game]))
    if theirs:
        ours, rate = medians[GAMES[0]]["moves"], statistics.median(theirs)
        print(f"Splut! is {ours:,.0f} moves a CPU second as a browser plays it, boardgame.io {rate:,.0f}:")
        print(f"ours accepts {ours / rate:.2f} times as many.")


def measured(wanted):
    """Start what is needed, and end it whatever happens."""
    with TemporaryDirectory() as folder:
        house = quiet = peer = None
        matches = []
        try:
            house = Ours(folder)
            quiet = Quiet(house.port, house.lay(0)[0])
            if GAMES[0] in wanted.games:
                matches = played(plain.TABLES, plain.MOVES)
                try:
                    peer = Peer(folder, matches)
                except SystemExit as why:
                    print(why)
            asyncio.run(run(house, quiet, peer, matches, wanted))
        except KeyboardInterrupt:
            print("stopped")
        finally:
            for each in quiet, peer, house:
                if each:
                    each.end()


def main():
    wanted = asked()
    if wanted.capture:
        try:
            browser_capture.write(browser_capture.capture())
            print(f"What Chromium exchanges is in {browser_capture.CAPTURE.name}.")
        except KeyboardInterrupt:
            print("stopped")
    else:
        measured(wanted)


if __name__ == "__main__":
    main()
