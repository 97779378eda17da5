"""All ratings once more, from the results as they are kept."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from sqlalchemy import Connection, Engine, bindparam, delete, insert, select, update

from sobremesa.ratings import FIRST, Rating
from sobremesa.server.database.transactions import writing
from sobremesa.server.features.ladders.rating import after, combined
from sobremesa.server.features.ladders.rating_updates import FORGOTTEN, JOINED, Standing, values_of
from sobremesa.server.features.ladders.schema import ladders, standings, steps
from sobremesa.server.tables.outcome import SPARED, Part

AT_ONCE = 1000
"""Steps that are read together."""
NUMBERS = "mu_before", "sigma_before", "mu", "sigma"


@dataclass
class Recounted:
    ladders: int = 0
    matches: int = 0
    changed: int = 0
    """Numbers that are others now."""


def recount(engine: Engine, tell: Callable[[float, str], None]) -> Recounted:
    """Every ladder from its first step on, one transaction each. Nobody else may have the house open."""
    found = Recounted()
    with engine.connect() as connection:
        known = connection.execute(select(ladders).order_by(ladders.c.name)).all()
    whole, done = sum(row.steps for row in known), 0
    for row in known:
        with writing(engine) as connection:
            now: dict[str, Standing] = {}
            for lines in _steps(connection, row.name, row.steps):
                found.changed += _take(connection, lines, now)
                done += 1
                tell(done / whole, f"{row.name}, {done:,} of {whole:,} steps")
            found.changed += _stand(connection, row.name, now)
        found.ladders += 1
        found.matches += row.matches
    return found


def _steps(connection: Connection, ladder: str, count: int) -> Iterator[list[Any]]:
    """The lines of each step."""
    wanted = select(steps).where(steps.c.ladder == ladder).order_by(steps.c.n, steps.c.seat)
    for first in range(0, count, AT_ONCE):
        some = wanted.where(steps.c.n > first, steps.c.n <= first + AT_ONCE)
        for _, lines in groupby(connection.execute(some).all(), key=lambda line: line.n):
            yield list(lines)


def _take(connection: Connection, lines: list[Any], now: dict[str, Standing]) -> int:
    """A step happens again; how many of its numbers are others."""
    before = {line.who: now.get(line.who, (FIRST, 0)) for line in lines}
    if lines[0].lot == JOINED:
        (line,) = lines
        guest, more = now.pop(line.other)
        old, matches = before[line.who]
        now[line.who] = combined(old, guest), matches + more
    else:
        # par comes after the seats, as in the first place: sums follow the order of those who are added
        ordered = sorted(lines, key=lambda line: (line.side, line.seat))
        parts = [Part(line.seat, line.who, line.side, line.place, line.lot) for line in ordered]
        for who, rating in after(parts, {who: rating for who, (rating, _) in before.items()}).items():
            now[who] = rating, before[who][1] + 1
    changed = []
    for line in lines:
        old = before[line.who][0]
        new = old if line.lot == SPARED else now[line.who][0]
        numbers = old.mu, old.sigma, new.mu, new.sigma
        if numbers != tuple(getattr(line, name) for name in NUMBERS):
            where = {"on": line.ladder, "step": line.n, "at_seat": line.seat}
            changed.append(where | dict(zip(NUMBERS, numbers, strict=True)))
    if changed:
        here = steps.c.ladder == bindparam("on"), steps.c.n == bindparam("step"), steps.c.seat == bindparam("at_seat")
        connection.execute(update(steps).where(*here), changed)
    return len(changed)


def _stand(connection: Connection, ladder: str, now: dict[str, Standing]) -> int:
    """Where everybody stands after the last step; how many stand elsewhere than before."""
    kept = {who: found for who, found in now.items() if not who.startswith(FORGOTTEN)}
    wanted = select(standings).where(standings.c.ladder == ladder)
    before = {row.who: (Rating(row.mu, row.sigma), row.matches) for row in connection.execute(wanted)}
    connection.execute(delete(standings).where(standings.c.ladder == ladder))
    rows = [{"ladder": ladder, "who": who} | values_of(found) for who, found in kept.items()]
    if rows:
        connection.execute(insert(standings), rows)
    return sum(before.get(who) != kept.get(who) for who in before.keys() | kept.keys())
