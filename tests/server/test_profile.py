"""Profiles: what came of matches, for whom, and who is told of it; in both databases."""

import io
import os
import random
import time
import urllib.request
import zipfile

import pytest
from msgspec.structs import replace
from sqlalchemy import select

from sobremesa.client import Refused
from sobremesa.play import record
from sobremesa.server.damaged import Damage
from sobremesa.server.database import Store, adding, appending
from sobremesa.server.features.profiles import recorder
from sobremesa.server.features.profiles.recorder import Chronicle, caught_up, rows_of
from sobremesa.server.features.profiles.routes import OPENINGS, PAGE, most_of_each, past, told
from sobremesa.server.features.profiles.schema import played
from sobremesa.server.features.profiles.store import NOTHING, Opening, Played
from sobremesa.server.live.registry import House
from sobremesa.server.sessions.models import Account
from sobremesa.server.tables.log import Entry
from sobremesa.server.tables.settings import Manner
from sobremesa.server.tables.table import new_facts
from tests.support import services
from tests.support.server.accounts import open_account
from tests.support.server.stores import store_with
from tests.support.server.tables import Kept, begin_match, play_at_random
from tests.support.waiting import wait_until

pytestmark = pytest.mark.compiled


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request, tmp_path):
    place = tmp_path / "house.db"
    with services.schema(f"profile_{os.getpid()}") if request.param == "postgresql" else open(os.devnull) as address:
        if request.param == "postgresql":
            if address is None:
                pytest.skip(services.NO_POSTGRES)
            place = address
        store = store_with(place, "ada", "bob", "guest")
        store.people.open(Account("ada", "ada-login", "hash", None, 5.0), [], "token of ada", "token of ada")
        yield store
        store.close()


def row(table, person="ada", seat=0, place=1, shared=False, **more):
    usual = Played(table, seat, person, "splut", "-", 2, 10.0, False, 2, place, shared, "De2-e3")
    return replace(usual, **more)


def test_matches_are_added_up_by_game_mode_and_seats(store):
    kept = store.matches
    kept.add([row("a"), row("a", "bob", 1, 2)])
    kept.add([row("a", place=2)])  # it is there
    kept.add([row("b", place=1, shared=True, rated=True)])
    kept.add([row("c", place=2, first="Sd2-d3")])
    kept.add([row("d", "guest", place=2, seats=3, sides=3, rated=True)])
    kept.add([row("e", place=3, seats=3, sides=3)])
    kept.add([row("f", sides=1, game="end-of-line", mode="solo", seats=1, first="x")])
    kept.add([row("g", seat=0, place=0), row("g", seat=1, place=0)])  # both seats were theirs
    store.people.join("guest", "ada")
    selves = store.people.selves("ada")
    found = {(each.game, each.seats): each for each in kept.tallies(selves)}
    two, three, alone = found["splut", 2], found["splut", 3], found["end-of-line", 1]
    assert (two.matches, two.won, two.drawn, two.lost, two.place) == (5, 1, 1, 1, None)
    assert (three.matches, three.lost, three.place) == (2, 2, 2.5)
    assert (alone.matches, alone.won, alone.lost) == (1, 0, 0)
    assert [(each.seats, each.matches) for each in kept.tallies(selves, rated=True)] == [(2, 1), (3, 1)]
    openings = {(each.game, each.first): (each.matches, each.score) for each in kept.openings(selves)}
    assert openings["splut", "De2-e3"] == (6, pytest.approx(1.5 / 4))
    assert openings["splut", "Sd2-d3"] == (1, 0.0) and openings["end-of-line", "x"] == (1, None)
    assert [each.table for each in kept.of(selves, None, 20)] == list("abcdefg")
    assert kept.of(selves, 10.0, 20) == []
    assert kept.of(["bob"], None, 20) == [row("a", "bob", 1, 2)]


async def test_who_deletes_everything_is_in_no_profile_and_others_keep_theirs(store):
    async def lay(name, owner, *people):
        facts = replace(new_facts("splut", 2, {}, False, owner), id=name)
        sits = [Entry(n, "sit", n, who, f"x {who.title()}", 5.0) for n, who in enumerate(people)]
        await store.write(adding(facts), appending(name, sits, over=True))

    await lay("both", "ada", "ada", "bob")
    await lay("alone", "ada", "ada")
    assert set(store.matches.missing(5)) == {"both", "alone"}
    store.matches.add([row("both"), row("both", "bob", 1, 2)])
    store.matches.add([row("alone")])
    assert store.matches.missing(5) == []
    store.people.delete("ada")
    with store.engine.connect() as connection:
        left = connection.execute(select(played.c.table, played.c.person, played.c.first).order_by(played.c.seat)).all()
    assert [tuple(each) for each in left] == [("both", "", ""), ("both", "bob", "De2-e3")]
    assert store.matches.missing(5) == [], "a match is not told again after somebody has gone"
    assert [each.others[0].name for each in past(store, Damage(), "bob", None).matches] == ["somebody gone"]


def test_a_profile_of_thousands_of_matches_is_told_at_once(store):
    rng = random.Random(1)
    some = [row(f"t{n}", place=rng.randint(1, 2), at=float(n), first=f"m{rng.randrange(40)}") for n in range(5000)]
    some += [row(f"o{n}", f"p{n % 50}", at=float(n)) for n in range(5000)]
    store.matches.add(some)
    began = time.perf_counter()
    found = told(store, "ada", "Ada", True)
    listed = past(store, Damage(), "ada", 4000.0)
    spent = time.perf_counter() - began
    assert sum(each.matches for each in found.results) == 5000 and len(found.openings) == OPENINGS
    assert [each.table for each in listed.matches] == [f"t{n}" for n in range(3999, 3999 - PAGE, -1)] and listed.more
    assert spent < 1.0, f"{spent:.2f} s"


def test_what_came_of_a_match_for_each_seat():
    kept = Kept("splut", 2, "ab")
    kept.move(0)
    kept.do("resign", "b", 1)
    one, other = rows_of(kept.table)
    assert (one.person, one.place, one.sides, one.shared, one.first) == (
        "a",
        1,
        2,
        False,
        kept.table.match.moves[0].text,
    )
    assert (other.person, other.place, other.first) == ("b", 2, "")
    drawn = Kept("splut", 2, "ab")
    drawn.do("draw", "a")
    drawn.do("draw", "b")
    assert [(each.place, each.shared) for each in rows_of(drawn.table)] == [(1, True)] * 2
    both = Kept("splut", 2, "aa")
    both.do("resign", "a", 0)
    assert [each.place for each in rows_of(both.table)] == [0, 0]


def test_a_log_that_cannot_be_executed_is_looked_at_once(caplog):
    kept = Kept("splut", 2, "ab")
    kept.do("resign", "b", 1)
    facts = kept.table.facts
    [nothing] = caught_up(replace(facts, rules=-5), [])
    assert (nothing.table, nothing.seat, nothing.person) == (facts.id, NOTHING, "")
    [nothing] = caught_up(facts, [Entry(0, "move", 0, "a", "zzz", 5.0)])
    assert nothing.seat == NOTHING


async def test_matches_from_before_are_caught_up_with(tmp_path, monkeypatch):
    house = House(Store(tmp_path / "house.db"))
    await house.begin()
    guest = (await house.greet("Ada"))[0]
    logs = []
    for _ in range(3):
        live = await house.lay(guest.id, "splut", 2, {}, False, Manner())
        log = [
            Entry(0, "sit", 0, guest.id, "x Ada", 5.0),
            Entry(1, "bot", 1, guest.id, "random", 5.0),
            Entry(2, "begin", -1, guest.id, "", 5.0),
            Entry(3, "resign", 0, guest.id, "", 6.0),
        ]
        logs.append(live.table.facts.id)
        await house.store.append(live.table.facts.id, *log, over=True)
    monkeypatch.setattr(recorder, "AT_ONCE", 2)
    writer = Chronicle(house)
    for left in 1, 0, 0:
        await writer.look()
        assert len(house.store.matches.missing(9)) == left
    [found] = house.store.matches.tallies([guest.id])
    listed = past(house.store, house.damage, guest.id, None)
    assert (found.matches, found.lost) == (3, 3)
    assert {each.table for each in listed.matches} == set(logs) and listed.matches[0].others[0].bot
    await house.end()
    house.store.close()


def test_only_the_first_few_openings_of_each_game_are_told():
    some = [Opening(game, f"m{n}", 9 - n, None) for n in range(9) for game in ("splut", "outspeed")]
    assert [each.first for each in most_of_each(some)] == ["m0", "m1", "m2", "m3", "m4"] * 2


def ended(house, path, key, count):
    """What a profile says once the house has written so many down."""
    return wait_until(lambda: len((told := house.ask("GET", path))[key]) >= count and told)


def test_one_sees_all_of_ones_own_and_others_what_was_rated(either):
    ada, _ = open_account(either, "profile", "Ada")
    for rated in False, True:
        table = ada.lay("splut", 2, manner={"rated": rated} if rated else None)
        table.sit(0)
        table.bot(1, "random")
        table.begin()
        table.move("red", table.moves("red")[0])
        table.resign(0)
    mine = ended(ada, "/api/profile/matches", "matches", 2)
    assert not mine["more"] and [each["rated"] for each in mine["matches"]] == [True, False]
    assert mine["matches"][0]["others"] == [{"name": "random", "bot": True}]
    assert (mine["matches"][0]["place"], mine["matches"][0]["sides"]) == (2, 2)
    own = ended(ada, "/api/profile/me", "results", 1)
    assert own["you"] and (own["results"][0]["matches"], own["results"][0]["lost"]) == (2, 2)
    own = wait_until(lambda: (told := ada.ask("GET", "/api/profile/me"))["handle"] and told)
    from sobremesa.client import House as Client

    other = Client(either.address, "Bob")
    seen = other.ask("GET", f"/api/people/{own['handle']}/profile")
    assert (seen["name"], seen["you"], seen["results"][0]["matches"]) == ("Ada", False, 1)
    assert seen["openings"] == [{"game": "splut", "first": own["openings"][0]["first"], "matches": 1, "score": 0.0}]
    assert table.name not in str(seen) and "profile" not in str(seen), "neither tables nor what she signs in with"
    assert ada.ask("GET", f"/api/people/{own['handle']}/profile")["you"]
    for nobody in "nobody", "bot:normal", "x" * 200:
        with pytest.raises(Refused, match="Nobody on any ladder"):
            other.ask("GET", f"/api/people/{nobody}/profile")
    assert other.ask("GET", "/api/profile/me")["results"] == []
    with pytest.raises(Refused):
        Client(either.address, "x", "no token").ask("GET", "/api/profile/me")


def test_all_records_come_in_one_file(server):
    people = [one, *_] = begin_match(server, "splut", 2, 2, turn_limit=6)
    play_at_random(people, random.Random(1))
    one.house.lay("splut", 2)  # which is not over
    request = urllib.request.Request(
        f"{server.address}/api/profile/records.zip", headers={"Authorization": f"Bearer {one.house.token}"}
    )
    with urllib.request.urlopen(request, timeout=60) as answer:
        assert answer.headers["Content-Type"] == "application/zip"
        file = zipfile.ZipFile(io.BytesIO(answer.read()))
    [name] = file.namelist()
    assert file.testzip() is None and name.startswith("splut-") and one.name in name
    assert record.loads(file.read(name).decode()).is_over
