"""Waiting in tests: for a condition, never for a time, and with one limit that a busy machine does not reach."""

import asyncio
import inspect
import time

LIMIT = 60.0
"""Seconds after which a test gives up."""
PAUSE = 0.01


def wait_until(condition, limit=LIMIT, pause=time.sleep):
    """Wait until a condition holds, and return what it came to; `pause` lets so many seconds go by."""
    end = time.monotonic() + limit
    while not (found := condition()):
        assert time.monotonic() < end, f"not within {limit:g} seconds: {_source(condition)}"
        pause(PAUSE)
    return found


async def until(condition, limit=LIMIT):
    """Wait in a coroutine until a condition holds, and return what it came to; the condition may be a coroutine."""
    end = time.monotonic() + limit
    while not (found := await _outcome(condition)):
        assert time.monotonic() < end, f"not within {limit:g} seconds: {_source(condition)}"
        await asyncio.sleep(PAUSE)
    return found


async def _outcome(condition):
    found = condition()
    return await found if inspect.isawaitable(found) else found


def _source(condition):
    """Where a condition is written, and how."""
    try:
        return inspect.getsource(condition).strip()
    except (OSError, TypeError):
        return repr(condition)
