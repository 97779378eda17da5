"""The command `sobremesa`, as a person or a program runs it."""

import os
import pty
import re
import select
import signal
import subprocess
import sys
import time

COMMAND = [sys.executable, "-m", "sobremesa"]


def run(*words, home=None, **more):
    settings = os.environ | ({"SOBREMESA_HOME": str(home)} if home else {}) | {"NO_COLOR": "1"}
    return subprocess.run(
        [*COMMAND, *words], capture_output=True, text=True, env=settings, stdin=subprocess.DEVNULL, **more
    )


def good(*words, **more):
    done = run(*words, **more)
    assert done.returncode == 0, done.stderr
    return done.stdout


def told(*words):
    """The one sentence that a mistake gets, without a traceback."""
    done = run(*words)
    assert done.returncode != 0
    assert "Traceback" not in done.stderr
    return done.stderr.strip().splitlines()[-1]


class Terminal:
    """A command in a pseudo-terminal."""

    def __init__(self, *words, home):
        self.keyboard, screen = pty.openpty()
        settings = os.environ | {
            "SOBREMESA_HOME": str(home),
            "NO_COLOR": "1",
            "TERM": "dumb",
            "COLUMNS": "100",
            "PAGER": "cat",
        }
        self.process = subprocess.Popen(
            [*COMMAND, *words],
            stdin=screen,
            stdout=screen,
            stderr=screen,
            env=settings,
            start_new_session=True,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # whoever runs the tests may ignore it
        )
        os.close(screen)
        self.seen = ""

    def until(self, words, seconds=120):
        """Everything on the screen up to these words."""
        until = time.monotonic() + seconds
        while not re.search(words, self.seen):
            assert time.monotonic() < until, f"{words!r} never came; the screen says:\n{self.seen}"
            if select.select([self.keyboard], [], [], 0.2)[0]:
                try:
                    self.seen += os.read(self.keyboard, 65536).decode().replace("\r\n", "\n")
                except OSError:
                    assert re.search(words, self.seen), f"{words!r} never came; the screen says:\n{self.seen}"
        end = re.search(words, self.seen).end()
        shown, self.seen = self.seen[:end], self.seen[end:]
        return shown

    def type(self, line):
        os.write(self.keyboard, f"{line}\n".encode())

    def ask(self, line, words):
        self.type(line)
        return self.until(words)

    def interrupt(self):
        time.sleep(0.5)  # as a person would: readline misses a signal that comes with the very prompt
        os.killpg(self.process.pid, signal.SIGINT)

    def code(self):
        """What the command ends with."""
        try:
            while os.read(self.keyboard, 65536):
                pass
        except OSError:
            pass
        return self.process.wait(60)
