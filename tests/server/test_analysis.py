"""A match that is over is looked at again: once, whoever asks, in a process of its own; and what is found is kept."""

import asyncio
import random
import time

import pytest

import sobremesa as sm
from sobremesa import analysis
from sobremesa.analysis import Row, thought
from sobremesa.client import House, Refused
from sobremesa.server import house as houses
from sobremesa.server.analysis import analyst as analysts
from sobremesa.server.analysis.analyst import Analyst
from sobremesa.server.entry import Entry, Guest
from sobremesa.server.store import Store
from sobremesa.server.store.analyses import Analysis
from sobremesa.server.table import new_facts
from tests.analysis.test_analysis import BLUNDER
from tests.server.conftest import Server
from tests.server.test_tables import laid

pytestmark = pytest.mark.compiled


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    running = Server(tmp_path_factory.mktemp("analysis") / "house.db", "--no-limits")
    yield running
    running.kill()


@pytest.fixture(scope="module")
def ended(server):
    """A match of Splut! in which Red walks in front of a rock, and two people who played it."""
    tables = laid(server)
    for text in BLUNDER:
        mover = next(table for table in tables if any(table.moves(seat) for seat in ("red", "green")))
        mover.move(next(seat for seat in ("red", "green") if mover.moves(seat)), text)
        for table in tables:
            while len(table.state["about"]["places"]) and table.state["about"]["moves"] < BLUNDER.index(text) + 1:
                table.wait()
    return tables


def path(table):
    return f"/api/tables/{table.name}/analysis"


def until(guest, table, state="done"):
    end = time.monotonic() + 120
    while (told := guest.ask("GET", path(table)))["state"] != state:
        assert time.monotonic() < end, told["state"]
        time.sleep(0.2)
    return told


def test_it_is_looked_at_once_and_told_in_the_readers_language(server, ended):
    ada, eve = ended[0].house, House(server.address, "Eve")
    assert eve.ask("GET", path(ended[0]))["state"] == "none"
    begun = eve.ask("POST", path(ended[0]))
    assert begun["state"] in ("waiting", "going") and not begun["may_stop"] and begun["moves"] == len(BLUNDER)
    assert ada.ask("POST", path(ended[0]))["may_stop"]
    with pytest.raises(Refused, match="Only those who played"):
        eve.ask("DELETE", path(ended[0]))
    told = until(eve, ended[0])
    assert [row["number"] for row in told["rows"]] == list(range(1, len(BLUNDER) + 1))
    bad = told["rows"][5]
    assert bad["mark"] == "??" and bad["best"] and bad["line"][0] == bad["best"] and bad["lost"] > 0.5
    assert told["shape"] == "rivals" and not told["hidden"] and told["rows"][-1]["outlook"] == [-1.0, 1.0]
    red, green = told["sums"]
    assert red["blunders"] >= 1 and red["luck"] is None and green["choices"] > 0
    german = eve.ask("GET", f"{path(ended[0])}?language=de&since=5")["rows"]
    assert german[0]["number"] == 6 and german[0]["best_said"] != bad["best_said"]
    again = ada.ask("POST", path(ended[0]))
    assert again["state"] == "done" and again["rows"] == told["rows"]


def test_not_before_the_match_is_over(server):
    table = laid(server)[0]
    for method in "GET", "POST", "DELETE":
        with pytest.raises(Refused, match="when it is over"):
            table.house.ask(method, path(table))
    body = {"begin": {"table": table.name, "moves": 0, "seat": "red"}}
    with pytest.raises(Refused, match="when it is over"):
        table.house.ask("POST", "/api/study/opinion", body)
    with pytest.raises(Refused, match="no such table"):
        table.house.ask("GET", "/api/tables/nowhere/analysis")


def test_the_house_has_an_opinion_of_a_branch(server, ended):
    ask = House(server.address, "Eve").ask
    begins = {"table": ended[0].name, "moves": 8, "seat": "everyone"}
    told = ask("POST", "/api/study/opinion", {"begin": begins})
    assert told["seat"] == "green" and told["best"] == BLUNDER[-1] and told["expects"]["green"] > 0.9
    assert told["best_said"] and told["line"][0] == told["best"]
    over = ask("POST", "/api/study/opinion", {"begin": begins, "moves": [BLUNDER[-1]]})
    assert over == {"expects": {"red": -1.0, "green": 1.0}, "seat": "", "best": "", "best_said": [], "line": []}
    with pytest.raises(Refused, match="Of a puzzle"):
        ask("POST", "/api/study/opinion", {"begin": {"puzzle": "some"}})
    with pytest.raises(Refused):
        ask("POST", "/api/study/opinion", {"begin": begins, "moves": ["Sa1-a2"]})


@pytest.mark.parametrize(("game", "seats"), [("end-of-line", 2), ("outspeed", 3), ("shut-the-lines", 2)])
def test_a_thought_is_had_wherever_a_match_is(game, seats):
    match, dice = sm.Match(game, seats, seed=1), random.Random(1)
    while len(match.moves) < 25 and not match.is_over:
        found = thought.of(match, "uct@40")
        assert len(found.expects) == seats and all(each is None or abs(each) <= 1 for each in found.expects)
        assert found.seat in match.to_act
        legal = match.legal_actions_of(found.seat)
        assert found.best in legal if len(legal) > 1 else found.best is None
        match.push(dice.choice(match.legal_moves))
    while not match.is_over:
        match.push(match.legal_moves[0])
    assert thought.of(match).expects == match.result.scores
    assert thought.quick(match).split("@")[0] == analysis.usual(match).split("@")[0]


def row(number):
    return Row(number, 0, "red", "De2-e3", (), 0.5, 0.25, 0.01, "Sd2-d3", (), ("Sd2-d3",), {"red": (0.1, 0.2)}, (0.0,))


@pytest.fixture
def store(tmp_path):
    """A store with a match that Red gave up."""
    store = Store(tmp_path / "house.db")

    async def fill():
        await store.add_guest(Guest("ada", "Ada", 1.0), "hash")
        facts = new_facts("splut", 2, {}, False, "ada")
        entries = [
            Entry(0, "sit", 0, "ada", "olive Ada", 1.0),
            Entry(1, "bot", 1, "ada", "random", 2.0),
            Entry(2, "begin", -1, "ada", "", 3.0),
            *(Entry(3 + n, "move", 0, "ada", text, 4.0) for n, text in enumerate(["Sd2-d3"])),
            Entry(4, "resign", 0, "ada", "", 5.0),
        ]
        await store.add_table(facts, entries)
        return facts.id

    store.name = asyncio.run(fill())
    yield store
    store.close()


def test_of_two_who_begin_one_does(store):
    kept, now = store.analyses, time.time()
    mine, other = (Analysis(store.name, "hard@1", 1, by, now, "waiting", 0, 1, []) for by in ("me", "you"))
    assert kept.claim(mine, None) and not kept.claim(other, None)
    mine.rows.append(row(1))
    mine.state = "going"
    assert kept.keep(mine) and not kept.keep(other)
    assert kept.get(store.name, "hard@1", 1) == mine and kept.get(store.name, "hard@2", 1) is None
    kept.stop(store.name, "hard@1", 1)
    assert not kept.keep(mine)
    left = kept.get(store.name, "hard@1", 1)
    assert left.state == "stopped" and left.rows == [row(1)]
    other.rows = left.rows
    assert kept.claim(other, left) and not kept.claim(mine, left)
    store.people.delete("ada")
    assert kept.get(store.name, "hard@1", 1) is None


def opened(store):
    house = houses.House(store)
    return house, Analyst(house), houses.replayed(*store.table(store.name))


def test_what_a_worker_left_another_goes_on_with(store, monkeypatch):
    async def live():
        _, one, table = opened(store)
        _, other, _ = opened(store)
        looking = asyncio.Event()

        async def look(own, record):
            looking.set()
            await asyncio.sleep(60)

        one._look = look
        begun = await one.begin(table)
        await looking.wait()
        assert (await other.begin(table)).by == begun.by and not other._row  # it is being done
        await analysts.stopped([one._working])  # the worker dies
        monkeypatch.setattr(analysts, "GONE", 0.0)
        taken = await other.begin(table)
        assert taken.by != begun.by
        while taken.state != "done":
            await asyncio.sleep(0.05)
        await other.end()
        kept = store.analyses.get(taken.table, taken.bot, taken.rules)
        assert kept.state == "done" and [each.move for each in kept.rows] == ["Sd2-d3"]

    asyncio.run(asyncio.wait_for(live(), 100))


def test_it_is_stopped_from_another_worker_and_begun_again(store, monkeypatch):
    monkeypatch.setattr(analysts, "BEAT", 0.05)

    async def live():
        _, one, table = opened(store)
        _, other, _ = opened(store)

        async def look(own, record):
            while own.state == "going":
                await asyncio.sleep(0.01)

        one._look = look
        begun = await one.begin(table)
        await asyncio.sleep(0.1)
        await other.stop(table)
        while begun.state != "stopped" or one._row:
            await asyncio.sleep(0.01)
        again = await one.begin(table)
        assert again.by != begun.by and (await other.find(again.table, again.bot, again.rules)).state in (
            "waiting",
            "going",
        )
        await one.end()
        assert (await other.find(again.table, again.bot, again.rules)).state == "stopped"
        monkeypatch.setattr(analysts, "MOST", 0)
        with pytest.raises(sm.Mistake, match="Many matches"):
            await other.begin(table)

    asyncio.run(asyncio.wait_for(live(), 100))
