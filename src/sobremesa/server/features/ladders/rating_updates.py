"""How ratings are written: each of these is part of a transaction that somebody else has begun.

Whoever changes a ladder holds its row until all is written, so one step follows the other, and what follows from them
can be computed again. People are held before ladders, and ladders in the order of their names: nobody waits for one
who waits for them.
"""

import secrets
import time
from collections.abc import Collection, Sequence
from typing import Any

from msgspec.structs import replace
from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from sobremesa.ratings import FIRST, Rating
from sobremesa.server.database.schema import accounts, guests, sessions
from sobremesa.server.features.ladders.rating import after, combined, height
from sobremesa.server.features.ladders.schema import climbers, ladders, standings, steps
from sobremesa.server.tables.outcome import SPARED, Outcome
from sobremesa.server.tables.rated import is_person

JOINED, NO_MATCH = "joined", -2
"""The lot, and the seat, of one who turned out to be another."""
FORGOTTEN = "gone:"
"""Before the word that stands for one who has deleted everything."""
Standing = tuple[Rating, int]
"""A rating, and how many matches it comes from."""


def climb(connection: Connection, outcome: Outcome) -> None:
    """What a match changes on its ladder."""
    known = _people(connection, [part.who for part in outcome.parts if is_person(part.who)])
    parts = [replace(part, who=known.get(part.who, part.who)) for part in outcome.parts]
    n = _hold(connection, outcome.ladder, matches=1)
    before = standing(connection, outcome.ladder, {part.who for part in parts})
    found = after(parts, {who: rating for who, (rating, _) in before.items()})
    rows = []
    for part in parts:
        old = before.get(part.who, (FIRST, 0))[0]
        new = old if part.lot == SPARED else found[part.who]
        row = {"seat": part.seat, "who": part.who, "side": part.side, "place": part.place, "lot": part.lot}
        rows.append(row | {"table": outcome.table, "at": outcome.at} | _change(old, new))
    connection.execute(insert(steps), [{"ladder": outcome.ladder, "n": n} | row for row in rows])
    known_still = [who for who in found if not who.startswith(FORGOTTEN)]
    for who in known_still:
        stand(connection, outcome.ladder, who, (found[who], before.get(who, (FIRST, 0))[1] + 1))
    _name(connection, [who for who in known_still if is_person(who)])


def join(connection: Connection, guest: str, person: str) -> None:
    """A guest has turned out to be a person: what is believed of both is believed of the person."""
    theirs = connection.execute(select(standings.c.ladder).where(standings.c.who == guest)).scalars().all()
    for ladder in sorted(theirs):
        n = _hold(connection, ladder)
        found = standing(connection, ladder, [guest, person])
        (mine, matches), (old, more) = found[guest], found.get(person, (FIRST, 0))
        new = combined(old, mine)
        row = {"ladder": ladder, "n": n, "seat": NO_MATCH, "who": person, "side": 0, "place": 0, "lot": JOINED}
        row |= {"other": guest, "table": "", "at": time.time()} | _change(old, new)
        connection.execute(insert(steps).values(row))
        connection.execute(delete(standings).where(standings.c.ladder == ladder, standings.c.who == guest))
        stand(connection, ladder, person, (new, matches + more))
    connection.execute(delete(climbers).where(climbers.c.person == guest))
    if theirs:
        _name(connection, [person])


def forget(connection: Connection, selves: Sequence[str]) -> None:
    """Somebody has deleted everything. What others got from matches with them stays, with a word that nobody has."""
    connection.execute(select(guests.c.id).where(guests.c.id.in_(selves)).order_by(guests.c.id).with_for_update())
    connection.execute(delete(standings).where(standings.c.who.in_(selves)))
    connection.execute(delete(climbers).where(climbers.c.person.in_(selves)))
    for self in selves:
        word = _forgotten()
        connection.execute(update(steps).where(steps.c.who == self).values(who=word))
        connection.execute(update(steps).where(steps.c.other == self).values(other=word))


def standing(connection: Connection, ladder: str, who: Collection[str]) -> dict[str, Standing]:
    """Where these stand, as far as they do."""
    wanted = select(standings).where(standings.c.ladder == ladder, standings.c.who.in_(who))
    return {row.who: (Rating(row.mu, row.sigma), row.matches) for row in connection.execute(wanted)}


def stand(connection: Connection, ladder: str, who: str, found: Standing) -> None:
    here = standings.c.ladder == ladder, standings.c.who == who
    row = values_of(found)
    if not connection.execute(update(standings).where(*here).values(row)).rowcount:
        connection.execute(insert(standings).values(ladder=ladder, who=who, **row))


def values_of(found: Standing) -> dict[str, Any]:
    rating, matches = found
    return {"mu": rating.mu, "sigma": rating.sigma, "height": height(rating), "matches": matches}


def _change(old: Rating, new: Rating) -> dict[str, float]:
    return {"mu_before": old.mu, "sigma_before": old.sigma, "mu": new.mu, "sigma": new.sigma}


def _hold(connection: Connection, ladder: str, matches: int = 0) -> int:
    """The number of a new step; nobody else adds one before this is written."""
    kind = postgresql if connection.dialect.name == "postgresql" else sqlite
    new = kind.insert(ladders).values(name=ladder, steps=0, matches=0)
    connection.execute(new.on_conflict_do_nothing())
    here = ladders.c.name == ladder
    more = {"steps": ladders.c.steps + 1, "matches": ladders.c.matches + matches}
    connection.execute(update(ladders).where(here).values(more))
    return int(connection.execute(select(ladders.c.steps).where(here)).scalar_one())


def _people(connection: Connection, who: Sequence[str]) -> dict[str, str]:
    """Who guests have turned out to be by now, held so until all is written; a new word for each who has gone."""
    wanted = select(guests.c.id, guests.c.person).where(guests.c.id.in_(who)).order_by(guests.c.id)
    found = {row.id: row.person or row.id for row in connection.execute(wanted.with_for_update(read=True))}
    here = [*found.values()]
    alive = {*connection.execute(select(sessions.c.person).where(sessions.c.person.in_(here))).scalars()}
    alive |= {*connection.execute(select(accounts.c.person).where(accounts.c.person.in_(here))).scalars()}
    return {each: found[each] if found.get(each) in alive else _forgotten() for each in who}


def _name(connection: Connection, people: Collection[str]) -> None:
    """A handle for each who has none."""
    known = {*connection.execute(select(climbers.c.person).where(climbers.c.person.in_(people))).scalars()}
    rows = [{"person": person, "handle": secrets.token_urlsafe(9)} for person in sorted({*people} - known)]
    if rows:
        kind = postgresql if connection.dialect.name == "postgresql" else sqlite
        connection.execute(kind.insert(climbers).on_conflict_do_nothing(), rows)


def _forgotten() -> str:
    return f"{FORGOTTEN}{secrets.token_urlsafe(9)}"
