"""A match looked at again by one of two houses on a real PostgreSQL and a real Redis, which are asked at once, stopped
by each other, closed and killed: it is done once, and every row is the one that a single look gives."""

import asyncio
import contextlib
import os
import random
import signal
import threading
import time
from itertools import pairwise

import msgspec
import pytest

import sobremesa as sm
from sobremesa import analysis
from sobremesa.client import House, Refused
from sobremesa.play.ending import Ending
from sobremesa.server.database import Store
from sobremesa.server.features.analysis.service import key_of
from sobremesa.server.http.limits import ANALYSES
from sobremesa.server.live.registry import hashed, replayed
from sobremesa.server.tables.log import Guest
from tests.support.processes import children
from tests.support.server.serving import Server, postgres_and_redis
from tests.support.server.tables import keep_match
from tests.support.waiting import wait_until

pytestmark = pytest.mark.compiled
MOVES, TOKEN = 36, "of-ada"


@pytest.fixture(scope="module")
def match():
    found, dice = sm.Match("splut", 2), random.Random(5)
    while len(found.moves) < MOVES:
        found.push(dice.choice(found.legal_moves))
    found.ending = Ending("resigned", 0)
    return found


@pytest.fixture(scope="module")
def rows(match):
    """All that is to be said, in one go."""
    return [msgspec.json.encode(row) for row in analysis.of(match, truth=True)]


@pytest.fixture(scope="module")
def place():
    with postgres_and_redis() as (database, redis):
        yield database, redis


@contextlib.contextmanager
def opened(database):
    """The store of a house that Ada has been at."""
    with contextlib.closing(Store(database, shared=True)) as store:
        asyncio.run(store.add_guest(Guest("ada", "Ada", time.time()), hashed(TOKEN)))
        yield store


@pytest.fixture(scope="module")
def store(place):
    with opened(place[0]) as store:
        yield store


@pytest.fixture(scope="module")
def pair(place, store):
    """Two houses that are one, each with somebody who looks on."""
    servers = [Server(None, "--database", place[0], "--redis", place[1], "--no-limits") for _ in range(2)]
    yield servers
    for server in servers:
        server.kill()


@pytest.fixture(scope="module")
def guests(pair):
    return [House(server.address, name) for server, name in zip(pair, ("Bo", "Cy"), strict=True)]


@pytest.fixture
def table(pair, store, match):
    """The name of a table at which the match was played once more; no process of an earlier test waits for work."""
    for looker in [looker for server in pair for looker in lookers(server)]:
        os.kill(looker, signal.SIGKILL)
    wait_until(lambda: not any(map(lookers, pair)))
    return asyncio.run(keep_match(store, [move.text for move in match.moves]))


def path(table):
    return f"/api/tables/{table}/analysis"


def going(guest, table, least=3):
    """Until so many rows are there, and not all."""
    told = wait_until(lambda: (told := guest.ask("GET", path(table)))["done"] >= least and told)
    assert told["done"] < MOVES, "it was too quick to be disturbed"
    return told["done"]


def kept(store, table):
    return store.analyses.get(key_of(replayed(*store.table(table))))


def is_whole(store, table, rows):
    found = kept(store, table)
    return found.state == "done" and [msgspec.json.encode(row) for row in found.rows] == rows


def lookers(server):
    """The processes of a house that look at matches."""
    return children(server.process.pid, "analysis.worker")


def test_two_ask_at_once_by_different_houses_and_it_is_looked_at_once(pair, guests, store, table, rows):
    gate, told = threading.Barrier(2), []

    def ask(guest):
        gate.wait()
        told.append(guest.ask("POST", path(table)))

    asking = [threading.Thread(target=ask, args=(guest,)) for guest in guests]
    for each in asking:
        each.start()
    for each in asking:
        each.join()
    assert {each["state"] for each in told} <= {"waiting", "going"}
    by, progress, most = kept(store, table).by, ([], []), 0
    while progress[0][-1:] != [MOVES] or progress[1][-1:] != [MOVES]:
        for guest, seen in zip(guests, progress, strict=True):
            seen.append(guest.ask("GET", path(table))["done"])
        most = max(most, sum(len(lookers(server)) for server in pair))
        assert kept(store, table).by == by
        time.sleep(0.05)
    for seen in progress:
        assert seen == sorted(seen) and len(set(seen)) > 2, "both see how far it is"
    assert most == 1
    wait_until(lambda: kept(store, table).state == "done")
    assert is_whole(store, table, rows)


def test_the_other_house_stops_it_and_goes_on(pair, guests, store, table, rows):
    guests[0].ask("POST", path(table))
    seen = going(guests[0], table)
    with pytest.raises(Refused, match="Only those who played"):
        guests[1].ask("DELETE", path(table))
    ada = House(pair[1].address, "Ada", TOKEN)
    assert ada.ask("DELETE", path(table))["state"] == "stopped"
    wait_until(lambda: guests[0].ask("GET", path(table))["state"] == "stopped")
    wait_until(lambda: not lookers(pair[0]))
    wait_until(lambda: len(kept(store, table).rows) >= seen)
    assert len(kept(store, table).rows) < MOVES
    ada.ask("POST", path(table))
    wait_until(lambda: guests[0].ask("GET", path(table))["state"] == "done")
    assert is_whole(store, table, rows) and not lookers(pair[0]) and len(lookers(pair[1])) == 1


def test_the_process_that_looks_is_killed(pair, guests, store, table, rows):
    guests[0].ask("POST", path(table))
    going(guests[0], table)
    [looker] = wait_until(lambda: lookers(pair[0]))
    by = kept(store, table).by
    os.kill(looker, signal.SIGKILL)
    wait_until(lambda: guests[1].ask("GET", path(table))["state"] == "done")
    assert is_whole(store, table, rows) and kept(store, table).by == by and looker not in lookers(pair[0])


def test_a_house_that_closes_leaves_it_to_the_other(pair, guests, store, table, rows):
    guests[0].ask("POST", path(table))
    going(guests[0], table)
    by = kept(store, table).by
    pair[0].stop()
    wait_until(lambda: guests[1].ask("GET", path(table))["state"] == "done")
    assert is_whole(store, table, rows) and kept(store, table).by != by
    pair[0].start()
    guests[0] = House(pair[0].address, "Bo")


def test_a_house_that_is_killed_leaves_it_to_the_other(pair, guests, store, table, rows):
    guests[0].ask("POST", path(table))
    going(guests[1], table)
    by, before = kept(store, table).by, len(kept(store, table).rows)
    pair[0].kill()
    assert guests[1].ask("GET", path(table))["state"] == "going", "nobody can know yet"
    wait_until(lambda: guests[1].ask("GET", path(table))["done"] >= before and kept(store, table).by != by)
    assert len(kept(store, table).rows) >= before
    wait_until(lambda: guests[1].ask("GET", path(table))["state"] == "done")
    assert is_whole(store, table, rows)
    pair[0].start()
    guests[0] = House(pair[0].address, "Bo")


def test_an_address_may_ask_so_often_at_all_houses_together(match):
    """At servers of its own: what they leave when they end, others go on with."""
    with postgres_and_redis() as (database, redis), contextlib.ExitStack() as stack:
        store = stack.enter_context(opened(database))
        table = asyncio.run(keep_match(store, [move.text for move in match.moves]))
        servers = [Server(None, "--database", database, "--redis", redis) for _ in range(2)]
        for server in servers:
            stack.callback(server.kill)
        guests = [House(server.address, "Dee") for server in servers]

        def ask(number):
            try:
                guests[number % 2].ask("POST", path(table))
            except Refused as refusal:
                return str(refusal)

        answers = [ask(number) for number in range(2 * int(ANALYSES.burst))]  # alone, each would allow half of them
    assert answers[0] is None
    assert any("wait a minute" in (one or "") and "wait a minute" in (other or "") for one, other in pairwise(answers))
