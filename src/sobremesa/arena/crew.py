"""Processes that play matches. One that dies loses nothing: its match is played again by another, once."""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
import threading
from collections import deque
from collections.abc import Generator, Iterator, Sequence
from dataclasses import replace
from multiprocessing.connection import Connection, wait

from sobremesa.arena.match import Failed, Played, Stage
from sobremesa.arena.plan import Fixture
from sobremesa.arena.request import Request
from sobremesa.mistakes import BadOption, Mistake

READY, GONE = "ready", "gone"
UNABLE = (
    "The processes that play could not begin. A script begins them under if __name__ == '__main__':, "
    "and with jobs=1 there are none."
)
SPAWN = multiprocessing.get_context("spawn")


def outcomes(request: Request, todo: Sequence[Fixture], jobs: int) -> Generator[Played | Failed, None, None]:
    """What comes of every match, as it comes. What fails is tried twice. One job is done in this process."""
    if jobs == 1 or not todo:
        stage = Stage(request)
        for fixture in todo:
            found = stage.outcome(fixture)
            yield _again(found, stage.outcome(fixture)) if isinstance(found, Failed) else found
    else:
        yield from Crew(request, todo, min(jobs, len(todo))).play()


class Worker:
    """One process, and the match that it has in hand."""

    def __init__(self, request: Request) -> None:
        self.connection, theirs = SPAWN.Pipe()
        self.process = SPAWN.Process(target=work, args=(request, theirs), daemon=True)
        with _deaf():
            self.process.start()
        theirs.close()
        self.ready = False
        self.fixture: Fixture | None = None

    def hand(self, fixture: Fixture) -> None:
        self.fixture = fixture
        with contextlib.suppress(OSError):  # one that has died is found out when it is listened to
            self.connection.send(fixture)

    def hear(self) -> Played | Failed | str:
        """What it says: that it is ready, or what came of its match. Its death is the end of its match, too."""
        try:
            said: Played | Failed | str = self.connection.recv()
        except (EOFError, OSError):
            if not self.ready:
                return UNABLE
            self.process.join()
            return GONE if self.fixture is None else _failed(self.fixture, _epitaph(self.process.exitcode or 0))
        self.ready = True
        return said

    def end(self) -> None:
        self.process.terminate()
        self.process.join()
        self.connection.close()


class Crew:
    """The processes that share the matches."""

    def __init__(self, request: Request, todo: Sequence[Fixture], jobs: int) -> None:
        self.request, self.jobs = request, jobs
        self.waiting, self.left = deque(todo), len(todo)
        self.before: dict[int, Failed] = {}
        self.workers: list[Worker] = []
        self.stillborn = 0

    def play(self) -> Generator[Played | Failed, None, None]:
        try:
            while self.left:
                self.share()
                ready = wait([worker.connection for worker in self.workers])
                for worker in [worker for worker in self.workers if worker.connection in ready]:
                    if found := self.listen(worker):
                        self.left -= 1
                        yield found
        finally:
            for worker in self.workers:
                worker.end()

    def share(self) -> None:
        """Give everybody something to do."""
        while len(self.workers) < min(self.jobs, self.left):
            self.workers.append(Worker(self.request))
        for worker in self.workers:
            if worker.ready and worker.fixture is None and self.waiting:
                worker.hand(self.waiting.popleft())

    def listen(self, worker: Worker) -> Played | Failed | None:
        """What came of a match, if that is settled: what failed for the first time is to be played again."""
        said = worker.hear()
        if isinstance(said, str):
            if said == UNABLE:
                self.stillborn += 1
            if said == GONE or (said == UNABLE and self.stillborn < 3 and any(other.ready for other in self.workers)):
                self.dismiss(worker)
            elif said != READY:
                raise BadOption(said)
            return None
        fixture, worker.fixture = worker.fixture, None
        if not worker.process.is_alive():
            self.dismiss(worker)
        if said.number in self.before:
            return _again(self.before[said.number], said)
        if isinstance(said, Failed) and fixture:
            self.before[said.number] = said
            self.waiting.append(fixture)
            return None
        return said

    def dismiss(self, worker: Worker) -> None:
        """One that has died; `share` hires another."""
        worker.end()
        self.workers.remove(worker)


def work(request: Request, connection: Connection) -> None:
    """What such a process does, until nobody listens any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the one who began it
    try:
        stage = Stage(request)
    except Mistake as mistake:
        connection.send(str(mistake))
        return
    with contextlib.suppress(EOFError, OSError):
        connection.send(READY)
        while True:
            connection.send(stage.outcome(connection.recv()))


def _again(before: Failed, found: Played | Failed) -> Played | Failed:
    """What came of a match that was played a second time."""
    return replace(found, trouble=before.why) if isinstance(found, Played) else found


def _failed(fixture: Fixture, why: str) -> Failed:
    return Failed(fixture.number, fixture.bots, fixture.seed, why)


def _epitaph(code: int) -> str:
    """How a process ended, in a sentence."""
    if code >= 0:
        return f"The process that played it ended in the middle of it, with status {code}."
    return f"The process that played it was ended in the middle of it, by {signal.Signals(-code).name}."


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
