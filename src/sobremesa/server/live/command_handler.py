"""What somebody asks of a table: the entries that would make it so, or why it is not done."""

import logging

import msgspec

from sobremesa.mistakes import IllegalMove, Mistake
from sobremesa.server import metrics
from sobremesa.server.database import is_away
from sobremesa.server.http.language import said
from sobremesa.server.protocol import commands, messages
from sobremesa.server.tables.log import Entry
from sobremesa.server.tables.settings import Manner
from sobremesa.server.tables.table import Table

log = logging.getLogger("sobremesa")
AWAY = "The house cannot reach its database now: come back in a moment."


def propose(table: Table, who: str, command: commands.AnyCommand) -> Entry | list[Entry] | None:
    """What a command asks for, as the entries that would make it so."""
    match command:  # the most frequent first
        case commands.Move(seat=seat, choice=choice, move=move):
            return table.move(who, seat, choice, move)
        case commands.Confirm(seat=seat, choice=choice, moves=moves):
            return table.confirm(who, seat, choice, moves)
        case commands.Sit(seat=seat, name=name, words=words):
            return table.sit(who, seat, name, words)
        case commands.Stand(seat=seat):
            return table.stand(who, seat)
        case commands.Bot(seat=seat, bot=bot):
            return table.seat_bot(who, seat, bot)
        case commands.Fill(bot=bot):
            return table.fill(who, bot)
        case commands.Back(seat=seat):
            return table.back(who, seat)
        case commands.Coach(seat=seat, on=on):
            return table.set_coach(who, seat, on)
        case commands.Begin():
            return table.begin(who)
        case commands.Undo(entries=entries):
            return table.undo(who, entries)
        case commands.Draw():
            return table.draw(who)
        case commands.Resign(seat=seat):
            return table.resign(who, seat)
        case commands.Arrange(resign=resign, clock=clock, coach=coach, rated=rated):
            strict = table.manner.strict and not table.manner.rated  # as it was laid
            return table.set_manner(who, Manner(resign, clock, coach, rated, strict))
        case commands.Agree(seats=seats, options=options):
            return table.set_options(who, seats, options)
        case commands.Open(public=public):
            return table.set_public(who, public)
    return None


def kind_of(error: Exception) -> str:
    """What is counted of a refusal."""
    if isinstance(error, msgspec.MsgspecError):
        return "unreadable"
    if isinstance(error, Mistake):
        return "rule" if isinstance(error, IllegalMove) else "mistake"
    return "away" if is_away(error) else "fault"


def refusal(name: str, error: Exception, language: str) -> messages.Refused:
    """Why something is not done, in a sentence; what went wrong with the house itself is written down."""
    metrics.refused.labels(kind_of(error)).inc()
    if isinstance(error, msgspec.MsgspecError):
        why = f"That is not a message that a table understands: {error}."
    elif isinstance(error, Mistake):
        why = str(error)
    elif is_away(error):
        log.warning("The database is away: %s", error)
        why = AWAY
    else:
        log.error("What was asked for failed: %s", error, exc_info=error)
        why = "The house has made a mistake, and has written it down."
    return messages.Refused(name, said(why, language), error.rule if isinstance(error, IllegalMove) else None)
