"""People and bots at the tables of a real server."""

import json
import random

import pytest

import sobremesa as sm
from sobremesa.client import House, Refused
from sobremesa.play import fair
from tests.support.server.tables import begin_match, play_at_random
from tests.support.waiting import LIMIT

pytestmark = pytest.mark.compiled


@pytest.mark.parametrize(("game", "seats", "people"), [("splut", 2, 2), ("outspeed", 4, 2), ("end-of-line", 3, 3)])
def test_a_match_from_the_first_seat_to_the_verified_record(server, game, seats, people):
    tables = begin_match(server, game, seats, people)
    play_at_random(tables, random.Random(1))
    match = sm.loads(tables[0].record())
    assert match.is_over
    assert match.players[:people] == [f"Guest {n}" for n in range(people)]
    chance = sum(move.seat == sm.CHANCE for move in match.moves)
    assert fair.verify(match) == chance
    while not tables[0].over:
        tables[0].wait()
    assert tables[0].state["secret"] == match.promise.secret


def test_after_a_kill_every_acknowledged_move_is_there_and_play_goes_on(own_server):
    tables = begin_match(own_server)
    rng = random.Random(2)
    for _ in range(3):
        play_at_random(tables, rng, 4)
        entries = tables[0].state["about"]["entries"]
        view = tables[0].state["seats"]["red"]["view"]
        own_server.kill()
        own_server.start()
        tables[0].close()
        tables[0]._connect()
        tables[0].wait()
        assert tables[0].state["about"]["entries"] == entries
        assert tables[0].state["seats"]["red"]["view"] == view
        tables[1].close()
        tables[1].wait()
    play_at_random(tables, rng)
    assert fair.verify(sm.loads(tables[0].record())) == 0


def test_ctrl_c_closes_the_house_and_it_opens_again(own_server):
    [one, other] = begin_match(own_server)
    play_at_random([one, other], random.Random(3), 2)
    entries = one.state["about"]["entries"]
    said = own_server.stop()
    assert "The house is closed." in said
    assert own_server.process.returncode == 0
    own_server.start()
    assert one.house.ask("GET", f"/api/tables/{one.name}")["entries"] == entries


def test_a_choice_sent_twice_is_made_once(server):
    [one, other] = begin_match(server)
    move = one.moves("red")[0]
    one.do("move", seat=0, choice=0, move=move)
    entries = one.state["about"]["entries"]
    one.do("move", seat=0, choice=0, move=move)
    assert one.house.ask("GET", f"/api/tables/{one.name}")["entries"] == entries
    with pytest.raises(Refused, match="That choice has been made"):
        one.do("move", seat=0, choice=0, move="De2-e4")
    with pytest.raises(Refused, match="not to be made yet"):
        one.do("move", seat=0, choice=9, move=move)
    assert other.state


@pytest.mark.parametrize(
    ("message", "why"),
    [
        ({"do": "move", "seat": 1, "choice": 0, "move": "De8-e7"}, "seat green is not yours"),
        ({"do": "move", "seat": 7, "choice": 0, "move": "De8-e7"}, "There is no seat 7"),
        ({"do": "move", "seat": 0, "choice": 0, "move": "Da1-a2"}, ""),
        ({"do": "move", "seat": 0, "choice": 0, "move": "?" * 500}, "is not a move"),
        ({"do": "stand", "seat": 0}, "The match has begun"),
        ({"do": "sit", "seat": 0, "name": "x", "words": "y"}, "The match has begun"),
        ({"do": "bot", "seat": 1, "bot": "random"}, "not yours"),
        ({"do": "bot", "seat": 0, "bot": "nobody"}, "has no bot"),
        ({"do": "back", "seat": 1}, "not yours"),
        ({"do": "undo", "entries": 3}, "Nothing has been played"),
        ({"do": "fill", "bot": "random"}, "The match has begun"),
        ({"do": "draft", "seat": 1, "choice": 0, "moves": ["De8-e7"]}, "seat green is not yours"),
        ({"do": "draft", "seat": 0, "choice": 1, "moves": ["De2-e3"]}, "has gone on"),
        ({"do": "confirm", "seat": 0, "choice": 0, "moves": []}, "not a message"),
        ({"do": "confirm", "seat": 0, "choice": 0, "moves": ["De2-e3", "De3-e4"]}, ""),
        ({"do": "dance"}, "not a message"),
        ({"do": "move", "seat": "0", "choice": 0, "move": "x"}, "not a message"),
        ({"do": "begin", "more": 1}, "not a message"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence_and_nothing_changes(server, message, why):
    [one, _] = begin_match(server)
    entries = one.state["about"]["entries"]
    assert why in refused(one, json.dumps({"id": "x"} | message))
    assert one.house.ask("GET", f"/api/tables/{one.name}")["entries"] == entries


def refused(table, message):
    """Why a message is refused, which it must be."""
    table._socket.send(message)
    while (heard := json.loads(table._socket.recv(LIMIT)))["type"] == "state":
        pass
    assert heard["type"] == "refused"
    return heard["why"]


def test_thousands_of_wild_messages_disturb_nobody(either):
    [one, other] = begin_match(either, "outspeed", 3, 3)[:2]
    rng = random.Random(4)
    parts = ['{"do": ', '"move"', '"sit"', ',"seat":', "0", "-1", "99999999999999999999", '"', "}", "[", "null"]
    before = other.state["seats"]["maize"]["view"]
    for _ in range(3000):
        wild = "".join(rng.choice(parts) for _ in range(rng.randrange(12)))
        assert "not a message" in refused(one, wild)
    assert "at most" in refused(one, "x" * 5000)
    other.close()
    other.wait()
    assert other.state["seats"]["maize"]["view"] == before
    one.move("ruby", one.moves("ruby")[0])


def test_spectators_see_what_everybody_may_and_do_nothing(server):
    tables = begin_match(server, "outspeed", 3, 3)
    guest = House(server.address, "Watcher").table(tables[0].name)
    assert list(guest.state["seats"]) == ["spectator"]
    tables[0].move("ruby", "A")
    guest.wait()
    assert guest.state["seats"]["spectator"]["view"]["ships"][0]["route"] == "sealed"
    assert guest.state["seats"]["spectator"]["moves"] == []
    with pytest.raises(Refused, match="not yours"):
        guest.do("move", seat=1, choice=0, move="A")
    nobody = House(server.address, "x", token="no such token").table(tables[0].name)
    with pytest.raises(Refused, match="Say who you are"):
        nobody.do("begin")


def test_one_who_leaves_is_played_for_and_comes_back(server):
    [one, _] = begin_match(server, "outspeed", 3, 2)
    one.bot(0, "random")
    while not one.state["seats"]["ruby"]["view"]["ships"][0]["route"]:
        one.wait()
    one.back(0)
    assert one.state["about"]["places"][0]["bot"] == ""


def test_taking_back_needs_all_and_re_rolls_nothing(server):
    [one, other] = begin_match(server)
    view = one.state["seats"]["red"]["view"]
    one.move("red", one.moves("red")[0])
    one.undo()
    other.wait()
    assert one.state["seats"]["red"]["view"] != view
    other.undo()
    one.wait()
    assert one.state["seats"]["red"]["view"] == view


def test_a_record_is_had_when_it_no_longer_tells(server):
    [one, _] = begin_match(server, "outspeed", 3, 2)
    with pytest.raises(Refused, match="when the match is over"):
        one.record()


def test_a_draw_and_a_resignation_over_the_wire(server):
    [one, other] = begin_match(server)
    one.draw()
    other.wait()
    assert other.state["about"]["agreed"] == {"draw": ["red"]}
    other.draw()
    one.wait()
    assert one.over
    assert one.state["ending"] == {"how": "drawn", "seat": ""}
    [one, other] = begin_match(server)
    one.resign(0)
    other.wait()
    assert other.state["result"] == [-1.0, 1.0]
    assert "secret" in other.record()


def test_a_rematch_over_the_wire(server):
    [one, other] = begin_match(server)
    guest = House(server.address, "Watcher").table(one.name)
    with pytest.raises(Refused, match="when the match is over"):
        one.rematch()
    one.resign(0)
    with pytest.raises(Refused, match="Only who plays"):
        guest.rematch()
    one.rematch()
    other.rematch()
    other.rematch()  # asked twice, it is one rematch
    next_other, next_one = other.follow(), one.follow()
    late = House(server.address, "x", one.house.token).table(one.name)
    late._listen_until(lambda message: message["type"] == "rematch")
    assert late.again == one.again
    assert next_one.name == next_other.name != one.name
    next_one.begin()
    assert [place["name"] for place in next_one.state["about"]["places"]] == ["Guest 1", "Guest 0"]
    assert guest.follow().state["about"]["state"] == "playing"


def test_everybody_sees_who_is_there_and_who_is_awaited(server):
    [one, other] = begin_match(server)
    places = one.state["about"]["places"]
    assert [place["awaited"] for place in places] == [True, False]
    guest = House(server.address, "Watcher").table(one.name)
    while one.state["about"]["watchers"] != 1:
        one.wait()
    assert [place["here"] for place in guest.state["about"]["places"]] == [True, True]
    second = other.house.table(one.name)  # another browser of the same person
    other.close()
    guest.close()
    while one.state["about"]["watchers"]:
        one.wait()
    assert [place["here"] for place in one.state["about"]["places"]] == [True, True]
    second.close()
    while one.state["about"]["places"][1]["here"]:
        one.wait()
