"""A moment of one match as the beginning of another: one person against bots, from what their seat knew."""

import secrets
import time
from collections.abc import Callable

from sobremesa import bots
from sobremesa.mistakes import BadSeats
from sobremesa.play.fork import fork
from sobremesa.play.match import Match
from sobremesa.play.position_text import position_text
from sobremesa.server.tables.seating import Wish, written
from sobremesa.server.tables.table import Table, new_facts


def lay(old: Table, who: str, name: str, seat: int, moves: int | None, bot: str) -> tuple[Table, list[Wish]]:
    """A new table that begins where another was after so many choices, or is now, and what has to happen there first.

    What the seat could not see is dealt anew by the house, and nothing of how it really was comes into it. While the
    match is played one forks from a seat of one's own, if it is not played in earnest; after it from any.
    """
    match = old.begun()
    old.place(seat)
    check(old, who, seat)
    bots.check(bot, old.game)
    position = fork(match, seat, len(match.moves) if moves is None else moves, secrets.randbits(64))
    return begin(Match(old.game, old.seats, roll=False, start=position, **old.options), who, name, seat, bot, old.now)


def begin(
    match: Match, who: str, name: str, seat: int, bot: str, now: Callable[[], float] = time.time
) -> tuple[Table, list[Wish]]:
    """A new table that begins where a match is, with somebody in one seat and bots in all others."""
    if match.is_over:
        raise BadSeats("The match was over there: go on from an earlier moment.")
    bots.check(bot, match.game)
    options, start = written(match.game, match.options), position_text(match.position)
    new = Table(new_facts(match.game.name, match.seats, options, False, who, start), now)
    wishes: list[Wish] = [lambda: new.keep(seat, who, name)]
    wishes += [_seated(new, other, bot) for other in range(match.seats) if other != seat]
    return new, wishes


def check(old: Table, who: str, seat: int) -> None:
    """That somebody may go on from what a seat knows there."""
    if old.begun().is_over:
        return
    old.own(who, seat)
    if old.manner.strict:
        raise BadSeats("From this match one plays on when it is over.")
    if old.counts:
        raise BadSeats("The day's attempt is played first: go on from a moment of it when it is over.")


def _seated(new: Table, seat: int, bot: str) -> Wish:
    return lambda: new.seat_bot(new.facts.owner, seat, bot)
