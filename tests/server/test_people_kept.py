"""What is kept of people, in both databases."""

import threading

import msgspec
import pytest
from sqlalchemy import insert

from sobremesa.mistakes import Mistake
from sobremesa.server.database import Store, schema
from sobremesa.server.sessions.models import ADDRESS, GONE, SHEET, Account, Session
from sobremesa.server.sessions.store import People
from sobremesa.server.tables.log import Facts
from tests.support.server.tables import SECRET


@pytest.fixture(params=["sqlite", "postgresql"])
def people(request, tmp_path):
    """The people of a store with two guests, and tables that one of them laid alone and with the other."""
    if request.param == "postgresql":
        engine = request.getfixturevalue("postgres")
        schema.metadata.create_all(engine)
        fill(engine)
        yield People(engine)
    else:
        store = Store(tmp_path / "house.db")
        fill(store.engine)
        yield store.people
        store.close()


def fill(engine):
    laid = [("alone", "ada"), ("shared", "ada"), ("bobs", "bob")]
    log = [
        ("alone", 0, "sit", "ada", "olive Ada"),
        ("alone", 1, "bot", "ada", "random"),
        ("shared", 0, "sit", "ada", "olive Ada L"),
        ("shared", 1, "sit", "bob", "plum Bob"),
        ("bobs", 0, "keep", "guest", "Ada"),
        ("bobs", 1, "sit", "guest", "fig Ada"),
    ]
    with engine.begin() as connection:
        for name in "ada", "bob", "guest":
            connection.execute(insert(schema.guests).values(id=name, name=name.title(), made=1.0))
            session = Session(f"token of {name}", name, "", 1.0, 1.0)
            connection.execute(insert(schema.sessions).values(msgspec.structs.asdict(session)))
        for name, owner in laid:
            facts = Facts(name, "splut", 1, 2, {}, False, owner, SECRET, 1000.0)
            connection.execute(insert(schema.tables).values(msgspec.structs.asdict(facts)))
        for table, n, kind, who, text in log:
            row = {"table": table, "n": n, "kind": kind, "seat": n, "who": who, "text": text, "at": 1000.0}
            connection.execute(insert(schema.entries).values(row))


def account(person, login):
    return Account(person, login, "hash", None, 5.0)


def test_a_name_is_taken_once_and_a_person_has_one_account(people):
    assert people.open(account("ada", "ada"), ["code"], "token of ada", "another") == ["token of ada"]
    assert people.known("another")[1].made == 5.0 and people.known("token of ada") is None
    with pytest.raises(Mistake, match="is taken"):
        people.open(account("bob", "ada"), ["other"], "token of bob", "token of bob")
    with pytest.raises(Mistake, match="already"):
        people.open(account("ada", "again"), ["third"], "another", "a third")
    assert people.known("another") is not None
    with pytest.raises(Mistake, match="signed out"):
        people.open(account("bob", "bob"), [], "token of ada", "a third")
    assert people.account("bob") is None and people.codes_left("bob") == 0


def test_what_can_be_used_once_is_used_once_by_whom_it_is_for_and_in_time(people):
    people.keep(ADDRESS, "a", "ada", "a@b.test", now=100.0, until=200.0)
    assert people.take([ADDRESS], "a", "bob", 150.0) is None
    assert people.take([SHEET], "a", "ada", 150.0) is None
    assert people.take([ADDRESS], "a", "ada", 150.0) == "a@b.test"
    assert people.take([ADDRESS], "a", "ada", 150.0) is None
    people.keep("entering", "b", None, "", now=100.0, until=200.0)
    assert people.take(["entering"], "b", None, 201.0) is None
    people.keep("entering", "c", None, "", now=100.0, until=200.0)
    people.keep("entering", "d", None, "", now=300.0, until=400.0)
    assert people.take(["entering"], "c", None, 150.0) is None  # swept
    people.new_sheet("ada", ["e", "f"])
    assert people.codes_left("ada") == 2

    found = []
    threads = [threading.Thread(target=lambda: found.append(people.take([SHEET], "e", "ada", 0.0))) for _ in range(8)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert sorted(found, key=str) == ["", *[None] * 7]
    assert people.codes_left("ada") == 1


def test_a_guest_turns_out_to_be_somebody_and_the_log_stays_as_it_was(people):
    people.open(account("ada", "ada"), [], "token of ada", "token of ada")
    assert {laid.table for laid in people.tables("ada")} == {"alone", "shared"}
    people.join("guest", "ada")
    assert people.known("token of guest") is None
    assert people.selves("ada") == ["ada", "guest"]
    assert {laid.table for laid in people.tables("ada")} == {"alone", "shared", "bobs"}
    with people._engine.connect() as connection:
        assert (
            connection.exec_driver_sql("SELECT who FROM entries WHERE \"table\" = 'bobs'").scalars().all()
            == ["guest"] * 2
        )


def test_what_is_deleted_is_gone_and_what_is_others_too_has_no_name_any_more(people):
    people.open(account("ada", "ada"), ["code"], "token of ada", "token of ada")
    people.join("guest", "ada")
    people.start(Session("more", "ada", "", 1.0, 1.0))
    assert set(people.unfinished("ada")) == {"shared", "bobs"}
    people.delete("ada")
    assert people.account("ada") is None and people.sessions("ada") == [] and people.codes_left("ada") == 0
    with people._engine.connect() as connection:

        def ask(text):
            return [tuple(row) for row in connection.exec_driver_sql(text)]

        assert ask("SELECT id FROM tables ORDER BY id") == [("bobs",), ("shared",)]
        assert ask("SELECT id, name FROM guests ORDER BY id") == [("ada", GONE), ("bob", "Bob")]
        texts = ask('SELECT "table", n, text FROM entries ORDER BY 1, 2')
    assert texts == [
        ("bobs", 0, GONE),
        ("bobs", 1, f"fig {GONE}"),
        ("shared", 0, f"olive {GONE}"),
        ("shared", 1, "plum Bob"),
    ]
