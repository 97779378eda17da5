"""Evenings of a house of several workers on PostgreSQL and Redis, and of a real server over HTTP."""

import asyncio
import json
import urllib.request

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from sobremesa.client import House as Client
from sobremesa.client import Refused
from sobremesa.server.cluster.bus import Talking
from sobremesa.server.features.tournaments.live_updates import Watcher
from sobremesa.server.sessions.models import GONE
from tests.support.server.connections import Inbox
from tests.support.server.evenings import Night
from tests.support.server.serving import Server
from tests.support.waiting import LIMIT, until

pytestmark = pytest.mark.compiled


async def two(database, redis):
    nights = [Night(database, Talking(redis)) for _ in range(2)]
    for night in nights:
        await night.house.begin()
    await until(lambda: not any(night.house.workers.deaf for night in nights))
    return nights


async def close(nights):
    for night in nights:
        await night.house.end()
        await night.close()


async def test_two_workers_that_begin_the_same_round_draw_it_once(database, redis):
    nights = await two(database, redis)
    one, other = nights
    await one.lay(6, rounds=3)
    other.name, other.guests = one.name, one.guests
    watcher = Watcher(Inbox(), "", "")
    assert await other.club.watching.come(one.name, watcher)
    evenings = [await night.evening() for night in nights]
    await asyncio.gather(
        *(night.club.begin(evening, one.guests[0].id) for night, evening in zip(nights, evenings, strict=True))
    )
    evening = await other.evening()
    assert evening.round == 1 and len(evening.tables) == 3 and evening.facts.begun
    assert sorted(evening.rounds[0].people) == list(range(6))
    for number, each in enumerate(await one.waiting()):
        await nights[number % 2].resign(each, 0)
    evening = await one.until(lambda evening: evening.round == 2)
    assert len([table for table in evening.tables if table.round == 2]) == 3
    for night in nights:  # whoever looks finds nothing left to do
        await night.club.look()
    assert (await one.evening()) == evening
    async with asyncio.timeout(20):
        while len(json.loads(await watcher.line.get())["drawn"]) < 2:
            pass
    await close(nights)


async def test_everybody_comes_once_by_whichever_worker(database, redis):
    nights = await two(database, redis)
    one, other = nights
    await one.lay(1)
    other.name = one.name
    bo, cleo = await one.greet(2)
    await asyncio.gather(one.join(bo), other.join(bo), other.join(cleo), one.join(cleo))
    evening = await one.evening()
    assert sorted((each.number, each.name) for each in evening.people)[0] == (0, "Ada")
    assert sorted(each.name for each in evening.people) == ["Ada", "Bo", "Cleo"]
    await close(nights)


async def test_what_a_worker_did_not_tell_is_read(database, redis, monkeypatch):
    monkeypatch.setattr("sobremesa.server.features.tournaments.live_updates.POLL", 0.05)
    nights = await two(database, redis)
    one, other = nights
    await one.lay(1)
    watcher = Watcher(Inbox(), "", "")
    assert await other.club.watching.come(one.name, watcher)
    [bo] = await one.greet(1)
    assert one.club.kept.come(one.name, bo.id, "Bo", 1, 64)  # and dies before it says so
    async with asyncio.timeout(20):
        while len(json.loads(await watcher.line.get())["people"]) < 2:
            pass
    other.club.watching.go(one.name, watcher)
    await until(other.club.watching._polling.done)  # nobody looks: nothing is read
    await close(nights)


async def test_of_a_person_who_goes_nothing_stays_in_postgresql_either(database, redis):
    nights = await two(database, redis)
    night = nights[0]
    await night.lay(3, rounds=1)
    await night.begin()
    people = night.house.store.people
    await asyncio.to_thread(people.delete, night.guests[0].id)
    evening = await night.evening()
    assert [each.name for each in evening.people] == [GONE, "Bo", "Cleo"]
    assert (evening.people[0].person, evening.facts.host) == (None, night.guests[1].id)
    await night.club.look()  # nobody waits for who has gone
    seats = [each.seats for each in await night.waiting()]
    assert all(0 not in each for each in seats)
    for guest in night.guests[1:]:
        await asyncio.to_thread(people.delete, guest.id)
    assert await night.evening() is None
    await close(nights)


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    running = Server(tmp_path_factory.mktemp("evenings") / "house.db", "--no-limits")
    yield running
    running.kill()


def lay(person, **wanted):
    given = {"name": "Friday", "game": "splut", "seats": 2, "rounds": 1, "public": True, **wanted}
    return person.ask("POST", "/api/evenings", given)["id"]


def at(name, deed=""):
    return f"/api/evenings/{name}{deed and '/'}{deed}"


def test_an_evening_over_http(house):
    ada, bo, cleo = (Client(house.address, name) for name in ("Ada", "Bo", "Cleo"))
    name = lay(ada)
    for person in ada, bo:
        told = person.ask("POST", at(name, "join"), {})
    assert [each["name"] for each in told["people"]] == ["Ada", "Bo"]
    assert (told["you"], told["yours"], told["host"], told["state"]) == ([1], False, "Ada", "open")
    assert name in [each["id"] for each in cleo.ask("GET", "/api/evenings")]
    with pytest.raises(Refused, match="Only who laid"):
        bo.ask("POST", at(name, "begin"), {})
    headers = {"Authorization": f"Bearer {cleo.token}"}
    with connect(f"ws://127.0.0.1:{house.port}{at(name, 'socket')}", additional_headers=headers) as socket:
        assert json.loads(socket.recv(LIMIT))["state"] == "open"
        [table] = ada.ask("POST", at(name, "begin"), {})["drawn"][0]["tables"]
        while (told := json.loads(socket.recv(LIMIT)))["state"] != "playing":
            pass
        mine, his = ada.table(table["table"]), bo.table(table["table"])
        mine.sit(table["seats"].index(0), words="fig")
        his.sit(table["seats"].index(1), words="plum")
        while mine.state["about"]["state"] == "laid":
            mine.wait()
        mine.resign(table["seats"].index(0))
        while (told := json.loads(socket.recv(LIMIT)))["state"] != "over":
            pass
        assert [(line["number"], line["points"]) for line in told["standing"]] == [(1, 1.0), (0, 0.0)]
        assert told["you"] == [] and told["yours"] is False
    assert name not in [each["id"] for each in cleo.ask("GET", "/api/evenings")]
    assert name in [each["id"] for each in bo.ask("GET", "/api/evenings")]
    [found] = bo.ask("GET", "/api/account/export")["evenings"]
    assert (found["evening"], found["names"], found["tables"]) == (name, ["Bo"], [table["table"]])
    bo.ask("POST", "/api/account/delete", {"name": "Bo"})
    told = ada.ask("GET", at(name))
    assert [each["name"] for each in told["people"]] == ["Ada", GONE]
    assert told["standing"][0]["points"] == 1.0


def test_what_is_asked_wrongly_is_answered_with_a_sentence(house):
    ada, bo = (Client(house.address, name) for name in ("Ada", "Bo"))
    name = lay(ada)
    for deed in "join", "leave", "begin", "end":
        with pytest.raises(Refused, match="no such evening"):
            ada.ask("POST", at("nowhere", deed), {})
    with pytest.raises(Refused, match="no such evening"):
        ada.ask("GET", at("nowhere"))
    for deed, data, why in (
        ("round", {"number": 1}, "not begun"),
        ("round", {}, "cannot be read"),
        ("remove", {"number": 7}, "Nobody of that number"),
        ("forfeit", {"table": "x", "seats": [0]}, "No table of that name"),
        ("forfeit", {"table": "x", "seats": [9]}, "cannot be read"),
        ("begin", {}, "It takes 2 people"),
    ):
        with pytest.raises(Refused, match=why):
            ada.ask("POST", at(name, deed), data)
    nobody = Client(house.address, "", "unknown")
    for path in at(name, "join"), "/api/evenings":
        with pytest.raises(Refused, match="Say who you are"):
            nobody.ask("POST", path, {} if "join" in path else {"name": "x", "game": "splut"})
    with pytest.raises(Refused, match="for 2, 3 or 4"):
        lay(bo, seats=8)
    asked = urllib.request.Request(house.address + at(name, "join"), b"{}", {"Origin": "https://elsewhere.example"})
    asked.add_header("Cookie", f"sobremesa={ada.token}")
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(asked)
    assert refused.value.code == 403
    refused.value.close()
    with (
        pytest.raises(ConnectionClosed) as closed,
        connect(f"ws://127.0.0.1:{house.port}{at('nowhere', 'socket')}") as socket,
    ):
        socket.recv(LIMIT)
    assert closed.value.rcvd.code == 4404
    with urllib.request.urlopen(house.address + at(name, "code.svg")) as drawn:
        assert b"<svg" in drawn.read()
    ada.ask("POST", at(name, "end"), {})
    assert ada.ask("GET", at(name))["state"] == "over"
