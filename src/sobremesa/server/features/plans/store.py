"""What people have planned, on disk. A plan is one row; each change of it has the next number, and takes the place of
the row before: of two who change it at once, one is first."""

import json
from collections.abc import Collection
from typing import Any

import msgspec
from sqlalchemy import Engine, and_, bindparam, delete, func, insert, or_, select, update

from sobremesa.server.database.changes import Change
from sobremesa.server.database.schema import entries
from sobremesa.server.features.plans.models import STANDS, Plan
from sobremesa.server.features.plans.schema import plans
from sobremesa.server.sessions.store import whose

_fields = Plan.__struct_fields__
_add = insert(plans).values({name: bindparam(name) for name in _fields})
_replace = delete(plans).where(
    plans.c.table == bindparam("name"), plans.c.seat == bindparam("where"), plans.c.n < bindparam("number")
)
_settle = (
    update(plans)
    .where(plans.c.table == bindparam("name"), plans.c.seat == bindparam("where"), plans.c.n == bindparam("number"))
    .ordered_values(
        (plans.c.n, bindparam("next")),
        (plans.c.done, bindparam("made_so_far")),
        (plans.c.state, bindparam("so")),
        (plans.c.why, bindparam("reason")),
    )
)
_clear = delete(plans).where(plans.c.table == bindparam("name"))
_wanted = whose(plans, "person", Plan)
_crossing = (
    select(entries.c.n)
    .where(
        entries.c.table == plans.c.table,
        entries.c.n >= plans.c.entries,
        or_(
            entries.c.kind == "undo",
            and_(entries.c.seat == plans.c.seat, entries.c.kind.in_(["bot", "back", "resign", "out"])),
        ),
    )
    .correlate(plans)
    .exists()
)
"""Whether something was taken back, or the seat was left to a bot, since a plan was made."""
_last = (
    select(func.coalesce(func.max(entries.c.n), -1))
    .where(entries.c.table == plans.c.table)
    .correlate(plans)
    .scalar_subquery()
)
"""The number of the last entry of a plan's table."""


def planning(plan: Plan) -> Change:
    """A plan, instead of what it was before."""
    row = msgspec.to_builtins(plan)
    row |= {name: json.dumps(row[name]) for name in ("branches", "done")}
    return [(_replace, [(plan.table, plan.seat, plan.n)]), (_add, [tuple(row[name] for name in _fields)])]


def settling(plan: Plan) -> Change:
    """A plan that has come to its end, unless it has been changed since, or is gone."""
    done = json.dumps(msgspec.to_builtins(plan.done))
    return [(_settle, [(plan.n, done, plan.state, plan.why, plan.table, plan.seat, plan.n - 1)])]


def forgetting(table: str) -> Change:
    """All that was planned at a table, which is over."""
    return [(_clear, [(table,)])]


class Orders:
    """The plans of a house."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def plan(self, table: str, seat: int) -> Plan | None:
        found = self._all(_wanted.where(plans.c.table == table, plans.c.seat == seat).order_by(plans.c.n.desc()))
        return found[0] if found else None

    def standing(self, table: str) -> list[tuple[Plan, bool, int]]:
        """Return the plans of a table that are to be carried out; whether something has crossed each; and how many
        entries the table had at that moment."""
        wanted = _wanted.add_columns(_crossing, _last).where(plans.c.table == table, plans.c.state == STANDS)
        with self._engine.connect() as connection:
            found = connection.execute(wanted.order_by(plans.c.seat)).all()
        return [(_plan(plan), bool(crossed), last + 1) for *plan, crossed, last in found]

    def tables(self) -> list[str]:
        """Where something is planned."""
        wanted = select(plans.c.table).where(plans.c.state == STANDS)
        with self._engine.connect() as connection:
            return list(connection.execute(wanted.distinct()).scalars())

    def of(self, selves: Collection[str]) -> list[Plan]:
        """All that somebody has planned, by the names they had."""
        return self._all(_wanted.where(plans.c.person.in_(selves)).order_by(plans.c.made))

    def _all(self, wanted: Any) -> list[Plan]:
        with self._engine.connect() as connection:
            return [_plan(row) for row in connection.execute(wanted)]


def _plan(row: Any) -> Plan:
    return msgspec.convert(dict(zip(_fields, row, strict=True)), Plan)
