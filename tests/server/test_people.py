"""Accounts: how people open them, come in on any device, and go."""

import asyncio
import threading

import msgspec
import pytest
from litestar.exceptions import HTTPException
from sqlalchemy import select

from sobremesa.server.database import connected, schema
from sobremesa.server.features.accounts import accounts, codes, passwords
from sobremesa.server.features.lobby import routes as lobby_routes
from sobremesa.server.http.limits import ENTERING, NAMED
from sobremesa.server.sessions.devices import device_of
from tests.support.server.accounts import PASSWORD
from tests.support.server.door import DEPRECATED, FIREFOX, Door
from tests.support.server.passkeys import Keyring
from tests.support.waiting import LIMIT, until

pytestmark = pytest.mark.filterwarnings(DEPRECATED)
TELEPHONE = "Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0 Mobile Safari/537.36"


def test_a_guest_who_opens_an_account_stays_who_they_are(door):
    ada = door.first.come("Ada")
    before = ada.get("account/export").json()["person"]["id"]
    assert ada.me["kind"] == "guest"
    assert len(set(ada.sign_up("Ada.L"))) == codes.ON_A_SHEET
    me = ada.me
    assert (me["kind"], me["name"], me["login"], me["password"], me["codes"]) == ("account", "Ada", "ada.l", True, 10)
    assert ada.get("account/export").json()["person"]["id"] == before
    assert [each["device"] for each in me["sessions"]] == ["Firefox, Linux"]
    refused = ada.post("account", login="another", password=PASSWORD)
    assert refused.status_code == 400 and "already" in refused.json()["why"]


def test_who_is_no_guest_yet_opens_an_account_with_a_name(door):
    door.first.sign_up("ada", name="Ada Lovelace")
    assert door.first.me["name"] == "Ada Lovelace"


def test_another_device_is_another_session_of_the_same_person(door):
    ada = door.first
    ada.sign_up("ada", name="Ada")
    telephone = door.browser(TELEPHONE)
    assert telephone.sign_in("ADA").json()["name"] == "Ada"
    assert telephone.get("account/export").json()["person"] == ada.get("account/export").json()["person"]
    here = {each["device"]: each["here"] for each in telephone.me["sessions"]}
    assert here == {"Firefox, Linux": False, "Chrome, Android": True}
    assert "token" not in telephone.get("account").text


@pytest.mark.parametrize(
    ("login", "password", "why"),
    [
        ("a", PASSWORD, "3 to 30"),
        ("ada lovelace", PASSWORD, "3 to 30"),
        ("ada", "short", "10 to 200"),
        ("ada", "x" * 201, "10 to 200"),
        ("ada.lovelace", "Ada.Lovelace", "not the name"),
        ("taken", PASSWORD, "is taken"),
        ("TAKEN", PASSWORD, "is taken"),
    ],
)
def test_a_name_or_password_that_will_not_do_is_refused_and_nothing_is_opened(door, login, password, why):
    door.first.sign_up("taken")
    other = door.browser().come("Bob")
    answer = other.post("account", login=login, password=password)
    assert answer.status_code == 400 and why in answer.json()["why"]
    assert other.me["kind"] == "guest"


def test_passwords_are_kept_as_argon2_and_compared_however_they_were_typed(door):
    door.first.sign_up("ada", "ﬁve olives — très bon")
    engine, _ = connected(door.setting.home)
    with engine.connect() as connection:
        found = connection.execute(select(schema.accounts.c.password)).scalar_one()
    engine.dispose()
    assert found.startswith("$argon2id$") and "olives" not in found
    assert door.browser().sign_in("ada", "five olives — très bon").status_code == 200
    assert door.browser().sign_in("ada", "Five olives — très bon").status_code == 401


def test_nobody_learns_whether_there_is_an_account(door, monkeypatch):
    ada, compared = door.first, []
    ada.sign_up("ada")
    door.browser().post("account", login="keys-only", name="Eve")
    real = passwords.verified
    monkeypatch.setattr(passwords, "verified", lambda kept, typed: compared.append(kept) or real(kept, typed))
    answers = [door.browser().sign_in(login, "some other words") for login in ("ada", "nobody", "keys-only")]
    assert {answer.status_code for answer in answers} == {401}
    assert len({answer.text for answer in answers}) == 1
    assert len(compared) == 3  # a hash was verified each time
    assert len(set(compared)) == 2 and compared[1] == compared[2] == passwords.nobodys()
    code = codes.new()
    lost = [
        door.browser().post("account/recover", login=login, code=code, password=PASSWORD) for login in ("ada", "x-x")
    ]
    assert {answer.status_code for answer in lost} == {401} and len({answer.text for answer in lost}) == 1
    written = [door.browser().post("account/forgotten", login=login) for login in ("ada", "nobody")]
    assert [(answer.status_code, answer.text) for answer in written] == [(204, "")] * 2


def test_even_the_hash_of_nobodys_password_lets_nobody_in(door, monkeypatch):
    monkeypatch.setattr(passwords, "verified", lambda kept, typed: True)
    assert door.first.sign_in("nobody", "whatever it was").status_code == 401


def test_a_flood_of_sign_ins_is_refused_by_address_and_by_name(setting, monkeypatch):
    door = Door(msgspec.structs.replace(setting, limits=True), monkeypatch)
    monkeypatch.setattr(passwords, "verified", lambda kept, typed: False)
    with door.open:
        here = [door.first.sign_in(f"name{n}").status_code for n in range(int(ENTERING.burst) + 3)]
        assert set(here[: int(ENTERING.burst)]) == {401} and here[-1] == 429
        addresses = iter(range(1000))
        monkeypatch.setattr(lobby_routes, "address_of", lambda _: f"10.0.0.{next(addresses)}")
        spread = [door.first.sign_in("ada") for _ in range(int(NAMED.burst) + 2)]
        assert [answer.status_code for answer in spread][-3:] == [401, 429, 429]
        assert "in that name" in spread[-1].json()["why"]
        assert door.first.sign_in("ADA").status_code == 429  # however it is written
        assert door.first.sign_in("eve").status_code == 401
        letters = [door.first.post("account/forgotten", login="ada").status_code for _ in range(5)]
        assert letters == [204, 204, 204, 429, 429]


async def test_few_passwords_are_hashed_at_once_and_the_rest_is_turned_away(monkeypatch):
    together, most, gate, lock = 0, 0, threading.Event(), threading.Lock()

    def slow(kept, typed):
        nonlocal together, most
        with lock:
            together += 1
            most = max(most, together)
        gate.wait(LIMIT)
        with lock:
            together -= 1
        return True

    monkeypatch.setattr(passwords, "verified", slow)
    hasher = passwords.Hasher()
    asked = [asyncio.create_task(hasher.verify("hash", "typed")) for _ in range(passwords.MOST_WAITING + 5)]
    await until(lambda: sum(task.done() for task in asked) >= 5 and together == passwords.THREADS)
    refused = [task for task in asked if task.done()]
    gate.set()
    told = await asyncio.gather(*asked, return_exceptions=True)
    assert await hasher.verify("hash", "typed")  # and again when it is over
    hasher.close()
    (refused, told) = len(refused), told
    assert refused == 5 and most == passwords.THREADS
    assert sum(each is True for each in told) == passwords.MOST_WAITING
    assert {each.status_code for each in told if isinstance(each, HTTPException)} == {429}


def test_one_signs_out_here_there_and_everywhere(door):
    ada = door.first
    ada.sign_up("ada")
    others = [door.browser(TELEPHONE) for _ in range(3)]
    for other in others:
        other.sign_in()
    there = next(each["id"] for each in others[0].me["sessions"] if each["here"])
    assert ada.post("account/sessions/end", id=there).status_code == 204
    assert [other.me["kind"] for other in others] == ["nobody", "account", "account"]
    assert ada.post("account/sessions/end", id=there).status_code == 400
    assert others[1].post("account/leave").status_code == 204
    assert "sobremesa" not in others[1].client.cookies
    others[0].sign_in()
    assert ada.post("account/sessions/end").status_code == 204
    assert [other.me["kind"] for other in (ada, *others)] == ["account", "nobody", "nobody", "nobody"]
    stranger = door.browser().come("Eve")
    here = ada.me["sessions"][0]["id"]
    assert stranger.post("account/sessions/end", id=here).status_code == 400
    assert ada.me["kind"] == "account"


def test_a_code_of_the_sheet_sets_another_password_once(door):
    ada = door.first
    sheet = ada.sign_up("ada")
    elsewhere = door.browser(TELEPHONE)
    typed = sheet[3].upper().replace("-", " ")
    answer = elsewhere.post("account/recover", login="ada", code=typed, password="a new and long one")
    assert answer.status_code == 200
    assert (ada.me["kind"], elsewhere.me["kind"], elsewhere.me["codes"]) == ("nobody", "account", 9)
    assert door.browser().sign_in().status_code == 401
    assert door.browser().sign_in(password="a new and long one").status_code == 200
    again = door.browser().post("account/recover", login="ada", code=sheet[3], password="and yet another one")
    assert again.status_code == 401
    fresh = elsewhere.post("account/codes").json()["codes"]
    assert not set(fresh) & set(sheet) and elsewhere.me["codes"] == 10
    for code, status in (sheet[4], 401), (fresh[0], 200):
        told = door.browser().post("account/recover", login="ada", code=code, password="and yet another one")
        assert told.status_code == status


def test_a_code_is_of_one_account_and_a_bad_password_does_not_use_it_up(door):
    sheet = door.first.sign_up("ada")
    door.browser().sign_up("eve")
    recover = door.browser().post
    assert recover("account/recover", login="eve", code=sheet[0], password="a new and long one").status_code == 401
    assert recover("account/recover", login="ada", code=sheet[0], password="short").status_code == 400
    assert recover("account/recover", login="ada", code=sheet[0], password="a new and long one").status_code == 200


def test_what_would_hurt_asks_for_the_password_again_after_a_while(door, monkeypatch):
    ada = door.first
    ada.sign_up("ada")
    other = door.browser()
    other.sign_in()
    assert ada.me["fresh"]
    monkeypatch.setattr(accounts, "FRESH", 0.0)
    assert not ada.me["fresh"]
    for path, data in [
        ("password", {"new": "a new and long one"}),
        ("codes", {}),
        ("email", {"email": ""}),
        ("passkeys/ask", {}),
        ("passkeys/remove", {"id": "x"}),
        ("delete", {"name": "ada"}),
    ]:
        for password in "", "not the right one":
            answer = ada.post(f"account/{path}", **data, password=password)
            assert answer.status_code == 403 and "a while" in answer.json()["why"]
    assert ada.post("account/password", new="a new and long one", password=PASSWORD).status_code == 200
    assert (ada.me["kind"], other.me["kind"]) == ("account", "nobody")
    assert other.sign_in(password="a new and long one").status_code == 200


def test_a_name_is_changed_and_cleaned(door):
    ada = door.first.come()
    assert ada.post("account/name", name=" Ada\u202e of\nByron ").json() == {"name": "Ada of Byron"}
    assert ada.get("guests/me").json() == {"name": "Ada of Byron"}
    assert ada.post("account/name", name=" \n ").status_code == 400


@pytest.mark.parametrize(
    "path", ["password", "codes", "email", "email/prove", "passkeys/ask", "passkeys", "passkeys/remove"]
)
def test_a_guest_without_an_account_is_told_so(door, path):
    fields = {"password": {"new": PASSWORD}, "email": {"email": "a@b.test"}, "email/prove": {"code": "x"}}
    fields |= {"passkeys": {"credential": {}}, "passkeys/remove": {"id": "x"}}
    answer = door.first.come().post(f"account/{path}", **fields.get(path, {}))
    assert answer.status_code == 403 and "open one" in answer.json()["why"]
    assert door.browser().post(f"account/{path}", **fields.get(path, {})).status_code == 401


def test_a_passkey_is_added_used_and_removed(door):
    ada = door.first
    ada.sign_up("ada", None, name="Ada")
    ring = Keyring("https://sobremesa.test")
    made = ring.make(ada.post("account/passkeys/ask").json())
    assert ada.post("account/passkeys", credential=made, name="Key ring").status_code == 204
    assert ada.post("account/passkeys", credential=made).status_code == 400  # its challenge is used up
    assert [each["name"] for each in ada.me["passkeys"]] == ["Key ring"]

    telephone = door.browser(TELEPHONE)
    proof = ring.prove(telephone.post("account/enter/ask").json())
    assert telephone.post("account/enter/passkey", credential=proof).json()["name"] == "Ada"
    assert telephone.me["login"] == "ada" and not telephone.me["password"]
    again = door.browser().post("account/enter/passkey", credential=proof)
    assert again.status_code == 400 and "try again" in again.json()["why"]

    assert ada.post("account/passkeys/remove", id=ada.me["passkeys"][0]["id"]).status_code == 204
    proof = ring.prove(telephone.post("account/enter/ask").json())
    refused = door.browser().post("account/enter/passkey", credential=proof)
    assert refused.status_code == 401 and "does not know" in refused.json()["why"]


def test_a_passkey_of_another_house_device_or_person_is_refused(door):
    ada, eve = door.first, door.browser()
    ada.sign_up("ada")
    eve.sign_up("eve")
    ring = Keyring("https://sobremesa.test")
    assert (
        ada.post("account/passkeys", credential=ring.make(ada.post("account/passkeys/ask").json())).status_code == 204
    )

    def enter(each, change=None):
        proof = each.prove(door.browser().post("account/enter/ask").json())
        if change:
            proof["response"] |= change
        return door.browser().post("account/enter/passkey", credential=proof).status_code

    assert enter(ring) == 200
    forged = Keyring("https://sobremesa.test")
    forged.id, forged.handle = ring.id, ring.handle  # the right name, another key
    assert enter(forged) == 401
    ring.origin = "https://s0bremesa.test"
    assert enter(ring) == 401
    ring.origin, ring.flags = "https://sobremesa.test", 0x01  # there, but nobody looked who
    assert enter(ring) == 401
    ring.flags = 0x05
    assert enter(ring, {"signature": "AAAA"}) == 401
    assert enter(ring, {"clientDataJSON": "e30"}) == 400
    ring.count = 0  # a copy that has been used less
    assert enter(ring) == 401
    for_ada = ada.post("account/passkeys/ask").json()
    assert eve.post("account/passkeys", credential=Keyring("https://sobremesa.test").make(for_ada)).status_code == 400
    assert eve.me["passkeys"] == []


def test_what_a_device_is_called():
    class Asked:
        def __init__(self, agent):
            self.headers = {"user-agent": agent}

    assert device_of(Asked(FIREFOX)) == "Firefox, Linux"
    assert device_of(Asked(TELEPHONE)) == "Chrome, Android"
    assert device_of(Asked("Python-urllib/3.11 more")) == "Python-urllib/3.11"
    assert device_of(Asked("")) == "" and len(device_of(Asked("x" * 500))) == 60
