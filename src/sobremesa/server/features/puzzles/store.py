"""What the house keeps of puzzles: who has tried them, what is believed of both, and which boards were filled.

Whoever tries a puzzle must know whether that was the first time: each try is a transaction of its own, by the thread
that asks. People are held before puzzles: nobody waits for one who waits for them.
"""

from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, Engine, Select, Table, delete, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from sobremesa.ratings import Rating
from sobremesa.server.database.schema import guests
from sobremesa.server.database.transactions import writing
from sobremesa.server.features.ladders.rating import combined
from sobremesa.server.features.puzzles.rating import NEW, Belief, after
from sobremesa.server.features.puzzles.schema import fills, puzzles, solvers, tries


class Try(msgspec.Struct, frozen=True):
    """Somebody's first try at a puzzle, the only one that counts."""

    person: str
    puzzle: str
    kind: str
    made: float
    state: str
    gain: float = 0.0
    """By which the rating changed."""


class Fill(msgspec.Struct, frozen=True):
    """The best that somebody made of a board."""

    person: str
    puzzle: str
    points: int
    table: str
    made: float


class Counted(msgspec.Struct, frozen=True):
    """What a try has changed."""

    before: Belief
    after: Belief


_tries = select(*(tries.c[name] for name in Try.__struct_fields__))
_fills = select(*(fills.c[name] for name in Fill.__struct_fields__))


class Puzzles:
    """The tries of all people, on disk."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def hint(self, begun: Try) -> None:
        """Somebody was given a hint; that changes nothing where their first try is decided."""
        with writing(self._engine) as connection:
            _hold(connection, begun.person)
            if _try(connection, begun.person, begun.puzzle) is None:
                connection.execute(insert(tries).values(msgspec.structs.asdict(begun)))

    def count(self, ended: Try, mined: Belief) -> Counted | None:
        """A try is decided; nothing where another one was before it, which is mended if this one solves the puzzle."""
        with writing(self._engine) as connection:
            _hold(connection, ended.person)
            before = _try(connection, ended.person, ended.puzzle)
            if before and before.state != "hinted":
                if (before.state, ended.state) == ("failed", "solved"):
                    mended = update(tries).where(*_of(tries, person=ended.person, puzzle=ended.puzzle))
                    connection.execute(mended.values(state="mended"))
                return None
            state = "helped" if before and ended.state == "solved" else ended.state
            me = _believed(connection, solvers, person=ended.person, kind=ended.kind) or NEW
            _begin(connection, ended.puzzle, ended.kind, mined)
            it = _believed(connection, puzzles, id=ended.puzzle) or mined
            found, puzzle = after(me, it, state)
            _believe(connection, solvers, found, person=ended.person, kind=ended.kind)
            _believe(connection, puzzles, puzzle, id=ended.puzzle)
            gain = found.rating.mu - me.rating.mu
            row = msgspec.structs.asdict(ended) | {"state": state, "gain": gain}
            connection.execute(delete(tries).where(*_of(tries, person=ended.person, puzzle=ended.puzzle)))
            connection.execute(insert(tries).values(row))
            return Counted(me, found)

    def attempt(self, person: str, puzzle: str) -> Try | None:
        with self._engine.connect() as connection:
            return _try(connection, person, puzzle)

    def tries(self, person: str) -> list[Try]:
        """All of somebody's, the first one first."""
        return [Try(*row) for row in self._rows(_tries.where(tries.c.person == person).order_by(tries.c.made))]

    def solver(self, person: str) -> dict[str, Belief]:
        """What is believed of somebody, by the kind of puzzle."""
        wanted = select(solvers).where(solvers.c.person == person)
        return {row.kind: _belief(row) for row in self._rows(wanted)}

    def believed(self, kind: str) -> dict[str, Belief]:
        """What is believed of the puzzles of a kind that somebody has tried."""
        return {row.id: _belief(row) for row in self._rows(select(puzzles).where(puzzles.c.kind == kind))}

    def fill(self, best: Fill) -> None:
        """Somebody has filled a board; kept if it is better than what they had."""
        with writing(self._engine) as connection:
            _hold(connection, best.person)
            old = connection.execute(_fills.where(*_of(fills, person=best.person, puzzle=best.puzzle))).first()
            if old is None or old.points > best.points:
                _put(connection, best)

    def fills(self, person: str) -> list[Fill]:
        return [Fill(*row) for row in self._rows(_fills.where(fills.c.person == person).order_by(fills.c.made))]

    def _rows(self, wanted: Select[Any]) -> Sequence[Any]:
        with self._engine.connect() as connection:
            return connection.execute(wanted).all()


def carry(connection: Connection, guest: str, person: str) -> None:
    """A guest turns out to be a person: of two tries at a puzzle the earlier is theirs, of two fills the better; what
    is believed of both is believed of the person."""
    _hold(connection, guest, person)
    both = connection.execute(_tries.where(tries.c.person.in_([guest, person])).order_by(tries.c.made)).all()
    first = {row.puzzle: row for row in reversed(both)}
    connection.execute(delete(tries).where(tries.c.person.in_([guest, person])))
    if first:
        connection.execute(insert(tries), [row._asdict() | {"person": person} for row in first.values()])
    for row in connection.execute(select(solvers).where(solvers.c.person == guest)).all():
        theirs, mine = _belief(row), _believed(connection, solvers, person=person, kind=row.kind)
        if mine:
            rating = combined(mine.rating, theirs.rating, NEW.rating)
            theirs = Belief(rating, mine.tried + theirs.tried, mine.solved + theirs.solved)
        _believe(connection, solvers, theirs, person=person, kind=row.kind)
    connection.execute(delete(solvers).where(solvers.c.person == guest))
    found = connection.execute(_fills.where(fills.c.person.in_([guest, person])).order_by(fills.c.points.desc())).all()
    connection.execute(delete(fills).where(fills.c.person.in_([guest, person])))
    for best in {row.puzzle: row for row in found}.values():
        _put(connection, Fill(person, *best[1:]))


def forget(connection: Connection, selves: list[str]) -> None:
    """Somebody deletes everything. What is believed of puzzles stays: it says nothing of anybody."""
    for kept in tries, solvers, fills:
        connection.execute(delete(kept).where(kept.c.person.in_(selves)))


def _hold(connection: Connection, *people: str) -> None:
    wanted = select(guests.c.id).where(guests.c.id.in_(people)).order_by(guests.c.id)
    connection.execute(wanted.with_for_update())


def _of(table: Table, **key: str) -> list[Any]:
    return [table.c[name] == value for name, value in key.items()]


def _try(connection: Connection, person: str, puzzle: str) -> Try | None:
    row = connection.execute(_tries.where(*_of(tries, person=person, puzzle=puzzle))).first()
    return Try(*row) if row else None


def _put(connection: Connection, best: Fill) -> None:
    connection.execute(delete(fills).where(*_of(fills, person=best.person, puzzle=best.puzzle)))
    connection.execute(insert(fills).values(msgspec.structs.asdict(best)))


def _belief(row: Any) -> Belief:
    return Belief(Rating(row.mu, row.sigma), row.tried, row.solved)


def _values(belief: Belief) -> dict[str, float]:
    rating = belief.rating
    return {"mu": rating.mu, "sigma": rating.sigma, "tried": belief.tried, "solved": belief.solved}


def _believed(connection: Connection, table: Table, **key: str) -> Belief | None:
    row = connection.execute(select(table).where(*_of(table, **key)).with_for_update()).first()
    return _belief(row) if row else None


def _believe(connection: Connection, table: Table, belief: Belief, **key: str) -> None:
    if not connection.execute(update(table).where(*_of(table, **key)).values(_values(belief))).rowcount:
        connection.execute(insert(table).values(key | _values(belief)))


def _begin(connection: Connection, puzzle: str, kind: str, mined: Belief) -> None:
    """That there is a row to hold, whoever comes first."""
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    row = {"id": puzzle, "kind": kind} | _values(mined)
    connection.execute(dialect.insert(puzzles).values(row).on_conflict_do_nothing())
