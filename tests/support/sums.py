"""Requests for a crew: sums that go well, and some that do not."""

import os
import signal
from dataclasses import dataclass
from pathlib import Path

from sobremesa import parallel
from sobremesa.mistakes import BadOption


@dataclass(frozen=True)
class Sum:
    """A number to be squared, and what happens on the way."""

    number: int
    what: str = ""


@dataclass(frozen=True)
class Sums:
    """Where things happen once, the folder remembers that they did."""

    folder: Path
    refused: bool = False
    dies: bool = False
    faulty: bool = False

    def stage(self) -> "Slate":
        if self.refused:
            raise BadOption("There is no slate.")
        if self.dies:
            os._exit(4)
        if self.faulty:
            raise ZeroDivisionError("no slate at all")
        return Slate(self.folder)


@dataclass
class Slate:
    folder: Path
    rubbed: int = 0
    """How often it was used: that changes nothing."""

    def outcome(self, task: Sum) -> int:
        self.rubbed += 1
        if task.what.endswith(" once"):
            mark = self.folder / str(task.number)
            if mark.exists():
                return task.number**2
            mark.touch()
        if task.what.startswith("trouble"):
            raise parallel.Trouble("The chalk broke.")
        if task.what.startswith("mistake"):
            raise BadOption("There is no such number.")
        if task.what.startswith("fault"):
            raise ZeroDivisionError("division by nobody knows what.\nAnd more.")
        if task.what.startswith("exit"):
            os._exit(3)
        if task.what.startswith("kill"):
            os.kill(os.getpid(), signal.SIGKILL)
        return task.number**2


EVERYTHING = [Sum(n) for n in range(20)] + [
    Sum(20, "trouble"),
    Sum(21, "trouble once"),
    Sum(22, "mistake"),
    Sum(23, "fault"),
    Sum(24, "fault once"),
]
DEATHS = [Sum(n) for n in range(6)] + [Sum(6, "exit"), Sum(7, "kill once"), Sum(8, "exit once"), Sum(9)]


def told(found):
    """What came of each task, in order."""
    return {
        each.task.number: each.result if isinstance(each, parallel.Done) else each.why
        for each in sorted(found, key=lambda each: each.task.number)
    }
