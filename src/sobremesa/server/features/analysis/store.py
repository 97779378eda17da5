"""Matches looked at again, on disk. A row is whose name it bears: of two who want to begin one, the first does it.

Whether somebody is still at it goes by the clock of the database, which is the same for all workers of a house.
"""

import time
from collections.abc import Sequence
from typing import Any, Literal

import msgspec
from sqlalchemy import Engine, Float, and_, cast, func, insert, literal, select, update
from sqlalchemy.exc import IntegrityError

from sobremesa.analysis import Row
from sobremesa.server.features.analysis.schema import analyses

State = Literal["waiting", "going", "done", "stopped"]
GOING: Sequence[State] = ("waiting", "going")
Key = tuple[str, str, int]
"""Of which table, by which bot, by which version of the rules."""


class Analysis(msgspec.Struct):
    """A match that is looked at again, as far as that has come."""

    table: str
    bot: str
    rules: int
    by: str
    """Who does it."""
    state: State
    place: int
    """How many are before it."""
    moves: int
    """How many the match has."""
    rows: list[Row]
    beat: float = 0.0
    """When they last said that they are at it."""
    age: float = 0.0
    """How many seconds ago that was."""

    @property
    def key(self) -> Key:
        return self.table, self.bot, self.rules


_fields = [name for name in Analysis.__struct_fields__ if name != "age"]


class Analyses:
    """All of a house."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def get(self, key: Key) -> Analysis | None:
        wanted = select(*(analyses.c[name] for name in _fields), self._age()).where(_is(key))
        with self._engine.connect() as connection:
            row = connection.execute(wanted).first()
        return msgspec.convert(dict(zip([*_fields, "age"], row, strict=True)), Analysis) if row else None

    def claim(self, new: Analysis, old: Analysis | None) -> bool:
        """Begin one, or take over what nobody does any more; whether nobody else was first."""
        try:
            with self._engine.begin() as connection:
                if old is None:
                    connection.execute(insert(analyses).values(self._data(new)))
                    return True
                same = and_(analyses.c.by == old.by, analyses.c.beat == old.beat, analyses.c.state == old.state)
                wanted = update(analyses).where(_is(new.key), same).values(self._data(new))
                return int(connection.execute(wanted).rowcount) == 1
        except IntegrityError:
            return False

    def keep(self, analysis: Analysis, rows: bool = True) -> bool:
        """How far it has come, or only that somebody is at it; whether it is still to be done, and by the same."""
        data = self._data(analysis)
        if not rows:
            del data["rows"]
        return self._put(analysis, data)

    def leave(self, analysis: Analysis) -> None:
        """For whoever will go on with it: nobody is at it any more."""
        self._put(analysis, self._data(analysis) | {"state": "waiting", "beat": 0.0})

    def stop(self, key: Key) -> None:
        wanted = update(analyses).where(_is(key), analyses.c.state.in_(GOING))
        with self._engine.begin() as connection:
            connection.execute(wanted.values(state="stopped"))

    def add(self, analysis: Analysis) -> None:
        """What had been looked at when somebody stopped it elsewhere: that stays, unless others have taken it up."""
        stopped = and_(analyses.c.by == analysis.by, analyses.c.state == "stopped")
        wanted = update(analyses).where(_is(analysis.key), stopped).values(rows=msgspec.to_builtins(analysis.rows))
        with self._engine.begin() as connection:
            connection.execute(wanted)

    def left(self, seconds: float, most: int) -> list[Key]:
        """Those that nobody has been at for so long, the first of them first."""
        wanted = select(analyses.c.table, analyses.c.bot, analyses.c.rules).where(
            analyses.c.state.in_(GOING), self._age() > seconds
        )
        with self._engine.connect() as connection:
            return [tuple(row) for row in connection.execute(wanted.order_by(analyses.c.beat).limit(most))]

    def _put(self, analysis: Analysis, data: dict[str, Any]) -> bool:
        mine = and_(analyses.c.by == analysis.by, analyses.c.state.in_(GOING))
        with self._engine.begin() as connection:
            return int(connection.execute(update(analyses).where(_is(analysis.key), mine).values(data)).rowcount) == 1

    def _data(self, analysis: Analysis) -> dict[str, Any]:
        found: dict[str, Any] = msgspec.to_builtins(analysis)
        del found["age"]
        return found | {"beat": self._now()}

    def _age(self) -> Any:
        return self._now() - analyses.c.beat

    def _now(self) -> Any:
        if self._engine.dialect.name == "postgresql":
            return cast(func.extract("epoch", func.clock_timestamp()), Float)
        return literal(time.time(), Float)  # a file has one house, and so one clock


def _is(key: Key) -> Any:
    table, bot, rules = key
    return and_(analyses.c.table == table, analyses.c.bot == bot, analyses.c.rules == rules)
