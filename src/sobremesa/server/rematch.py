"""The same people and bots at a new table, each a seat further on."""

from collections.abc import Callable, Iterator

import msgspec

from sobremesa.server.entry import Entry
from sobremesa.server.table import Table, new_facts


class Rematch(msgspec.Struct, frozen=True):
    """Where it is played again, and which seats are kept for whom."""

    table: str
    seats: dict[str, list[int]]

    def told_to(self, who: str) -> dict[str, object]:
        return {"table": self.table, "seats": self.seats.get(who, [])}


def lay(old: Table) -> tuple[Table, Rematch, Iterator[Callable[[], Entry | None]]]:
    """A new table like one whose match is over, whose seats are kept for whom, and what has to happen there first.

    Who played in the second seat plays in the first. Bots are seated; people sit down themselves, with new words for
    the new match's chance. Where a bot played for somebody at the end it does so again.
    """
    facts = old.facts
    new = Table(new_facts(facts.game, facts.seats, facts.options, facts.public, facts.owner), old.now)
    people: dict[str, list[int]] = {}
    for seat, place in enumerate(old.places[1:] + old.places[:1]):
        if not place.bot:
            people.setdefault(place.who, []).append(seat)
    return new, Rematch(new.facts.id, people), _first(old, new)


def _first(old: Table, new: Table) -> Iterator[Callable[[], Entry | None]]:
    owner = new.facts.owner
    yield lambda: new.set_manner(owner, old.manner)
    for seat, place in enumerate(old.places[1:] + old.places[:1]):
        if place.bot:
            yield lambda seat=seat, place=place: new.seat_bot(owner, seat, place.bot)  # type: ignore[misc]
        else:
            yield lambda seat=seat, place=place: new.keep(seat, place.who, place.name)  # type: ignore[misc]
