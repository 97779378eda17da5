"""A link and a code that others can follow, also where the page was opened by a name of this machine alone."""

import re

import pytest

from sobremesa.server.http.addresses import network_addresses
from tests.support.server.serving import Server
from tests.support.web.browser import Person

pytestmark = pytest.mark.compiled
ALONE = {
    "en-GB": "Only this computer can open this link",
    "es": "Solo este ordenador puede abrir este enlace",
    "de": "Nur dieser Computer kann diesen Link öffnen",
    "fr": "Seul cet ordinateur peut ouvrir ce lien",
}


@pytest.fixture
def everywhere(tmp_path):
    running = Server(tmp_path / "house.db", "--no-limits", "--host", "0.0.0.0")
    yield running
    running.kill()


def test_a_telephone_follows_the_link_and_the_code_of_a_lobby_that_was_opened_as_localhost(chromium, everywhere):
    others = network_addresses()
    if not others:
        pytest.skip("this machine has no address but loopback: no telephone can come")
    host, phone = Person(chromium, everywhere), Person(chromium, everywhere)
    told = host.post("/api/guests", name="Ada"), host.post("/api/tables", game="splut", seats=2)
    table = told[1].json()["table"]
    page = host.see(f"/table/{table}")
    link = page.locator(".share input").input_value()
    assert link == f"http://{others[0]}:{everywhere.port}/table/{table}"
    code = page.locator(".share img")
    assert link in code.get_attribute("alt")
    assert code.evaluate("image => image.decode().then(() => image.naturalWidth)") > 0
    there = phone.see(link)
    there.get_by_role("button", name=re.compile("Sit")).first.wait_for()
    shown = there.locator(".share input").input_value()
    assert shown == link
    drawn = [
        each.page.request.get(f"{at}/api/tables/{table}/code.svg").body()
        for each, at in ((host, everywhere.address), (phone, f"http://{others[0]}:{everywhere.port}"))
    ]
    assert drawn[0] == drawn[1]
    assert host.faults == phone.faults == []
    host.context.close()
    phone.context.close()


@pytest.mark.parametrize("language", ALONE)
def test_a_lobby_that_nobody_else_can_reach_says_so(person, language):
    ada = person(language=language)
    assert ada.post("/api/guests", name="Ada").ok
    table = ada.post("/api/tables", game="splut", seats=2).json()["table"]
    page = ada.see(f"/table/{table}")
    page.get_by_text(ALONE[language]).wait_for()
    assert page.locator(".share img").count() == 0
    assert ada.violations() == []
