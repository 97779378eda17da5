"""The same people and bots at a new table, each a seat further on."""

from sobremesa.server.features.daily import service as daily_service
from sobremesa.server.protocol import messages
from sobremesa.server.tables.seating import Place, Wish
from sobremesa.server.tables.table import Table, new_facts


def lay(old: Table) -> tuple[Table, list[Wish]]:
    """A new table like one whose match is over, and what has to happen there first.

    Who played in the second seat plays in the first. Bots are seated; people sit down themselves, with new words for
    the new match's chance. Where a bot played for somebody at the end it does so again.
    """
    facts = old.facts
    start = daily_service.practice(facts.start)
    new = Table(new_facts(facts.game, facts.seats, facts.options, facts.public, facts.owner, start), old.now)
    wishes: list[Wish] = [lambda: new.set_manner(facts.owner, old.manner)]
    for seat, place in enumerate(_further_on(old)):
        wishes.append(_seated(new, seat, place))
    return new, wishes


def told_to(old: Table, who: str) -> messages.Again:
    """Where it is played again, and the seats that are kept there for somebody."""
    seats = [seat for seat, place in enumerate(_further_on(old)) if who and place.who == who and not place.bot]
    return messages.Again(old.again, seats)


def _further_on(old: Table) -> list[Place]:
    """From a position of another match everybody plays the same side again."""
    return old.places if old.facts.start else old.places[1:] + old.places[:1]


def _seated(new: Table, seat: int, place: Place) -> Wish:
    if place.bot:
        return lambda: new.seat_bot(new.facts.owner, seat, place.bot)
    return lambda: new.keep(seat, place.who, place.name)
