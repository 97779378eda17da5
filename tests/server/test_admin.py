"""A house that is looked after: every match executed again, everything moved to another place."""

import asyncio
import os
import subprocess
import sys

import pytest
from sqlalchemy import create_engine, text

from sobremesa.server.database import Store
from sobremesa.server.tables.log import Entry, Guest
from sobremesa.server.tables.table import new_facts
from tests.support import services

pytestmark = pytest.mark.compiled


@pytest.fixture
def kept(tmp_path):
    """A file with three tables: one played at, one that waits, and one with a name that sorts in its own way."""
    path = tmp_path / "house.db"
    store = Store(path)

    async def fill():
        await store.add_guest(Guest("ada", "Zoë “Ada” \\N\t'", 1.5), "hash")
        logs = [
            [
                Entry(0, "sit", 0, "ada", "olive Ada", 2.0),
                Entry(1, "bot", 1, "ada", "random", 2.1),
                Entry(2, "begin", -1, "ada", "", 2.2),
                Entry(3, "move", 0, "ada", "Sd2-d3", 2.3),
            ],
            [],
            [Entry(0, "sit", 1, "ada", "plum Ádá\n", 2.0)],
        ]
        for log in logs:
            await store.add_table(new_facts("splut", 2, {"turn_limit": 50}, True, "ada"), log)

    asyncio.run(fill())
    store.close()
    return path


def run(*words):
    return subprocess.run(
        [sys.executable, "-m", "sobremesa", "house", *map(str, words)], capture_output=True, text=True
    )


def test_every_match_is_executed_again(kept):
    done = run("check", kept)
    assert done.returncode == 0 and done.stdout.startswith("3 tables, 1 moves; digest ")
    engine = create_engine(f"sqlite:///{kept}")
    with engine.begin() as connection:
        connection.execute(text("UPDATE entries SET text = 'Sd2-d4' WHERE n = 3"))
    engine.dispose()
    done = run("check", kept)
    assert done.returncode == 1 and "1 of 3 tables cannot be executed again" in done.stderr and "d4" in done.stderr


def test_what_is_no_house_is_said(tmp_path):
    create_engine(f"sqlite:///{tmp_path / 'other.db'}").connect().close()
    for place, why in (
        (tmp_path / "other.db", "Nothing of a house is kept in"),
        ("mysql://a/b", "SQLite or in PostgreSQL"),
        ("postgresql://postgres@127.0.0.1:1/x", "cannot be"),
    ):
        done = run("check", place)
        assert done.returncode == 1 and why in done.stderr and "Traceback" not in done.stderr, done.stderr


def test_everything_is_moved_and_compared(kept, tmp_path):
    with services.schema(f"keeping_{os.getpid()}") as database:
        if database is None:
            pytest.skip(services.NO_POSTGRES)
        done = run("move", kept, database)
        assert done.returncode == 0, done.stderr
        assert all(f" {each}" in done.stdout for each in ("3 tables", "5 entries", "1 guests")), done.stdout
        assert run("check", database).stdout == run("check", kept).stdout
        again = run("move", kept, database)
        assert again.returncode == 1 and "to an empty place" in again.stderr
        back = run("move", database, tmp_path / "back.db")
        assert back.returncode == 0, back.stderr
        assert run("check", tmp_path / "back.db").stdout == run("check", kept).stdout
        store = Store(database)
        assert store.guest("hash").name == "Zoë “Ada” \\N\t'"
        store.close()
