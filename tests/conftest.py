"""What several tests share."""

import pytest

from sobremesa import games
from tests.toys import sealed

pytest_plugins = [f"tests.support.{name}" for name in ("midnight", "selection", "sockets", "times")]
pytest.register_assert_rewrite("tests.support")  # before any of it is imported: its assertions say what they compared


@pytest.fixture
def sealed_bids(monkeypatch):
    """A small game with chance, secrets and choices made at the same time, on the shelf for one test."""
    monkeypatch.setitem(games._added, sealed.GAME.name, sealed.GAME)
    return sealed.GAME


@pytest.fixture(scope="session")
def anyio_backend():
    """What runs tests that are coroutines: the loop that a house runs in, too."""
    return "asyncio"
