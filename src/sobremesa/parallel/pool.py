"""Workers that share the tasks. One that dies loses nothing: its task is tried again by another, once."""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Sequence
from typing import Generic, Protocol, TypeVar

from sobremesa.mistakes import BadOption
from sobremesa.parallel.task import Done, Failed, Request, Task, again

T = TypeVar("T", bound=Task)
R = TypeVar("R")
STILLBORN = 3
"""So many who die before they are ready, one after the other, and no more are hired."""


class Unborn(Exception):
    """A worker died before it was ready; perhaps it is known why."""


class Worker(Protocol[T, R]):
    """Somebody who does tasks, and the one in hand."""

    ready: bool
    task: T | None

    @property
    def alive(self) -> bool:
        """Whether there is any use in handing it a task."""

    def hand(self, task: T) -> None:
        """Give it something to do. One that has died is found out when it is heard."""

    def hear(self) -> Done[T, R] | Failed[T] | None:
        """What came of its task; None where it has become ready, or has died with nothing in hand."""

    def end(self) -> None:
        """It is needed no more."""


class Place(Protocol):
    """Where workers are hired."""

    unable: str
    """The sentence for who cannot begin."""

    def hire(self, request: Request[T, R]) -> Worker[T, R]:
        """Another one, who says when it is ready."""

    def wait(self, workers: Sequence[Worker[T, R]]) -> Sequence[Worker[T, R]]:
        """Those who have something to say, as soon as anybody has."""

    def close(self) -> None:
        """Nobody is hired any more, and all are gone."""


class Crew(Generic[T, R]):
    """The workers of one request."""

    def __init__(self, request: Request[T, R], todo: Sequence[T], jobs: int, place: Place) -> None:
        self.request, self.jobs, self.place = request, jobs, place
        self.waiting, self.left = deque(todo), len(todo)
        self.before: dict[int, Failed[T]] = {}
        self.workers: list[Worker[T, R]] = []
        self.stillborn = 0

    def work(self) -> Generator[Done[T, R] | Failed[T], None, None]:
        try:
            while self.left:
                self.share()
                for worker in self.place.wait(self.workers):
                    if found := self.listen(worker):
                        self.left -= 1
                        yield found
        finally:
            for worker in self.workers:
                worker.end()
            self.place.close()

    def share(self) -> None:
        """Give everybody something to do."""
        while len(self.workers) < min(self.jobs, self.left):
            self.workers.append(self.place.hire(self.request))
        for worker in self.workers:
            if worker.ready and worker.task is None and self.waiting:
                worker.hand(self.waiting.popleft())

    def listen(self, worker: Worker[T, R]) -> Done[T, R] | Failed[T] | None:
        """What came of a task, if that is settled: what failed for the first time is to be tried again."""
        try:
            said = worker.hear()
        except Unborn as why:
            self.stillborn += 1
            if self.stillborn == STILLBORN:
                raise BadOption(f"{self.place.unable} {why}".strip()) from None
            self.dismiss(worker)
            return None
        if worker.ready:
            self.stillborn = 0
        worker.task = None
        if not worker.alive:
            self.dismiss(worker)
        if said is None:
            return None
        if said.task.number in self.before:
            return again(self.before[said.task.number], said)
        if isinstance(said, Failed):
            self.before[said.task.number] = said
            self.waiting.append(said.task)
            return None
        return said

    def dismiss(self, worker: Worker[T, R]) -> None:
        """One that has died; `share` hires another."""
        worker.end()
        self.workers.remove(worker)
