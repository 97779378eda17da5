"""What the house says to browsers and to whoever asks wrongly, too much, or in another's name."""

import asyncio
import contextlib
import json
import re
import shutil
import socket as socketlib
import ssl
import subprocess
import urllib.request
from types import SimpleNamespace

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from sobremesa.cli.serve import _listening
from sobremesa.client import House
from sobremesa.server.app import tell_fault
from sobremesa.server.http.limits import COMING, GUESTS, MANY, MESSAGES, SOCKETS, TABLES, Bucket, Buckets, Limits, Rate
from tests.support.server.http import fetch
from tests.support.server.serving import PLACES, Server, open_house
from tests.support.waiting import LIMIT

pytestmark = pytest.mark.compiled


@pytest.fixture(scope="module", params=PLACES)
def house(request, tmp_path_factory):
    """One house for all who only ask."""
    with open_house(request.param, tmp_path_factory.mktemp("web")) as running:
        yield running


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "why"),
    [
        ("GET", "/nowhere", None, 404, "nothing at this path"),
        ("GET", "/api/tables/nowhere", None, 404, "There is no such table."),
        ("GET", "/api/tables/nowhere/record", None, 404, "There is no such table."),
        ("DELETE", "/api/tables", None, 405, "not asked in that way"),
        ("POST", "/api/guests", "{", 400, "cannot be read"),
        ("POST", "/api/guests", "", 400, "cannot be read"),
        ("POST", "/api/guests", '{"name": 3}', 400, "name: Expected `str`"),
        ("POST", "/api/guests", '{"name": ""}', 400, "name: "),
        ("POST", "/api/guests", '{"name": "  "}', 400, "A guest needs a name."),
        ("POST", "/api/guests", '{"name": "Ada", "age": 5}', 400, "unknown field `age`"),
        ("POST", "/api/guests", '{"name": "\\ud800"}', 400, "cannot be read"),
        ("POST", "/api/guests", json.dumps({"name": "x" * 100_000}), 413, "at most 65536 bytes"),
        ("POST", "/api/tables", '{"game": "splut"}', 401, "Say who you are first"),
    ],
)
def test_whoever_asks_wrongly_is_told_why_in_a_sentence(house, method, path, body, status, why):
    found, headers, text = fetch(house, method, path, body)
    told = json.loads(text)
    assert (found, list(told)) == (status, ["why"])
    assert why in told["why"]
    assert "default-src 'none'" in headers["Content-Security-Policy"]


def test_a_body_without_a_length_is_measured_too(house):
    status, _, text = fetch(house, "POST", "/api/guests", iter([b'{"name": "', *[b"x" * 1000] * 100, b'"}']))
    assert (status, json.loads(text)) == (413, {"why": "A request has at most 65536 bytes."})


def test_a_fault_of_the_house_is_written_down_and_told_without_details(caplog):
    answer = tell_fault(SimpleNamespace(headers={}), ZeroDivisionError("a secret"))
    assert answer.status_code == 500
    assert "secret" not in answer.content.why
    assert "ZeroDivisionError: a secret" in caplog.text


def test_a_language_that_nobody_speaks_here_is_english(house):
    name = House(house.address, "Ada").ask("POST", "/api/tables", {"game": "splut"})["table"]
    with connect(f"ws://127.0.0.1:{house.port}/api/tables/{name}/socket?language=klingon") as socket:
        assert json.loads(socket.recv(LIMIT))["type"] == "state"


@pytest.mark.parametrize(
    ("wanted", "why"),
    [
        ({"game": "chess"}, "chess"),
        ({"game": "splut", "seats": 7}, "2, 3 or 4 players"),
        ({"game": "splut", "seats": 99}, "seats: "),
        ({"game": "splut", "options": {"colour": 1}}, "colour"),
        ({"game": "splut", "options": {"turn_limit": -1}}, "turn_limit"),
    ],
)
def test_a_table_that_cannot_be_is_refused(house, wanted, why):
    token = House(house.address, "Ada").token
    status, _, text = fetch(house, "POST", "/api/tables", json.dumps(wanted), Authorization=f"Bearer {token}")
    assert status == 400
    assert why in json.loads(text)["why"]


def test_the_description_is_there_for_programs_and_for_people(house):
    _, headers, text = fetch(house, "GET", "/schema/openapi.json")
    assert "json" in headers["Content-Type"]
    document = json.loads(text)
    assert set(document["paths"]) == {
        "/api/lessons",
        "/api/lessons/{game}",
        "/api/lessons/{game}/{lesson}",
        "/api/puzzles",
        "/api/puzzles/board",
        "/api/puzzles/me",
        "/api/puzzles/next",
        "/api/puzzles/{name}",
        "/api/puzzles/{name}/hint",
        "/api/puzzles/{name}/solution",
        "/api/puzzles/{name}/try",
        "/api/study",
        "/api/study/opinion",
        "/api/study/record",
        "/api/study/sketch",
        "/api/study/table",
        "/api/turns",
        "/api/turns/next",
        "/api/turns/told",
        "/api/turns/push",
        "/api/turns/push/remove",
        "/api/turns/letters",
        "/api/turns/stop",
        "/api/turns/vacation",
        "/api/turns/vacation/end",
        "/api/games",
        "/api/ladders",
        "/api/ladders/{game}/{mode}/{seats}",
        "/api/people/{handle}/ratings",
        "/api/people/{handle}/profile",
        "/api/profile/me",
        "/api/profile/matches",
        "/api/profile/records.zip",
        "/api/ratings/me",
        "/api/tables/{name}/ratings",
        "/api/games/{game}/terms",
        "/api/guests",
        "/api/guests/me",
        "/api/tables",
        "/api/tables/{name}",
        "/api/tables/{name}/record",
        "/api/tables/{name}/log",
        "/api/tables/{name}/moments",
        "/api/tables/{name}/fork",
        "/api/tables/{name}/plan",
        "/api/tables/{name}/plan/ahead",
        "/api/tables/{name}/analysis",
        "/api/tables/{name}/code.svg",
        "/api/tables/{name}/picture.svg",
        "/api/tables/{name}/picture.png",
        "/api/tables/{name}/match.webp",
        "/api/tables/{name}/match.gif",
        "/api/house",
        "/api/tables/{name}/worth",
        "/api/tables/{name}/coach",
        "/api/tables/{name}/hint",
        "/api/tables/{name}/weigh",
        "/api/demo/{game}",
        "/api/tiles",
        "/api/tiles/{name}",
        "/api/puzzle",
        "/api/puzzle/results",
        "/api/conduct",
        "/api/conduct/read",
        "/api/conduct/unmute",
        "/api/reports",
        "/api/moderation",
        "/api/moderation/act",
        "/api/moderation/lift",
        "/api/evenings",
        "/api/evenings/{name}",
        "/api/evenings/{name}/begin",
        "/api/evenings/{name}/code.svg",
        "/api/evenings/{name}/end",
        "/api/evenings/{name}/forfeit",
        "/api/evenings/{name}/join",
        "/api/evenings/{name}/leave",
        "/api/evenings/{name}/remove",
        "/api/evenings/{name}/round",
        "/api/account",
        "/api/account/codes",
        "/api/account/delete",
        "/api/account/email",
        "/api/account/email/prove",
        "/api/account/enter",
        "/api/account/enter/ask",
        "/api/account/enter/passkey",
        "/api/account/export",
        "/api/account/forgotten",
        "/api/account/leave",
        "/api/account/name",
        "/api/account/passkeys",
        "/api/account/passkeys/ask",
        "/api/account/passkeys/remove",
        "/api/account/password",
        "/api/account/recover",
        "/api/account/sessions/end",
        "/api/account/tables",
    }
    refusal = document["paths"]["/api/guests"]["post"]["responses"]["400"]["content"]["application/json"]["schema"]
    assert refusal == {"$ref": "#/components/schemas/Why"}
    status, headers, page = fetch(house, "GET", "/schema")
    assert (status, headers["Content-Type"].split(";")[0]) == (200, "text/html")
    assert all(path in page for path in document["paths"])


@pytest.mark.parametrize("path", ["/schema", "/schema/swagger"])
def test_a_page_loads_nothing_from_elsewhere_and_runs_nothing(house, path):
    _, headers, page = fetch(house, "GET", path)
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert not re.search(r"<script|<link|<img|<iframe|<style|style=|\son\w+=|//\w", page.replace("<!DOCTYPE html>", ""))


def test_only_pages_of_this_house_may_ask_in_somebodys_name(house):
    guest = House(house.address, "Ada")
    name = guest.ask("POST", "/api/tables", {"game": "splut"})["table"]
    address = f"ws://127.0.0.1:{house.port}/api/tables/{name}/socket"
    for origin in None, f"http://127.0.0.1:{house.port}":
        with connect(address, origin=origin) as socket:
            assert json.loads(socket.recv(LIMIT))["type"] == "state"
        assert (
            fetch(house, "POST", "/api/guests", '{"name": "Ada"}', **({"Origin": origin} if origin else {}))[0] == 201
        )
    for origin in "http://elsewhere.example", "null", f"http://127.0.0.1:{house.port + 1}", "http://127.0.0.1":
        with pytest.raises(InvalidStatus, match="403"):
            connect(address, origin=origin)
        status, _, text = fetch(house, "POST", "/api/guests", '{"name": "Ada"}', Origin=origin)
        assert status == 403 and "another site" in text


def test_the_cookie_is_for_this_house_alone(house):
    _, headers, text = fetch(house, "POST", "/api/guests", '{"name": "Ada"}')
    parts = {part.strip().lower() for part in headers["Set-Cookie"].split(";")}
    assert {"httponly", "samesite=lax", "path=/"} <= parts
    assert "secure" not in parts  # plain http in a home network must work
    cookie = f"sobremesa={json.loads(text)['token']}"
    same = {"Sec-Fetch-Site": "same-origin"}
    assert fetch(house, "POST", "/api/tables", '{"game": "splut"}', Cookie=cookie, **same)[0] == 201


@pytest.mark.parametrize("site", [None, "cross-site", "same-site", "none"])
def test_a_cookie_alone_does_nothing_that_its_own_pages_did_not_ask_for(house, site):
    token = json.loads(fetch(house, "POST", "/api/guests", '{"name": "Ada"}')[2])["token"]
    cookie = {"Cookie": f"sobremesa={token}"} | ({"Sec-Fetch-Site": site} if site else {})
    for path, body in ("/api/tables", '{"game": "splut"}'), ("/api/guests", '{"name": "Ada"}'):
        status, _, text = fetch(house, "POST", path, body, **cookie)
        assert status == 403 and "another site" in text
    name = House(house.address, "Ada", token).ask("POST", "/api/tables", {"game": "splut"})["table"]
    with pytest.raises(InvalidStatus, match="403"):
        connect(f"ws://127.0.0.1:{house.port}/api/tables/{name}/socket", additional_headers=cookie)
    shown = {"Authorization": f"Bearer {token}"}
    assert fetch(house, "POST", "/api/tables", '{"game": "splut"}', **cookie, **shown)[0] == 201
    assert fetch(house, "GET", "/api/guests/me", **cookie)[0] == 200


def test_under_tls_the_cookie_is_secure(tmp_path):
    if shutil.which("openssl") is None:
        pytest.skip("a certificate is made by openssl, which is not here")
    key, certificate = str(tmp_path / "key.pem"), str(tmp_path / "certificate.pem")
    making = "openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=localhost -addext subjectAltName=IP:127.0.0.1"
    subprocess.run([*making.split(), "-keyout", key, "-out", certificate], check=True, capture_output=True)
    house = Server(tmp_path / "house.db", "--tls-cert", certificate, "--tls-key", key)
    try:
        assert house.address.startswith("https://")
        request = urllib.request.Request(house.address + "/api/guests", b'{"name": "Ada"}', method="POST")
        trusting = ssl.create_default_context(cafile=certificate)
        with urllib.request.urlopen(request, timeout=LIMIT, context=trusting) as answer:
            parts = {part.strip().lower() for part in answer.headers["Set-Cookie"].split(";")}
        assert {"httponly", "samesite=lax", "secure"} <= parts
    finally:
        house.kill()


class Clock:
    now = 100.0

    def __call__(self):
        return self.now


def test_a_bucket_gives_so_many_at_once_and_so_many_a_second():
    clock = Clock()
    bucket = Bucket(Rate(3, 0.5), clock)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    clock.now += 1.9
    assert not bucket.take()
    clock.now += 0.2
    assert [bucket.take() for _ in range(2)] == [True, False]
    clock.now += 1000
    assert bucket.full
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]


def test_addresses_do_not_disturb_each_other_and_are_forgotten():
    clock = Clock()
    buckets = Buckets(Rate(1, 1), clock)
    assert [buckets.take(each) for each in "aabab"] == [True, False, True, False, False]
    for n in range(MANY):
        buckets.take(str(n))
    clock.now += 5
    buckets.take("last")
    assert len(buckets.all) == 1


def test_limits_are_kept_unless_they_are_not():
    clock = Clock()
    kept, loose = Limits(clock=clock), Limits(kept=False, clock=clock)
    for _ in range(int(GUESTS.burst)):
        assert kept.may(kept.guests, "a")
    assert not kept.may(kept.guests, "a")
    assert kept.may(kept.guests, "b") and kept.may(kept.tables, "a")
    assert all(loose.may(loose.guests, "a") for _ in range(1000))
    bucket, endless = kept.messages(), loose.messages()
    assert sum(bucket.take() for _ in range(9000)) == MESSAGES.burst
    assert sum(endless.take() for _ in range(9000)) == 9000
    came = [kept.come("a") for _ in range(SOCKETS + 1)]
    assert came[-1].startswith("From one address") and not any(came[:-1])
    assert not kept.come("b")
    kept.go("a")
    kept.go("a")
    assert not kept.come("a")
    for _ in range(int(COMING.burst)):
        kept.go("a")
        why = kept.come("a")
    assert why.startswith("Too many came at once")
    kept.go("b")
    assert "b" not in kept.sockets


def test_too_many_guests_and_tables_from_one_address_are_refused(own_either):
    statuses = [fetch(own_either, "POST", "/api/guests", '{"name": "Ada"}') for _ in range(int(GUESTS.burst) + 20)]
    assert statuses[0][0] == 201 and statuses[-1][0] == 429
    assert "wait a minute" in json.loads(statuses[-1][2])["why"]
    head = {"Authorization": f"Bearer {json.loads(statuses[0][2])['token']}"}
    tables = [
        fetch(own_either, "POST", "/api/tables", '{"game": "splut"}', **head)[0] for _ in range(int(TABLES.burst) + 20)
    ]
    assert tables[0] == 201 and tables[-1] == 429
    assert fetch(own_either, "GET", "/api/games")[0] == 200


def test_a_flood_is_refused_and_closed_and_nobody_else_is_disturbed(house):
    guest = House(house.address, "Ada")
    table = guest.lay("splut", 2)
    with connect(f"ws://127.0.0.1:{house.port}/api/tables/{table.name}/socket") as flood:
        flood.socket.setsockopt(socketlib.IPPROTO_TCP, socketlib.TCP_NODELAY, 1)
        flood.recv(LIMIT)
        heard = {}
        with contextlib.suppress(ConnectionClosed):  # it may close while we still send
            for _ in range(1000):
                for _ in range(30):
                    flood.send("{}")
                for _ in range(30):
                    heard = json.loads(flood.recv(LIMIT))
                    assert heard["type"] == "refused"
        with pytest.raises(ConnectionClosed) as closed:  # noqa: PT012
            while True:
                heard = json.loads(flood.recv(LIMIT))
        assert closed.value.rcvd.code == 4429
        assert "Too many messages" in heard["why"]
    table.sit(0)
    assert table.state["about"]["places"][0]["name"] == "Ada"


def test_too_many_sockets_of_one_address_are_refused(own_server):
    table = House(own_server.address, "Ada").lay("splut", 2)
    address = f"ws://127.0.0.1:{own_server.port}/api/tables/{table.name}/socket"
    with contextlib.ExitStack() as stack:
        for _ in range(SOCKETS):
            last = stack.enter_context(connect(address))
        heard = json.loads(last.recv(LIMIT))
    assert heard["type"] == "refused" and f"at most {SOCKETS} sockets" in heard["why"]
    with connect(address) as socket:
        assert json.loads(socket.recv(LIMIT))["type"] == "state"


async def test_a_second_message_does_not_wait_for_the_receipt_of_the_first():
    """asyncio switches that waiting off for what it knows to be TCP."""
    found = asyncio.get_running_loop().create_future()
    with _listening("127.0.0.1", 0) as listening:
        serving = await asyncio.start_server(lambda _, writer: found.set_result(writer), sock=listening)
        _, asking = await asyncio.open_connection(*listening.getsockname())
        writer = await found
        at_once = writer.get_extra_info("socket").getsockopt(socketlib.IPPROTO_TCP, socketlib.TCP_NODELAY)
        writer.close()
        asking.close()
        serving.close()
    assert at_once
