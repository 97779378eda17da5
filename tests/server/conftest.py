import asyncio
import os
import re
import signal
import subprocess
import sys

import pytest


class Told(asyncio.Queue):
    """All that somebody without a socket is told."""

    def tell(self, data):
        self.put_nowait(data)
        return True


class Server:
    """A real `sobremesa serve` in a process of its own, that can be killed and started again."""

    def __init__(self, data, *more):
        self.data, self.port, self.process, self.more = data, 0, None, more
        self.start()

    def start(self):
        command = [sys.executable, "-m", "sobremesa", "serve", "--host", "127.0.0.1", "--port", str(self.port)]
        self.process = subprocess.Popen(
            [*command, "--data", str(self.data), *self.more],
            stdout=subprocess.PIPE,
            text=True,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
            env=os.environ | {"PYTHONUNBUFFERED": "1"},
        )
        line = self.process.stdout.readline()
        self.address = re.search(r"https?://\S+", line)[0].rstrip("/")
        self.port = int(self.address.rpartition(":")[2])

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def stop(self):
        """Ctrl-C; everything that it said."""
        self.process.send_signal(signal.SIGINT)
        said, _ = self.process.communicate(timeout=30)
        return said


@pytest.fixture
def server(tmp_path):
    running = Server(tmp_path / "house.db")
    yield running
    running.kill()
