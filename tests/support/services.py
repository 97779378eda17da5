"""PostgreSQL and Redis for tests: those found on the machine, or installed ones started on free ports."""

import contextlib
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path

from tests.support.waiting import wait_until

NO_POSTGRES = "There is no PostgreSQL here, nor one that could be started."
NO_REDIS = "There is no Redis here, nor one that could be started."
POSTGRES, REDIS = ("127.0.0.1", 5432), ("127.0.0.1", 6379)
BINARIES = "/usr/lib/postgresql/*/bin", "/usr/local/pgsql/bin"


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def answers(at):
    with contextlib.suppress(OSError), socket.create_connection(at, timeout=10):
        return True
    return False


def postgres_binaries():
    """The folder of an installed PostgreSQL."""
    folders = [Path(found).parent for found in [shutil.which("initdb")] if found]
    folders += [folder for pattern in BINARIES for folder in sorted(Path("/").glob(pattern[1:]), reverse=True)]
    return next((folder for folder in folders if (folder / "postgres").exists()), None)


class Service:
    """A server of its own on a free port, that can be killed and started again with what it has on disk."""

    def __init__(self):
        self.folder = Path(tempfile.mkdtemp(prefix="sobremesa-"))
        self.port, self.process = None, None

    def start(self):
        """Start it; the first time on a port that is free, and later on the same as soon as it is free again."""
        fresh = self.port is None
        wait_until(lambda: self._starts(free_port() if fresh else self.port), pause=lambda _: time.sleep(0.5))

    def _starts(self, port):
        """Whether it runs; another program may have taken the port in the meantime."""
        self.port = port
        self.process = subprocess.Popen(
            self.command(),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            **self.as_whom(),
        )
        wait_until(lambda: self.process.poll() is not None or self.ready())
        return self.process.poll() is None

    def kill(self):
        """As if the power went."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def close(self):
        self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)

    def as_whom(self):
        return {}

    def ready(self):
        return answers(("127.0.0.1", self.port))


class Redis(Service):
    """A Redis that keeps nothing on disk: the house must not need it to."""

    def __init__(self):
        super().__init__()
        self.start()
        self.address = f"redis://127.0.0.1:{self.port}/0"

    def command(self):
        quiet = "--save", "", "--appendonly", "no", "--dir", str(self.folder)
        return ["redis-server", "--bind", "127.0.0.1", "--port", str(self.port), *quiet]


class Postgres(Service):
    """A cluster of PostgreSQL, with all that makes a commit durable as it comes."""

    def __init__(self):
        super().__init__()
        self.binaries = postgres_binaries()
        self.data = self.folder / "data"
        if os.getuid() == 0:
            user = pwd.getpwnam("postgres")
            os.chown(self.folder, user.pw_uid, user.pw_gid)
        self.run("initdb", "-D", self.data, "-A", "trust", "-U", "postgres", "--no-sync", "--locale=C", "-E", "UTF8")
        self.start()

    def run(self, name, *words):
        done = subprocess.run([self.binaries / name, *words], capture_output=True, text=True, **self.as_whom())
        assert done.returncode == 0, done.stderr

    def as_whom(self):
        """PostgreSQL does not run as root."""
        return {"user": "postgres", "group": "postgres", "cwd": self.folder} if os.getuid() == 0 else {}

    def command(self):
        only = (
            "-c",
            "listen_addresses=127.0.0.1",
            "-c",
            f"unix_socket_directories={self.folder}",
            "-c",
            "max_connections=200",
        )
        return [self.binaries / "postgres", "-D", self.data, "-p", str(self.port), *only]

    def kill(self):
        super().kill()
        with contextlib.suppress(FileNotFoundError):  # or it would think that it still runs
            (self.data / "postmaster.pid").unlink()

    @property
    def address(self):
        return f"postgresql://postgres@127.0.0.1:{self.port}/postgres"

    def ready(self):
        import psycopg

        with contextlib.suppress(psycopg.OperationalError), psycopg.connect(self.address, connect_timeout=10):
            return True
        return False


def can_start_postgres():
    try:
        return postgres_binaries() is not None and (os.getuid() != 0 or bool(pwd.getpwnam("postgres")))
    except KeyError:
        return False


def can_start_redis():
    return shutil.which("redis-server") is not None


@contextlib.contextmanager
def schema(name):
    """The address of an empty schema of PostgreSQL, gone afterwards; None where there is no PostgreSQL."""
    own = None
    address = f"postgresql://postgres@{POSTGRES[0]}:{POSTGRES[1]}/test"
    import psycopg

    try:
        psycopg.connect(address, connect_timeout=10).close()
    except psycopg.OperationalError:
        if not can_start_postgres():
            yield None
            return
        own = Postgres()
        address = own.address

    with psycopg.connect(address, autocommit=True, connect_timeout=10) as connection:
        connection.execute(f"DROP SCHEMA IF EXISTS {name} CASCADE")
        connection.execute(f"CREATE SCHEMA {name}")
    try:
        yield f"{address}?options=-csearch_path%3D{name}&application_name={name}"
    finally:
        if own:
            own.close()
        else:
            with psycopg.connect(address, autocommit=True) as connection:  # a test that failed may hold locks
                connection.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = %s", (name,)
                )
                connection.execute(f"DROP SCHEMA IF EXISTS {name} CASCADE")


@contextlib.contextmanager
def redis():
    """The address of a Redis of one's own where one can be started, else of the one that is there; or None."""
    if can_start_redis():
        own = Redis()
        try:
            yield own.address
        finally:
            own.close()
    else:
        number = 8 + int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")) % 8  # tests run side by side
        yield f"redis://{REDIS[0]}:{REDIS[1]}/{number}" if answers(REDIS) else None
