"""A real house: `sobremesa serve` in a process of its own, and where it is kept."""

import contextlib
import itertools
import os
import re
import signal
import subprocess
import sys

import pytest

from tests.support import services
from tests.support.waiting import LIMIT, wait_until

PLACES = "file", "workers"
"""Where a house is kept: in a file, or in PostgreSQL with a Redis, by two workers."""


_numbers = itertools.count()


class Server:
    """A real `sobremesa serve` in a process of its own, that can be killed and started again."""

    python = sys.executable
    run = "-m", "sobremesa"
    """By which it is started."""

    def __init__(self, data, *more):
        self.data, self.port, self.process, self.more = data, 0, None, more
        self.start()

    def start(self):
        """Start it; again on the port that it had, as soon as nobody else has that."""
        if self.port:
            wait_until(self._open)
        else:
            assert self._open(), "the house does not open"

    def _open(self):
        command = [self.python, *self.run, "serve", "--host", "127.0.0.1", "--port", str(self.port)]
        kept = ["--data", str(self.data)] if self.data else []
        self.process = subprocess.Popen(
            [*command, *kept, *self.more],
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
            env=os.environ | {"PYTHONUNBUFFERED": "1", "PYTHONDONTWRITEBYTECODE": ""},  # the next starts sooner
        )
        line = self.process.stdout.readline()
        if not line:
            self.kill()
            return False
        self.address = re.search(r"https?://\S+", line)[0].rstrip("/")
        self.port = int(self.address.rpartition(":")[2])
        return True

    def kill(self):
        """All of its workers too."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.process.stdout.close()

    def stop(self):
        """Ctrl-C; everything that it said."""
        self.process.send_signal(signal.SIGINT)
        with self.process.stdout as said:  # not `communicate`, which does not know what has been read ahead
            rest = said.read()
        self.process.wait(LIMIT)
        return rest


@contextlib.contextmanager
def empty_database():
    """Give the address of an empty database of PostgreSQL, gone afterwards."""
    with services.schema(f"house_{os.getpid()}_{next(_numbers)}") as address:
        if address is None:
            pytest.skip(services.NO_POSTGRES)
        yield address


@contextlib.contextmanager
def empty_redis():
    """Give the address of a Redis, empty afterwards."""
    with services.redis() as address:
        if address is None:
            pytest.skip(services.NO_REDIS)
        yield address


@contextlib.contextmanager
def postgres_and_redis():
    """Give the addresses of both."""
    with empty_database() as database, empty_redis() as redis:
        yield database, redis


@contextlib.contextmanager
def open_house(place, folder, *more):
    """Open a real house that is kept in one of the places."""
    if place == "file":
        running = Server(folder / "house.db", *more)
        try:
            yield running
        finally:
            running.kill()
        return
    with postgres_and_redis() as (database, redis):
        running = Server(None, "--database", database, "--redis", redis, "--workers", "2", *more)
        try:
            yield running
        finally:
            running.kill()
