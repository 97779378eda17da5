"""Several workers of one house, on a real PostgreSQL and a real Redis: any of them has any table."""

import asyncio
import os
import signal
import time

import pytest

from sobremesa.client import House as Client
from sobremesa.server.cluster.bot_worker import Thinker
from sobremesa.server.cluster.bus import THINKERS, Talking
from sobremesa.server.database import Store
from sobremesa.server.live.bot_runner import ANOTHER
from sobremesa.server.live.registry import House, replayed
from sobremesa.server.protocol.views import about
from sobremesa.server.tables.clock import Setting
from sobremesa.server.tables.settings import Manner
from tests.support import services
from tests.support.processes import children
from tests.support.server.connections import ask
from tests.support.server.serving import Server
from tests.support.server.workers import all_heard, close_all, lay_for_two
from tests.support.waiting import until, wait_until

pytestmark = pytest.mark.compiled


async def test_a_match_is_played_by_two_workers(houses):
    lives, people = await lay_for_two(houses)
    await until(lambda: all(place.here for live in lives for place in about(live.table, live.present).places))
    for _ in range(12):
        seat = lives[0].table.match.to_act[0]
        table = lives[seat].table
        text = table.match.legal_moves[0].text
        answer = await ask(
            houses[seat], lives[seat], people[seat], do="move", seat=seat, choice=table.chosen[seat], move=text
        )
        assert answer["type"] == "done"
        await until(lambda: lives[0].table.count == lives[1].table.count)
        assert lives[0].table.match.seen_by(0).tobytes() == lives[1].table.match.seen_by(0).tobytes()
    told = [each for each in all_heard(people[1]) if each["type"] == "state"]
    assert told[-1]["about"]["moves"] == 12 and any(each["seats"] for each in told)


async def test_of_two_who_are_first_at_once_nobody_is_lost(houses):
    """Both write the next entry at the same time, again and again: each is written once, and answered."""
    lives, people = await lay_for_two(houses, begin=False)
    for number in range(10):
        manners = [{"do": "sit", "seat": seat, "name": f"{'AB'[seat]}{number}", "words": "x"} for seat in range(2)]
        stands = [{"do": "stand", "seat": seat} for seat in range(2)]
        for wishes in stands, manners:
            answers = await asyncio.gather(*(ask(houses[n], lives[n], people[n], **wishes[n]) for n in range(2)))
            assert [each["type"] for each in answers] == ["done", "done"]
    await until(lambda: lives[0].table.count == lives[1].table.count == 42)
    facts, entries = houses[0].store.table(lives[0].table.facts.id)
    assert [entry.n for entry in entries] == list(range(42))
    assert [place.name for place in replayed(facts, entries).places] == ["A9", "B9"]


async def test_what_is_in_no_log_is_shared(houses, database, redis):
    """What is said, who is muted, drafts and offers; also by a worker that comes later."""
    lives, people = await lay_for_two(houses)
    for person in people:
        all_heard(person)
    assert (await ask(houses[0], lives[0], people[0], do="say", text="Hello"))["type"] == "done"
    await until(lambda: lives[1].said_to(people[1]) != [])
    assert [each["text"] for each in all_heard(people[1]) if each["type"] == "said"] == ["Hello"]
    text = lives[0].table.match.legal_moves[0].text
    assert (await ask(houses[0], lives[0], people[0], do="draft", seat=0, choice=0, moves=[text]))["type"] == "done"
    await until(lambda: 0 in lives[1].table.drafts)
    third = House(Store(database, shared=True), workers=Talking(redis))
    await third.begin()
    await until(lambda: not third.workers.deaf)
    late = await third.find(lives[0].table.facts.id)
    assert [line.text for line in late.chat.lines] == ["Hello"]
    assert late.table.drafts[0].texts == [text]
    await until(lambda: len(late.present) == 2)
    await close_all([third])


async def test_who_agrees_by_different_workers_has_agreed(houses):
    lives, people = await lay_for_two(houses)
    text = lives[0].table.match.legal_moves[0].text
    assert (await ask(houses[0], lives[0], people[0], do="move", seat=0, choice=0, move=text))["type"] == "done"
    await until(lambda: lives[1].table.count == lives[0].table.count)
    count = lives[0].table.count
    answers = await asyncio.gather(*(ask(houses[n], lives[n], people[n], do="undo", entries=count) for n in range(2)))
    assert [each["type"] for each in answers] == ["done", "done"]
    await until(lambda: all(not live.table.match.moves for live in lives))
    answers = await asyncio.gather(*(ask(houses[n], lives[n], people[n], do="draw") for n in range(2)))
    await until(lambda: all(live.table.state == "over" for live in lives))
    await asyncio.gather(*(ask(houses[n], lives[n], people[n], do="rematch") for n in range(2)))
    await until(lambda: all(live.table.again for live in lives))
    assert lives[0].table.again == lives[1].table.again
    for person in people:
        assert {each["table"] for each in all_heard(person) if each["type"] == "rematch"} == {lives[0].table.again}


async def test_a_bot_thinks_at_one_worker_and_a_clock_runs_once(houses, database, redis):
    lives, people = await lay_for_two(houses, manner=Manner(clock=Setting(600)))
    assert [live.table.clock.paused for live in lives] == [False, False]
    assert (await ask(houses[0], lives[0], people[0], do="bot", seat=0, bot="random"))["type"] == "done"
    await until(lambda: 1 in lives[1].table.match.to_act)
    await asyncio.sleep(2 * ANOTHER)
    third = House(Store(database, shared=True), workers=Talking(redis))
    await third.begin()
    await until(lambda: not third.workers.deaf)
    late = await third.find(lives[0].table.facts.id)
    assert not late.table.clock.paused and late.table.clock.since == lives[0].table.clock.since
    kinds = [entry.kind for entry in third.store.table(late.table.facts.id)[1]]
    assert kinds.count("move") == len(late.table.match.moves) == 1 and "resume" not in kinds
    await close_all([third])


@pytest.fixture
def workers(database, redis, tmp_path):
    running = Server(None, "--database", database, "--redis", redis, "--workers", "2", "--no-limits")
    yield running
    running.stop()


def test_a_house_of_two_workers_is_opened_by_one_command(workers):
    people = [Client(workers.address, name) for name in ("Ada", "Bo")]
    table = people[0].lay("splut", 2)
    others = people[1].table(table.name)
    table.sit(0)
    others.sit(1)
    table.begin()
    for each, seat in [(table, "red")] + 2 * [(others, "green")] + 3 * [(table, "red")]:
        while not each.moves(seat):
            each.wait()
        each.move(seat, each.moves(seat)[0])
    assert len(table.moments()) == 6


async def test_bots_think_in_processes_of_their_own(houses, redis):
    """Whoever takes the job sees what the seat may see; if nobody does, the worker thinks itself."""
    lives, people = await lay_for_two(houses, game="end-of-line")
    thinker = Thinker(redis)
    thinking = asyncio.create_task(thinker.live())
    client = houses[0].workers.redis
    await until(lambda: client.exists(THINKERS))
    for seat, house in enumerate(houses):
        assert (await ask(house, lives[seat], people[seat], do="bot", seat=seat, bot="beginner"))["type"] == "done"
    await until(lambda: thinker.done >= 10 or lives[0].table.state == "over")
    assert thinker.done >= 3 and {seat for _, seat, _ in thinker.bots} == {0, 1}
    thinking.cancel()
    await asyncio.gather(thinking, return_exceptions=True)
    await thinker.redis.aclose()
    await client.delete(THINKERS)
    await until(lambda: lives[0].table.state == "over")
    await until(lambda: lives[0].table.count == lives[1].table.count)


async def test_a_session_that_ends_ends_at_every_worker(houses):
    _, people = await lay_for_two(houses)
    ended = asyncio.Event()
    people[1].session, people[1].onended = "hash", ended.set
    houses[0].let_go(["hash"])
    await until(ended.is_set)
    assert "hash" in houses[1].ended and not people[0].lost


def test_what_was_acknowledged_outlives_workers_and_redis(database):
    """Two people play on while a worker, Redis and the other worker are killed; nothing is lost, nothing doubled."""
    if not services.can_start_redis():
        pytest.skip(services.NO_REDIS)
    redis = services.Redis()
    server = Server(None, "--database", database, "--redis", redis.address, "--workers", "2", "--no-limits")
    try:
        people = [Client(server.address, name) for name in ("Ada", "Bo")]
        table = people[0].lay("splut", 2)
        other = people[1].table(table.name)
        table.sit(0)
        other.sit(1)
        table.begin()
        kept = {"red": [], "green": []}
        plan = [(table, "red")] + 2 * [(other, "green")] + 2 * (3 * [(table, "red")] + 3 * [(other, "green")])
        for number, (each, seat) in enumerate(plan):
            if number in (2, 9):
                os.kill(next(iter(workers_of(server))), signal.SIGKILL)
            if number == 5:
                redis.kill()
            while not each.moves(seat):
                each.wait()
            kept[seat].append(each.moves(seat)[0])
            each.move(seat, kept[seat][-1])
        store = Store(database, shared=True)
        match = replayed(*store.table(table.name)).match
        store.close()
        for seat, name in enumerate(kept):
            assert [move.text for move in match.moves if move.seat == seat] == kept[name]
    finally:
        server.stop()
        redis.close()


def test_a_worker_that_dies_while_it_is_asked_how_it_is_is_replaced_at_once(database, redis):
    server = Server(None, "--database", database, "--redis", redis, "--workers", "2", "--no-limits")
    try:
        Client(server.address, "Ada")  # they are being watched over
        before = set(workers_of(server))
        for worker in before:
            os.kill(worker, signal.SIGSTOP)
        time.sleep(1.5)  # somebody asks one of them, and waits
        for worker in before:
            os.kill(worker, signal.SIGKILL)
        wait_until(lambda: len(set(workers_of(server)) - before) == 2)
        Client(server.address, "Bo")
    finally:
        server.stop()


def workers_of(server):
    """The processes of a house that serve."""
    return children(server.process.pid, "spawn_main")
