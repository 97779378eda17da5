"""Workers that are actors of Ray: on this machine, or on all machines of a cluster.

An actor makes its stage once and is handed one task at a time. What fails is ours to try again, not Ray's.
"""

from __future__ import annotations

import logging
import os
import platform
import re
import socket
import sys
from collections.abc import Sequence
from typing import Any, Generic, TypeVar, cast

from sobremesa.mistakes import BadOption, Mistake, NotInstalled
from sobremesa.parallel import pool
from sobremesa.parallel.build_id import edition
from sobremesa.parallel.task import Done, Failed, Request, Stage, Task, attempt

T = TypeVar("T", bound=Task)
R = TypeVar("R")
LOCAL, FOUND = "local", "auto"
"""No addresses: a Ray of our own on this machine, which ends with the work; and one that runs here already."""
ADDRESS = re.compile(r"(?:ray://)?(?P<host>.+):(?P<port>\d{1,5})")
PATIENCE = 5.0
"""Seconds until an address has answered, or does not."""
MEMORY = 200 * 2**20
"""Bytes that it may keep results in until they are fetched."""


def check(address: str) -> str:
    """An address as it may be given, or the sentence that says how."""
    if address in (LOCAL, FOUND) or ADDRESS.fullmatch(address):
        return address
    raise BadOption(
        f"Ray is started here (local), runs here already (auto), or has an address like 10.0.0.1:6379 "
        f"or ray://10.0.0.1:10001, not {address!r}."
    )


class Hand:
    """What an actor is: a stage, wherever it stands."""

    def begin(self, request: Request[Any, Any], theirs: str) -> tuple[str, str]:
        """The name of its machine, and what keeps it from beginning, if anything."""
        name = platform.node()
        if edition() != theirs:
            return name, f"{name} has another Sobremesa than this machine: install the same version on both."
        try:
            self.stage: Stage[Any, Any] = request.stage()
        except Mistake as mistake:
            return name, str(mistake)
        return name, ""

    def attempt(self, task: Any) -> Any:
        return attempt(self.stage, task)


class Actor(Generic[T, R]):
    """One actor, and the task that it has in hand."""

    def __init__(self, kind: Any, request: Any) -> None:
        self.actor = kind.remote()
        self.said = self.actor.begin.remote(request, edition())
        self.ready, self.alive = False, True
        self.task: T | None = None
        self.machine = ""

    def hand(self, task: T) -> None:
        self.task = task
        self.said = self.actor.attempt.remote(task)

    def hear(self) -> Done[T, R] | Failed[T] | None:
        import ray

        said, self.said = self.said, None
        try:
            found = ray.get(said)
        except ray.exceptions.RayError as error:
            self.alive = isinstance(error, ray.exceptions.RayTaskError)
            if self.task is None:
                raised = self.alive or getattr(error, "actor_init_failed", False)
                raise pool.Unborn(_last_line(error) if raised else "") from None
            why = _last_line(error) if self.alive else f"The worker that had it in hand died, on {self.machine}."
            return Failed(self.task, why)
        if self.ready:
            return cast(Done[T, R] | Failed[T], found)
        self.machine, refused = found
        if refused:
            raise BadOption(refused)
        self.ready = True
        return None

    def end(self) -> None:
        import ray

        ray.kill(self.actor)


class Cluster:
    """A Ray that we start, join, or find that somebody has joined already."""

    unable = (
        "Nobody on the cluster could begin: every machine needs the Python, the Ray and the Sobremesa of this one, "
        "installed with 'sobremesa[ray]'."
    )

    def __init__(self, address: str, jobs: int | None) -> None:
        check(address)
        if "ray" not in sys.modules:
            os.environ.setdefault("RAY_DEDUP_LOGS_SKIP_REGEX", ".")  # else it writes of every death to standard output
        try:
            import ray
        except ImportError:
            raise NotInstalled("This needs Ray, which is not installed: pip install 'sobremesa[ray]'.") from None
        self.ours = not ray.is_initialized()
        if self.ours:
            _join(address, jobs)
        cores = int(ray.cluster_resources().get("CPU", 0))
        if not cores:
            self.close()
            raise BadOption(f"The Ray cluster at {address} has no CPU to give.")
        self.jobs = jobs or cores
        self.kind = ray.remote(num_cpus=1, max_restarts=0, max_task_retries=0)(Hand)

    def hire(self, request: Request[T, R]) -> Actor[T, R]:
        return Actor(self.kind, request)

    def wait(self, workers: Sequence[Any]) -> Sequence[Any]:
        import ray

        busy = [worker.said for worker in workers if worker.said is not None]
        ray.wait(busy)
        said = set(ray.wait(busy, num_returns=len(busy), timeout=0)[0])
        return [worker for worker in workers if worker.said in said]

    def close(self) -> None:
        import ray

        if self.ours:
            ray.shutdown()


def _join(address: str, jobs: int | None) -> None:
    import ray

    more: dict[str, Any] = {}
    if address == LOCAL:
        more = {"num_cpus": jobs or os.cpu_count() or 1, "include_dashboard": False, "object_store_memory": MEMORY}
    known = ADDRESS.fullmatch(address)
    try:
        if known:  # Ray itself asks a wrong one for many minutes
            _knock(known["host"].strip("[]"), int(known["port"]))
        ray.init(address, log_to_driver=False, logging_level=logging.ERROR, **more)
    except (OSError, RuntimeError, ValueError, ImportError, ray.exceptions.RayError) as error:
        ray.shutdown()
        if address == FOUND and isinstance(error, ConnectionError):
            raise BadOption("No Ray runs on this machine: ray start --head begins one.") from None
        token = " Where it wants a token, set RAY_AUTH_MODE=token." if "RAY_AUTH_MODE" not in os.environ else ""
        raise BadOption(f"There is no Ray to be had at {address}: {_last_line(error)}{token}") from None


def _knock(host: str, port: int) -> None:
    socket.create_connection((host, port), PATIENCE).close()


def _last_line(error: Exception) -> str:
    """What went wrong in the end, as one sentence."""
    said = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    words = lines[-1] if lines else type(error).__name__
    return words if words.endswith((".", "!", "?")) else f"{words}."
