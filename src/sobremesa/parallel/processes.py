"""Workers that are processes of this machine."""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
import threading
from collections.abc import Iterator, Sequence
from multiprocessing.connection import Connection, wait
from typing import Any, Generic, TypeVar, cast

from sobremesa.mistakes import BadOption, Mistake
from sobremesa.parallel import pool
from sobremesa.parallel.task import Done, Failed, Request, Task, attempt

T = TypeVar("T", bound=Task)
R = TypeVar("R")
SPAWN = multiprocessing.get_context("spawn")


class Process(Generic[T, R]):
    """One process, and the task that it has in hand."""

    def __init__(self, request: Request[T, R]) -> None:
        self.connection, theirs = SPAWN.Pipe()
        self.process = SPAWN.Process(target=work, args=(request, theirs), daemon=True)
        with _deaf():
            self.process.start()
        theirs.close()
        self.ready = False
        self.task: T | None = None

    @property
    def alive(self) -> bool:
        return self.process.is_alive()

    def hand(self, task: T) -> None:
        self.task = task
        with contextlib.suppress(OSError):
            self.connection.send(task)

    def hear(self) -> Done[T, R] | Failed[T] | None:
        try:
            said = self.connection.recv()
        except (EOFError, OSError):
            if not self.ready:
                raise pool.Unborn from None
            self.process.join()
            return None if self.task is None else Failed(self.task, _epitaph(self.process.exitcode or 0))
        if self.ready:
            return cast(Done[T, R] | Failed[T], said)
        if said:
            raise BadOption(said)
        self.ready = True
        return None

    def end(self) -> None:
        self.process.terminate()
        self.process.join()
        self.connection.close()


class Processes:
    """This machine."""

    unable = (
        "The processes that do the work could not begin. A script begins them under if __name__ == '__main__':, "
        "and with jobs=1 there are none."
    )

    def hire(self, request: Request[T, R]) -> Process[T, R]:
        return Process(request)

    def wait(self, workers: Sequence[Any]) -> Sequence[Any]:
        said = wait([worker.connection for worker in workers])
        return [worker for worker in workers if worker.connection in said]

    def close(self) -> None:
        """They have ended one by one."""


def work(request: Request[T, R], connection: Connection) -> None:
    """What such a process does, until nobody listens any more. First it says what keeps it from beginning."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the one who began it
    try:
        stage = request.stage()
    except Mistake as mistake:
        connection.send(str(mistake))
        return
    with contextlib.suppress(EOFError, OSError):
        connection.send("")
        while True:
            connection.send(attempt(stage, connection.recv()))


def _epitaph(code: int) -> str:
    """How a process ended, in a sentence."""
    if code >= 0:
        return f"The process that had it in hand ended in the middle of it, with status {code}."
    return f"The process that had it in hand was ended in the middle of it, by {signal.Signals(-code).name}."


@contextlib.contextmanager
def _deaf() -> Iterator[None]:
    """Whoever is born meanwhile does not hear Ctrl-C, not even before its first line."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
