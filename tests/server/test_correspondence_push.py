"""One's tables over HTTP, at a real house."""

import datetime
import json

import pytest

from sobremesa.client import House, Refused
from sobremesa.server.http import client_files
from tests.support.server.accounts import open_account, sign_in
from tests.support.server.http import fetch
from tests.support.server.push import Browser
from tests.support.server.serving import Server

pytestmark = [pytest.mark.compiled, pytest.mark.usefixtures("one_day")]
DAYS = {"clock": {"days": 3}}


class Nowhere:
    """A push service that nobody reaches."""

    address, came = "https://push.example", ()


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    running = Server(tmp_path_factory.mktemp("turns") / "house.db", "--no-limits")
    yield running
    running.kill()


def day(after=0):
    return (datetime.datetime.now(datetime.UTC).date() + datetime.timedelta(days=after)).isoformat()


def playing(house, mine, name="Bo"):
    """A table by correspondence, where one is awaited."""
    table, other = mine.lay("splut", 2), House(house.address, name)
    table.manner(**DAYS)
    table.sit(0, words="olive")
    other.table(table.name).sit(1, words="plum")
    table.begin()
    return table


def test_tables_that_wait_come_first_and_the_next_one_is_known(house):
    ada = House(house.address, "Ada")
    assert ada.ask("GET", "/api/turns") == []
    first, second = playing(house, ada, "Bo"), playing(house, ada, "Cy")
    laid = ada.lay("splut", 2)
    found = {each["table"]: each for each in ada.ask("GET", "/api/turns")}
    assert list(found)[2] == laid.name and found[laid.name]["waits"] is False
    mine = found[first.name]
    assert (mine["waits"], mine["days"], mine["names"], mine["state"]) == (True, 3, ["Bo"], "playing")
    assert mine["until"] - mine["since"] == 3 * 86400
    assert ada.ask("GET", f"/api/turns/next?after={first.name}") == {"table": second.name, "waiting": 2}
    first.move("red", first.moves("red")[0])
    wanted = {"table": second.name, "waiting": 1}
    assert ada.ask("GET", "/api/turns/next") == wanted
    nobody = House(house.address, "x", "nobody")
    assert nobody.ask("GET", "/api/turns/next") == {"table": "", "waiting": 0}
    with pytest.raises(Refused, match="Say who you are"):
        nobody.ask("GET", "/api/turns")


def test_a_guest_is_told_by_their_browser(house):
    ada = House(house.address, "Ada")
    before = ada.ask("GET", "/api/turns/told")
    assert (before["here"], before["browsers"], before["letters"], before["post"]) == (False, 0, False, False)
    assert len(before["key"]) == 87
    browser = Browser(Nowhere())
    ada.ask("POST", "/api/turns/push", browser.subscription)
    ada.ask("POST", "/api/turns/push", browser.subscription)
    told = ada.ask("GET", "/api/turns/told")
    assert (told["here"], told["browsers"], told["key"]) == (True, 1, before["key"])
    assert ada.ask("GET", "/api/account/export")["correspondence"]["browsers"][0]["endpoint"] == browser.endpoint
    with pytest.raises(Refused, match="not where a browser"):
        ada.ask("POST", "/api/turns/push", browser.subscription | {"endpoint": "http://127.0.0.1/"})
    ada.ask("POST", "/api/turns/push/remove", {})
    assert ada.ask("GET", "/api/turns/told")["browsers"] == 0


def test_a_browser_is_told_on_when_its_guest_signs_in_and_no_more_when_they_sign_out(house):
    open_account(house, "told")
    guest, browser = House(house.address, "Olive stone"), Browser(Nowhere(), "two")
    guest.ask("POST", "/api/turns/push", browser.subscription)
    person = sign_in(house, "told", guest.token)
    assert person.ask("GET", "/api/turns/told")["here"] is True
    elsewhere = sign_in(house, "told")
    told = elsewhere.ask("GET", "/api/turns/told")
    assert (told["here"], told["browsers"]) == (False, 1)
    person.ask("POST", "/api/account/leave", {})
    assert elsewhere.ask("GET", "/api/turns/told")["browsers"] == 0


def test_letters_need_somebody_who_carries_them(house):
    ada, _ = open_account(house, "written")
    with pytest.raises(Refused, match="no letters"):
        ada.ask("POST", "/api/turns/letters", {"wanted": True})
    ada.ask("POST", "/api/turns/letters", {"wanted": False})
    with pytest.raises(Refused, match="not whole"):
        ada.ask("POST", "/api/turns/stop", {"token": "me.0000"})


def test_a_vacation_stops_the_clock_at_once_and_the_others_see_it(house):
    ada = House(house.address, "Ada")
    table = playing(house, ada)
    ada.ask("POST", "/api/turns/vacation", {"first": day(), "last": day(9)})
    told = ada.ask("GET", "/api/turns/told")
    [away] = told["away"]
    assert told["left"] == 30 - sum(day(n)[:4] == day()[:4] for n in range(10))
    seen = ada.ask("GET", f"/api/tables/{table.name}")
    assert seen["places"][0]["away"] == away["ends"] and not seen["clocks"]["red"]["runs"]
    with pytest.raises(Refused, match="away then already"):
        ada.ask("POST", "/api/turns/vacation", {"first": day(3), "last": day(4)})
    with pytest.raises(Refused, match="no such vacation"):
        ada.ask("POST", "/api/turns/vacation/end", {"begins": 1.5})
    ada.ask("POST", "/api/turns/vacation/end", {"begins": away["begins"]})
    assert ada.ask("GET", "/api/turns/told")["away"] == []
    seen = ada.ask("GET", f"/api/tables/{table.name}")
    assert seen["places"][0]["away"] == 0 and seen["clocks"]["red"]["runs"]
    assert len(ada.ask("GET", "/api/account/export")["correspondence"]["vacations"]) == 1


def test_who_deletes_everything_leaves_nothing_here_and_the_other_plays_on(house):
    ada, bo = House(house.address, "Ada"), House(house.address, "Bo")
    table = ada.lay("splut", 2)
    table.manner(**DAYS)
    table.sit(0, words="olive")
    bo.table(table.name).sit(1, words="plum")
    table.begin()
    ada.ask("POST", "/api/turns/push", Browser(Nowhere(), "three").subscription)
    ada.ask("POST", "/api/turns/vacation", {"first": day(2), "last": day(3)})
    ada.ask("POST", "/api/turns/letters", {"wanted": False})
    ada.ask("POST", "/api/account/delete", {"name": "Ada"})
    assert ada.ask("GET", "/api/turns/next") == {"table": "", "waiting": 0}
    assert bo.ask("GET", "/api/turns") == []  # Ada has given up, and it is over
    assert bo.ask("GET", f"/api/tables/{table.name}")["state"] == "over"


def test_another_site_changes_nothing(house):
    asked = {
        "push": Browser(Nowhere()).subscription,
        "push/remove": {},
        "letters": {"wanted": True},
        "stop": {"token": "x"},
        "vacation": {"first": day(), "last": day()},
        "vacation/end": {"begins": 1},
    }
    for path, data in asked.items():
        told = fetch(house, "POST", f"/api/turns/{path}", json.dumps(data), Origin="https://elsewhere.example")
        assert (told[0], "not of another site" in told[2]) == (403, True), path


def test_the_worker_of_the_browser_is_given_for_the_whole_house(house):
    if not client_files.PARTS:
        pytest.skip("the client has not been built here: make client")
    status, headers, text = fetch(house, "GET", "/worker.js")
    assert (status, headers["Cache-Control"]) == (200, "no-cache")
    assert headers["Content-Type"].startswith("text/javascript") and "push" in text
    assert fetch(house, "GET", "/turns")[0] == fetch(house, "GET", "/turns/a.b")[0] == 200
