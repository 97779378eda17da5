"""Ladders on disk, in both databases: each match counts once, whoever comes at the same time, and nothing is lost."""

import asyncio
import itertools
import os
import random
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import func, insert, select, text, update

from sobremesa import client
from sobremesa.client import Refused
from sobremesa.ratings import FIRST, Rating
from sobremesa.server import app
from sobremesa.server.database import Store
from sobremesa.server.features.ladders.rating import after, combined, height
from sobremesa.server.features.ladders.rating_updates import FORGOTTEN
from sobremesa.server.features.ladders.recount import recount
from sobremesa.server.features.ladders.schema import climbers, ladders, rated, standings, steps
from sobremesa.server.features.ladders.service import QUIET, Rater
from sobremesa.server.features.ladders.store import LAST, PAGE
from sobremesa.server.live.registry import House
from sobremesa.server.sessions.models import Account
from sobremesa.server.tables.outcome import GAVE_UP, NO_SEAT, Outcome, Part
from sobremesa.server.tables.rated import PAR
from sobremesa.server.tables.settings import Manner
from sobremesa.server.tables.table import Table, new_facts
from tests.support import services
from tests.support.server.connections import ask
from tests.support.server.door import Door
from tests.support.server.stores import store_with
from tests.support.server.tables import begin_match
from tests.support.server.workers import lay_for_two
from tests.support.waiting import until, wait_until

LADDER = "splut/-/2"
pytestmark = pytest.mark.filterwarnings("ignore::litestar.exceptions.LitestarDeprecationWarning")


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request, tmp_path):
    """Where a house is kept."""
    if request.param == "sqlite":
        yield tmp_path / "house.db"
        return
    with services.schema(f"ladders_{os.getpid()}") as address:
        if address is None:
            pytest.skip(services.NO_POSTGRES)
        yield address


@pytest.fixture
def store(place):
    """A store with a few people."""
    store = store_with(place, "ada", "bob", "cy", "dot", "guest")
    for name in "ada", "bob":
        store.people.open(Account(name, f"{name}-login", "hash", None, 5.0), [], f"token of {name}", f"token of {name}")
    yield store
    store.close()


def match(table, *whos, ladder=LADDER, at=10.0, places=None):
    """Who was first, second and so on."""
    places = places or range(1, len(whos) + 1)
    parts = [Part(seat, who, seat, place) for seat, (who, place) in enumerate(zip(whos, places, strict=True))]
    return Outcome(table, ladder, at, parts)


def count(store, outcome):
    """A match that has begun is counted."""
    with store.engine.begin() as connection:
        connection.execute(insert(rated).values(table=outcome.table))
    return store.ladders.rate(outcome)


def where(store, ladder=LADDER):
    with store.engine.connect() as connection:
        found = connection.execute(select(standings).where(standings.c.ladder == ladder)).all()
    return {row.who: (Rating(row.mu, row.sigma), row.matches) for row in found}


def test_a_match_is_counted_once_and_only_if_it_is_rated(store):
    first = match("one", "ada", "bob")
    assert not store.ladders.rate(first)
    assert count(store, first)
    assert not store.ladders.rate(first)
    wanted = after(first.parts, {})
    assert where(store) == {who: (wanted[who], 1) for who in ("ada", "bob")}
    assert store.ladders.counts() == {LADDER: (2, 1)}
    [won, lost] = store.ladders.changes("one")
    assert (won.before, won.after, won.place, won.sides) == (FIRST, wanted["ada"], 1, 2)
    assert (lost.seat, lost.after) == (1, wanted["bob"])


def test_of_many_who_count_a_match_at_once_one_does(store):
    with store.engine.begin() as connection:
        connection.execute(insert(rated).values(table="one"))
    ready = threading.Barrier(8)

    def try_it(_):
        ready.wait()
        return store.ladders.rate(match("one", "ada", "bob"))

    with ThreadPoolExecutor(8) as threads:
        assert sorted(threads.map(try_it, range(8))) == [False] * 7 + [True]
    assert {matches for _, matches in where(store).values()} == {1}


def test_tables_that_end_at_the_same_time_with_the_same_people_lose_nothing(store):
    people = ["ada", "bob", "cy", "dot"]
    rng = random.Random(1)
    matches = [match(f"t{n}", *rng.sample(people, 2), ladder=f"splut/-/{2 + n % 2}") for n in range(40)]
    with ThreadPoolExecutor(8) as threads:
        assert all(threads.map(lambda each: count(store, each), matches))
    for ladder in "splut/-/2", "splut/-/3":
        found = where(store, ladder)
        assert sum(matches for _, matches in found.values()) == 40
        with store.engine.connect() as connection:
            order = connection.execute(select(steps).where(steps.c.ladder == ladder).order_by(steps.c.n, steps.c.seat))
            now = {}
            for one, other in zip(*[iter(order.all())] * 2, strict=True):
                now |= after([Part(row.seat, row.who, row.side, row.place) for row in (one, other)], now)
        assert {who: rating for who, (rating, _) in found.items()} == now


def test_a_ladder_lists_people_with_accounts_and_bots_the_surest_first(store):
    for n in range(6):
        count(store, match(f"a{n}", "ada", "bot:easy"))
    count(store, match("b", "bob", "cy"))
    count(store, match("c", "bot:hard", "bob"))
    page = store.ladders.page(LADDER, 0)
    heights = [height(rung.rating) for rung in page]
    assert heights == sorted(heights, reverse=True)
    assert {rung.who for rung in page} == {"ada", "bob", "bot:easy", "bot:hard"}
    assert page[0].who == "ada" and page[0].name == "Ada" and page[0].matches == 6
    assert store.ladders.counts()[LADDER] == (4, 8)
    assert [store.ladders.above(LADDER, rung.who) for rung in page] == [0, 1, 2, 3]
    assert store.ladders.above(LADDER, "cy") == sum(each > height(where(store)["cy"][0]) for each in heights)
    assert len({rung.handle for rung in page if rung.handle}) == 2
    assert store.ladders.person(page[0].handle) == "ada"
    with store.engine.connect() as connection:
        handle = connection.execute(select(climbers.c.handle).where(climbers.c.person == "cy")).scalar()
    assert store.ladders.person(handle) is None  # a guest is nobody to ask about


def test_a_long_ladder_has_pages_and_a_long_way_its_last_steps(store):
    for n in range(PAGE + 10):
        count(store, match(f"t{n}", "ada", f"bot:b{n:02}"))
    pages = [store.ladders.page(LADDER, page) for page in range(3)]
    assert [len(page) for page in pages] == [PAGE, 11, 0]
    assert len({rung.who for page in pages for rung in page}) == PAGE + 11
    for n in range(LAST - PAGE):
        count(store, match(f"u{n}", "ada", "bot:easy"))
    way = store.ladders.way(LADDER, ["ada"])
    assert len(way) == LAST and way[-1].table == f"u{LAST - PAGE - 1}"
    assert all(one.after == other.before for one, other in itertools.pairwise(way))


def test_a_guest_brings_what_is_believed_of_them(store):
    count(store, match("one", "ada", "bob"))
    count(store, match("two", "guest", "bob", at=20.0))
    count(store, match("three", "guest", "bob", ladder="outspeed/-/3", at=30.0))
    before = {ladder: where(store, ladder) for ladder in (LADDER, "outspeed/-/3")}
    store.people.join("guest", "ada")
    found = where(store)
    assert "guest" not in found
    assert found["ada"] == (combined(before[LADDER]["ada"][0], before[LADDER]["guest"][0]), 2)
    assert found["bob"] == before[LADDER]["bob"]
    brought, matches = where(store, "outspeed/-/3")["ada"]
    old = before["outspeed/-/3"]["guest"][0]
    assert (brought.mu, brought.sigma, matches) == (pytest.approx(old.mu), pytest.approx(old.sigma), 1)
    way = store.ladders.way(LADDER, store.people.selves("ada"))
    assert [step.table for step in way] == ["one", "two", ""]
    assert count(store, match("four", "guest", "bob"))  # a match that a guest began is the person's
    assert where(store)["ada"][1] == 3 and "guest" not in where(store)


def test_who_joins_while_matches_are_counted_loses_nothing(store):
    """The guest signs in at any moment: no match of theirs is counted for nobody."""
    matches = [match(f"t{n}", "guest", "bob", ladder=f"splut/-/{2 + n % 3}") for n in range(30)]
    joins = threading.Timer(0.05, lambda: store.people.join("guest", "ada"))
    joins.start()
    with ThreadPoolExecutor(6) as threads:
        assert all(threads.map(lambda each: count(store, each), matches))
    joins.join()
    total = 0
    for seats in 2, 3, 4:
        found = where(store, f"splut/-/{seats}")
        assert "guest" not in found
        total += found["ada"][1]
    assert total == 30


def test_whoever_deletes_everything_is_on_no_ladder_and_others_keep_their_numbers(store):
    count(store, match("one", "ada", "bob"))
    count(store, match("two", "guest", "ada"))
    store.people.join("guest", "ada")
    count(store, match("three", "ada", "bob"))
    bob = where(store)["bob"]
    store.people.delete("ada")
    assert where(store) == {"bob": bob}
    with store.engine.connect() as connection:
        whos = {*connection.execute(select(steps.c.who)).scalars()} | {
            *connection.execute(select(steps.c.other)).scalars()
        }
        assert not whos & {"ada", "guest"} and sum(who.startswith(FORGOTTEN) for who in whos) == 2
        assert connection.execute(select(func.count()).select_from(climbers)).scalar() == 1
    assert recount(store.engine, lambda *_: None).changed == 0
    assert where(store) == {"bob": bob}
    count(store, match("four", "ada", "bob"))  # what ended at the same time
    assert where(store).keys() == {"bob"} and where(store)["bob"][1] == bob[1] + 1
    assert recount(store.engine, lambda *_: None).changed == 0


def test_all_numbers_come_out_again_from_the_results(store):
    rng = random.Random(2)
    whos = ["ada", "bob", "cy", "bot:easy", "bot:hard"]
    for n in range(30):
        count(
            store, match(f"t{n}", *rng.sample(whos, 4), places=rng.choice([(1, 2, 3, 4), (1, 1, 3, 3), (1, 2, 2, 4)]))
        )
    teams = [Part(0, "ada", 0, 1, GAVE_UP), Part(3, "cy", 0, 1), Part(1, "bob", 1, 2), Part(2, "dot", 1, 2)]
    count(store, Outcome("teams", "end-of-line/teams/4", 1.0, teams))
    together = [Part(0, "guest", 0, 2), Part(1, "bot:easy", 0, 2), Part(2, "bot:easy", 0, 2), Part(NO_SEAT, PAR, 1, 1)]
    count(store, Outcome("together", "end-of-line/coop/3", 1.0, together))
    count(store, match("g", "guest", "bob"))
    store.people.join("guest", "cy")
    count(store, match("last", "cy", "ada"))
    before = everything(store)
    found = recount(store.engine, lambda *_: None)
    assert (found.ladders, found.matches, found.changed) == (3, 34, 0)
    assert everything(store) == before
    with store.engine.begin() as connection:
        connection.execute(update(standings).values(mu=1.0))
        connection.execute(update(steps).where(steps.c.n == 7, steps.c.ladder == LADDER).values(sigma=9.0))
    assert recount(store.engine, lambda *_: None).changed > 4
    assert everything(store) == before


def test_all_numbers_come_out_again_on_the_command_line(place):
    store = Store(place)
    count(store, match("one", "bot:hard", "bot:easy"))
    count(store, match("two", "bot:hard", "bot:easy"))
    before = everything(store)
    refused = rate(place)
    assert refused.returncode == 1 and "Another house has this" in refused.stderr
    with store.engine.begin() as connection:
        connection.execute(update(standings).values(mu=1.0))
    store.close()
    assert rate(place).stdout == "1 ladders, 2 matches: 2 lines have other numbers now.\n"
    assert rate(place).stdout == "1 ladders, 2 matches: all numbers are as they were.\n"
    store = Store(place)
    assert everything(store) == before
    store.close()


def rate(place):
    command = [sys.executable, "-m", "sobremesa", "house", "rate", str(place)]
    return subprocess.run(command, capture_output=True, text=True)


def everything(store):
    with store.engine.connect() as connection:
        return [{tuple(row) for row in connection.execute(select(each))} for each in (ladders, standings, steps)]


# A house that counts.


async def rated_table(house, guests, seats=2):
    """A table where a rated match has begun, as the log has it."""
    facts = new_facts("splut", seats, {}, False, guests[0].id)
    table, log = Table(facts), []

    def do(entry):
        table.take(entry)
        log.append(entry)

    do(table.set_manner(guests[0].id, Manner(rated=True)))
    for seat, guest in enumerate(guests):
        do(table.sit(guest.id, seat, guest.name, "x"))
    do(table.begin(guests[0].id))
    await house.store.add_table(facts, log)
    return table


@pytest.mark.compiled
async def test_what_a_worker_left_uncounted_when_it_died_is_found(tmp_path):
    house = House(Store(tmp_path / "house.db"))
    rater = house.attendants.all["ladders"] = Rater(house)
    guests = [(await house.greet(name))[0] for name in ("Ada", "Bo")]
    tables = [await rated_table(house, guests) for _ in range(3)]
    for over, table in zip((True, None), tables, strict=False):  # the second died before it wrote that it is over
        await house.store.append(table.facts.id, table.resign(guests[1].id, 1), over=over)
    await house.attendants.look()
    assert [step.place for step in house.store.ladders.changes(tables[0].facts.id)] == [1, 2]
    assert {each.table for each in house.store.ladders.pending()} == {table.facts.id for table in tables[1:]}
    for _ in range(QUIET):
        await house.attendants.look()
    assert {each.table for each in house.store.ladders.pending()} == {tables[2].facts.id}
    assert where(house.store)[guests[0].id][1] == 2
    executed = []
    rater._count = lambda name: executed.append(name) or asyncio.sleep(0)
    await house.attendants.look()
    assert executed == []  # nothing has happened there since
    await house.end()
    house.store.close()


@pytest.mark.compiled
async def test_a_match_of_rules_that_the_house_no_longer_has_is_never_counted(tmp_path, caplog):
    house = House(Store(tmp_path / "house.db"))
    house.attendants.all["ladders"] = Rater(house)
    guests = [(await house.greet(name))[0] for name in ("Ada", "Bo")]
    table = await rated_table(house, guests)
    await house.store.append(table.facts.id, table.resign(guests[1].id, 1), over=True)
    with house.store.engine.begin() as connection:
        connection.execute(text("UPDATE tables SET rules = 0"))
    await house.attendants.look()
    assert house.store.ladders.pending() == [] and where(house.store) == {}
    assert "never counted" in caplog.text
    house.store.close()


@pytest.mark.compiled
async def test_a_match_by_two_workers_counts_once_and_at_once(houses):
    for house in houses:
        house.attendants.all["ladders"] = Rater(house)
    lives, people = await lay_for_two(houses, manner=Manner(rated=True))
    name = lives[0].table.facts.id
    assert (await ask(houses[1], lives[1], people[1], do="undo", entries=4))["why"].startswith("At this table nothing")
    assert (await ask(houses[1], lives[1], people[1], do="resign", seat=1))["type"] == "done"
    await until(lambda: houses[0].store.ladders.changes(name))
    await asyncio.gather(*(house.attendants.all["ladders"].look() for house in houses))
    await asyncio.gather(*(house.attendants.all["ladders"]._count(name) for house in houses))
    found = where(houses[0].store)
    assert [found[person.who][1] for person in people] == [1, 1]
    assert found[people[0].who][0].mu > 25 > found[people[1].who][0].mu


# Over HTTP.


@pytest.fixture
def door(tmp_path, monkeypatch):
    door = Door(app.Setting(str(tmp_path / "house.db"), limits=False), monkeypatch)
    with door.open:
        yield door


def kept_by(door):
    """The store of the house behind a door."""
    return door.first.blocking_portal.call(door.app.dependencies["house"].dependency).store


def id_of(browser):
    return browser.get("account/export").json()["person"]["id"]


def test_ladders_are_told_to_anybody(door):
    found = {(each["game"], each["mode"], each["seats"]): each for each in door.first.get("ladders").json()}
    assert found["splut", "-", 2] == {"game": "splut", "mode": "-", "seats": 2, "listed": 0, "matches": 0, "par": None}
    assert found["end-of-line", "solo", 1]["par"] == {"score": 0.84, "what": "points", "count": 4}
    empty = door.first.get(f"ladders/{LADDER}").json()
    assert (empty["places"], empty["page"], empty["pages"], empty["you"]) == ([], 1, 1, None)
    for path, why in ("splut/-/7", "no such ladder"), ("splut/solo/2", "no such ladder"):
        refused = door.first.get(f"ladders/{path}")
        assert refused.status_code == 404 and why in refused.json()["why"]
    assert door.first.get(f"ladders/{LADDER}?page=0").status_code == 400
    assert door.first.get("ratings/me").status_code == 401


def test_everybody_finds_themselves_and_others_on_a_ladder(door):
    store, ada, bo = kept_by(door), door.first.come("Ada"), door.browser().come("Bo")
    ada.sign_up("ada.login")
    whos = id_of(ada), id_of(bo)
    count(store, match("one", *whos))
    count(store, match("two", whos[1], "bot:easy"))
    board = ada.get(f"ladders/{LADDER}").json()
    assert board["listed"] and board["ladder"]["matches"] == 2
    assert [(each["place"], each["name"], each["kind"], each["you"]) for each in board["places"]] == [
        (1, "Ada", "person", True),
        (2, "easy", "bot", False),
    ]
    assert board["you"] == board["places"][0]
    guest = bo.get(f"ladders/{LADDER}").json()
    assert not guest["listed"] and guest["you"]["name"] == "Bo" and guest["you"]["matches"] == 2
    assert not any(each["you"] for each in guest["places"])

    handle = board["places"][0]["handle"]
    assert handle not in whos and "ada.login" not in ada.get(f"ladders/{LADDER}").text
    assert whos[0] not in ada.get(f"ladders/{LADDER}").text
    hers, seen = (browser.get(f"people/{handle}/ratings").json() for browser in (ada, bo))
    assert (hers["you"], seen["you"]) == (True, False)
    [[step], [public]] = hers["ladders"][0]["steps"], seen["ladders"][0]["steps"]
    assert step["table"] == "one" and public["table"] == ""
    assert public["before"] == {"rating": 500, "estimate": 1500, "doubt": 1000} and public["place"] == 1
    assert ada.get("ratings/me").json() == hers
    mine = bo.get("ratings/me").json()
    assert mine["name"] == "Bo" and len(mine["ladders"][0]["steps"]) == 2
    assert ada.get(f"people/{mine['handle']}/ratings").status_code == 404
    assert ada.get("people/bot:easy/ratings").json()["kind"] == "bot"
    for nobody in "bot:nobody", "%00", "bot:%00", "x" * 500:
        assert ada.get(f"people/{nobody}/ratings").json()["why"] == "Nobody on any ladder is called that."
    fresh = door.browser().come("Cy").get("ratings/me").json()
    assert (fresh["name"], fresh["ladders"]) == ("Cy", [])


def test_ratings_are_taken_along_and_deleted(door):
    store, ada, bo = kept_by(door), door.first.come("Ada"), door.browser().come("Bo")
    count(store, match("one", id_of(ada), id_of(bo)))
    [step] = ada.get("account/export").json()["ratings"]
    assert (step["ladder"], step["table"], step["place"], step["sides"]) == (LADDER, "one", 1, 2)
    assert ada.post("account/delete", name="Ada").status_code in (200, 201, 204)
    assert len(where(store)) == 1
    assert bo.get("ratings/me").json()["ladders"][0]["matches"] == 1


def test_a_guest_who_signs_in_brings_their_ratings(door):
    store, ada = kept_by(door), door.first.come("Ada")
    ada.sign_up("ada")
    telephone = door.browser().come("Telephone")
    count(store, match("one", id_of(ada), "bot:easy"))
    count(store, match("two", id_of(telephone), "bot:easy"))
    assert telephone.sign_in("ada").status_code == 200
    [found] = ada.get("ratings/me").json()["ladders"]
    assert found["matches"] == 2 and [step["place"] for step in found["steps"]] == [1, 1, 0]


@pytest.mark.compiled
def test_at_a_table_all_are_told_what_a_match_changed(own_server):
    [table] = begin_match(own_server, people=1, manner={"rated": True})
    manner = table.state["about"]["manner"]
    assert manner["rated"] and not manner["coach"]
    path = f"/api/tables/{table.name}/ratings"
    assert table.house.ask("GET", path) == {"pending": True, "changes": []}
    with pytest.raises(Refused, match="nobody leaves a seat"):
        table.bot(0, "easy")
    table.resign(0)
    found = wait_until(lambda: not (told := table.house.ask("GET", path))["pending"] and told)
    assert [(each["seat"], each["before"]["rating"]) for each in found["changes"]] == [(0, 500), (1, 500)]
    assert found["changes"][0]["after"]["estimate"] < 1500 < found["changes"][1]["after"]["estimate"]
    with pytest.raises(Refused, match="usual rules: set turn_limit back first"):
        table.house.lay("splut", 2, manner={"rated": True}, turn_limit=5)
    assert client.House(own_server.address, "Bo").ask("GET", path) == found
