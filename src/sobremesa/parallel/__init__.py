"""Many tasks, done here, by processes of this machine, or by Ray; what comes of them is the same.

    from sobremesa import parallel

    class Squares:                          # a request: it is sent to whoever works
        def stage(self):                    # each makes its stage once, and keeps it
            return Board()

    class Board:
        def outcome(self, task):            # one task; parallel.Trouble says why it came to nothing
            return task.number ** 2

    for found in parallel.outcomes(Squares(), tasks, jobs=4):
        found.task, found.result            # or, where it is a parallel.Failed: found.task, found.why

A task has a `number` of its own. Requests, tasks and results can be pickled. What fails, or is in the hands of somebody
who dies, is tried once more.
"""

from __future__ import annotations

import os
from collections.abc import Generator, Sequence
from typing import TypeVar

from sobremesa.mistakes import BadOption
from sobremesa.parallel.pool import Crew
from sobremesa.parallel.processes import Processes
from sobremesa.parallel.ray_workers import Cluster, check
from sobremesa.parallel.task import Done, Failed, Request, Stage, Task, Trouble, again, attempt

__all__ = ["Done", "Failed", "Request", "Stage", "Task", "Trouble", "outcomes"]

T = TypeVar("T", bound=Task)
R = TypeVar("R")


def outcomes(
    request: Request[T, R], todo: Sequence[T], jobs: int | None = 1, cluster: str | None = None
) -> Generator[Done[T, R] | Failed[T], None, None]:
    """What comes of every task, as it comes. One job is done in this process; None is one for each core.

    A `cluster` is "local", for a Ray of this machine, or the address of one; then cores are those of all its machines.
    """
    if jobs is not None and jobs < 1:
        raise BadOption(f"jobs is a whole number from 1 on, not {jobs}.")
    if cluster is not None:
        check(cluster)
        return _by_ray(request, todo, jobs, cluster)
    jobs = min(jobs or os.cpu_count() or 1, len(todo))
    return _alone(request, todo) if jobs < 2 else Crew(request, todo, jobs, Processes()).work()


def _by_ray(
    request: Request[T, R], todo: Sequence[T], jobs: int | None, address: str
) -> Generator[Done[T, R] | Failed[T], None, None]:
    if todo:
        place = Cluster(address, jobs)
        yield from Crew(request, todo, place.jobs, place).work()


def _alone(request: Request[T, R], todo: Sequence[T]) -> Generator[Done[T, R] | Failed[T], None, None]:
    stage = request.stage() if todo else None
    for task in todo:
        assert stage
        found = attempt(stage, task)
        yield again(found, attempt(stage, task)) if isinstance(found, Failed) else found
