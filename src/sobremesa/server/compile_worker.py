"""Compile a game in a process of its own, so that the server answers meanwhile.

Only a game without an engine is compiled: one whose rules were edited, or one from another package. The process is
`python -m sobremesa.server.compile_worker GAME [SEATS]`; with a number of seats, it compiles what a coach at such a
table needs.
"""

import asyncio
import contextlib
import os
import signal
import sys

from sobremesa import games, warm

NICE = 10
"""How far the process gives way to others that want the processor."""
READY = b"ready\n"
"""What the process prints when the game can be played; it then compiles the other bots."""


async def compile_game(name: str, seats: int = 0) -> None:
    """Return when the game has been compiled, or could not be; the bots that nobody has asked for are compiled after
    that. Cancelling this ends the process."""
    command = [sys.executable, "-m", "sobremesa.server.compile_worker", name, *[str(seats)] * (seats > 0)]
    process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    assert process.stdout
    try:
        if await process.stdout.readline() == READY:
            _rest.add(rest := asyncio.create_task(_wait(process)))
            rest.add_done_callback(_rest.discard)
        else:
            await process.wait()
    except BaseException:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        raise


_rest: set[asyncio.Task[None]] = set()


async def _wait(process: asyncio.subprocess.Process) -> None:
    try:
        await process.wait()
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()


def main(name: str, seats: int) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends this process
    if hasattr(os, "nice"):
        os.nice(NICE)
    game = games.find(name)
    if seats:
        warm.make_coach_ready(game, seats)
        return
    for everything in False, True:
        for _, chore in warm.chores(game, everything):
            chore()
        if not everything:
            print(READY.decode(), end="", flush=True)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 0)
