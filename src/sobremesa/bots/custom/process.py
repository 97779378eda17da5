"""A program that is talked to in lines, and can do nothing that stops us: not by silence, not by noise.

Threads read and write, so that nobody waits for a pipe. They know the process and not the bot, so that a bot which
nobody holds any more goes away, and its process with it.
"""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import subprocess
import threading
import time
from collections.abc import Sequence
from typing import IO

from sobremesa.bots.custom.turn import short
from sobremesa.mistakes import BadBot

LONGEST = 1_000_000
"""Bytes of a line."""
AHEAD = 100
"""Lines that it may say before anybody listens."""
GRACE = 1.0
"""Seconds it has to end by itself after goodbye."""
LAST_WORDS = 4000
"""Bytes that are kept of its standard error."""


class Process:
    """A program that has been started. `name` is what it is called in sentences."""

    def __init__(self, name: str, words: Sequence[str]) -> None:
        self.name = name
        try:
            self.child = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,  # Ctrl-C is ours to hear; and what it starts itself ends with it
            )
        except (OSError, ValueError) as error:
            raise BadBot(f"{name} cannot be started: {getattr(error, 'strerror', None) or error}.") from None
        assert self.child.stdin and self.child.stdout and self.child.stderr
        self.said: queue.SimpleQueue[tuple[str, bytes]] = queue.SimpleQueue()
        self.to_say: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self.unfinished = b""
        """The beginning of a line that has not ended yet."""
        self.last_words = b""
        """The end of what it wrote to standard error."""
        self.over = False
        self.threads = [
            threading.Thread(target=target, args=(pipe,), daemon=True)
            for target, pipe in (
                (self._write, self.child.stdin),
                (self._read, self.child.stdout),
                (self._overhear, self.child.stderr),
            )
        ]
        for thread in self.threads:
            thread.start()

    def say(self, line: str, before: str) -> None:
        """Send it a line. It must not have said anything that nobody asked for: `before` says what it had been told."""
        with contextlib.suppress(queue.Empty):
            kind, text = self.said.get_nowait()
            if kind == "line":
                raise self._end(f"said {_quote(text)} although nothing had been asked after {before}")
            raise self._end(self._trouble(kind, text))
        self.to_say.put(line.encode() + b"\n")

    def hear(self, seconds: float, wanted: str) -> str:
        """The next line that it says; a sentence about `wanted` if it does not."""
        until = time.monotonic() + seconds
        while True:
            try:
                kind, text = self.said.get(timeout=max(0.0, until - time.monotonic()))
            except queue.Empty:
                begun = f"; it wrote {_quote(self.unfinished)} but did not end the line" if self.unfinished else ""
                trouble = f"has not answered within {seconds:g} seconds{begun}"
                raise self._end(f"{trouble}: {wanted} was expected") from None
            if kind != "line":
                raise self._end(f"{self._trouble(kind, text)}: {wanted} was expected")
            if text.strip():
                return text.decode(errors="replace").strip()

    def _trouble(self, kind: str, text: bytes) -> str:
        if kind == "long":
            return f"wrote a line of more than {LONGEST:,} bytes, beginning with {_quote(text)}"
        if kind == "noise":
            return f"wrote more than {AHEAD} lines that nobody had asked for, such as {_quote(text)}"
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.child.wait(GRACE)
        self.threads[2].join(GRACE)
        code = self.child.returncode
        how = "closed its output" if code is None else f"ended with status {code}"
        if code is not None and code < 0:
            how = f"was ended by {signal.Signals(-code).name}"
        half = f", leaving the line {_quote(text)} unfinished" if text.strip() else ""
        words = self.last_words.decode(errors="replace").split("\n")
        last = next((line.strip() for line in reversed(words) if line.strip()), "")
        return f"{how} instead of answering{half}" + (f"; its last words were {short(last, 200)}" if last else "")

    def _end(self, trouble: str) -> BadBot:
        self.stop(at_once=True)
        return BadBot(f"{self.name} {trouble}.")

    def stop(self, goodbye: str = "", at_once: bool = False) -> None:
        """End it: by a goodbye first, and by force where that is not heard."""
        if self.over:
            return
        self.over = True
        if goodbye:
            self.to_say.put(goodbye.encode() + b"\n")
        self.to_say.put(None)
        with contextlib.suppress(subprocess.TimeoutExpired):
            if not at_once:
                self.child.wait(GRACE)
        with contextlib.suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(self.child.pid, signal.SIGKILL)
            else:
                self.child.kill()
        self.child.wait()
        for thread in self.threads:
            thread.join(GRACE)

    def _write(self, pipe: IO[bytes]) -> None:
        with contextlib.suppress(OSError):
            while (line := self.to_say.get()) is not None:
                pipe.write(line)
                pipe.flush()
        with contextlib.suppress(OSError):
            pipe.close()

    def _read(self, pipe: IO[bytes]) -> None:
        rest = b""
        with pipe, contextlib.suppress(OSError):
            while chunk := pipe.read1(65536):  # type: ignore[attr-defined]
                *lines, rest = (rest + chunk).split(b"\n")
                self.unfinished = rest
                for line in (*lines, rest):
                    if len(line) > LONGEST:
                        self.said.put(("long", line[:200]))
                        return
                if self.said.qsize() + len(lines) > AHEAD:
                    self.said.put(("noise", lines[-1]))
                    return
                for line in lines:
                    self.said.put(("line", line))
        self.said.put(("end", rest))

    def _overhear(self, pipe: IO[bytes]) -> None:
        with pipe, contextlib.suppress(OSError):
            while chunk := pipe.read1(65536):  # type: ignore[attr-defined]
                self.last_words = (self.last_words + chunk)[-LAST_WORDS:]


def _quote(text: bytes) -> str:
    return short(text.decode(errors="replace").strip())
