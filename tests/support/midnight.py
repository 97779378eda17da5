"""Lets no new day begin in the middle of a test."""

import time

import pytest

from tests.support.waiting import LIMIT


@pytest.fixture
def one_day():
    """Wait until the day, by UTC, is a new one, if that would begin while the test runs."""
    left = 86400 - time.time() % 86400
    if left < 2 * LIMIT:
        time.sleep(left + 1)
