"""What can be written down. Changes that belong together are written as one unit: all of them or none."""

import json
from collections.abc import Iterable
from typing import Any

from msgspec.structs import astuple, replace
from sqlalchemy import bindparam, insert, update
from sqlalchemy.sql.dml import UpdateBase

from sobremesa.server.database.schema import entries, guests, sessions, tables
from sobremesa.server.features.ladders.schema import rated
from sobremesa.server.tables.log import Entry, Facts, Guest
from sobremesa.server.tables.seating import RATED

Change = list[tuple[UpdateBase, list[tuple[Any, ...]]]]
"""Statements, and the rows that each is for. Rows are what the driver wants: most of the writer's time goes there."""

_greet = insert(guests).values({name: bindparam(name) for name in Guest.__struct_fields__})
_know = insert(sessions)
_add = insert(tables).values({name: bindparam(name) for name in Facts.__struct_fields__})
_see = update(sessions).where(sessions.c.token == bindparam("name")).values(seen=bindparam("at"))
_append = insert(entries)
_rate = insert(rated).values(table=bindparam("name"))
_open = update(tables).where(tables.c.id == bindparam("name")).values(public=bindparam("so"))
_end = update(tables).where(tables.c.id == bindparam("name"), tables.c.over != bindparam("so")).values(over=True)


def greeting(guest: Guest, token: str, device: str = "") -> Change:
    """A new guest, and their first session, by the hash of its token."""
    return [(_greet, [astuple(guest)]), (_know, [(token, guest.id, device, guest.made, guest.made)])]


def seeing(token: str, at: float) -> Change:
    """Somebody is there, on the device with the token of that hash."""
    return [(_see, [(at, token)])]


def adding(facts: Facts) -> Change:
    """A new table."""
    return [(_add, [astuple(replace(facts, options=json.dumps(facts.options)))])]


def appending(table: str, entries: Iterable[Entry], over: bool | None = None) -> Change:
    """The next entries of a table, and whether its match is over with them, where that may have changed. Tables that
    anybody may find are looked for by a column, and those that count on a ladder in a list."""
    entries = list(entries)
    changes: Change = [(_append, [(table, *astuple(entry)) for entry in entries])]
    opened = [(entry.text == "anyone", table) for entry in entries if entry.kind == "open"]
    changes += [(_rate, [(table,)]) for entry in entries if entry.kind == "begin" and entry.text == RATED]
    return changes + [(_open, opened)] * bool(opened) + [(_end, [(over, table, over)])] * (over is not None)
