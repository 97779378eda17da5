"""What was: moments of a match, and other ways to go on from them."""

import random

import msgspec
import pytest

import sobremesa as sm
from sobremesa.client import House, Refused
from sobremesa.mistakes import BadSeats
from sobremesa.server.live.registry import happened, replayed
from sobremesa.server.tables import fork
from tests.support.server.tables import Kept, begin_match, play_at_random

pytestmark = pytest.mark.compiled


def test_one_sees_the_past_with_ones_own_eyes_and_afterwards_with_all(server):
    rng = random.Random(5)
    people = [one, *_] = begin_match(server, "outspeed", 3, 3)
    play_at_random(people, rng, 4)
    path = f"/api/tables/{one.name}/moments"
    mine = one.house.ask("GET", path)
    assert [moment["number"] for moment in mine] == list(range(one.state["about"]["moves"]))
    name = one.state["about"]["places"][0]["seat"]
    assert mine == one.house.ask("GET", f"{path}?seat={name}")
    assert mine[-1]["view"] == one.state["seats"][name]["view"]
    assert one.house.ask("GET", f"{path}?since=3") == mine[3:]
    spanish = one.house.ask("GET", f"{path}?language=es")
    assert [each["view"] for each in spanish] == [each["view"] for each in mine] and spanish != mine
    watcher = House(server.address, "Watcher")
    assert watcher.ask("GET", path)[-1]["view"] != mine[-1]["view"]
    for seat in name, "everyone", "nowhere":
        with pytest.raises(Refused):
            watcher.ask("GET", f"{path}?seat={seat}")
    play_at_random(people, rng)
    assert watcher.ask("GET", f"{path}?seat={name}")[: len(mine)] == mine
    assert all(moment["move"] for moment in watcher.ask("GET", f"{path}?seat=everyone"))


def test_there_is_no_past_before_the_beginning(server):
    table = House(server.address, "Ada").lay("splut", 2)
    with pytest.raises(Refused, match="has not begun"):
        table.house.ask("GET", f"/api/tables/{table.name}/moments")


@pytest.mark.parametrize(("game", "seats"), [("splut", 2), ("end-of-line", 3), ("shut-the-lines", 2), ("outspeed", 4)])
def test_a_fork_is_a_match_of_ones_own_that_replays(game, seats):
    kept = Kept(game, seats, "abcd"[:seats])
    for _ in range(8):
        if not kept.table.match.is_over:
            kept.move(kept.table.match.turn)
    table, wishes = fork.lay(kept.table, "b", "B", 1, 3, "random")
    entries = happened(table, wishes)
    assert kept.table.match.at(3).view(1) == sm.Match(
        table.game, seats, start=table_start(table), roll=False, **table.options
    ).view(1)
    for wish in (lambda: table.sit("b", 1, "B", "words"), lambda: table.begin("b")):
        entries += happened(table, [wish])
    while not table.match.is_over:
        seat = table.match.turn
        entries += happened(table, [lambda seat=seat: table.bot_move(seat, table.match.legal_actions_of(seat)[-1])])
    again = replayed(table.facts, entries)
    assert msgspec.to_builtins(again.seen_by("b", "en")) == msgspec.to_builtins(table.seen_by("b", "en"))
    assert again.about().forked


def table_start(table):
    from sobremesa.play.position_text import position_from

    return position_from(table.game, table.seats, table.facts.start)


def test_while_it_is_played_one_forks_from_ones_own_seat_only():
    kept = Kept("outspeed", 3, "abc")
    with pytest.raises(BadSeats, match="not yours"):
        fork.lay(kept.table, "a", "A", 1, None, "random")
    kept = Kept()
    kept.do("resign", "a", 0)
    assert fork.lay(kept.table, "x", "X", 1, None, "random")


def test_a_fork_over_the_wire(server):
    [one, other] = begin_match(server)
    play_at_random([one, other], random.Random(6), 5)
    data = {"seat": "red", "bot": "random"}
    laid_out = one.house.ask("POST", f"/api/tables/{one.name}/fork", data)
    assert laid_out["forked"] and laid_out["places"][0]["kept"] == "Guest 0"
    table = one.house.table(laid_out["table"])
    table.sit(0)
    table.begin()
    assert table.state["seats"]["red"]["view"]["teams"] == one.state["seats"]["red"]["view"]["teams"]
    table.resign(0)
    assert "start " in table.record()
    for wrong, why in (({"seat": "green"}, "not yours"), ({"seat": "pink"}, "The seats are"), ({"bot": "x"}, "no bot")):
        with pytest.raises(Refused, match=why):
            one.house.ask("POST", f"/api/tables/{one.name}/fork", data | wrong)
    with pytest.raises(Refused, match="nothing after"):
        one.house.ask("POST", f"/api/tables/{one.name}/fork", data | {"moves": 999})
