"""The process that looks at matches again: `python -m sobremesa.server.features.analysis.worker`.

It is given a line for each match and answers with a line for each move, then with an empty one. Whatever is wrong with
a match is a line too: a string that says so. It ends when nobody talks to it any more.
"""

import os
import signal
import sys
from functools import partial
from typing import BinaryIO

import msgspec

from sobremesa import analysis, warm
from sobremesa.mistakes import Mistake
from sobremesa.play import record
from sobremesa.server.tables import rule_versions

NICE = 10
"""How far it gives way to whoever else wants the processor."""


class Job(msgspec.Struct, frozen=True):
    """A match to look at."""

    record: str
    bot: str
    first: int
    """The number of the first move to look at."""
    rules: int
    """The version by which it was played."""


def work(asked: BinaryIO, told: BinaryIO) -> None:
    """Look at one match after the other."""
    for line in asked:
        try:
            job = msgspec.json.decode(line, type=Job)
            match = record.loads(job.record, trusted=True, find=partial(rule_versions.game_by, rules=job.rules))
            warm.make_ready(match.game)
            for row in analysis.of(match, job.bot, first=job.first, truth=True):
                tell(told, row)
            told.write(b"\n")
        except Mistake as mistake:
            tell(told, str(mistake))
        told.flush()


def tell(told: BinaryIO, what: object) -> None:
    told.write(msgspec.json.encode(what) + b"\n")
    told.flush()


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the house, which ends it
    if hasattr(os, "nice"):
        os.nice(NICE)
    try:
        work(sys.stdin.buffer, sys.stdout.buffer)
    except BrokenPipeError:
        os._exit(0)  # nobody listens any more
