"""A file of an older house opens in a newer one with all that is in it."""

import sqlite3
import subprocess
import sys

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, event, text

from sobremesa.mistakes import Mistake
from sobremesa.server.database import Store, migrations
from sobremesa.server.database.schema import REVISIONS, metadata
from sobremesa.server.tables.log import Entry, Facts, Guest
from sobremesa.server.tables.table import Table
from tests.support.server.tables import SECRET

FIRST = """
CREATE TABLE guests (
    id VARCHAR NOT NULL, name VARCHAR NOT NULL, token VARCHAR NOT NULL, made FLOAT NOT NULL,
    PRIMARY KEY (id), UNIQUE (token)
);
CREATE TABLE tables (
    id VARCHAR NOT NULL, game VARCHAR NOT NULL, rules INTEGER NOT NULL, seats INTEGER NOT NULL, options JSON NOT NULL,
    public BOOLEAN NOT NULL, owner VARCHAR NOT NULL, secret VARCHAR NOT NULL, made FLOAT NOT NULL,
    PRIMARY KEY (id), FOREIGN KEY(owner) REFERENCES guests (id)
);
CREATE INDEX ix_tables_public ON tables (public);
CREATE TABLE entries (
    "table" VARCHAR NOT NULL, n INTEGER NOT NULL, kind VARCHAR NOT NULL, seat INTEGER NOT NULL, who VARCHAR NOT NULL,
    text VARCHAR NOT NULL, at FLOAT NOT NULL,
    PRIMARY KEY ("table", n), FOREIGN KEY("table") REFERENCES tables (id)
) WITHOUT ROWID;
INSERT INTO guests VALUES ('ada', 'Ada', 'hash', 999.0);
"""
LOGS = {
    "played": [
        Entry(0, "sit", 0, "ada", "olive Ada", 1000.0),
        Entry(1, "sit", 1, "bob", "plum Bob", 1001.0),
        Entry(2, "begin", -1, "ada", "", 1002.0),
        Entry(3, "move", 0, "ada", "Sd2-d3", 1003.0),
        Entry(4, "move", 1, "bob", "Td8-d7", 1004.0),
        Entry(5, "move", 1, "bob", "Td7-c7", 1005.0),
        Entry(6, "move", 0, "ada", "De2-e3", 1006.0),
        Entry(7, "move", 0, "ada", "De3-f3", 1007.0),
        Entry(8, "move", 0, "ada", "Sd3-d4+e1", 1008.0),
        Entry(9, "undo", -1, "bob", "", 1009.0),
        Entry(10, "resign", 1, "bob", "", 1010.0),
    ],
    "waiting": [Entry(0, "bot", 1, "ada", "random", 1000.0), Entry(1, "sit", 0, "ada", "fig Ada", 1001.0)],
    "bare": [],
}


@pytest.fixture
def old(tmp_path):
    """A file as the first version made it, with a match, a table that waits, and one where nobody sits."""
    path = tmp_path / "house.db"
    with sqlite3.connect(path) as file:
        file.execute("PRAGMA journal_mode=WAL")
        file.executescript(FIRST)
        for made, (name, log) in enumerate(LOGS.items()):
            options = '{"turn_limit": "200", "levitate_adjacent": "on"}'
            row = name, "splut", 1, 2, options, name != "bare", "ada", SECRET, 1000.0 + made
            file.execute(f"INSERT INTO tables VALUES ({', '.join('?' * 9)})", row)
            rows = [(name, *(getattr(entry, field) for field in Entry.__struct_fields__)) for entry in log]
            file.executemany(f"INSERT INTO entries VALUES ({', '.join('?' * 7)})", rows)
    file.close()
    return path


def written(path):
    """All that is in a file."""
    with sqlite3.connect(path) as file:
        lines = list(file.iterdump())
    file.close()
    return lines


def test_an_old_file_opens_with_all_that_is_in_it(old):
    for _ in range(2):  # as before when it is up to date
        store = Store(old)
        assert store.guest("hash") == Guest("ada", "Ada", 999.0)
        assert store.newest(5) == ["waiting", "played"]
        for made, (name, log) in enumerate(LOGS.items()):
            facts, found = store.table(name)
            options = {"turn_limit": "200", "levitate_adjacent": "on"}
            assert facts == Facts(name, "splut", 1, 2, options, name != "bare", "ada", SECRET, 1000.0 + made, "")
            assert found == log
        store.close()


@pytest.mark.compiled
def test_the_tables_of_an_old_file_are_replayed(old):
    store = Store(old)
    tables = {name: Table(store.table(name)[0]) for name in LOGS}
    for name, table in tables.items():
        for entry in store.table(name)[1]:
            table.take(entry)
    assert {name: table.state for name, table in tables.items()} == {
        "played": "over",
        "waiting": "laid",
        "bare": "laid",
    }
    played = tables["played"].match
    assert [move.text for move in played.moves] == ["Sd2-d3", "Td8-d7", "Td7-c7", "De2-e3", "De3-f3"]
    store.close()


def differences(connection):
    defaults = connection.dialect.name != "sqlite"  # where Alembic cannot read one that is empty
    compared = {"compare_type": True, "compare_server_default": defaults}
    return compare_metadata(MigrationContext.configure(connection, opts=compared), metadata)


def test_the_steps_lead_to_the_schema_from_an_old_file_and_from_none(old, tmp_path):
    Store(old).close()
    Store(tmp_path / "new.db").close()
    engine = create_engine(f"sqlite:///{tmp_path / 'empty.db'}")
    with engine.begin() as connection:
        migrations.upgrade(connection)
    columns = set()
    for path in old, tmp_path / "new.db", tmp_path / "empty.db":
        with create_engine(f"sqlite:///{path}").connect() as connection:
            assert differences(connection) == []
            assert connection.execute(text("SELECT version_num FROM alembic_version")).scalars().all() == [
                REVISIONS[-1]
            ]
            assert connection.execute(text("SELECT wr FROM pragma_table_list WHERE name = 'entries'")).scalar() == 1
            columns.add(tuple(map(tuple, connection.execute(text("SELECT * FROM pragma_table_info('tables')")))))
    assert len(columns) == 1


@pytest.fixture
def second(old, tmp_path):
    """A file of revision 2: a house with guests, their tables and tokens, and no accounts yet."""
    engine = create_engine(f"sqlite:///{old}")
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE alembic_version (version_num VARCHAR(32) PRIMARY KEY)"))
        connection.execute(text("INSERT INTO alembic_version VALUES ('1')"))
        migrations.upgrade(connection, "2")
        for n in range(300):
            connection.execute(text(f"INSERT INTO guests VALUES ('g{n}', 'Guest {n}', 'token {n}', {n})"))
    engine.dispose()
    return old


def test_the_tokens_of_guests_become_their_sessions(second):
    store = Store(second)
    people = store.people
    assert store.guest("hash") == Guest("ada", "Ada", 999.0)
    assert store.guest("token 250") == Guest("g250", "Guest 250", 250.0)
    [session] = people.sessions("ada")
    assert (session.token, session.device, session.made, session.seen) == ("hash", "", 999.0, 999.0)
    assert [laid.table for laid in people.tables("ada")] == ["bare", "waiting", "played"]
    assert [laid.table for laid in people.tables("bob")] == ["played"]
    assert people.account("ada") is None
    store.close()
    with sqlite3.connect(second) as file:
        file.execute("PRAGMA foreign_keys=ON")
        assert file.execute("PRAGMA foreign_key_check").fetchall() == []
        with pytest.raises(sqlite3.IntegrityError):  # what refers to guests refers to the new table
            file.execute("DELETE FROM guests WHERE id = 'ada'")
        plan = file.execute("EXPLAIN QUERY PLAN SELECT 1 FROM tables WHERE owner = 'ada'").fetchall()
    file.close()
    assert "ix_tables_owner" in str(plan)


def test_the_list_of_steps_has_all_of_them():
    scripts = ScriptDirectory.from_config(migrations.configured(None)).walk_revisions()
    assert tuple(reversed([script.revision for script in scripts])) == REVISIONS


def test_the_first_step_is_what_the_first_version_made(old, tmp_path):
    engine = create_engine(f"sqlite:///{tmp_path / 'first.db'}")
    with engine.begin() as connection:
        migrations.upgrade(connection, REVISIONS[0])
    found = []
    for path in old, tmp_path / "first.db":
        with sqlite3.connect(path) as file:
            shape = file.execute("SELECT sql FROM sqlite_master WHERE sql NOT LIKE '%alembic%' ORDER BY name")
            found.append(["".join(each.split()).replace(";", "") for (each,) in shape])
        file.close()
    assert found[0] == found[1]


def test_an_upgrade_that_is_interrupted_leaves_the_old_file(old, monkeypatch):
    before, steps = written(old), []

    def interrupt(connection, cursor, statement, *_):
        steps.append(statement)
        if "CREATE INDEX" in statement:
            raise RuntimeError("The light went out.")

    real = create_engine

    def interrupted(*parts):
        engine = real(*parts)
        event.listen(engine, "before_cursor_execute", interrupt)
        return engine

    monkeypatch.setattr("sobremesa.server.database.create_engine", interrupted)
    with pytest.raises(RuntimeError, match="light"):
        Store(old)
    assert any("ADD COLUMN" in step for step in steps)
    assert written(old) == before
    monkeypatch.undo()
    store = Store(old)
    assert store.table("played")[1] == LOGS["played"]
    store.close()


@pytest.mark.parametrize("newer", [str(len(REVISIONS) + 1), "from a later year"])
def test_a_file_of_a_newer_version_is_refused_and_left_as_it_is(tmp_path, newer):
    path = tmp_path / "house.db"
    Store(path).close()
    with sqlite3.connect(path) as file:
        file.execute("UPDATE alembic_version SET version_num = ?", [newer])
    file.close()
    before = path.read_bytes()
    for _ in range(2):
        with pytest.raises(Mistake, match=r"house\.db was kept by a newer version of Sobremesa"):
            Store(path)
    assert path.read_bytes() == before


def test_a_file_of_something_else_is_refused_and_left_as_it_is(tmp_path):
    other = tmp_path / "other.db"
    with sqlite3.connect(other) as file:
        file.execute("CREATE TABLE recipes (name)")
    file.close()
    (tmp_path / "letter.txt").write_text("Dear Ada, " * 1000)
    for path, why in (other, "of something else"), (tmp_path / "letter.txt", "not a database"):
        before = written(path) if path == other else path.read_bytes()
        with pytest.raises(Mistake, match=why):
            Store(path)
        assert before == (written(path) if path == other else path.read_bytes())


def test_a_file_that_is_up_to_date_opens_without_alembic(tmp_path):
    Store(tmp_path / "house.db").close()
    code = "import sys; from pathlib import Path; from sobremesa.server.database import Store;"
    code += "Store(Path(sys.argv[1])).close(); print('alembic' in sys.modules)"
    for name in "house.db", "new.db":
        told = subprocess.run([sys.executable, "-c", code, tmp_path / name], capture_output=True, text=True, check=True)
        assert told.stdout == "False\n"


def test_the_steps_lead_to_the_same_schema_in_postgresql(postgres):
    with postgres.begin() as connection:
        migrations.upgrade(connection, REVISIONS[0])
        connection.execute(text("INSERT INTO guests VALUES ('ada', 'Ada', 'hash', 0)"))
        connection.execute(text("INSERT INTO tables VALUES ('a', 'splut', 1, 2, '{}', true, 'ada', 'secret', 0)"))
    with postgres.begin() as connection:
        migrations.upgrade(connection)
    with postgres.connect() as connection:
        assert connection.execute(text('SELECT start, "over" FROM tables')).one() == ("", False)
        session = text("SELECT token, person, device, made, seen FROM sessions")
        assert connection.execute(session).one() == ("hash", "ada", "", 0, 0)
        assert differences(connection) == []
