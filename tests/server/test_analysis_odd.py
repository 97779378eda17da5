"""Matches that are odd or very long are looked at again like any other: none breaks the process, or takes for ever."""

import asyncio
import io
import random
import time

import msgspec
import pytest

import sobremesa as sm
from sobremesa import analysis, games
from sobremesa.analysis import Row
from sobremesa.analysis.evaluator import LEAST, LONG, looker
from sobremesa.client import House
from sobremesa.play.ending import Ending
from sobremesa.server.database import Store
from sobremesa.server.features.analysis import service as analysts
from sobremesa.server.features.analysis.service import Analyst
from sobremesa.server.features.analysis.worker import Job, work
from sobremesa.server.http.language import said
from sobremesa.server.live.registry import House as Inside
from sobremesa.server.live.registry import replayed
from sobremesa.server.tables import rule_versions
from sobremesa.server.tables.log import Guest
from tests.support.games.outspeed import OWN_TILES
from tests.support.server.serving import open_house
from tests.support.server.tables import keep_match
from tests.support.waiting import LIMIT

pytestmark = pytest.mark.compiled


def calm(game, seats, most=100_000, **options):
    """Any choices, but at Splut! nobody is killed as long as that can be helped."""
    match, dice = sm.Match(game, seats, seed=1, **options), random.Random(1)
    while not match.is_over and len(match.moves) < most:
        for move in dice.sample(moves := match.legal_moves, len(moves))[: 6 if game == "splut" else 1]:
            match.push(move)
            if game != "splut" or match.position[0].standing == seats:
                break
            match.undo()
        else:
            match.push(moves[0])
    return match


def looked(match, bot="", first=1, rules=1):
    """What the process tells of a match."""
    told = io.BytesIO()
    job = Job(match.record(), bot or analysis.usual(match), first, rules)
    work(io.BytesIO(msgspec.json.encode(job) + b"\n"), told)
    *rows, end, rest = told.getvalue().split(b"\n")
    assert (end, rest) == (b"", b""), rows
    return [msgspec.json.decode(row, type=Row) for row in rows]


@pytest.mark.parametrize(
    ("game", "seats", "options", "bot"),
    [
        ("splut", 2, {"turn_limit": 1000}, "hard@100"),
        ("splut", 4, {}, "hard@1"),
        ("end-of-line", 8, {}, "hard@10"),
        ("end-of-line", 8, {"mode": "teams"}, "hard@10"),
        ("shut-the-lines", 4, {"target": 100}, "uct@4"),
        ("shut-the-lines", 1, {"rounds": 100}, "uct@4"),
        ("outspeed", 6, {}, "hard@10"),
    ],
)
def test_the_longest_matches(game, seats, options, bot):
    match = calm(game, seats, **options)
    count = len(match.moves)
    assert match.is_over and [row.number for row in looked(match, bot, count - 11)] == list(
        range(count - 11, count + 1)
    )
    thought, usual = (int(name.partition("@")[2]) for name in (analysis.usual(match), looker(match)))
    assert thought == usual if count <= LONG else usual / LEAST * 0.95 <= thought < usual


def test_what_people_ended():
    match = calm("splut", 2, 6)
    for ending in Ending("resigned", 1), Ending("out of time", 0), Ending("drawn"):
        match.ending = ending
        assert [row.move for row in looked(match, "hard@100")] == [move.text for move in match.moves]
    match = sm.Match("splut", 2)
    match.ending = Ending("resigned", 0)
    assert looked(match) == []


def test_what_began_from_a_position():
    before = calm("end-of-line", 2, 8)
    match = sm.Match("end-of-line", 2, seed=2, start=before.position)
    while not match.is_over:
        match.push(match.legal_moves[0])
    assert [row.number for row in looked(match, "hard@20")] == list(range(1, len(match.moves) + 1))


def test_what_was_played_by_older_rules_that_the_house_still_has(monkeypatch):
    match = calm("splut", 2, 3)
    match.ending = Ending("drawn")
    text = match.record()
    now = looked(match, "hard@100")
    monkeypatch.setattr(games.find("splut").rules, "VERSION", 2)
    told = io.BytesIO()
    work(io.BytesIO(msgspec.json.encode(Job(text, "hard@100", 1, 1)) + b"\n"), told)
    assert b"have changed since" in told.getvalue() and told.getvalue().startswith(b'"')

    class Older:
        def __getattr__(self, name):
            return getattr(games.find("splut"), name)

    class Rules:
        VERSION = 1

        def __getattr__(self, name):
            return getattr(games.find("splut").rules, name)

    older = Older()
    older.rules = Rules()
    monkeypatch.setitem(rule_versions.OLDER, ("splut", 1), older)
    told = io.BytesIO()
    work(io.BytesIO(msgspec.json.encode(Job(text, "hard@100", 1, 1)) + b"\n"), told)
    assert [msgspec.json.decode(row, type=Row) for row in told.getvalue().split(b"\n")[:-2]] == now


async def test_what_is_too_long_for_the_house_is_not_begun(tmp_path, monkeypatch):
    monkeypatch.setattr(analysts, "LONGEST_MATCH", 1)

    async with asyncio.timeout(2 * LIMIT):
        store = Store(tmp_path / "house.db")
        await store.add_guest(Guest("ada", "Ada", 1.0), "hash")
        table = replayed(*store.table(await keep_match(store, ["Sd2-d3", "Td8-d7"])))
        analyst = Analyst(Inside(store))
        with pytest.raises(sm.Mistake, match="from its record"):
            await analyst.begin(table)
        assert await analyst.follow(table) is None
        await analyst.end()
        store.close()
    assert "Aufzeichnung" in said(analysts.TOO_LONG, "de")


def test_tiles_of_ones_own_a_long_race_and_stopping_it(tmp_path):
    with open_house("file", tmp_path, "--no-limits") as house:
        ada = House(house.address, "Ada")
        table = ada.lay("outspeed", 6, tiles=ada.ask("POST", "/api/tiles", {"text": OWN_TILES})["name"])
        table.sit(0)
        table.fill("random")
        table.begin()
        table.resign(0)
        while not table.over:
            table.wait()
        path, end = f"/api/tables/{table.name}/analysis", time.monotonic() + 90
        ada.ask("POST", path)
        seen = [0]
        while seen[-1] < 4:
            told = ada.ask("GET", path)
            assert told["state"] in ("waiting", "going") and time.monotonic() < end
            seen.append(told["done"])
        told = ada.ask("DELETE", path)
        assert told["state"] == "stopped" and 4 <= told["done"] < told["moves"]
        assert seen == sorted(seen) and ada.ask("GET", path)["done"] == told["done"]
