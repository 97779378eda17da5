"""A match as a pair of eyes saw it go, choice by choice."""

from dataclasses import dataclass
from typing import Any

from sobremesa.kernel import REFEREE, SPECTATOR
from sobremesa.mistakes import Mistake
from sobremesa.play.match import Match


@dataclass(frozen=True)
class Moment:
    """One choice: its number from 0, the name of the seat whose it was, or `chance`, and what could be seen of it."""

    number: int
    seat: str
    move: str | None
    """As it is written; None where these eyes may not have known it, and the events tell what they saw."""
    events: list[dict[str, Any]]
    view: dict[str, Any]
    """What the eyes saw after it."""


def moments(
    match: Match, eyes: int = SPECTATOR, language: str = "en", since: int = 0, until: int | None = None
) -> list[Moment]:
    """What a seat, or a spectator, saw of every choice from one number up to another, as it happened.

    What came out later is told later, when it did. REFEREE sees everything, once the match is over.
    """
    if eyes == REFEREE and not match.is_over:
        raise Mistake("Everything is shown when the match is over.")
    return [_moment(match, eyes, language, number) for number in range(len(match.moves))[since:until]]


def _moment(match: Match, eyes: int, language: str, number: int) -> Moment:
    move, after = match.moves[number], match.at(number + 1)
    # Which choices of a game with secrets are open only its events know; without secrets all are.
    known = eyes in (move.seat, REFEREE) or not match.game.secrets(match.options)
    return Moment(
        number,
        match.seat_name(move.seat),
        move.text if known else None,
        [event.data() | {"text": after.say(event, language)} for event in match.events_of(number, eyes)],
        after.view(eyes),
    )
