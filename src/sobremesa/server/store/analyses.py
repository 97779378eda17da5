"""Matches looked at again, on disk. A row is whose name it bears: of two who want to begin one, the first does it."""

from collections.abc import Sequence
from typing import Any, Literal

import msgspec
from sqlalchemy import Engine, and_, insert, select, update
from sqlalchemy.exc import IntegrityError

from sobremesa.analysis import Row
from sobremesa.server.store.schema.analyses import analyses

State = Literal["waiting", "going", "done", "stopped"]
GOING: Sequence[State] = ("waiting", "going")


class Analysis(msgspec.Struct):
    """A match that is looked at again, as far as that has come."""

    table: str
    bot: str
    rules: int
    by: str
    """Who does it."""
    beat: float
    """When they last said that they are at it."""
    state: State
    place: int
    """How many are before it."""
    moves: int
    """How many the match has."""
    rows: list[Row]


_fields = Analysis.__struct_fields__
_wanted = select(*(analyses.c[name] for name in _fields))


class Analyses:
    """All of a house."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def get(self, table: str, bot: str, rules: int) -> Analysis | None:
        with self._engine.connect() as connection:
            row = connection.execute(_wanted.where(_key(table, bot, rules))).first()
        return msgspec.convert(dict(zip(_fields, row, strict=True)), Analysis) if row else None

    def claim(self, new: Analysis, old: Analysis | None) -> bool:
        """Begin one, or take over what nobody does any more; whether nobody else was first."""
        try:
            with self._engine.begin() as connection:
                if old is None:
                    connection.execute(insert(analyses).values(_data(new)))
                    return True
                same = and_(analyses.c.by == old.by, analyses.c.beat == old.beat, analyses.c.state == old.state)
                return self._put(connection, new, same)
        except IntegrityError:
            return False

    def keep(self, analysis: Analysis) -> bool:
        """How far it has come; whether it is still to be done, and by the same."""
        going = and_(analyses.c.by == analysis.by, analyses.c.state.in_(GOING))
        with self._engine.begin() as connection:
            return self._put(connection, analysis, going)

    def stop(self, table: str, bot: str, rules: int) -> None:
        wanted = update(analyses).where(_key(table, bot, rules), analyses.c.state.in_(GOING))
        with self._engine.begin() as connection:
            connection.execute(wanted.values(state="stopped"))

    def _put(self, connection: Any, analysis: Analysis, only: Any) -> bool:
        wanted = update(analyses).where(_key(analysis.table, analysis.bot, analysis.rules), only)
        return int(connection.execute(wanted.values(_data(analysis))).rowcount) == 1


def _key(table: str, bot: str, rules: int) -> Any:
    return and_(analyses.c.table == table, analyses.c.bot == bot, analyses.c.rules == rules)


def _data(analysis: Analysis) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.to_builtins(analysis)
    return found
