"""What several tests share."""

import pytest

from sobremesa import games
from tests.support.waiting import let_midnight_pass
from tests.toys import sealed

pytest_plugins = ["tests.support.times", "tests.support.selection", "tests.support.sockets"]


@pytest.fixture
def one_day():
    """The day does not change while a test runs."""
    let_midnight_pass()


@pytest.fixture
def sealed_bids(monkeypatch):
    """A small game with chance, secrets and choices made at the same time, on the shelf for one test."""
    monkeypatch.setitem(games._added, sealed.GAME.name, sealed.GAME)
    return sealed.GAME
