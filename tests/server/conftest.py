import asyncio
import contextlib
import functools
import itertools
import os
import random
import re
import signal
import subprocess
import sys

import pytest

from sobremesa.play import fair
from tests.support import services
from tests.support.server.push import Service
from tests.support.waiting import LIMIT, wait_until

PLACES = "file", "workers"
"""Where a house is kept: in a file, or in PostgreSQL with a Redis, by two workers."""
_numbers = itertools.count()


class Told(asyncio.Queue):
    """All that somebody without a socket is told."""

    def tell(self, data):
        self.put_nowait(data)
        return True


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


@pytest.fixture(autouse=True)
def seeded_chance(request, monkeypatch):
    """Draw the secrets of tables in this process from a seed, which is printed when a test fails."""
    seed = os.environ.get("SOBREMESA_TEST_SEED", "") + request.node.nodeid
    print(f"chance is seeded by {seed!r}")
    rng = random.Random(seed)
    monkeypatch.setattr(fair, "new_secret", lambda: f"{rng.getrandbits(256):064x}")


@pytest.fixture
def database():
    """The address of an empty database of PostgreSQL, gone afterwards."""
    with services.schema(f"house_{os.getpid()}_{next(_numbers)}") as address:
        if address is None:
            pytest.skip(services.NO_POSTGRES)
        yield address


@pytest.fixture
def redis():
    """The address of a Redis, empty afterwards."""
    with services.redis() as address:
        if address is None:
            pytest.skip(services.NO_REDIS)
        yield address


@contextlib.contextmanager
def beside():
    """The addresses of an empty database of PostgreSQL and of a Redis, gone afterwards."""
    with services.schema(f"house_{os.getpid()}_{next(_numbers)}") as database, services.redis() as redis:
        if database is None:
            pytest.skip(services.NO_POSTGRES)
        if redis is None:
            pytest.skip(services.NO_REDIS)
        yield database, redis


@contextlib.contextmanager
def opened(place, folder, *more):
    """A real house that is kept in one of the places."""
    if place == "file":
        running = Server(folder / "house.db", *more)
        try:
            yield running
        finally:
            running.kill()
        return
    with beside() as (database, redis):
        running = Server(None, "--database", database, "--redis", redis, "--workers", "2", *more)
        try:
            yield running
        finally:
            running.kill()


@pytest.fixture(scope="session")
def shared(tmp_path_factory):
    """The house kept in a place that all tests share which keep to guests, accounts and tables of their own. It asks
    nobody to slow down, and is opened when it is first asked for."""
    with contextlib.ExitStack() as stack:

        @functools.cache
        def house(place):
            return stack.enter_context(opened(place, tmp_path_factory.mktemp("shared"), "--no-limits"))

        yield house


@pytest.fixture
def server(shared):
    """A house that other tests use, too."""
    return shared("file")


@pytest.fixture(params=PLACES)
def either(request, shared):
    """A house in each of the places, one after the other, that other tests use, too."""
    return shared(request.param)


@pytest.fixture
def own_server(tmp_path):
    """A house of one's own: to stop, to count in, to be limited by."""
    with opened("file", tmp_path) as running:
        yield running


@pytest.fixture(params=PLACES)
def own_either(request, tmp_path):
    """A house of one's own in each of the places, one after the other."""
    with opened(request.param, tmp_path) as running:
        yield running


@pytest.fixture(scope="module")
def carrier(tmp_path_factory):
    running = Service(tmp_path_factory.mktemp("push"))
    yield running
    running.close()


@pytest.fixture
def service(carrier):
    """Who carries notices to browsers: quick, and without any."""
    carrier.came.clear()
    carrier.status, carrier.slow = 201, False
    return carrier
