"""What is said at a table, and to whom."""

import pytest

from sobremesa.client import House, Refused
from sobremesa.mistakes import BadSeats, IllegalMove, Mistake
from sobremesa.server.protocol.messages import Said, Signalled
from sobremesa.server.tables.chat import KEPT, LONGEST, Chat
from sobremesa.server.text import plain
from tests.support.server.tables import Kept, begin_match

pytestmark = pytest.mark.compiled


@pytest.fixture
def chat(time):
    return Chat(time)


def test_a_seat_speaks_under_its_name_and_a_spectator_is_marked(chat):
    table = Kept().table
    assert chat.say(table, "b", "House name", "hello").told() == Said("green", "B", "hello", 1000.0, False)
    told = chat.say(table, "x", "Watcher", "hi").told()
    assert (told.seat, told.name, told.spectator) == ("", "Watcher", True)


def test_five_in_ten_seconds_are_enough_for_anybody(chat, time):
    table = Kept().table
    for n in range(5):
        time.at += 1
        chat.say(table, "a", "", str(n))
    with pytest.raises(Mistake, match="wait a little"):
        chat.say(table, "a", "", "more")
    chat.say(table, "b", "", "others may")
    time.at = 1010.9
    with pytest.raises(Mistake, match="wait a little"):
        chat.say(table, "a", "", "more")
    time.at = 1011.0
    chat.say(table, "a", "", "now")
    with pytest.raises(Mistake, match="wait a little"):
        chat.say(table, "a", "", "and now not")


def test_the_last_lines_are_kept_for_who_comes(chat, time):
    table = Kept().table
    for n in range(KEPT + 5):
        time.at += 10
        chat.say(table, "a", "", str(n))
    assert [line.text for line in chat.heard_by(())] == [str(n) for n in range(5, KEPT + 5)]


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        (" a\tb\nc ", "a b c"),
        ("a\x00\x1b[31m", "a[31m"),
        ("\u202eevil", "evil"),
        ("zero\u200bwidth\ufeff", "zerowidth"),
        ("\U0001f469\u200d\U0001f680", "\U0001f469\u200d\U0001f680"),
        ("\u2028\u200d", ""),
        ("<b>", "<b>"),
    ],
)
def test_nothing_hides_in_a_line(text, cleaned):
    assert plain(text) == cleaned


@pytest.mark.parametrize("text", ["", "\n\x00", "x" * (LONGEST + 1)])
def test_nothing_and_too_much_are_refused(chat, text):
    with pytest.raises(Mistake):
        chat.say(Kept().table, "a", "", text)
    assert not chat.lines


@pytest.mark.parametrize("name", ["green", "B"])
def test_somebody_is_meant_by_their_seat_or_their_name(chat, name):
    table = Kept().table
    assert chat.called(table, "a", name) == {"b": "B"}
    chat.say(table, "b", "", "hello")
    assert chat.heard_by({"b"}) == [] and len(chat.heard_by({"a"})) == 1
    assert chat.names_of(table, {"b", "x"}) == ["green"]


def test_a_spectator_is_meant_by_name_once_heard(chat):
    table = Kept().table
    with pytest.raises(BadSeats, match="Nobody else here"):
        chat.called(table, "a", "Watcher")
    chat.say(table, "x", "Watcher", "hello")
    chat.say(table, "y", "Watcher", "hello too")
    assert list(chat.called(table, "a", "Watcher")) == ["y", "x"]
    assert chat.names_of(table, {"x"}) == ["Watcher"]
    with pytest.raises(BadSeats, match="Nobody else here"):
        chat.called(table, "a", "red")


def test_routes_are_announced_while_programming_and_nothing_is_logged(chat):
    kept = Kept("outspeed", 3, "abc")
    count = kept.table.count
    assert chat.signal(kept.table, "a", 0, "not telling") == Signalled("ruby", "not telling", 1000.0)
    assert kept.table.count == count
    with pytest.raises(BadSeats, match="The signals are A, B, C, not telling"):
        chat.signal(kept.table, "a", 0, "D")
    with pytest.raises(BadSeats, match="not yours"):
        chat.signal(kept.table, "a", 1, "A")
    while kept.table.match.view()["phase"] == "programming":
        kept.move(kept.table.match.turn)
    with pytest.raises(IllegalMove, match="while programming"):
        chat.signal(kept.table, "a", 0, "A")
    with pytest.raises(BadSeats, match="has no signals"):
        chat.signal(Kept().table, "a", 0, "A")


def test_talk_over_the_wire(server):
    [one, other, _] = begin_match(server, "outspeed", 3, 3)
    guest = House(server.address, "Watcher").table(one.name)
    one.say("hello <b>")
    guest.say("hi")
    other.mute("Guest 0")
    one.say("not for all")
    one.signal(0, "B")
    other.say("well")
    assert [each.get("text", each["type"]) for each in other.said] == ["hello <b>", "hi", "signal", "well"]
    assert [each["name"] for each in other.said if each["type"] == "said"] == ["Guest 0", "Watcher", "Guest 1"]
    assert [each["spectator"] for each in other.said if each["type"] == "said"] == [False, True, False]
    late = House(server.address, "Late").table(one.name)
    late.say("!")
    assert [each["text"] for each in late.said] == ["hello <b>", "hi", "not for all", "well", "!"]
    nobody = House(server.address, "x", token="no such token").table(one.name)
    with pytest.raises(Refused, match="Say who you are"):
        nobody.say("boo")
