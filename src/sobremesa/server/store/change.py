"""What can be written down. Changes that belong together are written as one unit: all of them or none."""

import json
from collections.abc import Iterable
from typing import Any

from msgspec.structs import astuple, replace
from sqlalchemy import bindparam, insert, update
from sqlalchemy.sql.dml import UpdateBase

from sobremesa.server.entry import Entry, Facts, Guest
from sobremesa.server.store.schema import entries, guests, tables

Change = list[tuple[UpdateBase, list[tuple[Any, ...]]]]
"""Statements, and the rows that each is for. Rows are what the driver wants: most of the writer's time goes there."""

_greet = insert(guests)
_add = insert(tables).values({name: bindparam(name) for name in Facts.__struct_fields__})
_append = insert(entries)
_open = update(tables).where(tables.c.id == bindparam("name")).values(public=bindparam("so"))
_end = update(tables).where(tables.c.id == bindparam("name"), tables.c.over != bindparam("so")).values(over=True)


def greeting(guest: Guest, token: str) -> Change:
    """A new guest, with the hash of their token."""
    return [(_greet, [(guest.id, guest.name, token, guest.made)])]


def adding(facts: Facts) -> Change:
    """A new table."""
    return [(_add, [astuple(replace(facts, options=json.dumps(facts.options)))])]


def appending(table: str, entries: Iterable[Entry], over: bool | None = None) -> Change:
    """The next entries of a table, and whether its match is over with them, where that may have changed. Tables that
    anybody may find are looked for by a column."""
    entries = list(entries)
    changes: Change = [(_append, [(table, *astuple(entry)) for entry in entries])]
    opened = [(entry.text == "anyone", table) for entry in entries if entry.kind == "open"]
    return changes + [(_open, opened)] * bool(opened) + [(_end, [(over, table, over)])] * (over is not None)
