"""Measure how long a player waits on a machine where nothing is compiled: with an empty home and an empty cache.

    python bench/cold.py [--engine auto|wasm|native] [--json]

For every game: until `sobremesa play` asks its first question, and the longest wait after one of six choices, bots
among them, in a real terminal; and until a fresh server listens, until a table has its first view, and the longest wait
after one of six choices there. Seconds by the clock, which is what a person feels, with the load average; run it on a
quiet machine.
"""

import argparse
import json
import os
import pty
import re
import select
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from sobremesa import games
from sobremesa.client import House

LIMIT = 600
CHOICES = 6
"""Made in each match: a bot answers at least one of them, whatever makes up a turn."""
ASKS = re.compile(rb"> $")


def surroundings(folder, engine):
    return os.environ | {
        "HOME": folder,
        "SOBREMESA_HOME": folder,
        "SOBREMESA_CACHE": folder,
        "SOBREMESA_ENGINE": engine,
        "TERM": "xterm",
    }


def read_until_asked(terminal, began):
    """What is printed until a question stands there, and the seconds that took."""
    seen = b""
    while not ASKS.search(seen):
        if not select.select([terminal], [], [], LIMIT)[0]:
            raise SystemExit(f"No question within {LIMIT} s:\n{seen.decode(errors='replace')}")
        try:
            seen += os.read(terminal, 65536)
        except OSError:  # the match is over, and the program has ended
            break
    return time.perf_counter() - began


def in_a_terminal(name, engine):
    with tempfile.TemporaryDirectory() as folder:
        began = time.perf_counter()
        process, terminal = pty.fork()
        if process == 0:
            command = [sys.executable, "-m", "sobremesa", "play", name, "--seed", "1"]
            os.execvpe(command[0], command, surroundings(folder, engine))
        asked = read_until_asked(terminal, began)
        answered = 0.0
        for _ in range(CHOICES):
            began = time.perf_counter()
            try:
                os.write(terminal, b"1\n")
            except OSError:
                break
            time.sleep(0.02)  # what was asked before is still there
            answered = max(answered, read_until_asked(terminal, began))
        os.kill(process, 9)
        os.waitpid(process, 0)
    return {"asked": asked, "answered": answered}


def at_a_table(name, engine):
    """The seconds until a fresh server listens, until a table has its first view, and until its bots have answered the
    first move; and what memory the server then has."""
    game = games.find(name)
    with tempfile.TemporaryDirectory() as folder:
        began = time.perf_counter()
        command = [sys.executable, "-m", "sobremesa", "serve", "--host", "127.0.0.1", "--port", "0"]
        command += ["--data", f"{folder}/house.db"]
        server = subprocess.Popen(command, env=surroundings(folder, engine), stdout=subprocess.PIPE, text=True)
        try:
            address = re.search(r"http://[^\s]+", server.stdout.readline()).group()
            opened = time.perf_counter() - began
            seats = max(2, game.seats[0])
            guest = House(address, "Ada")
            began = time.perf_counter()
            with guest.lay(name, seats) as table:
                table.sit(0)
                table.fill("normal")
                table.begin()
                own = next(iter(table.state["seats"]))
                while not table.moves(own) and not table.over:
                    table.wait()
                board = time.perf_counter() - began
                answered = 0.0
                for _ in range(CHOICES):
                    if table.over:
                        break
                    began = time.perf_counter()
                    choice = table.state["seats"][own]["choice"]
                    table.move(own, table.moves(own)[0])
                    while table.state["seats"][own]["choice"] == choice or not (table.moves(own) or table.over):
                        table.wait()
                    answered = max(answered, time.perf_counter() - began)
            status = Path(f"/proc/{server.pid}/status").read_text()
            memory = int(re.search(r"VmRSS:\s+(\d+)", status).group(1)) // 1024
            return {"server": opened, "board": board, "bot": answered, "megabytes": memory}
        finally:
            server.terminate()
            server.wait(30)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--engine", default="auto", choices=("auto", "wasm", "native"))
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args()
    found = {name: in_a_terminal(name, chosen.engine) | at_a_table(name, chosen.engine) for name in games.names()}
    load = [round(each, 2) for each in os.getloadavg()]
    if chosen.json:
        print(json.dumps({"load": load, "engine": chosen.engine, "found": found}, indent=1))
        return
    print(f"load average {load}, engine {chosen.engine}; seconds with nothing compiled")
    for name, row in found.items():
        print(f"{name:15}" + "".join(f"  {what} {value:.2f}" for what, value in row.items()))


if __name__ == "__main__":
    main()
