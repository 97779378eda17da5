"""The ladders of a house, on disk: who stands where, and how they came there."""

from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import Engine, Select, delete, func, or_, select, update
from sqlalchemy.exc import OperationalError

from sobremesa.ratings import Rating
from sobremesa.server.database.schema import accounts, entries, guests, tables
from sobremesa.server.database.transactions import writing
from sobremesa.server.features.ladders.rating_updates import climb
from sobremesa.server.features.ladders.schema import climbers, ladders, rated, standings, steps
from sobremesa.server.tables.outcome import Outcome
from sobremesa.server.tables.rated import BOT, PAR

PAGE = 50
"""So many of a ladder are told at once."""
LAST = 100
"""So many steps of somebody's way are."""
AGAIN, TRIES = ("40001", "40P01"), 5
"""What PostgreSQL says to one who got in the way of another, and how often that is tried again."""


class Rung(msgspec.Struct, frozen=True):
    """Somebody on a ladder."""

    who: str
    name: str
    handle: str
    rating: Rating
    matches: int


class Step(msgspec.Struct, frozen=True):
    """What one match, or a guest who turned out to be them, changed for somebody."""

    ladder: str
    seat: int
    at: float
    table: str
    place: int
    sides: int
    lot: str
    before: Rating
    after: Rating


class Pending(msgspec.Struct, frozen=True):
    """A match that is to be counted when it is over."""

    table: str
    over: bool
    """Whether that has been written down."""
    entries: int


_listed = or_(accounts.c.person.is_not(None), standings.c.who.startswith(BOT), standings.c.who == PAR)
_with_accounts = standings.outerjoin(accounts, accounts.c.person == standings.c.who)
_with_names = _with_accounts.outerjoin(guests, guests.c.id == standings.c.who).outerjoin(
    climbers, climbers.c.person == standings.c.who
)
_rungs = select(standings, guests.c.name, climbers.c.handle).select_from(_with_names)
_twin = steps.alias("twin")
_sides = (
    select(func.max(_twin.c.side) + 1)
    .where(_twin.c.ladder == steps.c.ladder, _twin.c.n == steps.c.n)
    .correlate(steps)
    .scalar_subquery()
)
_steps = select(steps, _sides.label("sides"))


class Ladders:
    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def rate(self, outcome: Outcome) -> bool:
        """Count a match; not if it has been counted, whoever else tries at the same time."""
        for left in reversed(range(TRIES)):
            try:
                return self._rate(outcome)
            except OperationalError as error:
                if left == 0 or getattr(error.orig, "sqlstate", "") not in AGAIN:
                    raise
        raise AssertionError("unreachable")

    def _rate(self, outcome: Outcome) -> bool:
        with writing(self._engine) as connection:
            mine = update(rated).where(rated.c.table == outcome.table, ~rated.c.done).values(done=True)
            if not connection.execute(mine).rowcount:
                return False
            climb(connection, outcome)
            return True

    def dismiss(self, table: str) -> None:
        """A match that can never be counted."""
        with writing(self._engine) as connection:
            connection.execute(delete(rated).where(rated.c.table == table))

    def pending(self) -> list[Pending]:
        """The matches that have not been counted."""
        last = select(func.max(entries.c.n)).where(entries.c.table == rated.c.table).scalar_subquery()
        wanted = select(rated.c.table, tables.c.over, last).join(tables, tables.c.id == rated.c.table)
        return [Pending(*row) for row in self._all(wanted.where(~rated.c.done))]

    def is_pending(self, table: str) -> bool:
        return bool(self._all(select(rated.c.table).where(rated.c.table == table, ~rated.c.done)))

    def counts(self) -> dict[str, tuple[int, int]]:
        """How many are listed on each ladder, and after how many matches."""
        wanted = select(standings.c.ladder, ladders.c.matches, func.count()).select_from(
            _with_accounts.join(ladders, ladders.c.name == standings.c.ladder)
        )
        found = self._all(wanted.where(_listed).group_by(standings.c.ladder, ladders.c.matches))
        return {ladder: (listed, matches) for ladder, matches, listed in found}

    def page(self, ladder: str, page: int) -> list[Rung]:
        """People with accounts and bots, the highest first; pages are numbered from 0."""
        wanted = _rungs.where(standings.c.ladder == ladder, _listed)
        ordered = wanted.order_by(standings.c.height.desc(), standings.c.who)
        return [_rung(row) for row in self._all(ordered.limit(PAGE).offset(page * PAGE))]

    def rung(self, ladder: str, who: str) -> Rung | None:
        found = self._all(_rungs.where(standings.c.ladder == ladder, standings.c.who == who))
        return _rung(found[0]) if found else None

    def above(self, ladder: str, who: str) -> int:
        """How many of those who are listed stand above somebody."""
        own = select(standings.c.height).where(standings.c.ladder == ladder, standings.c.who == who).scalar_subquery()
        wanted = select(func.count()).select_from(_with_accounts).where(standings.c.ladder == ladder, _listed)
        (found,) = self._all(wanted.where(standings.c.height > own))
        return int(found[0])

    def on(self, who: str) -> list[tuple[str, Rung]]:
        """All ladders that somebody is on, the one with most matches first."""
        found = self._all(_rungs.where(standings.c.who == who).order_by(standings.c.matches.desc(), standings.c.ladder))
        return [(row.ladder, _rung(row)) for row in found]

    def way(self, ladder: str, selves: Sequence[str]) -> list[Step]:
        """The last steps of somebody, and of the guests that they were, the first of them first."""
        wanted = _steps.where(steps.c.ladder == ladder, steps.c.who.in_(selves)).order_by(steps.c.n.desc()).limit(LAST)
        return [_step(row) for row in reversed(self._all(wanted))]

    def ways(self, selves: Sequence[str]) -> list[Step]:
        """All steps of somebody, on whatever ladder."""
        return [_step(row) for row in self._all(_steps.where(steps.c.who.in_(selves)).order_by(steps.c.at, steps.c.n))]

    def changes(self, table: str) -> list[Step]:
        """What a match changed for each of its seats."""
        wanted = _steps.where(steps.c.table == table, steps.c.seat >= 0).order_by(steps.c.seat)
        return [_step(row) for row in self._all(wanted)]

    def person(self, handle: str) -> str | None:
        """The person with an account whom others call by that handle."""
        wanted = select(climbers.c.person).join(accounts, accounts.c.person == climbers.c.person)
        found = self._all(wanted.where(climbers.c.handle == handle))
        return str(found[0][0]) if found else None

    def _all(self, wanted: Select[Any]) -> Sequence[Any]:
        with self._engine.connect() as connection:
            return connection.execute(wanted).all()


def _rung(row: Any) -> Rung:
    return Rung(row.who, row.name or "", row.handle or "", Rating(row.mu, row.sigma), row.matches)


def _step(row: Any) -> Step:
    before, after = Rating(row.mu_before, row.sigma_before), Rating(row.mu, row.sigma)
    return Step(row.ladder, row.seat, row.at, row.table, row.place, row.sides, row.lot, before, after)
