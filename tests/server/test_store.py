"""What is acknowledged is on disk: the store by itself, and a house killed while many play."""

import asyncio
import random
import threading
import time
from collections import defaultdict

import pytest
from sqlalchemy import event, exc, text

from sobremesa.client import House, Refused
from sobremesa.server.entry import Entry, Facts, Guest
from sobremesa.server.house import replayed
from sobremesa.server.store import MOST_AT_ONCE, Store


@pytest.fixture
def path(tmp_path):
    return tmp_path / "deep" / "house.db"


def opened(path, *names):
    """A store with empty tables of those names."""
    store = Store(path)

    async def fill():
        await store.add_guest(Guest("ada", "Ada", 0.0), "hash of a token")
        for name in names:
            await store.add_table(Facts(name, "splut", 1, 2, {"board": "x"}, name != "private", "ada", "secret", 0.0))

    asyncio.run(fill())
    return store


def entry(n, text=""):
    return Entry(n, "move", 0, "ada", text, 0.0)


def log(store, name):
    return [each.n for each in store.table(name)[1]]


def test_many_changes_share_few_transactions_and_keep_their_order(path):
    store = opened(path, *"abcde")
    commits = []
    event.listen(store.engine, "commit", commits.append)

    async def play():
        await asyncio.gather(*(store.append(name, entry(n)) for n in range(200) for name in "abcde"))

    asyncio.run(play())
    assert 1000 / MOST_AT_ONCE <= len(commits) <= 100
    assert all(log(store, name) == list(range(200)) for name in "abcde")
    store.close()


def test_a_change_is_told_when_another_reader_finds_it(path):
    store = opened(path, "a")

    async def play():
        other = Store(path)
        for n in range(20):
            await store.append("a", entry(n, f"move {n}"))
            assert other.table("a")[1][-1] == entry(n, f"move {n}")
        other.close()

    asyncio.run(play())
    store.close()


def test_a_number_that_exists_is_refused_and_hurts_no_other(path):
    store = opened(path, "a", "b")

    async def play():
        wanted = [("a", 0), ("b", 0), ("a", 0), ("nowhere", 0), ("b", 1), ("a", 1)]
        return await asyncio.gather(*(store.append(name, entry(n)) for name, n in wanted), return_exceptions=True)

    told = asyncio.run(play())
    assert [isinstance(each, exc.IntegrityError) for each in told] == [False, False, True, True, False, False]
    assert log(store, "a") == log(store, "b") == [0, 1]
    store.close()


def test_closing_writes_what_waits_and_all_is_found_again(path):
    store = opened(path, "a", "private")

    async def leave():
        waiting = [asyncio.ensure_future(store.append("a", entry(n))) for n in range(300)]
        await asyncio.sleep(0)
        store.close()
        await asyncio.gather(*waiting)

    asyncio.run(leave())
    again = Store(path)
    assert log(again, "a") == list(range(300))
    assert again.guest("hash of a token") == Guest("ada", "Ada", 0.0)
    assert again.guest("ada") is None
    assert again.table("c") is None
    assert again.newest(5) == ["a"]
    again.close()


def test_nobody_who_stopped_waiting_stops_the_writer(path):
    store = opened(path, "a")

    async def hurry():
        for n in range(50):
            asyncio.ensure_future(store.append("a", entry(n))).add_done_callback(lambda done: done.cancelled())
        await asyncio.sleep(0)

    async def stay():
        await store.append("a", entry(50))

    asyncio.run(hurry())  # its loop is closed before the writer can answer
    asyncio.run(stay())
    assert log(store, "a") == list(range(51))
    store.close()


def test_committed_means_on_disk(path):
    store = opened(path)
    with store.engine.connect() as connection:
        settings = {
            name: connection.execute(text(f"PRAGMA {name}")).scalar() for name in ("journal_mode", "foreign_keys")
        }
        assert settings == {"journal_mode": "wal", "foreign_keys": 1}
        assert connection.execute(text("PRAGMA synchronous")).scalar() == 2  # FULL
    store.close()


class Random(threading.Thread):
    """Somebody who plays at random on all seats of one table after the other, and keeps what the house acknowledged."""

    def __init__(self, server, game, seats, seed):
        super().__init__(daemon=True)
        self.server, self.game, self.seats, self.rng = server, game, seats, random.Random(seed)
        self.acknowledged = defaultdict(dict)
        self.seen = {}
        self.count, self.done, self.error = 0, False, None

    def run(self):
        try:
            house = self.insist(lambda: House(self.server.address, "Random"))
            while not self.done:
                self.play(self.insist(lambda: house.lay(self.game, self.seats)))
        except Exception as error:
            self.error = error

    @staticmethod
    def insist(ask):
        """Until the house is open."""
        while True:
            try:
                return ask()
            except OSError:
                time.sleep(0.1)

    def play(self, table):
        for seat in range(self.seats):
            self.certain(table, "sit", seat=seat, name="Random", words=f"w{seat}")
        self.certain(table, "begin")
        while not table.over and not self.done:
            waiting = [seat for seat in table.state["seats"] if table.moves(seat)]
            seat = self.rng.choice(waiting)
            choice, move = table.state["seats"][seat]["choice"], self.rng.choice(table.moves(seat))
            table.move(seat, move)
            self.acknowledged[table.name][list(table.state["seats"]).index(seat), choice] = move
            self.seen[table.name] = table.state["about"]["entries"], table.state["seats"]
            self.count += 1
        table.close()

    def certain(self, table, what, **parts):
        """What is asked again after a kill may have been done before it."""
        try:
            table.do(what, **parts)
        except Refused as error:
            assert "is taken by Random" in str(error) or "has begun" in str(error)  # noqa: PT017


@pytest.mark.compiled
def test_killed_under_load_it_loses_nothing_does_nothing_twice_and_all_go_on(server):
    rng = random.Random(5)
    players = [Random(server, *table, seed) for seed, table in enumerate([("splut", 2), ("outspeed", 3)] * 2)]
    for player in players:
        player.start()
    for _ in range(3):
        wait_for_all(players, 5)
        time.sleep(rng.uniform(0, 0.3))
        server.kill()
        server.start()
    wait_for_all(players, 5)
    for player in players:
        player.done = True
    for player in players:
        player.join(60)
        assert not player.is_alive() and player.error is None
    server.kill()
    store = Store(server.data)
    for player in players:
        for name, made in player.acknowledged.items():
            facts, entries = store.table(name)
            assert [entry.n for entry in entries] == list(range(len(entries)))
            moves = defaultdict(list)
            for each in entries:
                if each.kind == "move":
                    moves[each.seat].append(each.text)
            assert all(moves[seat][choice] == move for (seat, choice), move in made.items())
            assert sum(map(len, moves.values())) == len(made)
            count, seats = player.seen[name]
            table = replayed(facts, entries)
            assert table.count == count
            views = {table.names[seat]: table.match.view(seat) for seat in range(table.seats)}
            assert plain(views) == {seat: each["view"] for seat, each in seats.items()}
    store.close()


def plain(data):
    import msgspec

    return msgspec.json.decode(msgspec.json.encode(data))


def wait_for_all(players, moves):
    """Until everybody has made so many moves more: all reconnect by themselves."""
    before = [player.count for player in players]
    until = time.monotonic() + 60
    while any(player.count < count + moves for player, count in zip(players, before, strict=True)):
        assert not any(player.error for player in players), [player.error for player in players]
        assert time.monotonic() < until
        time.sleep(0.01)
