"""What a flood of sign-ins does to those who play and to those who sign in; and what the time of an answer tells.

    python bench/server/signins.py [SECONDS]

A house with its limits and sixty matches of Splut! at a human pace, first alone, then while sign-ins of invented names
come from five hundred addresses, two hundred a second. Once a second somebody with an account signs in from an address
of their own. Linux has these addresses: all of 127.0.0.0/8 is the machine itself.

Before that, at a house without limits, how long the answer takes to a wrong password, to a name that nobody has and to
an account without a password, in turn.
"""

import asyncio
import collections
import http.client
import itertools
import json
import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory

from driver import seat
from matches import played
from sides import TICKS, Ours

TABLES, MOVES, THOUGHT, SECONDS = 60, 60, 2.0, 20.0
ADDRESSES, RATE, AT_ONCE, TRIES = 500, 200, 100, 40
PASSWORD = "four olives in a dish"


class Limited(Ours):
    """A house that keeps its limits, where each table is laid from an address of its own."""

    def lay(self, number):
        self.web = asking(self.port, address(1, number))
        return super().lay(number)

    def waiting(self):
        """CPU seconds of the threads that stand back behind the others: those that hash."""
        found = 0
        for task in Path(f"/proc/{self.process.pid}/task").iterdir():
            parts = (task / "stat").read_text().rpartition(")")[2].split()
            if int(parts[16]) > os.getpriority(os.PRIO_PROCESS, 0):
                found += int(parts[11]) + int(parts[12])
        return found / TICKS


def address(group, number):
    return f"127.{group}.{number // 250}.{number % 250 + 1}"


def asking(port, source):
    return http.client.HTTPConnection("127.0.0.1", port, timeout=60, source_address=(source, 0))


def sign_in(port, source, login, password="some other words"):
    """The status of the answer, and ms."""
    began, web = time.perf_counter(), asking(port, source)
    body = json.dumps({"login": login, "password": password})
    web.request("POST", "/api/account/enter", body, {"Content-Type": "application/json"})
    status = web.getresponse().status
    web.close()
    return status, 1000 * (time.perf_counter() - began)


def open_account(side, login, password):
    web = asking(side.port, address(2, 0))
    body = json.dumps({"login": login, "password": password, "name": login})
    web.request("POST", "/api/account", body, {"Content-Type": "application/json"})
    assert web.getresponse().status == 201
    web.close()


def time_answers(folder):
    """Three kinds of sign-ins that fail, in turn."""
    side = Ours(folder)
    try:
        open_account(side, "ada", PASSWORD)
        open_account(side, "keys-only", None)
        kinds = {"a wrong password": "ada", "a name that nobody has": "nobody", "no password": "keys-only"}
        found = {kind: [] for kind in kinds}
        for n in range(TRIES + 5):
            for kind, login in kinds.items():
                cpu, (_, took) = side.cpu(), sign_in(side.port, address(3, n), login)
                if n >= 5:
                    found[kind].append((took, 1000 * (side.cpu() - cpu)))
        for kind, answers in found.items():
            took, used = zip(*answers, strict=True)
            cuts = quantiles(took, n=4)
            print(
                f"{kind:24} median {median(took):6.1f} ms, half of them {cuts[0]:.1f} to {cuts[2]:.1f}; "
                f"{sum(used) / len(used):.1f} ms of CPU"
            )
    finally:
        side.end()


async def flood(side, end, answers):
    """So many a second, each from the next address, whoever answers."""
    threads, numbers, began = ThreadPoolExecutor(AT_ONCE), itertools.count(), time.monotonic()
    while time.monotonic() < end:
        number = next(numbers)
        threads.submit(try_one, side.port, number, answers)
        await asyncio.sleep(max(0.0, began + number / RATE - time.monotonic()))
    await asyncio.to_thread(threads.shutdown, cancel_futures=True)


def try_one(port, number, answers):
    try:
        answers[sign_in(port, address(4, number % ADDRESSES), f"name{number}")[0]] += 1
    except OSError:
        answers["no answer"] += 1


async def honest(side, end, group):
    """Somebody with an account, once a second; address and account are others each time."""
    found, numbers = [], itertools.count()
    while time.monotonic() < end:
        number = next(numbers)
        found.append(await asyncio.to_thread(sign_in, side.port, address(group, number), f"ada{number}", PASSWORD))
        await asyncio.sleep(1)
    return found


async def measure(side, pairs, seconds, flooded):
    for pair in pairs:
        pair.waits.clear()
    answers, end = collections.Counter(), time.monotonic() + seconds
    cpu, hashing = side.cpu(), side.waiting()
    doing = [honest(side, end, 6 if flooded else 5)]
    if flooded:
        doing.append(flood(side, end, answers))
    signed_in, *_ = await asyncio.gather(*doing)
    cpu, hashing = side.cpu() - cpu, side.waiting() - hashing
    waits = [1000 * wait for pair in pairs for wait in pair.waits]
    cuts, right = quantiles(waits, n=100), [took for status, took in signed_in if status == 200]
    print(
        f"{'with the flood' if flooded else 'alone':15} {len(waits):,} moves, p50 {cuts[49]:.1f} ms, "
        f"p99 {cuts[98]:.1f}; "
        f"{cpu:.2f} CPU s, {hashing:.2f} of them for passwords; {len(waits) / (cpu - hashing):,.0f} moves a CPU second "
        "besides those"
    )
    print(f"{'':15} of {len(signed_in)} with an account {len(right)} came in, median {median(right):.0f} ms")
    if flooded:
        print(f"{'':15} the flood was answered: {dict(answers)}")


async def run(folder, seconds):
    side = Limited(folder, ["--data", str(Path(folder) / "limited.db")], limits=True)
    try:
        await side.settle()
        for number in range(int(2 * seconds) + 2):
            web = asking(side.port, address(7, number))
            body = json.dumps({"login": f"ada{number}", "password": PASSWORD, "name": "Ada"})
            web.request("POST", "/api/account", body, {"Content-Type": "application/json"})
            assert web.getresponse().status == 201
            web.close()
        pairs = await seat(side, played(TABLES, MOVES), TABLES, THOUGHT)
        for pair in pairs:
            asyncio.get_running_loop().call_later(pair.rng.uniform(0, THOUGHT), pair.go)
        await asyncio.sleep(2 * THOUGHT)
        await measure(side, pairs, seconds, False)
        await measure(side, pairs, seconds, True)
        for pair in pairs:
            pair.rise()
    finally:
        side.end()


def main():
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS
    print(f"load average {' '.join(f'{load:.2f}' for load in os.getloadavg())}")
    with TemporaryDirectory() as folder:
        time_answers(folder)
        asyncio.run(run(folder, seconds))
    print(f"load average {' '.join(f'{load:.2f}' for load in os.getloadavg())}")


if __name__ == "__main__":
    main()
