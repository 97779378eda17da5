"""A match that is over is looked at again: once, whoever asks, in a process of its own; and what is found is kept."""

import asyncio
import io
import json
import random

import msgspec
import pytest
from click.testing import CliRunner

import sobremesa as sm
from sobremesa import analysis, cli
from sobremesa.analysis import Row, position
from sobremesa.client import House, Refused
from sobremesa.server.database import Store
from sobremesa.server.features.analysis import service as analysts
from sobremesa.server.features.analysis.service import Analyst, key_of
from sobremesa.server.features.analysis.store import GOING, Analysis
from sobremesa.server.features.analysis.worker import Job, work
from sobremesa.server.live import registry as houses
from sobremesa.server.tables.log import Guest
from tests.support.analysis import BLUNDER
from tests.support.server.serving import Server
from tests.support.server.tables import begin_match, keep_match
from tests.support.waiting import LIMIT, until, wait_until

pytestmark = pytest.mark.compiled


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    running = Server(tmp_path_factory.mktemp("analysis") / "house.db", "--no-limits")
    yield running
    running.kill()


@pytest.fixture(scope="module")
def ended(server):
    """A match of Splut! in which Red walks in front of a rock, and two people who played it."""
    tables = begin_match(server)
    for text in BLUNDER:
        mover = next(table for table in tables if any(table.moves(seat) for seat in ("red", "green")))
        mover.move(next(seat for seat in ("red", "green") if mover.moves(seat)), text)
        for table in tables:
            while len(table.state["about"]["places"]) and table.state["about"]["moves"] < BLUNDER.index(text) + 1:
                table.wait()
    return tables


def path(table):
    return f"/api/tables/{table.name}/analysis"


def seen(guest, table, state="done"):
    return wait_until(lambda: (told := guest.ask("GET", path(table)))["state"] == state and told, 2 * LIMIT)


def test_it_is_looked_at_once_and_told_in_the_readers_language(server, ended):
    ada, eve = ended[0].house, House(server.address, "Eve")
    assert eve.ask("GET", path(ended[0]))["state"] == "none"
    begun = eve.ask("POST", path(ended[0]))
    assert begun["state"] in ("waiting", "going") and not begun["may_stop"] and begun["moves"] == len(BLUNDER)
    assert ada.ask("POST", path(ended[0]))["may_stop"]
    with pytest.raises(Refused, match="Only those who played"):
        eve.ask("DELETE", path(ended[0]))
    told = seen(eve, ended[0])
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
    table = begin_match(server)[0]
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
        found = position.of(match, "uct@40")
        assert len(found.expects) == seats and all(each is None or abs(each) <= 1 for each in found.expects)
        assert found.seat in match.to_act
        legal = match.legal_actions_of(found.seat)
        assert found.best in legal if len(legal) > 1 else found.best is None
        match.push(dice.choice(match.legal_moves))
    while not match.is_over:
        match.push(match.legal_moves[0])
    assert position.of(match).expects == match.result.scores
    assert position.quick(match).split("@")[0] == analysis.usual(match).split("@")[0]


def row(number):
    return Row(number, 0, "red", "De2-e3", (), 0.5, 0.25, 0.01, "Sd2-d3", (), ("Sd2-d3",), {"red": (0.1, 0.2)}, (0.0,))


@pytest.fixture(params=["file", "database"])
async def store(request, tmp_path):
    """A store with a match that Red gave up."""
    place = tmp_path / "house.db" if request.param == "file" else request.getfixturevalue("database")
    store = Store(place, shared=request.param == "database")
    await store.add_guest(Guest("ada", "Ada", 1.0), "hash")
    store.name = await keep_match(store, ["Sd2-d3"])
    yield store
    store.close()


async def test_of_two_who_begin_one_does(store):
    kept, key = store.analyses, (store.name, "hard@1", 1)
    mine, other = (Analysis(*key, by, "waiting", 0, 1, []) for by in ("me", "you"))
    assert kept.claim(mine, None) and not kept.claim(other, None)
    mine.rows.append(row(1))
    mine.state = "going"
    assert kept.keep(mine) and not kept.keep(other)
    found = kept.get(key)
    assert (found.rows, found.by, found.state) == ([row(1)], "me", "going") and 0 <= found.age < 60
    assert kept.get((store.name, "hard@2", 1)) is None and kept.left(60, 5) == []
    kept.stop(key)
    assert not kept.keep(mine) and not kept.keep(mine, rows=False)
    mine.rows.append(row(2))
    other.rows.append(row(1))
    for each in mine, other:
        kept.add(each)  # what was looked at meanwhile stays
    left = kept.get(key)
    assert left.state == "stopped" and left.rows == [row(1), row(2)]
    other.rows = left.rows
    assert kept.claim(other, left) and not kept.claim(mine, left)
    kept.leave(mine)
    kept.add(mine)
    assert kept.left(60, 5) == []  # it is not theirs any more
    kept.leave(other)
    assert kept.left(60, 5) == [key] and kept.get(key).state == "waiting" and kept.get(key).rows == left.rows
    store.people.delete("ada")
    assert kept.get(key) is None and not kept.keep(other)


def opened(store):
    return Analyst(houses.House(store)), houses.replayed(*store.table(store.name))


def waits(analyst):
    """An analyst whose process takes for ever; and what is set when it begins."""
    looking = asyncio.Event()

    async def look(own, record):
        looking.set()
        await until(lambda: own.state != "going")

    analyst._look = look
    return looking


async def test_what_a_worker_left_another_goes_on_with(store, monkeypatch):
    async with asyncio.timeout(2 * LIMIT):
        (one, table), (other, _) = opened(store), opened(store)
        looking = waits(one)
        begun = await one.begin(table)
        await looking.wait()
        assert (await other.begin(table)).by == begun.by and not other._row  # it is being done
        await analysts.stopped([one._working])  # the worker dies
        await other.look()
        assert not other._row, "it may still live"
        monkeypatch.setattr(analysts, "GONE", 0.0)
        await other.look()
        taken = await other.find(key_of(table))
        assert taken.by != begun.by
        await until(lambda: taken.state == "done" and not other._row)
        await other.end()
        kept = store.analyses.get(taken.key)
        assert kept.state == "done" and [each.move for each in kept.rows] == ["Sd2-d3"]
        await other.look()
        assert not other._row


async def test_it_is_stopped_from_another_worker_and_begun_again(store, monkeypatch):
    monkeypatch.setattr(analysts, "BEAT", 0.05)

    async with asyncio.timeout(2 * LIMIT):
        (one, table), (other, _) = opened(store), opened(store)
        looking = waits(one)
        begun = await one.begin(table)
        await looking.wait()
        await other.stop(table)
        await until(lambda: begun.state == "stopped" and not one._row)
        await one.begin(table)
        monkeypatch.setattr(analysts, "BEAT", 60)
        await other.stop(table)
        again = await one.begin(table)  # before it heard that it was stopped
        assert again.state in GOING and store.analyses.get(again.key).by == again.by
        await until(lambda: len(one._row) == 1)
        await one.end()
        left = await other.find(again.key)
        assert left.state == "waiting" and left.age > analysts.GONE, "for whoever opens next"
        monkeypatch.setattr(analysts, "MOST", 0)
        with pytest.raises(sm.Mistake, match="Many matches"):
            await other.begin(table)
        assert (await other.follow(table)).state == "waiting"
        await other.look()
        assert not other._row


async def test_those_who_wait_know_their_place_and_who_is_stopped_makes_room(store, monkeypatch):
    monkeypatch.setattr(analysts, "BEAT", 0.02)
    monkeypatch.setattr(analysts, "MOST", 3)

    async with asyncio.timeout(2 * LIMIT):
        analyst, _ = opened(store)
        waits(analyst)
        names = [await keep_match(store, ["Sd2-d3"]) for _ in range(6)]
        tables = [houses.replayed(*store.table(name)) for name in names]
        asked = await asyncio.gather(*(analyst.begin(table) for table in tables), return_exceptions=True)
        assert [type(each) for each in asked] == 3 * [Analysis] + 3 * [sm.Mistake]
        assert [each.place for each in asked[:3]] == [0, 1, 2] and len(analyst._row) == 3
        await analyst.stop(tables[1])
        await until(lambda: asked[2].place == 1)
        late = await analyst.begin(tables[5])
        assert late.place == 2
        store.people.delete("ada")  # who played leaves, and nothing is kept of it
        await until(lambda: not analyst._row)
        assert all(store.analyses.get(each.key) is None for each in [*asked[:3], late])
        await analyst.end()


async def test_a_match_that_breaks_the_process_is_let_be_and_the_next_is_looked_at(store, monkeypatch):
    async with asyncio.timeout(2 * LIMIT):
        analyst, table = opened(store)
        called, ended = analyst._called, []

        async def call():
            looker = await called()
            if len(ended) < 2:
                ended.append(looker.pid)
                looker.kill()
                await looker.wait()
            return looker

        analyst._called = call
        begun = await analyst.begin(table)
        await until(lambda: not analyst._row)
        assert begun.state == "stopped" == store.analyses.get(begun.key).state and len(ended) == 2
        again = await analyst.begin(table)
        await until(lambda: not analyst._row)
        assert again.state == "done" == store.analyses.get(again.key).state
        await analyst.end()


async def test_a_database_that_is_away_for_a_moment_loses_nothing(store, monkeypatch):
    monkeypatch.setattr(analysts, "BEAT", 0.02)
    monkeypatch.setattr(analysts, "is_away", lambda error: isinstance(error, ConnectionError))

    async with asyncio.timeout(2 * LIMIT):
        analyst, table = opened(store)
        keep, refused = store.analyses.keep, []

        def away(*what):
            if len(refused) < 5:
                refused.append(what)
                raise ConnectionError("away")
            return keep(*what)

        monkeypatch.setattr(store.analyses, "keep", away)
        begun = await analyst.begin(table)
        await until(lambda: not analyst._row)
        kept = store.analyses.get(begun.key)
        assert len(refused) == 5 and kept.state == "done" and len(kept.rows) == 1
        await analyst.end()


async def test_what_would_be_looked_at_otherwise_now_is_not_gone_on_with(store):
    async with asyncio.timeout(2 * LIMIT):
        analyst, _ = opened(store)
        key = store.name, "hard@7", 1
        store.analyses.claim(Analysis(*key, "me", "waiting", 0, 1, []), None)
        store.analyses.leave(store.analyses.get(key))
        await analyst.look()
        assert not analyst._row and store.analyses.get(key).state == "stopped"
        await analyst.end()


@pytest.mark.parametrize("game", sm.games.names())
def test_the_house_and_the_command_line_say_the_same(game, tmp_path):
    match, dice = sm.Match(game, seed=3), random.Random(3)
    while not match.is_over:
        match.push(dice.choice(match.legal_moves))
    first = len(match.moves) - 3
    told = io.BytesIO()
    job = Job(match.record(), analysis.usual(match), first, 1)
    work(io.BytesIO(msgspec.json.encode(job) + b"\n"), told)
    *rows, end = told.getvalue().split(b"\n")[:-1]
    assert end == b"" and len(rows) == 4
    match.save(tmp_path / "match.txt")
    said = CliRunner().invoke(cli.main, ["analyse", str(tmp_path / "match.txt"), "--json", "--from", str(first)])
    _, *lines, _ = map(json.loads, said.stdout.splitlines())
    ours = [json.loads(json.dumps(msgspec.json.decode(each, type=Row).data())) for each in rows]
    assert [{name: each[name] for name in each if name != "truth"} for each in ours] == lines
