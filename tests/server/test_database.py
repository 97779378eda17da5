"""What is acknowledged is on disk: the store by itself, and a house killed while many play."""

import asyncio
import random
import sqlite3
import subprocess
import sys
import threading
import time
from collections import defaultdict

import pytest
from sqlalchemy import event, text

from sobremesa.client import House, Refused
from sobremesa.mistakes import Mistake
from sobremesa.server.database import MOST_AT_ONCE, Store, adding, appending, greeting
from sobremesa.server.live.registry import replayed
from sobremesa.server.tables.log import Entry, Facts, Guest
from tests.support.waiting import LIMIT, wait_until


@pytest.fixture
def path(tmp_path):
    return tmp_path / "as deep as 100%?" / "house.db"


async def opened(path, *names):
    """A store with empty tables of those names."""
    store = Store(path)
    await store.add_guest(Guest("ada", "Ada", 0.0), "hash of a token")
    for name in names:
        await store.add_table(facts(name))
    return store


def facts(name, game="splut", made=0.0, start=""):
    return Facts(name, game, 1, 2, {"board": "x"}, name != "private", "ada", "secret", made, start)


def entry(n, text=""):
    return Entry(n, "move", 0, "ada", text, 0.0)


def log(store, name):
    return [each.n for each in store.table(name)[1]]


async def test_many_changes_share_few_transactions_and_keep_their_order(path):
    store = Store(path)
    done = []
    event.listen(store.engine, "checkout", lambda driver, *_: driver.set_trace_callback(done.append))
    await store.write(greeting(Guest("ada", "Ada", 0.0), "hash"), *(adding(facts(name)) for name in "abcde"))
    await asyncio.gather(*(store.append(name, entry(n)) for n in range(200) for name in "abcde"))
    assert 1000 / MOST_AT_ONCE <= done.count("COMMIT") <= 100
    assert all(log(store, name) == list(range(200)) for name in "abcde")
    store.close()


async def test_a_change_is_told_when_another_reader_finds_it(path):
    store = await opened(path, "a")
    other = sqlite3.connect(path)
    for n in range(20):
        await store.append("a", entry(n, f"move {n}"))
        assert other.execute("SELECT n, text FROM entries ORDER BY n DESC").fetchone() == (n, f"move {n}")
    other.close()
    store.close()


async def test_a_number_that_exists_is_refused_and_hurts_no_other(path):
    store = await opened(path, "a", "b")
    wanted = [("a", 0), ("b", 0), ("a", 0), ("nowhere", 0), ("b", 1), ("a", 1)]
    told = await asyncio.gather(*(store.append(name, entry(n)) for name, n in wanted), return_exceptions=True)
    assert [isinstance(each, sqlite3.IntegrityError) for each in told] == [False, False, True, True, False, False]
    assert log(store, "a") == log(store, "b") == [0, 1]
    store.close()


async def test_what_belongs_together_is_written_as_a_whole_or_not_at_all(path):
    store = await opened(path, "a", "b")
    told = await asyncio.gather(
        store.append("a", entry(0), entry(1), over=True),
        store.append("b", entry(0), entry(2), entry(2), over=True),
        store.write(adding(facts("c")), appending("c", [entry(0)]), adding(facts("a"))),
        store.write(greeting(Guest("eve", "Eve", 0.0), "hash of a token"), adding(facts("d"))),
        store.add_table(facts("e"), [entry(0), entry(0)]),
        store.add_table(facts("f", start="a position"), [entry(0), entry(1)]),
        return_exceptions=True,
    )
    assert [isinstance(each, sqlite3.IntegrityError) for each in told] == [False, True, True, True, True, False]
    assert (log(store, "a"), log(store, "b"), log(store, "f")) == ([0, 1], [], [0, 1])
    assert store.table("c") is store.table("d") is store.table("e") is None
    assert store.table("f")[0] == facts("f", start="a position")
    assert set(store.newest(5)) == {"b", "f"}
    store.close()


async def test_a_table_is_listed_until_its_match_is_over_and_again_when_that_is_taken_back(path):
    store = await opened(path, "private")
    for made, name in enumerate("abc"):
        await store.add_table(facts(name, made=float(made)))
    await store.append("b", entry(0), over=True)
    assert (store.newest(5), store.newest(1)) == (["c", "a"], ["c"])
    await store.append("b", entry(1))  # nothing is said about it
    assert store.newest(5) == ["c", "a"]
    await store.append("b", entry(2), over=False)
    assert store.newest(5) == ["c", "b", "a"]
    await store.append("a", over=True)  # nothing else has happened
    assert store.newest(5) == ["c", "b"]
    store.close()


async def test_that_a_match_is_not_over_is_written_only_where_it_was(path):
    store = await opened(path, "a")
    await store.append("a", over=False)
    with sqlite3.connect(path) as other:
        other.execute("CREATE TRIGGER never BEFORE UPDATE ON tables BEGIN SELECT raise(abort, 'written'); END")
    await store.append("a", entry(0), over=False)
    with pytest.raises(sqlite3.IntegrityError, match="written"):
        await store.append("a", entry(1), over=True)
    assert log(store, "a") == [0]
    store.close()


async def test_the_games_that_are_played_come_with_the_last_one_first(path):
    store = await opened(path)
    for made, (name, game) in enumerate(zip("abcd", ["splut", "outspeed", "end-of-line", "splut"], strict=True)):
        await store.add_table(facts(name, game, made=float(made)))
    assert store.games() == ["splut", "end-of-line", "outspeed"]
    await store.append("b", Entry(0, "move", 0, "ada", "", 9.0))
    assert store.games() == ["outspeed", "splut", "end-of-line"]
    await store.append("d", over=True)
    await store.append("c", over=True)
    assert store.games() == ["outspeed", "splut"]
    store.close()


async def test_a_full_disk_is_told_to_whoever_waits_and_the_writer_lives_on(path):
    store = Store(path)
    settings = []
    event.listen(store.engine, "checkout", lambda driver, *_: [driver.execute(each) for each in settings])
    await store.write(greeting(Guest("ada", "Ada", 0.0), "hash"), adding(facts("a")), adding(facts("b")))
    with store.engine.connect() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar()
    settings.append(f"PRAGMA max_page_count={pages + 10}")
    store._writer._disconnect()  # so that it meets the limit
    told = await asyncio.gather(
        *(store.append(name, entry(0, "x" * size)) for name, size in [("a", 1000), ("b", 1_000_000)]),
        store.append("b", entry(0), entry(1, "x" * 1_000_000)),
        store.append("b", entry(0)),
        return_exceptions=True,
    )
    settings[:] = ["PRAGMA max_page_count=1000000"]
    await store.append("b", entry(1, "x" * 1_000_000))
    assert [bool(each and "full" in str(each)) for each in told] == [False, True, True, False]
    assert log(store, "a") == [0] and log(store, "b") == [0, 1]
    store.close()


async def test_closing_writes_what_waits_and_all_is_found_again(path):
    store = await opened(path, "a", "private")
    waiting = [asyncio.ensure_future(store.append("a", entry(n))) for n in range(300)]
    await asyncio.sleep(0)
    store.close()
    await asyncio.gather(*waiting)
    again = Store(path)
    assert log(again, "a") == list(range(300))
    assert again.guest("hash of a token") == Guest("ada", "Ada", 0.0)
    assert again.guest("ada") is None
    assert again.table("c") is None
    assert again.newest(5) == ["a"]
    again.close()


def test_nobody_who_stopped_waiting_stops_the_writer(path):
    store = asyncio.run(opened(path, "a"))

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


async def test_committed_means_on_disk(path):
    store = await opened(path)
    with store.engine.connect() as connection:
        settings = {
            name: connection.execute(text(f"PRAGMA {name}")).scalar() for name in ("journal_mode", "foreign_keys")
        }
        assert settings == {"journal_mode": "wal", "foreign_keys": 1}
        assert connection.execute(text("PRAGMA synchronous")).scalar() == 2  # FULL
    store.close()


async def test_a_file_is_for_one_house(path):
    store = await opened(path, "a")
    link = path.parent / "link to house.db"
    link.symlink_to(path)
    for each in path, link, path:
        with pytest.raises(Mistake, match=r"Another house has this file open: .*house\.db"):
            Store(each)
    await store.append("a", entry(0))
    store.close()
    again = Store(path)
    assert log(again, "a") == [0]
    again.close()
    with pytest.raises(Mistake, match="is closed"):
        await again.append("a", entry(1))


def test_a_second_house_says_that_the_file_is_open_and_ends(own_server):
    command = [sys.executable, "-m", "sobremesa", "serve", "--host", "127.0.0.1", "--port", "0"]
    told = subprocess.run([*command, "--data", own_server.data], capture_output=True, text=True, timeout=LIMIT)
    assert told.returncode == 1
    assert told.stderr == (
        f"Error: Another house has this file open: {own_server.data}. Close it first, or choose another file.\n"
    )
    assert House(own_server.address, "Ada").lay("splut", 2).name
    own_server.kill()
    own_server.start()


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
def test_killed_under_load_it_loses_nothing_does_nothing_twice_and_all_go_on(own_server_without_limits):
    own_server = own_server_without_limits  # how much is asked for depends on how busy the machine is
    rng = random.Random(5)
    players = [Random(own_server, *table, seed) for seed, table in enumerate([("splut", 2), ("outspeed", 3)] * 2)]
    for player in players:
        player.start()
    for _ in range(3):
        wait_for_all(players, 5)
        time.sleep(rng.uniform(0, 0.3))
        own_server.kill()
        own_server.start()
    wait_for_all(players, 5)
    for player in players:
        player.done = True
    for player in players:
        player.join(LIMIT)
        assert not player.is_alive() and player.error is None
    own_server.kill()
    store = Store(own_server.data)
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
    for name in every_table(own_server.data):  # also those of which nobody was told
        facts, entries = store.table(name)
        assert replayed(facts, entries).count == len(entries)
    store.close()


def every_table(path):
    with sqlite3.connect(path) as file:
        names = [name for (name,) in file.execute("SELECT id FROM tables")]
    file.close()
    return names


def plain(data):
    import msgspec

    return msgspec.json.decode(msgspec.json.encode(data))


def wait_for_all(players, moves):
    """Until everybody has made so many moves more: all reconnect by themselves."""
    before = [player.count for player in players]

    def all_moved():
        assert not any(player.error for player in players), [player.error for player in players]
        return all(player.count >= count + moves for player, count in zip(players, before, strict=True))

    wait_until(all_moved, 2 * LIMIT)
