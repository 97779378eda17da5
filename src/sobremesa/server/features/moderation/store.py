"""What the house keeps of how people treat each other: whom they mute, what they report, and what moderators did.

Each of these is a transaction of its own, by the thread that asks: of two moderators who act on one report, one is
told that it is dealt with.
"""

import contextlib
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import asdict
from sqlalchemy import Connection, Engine, Select, delete, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from sobremesa.mistakes import Mistake
from sobremesa.server.database.schema import accounts, entries, guests
from sobremesa.server.features.daily.schema import actions, moderators, mutes, reports
from sobremesa.server.features.moderation.models import LASTING, TOLD, Action, Mute, Report
from sobremesa.server.sessions.models import GONE

_reports = select(*(reports.c[name] for name in Report.__struct_fields__))
_actions = select(*(actions.c[name] for name in Action.__struct_fields__))


class Conduct:
    """How people treat each other, on disk."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    # Whom somebody does not want to hear.

    def mutes(self, listener: str) -> list[Mute]:
        """Those muted last first."""
        wanted = select(mutes.c.who, mutes.c.name, mutes.c.made).where(mutes.c.listener == listener)
        return [Mute(*row) for row in self._rows(wanted.order_by(mutes.c.made.desc()))]

    def muted_by(self, listener: str) -> frozenset[str]:
        return frozenset(each.who for each in self.mutes(listener))

    def mute(self, listener: str, people: Mapping[str, str], so: bool, now: float) -> frozenset[str]:
        """Hear no more of people, by what they are called, or hear them again; all whom somebody does not hear then."""
        with self._engine.connect() as connection:
            found = _persons(connection, people)
        if not so:
            with self._engine.begin() as connection:
                connection.execute(delete(mutes).where(mutes.c.listener == listener, mutes.c.who.in_(found)))
        for who, name in found.items() if so else ():
            with contextlib.suppress(IntegrityError), self._engine.begin() as connection:  # or they are muted already
                connection.execute(insert(mutes).values(listener=listener, who=who, name=name, made=now))
        return self.muted_by(listener)

    def at_tables(self, who: str) -> tuple[frozenset[str], frozenset[str]]:
        """Whom somebody does not hear wherever they come, and the names that they may not have."""
        return self.muted_by(who), self.replaced_names(who)

    def voice(self, who: str, now: float) -> tuple[Action | None, list[str]]:
        """Why somebody may not talk, if they may not, and who does not want to hear them."""
        wanted = select(mutes.c.listener).where(mutes.c.who == who)
        return self.held(who, "silence", now), [row.listener for row in self._rows(wanted)]

    # Reports.

    def report(self, report: Report) -> None:
        with self._engine.begin() as connection:
            [about] = _persons(connection, {report.about: ""})
            connection.execute(insert(reports).values(asdict(report) | {"about": about}))

    def reported(self, name: str) -> Report | None:
        found = self._rows(_reports.where(reports.c.id == name))
        return Report(*found[0]) if found else None

    def open_reports(self, count: int) -> list[Report]:
        """Those that nobody has dealt with, the newest first."""
        wanted = _reports.where(reports.c.closed.is_(None)).order_by(reports.c.made.desc()).limit(count)
        return [Report(*row) for row in self._rows(wanted)]

    def reports_about(self, person: str) -> list[Report]:
        return [Report(*row) for row in self._rows(_reports.where(reports.c.about == person).order_by(reports.c.made))]

    def reports_by(self, person: str) -> list[Report]:
        wanted = _reports.where(reports.c.reporter == person).order_by(reports.c.made)
        return [Report(*row) for row in self._rows(wanted)]

    def names(self, people: Sequence[str]) -> dict[str, str]:
        """What people are called now."""
        return {
            row.id: row.name for row in self._rows(select(guests.c.id, guests.c.name).where(guests.c.id.in_(people)))
        }

    # What moderators do.

    def moderates(self, person: str) -> bool:
        return bool(self._rows(select(moderators.c.person).where(moderators.c.person == person)))

    def appoint(self, login: str, so: bool, now: float) -> None:
        """Somebody with an account becomes a moderator, or is none any more."""
        with self._engine.begin() as connection:
            row = connection.execute(select(accounts.c.person).where(accounts.c.login == login)).first()
            if row is None:
                raise Mistake(f"Nobody signs in as {login}.")
            connection.execute(delete(moderators).where(moderators.c.person == row.person))
            if so:
                connection.execute(insert(moderators).values(person=row.person, made=now))

    def act(self, action: Action, name: str = "") -> None:
        """Deal with a report, once; where it is about a name, that name stands nowhere any more."""
        with self._engine.begin() as connection:
            if connection.execute(select(moderators).where(moderators.c.person == action.person)).first():
                raise Mistake("Moderators do not act on moderators: tell whoever keeps the house.")
            open_ = reports.c.id == action.report, reports.c.closed.is_(None)
            if not connection.execute(update(reports).where(*open_).values(closed=action.made)).rowcount:
                raise Mistake("Somebody has dealt with this report already.")
            connection.execute(insert(actions).values(asdict(action)))
            if name and action.person:
                _rename(connection, action.person, action.name, name)

    def lift(self, name: str, lifting: Action) -> Action:
        """Something that holds does so no more; what it was."""
        with self._engine.begin() as connection:
            holding = actions.c.id == name, actions.c.lifted.is_(None), actions.c.kind.in_(LASTING)
            row = connection.execute(_actions.where(*holding)).first()
            if (
                row is None
                or not connection.execute(update(actions).where(*holding).values(lifted=lifting.made)).rowcount
            ):
                raise Mistake("That does not hold any more.")
            lifted = Action(*row)
            of_whom = {"person": lifted.person, "name": lifted.name, "reason": lifted.reason}
            connection.execute(insert(actions).values(asdict(lifting) | of_whom))
            return lifted

    def held(self, person: str, kind: str, now: float) -> Action | None:
        """What holds of somebody; of several, what does so longest."""
        wanted = _actions.where(actions.c.person == person, actions.c.kind == kind, *_lasting(now))
        found = [Action(*row) for row in self._rows(wanted)]
        return max(found, key=lambda each: each.until or float("inf"), default=None)

    def holding(self, now: float) -> list[Action]:
        """All that holds of anybody, the newest first."""
        wanted = _actions.where(actions.c.kind.in_(LASTING), actions.c.person.is_not(None), *_lasting(now))
        return [Action(*row) for row in self._rows(wanted.order_by(actions.c.made.desc()))]

    def last_actions(self, count: int) -> list[Action]:
        return [Action(*row) for row in self._rows(_actions.order_by(actions.c.made.desc()).limit(count))]

    def actions_about(self, person: str) -> list[Action]:
        wanted = _actions.where(actions.c.person == person).order_by(actions.c.made)
        return [Action(*row) for row in self._rows(wanted)]

    def notices(self, person: str) -> list[Action]:
        """What somebody has not been told yet."""
        untold = actions.c.person == person, actions.c.kind.in_(TOLD), actions.c.told.is_(None)
        return [Action(*row) for row in self._rows(_actions.where(*untold).order_by(actions.c.made))]

    def tell(self, person: str, name: str, now: float) -> None:
        """Somebody has read what they were told."""
        with self._engine.begin() as connection:
            theirs = actions.c.id == name, actions.c.person == person
            connection.execute(update(actions).where(*theirs).values(told=now))

    def replaced_names(self, person: str) -> frozenset[str]:
        """Names that somebody may not have any more, as they are compared."""
        wanted = select(actions.c.name).where(actions.c.person == person, actions.c.kind == "rename")
        return frozenset(row.name.casefold() for row in self._rows(wanted.where(actions.c.lifted.is_(None))))

    def _rows(self, wanted: Select[Any]) -> Sequence[Any]:
        with self._engine.connect() as connection:
            return connection.execute(wanted).all()


def _lasting(now: float) -> tuple[Any, ...]:
    return actions.c.lifted.is_(None), or_(actions.c.until.is_(None), actions.c.until > now)


def _persons(connection: Connection, people: Mapping[str, str]) -> dict[str, str]:
    """The same people as who they turned out to be by signing in."""
    wanted = select(guests.c.id, func.coalesce(guests.c.person, guests.c.id)).where(guests.c.id.in_(people))
    found = {row[0]: row[1] for row in connection.execute(wanted)}
    return {found[who]: name for who, name in people.items() if who in found}


def _rename(connection: Connection, person: str, old: str, new: str) -> None:
    """Another name, also where they sit and sat by the old one."""
    connection.execute(update(guests).where(guests.c.id == person).values(name=new))
    selves = select(guests.c.id).where(or_(guests.c.id == person, guests.c.person == person))
    came = entries.c.kind.in_(["sit", "keep"])
    wanted = select(entries.c.table, entries.c.n, entries.c.kind, entries.c.text)
    for row in connection.execute(wanted.where(came, entries.c.who.in_(selves))).all():
        words, _, name = row.text.partition(" ") if row.kind == "sit" else ("", "", row.text)
        if name.casefold() == old.casefold():
            here = entries.c.table == row.table, entries.c.n == row.n
            connection.execute(update(entries).where(*here).values(text=f"{words} {new}".strip()))


def carry(connection: Connection, guest: str, person: str) -> None:
    """A guest turns out to be a person: what they reported and what was done about them is the person's."""
    for one, other in (mutes.c.listener, mutes.c.who), (mutes.c.who, mutes.c.listener):
        known = select(other).where(one == person)
        connection.execute(delete(mutes).where(one == guest, or_(other.in_(known.scalar_subquery()), other == person)))
        connection.execute(update(mutes).where(one == guest).values({one.name: person}))
    for column in reports.c.reporter, reports.c.about, actions.c.person, actions.c.moderator:
        connection.execute(update(column.table).where(column == guest).values({column.name: person}))


def forget(connection: Connection, selves: list[str]) -> None:
    """Somebody deletes everything: what they reported and what was reported of them goes, and what moderators did is
    kept without their name."""
    connection.execute(delete(mutes).where(or_(mutes.c.listener.in_(selves), mutes.c.who.in_(selves))))
    connection.execute(delete(moderators).where(moderators.c.person.in_(selves)))
    gone = or_(reports.c.reporter.in_(selves), reports.c.about.in_(selves))
    of_these = select(reports.c.id).where(gone).scalar_subquery()
    connection.execute(update(actions).where(actions.c.report.in_(of_these)).values(report=None))
    connection.execute(delete(reports).where(gone))
    nameless: tuple[tuple[Any, dict[str, Any]], ...] = (
        (actions.c.person, {"person": None, "name": GONE}),
        (actions.c.moderator, {"moderator": None, "moderator_name": GONE}),
    )
    for column, values in nameless:
        connection.execute(update(actions).where(column.in_(selves)).values(values))
    for row in connection.execute(select(reports.c.id, reports.c.lines)).all():
        lines = [[who, seat, GONE if who in selves else name, *rest] for who, seat, name, *rest in row.lines]
        if lines != row.lines:
            connection.execute(update(reports).where(reports.c.id == row.id).values(lines=lines))
