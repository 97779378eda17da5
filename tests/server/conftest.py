"""What several tests of the server share."""

import contextlib
import functools
import os
import random

import pytest
from sqlalchemy import create_engine

from sobremesa.play import fair
from sobremesa.server.app import Setting
from tests.support.post import Letters, post_office
from tests.support.server.clocks import Time
from tests.support.server.door import Door
from tests.support.server.push import Service
from tests.support.server.serving import PLACES, empty_database, empty_redis, open_house, postgres_and_redis
from tests.support.server.workers import close_all, open_two


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
    with empty_database() as address:
        yield address


@pytest.fixture
def redis():
    """The address of a Redis, empty afterwards."""
    with empty_redis() as address:
        yield address


@pytest.fixture(scope="session")
def shared(tmp_path_factory):
    """The house kept in a place that all tests share which keep to guests, accounts and tables of their own. It asks
    nobody to slow down, and is opened when it is first asked for."""
    with contextlib.ExitStack() as stack:

        @functools.cache
        def house(place):
            return stack.enter_context(open_house(place, tmp_path_factory.mktemp("shared"), "--no-limits"))

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
    with open_house("file", tmp_path) as running:
        yield running


@pytest.fixture
def own_server_without_limits(tmp_path):
    """A server for one test, without limits."""
    with open_house("file", tmp_path, "--no-limits") as running:
        yield running


@pytest.fixture(params=PLACES)
def own_either(request, tmp_path):
    """A house of one's own in each of the places, one after the other."""
    with open_house(request.param, tmp_path) as running:
        yield running


@pytest.fixture
async def houses(database, redis):
    """Two workers of one house, which hear each other."""
    houses = await open_two(database, redis)
    yield houses
    await close_all(houses)


@pytest.fixture
def postgres(database):
    """A connection to an empty database of PostgreSQL."""
    engine = create_engine(database.replace("postgresql://", "postgresql+psycopg://"))
    yield engine
    engine.dispose()


@pytest.fixture
def time():
    """A time of day that the test sets."""
    return Time()


@pytest.fixture(params=PLACES)
def setting(request, tmp_path):
    """How a house is kept: in a file, or as one of several workers."""
    if request.param == "file":
        yield Setting(str(tmp_path / "house.db"), limits=False)
    else:
        with postgres_and_redis() as (database, redis):
            yield Setting(database, redis, limits=False)


@pytest.fixture
def door(setting, monkeypatch):
    """A house in this process, and the browsers before it."""
    door = Door(setting, monkeypatch)
    with door.open:
        yield door


@pytest.fixture(scope="module")
def letters():
    """A post office: its address, and the letters that it took."""
    taken = Letters()
    with post_office(taken) as taken.address:
        yield taken


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
