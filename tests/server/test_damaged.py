"""One damaged row, or one game that lacks a part, is left out of lists: everybody else's lists are told as before."""

import functools
import sqlite3
import time

import pytest

from sobremesa import games
from sobremesa.server import app
from tests.support.server.door import DEPRECATED, Door
from tests.toys import sealed

pytestmark = [pytest.mark.compiled, pytest.mark.filterwarnings(DEPRECATED)]
BROKEN = [
    "UPDATE tables SET options = '{' WHERE id = ?",
    "UPDATE tables SET seats = 'many' WHERE id = ?",
    "UPDATE entries SET text = '{' WHERE kind = 'manner' AND \"table\" = ?",
    "UPDATE entries SET text = x'00ff' WHERE kind = 'sit' AND \"table\" = ?",
    "UPDATE entries SET seat = 99 WHERE kind = 'sit' AND \"table\" = ?",
]


@pytest.fixture
def door(tmp_path, monkeypatch):
    door = Door(app.Setting(str(tmp_path / "house.db"), limits=False), monkeypatch)
    with door.open:
        yield door


def damage(door, deed, *facts):
    """Change the file behind the server's back; forget what is in memory."""
    with sqlite3.connect(door.setting.place) as file:
        assert file.execute(deed, facts).rowcount
    house_of(door).live.clear()


def house_of(door):
    return door.first.blocking_portal.call(door.app.dependencies["house"].dependency)


def lay(door):
    """A public table with somebody at it."""
    browser, manner = door.first, {"coach": False}
    told = browser.post("tables", game="splut", seats=2, public=True, manner=manner)
    assert told.status_code == 201, told.text
    name = told.json()["table"]
    who, house = browser.get("account/export").json()["person"]["id"], house_of(door)

    async def sit():
        live = await house.find(name)
        await house.wait_for(live, functools.partial(live.table.sit, who, 0, "Ada", "fig"))

    door.first.blocking_portal.call(sit)
    return name


def left_out(caplog, kind, name):
    """How often the log says that an item was left out."""
    return sum(f"damaged {kind} left out name={name}" in said.getMessage() for said in caplog.records)


@pytest.mark.parametrize("deed", BROKEN)
def test_a_damaged_table_is_left_out_of_every_list_and_named_once(door, caplog, deed):
    ada = door.first.come()
    broken, sound = lay(door), lay(door)
    damage(door, deed, broken)
    for _ in range(3):
        for path in "tables", "turns":
            answer = ada.get(path)
            assert answer.status_code == 200, answer.text
            assert [each["table"] for each in answer.json()] == [sound]
    assert left_out(caplog, "table", broken) == 1 and left_out(caplog, "table", sound) == 0
    refused = ada.client.get(f"/api/tables/{broken}", headers={"Accept-Language": "de"})
    assert refused.status_code == 400 and "lässt sich nicht öffnen" in refused.json()["why"]
    assert [each["table"] for each in ada.get("account/export").json()["tables"]][:1] == [sound]


def test_a_table_of_a_game_that_is_not_here_stops_no_server(tmp_path, monkeypatch, caplog):
    setting = app.Setting(str(tmp_path / "house.db"), limits=False)
    door = Door(setting, monkeypatch)
    with door.open:
        door.first.come()
        broken, sound = lay(door), lay(door)
        damage(door, "UPDATE tables SET game = 'gone' WHERE id = ?", broken)
    again = Door(setting, monkeypatch)
    with again.open:
        assert [each["table"] for each in again.first.get("tables").json()] == [sound]
        assert left_out(caplog, "game", "gone") == 1


def test_a_damaged_evening_is_left_out(door, caplog):
    ada = door.first.come()
    broken, sound = (
        ada.post("evenings", name=name, game="splut", seats=2, public=True).json()["id"] for name in ("One", "Two")
    )
    damage(door, "UPDATE evenings SET manner = '[' WHERE id = ?", broken)
    for _ in range(3):
        answer = ada.get("evenings")
        assert answer.status_code == 200, answer.text
        assert [each["id"] for each in answer.json()] == [sound]
    assert left_out(caplog, "evening", broken) == 1


def test_a_damaged_match_is_left_out_of_a_profile(door, caplog):
    ada = door.first.come()
    me = ada.get("account/export").json()["person"]["id"]
    with sqlite3.connect(door.setting.place) as file:
        for name in "broken", "sound":
            facts = name, 0, me, "splut", "-", 2, time.time(), False, 2, 1, False, ""
            columns = '"table", seat, person, game, mode, seats, at, rated, sides, place, shared, first'
            file.execute(f"INSERT INTO played ({columns}) VALUES ({', '.join('?' * 12)})", facts)
            sat = name, 0, "sit", 0, me, "fig Ada", time.time()
            laid = name, "splut", 5, 2, "{}", False, me, "x", time.time(), True, ""
            columns = "id, game, rules, seats, options, public, owner, secret, made, over, start"
            file.execute(f"INSERT INTO tables ({columns}) VALUES ({', '.join('?' * 11)})", laid)
            file.execute('INSERT INTO entries ("table", n, kind, seat, who, text, at) VALUES (?,?,?,?,?,?,?)', sat)
    damage(door, "UPDATE entries SET text = x'00ff' WHERE \"table\" = ?", "broken")
    for _ in range(3):
        answer = ada.get("profile/matches")
        assert answer.status_code == 200, answer.text
        assert [each["table"] for each in answer.json()["matches"]] == ["sound"]
    assert left_out(caplog, "match", "broken") == 1


def test_a_damaged_rung_is_left_out_of_a_ladder(door, caplog):
    ada = door.first
    with sqlite3.connect(door.setting.place) as file:
        file.execute("INSERT INTO ladders (name, matches, steps) VALUES ('splut/-/2', 1, 0)")
        for who, mu in ("bot:easy", "much"), ("bot:hard", 30.0):
            columns = "ladder, who, mu, sigma, height, matches"
            row = "splut/-/2", who, mu, 2.0, 20.0, 1
            file.execute(f"INSERT INTO standings ({columns}) VALUES (?,?,?,?,?,?)", row)
    for _ in range(3):
        answer = ada.get("ladders/splut/-/2")
        assert answer.status_code == 200, answer.text
        assert [each["name"] for each in answer.json()["places"]] == ["hard"]
        assert ada.get("people/bot:easy/ratings").status_code in (200, 404)
    assert left_out(caplog, "rung", "splut/-/2 bot:easy") == 1


def test_a_game_without_a_part_is_left_out_of_the_shelf(door, caplog, monkeypatch):
    monkeypatch.setattr(games, "_added", {})
    paths = "games", "lessons", "ladders", "evenings"
    usual = {path: door.first.get(path).json() for path in paths}
    games.add(sealed.GAME)  # it has no tables.py
    door.first.come()
    name = lay(door)
    for _ in range(3):
        assert {path: door.first.get(path).json() for path in paths} == usual
        assert [each["table"] for each in door.first.get("tables").json()] == [name]
        assert door.first.client.get("/health/ready").status_code == 200
    assert left_out(caplog, "game", sealed.GAME.name) == 1
