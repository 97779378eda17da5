"""What becomes of tables, sockets and letters when people sign in, sign out and go, at a real house."""

import contextlib
import json
import re
import urllib.request

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from sobremesa.client import House, Refused
from sobremesa.play import record
from sobremesa.server import mail
from sobremesa.server.sessions.models import GONE
from tests.support.post import read
from tests.support.server.accounts import PASSWORD, open_account, sign_in
from tests.support.server.serving import PLACES, Server, open_house
from tests.support.waiting import LIMIT

pytestmark = pytest.mark.compiled


@pytest.fixture(scope="module", params=PLACES)
def house(request, tmp_path_factory, letters):
    post = "--smtp", letters.address, "--mail-from", "house@sobremesa.test"
    with open_house(request.param, tmp_path_factory.mktemp("people"), "--no-limits", *post) as running:
        yield running


@pytest.fixture
def attend(house):
    """A way to have an open socket of somebody at a table."""
    with contextlib.ExitStack() as stack:

        def come(person, table):
            headers = {"Authorization": f"Bearer {person.token}"}
            address = f"ws://127.0.0.1:{house.port}/api/tables/{table}/socket"
            socket = stack.enter_context(connect(address, additional_headers=headers))
            assert json.loads(socket.recv(LIMIT))["type"] == "state"
            return socket

        yield come


def closed(socket):
    """The code that a socket is closed with, and what was said before."""
    said = []
    with pytest.raises(ConnectionClosed) as end:  # noqa: PT012
        while True:
            said.append(json.loads(socket.recv(LIMIT)))
    return end.value.rcvd.code, said[-1]


def test_what_ends_a_session_closes_its_sockets_and_no_others(house, attend):
    ada, _ = open_account(house, "sockets")
    table = ada.lay("splut", 3)
    telephone, tablet = sign_in(house, "sockets"), sign_in(house, "sockets")
    there, elsewhere = attend(telephone, table.name), attend(tablet, table.name)
    ended = next(each["id"] for each in telephone.ask("GET", "/api/account")["sessions"] if each["here"])
    ada.ask("POST", "/api/account/sessions/end", {"id": ended})
    code, said = closed(there)
    assert code == 4401 and said["type"] == "refused" and "signed out" in said["why"]
    table.sit(0)  # nobody else is disturbed
    while json.loads(elsewhere.recv(LIMIT))["about"]["places"][0]["name"] != "Sockets":
        pass
    tablet.ask("POST", "/api/account/sessions/end", {})
    with pytest.raises(Refused, match=r"signed out|not know you"):
        table.sit(1)
    # the last seat: what Ada asked for may have been done before she was told that she is signed out
    elsewhere.send('{"do": "sit", "id": "9", "seat": 2, "name": "Ada", "words": "fig"}')
    while (told := json.loads(elsewhere.recv(LIMIT))).get("id") != "9":
        pass
    assert told["type"] == "done", told
    with pytest.raises(Refused, match="Say who you are"):
        ada.ask("POST", "/api/tables", {"game": "splut"})


def refused_everywhere(house, token):
    """That a token opens nothing any more, at any worker."""
    stale = House(house.address, "x", token)
    for _ in range(6):
        assert stale.ask("GET", "/api/guests/me") == {"name": ""}
        with pytest.raises(Refused, match="Say who you are"):
            House(house.address, "x", token).ask("POST", "/api/account/password", {"new": "stolen by a stranger"})
    return True


def test_a_guest_who_signs_up_gets_a_new_token_and_keeps_the_seats(house, attend):
    guest, bob = House(house.address, "Ada"), House(house.address, "Bob")
    old = guest.token
    table = guest.lay("splut", 2)
    table.sit(0, words="olive")
    bob.table(table.name).sit(1, words="plum")
    table.begin()
    there, elsewhere = attend(guest, table.name), attend(guest, table.name)
    table.close()
    opened = guest.ask("POST", "/api/account", {"login": "renewed", "password": PASSWORD})
    assert guest.token == opened["token"] != old
    assert closed(there)[0] == closed(elsewhere)[0] == 4401
    assert refused_everywhere(house, old)
    stranger = attend(House(house.address, "x", old), table.name)
    stranger.send('{"do": "stand", "id": "1", "seat": 0}')
    while (told := json.loads(stranger.recv(20))).get("id") != "1":
        pass
    assert told["type"] == "refused" and "Say who you are" in told["why"]
    [session] = guest.ask("GET", "/api/account")["sessions"]
    assert session["here"]
    mine = guest.table(table.name)
    assert list(mine.state["seats"]) == ["red"]
    mine.move("red", mine.moves("red")[0])
    mine.close()


def test_another_password_gives_a_new_token_here_and_ends_all_others(house, attend):
    ada, _ = open_account(house, "changes")
    telephone = sign_in(house, "changes")
    table = ada.lay("splut", 2)
    table.sit(0)
    table.close()
    sockets, old = [attend(each, table.name) for each in (ada, telephone)], ada.token
    ada.ask("POST", "/api/account/password", {"new": "five olives in a dish"})
    assert ada.token != old
    assert [closed(socket)[0] for socket in sockets] == [4401, 4401]
    assert refused_everywhere(house, old)
    assert refused_everywhere(house, telephone.token)
    again = ada.table(table.name)
    assert again.state["you"] == [0]
    again.close()
    assert sign_in(house, "changes", password="five olives in a dish").ask("GET", "/api/account")["kind"] == "account"


def test_who_signs_in_gets_a_new_token_and_the_one_shown_ends(house):
    ada, _ = open_account(house, "again")
    old = ada.token
    ada.ask("POST", "/api/account/enter", {"login": "again", "password": PASSWORD})
    assert ada.token != old
    assert refused_everywhere(house, old)
    assert ada.ask("GET", "/api/account")["login"] == "again"


def test_what_a_guest_plays_comes_along_when_they_sign_in(house, attend):
    open_account(house, "along", "Ada")
    guest, bob = House(house.address, "Olive stone"), House(house.address, "Bob")
    table = guest.lay("splut", 2)
    table.sit(0, words="olive")
    his = bob.table(table.name)
    his.sit(1, words="plum")
    table.begin()
    before = guest.ask("GET", "/api/account/export")["person"]["id"]
    watching = attend(guest, table.name)
    ada = sign_in(house, "along", guest.token)
    assert closed(watching)[0] == 4401
    with pytest.raises(Refused):  # the guest is nobody any more
        guest.lay("splut", 2)
    mine = ada.table(table.name)
    assert list(mine.state["seats"]) == ["red"]
    mine.move("red", mine.moves("red")[0])
    assert mine.state["about"]["places"][0]["name"] == "Olive stone"
    everything = ada.ask("GET", "/api/account/export")
    assert everything["person"]["guests"] == [before]
    [found] = everything["tables"]
    assert (found["table"], found["seats"], found["record"]) == (table.name, ["red"], None)
    house.kill()
    house.start()
    again = House(house.address, "Ada", ada.token).table(table.name)
    assert list(again.state["seats"]) == ["red"] and again.state["about"]["moves"] == 1


def test_who_signs_in_on_anothers_device_can_leave_their_matches_alone(house):
    open_account(house, "alone")
    guest = House(house.address, "Whose device it is")
    table = guest.lay("splut", 2)
    table.sit(0)
    person = sign_in(house, "alone", guest.token, bring=False)
    assert person.ask("GET", "/api/account/tables") == []
    other, _ = open_account(house, "other")
    other.lay("splut", 2)
    changed = sign_in(house, "alone", other.token)  # from one account to another nothing goes along
    assert changed.ask("GET", "/api/account/tables") == []
    assert len(sign_in(house, "other").ask("GET", "/api/account/tables")) == 1


def test_everything_can_be_taken_along(house):
    ada, _ = open_account(house, "export", "Ada")
    table = ada.lay("splut", 2)
    table.sit(0)
    table.bot(1, "random")
    table.begin()
    table.resign(0)
    waiting = ada.lay("splut", 2)
    sign_in(house, "export")
    told = ada.ask("GET", "/api/account/export")
    assert (told["person"]["login"], told["person"]["name"], told["passkeys"]) == ("export", "Ada", [])
    assert [sorted(each) for each in told["sessions"]] == [["device", "made", "seen"]] * 2
    assert ada.token not in json.dumps(told) and "argon2" not in json.dumps(told)
    kept = {each["table"]: each for each in told["tables"]}
    assert kept[waiting.name]["record"] is None and kept[waiting.name]["seats"] == []
    match = record.loads(kept[table.name]["record"])
    assert match.is_over and kept[table.name]["over"] and kept[table.name]["seats"] == ["red"]


def test_everything_can_be_deleted_and_others_keep_their_matches(house, attend):
    ada, _ = open_account(house, "gone", "Ada Lovelace")
    bob = House(house.address, "Bob")
    alone = ada.lay("splut", 2)
    alone.sit(0)
    alone.bot(1, "random")
    tables = [ada.lay("splut", 2) for _ in range(2)]
    for table in tables:
        table.sit(0, words="olive")
        bob.table(table.name).sit(1, words="plum")
    tables[0].begin()
    playing, waiting = (bob.table(table.name) for table in tables)
    with pytest.raises(Refused, match="exactly"):
        ada.ask("POST", "/api/account/delete", {"name": "gon"})
    socket = attend(ada, alone.name)
    ada.ask("POST", "/api/account/delete", {"name": "gone"})
    assert closed(socket)[0] == 4401
    with pytest.raises(Refused, match="Say who you are"):
        ada.ask("GET", "/api/account/export")
    with pytest.raises(Refused, match="do not go together"):
        sign_in(house, "gone")
    with pytest.raises(Refused, match="no such table"):
        bob.ask("GET", f"/api/tables/{alone.name}")
    about = bob.ask("GET", f"/api/tables/{playing.name}")
    assert about["state"] == "over" and about["places"][0]["name"] == GONE
    assert f"player red {GONE}" in bob.ask("GET", f"/api/tables/{playing.name}/record")
    assert [place["name"] for place in bob.ask("GET", f"/api/tables/{waiting.name}")["places"]] == ["", "Bob"]
    ada, _ = open_account(house, "gone")  # the name is free again
    assert ada.ask("GET", "/api/account/tables") == []


def test_a_guest_deletes_everything_too(house):
    guest = House(house.address, "Olive stone")
    table = guest.lay("splut", 2)
    guest.ask("POST", "/api/account/delete", {"name": "Olive stone"})
    assert House(house.address, "x", guest.token).ask("GET", "/api/account")["kind"] == "nobody"
    with pytest.raises(Refused, match="no such table"):
        House(house.address, "Bob").ask("GET", f"/api/tables/{table.name}")


def code_in(letter):
    return re.search(r"\b\w{4}(-\w{4}){3}\b", read(letter).get_content())[0]


def test_a_letter_with_a_code_sets_another_password(house, letters):
    ada, _ = open_account(house, "letters")
    count = len(letters.all)
    with pytest.raises(Refused, match="no e-mail address"):
        ada.ask("POST", "/api/account/email", {"email": "not an address"})
    ada.ask("POST", "/api/account/email", {"email": "ada@sobremesa.test"})
    proof = letters.wait_for(count + 1)
    assert proof.rcpt_tos == ["ada@sobremesa.test"] and proof.mail_from == "house@sobremesa.test"
    assert ada.ask("GET", "/api/account")["email"] == ""  # nobody knows yet whether it is hers
    ada.ask("POST", "/api/account/forgotten", {"login": "letters"})
    with pytest.raises(Refused, match="not sent to you"):
        ada.ask("POST", "/api/account/email/prove", {"code": "aaaa-bbbb-cccc-dddd"})
    ada.ask("POST", "/api/account/email/prove", {"code": code_in(proof)})
    assert ada.ask("GET", "/api/account")["email"] == "ada@sobremesa.test"
    assert len(letters.all) == count + 1  # to no address that was not proved

    stranger = House(house.address, "Eve")
    asked = urllib.request.Request(f"{house.address}/api/account/forgotten", b'{"login": "letters"}', method="POST")
    asked.add_header("Accept-Language", "de")
    asked.add_header("Content-Type", "application/json")
    asked.add_header("Host", "elsewhere.test")
    with urllib.request.urlopen(asked) as answer:
        assert (answer.status, answer.read()) == (204, b"")
    stranger.ask("POST", "/api/account/forgotten", {"login": "not-letters"})
    letter = letters.wait_for(count + 2)
    assert "Konto letters" in read(letter).get_content() and "elsewhere" not in letter.content.decode()
    stranger.ask(
        "POST", "/api/account/recover", {"login": "letters", "code": code_in(letter), "password": "new long words"}
    )
    with pytest.raises(Refused, match="Say who you are"):
        ada.lay("splut", 2)  # all that were known before are not any more
    again = sign_in(house, "letters", password="new long words")
    again.ask("POST", "/api/account/email", {"email": ""})
    again.ask("POST", "/api/account/forgotten", {"login": "letters"})
    assert again.ask("GET", "/api/account")["email"] == "" and len(letters.all) == count + 2


def test_a_house_without_a_carrier_says_so(tmp_path):
    bare = Server(tmp_path / "house.db")
    try:
        ada, _ = open_account(bare, "ada")
        assert ada.ask("GET", "/api/account")["letters"] is False
        with pytest.raises(Refused, match="sends no letters"):
            ada.ask("POST", "/api/account/email", {"email": "ada@sobremesa.test"})
        ada.ask("POST", "/api/account/forgotten", {"login": "ada"})
    finally:
        bare.kill()


def test_a_carrier_that_is_away_stops_nobody(caplog):
    post = mail.Post("smtp://127.0.0.1:9", "house@sobremesa.test")
    post.put("ada@sobremesa.test", "mailed", "en", login="ada", code="x")
    post._thread.shutdown(wait=True)
    assert "A letter was not sent" in caplog.text


@pytest.mark.parametrize(
    "address", ["ada", "a@b", "a b@c.test", "a@c.test\nBcc: d@e.test", "<a@c.test>", "x" * 250 + "@c.test"]
)
def test_what_is_no_address(address):
    with pytest.raises(mail.Mistake):
        mail.fit(address)


def test_letters_are_there_in_all_languages():
    for kind in "mailed", "address":
        assert sorted(mail.letters()[kind]) == ["de", "en", "es", "fr"]
        for told in mail.letters()[kind].values():
            assert "{code}" in told["text"] and "{login}" in told["text"] and "\n" not in told["subject"]


def test_a_password_is_not_sent_in_the_open(letters, monkeypatch):
    monkeypatch.setattr(mail, "HERE", ())
    post = mail.Post(letters.address.replace("://", "://user:secret@"), "house@sobremesa.test")
    letter = mail.EmailMessage()
    letter["To"], letter["From"] = "ada@sobremesa.test", "house@sobremesa.test"
    with pytest.raises(mail.smtplib.SMTPException, match="in the open"):
        post._carry(letter)
    post.close()
