"""The clock of correspondence, with a time of day that the test sets."""

import pytest

from sobremesa.mistakes import BadOption, IllegalMove
from sobremesa.server.tables.clock import Setting
from sobremesa.server.tables.day_clock import DAY
from sobremesa.server.tables.settings import Manner
from sobremesa.server.tables.table import Table, new_facts
from tests.support.server.tables import Timed

pytestmark = pytest.mark.compiled


def left(timed):
    return [each / DAY for each in timed.left()]


def test_each_turn_has_its_days_and_its_choices_share_them(time):
    timed = Timed(time, days=3)
    assert (left(timed), timed.runs()) == ([3, 3], [True, False])
    timed.move(0, 2 * DAY)  # the first turn of Splut! is one step, the second two
    assert (left(timed), timed.runs()) == ([3, 3], [False, True])
    timed.move(1, 1.5 * DAY)
    assert (left(timed), timed.runs()) == ([3, 1.5], [False, True])
    timed.move(1, 0)
    assert (left(timed), timed.runs()) == ([3, 3], [True, False])


def test_whoever_has_chosen_has_a_day_for_the_next(time):
    timed = Timed(time, days=3)
    timed.move(0, 0)
    timed.move(1, 2.9 * DAY)
    assert left(timed)[1] == 1


def test_where_all_choose_at_once_the_last_to_choose_has_the_next_turn_whole(time):
    timed = Timed(time, "outspeed", "abc", days=3)
    timed.move(0, DAY)
    timed.move(1, DAY)
    assert (left(timed), timed.runs()) == ([3, 3, 1], [False, False, True])
    while not timed.runs()[0]:
        timed.move(2, 0.5 * DAY)
    assert left(timed) == [3, 3, 3]


def test_whose_days_are_used_up_is_out(time):
    timed = Timed(time, days=1)
    time.at += DAY - 1
    assert timed.do("out") is None
    time.at += 1
    with pytest.raises(IllegalMove, match="The time of red is used up"):
        timed.move(0, 0)
    assert timed.do("out").seat == 0
    assert timed.table.ending.how == "out of time"


def test_a_bot_plays_on_where_the_table_has_it_so(time):
    timed = Timed(time, days=1, out="bot:random")
    time.at += DAY
    timed.do("out")
    assert timed.table.bots_to_act() == [(0, "random")]


def test_while_somebody_is_away_their_clock_stands_and_the_others_see_it(time):
    timed = Timed(time, days=3)
    time.at += DAY
    until = time.at + 10 * DAY
    assert timed.do("leave", 0, time.at, until).kind == "away"
    assert timed.do("leave", 0, time.at, until) is None
    assert [place.away for place in timed.table.about().places] == [until, 0]
    time.at += 9 * DAY
    assert (left(timed), timed.runs()) == ([2, 3], [False, False])
    assert timed.do("out") is None
    assert timed.do("leave", 0, 0.0, 0.0).kind == "here"
    assert timed.do("leave", 0, 0.0, 0.0) is None
    time.at += DAY
    assert (left(timed), timed.runs()) == ([1, 3], [True, False])
    timed.do("leave", 0, time.at, time.at + DAY)
    timed.do("resign", "b", 1)
    assert [place.away for place in timed.table.about().places] == [0, 0]  # it is over


def test_who_is_away_may_play_and_is_awaited_anew_with_a_clock_that_stands(time):
    timed = Timed(time, days=3)
    timed.do("leave", 1, time.at, time.at + 10 * DAY)
    timed.move(0, DAY)
    time.at += 5 * DAY
    assert (left(timed), timed.runs()) == ([3, 3], [False, False])
    timed.move(1, 0)
    timed.move(1, 0)
    assert timed.runs() == [True, False]
    timed.do("leave", 1, 0.0, 0.0)
    assert timed.runs() == [True, False]


def test_a_vacation_that_the_table_hears_of_late_counts_from_when_it_began(time):
    timed = Timed(time, days=3)
    began = time.at + 2 * DAY
    time.at += 5 * DAY
    timed.do("leave", 0, began, began + 10 * DAY)
    assert left(timed)[0] == 1
    timed.do("leave", 0, 0.0, 0.0)
    assert left(timed)[0] == 1


def test_whose_time_is_used_up_does_not_go_away_any_more(time):
    timed = Timed(time, days=1)
    time.at += DAY
    assert timed.do("leave", 0, time.at, time.at + DAY) is None


@pytest.mark.parametrize("setting", [Setting(days=15), Setting(days=-1), Setting(60, days=3), Setting(0, 5, days=3)])
def test_days_that_cannot_be_are_refused(setting):
    table = Table(new_facts("splut", 2, {}, False, "a"))
    with pytest.raises(BadOption, match="1 to 14 days"):
        table.set_manner("a", Manner(clock=setting))
