"""Clocks, with a time of day that the test sets."""

import msgspec
import pytest

from sobremesa.mistakes import BadOption, IllegalMove
from sobremesa.server.database import Store
from sobremesa.server.live.live_table import Connection
from sobremesa.server.live.registry import House
from sobremesa.server.tables.clock import LAG, Clock, Setting
from sobremesa.server.tables.settings import Manner
from sobremesa.server.tables.table import Table, new_facts
from tests.support.server.connections import Inbox, ask, heard, sit_down
from tests.support.server.tables import Timed, begin_match

pytestmark = pytest.mark.compiled


def test_the_clock_of_who_is_awaited_runs_and_a_second_is_forgiven(time):
    timed = Timed(time)
    assert timed.left() == [60, 60]
    assert timed.runs() == [True, False]
    time.at += 0.9
    assert timed.left() == [60, 60]
    time.at += 10.1
    assert timed.left() == [50, 60]
    timed.move(0, 0)
    assert timed.table.match.turn == 1  # the first turn of Splut! is one step
    assert timed.left() == [55, 60]
    assert timed.runs() == [False, True]
    timed.move(1, 3)
    assert timed.table.match.turn == 1
    assert timed.left() == [55, 58]  # the increment comes when the turn passes
    timed.move(1, 1)
    assert timed.table.match.turn == 0
    assert timed.left() == [55, 63]


def test_where_all_choose_at_once_each_has_their_own_time(time):
    timed = Timed(time, "outspeed", "abc", increment=0)
    assert timed.runs() == [True, True, True]
    timed.move(1, 11)
    assert timed.runs() == [True, False, True]
    timed.move(0, 10)
    assert timed.left() == [40, 50, 40]


def test_whose_time_is_used_up_loses(time):
    timed = Timed(time)
    time.at += 60 + LAG - 0.001
    assert timed.do("out") is None
    time.at += 0.001
    with pytest.raises(IllegalMove, match="The time of red is used up"):
        timed.move(0, 0)
    assert timed.do("out").seat == 0
    seen = msgspec.to_builtins(timed.table.seen_by("b", "en"))
    assert seen["result"] == (-1.0, 1.0)
    assert seen["ending"] == {"how": "out of time", "seat": "red"}
    assert timed.left() == [0, 60]
    assert timed.runs() == [False, False]
    assert timed.do("out") is None


def test_or_a_bot_plays_on_if_the_table_has_it_so(time):
    timed = Timed(time, out="bot:tactician")
    time.at += 100
    timed.do("out")
    assert timed.table.bots_to_act() == [(0, "tactician")]
    assert timed.runs() == [False, False]
    with pytest.raises(ValueError, match="given up for good"):
        timed.do("back", "a", 0)


def test_one_who_leaves_to_a_bot_saves_the_time_that_is_left(time):
    timed = Timed(time)
    time.at += 10
    timed.do("seat_bot", "a", 0, "random")
    time.at += 1000
    assert timed.left() == [50, 60]
    assert timed.do("out") is None
    timed.do("back", "a", 0)
    time.at += 6
    assert timed.left() == [45, 60]


def test_taking_back_gives_no_time_back(time):
    timed = Timed(time)
    timed.move(0, 11)
    time.at += 10
    timed.do("undo", "a", timed.table.count)
    timed.do("undo", "b", timed.table.count)
    assert timed.left() == [55, 50]
    assert timed.runs() == [True, False]


def test_a_time_of_day_that_is_set_back_takes_nothing_and_gives_nothing(time):
    timed = Timed(time)
    time.at -= 5000
    timed.move(0, 0)
    assert timed.left() == [65, 60]
    assert timed.log[-1].at == timed.log[-2].at


@pytest.mark.parametrize(
    "setting", [Setting(0), Setting(60, -1), Setting(1e9), Setting(60, 0, "sleeps"), Setting(float("nan"))]
)
def test_a_clock_that_cannot_be_is_refused(setting):
    table = Table(new_facts("splut", 2, {}, False, "a"))
    with pytest.raises(BadOption):
        table.set_manner("a", Manner(clock=setting))


def test_among_more_than_two_nobody_loses_on_time():
    table = Table(new_facts("splut", 3, {}, False, "a"))
    with pytest.raises(BadOption, match="more than two"):
        table.set_manner("a", Manner(clock=Setting(60, 0, "loses")))
    assert Manner(clock=Setting(60)).agreed(table.game, 3).clock.out == "bot:random"


def test_paused_clocks_stand_still():
    clock = Clock(Setting(60), 2)
    clock.go_on([0], 100.0, None)
    clock.paused = True
    assert (clock.first(), clock.shows(0, 9999.0)) == (None, 60)
    clock.resume(9999.0)
    assert clock.first() == (9999.0 + LAG + 60, 0)


async def test_the_house_rings_when_a_time_is_used_up(time, tmp_path):
    house = House(Store(tmp_path / "house.db"), time)
    live, [one, other] = await sit_down(house, clock={"initial": 60})
    time.at += 30
    house.set_alarm(live)
    assert live.alarm and live.rung is None
    house.go(live, one)
    house.go(live, other)
    assert house.live  # the clock runs, also if nobody looks
    house.come(live, other)
    time.at += 31
    house.set_alarm(live)  # as if that time had passed here
    told = await heard(other, lambda told: "ending" in told)
    assert told["ending"] == {"how": "out of time", "seat": "red"}
    assert told["about"]["clocks"]["red"] == {"left": 0.0, "runs": False}
    await live.rung
    assert live.alarm is None
    house.go(live, other)
    assert not house.live
    house.store.close()


async def test_while_the_house_is_closed_no_time_passes(time, tmp_path):
    house = House(Store(tmp_path / "house.db"), time)
    live, [one, other] = await sit_down(house, clock={"initial": 60})
    time.at += 11
    move = live.table.match.legal_moves[0].text
    assert (await ask(house, live, one, do="move", seat=0, choice=0, move=move))["type"] == "done"
    house.store.close()
    name, other = live.table.facts.id, other.who
    house = House(Store(tmp_path / "house.db"), time)
    time.at += 5000
    live = await house.find(name)
    watcher, person = Connection(Inbox(), "", "en"), Connection(Inbox(), other, "en")
    house.come(live, watcher)
    first = await heard(watcher, lambda told: True)
    assert first["about"]["clocks"] == {
        "red": {"left": 50.0, "runs": False},
        "green": {"left": 60.0, "runs": False},
    }
    assert live.alarm is None
    time.at += 5000
    house.come(live, person)
    told = await heard(person, lambda told: told["about"]["clocks"]["green"]["runs"])
    assert told["about"]["clocks"]["green"]["left"] == 60.0
    assert live.alarm
    time.at += 21
    late = Connection(Inbox(), other, "en")
    house.come(live, late)
    assert (await heard(late, lambda told: True))["about"]["clocks"]["green"]["left"] == 40.0
    house.store.close()


def test_a_clock_over_the_wire(server):
    from sobremesa.client import House as Guest

    house = Guest(server.address, "Ada")
    table = house.lay("splut", 2)
    table.manner(clock={"initial": 300, "increment": 2})
    assert table.state["about"]["manner"]["clock"] == {"initial": 300, "increment": 2, "out": "loses"}
    table.sit(0)
    table.bot(1, "random")
    table.begin()
    assert table.state["about"]["clocks"]["red"]["runs"]
    assert 299 <= table.state["about"]["clocks"]["red"]["left"] <= 300
    assert begin_match(server)[0].state["about"]["clocks"] == {}
