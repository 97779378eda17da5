"""Sessions end by themselves when nobody was seen by them for long, and everywhere at once when somebody says so."""

import asyncio
import time

import pytest
from sqlalchemy import update

from sobremesa.client import House as Client
from sobremesa.client import Refused
from sobremesa.server.cluster.bus import Talking
from sobremesa.server.database import Store, connected, schema
from sobremesa.server.live.registry import House, hashed
from sobremesa.server.sessions import expiry
from sobremesa.server.sessions.expiry import Sweeping
from sobremesa.server.sessions.models import UNSEEN, Session
from tests.support import services
from tests.support.server.connections import sit_down
from tests.support.server.door import DEPRECATED
from tests.support.server.serving import Server
from tests.support.server.workers import close_all, lay_for_two, open_two
from tests.support.waiting import until

pytestmark = [pytest.mark.compiled, pytest.mark.filterwarnings(DEPRECATED)]


def see_last(place, at):
    engine, _ = connected(place)
    with engine.begin() as connection:
        connection.execute(update(schema.sessions).values(seen=at))
    engine.dispose()


def test_who_was_not_seen_for_long_is_nobody_at_once(door):
    ada = door.first
    ada.sign_up("ada")
    see_last(door.setting.home, time.time() - UNSEEN + 60)
    assert ada.me["kind"] == "account"
    see_last(door.setting.home, time.time() - UNSEEN - 60)
    assert ada.me["kind"] == "nobody" and ada.get("guests/me").json() == {"name": ""}
    assert ada.post("account/name", name="Ada").status_code == 401
    assert ada.sign_in().status_code == 200 and ada.me["kind"] == "account"


async def test_what_is_too_old_is_swept_with_its_sockets_and_nothing_else(tmp_path, monkeypatch):
    house = House(Store(tmp_path / "house.db"))
    _, people = await sit_down(house)
    people[0].session, people[1].session = "old", "new"
    kept, now = house.store.people, time.time()
    for token, seen in ("old", now - UNSEEN - 1), ("new", now - UNSEEN + 60):
        kept.start(Session(token, people[0].who, "", seen, seen))
    kept.keep("sheet", "past", people[0].who, "", 0.0, now - 1)
    kept.keep("sheet", "to come", people[0].who, "", 0.0, now + 60)
    attendant = Sweeping(house)
    await attendant.look()
    assert [person.lost for person in people] == [True, False]
    assert kept.still(["old", "new"]) == {"new"}
    assert kept.take(["sheet"], "to come", people[0].who, 0.0) == ""
    assert kept.take(["sheet"], "past", people[0].who, 0.0) is None
    kept.start(Session("old", people[0].who, "", 0.0, 0.0))
    await attendant.look()  # not so soon again
    assert kept.still(["old"]) == {"old"}
    monkeypatch.setattr(expiry, "EVERY", 0.0)
    attendant._next = 0.0
    await attendant.look()
    assert kept.still(["old"]) == set()
    house.store.close()


async def test_every_house_has_somebody_who_sweeps(door):
    house = await door.app.dependencies["house"].dependency()
    assert isinstance(house.attendants.all["sessions"], Sweeping)


def test_no_worker_remembers_a_session_that_has_ended(database, redis):
    server = Server(None, "--database", database, "--redis", redis, "--workers", "2", "--no-limits")
    try:
        ada = Client(server.address, "Ada")
        ada.ask("POST", "/api/account", {"login": "ada", "password": "four olives in a dish"})
        others = [Client(server.address, f"Guest {n}") for n in range(5)]
        entered = [
            each.ask("POST", "/api/account/enter", {"login": "ada", "password": "four olives in a dish"})["token"]
            for each in others
        ]
        for _ in range(6):  # both workers have seen all of them
            for token in entered:
                assert Client(server.address, "x", token).ask("GET", "/api/guests/me")["name"] == "Ada"
        ada.ask("POST", "/api/account/sessions/end", {})
        for _ in range(6):
            for token in entered:
                with pytest.raises(Refused, match="Say who you are"):
                    Client(server.address, "x", token).ask("POST", "/api/puzzle")
        assert ada.ask("GET", "/api/guests/me")["name"] == "Ada"
    finally:
        server.kill()


async def test_while_workers_cannot_talk_sessions_end_and_guests_become_somebody_everywhere_too(database):
    if not services.can_start_redis():
        pytest.skip(services.NO_REDIS)
    redis = services.Redis()
    try:
        houses = await open_two(database, redis.address)
        lives, people = await lay_for_two(houses)
        guest, token = await houses[0].greet("Ada")
        people[1].session = hashed(token)
        redis.kill()
        await until(lambda: all(house.workers.deaf for house in houses))
        houses[0].store.people.end([hashed(token)])
        houses[0].let_go([hashed(token)])
        await until(lambda: people[1].lost)
        assert not people[0].lost and hashed(token) in houses[1].ended
        houses[0].store.people.join(people[0].who, guest.id)
        houses[0].join([], people[0].who, guest.id)
        await until(lambda: all(live.table.seats_of(guest.id) == [0] for live in lives))
        assert not people[0].lost
        await close_all(houses)
    finally:
        redis.close()


async def test_workers_that_hear_each_other_ask_the_database_for_no_session(database, redis, monkeypatch):
    asked = []
    monkeypatch.setattr(House, "look_at_people", lambda _: asked.append(True))
    monkeypatch.setattr("sobremesa.server.live.cluster_sync.POLL", 0.01)
    house = House(Store(database, shared=True), workers=Talking(redis))
    await house.workers.open(house)
    await until(lambda: not house.workers.deaf)
    polling = asyncio.create_task(house._poll())
    await asyncio.sleep(0.2)
    polling.cancel()
    await house.workers.close()
    house.store.close()
    assert asked == []
