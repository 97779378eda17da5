"""Plans at a real house: over HTTP, after a kill, with accounts, and by several workers."""

import contextlib
import json
import random
import sqlite3
import urllib.error
import urllib.request

import pytest

from sobremesa.client import House, Refused
from sobremesa.server import admin
from sobremesa.server.cluster.bus import Talking
from sobremesa.server.database import Store
from sobremesa.server.features.plans.models import DONE, STANDS
from tests.support.server.accounts import open_account, sign_in
from tests.support.server.connections import heard
from tests.support.server.plans import SEATS, Sitting, branches, opened
from tests.support.server.serving import Server
from tests.support.server.workers import lay_for_two as opened_by_two
from tests.support.waiting import until, wait_until

pytestmark = pytest.mark.compiled


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    running = Server(tmp_path_factory.mktemp("orders") / "house.db", "--no-limits")
    yield running
    running.kill()


def seated(house, game="splut", people=("Ada", "Bob"), first=None):
    """Each at their own table object, the match begun."""
    guests = [first if n == 0 and first else House(house.address, name) for n, name in enumerate(people)]
    tables = [guests[0].lay(game, len(people))]
    tables += [guest.table(tables[0].name) for guest in guests[1:]]
    for seat, table in enumerate(tables):
        table.sit(seat, words="olive")
    tables[0].begin()
    return guests, tables


def path(table, seat):
    return f"/api/tables/{table.name}/plan?seat={seat}"


def plan(guest, table, seat, *given, choice=0, entries=3):
    return guest.ask("PUT", path(table, seat), {"choice": choice, "entries": entries, "branches": list(given)})


def test_a_plan_is_made_read_carried_out_and_dropped(house):
    (ada, bob), (hers, his) = seated(house)
    empty = bob.ask("GET", path(his, "green"))
    assert empty["state"] == "none" and [each["fact"] for each in empty["asks"]] == [
        "chose", "may", "stands", "rock", "out"
    ]  # fmt: skip
    told = plan(bob, his, "green", {"then": ["Td8-d7", "Td7-c7"]}, {"then": ["Tc7-c6"], "after": 0})
    assert told["state"] == STANDS and told["branches"][1] == {"then": ["Tc7-c6"], "when": [], "after": 0}
    for method, data in ("GET", None), ("DELETE", None), ("PUT", {"choice": 0, "entries": 3, "branches": []}):
        with pytest.raises(Refused, match="The seat green is not yours"):
            ada.ask(method, path(hers, "green"), data)
        with pytest.raises(Refused, match="The seats are red, green"):
            ada.ask(method, path(hers, "pink"), data)
        with pytest.raises(Refused, match="Say who you are first"):
            House(house.address, "nobody", "no token").ask(method, path(hers, "green"), data)
    hers.move("red", "Sd2-d3")
    wait_until(lambda: bob.ask("GET", path(his, "green"))["at"] == 0)
    assert bob.ask("GET", path(his, "green"))["done"] == [{"branch": 0, "move": 1}, {"branch": 0, "move": 2}]
    assert bob.ask("DELETE", path(his, "green"))["state"] == "ended"
    assert bob.ask("DELETE", path(his, "green"))["state"] == "ended"
    with pytest.raises(Refused, match="gone on since"):
        plan(bob, his, "green", {"then": ["Tc7-c6"]})


def test_what_could_come_is_told_where_everything_is_in_sight(house):
    (ada, bob), (hers, _) = seated(house)
    ask = f"/api/tables/{hers.name}/plan/ahead?seat="
    first = ada.ask("GET", f"{ask}red")
    assert first == bob.ask("GET", f"{ask}green") and first["seat"] == "red" and "Sd2-d3" in first["moves"]
    then = bob.ask("GET", f"{ask}green&moves=Sd2-d3")
    assert then["seat"] == "green" and "Td8-d7" in then["moves"]
    assert bob.ask("GET", f"{ask}green&moves=Sd2-d3&moves=Td8-d7&moves=Td7-c7")["seat"] == "red"
    assert bob.ask("GET", f"{ask}green&moves=up") == {"seat": "", "moves": []}
    with pytest.raises(Refused, match="not yours"):
        ada.ask("GET", f"{ask}green")


def test_nothing_could_come_that_would_tell(house):
    """Whoever is awaited knows their own moves, and nobody knows what comes after them."""
    (ada, bob, _), (hers, *_) = seated(house, "outspeed", ("Ada", "Bob", "Cy"))
    ask = f"/api/tables/{hers.name}/plan/ahead?seat="
    assert ada.ask("GET", f"{ask}ruby") == bob.ask("GET", f"{ask}maize") == {"seat": "", "moves": []}
    (ada, bob), (hers, _) = seated(house, "end-of-line")
    mover = ada.ask("GET", f"/api/tables/{hers.name}")["places"]
    awaited = next(place["seat"] for place in mover if place["awaited"])
    for guest, seat in (ada, "ruby"), (bob, "maize"):
        told = guest.ask("GET", f"/api/tables/{hers.name}/plan/ahead?seat={seat}")
        assert bool(told["moves"]) == (seat == awaited)


def test_a_refusal_is_said_in_the_language_of_who_asks(house):
    (_, bob), (_, his) = seated(house)
    request = {"Authorization": f"Bearer {bob.token}", "Accept-Language": "de", "Content-Type": "application/json"}
    body = json.dumps({"choice": 0, "entries": 3, "branches": []}).encode()
    asked = urllib.request.Request(house.address + path(his, "green"), body, request, method="PUT")
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(asked)
    assert json.loads(refused.value.read())["why"] == "Ein Plan hat mindestens einen Zweig."
    refused.value.close()


def test_a_plan_outlives_kill_9(tmp_path):
    running = Server(tmp_path / "house.db", "--no-limits")
    try:
        (ada, bob), (_, his) = seated(running)
        plan(bob, his, "green", {"then": ["Td8-d7", "Td7-c7"]})
        running.kill()
        running.start()
        assert bob.ask("GET", path(his, "green"))["state"] == STANDS
        ada.table(his.name).move("red", "Sd2-d3")
        wait_until(lambda: bob.ask("GET", path(his, "green"))["state"] == DONE)
    finally:
        running.kill()


SEEDS = (
    "x",
    "",
    "De2-e3",
    "A5",
    "4+5",
    "tee>3,4",
    "none",
    "\0",
    "\U0001d54f" * 40,
    "z" * 70,
    -1,
    3,
    10**9,
    0.5,
    None,
    True,
    [],
    {},
)


def anything(rng, known, entries):
    """Something like a plan, with something wrong here and there."""

    def odd(right):
        return rng.choice(SEEDS) if rng.random() < 0.06 else right

    def condition():
        fact = rng.choice(known)
        parts = {}
        for part in fact["parts"]:
            if part.get("words"):
                parts[part["name"]] = odd(rng.choice(part["words"]))
            elif part.get("least") is not None:
                parts[part["name"]] = odd(rng.randint(part["least"], part["most"]))
            else:
                parts[part["name"]] = rng.choice(SEEDS)
        return odd({"fact": odd(fact["fact"]), "parts": odd(parts), "not": odd(rng.random() < 0.5)})

    def branch(number):
        return odd(
            {
                "then": odd([rng.choice(SEEDS[2:7]) if rng.random() < 0.9 else rng.choice(SEEDS)]),
                "when": odd([condition() for _ in range(rng.randrange(4))]),
                "after": odd(rng.randrange(-1, max(number, 1))),
            }
        )

    return odd(
        {"choice": odd(0), "entries": odd(entries), "branches": odd([branch(n) for n in range(rng.randrange(5))])}
    )


@pytest.mark.parametrize("game", SEATS)
def test_whatever_somebody_plans_is_answered_and_never_with_a_fault(house, game):
    names = ["Ada", "Bob", "Cy"][: SEATS[game]]
    (ada, *_), (hers, *_) = seated(house, game, names)
    seat = next(iter(hers.state["seats"]))
    known = ada.ask("GET", path(hers, seat))["asks"]
    rng, refused = random.Random(game), set()
    for _ in range(250):
        wish = anything(rng, known, ada.ask("GET", f"/api/tables/{hers.name}")["entries"])
        try:
            ada.ask("PUT", path(hers, seat), wish)
        except Refused as why:
            refused.add(str(why))
    assert len(refused) > 20 and not [why for why in refused if "made a mistake" in why]
    assert ada.ask("GET", path(hers, seat))["seat"] == seat
    deep = {"choice": 0, "entries": 3, "branches": json.loads("[" * 400 + "]" * 400)}
    with pytest.raises(Refused, match="nested too deeply"):
        ada.ask("PUT", path(hers, seat), deep)


# People.


def test_a_plan_is_its_persons_who_take_it_along_and_may_delete_it(house):
    open_account(house, "planner", "Ada")
    guest = House(house.address, "Olive")
    (_, bob), (hers, _) = seated(house, first=guest)
    hers.move("red", "Sd2-d3")
    plan(guest, hers, "red", {"then": ["Sd3-d4"]}, choice=1, entries=4)
    [kept] = guest.ask("GET", "/api/account/export")["plans"]
    assert kept["table"] == hers.name and kept["branches"][0]["then"] == ["Sd3-d4"]
    assert bob.ask("GET", "/api/account/export")["plans"] == []
    ada = sign_in(house, "planner", guest.token)
    assert ada.ask("GET", path(hers, "red"))["state"] == STANDS
    assert len(ada.ask("GET", "/api/account/export")["plans"]) == 1
    his = bob.table(hers.name)
    for text in "Td8-d7", "Td7-c7":
        his.move("green", text)
    wait_until(lambda: ada.ask("GET", path(hers, "red"))["state"] == DONE)  # the guest is the person now
    plan(ada, hers, "red", {"then": ["Sd4-d5"]}, choice=2, entries=7)
    ada.ask("POST", "/api/account/delete", {"name": "planner", "password": "four olives in a dish"})
    with contextlib.closing(sqlite3.connect(house.data)) as file:
        wait_until(lambda: file.execute('SELECT count(*) FROM plans WHERE "table" = ?', [hers.name]).fetchone() == (0,))


# Several workers.


async def test_a_plan_made_by_one_worker_is_carried_out_by_another(database, redis):
    houses = [opened(database, workers=Talking(redis)) for _ in range(2)]
    for house in houses:
        await house.begin()
    await until(lambda: not any(house.workers.deaf for house in houses))
    lives, people = await opened_by_two(houses)
    first, second = (house.attendants.all["orders"] for house in houses)
    name, green = lives[0].table.facts.id, people[1].who
    given = branches({"then": ["Td8-d7", "Td7-c7"]}, {"then": ["Tc7-c6"], "after": 0})
    await second.plan(lives[1], green, 1, 0, lives[1].table.count, given)
    await until(lambda: name in houses[0].planned)
    assert name not in first._busy
    await houses[0].wait_for(lives[0], lambda: lives[0].table.move(people[0].who, 0, 0, "Sd2-d3"))
    await until(lambda: all(live.table.count == 6 for live in lives))
    assert [move.text for move in lives[1].table.match.moves] == ["Sd2-d3", "Td8-d7", "Td7-c7"]
    assert first.kept.plan(name, 1).at == 0
    for _ in range(2):  # that it was made, and that something of it was done
        await heard(people[1], lambda told: told == {"type": "planned", "seat": "green"})
    others = [json.loads(people[0].line.get_nowait())["type"] for _ in range(people[0].line.qsize())]
    assert "planned" not in others
    for house in houses:
        await house.attendants.all["orders"].end()
        await house.end()
        house.store.close()


async def test_of_two_workers_who_carry_out_the_same_plan_one_does(database, redis):
    """Both look at the same moment, again and again; nothing is chosen twice, and nobody is sent away."""
    houses = [opened(database, workers=Talking(redis)) for _ in range(2)]
    for house in houses:
        await house.begin()
    await until(lambda: not any(house.workers.deaf for house in houses))
    lives, people = await opened_by_two(houses)
    stewards = [house.attendants.all.pop("orders") for house in houses]
    name, green = lives[0].table.facts.id, people[1].who
    chain = [{"then": [text], "after": n - 1} for n, text in enumerate(("Td8-d7", "Td7-c7"))]
    await stewards[1].plan(lives[1], green, 1, 0, lives[1].table.count, branches(*chain))
    await houses[0].wait_for(lives[0], lambda: lives[0].table.move(people[0].who, 0, 0, "Sd2-d3"))
    for steward in stewards * 3:
        steward.attend(name)
    await until(lambda: all(live.table.count == 6 for live in lives) and not any(each._busy for each in stewards))
    assert [entry.text for entry in houses[0].store.log_since(name, 3)] == ["Sd2-d3", "Td8-d7", "Td7-c7"]
    assert stewards[0].kept.plan(name, 1).state == DONE
    assert [houses[n].live[name] for n in range(2)] == lives
    for steward, house in zip(stewards, houses, strict=True):
        await steward.end()
        await house.end()
        house.store.close()


async def test_a_plan_is_kept_in_postgresql_as_in_a_file(database):
    sitting = await Sitting.begin(opened(database), "splut")
    await sitting.plan(1, {"then": ["Td8-d7"], "when": [{"fact": "out", "parts": {"seat": "red"}, "not": True}]})
    await sitting.move(0, "Sd2-d3")
    kept = await sitting.settled(1, DONE)
    assert kept.branches[0].when[0].never and kept.done[0].move == 1
    await sitting.close()


async def test_a_plan_moves_with_the_house(database, tmp_path):
    sitting = await Sitting.begin(opened(tmp_path / "house.db"), "splut")
    await sitting.plan(0, {"then": ["Sd2-d3"]}, {"then": ["Sd3-d4"], "after": 0})
    await until(lambda: sitting.kept(0).done and not sitting.steward._busy)
    plan = sitting.kept(0)
    await sitting.close()
    plan = plan
    moved = admin.move(tmp_path / "house.db", database, lambda *_: None)
    store = Store(database)
    assert moved["plans"] == 1 and store.orders.plan(plan.table, 0) == plan
    store.close()
