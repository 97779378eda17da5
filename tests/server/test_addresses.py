"""Links and codes for others lead where others come: by a public address, or by the network, and never by localhost."""

import io
import json
import urllib.error
import urllib.request

import pytest
import segno

from sobremesa.client import House
from sobremesa.server import app
from sobremesa.server.http.addresses import Reach, is_loopback, network_addresses
from sobremesa.server.mail import Post
from tests.support.server.door import DEPRECATED, Door
from tests.support.server.serving import Server
from tests.support.terminal import told

pytestmark = pytest.mark.filterwarnings(DEPRECATED)
NO_NETWORK = "this machine has no address but loopback: nothing can be reached by another"


def get(address, **headers):
    request = urllib.request.Request(address, headers={key.replace("_", "-"): value for key, value in headers.items()})
    with urllib.request.urlopen(request, timeout=30) as answer:
        return answer.read()


def drawn(address):
    """The code of an address, as the server draws it."""
    picture = io.BytesIO()
    segno.make(address, error="m").save(picture, kind="svg", border=2, dark="#1d1216", light="#fffcf7")
    return picture.getvalue()


def reached(address, **headers):
    return json.loads(get(f"{address}/api/house", **headers))["address"]


@pytest.fixture
def everywhere(tmp_path):
    running = Server(tmp_path / "house.db", "--host", "0.0.0.0")
    yield running
    running.kill()


@pytest.mark.compiled
def test_who_plays_on_this_machine_is_given_an_address_of_the_network_that_truly_leads_here(everywhere):
    others = network_addresses()
    if not others:
        pytest.skip(NO_NETWORK)
    here = f"http://127.0.0.1:{everywhere.port}"
    for name in "127.0.0.1", "localhost", "127.0.0.2":
        assert reached(f"http://{name}:{everywhere.port}") == f"http://{others[0]}:{everywhere.port}/"
    table = House(here, "Ada").lay("splut", 2).name
    link = f"{reached(here)}table/{table}"
    assert not is_loopback(urllib.request.urlparse(link).hostname)
    assert get(f"{here}/api/tables/{table}/code.svg") == drawn(link)
    assert b"Sobremesa" in get(link)  # by another address than that of this machine alone
    assert json.loads(get(f"{reached(here)}api/tables/{table}"))["table"] == table


@pytest.mark.compiled
def test_who_comes_by_the_network_or_by_a_proxy_learns_no_other_address(everywhere):
    others = network_addresses()
    here = f"http://127.0.0.1:{everywhere.port}"
    assert reached(here, Host="play.example.org") == "http://play.example.org/"
    forwarded = {"X_Forwarded_For": "203.0.113.5", "X_Forwarded_Proto": "https"}
    assert reached(here, Host="play.example.org", **forwarded) == "https://play.example.org/"
    assert reached(here, **forwarded) == reached(here, Forwarded="for=203.0.113.5") == ""  # its proxy hides the name
    if others:
        there = f"http://{others[0]}:{everywhere.port}"
        assert reached(there) == f"{there}/"
        assert reached(there, Host=f"localhost:{everywhere.port}") == ""  # a stranger who says so


@pytest.mark.compiled
def test_a_server_for_this_machine_alone_can_be_reached_by_nobody_else(server):
    assert reached(server.address) == ""
    table = House(server.address, "Ada").lay("splut", 2).name
    assert get(f"{server.address}/api/tables/{table}/code.svg") == drawn(f"{server.address}/table/{table}")


@pytest.mark.compiled
def test_a_public_address_is_what_everybody_is_given(tmp_path):
    running = Server(tmp_path / "house.db", "--public-url", "https://play.example.org")
    try:
        for headers in {}, {"Host": "other.example.org"}, {"X_Forwarded_For": "203.0.113.5"}:
            assert reached(running.address, **headers) == "https://play.example.org/"
        table = House(running.address, "Ada").lay("splut", 2).name
        code = get(f"{running.address}/api/tables/{table}/code.svg")
        assert code == drawn(f"https://play.example.org/table/{table}")
        assert running.process.stdout.readline() == "  for others at https://play.example.org/\n"
    finally:
        running.kill()


@pytest.mark.parametrize(
    "address", ["play.example.org", "ftp://play.example.org", "https://play.example.org/x", "https://"]
)
def test_what_is_no_public_address(address):
    assert "--public-url is written like" in told("serve", "--public-url", address)


def test_letters_lead_where_others_come(tmp_path, monkeypatch):
    """Who asks for letters on the machine of the server reads them on a telephone."""
    setting = app.Setting(str(tmp_path / "house.db"), limits=False, address="https://play.example.org/")
    door = Door(setting, monkeypatch, Post("smtp://127.0.0.1:9", "house@sobremesa.test"))
    with door.open:
        house = door.first.blocking_portal.call(door.app.dependencies["house"].dependency)
        local = door.browser(address="http://127.0.0.1:8765")
        local.sign_up("ada")
        me = local.get("account/export").json()["person"]["id"]
        house.store.people.set_email(me, "ada@sobremesa.test")
        assert local.post("turns/letters", wanted=True).status_code < 300
        assert house.store.turns.ways(me).origin == "https://play.example.org"


def test_what_leads_to_the_machine_that_asks():
    for name in "localhost", "LOCALHOST.", "a.localhost", "127.0.0.1", "127.8.9.1", "::1":
        assert is_loopback(name)
    for name in "localhost.example.org", "192.168.1.5", "10.0.0.1", "::", "fd00::2", "", None:
        assert not is_loopback(name)


def test_nothing_is_said_of_a_network_by_a_server_that_does_not_listen_there():
    assert Reach().own() == []
    assert all(not is_loopback(each) for each in network_addresses())
