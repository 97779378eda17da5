"""Muting that lasts, reports, and what moderators do about them."""

import pytest
from click.testing import CliRunner
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from sobremesa.cli.house import house as cli
from sobremesa.client import House as Client
from sobremesa.client import Refused
from sobremesa.mistakes import Mistake
from sobremesa.server import app
from sobremesa.server.http.limits import REPORTS
from tests.support.server.accounts import open_account, sign_in
from tests.support.server.door import DEPRECATED, Door
from tests.support.server.serving import Server
from tests.support.server.stores import store_with
from tests.support.waiting import LIMIT

pytestmark = [pytest.mark.compiled, pytest.mark.filterwarnings(DEPRECATED)]


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    running = Server(tmp_path_factory.mktemp("conduct") / "house.db", "--no-limits")
    yield running
    running.kill()


@pytest.fixture(scope="module")
def moderator(house):
    guest, _ = open_account(house, "watchful", "Wilma")
    done = CliRunner().invoke(cli, ["moderator", "Watchful", str(house.data)])
    assert done.exit_code == 0 and done.output == "Watchful is a moderator.\n", done.output
    return guest


class Pair:
    """Two people at a table, of whom one is rude."""

    numbers = iter(range(1000))

    def __init__(self, house, account=True):
        self.house, self.login = house, f"rude.{next(self.numbers)}"
        self.ada = Client(house.address, "Ada")
        self.bob = open_account(house, self.login, "Bob")[0] if account else Client(house.address, "Bob")
        self.mine = self.ada.lay("splut", 2)
        self.his = self.bob.table(self.mine.name)
        self.mine.sit(0)
        self.his.sit(1)

    def report(self, moderator, reason="insult", text="He swears.", name="green"):
        """Ada reports Bob; the case on the moderator's desk."""
        self.ada.ask("POST", "/api/reports", {"table": self.mine.name, "name": name, "reason": reason, "text": text})
        return moderator.ask("GET", "/api/moderation")["cases"][0]


def act(moderator, case, kind, **more):
    given = {"report": case["id"], "kind": kind, "reason": "insult", "why": "Be kind.", **more}
    moderator.ask("POST", "/api/moderation/act", given)


def act_and_hold(moderator, case, kind, **more):
    """Let a moderator act, and return what holds since then: the house is shared, and so holds other things, too."""
    before = moderator.ask("GET", "/api/moderation")["holding"]
    act(moderator, case, kind, **more)
    [held] = [each for each in moderator.ask("GET", "/api/moderation")["holding"] if each not in before]
    return held


def listen(socket):
    while True:
        socket.recv(LIMIT)


def conducted(guest):
    return guest.ask("GET", "/api/conduct")


# Muting.


def test_who_is_muted_is_muted_at_every_table_until_they_are_not(house):
    pair = Pair(house)
    pair.his.say("you")
    pair.mine.mute("green")
    pair.his.say("you again")
    other = pair.bob.lay("splut", 2)
    mine = pair.ada.table(other.name)
    other.say("and here")
    mine.say("I hear nothing")
    pair.mine.say("nor here")
    assert [each["text"] for each in mine.said] == ["I hear nothing"]
    assert [each["text"] for each in pair.mine.said if each["type"] == "said"] == ["you", "nor here"]
    late = pair.ada.table(other.name)
    late.say("nor later")
    assert [each["text"] for each in late.said] == ["I hear nothing", "nor later"]
    assert not any("mut" in str(each) for each in pair.his.said)
    [muted] = conducted(pair.ada)["muted"]
    assert muted["name"] == "Bob" and conducted(pair.bob)["muted"] == []
    assert [each["name"] for each in pair.ada.ask("GET", "/api/account/export")["muted"]] == ["Bob"]
    with pytest.raises(Refused, match="have not muted"):
        pair.bob.ask("POST", "/api/conduct/unmute", {"id": muted["id"]})
    pair.ada.ask("POST", "/api/conduct/unmute", {"id": muted["id"]})
    other.say("again")
    mine.say("!")
    assert [each["text"] for each in mine.said][-2:] == ["again", "!"]


def test_a_page_is_told_whom_of_the_table_one_has_muted(house):
    pair = Pair(house)
    address = f"ws://127.0.0.1:{house.port}/api/tables/{pair.mine.name}/socket"
    with connect(address, additional_headers={"Authorization": f"Bearer {pair.ada.token}"}) as socket:
        socket.recv(LIMIT)
        pair.mine.mute("Bob")
        assert socket.recv(LIMIT) == '{"type":"muted","names":["green"]}'
        pair.mine.mute("green", False)
        assert socket.recv(LIMIT) == '{"type":"muted","names":[]}'


def test_a_mute_follows_both_who_sign_in(tmp_path):
    store = store_with(tmp_path / "house.db", *"abcd")
    muting = store.conduct
    muting.mute("a", {"b": "B", "c": "C"}, True, 1.0)
    muting.mute("a", {"b": "B"}, True, 2.0)
    muting.mute("d", {"a": "A"}, True, 1.0)
    muting.mute("c", {"a": "A"}, True, 1.0)
    store.people.join("b", "d")
    assert {each.who for each in muting.mutes("a")} == {"c", "d"}
    muting.mute("a", {"b": "B"}, True, 3.0)  # by what is left of them in somebody's memory
    assert {each.who for each in muting.mutes("a")} == {"c", "d"}
    store.people.join("a", "c")  # nobody mutes themselves
    assert {each.who for each in muting.mutes("c")} == {"d"} and muting.voice("c", 1.0) == (None, ["d"])
    store.people.delete("d")
    assert muting.mutes("c") == [] and muting.voice("c", 1.0) == (None, [])
    store.close()


# Reports.


def test_a_report_reaches_the_moderators_with_what_was_said(house, moderator):
    pair = Pair(house)
    pair.mine.say("hello")
    pair.his.say("go away, you")
    case = pair.report(moderator, text="He\nswears.")
    assert (case["reason"], case["text"], case["name"], case["called"]) == ("insult", "He swears.", "Bob", "Bob")
    assert (case["reporter"], case["table"], case["account"]) == ("Ada", pair.mine.name, True)
    assert [(each["name"], each["text"], each["theirs"]) for each in case["lines"]] == [
        ("Ada", "hello", False),
        ("Bob", "go away, you", True),
    ]
    again = pair.report(moderator, "cheating", "Once more.", "Bob")
    assert [(each["reason"], each["closed"]) for each in again["earlier"]] == [("insult", False)]
    told = pair.ada.ask("GET", "/api/account/export")["reports"]
    assert [each["text"] for each in told] == ["He swears.", "Once more."]
    about_bob = pair.bob.ask("GET", "/api/account/export")
    assert about_bob["reports"] == [] and about_bob["actions"] == [] and "swears" not in str(about_bob)


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"name": "red"}, "Nobody else here"),
        ({"name": "Zed"}, "Nobody else here"),
        ({"table": "nowhere"}, "no such table"),
        ({"reason": "boredom"}, "cannot be read"),
        ({"text": "x" * 501}, "cannot be read"),
    ],
)
def test_a_report_that_cannot_be_is_refused_in_a_sentence(house, wrong, why):
    pair = Pair(house, account=False)
    given = {"table": pair.mine.name, "name": "green", "reason": "spam", "text": ""}
    with pytest.raises(Refused, match=why):
        pair.ada.ask("POST", "/api/reports", given | wrong)


def test_whoever_is_no_moderator_sees_nothing_and_does_nothing(house, moderator):
    pair = Pair(house)
    case = pair.report(moderator)
    for one in pair.ada, pair.bob:
        with pytest.raises(Refused, match="for the moderators"):
            one.ask("GET", "/api/moderation")
        with pytest.raises(Refused, match="for the moderators"):
            act(one, case, "dismiss")
        with pytest.raises(Refused, match="for the moderators"):
            one.ask("POST", "/api/moderation/lift", {"id": "x", "why": "x"})
        assert not conducted(one)["moderator"]
    with pytest.raises(Refused, match="Say who you are"):
        Client(house.address, "x", "no token").ask("GET", "/api/moderation")
    assert conducted(moderator)["moderator"]


# What moderators do.


def test_a_report_is_dealt_with_once_and_written_down(house, moderator):
    case = Pair(house).report(moderator)
    act(moderator, case, "dismiss", why="Nothing there.")
    desk = moderator.ask("GET", "/api/moderation")
    assert case["id"] not in [each["id"] for each in desk["cases"]]
    done = desk["done"][0]
    assert (done["kind"], done["why"], done["moderator"], done["holds"]) == (
        "dismiss",
        "Nothing there.",
        "Wilma",
        False,
    )
    with pytest.raises(Refused, match="already"):
        act(moderator, case, "warn")
    with pytest.raises(Refused, match="no such report"):
        act(moderator, {"id": "nothing"}, "warn")


def test_who_is_warned_is_told_once(house, moderator):
    pair = Pair(house)
    act(moderator, pair.report(moderator), "warn", why="Please be kind.")
    [notice] = conducted(pair.bob)["notices"]
    assert (notice["kind"], notice["reason"], notice["why"]) == ("warn", "insult", "Please be kind.")
    assert "Wilma" not in str(notice) and conducted(pair.ada)["notices"] == []
    pair.ada.ask("POST", "/api/conduct/read", {"id": notice["id"]})  # of no effect: it is not hers
    assert len(conducted(pair.bob)["notices"]) == 1
    pair.bob.ask("POST", "/api/conduct/read", {"id": notice["id"]})
    assert conducted(pair.bob)["notices"] == []
    [told] = pair.bob.ask("GET", "/api/account/export")["actions"]
    assert (told["kind"], told["why"]) == ("warn", "Please be kind.") and "moderator" not in told


def test_who_is_silenced_talks_nowhere_until_it_is_lifted(house, moderator):
    pair = Pair(house)
    held = act_and_hold(moderator, pair.report(moderator), "silence", days=2)
    assert held["name"] == "Bob"
    with pytest.raises(Refused, match=r"until .* UTC\. A moderator says: Be kind\."):
        pair.his.say("but")
    other = pair.bob.lay("splut", 2)
    with pytest.raises(Refused, match="may not talk"):
        other.say("but")
    pair.mine.say("I may")
    moderator.ask("POST", "/api/moderation/lift", {"id": held["id"], "why": "He is sorry."})
    other.say("thank you")
    with pytest.raises(Refused, match="does not hold any more"):
        moderator.ask("POST", "/api/moderation/lift", {"id": held["id"], "why": "Again."})
    last = moderator.ask("GET", "/api/moderation")["done"][0]
    assert (last["kind"], last["name"], last["why"]) == ("lift", "Bob", "He is sorry.")


def test_who_is_shut_out_leaves_at_once_and_does_not_come_back(house, moderator):
    pair = Pair(house)
    second = sign_in(house, pair.login)
    address = f"ws://127.0.0.1:{house.port}/api/tables/{pair.mine.name}/socket"
    with connect(address, additional_headers={"Authorization": f"Bearer {second.token}"}) as socket:
        socket.recv(LIMIT)
        held = act_and_hold(moderator, pair.report(moderator), "shut out", days=7, why="Enough.")
        with pytest.raises(ConnectionClosed) as closed:
            listen(socket)
        assert closed.value.rcvd.code == 4401
    for device in pair.bob, second:
        assert device.ask("GET", "/api/guests/me")["name"] == ""
    guest = Client(house.address, "Guest")
    laid = guest.lay("splut", 2).name
    with pytest.raises(Refused, match=r"closed to you until .* UTC\. A moderator says: Enough\."):
        sign_in(house, pair.login, guest.token)
    assert [each["table"] for each in guest.ask("GET", "/api/account/tables")] == [laid]  # still the guest's
    with pytest.raises(Refused, match="do not go together"):  # whether they are is told to nobody else
        sign_in(house, pair.login, password="something else")
    moderator.ask("POST", "/api/moderation/lift", {"id": held["id"], "why": "A second chance."})
    back = sign_in(house, pair.login)
    assert [each["kind"] for each in conducted(back)["notices"]] == ["shut out"]


def test_a_name_that_hurts_is_replaced_wherever_it_stands(house, moderator):
    pair = Pair(house)
    case = pair.report(moderator, "name")
    for wrong in "", " ", "bob":
        with pytest.raises(Refused, match="say which"):
            act(moderator, case, "rename", name=wrong)
    elsewhere = pair.bob.table(pair.ada.lay("splut", 2).name)
    act(moderator, case, "rename", name="Olive", reason="name")
    elsewhere.say("!")
    elsewhere.sit(0, "Bob")
    assert elsewhere.said[-1]["name"] == elsewhere.state["about"]["places"][0]["name"] == "Olive"
    names = [each["name"] for each in pair.ada.ask("GET", f"/api/tables/{pair.mine.name}")["places"]]
    assert names == ["Ada", "Olive"]
    assert pair.bob.ask("GET", "/api/guests/me")["name"] == "Olive"
    other = pair.bob.lay("splut", 2)
    other.sit(0, "BOB")
    assert other.state["about"]["places"][0]["name"] == "Olive"
    with pytest.raises(Refused, match="replaced that name"):
        pair.bob.ask("POST", "/api/account/name", {"name": "Bob"})
    pair.bob.ask("POST", "/api/account/name", {"name": "Robert"})
    pair.mine.begin()
    assert pair.mine.state["about"]["state"] == "playing"  # its log can still be read


def test_moderators_do_not_act_on_moderators(house, moderator):
    pair = Pair(house)
    case = pair.report(moderator)
    runner = CliRunner()
    assert runner.invoke(cli, ["moderator", pair.login, str(house.data)]).exit_code == 0
    assert moderator.ask("GET", "/api/moderation")["cases"][0]["moderator"]
    for kind in "warn", "silence", "shut out", "dismiss":
        with pytest.raises(Refused, match="do not act on moderators"):
            act(moderator, case, kind)
    assert len(pair.bob.ask("GET", "/api/moderation")["cases"]) > 0
    gone = runner.invoke(cli, ["moderator", pair.login, str(house.data), "--remove"])
    assert gone.output == f"{pair.login} is a moderator no more.\n"
    with pytest.raises(Refused, match="for the moderators"):
        pair.bob.ask("GET", "/api/moderation")
    act(moderator, case, "warn")
    nobody = runner.invoke(cli, ["moderator", "nobody.at.all", str(house.data)])
    assert nobody.exit_code == 1 and isinstance(nobody.exception, Mistake)


# At the door.


@pytest.fixture
def door(tmp_path, monkeypatch):
    door = Door(app.Setting(str(tmp_path / "house.db")), monkeypatch)
    with door.open:
        yield door


FORMS = {
    "reports": {"table": "x", "name": "y", "reason": "spam"},
    "conduct/unmute": {"id": "x"},
    "conduct/read": {"id": "x"},
    "moderation/act": {"report": "x", "kind": "warn", "reason": "spam", "why": "x"},
    "moderation/lift": {"id": "x", "why": "x"},
    "puzzle": {},
}


@pytest.mark.parametrize("form", FORMS)
def test_no_page_of_another_site_asks_in_somebodys_name(door, form):
    ada = door.first.come("Ada")
    ada.client.headers["Origin"] = "https://elsewhere.example"
    answer = ada.post(form, **FORMS[form])
    assert answer.status_code == 403 and "another site" in answer.json()["why"]


def test_somebody_reports_a_few_times_and_then_waits(own_server):
    pair = Pair(own_server, account=False)
    given = {"table": pair.mine.name, "name": "green", "reason": "spam"}
    for _ in range(int(REPORTS.burst)):
        pair.ada.ask("POST", "/api/reports", given)
    with pytest.raises(Refused, match="wait a few minutes"):
        pair.ada.ask("POST", "/api/reports", given)
    pair.bob.ask("POST", "/api/reports", given | {"name": "red"})  # others may
