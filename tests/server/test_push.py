"""Notices to browsers: where they may go, and where they may not."""

import http.client
import socket
import time as clock

import pytest

from sobremesa.mistakes import Mistake
from sobremesa.server.database import Store
from sobremesa.server.features.correspondence import push
from sobremesa.server.features.correspondence.push import Gone, Sender
from tests.support.server.push import Browser
from tests.support.waiting import LIMIT


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example/x",
        "ftp://push.example/x",
        "https://",
        "https://user@push.example/",
        "https://push.example/" + "x" * 1000,
        "https://push.example/a b",
    ],
)
def test_what_no_browser_gives_is_refused(service, endpoint):
    keys = list(Browser(service).subscription["keys"].values())
    push.fit("https://push.example/x", *keys)
    for given in (
        (endpoint, *keys),
        ("https://push.example/x", "AAAA", keys[1]),
        ("https://push.example/x", keys[0], ""),
    ):
        with pytest.raises(Mistake, match="not where a browser"):
            push.fit(*given)


def test_a_push_service_that_answers_for_ever_is_left(service, monkeypatch):
    monkeypatch.setattr(push, "PATIENCE", 0.5)
    browser = Browser(service)
    service.slow = True
    sender = Sender(Sender.new_key(), public_only=False, trusting=service.trusting)
    began = clock.monotonic()
    with pytest.raises((OSError, http.client.HTTPException)):
        sender.send(browser.endpoint, *browser.subscription["keys"].values(), b"{}", "topic", "https://house.test")
    assert clock.monotonic() - began < LIMIT


@pytest.mark.parametrize("address", ["127.0.0.1", "10.0.0.1", "169.254.169.254", "::1", "fd00::1", "0.0.0.0"])
def test_nothing_is_carried_to_an_address_that_is_not_public(service, monkeypatch, address):
    browser = Browser(service)
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    found = [(family, socket.SOCK_STREAM, 6, "", (address, 443))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: found)
    sender = Sender(Sender.new_key(), trusting=service.trusting)
    with pytest.raises(Gone):
        sender.send(browser.endpoint, *browser.subscription["keys"].values(), b"{}", "topic", "https://house.test")
    assert service.came == []


def test_the_key_of_the_house_is_made_once(tmp_path):
    keys = []
    for _ in range(2):
        store = Store(tmp_path / "house.db")
        keys.append(store.turns.setting("vapid", Sender.new_key()))
        store.close()
    assert keys[0] == keys[1] and len(push.decoded(Sender(keys[0]).key)) == 65
