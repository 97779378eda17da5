"""Measure how long a player waits on a machine where nothing is compiled: with an empty home and an empty cache.

    python bench/cold.py [--engine auto|wasm|native] [--install] [--json]

For every game: until `sobremesa play` asks its first question, and the longest wait after one of six choices, bots
among them, in a real terminal; until a fresh server listens, until a table has its first view, and the longest wait
after one of six choices there; and in Chromium, where there is one, until the front page of a fresh server is there,
from *Play now* until the board is, and the longest wait after one of three turns, the bot's answer among it. With
--install also how long `make play` takes in a fresh clone to install everything, with what pip and npm have downloaded
before and without. Seconds by the clock, which is what a person feels, with the load average; run it on a quiet
machine.
"""

import argparse
import json
import os
import pty
import random
import re
import resource
import select
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from sobremesa import games
from sobremesa.client import House
from tests.support.server.serving import Server
from tests.support.web import outspeed, play
from tests.support.web.browser import THERE, Person, find_chromium

LIMIT = 600
CHOICES = 6
"""Made in each match: a bot answers at least one of them, whatever makes up a turn."""
TURNS = 3
"""Played in each match in a browser."""
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


def in_a_browser(chromium, name, engine):
    """The seconds until the front page is there, until the board is after *Play now*, and until the bot has answered
    the slowest of three turns."""
    with tempfile.TemporaryDirectory() as folder:
        for variable, value in surroundings(folder, engine).items():
            os.environ[variable] = value
        server = Server(Path(folder) / "house.db")
        try:
            one = Person(chromium, server)
            began = time.perf_counter()
            one.page.goto("/", wait_until="commit")
            button = one.page.locator(f"article[data-game={name}]").get_by_role("button", name="Play now")
            button.wait_for()
            page = time.perf_counter() - began
            began = time.perf_counter()
            button.click()
            one.page.locator("[data-status]").wait_for()
            one.page.wait_for_function(THERE)
            board = time.perf_counter() - began
            answered, rng = 0.0, random.Random(1)
            for _ in range(TURNS):
                if not play.awaited(one):
                    break
                (outspeed if name == "outspeed" else play).from_list(one, rng)
                began = time.perf_counter()
                play.awaited(one)
                answered = max(answered, time.perf_counter() - began)
            assert not one.faults, one.faults
            one.context.close()
            return {"page": page, "play now": board, "bot in page": answered}
        finally:
            server.kill()


def install():
    """The seconds that `make play` takes until it could open the server, in a fresh clone with an empty home: the first
    time, and again where pip and npm find everything that they have downloaded; by the clock, and of the processor."""
    rows = []
    with tempfile.TemporaryDirectory() as home:
        for _ in range(2):
            with tempfile.TemporaryDirectory() as folder:
                subprocess.run(["git", "clone", "-q", str(Path(__file__).parents[1]), folder], check=True)
                began, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
                command = ["make", "-s", "-j2", ".venv/play.ready", "client"]
                subprocess.run(command, cwd=folder, env=os.environ | {"HOME": home}, check=True, capture_output=True)
                after = resource.getrusage(resource.RUSAGE_CHILDREN)
                cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
                rows.append((time.perf_counter() - began, cpu))
    return rows


def in_all_ways(names, engine):
    """Return the figures of each game."""
    rows = {name: in_a_terminal(name, engine) | at_a_table(name, engine) for name in names}
    if not find_chromium():
        return rows
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
        try:
            for name, row in rows.items():
                row.update(in_a_browser(chromium, name, engine))
        finally:
            chromium.close()
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--engine", default="auto", choices=("auto", "wasm", "native"))
    parser.add_argument("--install", action="store_true", help="also install everything, twice; some minutes")
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args()
    rows = in_all_ways(games.names(), chosen.engine)
    installed = install() if chosen.install else []
    load = [round(each, 2) for each in os.getloadavg()]
    if chosen.json:
        print(json.dumps({"load": load, "engine": chosen.engine, "found": rows, "install": installed}, indent=1))
        return
    print(f"load average {load}, engine {chosen.engine}; seconds with nothing compiled")
    for name, row in rows.items():
        print(f"{name:15}" + "".join(f"  {what} {value:.2f}" for what, value in row.items()))
    for what, (clock, cpu) in zip(("with downloads", "without"), installed, strict=False):
        print(f"make play installs in {clock:.0f} s {what}, {cpu:.0f} s of the processor")


if __name__ == "__main__":
    main()
