"""The day's puzzle counts once for each person, and its results are told to who has finished."""

import asyncio
import sqlite3
from datetime import date, timedelta

import pytest

from sobremesa.client import House as Client
from sobremesa.client import Refused
from sobremesa.server.database import Store, adding
from sobremesa.server.features.daily import routes as daily_routes
from sobremesa.server.features.daily import service as daily_service
from sobremesa.server.features.daily.service import Attempt
from sobremesa.server.features.daily.store import attempting, resulting
from sobremesa.server.live import registry
from sobremesa.server.live.live_table import Connection
from sobremesa.server.sessions.store import People
from sobremesa.server.tables.log import Guest
from sobremesa.server.tables.table import Table, new_facts
from tests.support.server.accounts import open_account, sign_in
from tests.support.server.connections import Inbox, ask
from tests.support.server.serving import Server
from tests.support.waiting import wait_until

pytestmark = [pytest.mark.compiled, pytest.mark.usefixtures("one_day")]


@pytest.fixture(scope="module")
def open_house(tmp_path_factory):
    running = Server(tmp_path_factory.mktemp("day") / "house.db", "--no-limits")
    yield running
    running.kill()


def lay(guest, day=""):
    return guest.ask("POST", f"/api/puzzle{f'?day={day}' if day else ''}", {})


def play(guest, moves=None):
    """Somebody sits down to the day's puzzle, and plays it as it is played best, or gives it up after so many moves."""
    about = lay(guest)
    table = guest.table(about["table"])
    table.sit(0)
    table.begin()
    for move in daily_service.of(date.fromisoformat(about["puzzle"])).moves[:moves]:
        table.move("ruby", move)
    if moves is not None:
        table.resign(0)
    return table


def told(guest, day=""):
    return guest.ask("GET", f"/api/puzzle/results{f'?day={day}' if day else ''}")


def until(guest, state):
    """What is told once the result is written."""
    return wait_until(lambda: (found := told(guest))["mine"]["state"] == state and found)


def test_the_first_table_counts_and_all_after_it_are_practice(open_house):
    ada = Client(open_house.address, "Ada")
    assert told(ada)["mine"] is None
    about = lay(ada)
    assert about["attempt"] and lay(ada)["table"] == about["table"]
    table = ada.table(about["table"])
    table.sit(0)
    table.begin()
    assert lay(ada)["table"] == about["table"]
    mine = told(ada)["mine"]
    assert (mine["table"], mine["state"], mine["points"]) == (about["table"], "going", None)
    table.resign(0)
    found = until(ada, "not filled")
    assert found["tried"] >= 1 and found["mine"]["place"] is None
    again = lay(ada)
    assert again["table"] != about["table"] and not again["attempt"] and again["puzzle"] == about["puzzle"]
    practice = ada.table(again["table"])
    practice.sit(0)
    practice.begin()
    for move in daily_service.of(date.fromisoformat(about["puzzle"])).moves:
        practice.move("ruby", move)
    assert practice.over and told(ada)["mine"]["state"] == "not filled"


def test_in_the_attempt_nobody_takes_back_or_helps(open_house):
    ada, bob = Client(open_house.address, "Ada"), Client(open_house.address, "Bob")
    about = lay(ada)
    table, other = ada.table(about["table"]), bob.table(about["table"])
    with pytest.raises(Refused, match="Only who laid the table"):
        other.sit(0)
    for helping in lambda: table.bot(0, "greedy"), lambda: table.fill("greedy"):
        with pytest.raises(Refused, match="no bot plays in it"):
            helping()
    table.sit(0)
    table.begin()
    moves = daily_service.of(date.fromisoformat(about["puzzle"])).moves
    table.move("ruby", moves[0])
    with pytest.raises(Refused, match="nothing is taken back"):
        table.undo()
    with pytest.raises(Refused, match="no bot plays in it"):
        table.bot(0, "greedy")
    with pytest.raises(Refused, match="played first"):
        ada.fork(table.name, "ruby", "greedy")
    for move in moves[1:]:
        table.move("ruby", move)
    assert table.over and until(ada, "filled")["mine"]["points"] == told(ada)["spread"][0]["points"]
    assert ada.fork(table.name, "ruby", "greedy", moves=2).state["about"]["forked"]
    table.rematch()
    while table.again is None:
        table.wait()
    again = ada.table(table.again["table"]).state["about"]
    assert again["puzzle"] == about["puzzle"] and not again["attempt"]


def test_results_are_shown_to_who_has_finished_with_shared_places(open_house):
    people = [Client(open_house.address, name) for name in ("Cleo", "Dora", "Ella")]
    nobody = Client(open_house.address, "Nobody")
    for one in people[:2]:
        play(one)
        until(one, "filled")
    for one in people[2], nobody:
        seen = told(one)
        assert not seen["shown"] and seen["places"] == [] and seen["spread"] == [] and seen["tried"] >= 2
        assert seen["filled"] == 0
    with pytest.raises(Refused, match="written like"):
        told(nobody, "soon")
    play(people[2], 3)
    seen = until(people[2], "not filled")
    assert seen["shown"] and {"Cleo", "Dora"} <= {each["name"] for each in seen["places"] if each["place"] == 1}
    assert not any(each["mine"] for each in seen["places"])
    mine = [each for each in told(people[0])["places"] if each["mine"]]
    assert [(each["name"], each["place"]) for each in mine] == [("Cleo", 1)]
    assert told(people[0])["streak"] == 1


def test_a_guest_who_signs_in_brings_the_earlier_attempt(open_house):
    ada, _ = open_account(open_house, "twice.ada")
    first = play(ada, 2).name
    until(ada, "not filled")
    guest = Client(open_house.address, "Guest")
    play(guest)
    until(guest, "filled")
    both = sign_in(open_house, "twice.ada", guest.token)
    mine = told(both)["mine"]
    assert (mine["table"], mine["points"]) == (first, None)
    assert [each["table"] for each in both.ask("GET", "/api/account/export")["puzzles"]] == [first]
    open_account(open_house, "late.ada")
    guest = Client(open_house.address, "Guest")
    only = play(guest).name
    until(guest, "filled")
    assert told(sign_in(open_house, "late.ada", guest.token))["mine"]["table"] == only


def test_a_day_before_is_practice_and_one_to_come_is_refused(open_house):
    ada = Client(open_house.address, "Ada")
    about = lay(ada, "2026-11-15")
    assert (about["puzzle"], about["attempt"]) == ("2026-11-15", False)
    assert told(ada, "2026-11-15")["shown"]
    with pytest.raises(Refused, match="not come yet"):
        lay(ada, "2999-01-01")


# What is kept, without a match.


@pytest.fixture
async def kept(tmp_path):
    """A house with three people, and a way to write down their attempts."""
    store = Store(tmp_path / "house.db")
    here = registry.House(store)

    for name in "abc":
        await store.add_guest(Guest(name, name.upper(), 1.0), f"token {name}")
    yield here
    store.close()


async def tried(here, day, person, points, ended=2.0, begun=1.0):
    start = daily_service.start_of(day.isoformat(), True)
    facts = new_facts("end-of-line", 1, {"mode": "solo"}, False, person, start)
    attempt = Attempt(day.isoformat(), person, facts.id, 1, begun, ended, points)
    await here.store.write(adding(facts), attempting(attempt))
    return facts.id


async def test_days_in_a_row_are_counted_and_the_days_before_told(kept):
    today = daily_service.today()
    for back, points in (1, 3), (2, 2), (3, None), (4, 1), (5, 1), (6, 1), (7, 1):
        await tried(kept, today - timedelta(back), "a", points)
    await tried(kept, today - timedelta(1), "b", 3)
    found = daily_routes.told(kept, today, "a")
    assert (found.streak, found.longest, found.mine, found.shown) == (2, 4, None, False)
    assert [(each.tried, each.filled, each.mine) for each in found.before[:3]] == [(2, 2, 3), (1, 1, 2), (1, 0, None)]
    await tried(kept, today, "a", 5)
    assert daily_routes.told(kept, today, "a").streak == 3
    yesterday = daily_routes.told(kept, today - timedelta(1), "")
    assert yesterday.shown and [each.place for each in yesterday.places] == [1, 1] and yesterday.mine is None


async def test_who_has_more_points_comes_after_all_who_share_a_place(kept):
    day = date(2026, 11, 1)
    for person, points in ("a", 4), ("b", 4), ("c", 7):
        await tried(kept, day, person, points)
    found = daily_routes.told(kept, day, "c")
    assert [(each.place, each.points, each.mine) for each in found.places] == [
        (1, 4, False),
        (1, 4, False),
        (3, 7, True),
    ]
    assert found.mine.place == 3 and [(each.points, each.count) for each in found.spread] == [(4, 2), (7, 1)]


async def test_an_attempt_of_yesterday_that_goes_on_hides_the_others_until_its_time_is_over(kept):
    yesterday = daily_service.today() - timedelta(1)
    await tried(kept, yesterday, "b", 2)
    await tried(kept, yesterday, "a", None, ended=None)
    found = daily_routes.told(kept, yesterday, "a")
    assert not found.shown and found.mine.state == "going"
    long_ago = date(2026, 11, 2)
    await tried(kept, long_ago, "a", None, ended=None)
    found = daily_routes.told(kept, long_ago, "a")
    assert found.shown and found.mine.state == "not filled"


async def attempt_left_by_a_dead_worker(here, moves):
    """An attempt whose last entry is written, and whose result is not."""
    live = await here.lay_puzzle("a", daily_service.today())
    ada = Connection(Inbox(), "a", "en", "A")
    here.come(live, ada)
    for command in {"do": "sit", "seat": 0, "name": "A", "words": "x"}, {"do": "begin"}:
        assert (await ask(here, live, ada, **command))["type"] == "done"
    for choice, move in enumerate(moves):
        assert (await ask(here, live, ada, do="move", seat=0, choice=choice, move=move))["type"] == "done"
    return live


async def test_what_a_dead_worker_left_is_mended(kept):
    moves = daily_service.of(daily_service.today()).moves
    live = await attempt_left_by_a_dead_worker(kept, moves)
    assert live.table.state == "over"
    attendant = daily_routes.Results(kept)
    await attendant.look()
    await kept.store.write()  # after all that was put before it
    par = daily_service.of(daily_service.today()).par
    [attempt] = kept.store.days.attempts("a")
    assert attempt.points == par and attempt.ended is not None and kept.store.days.unfinished() == []


async def test_an_attempt_that_is_not_finished_by_the_end_of_the_next_day_is_closed(kept):
    old, new = daily_service.today() - timedelta(2), daily_service.today() - timedelta(1)
    await tried(kept, old, "a", None, ended=None)
    await tried(kept, new, "a", None, ended=None)
    await daily_routes.Results(kept).look()
    await kept.store.write()
    assert [each.day for each in kept.store.days.unfinished()] == [new.isoformat()]
    closed = kept.store.days.attempt(old.isoformat(), "a")
    assert (closed.ended, closed.points) == (daily_service.until(old.isoformat()), None)


async def test_a_result_is_written_once(kept):
    table = await tried(kept, date(2026, 11, 3), "a", None, ended=None)
    await kept.store.write(resulting(table, 5.0, 2))
    await kept.store.write(resulting(table, 6.0, 1))
    assert kept.store.days.attempt("2026-11-03", "a").points == 2


async def test_of_two_attempts_of_one_person_the_database_keeps_one(kept):
    day = date(2026, 11, 4)
    await tried(kept, day, "a", 2)
    with pytest.raises(sqlite3.IntegrityError):
        await tried(kept, day, "a", 1)


async def test_the_earlier_attempt_stays_and_all_go_with_their_person(kept):
    one, other, third = date(2026, 11, 5), date(2026, 11, 6), date(2026, 11, 7)
    await tried(kept, one, "a", 5, begun=2.0)
    await tried(kept, one, "b", 1, begun=3.0)
    await tried(kept, other, "a", 5, begun=3.0)
    await tried(kept, other, "b", 1, begun=2.0)
    await tried(kept, third, "b", 4)
    people: People = kept.store.people
    people.join("b", "a")
    found = {each.day: each.points for each in kept.store.days.attempts("a")}
    assert found == {one.isoformat(): 5, other.isoformat(): 1, third.isoformat(): 4}
    people.delete("a")
    assert kept.store.days.attempts("a") == [] and kept.store.days.tried(one.isoformat()) == 0


def test_a_table_of_an_attempt_says_so_and_has_the_days_chance():
    once, again = (daily_service.start_of("2026-11-15", each) for each in (True, False))
    assert (
        daily_service.day_of(once) == daily_service.day_of(again) == "2026-11-15"
        and daily_service.day_of("elsewhere") == ""
    )
    tables = [Table(new_facts("end-of-line", 1, {"mode": "solo"}, False, "a", start)) for start in (once, again)]
    for table in tables:
        for entry in table.sit("a", 0, "A", "x"), None:
            table.take(entry or table.begin("a"))
    assert [table.about().attempt for table in tables] == [True, False]
    assert tables[0].match.seed == tables[1].match.seed and tables[0].match.view() == tables[1].match.view()


async def test_of_two_devices_at_two_workers_one_begins_the_attempt(houses):
    guests = [(await houses[0].greet(f"Guest {n}"))[0].id for n in range(8)]
    await asyncio.gather(*(each.prepare(daily_service.GAME) for each in houses))
    laid = await asyncio.gather(
        *(each.lay_puzzle(guest, daily_service.today()) for guest in guests for each in houses * 2)
    )
    days = houses[0].store.days
    assert days.tried(daily_service.today().isoformat()) == len(guests)
    for n, guest in enumerate(guests):
        names = {live.table.facts.id for live in laid[4 * n : 4 * n + 4]}
        assert names == {days.attempt(daily_service.today().isoformat(), guest).table}
