"""Tables of older rules: they go on where the house still has those rules, and else end without loss."""

import json
import os
import subprocess
import sys
import urllib.request

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from sobremesa import games
from sobremesa.client import House as Client
from sobremesa.client import Refused
from sobremesa.server.damaged import Damage
from sobremesa.server.database import Store
from sobremesa.server.live.registry import House
from sobremesa.server.tables import rule_versions
from sobremesa.server.tables.log import Entry
from sobremesa.server.tables.rule_versions import OtherRules
from sobremesa.server.tables.table import new_facts
from tests.support.server.connections import ask, sit_down
from tests.support.server.serving import Server, open_house
from tests.support.server.tables import set_rules
from tests.support.waiting import LIMIT

pytestmark = pytest.mark.compiled


def log(*parts):
    return [Entry(n, kind, seat, who, said, float(n)) for n, (kind, seat, who, said) in enumerate(parts)]


PLAYED = log(
    ("sit", 0, "ada", "olive Ada L."),
    ("bot", 1, "ada", "random"),
    ("begin", -1, "ada", ""),
    ("move", 0, "ada", "Sd2-d3"),
    ("move", 1, "", "Td8-d7"),
    ("move", 1, "", "Td7-c7"),
    ("move", 0, "ada", "De2-e3"),
    ("undo", -1, "ada", ""),
    ("undo", -1, "ada", ""),
)


@pytest.fixture
def newer(monkeypatch):
    """The rules of Splut! have changed."""
    monkeypatch.setattr(games.find("splut").rules, "VERSION", 2)


async def test_a_match_of_older_rules_that_the_house_still_has_goes_on_by_them(tmp_path, monkeypatch):
    house = House(Store(tmp_path / "house.db"))
    live, [one, _] = await sit_down(house)
    name, older = live.table.facts.id, live.table.game
    house.live.clear()
    monkeypatch.setattr(older.rules, "VERSION", 2)
    with pytest.raises(OtherRules):
        await house.find(name)
    monkeypatch.setitem(rule_versions.OLDER, ("splut", 1), older)
    live = await house.find(name)
    assert live.table.game is older and live.table.facts.rules == 1
    house.come(live, one)
    move = live.table.match.legal_moves[0].text
    assert (await ask(house, live, one, do="move", seat=0, choice=0, move=move))["type"] == "done"
    assert (await house.lay(one.who, "splut", 2, {}, True)).table.facts.rules == 2
    assert ("splut", 1) in rule_versions.played(Damage()) and ("splut", 2) in rule_versions.played(Damage())
    house.store.close()


def test_a_log_is_read_without_the_rules(newer):
    facts = new_facts("splut", 2, {}, False, "ada")
    written = rule_versions.read(facts, PLAYED, False)
    assert (written.seats, written.players) == (["red", "green"], ["Ada L.", "random"])
    assert [(each.seat, each.move) for each in written.moves] == []
    written = rule_versions.read(facts, PLAYED[:-1], False)
    assert [(each.seat, each.move) for each in written.moves] == [
        ("red", "Sd2-d3"),
        ("green", "Td8-d7"),
        ("green", "Td7-c7"),
    ]
    assert (written.state, written.rules, written.here) == ("playing", 2, 2)
    assert rule_versions.read(facts, PLAYED, True).state == "over"
    assert rule_versions.read(facts, PLAYED[:2], False).state == "laid"
    told = rule_versions.record(facts, written)
    assert "player red Ada L.\n" in told and "red Sd2-d3\ngreen Td8-d7\n" in told and told.endswith("end 3\n")
    assert facts.secret not in told  # the match might go on in a house of those rules


@pytest.mark.parametrize("place", ["file", "workers"])
def test_a_table_of_rules_that_the_house_has_not_ends_without_loss(place, tmp_path):
    with open_house(place, tmp_path) as house:
        ada = Client(house.address, "Ada")
        table, other = ada.lay("splut", 2, public=True), ada.lay("splut", 2, public=True)
        table.sit(0)
        table.bot(1, "random")
        table.begin()
        table.move("red", move := table.moves("red")[0])
        while not table.moves("red"):
            table.wait()
        kept = tmp_path / "house.db" if place == "file" else house.more[1]
        table.close()
        other.close()
        house.kill()
        set_rules(kept, 0, table.name)
        house.start()

        assert [each["table"] for each in ada.ask("GET", "/api/tables")] == [other.name]
        for asked in f"/api/tables/{table.name}", f"/api/tables/{table.name}/moments":
            with pytest.raises(Refused, match="The rules of Splut! have changed"):
                ada.ask("GET", asked)
        asking = urllib.request.Request(f"{house.address}/api/tables/{table.name}", headers={"Accept-Language": "de"})
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(asking)
        assert "haben sich geändert" in json.loads(refused.value.read())["why"]
        with connect(f"ws://127.0.0.1:{house.port}/api/tables/{table.name}/socket?language=es") as socket:
            assert "han cambiado" in json.loads(socket.recv(LIMIT))["why"]
            with pytest.raises(ConnectionClosed) as closed:
                socket.recv(LIMIT)
        assert closed.value.rcvd.code == 4409

        written = ada.ask("GET", f"/api/tables/{table.name}/log")
        assert (written["state"], written["players"]) == ("playing", ["Ada", "random"])
        assert written["moves"][0] == {"seat": "red", "move": move} and len(written["moves"]) > 1
        assert f"red {move}\n" in ada.ask("GET", f"/api/tables/{table.name}/record")
        [found] = [each for each in ada.ask("GET", "/api/account/export")["tables"] if each["table"] == table.name]
        assert found["seats"] == ["red"] and f"red {move}\n" in found["record"]
        with pytest.raises(Refused, match="can be opened"):
            ada.ask("GET", f"/api/tables/{other.name}/log")
        checking = [sys.executable, "-m", "sobremesa", "house", "check", str(kept)]
        done = subprocess.run(checking, capture_output=True, text=True, env=os.environ)
        assert done.returncode == 0 and "1 of them were laid for rules" in done.stdout

        house.kill()
        set_rules(kept, 1, table.name)  # a house of those rules has all of it
        house.start()
        again = ada.table(table.name)
        assert again.moves("red") and again.state["about"]["moves"] == len(written["moves"])


def test_a_house_without_a_table_says_so(server: Server):
    with pytest.raises(Refused, match="no such table"):
        Client(server.address, "Ada").ask("GET", "/api/tables/nowhere/log")
