"""What is told of a match that was looked at again."""

from collections.abc import Sequence
from typing import Literal

import msgspec

from sobremesa import analysis
from sobremesa.analysis import Row
from sobremesa.analysis.evaluator import shape
from sobremesa.kernel import CHANCE
from sobremesa.play.match import Match
from sobremesa.server.features.analysis.store import Analysis

AT_ONCE = 100
"""Rows that are told in one answer."""


class Weighed(msgspec.Struct):
    """One move, and what is to be said about it."""

    number: int
    """From 1."""
    seat: str
    """Whose it was: `chance` is one too."""
    move: str
    said: list[str]
    """What happened, in sentences."""
    before: float | None
    """What the seat could expect from its best move, from -1 to 1; nothing where it had no choice."""
    after: float | None
    """What it could expect after the move that it chose."""
    lost: float
    """What the move gave away."""
    mark: Literal["", "??", "?", "?!"]
    risked: list[str]
    """What could have come of it, where it gave something away: as a coach would have told its seat."""
    best: str | None
    """The best move, if that was another one; what it would have done for certain; and how it would have gone on."""
    best_said: list[str]
    gained: list[str]
    """What it was good for, where another one gave something away: as a coach would have told its seat."""
    line: list[str]
    luck: dict[str, float]
    """Where chance acted, what that changed for each seat."""
    outlook: list[float | None]
    """What every seat expects afterwards, by what it could know."""
    truth: list[float]
    """What it could expect if everything were known; where something was hidden."""


class Summed(msgspec.Struct):
    """What the match came to for a seat."""

    seat: str
    choices: int
    lost: float
    """What its choices gave away."""
    blunders: int
    mistakes: int
    slips: int
    luck: float | None
    """What chance gave it, and how far off that may be."""
    error: float


class Analysed(msgspec.Struct):
    """How far a match has been looked at again."""

    state: Literal["none", "waiting", "going", "done", "stopped"]
    bot: str
    """Who looks on."""
    moves: int
    """How many there are to look at, and how many have been."""
    done: int
    place: int
    """How many other matches are before it."""
    shape: Literal["rivals", "together", "each"]
    """Whether what one of two hopes the other fears, all come out the same, or each seat has a curve of its own."""
    hidden: bool
    """Whether something was hidden, so that the truth is told apart."""
    may_stop: bool
    rows: list[Weighed]
    """A hundred at most, from the number on that was asked for."""
    sums: list[Summed]


def told(match: Match, found: Analysis | None, since: int, language: str, may_stop: bool) -> Analysed:
    together, rivals = shape(match)
    rows = found.rows if found else []
    return Analysed(
        state=found.state if found else "none",
        bot=found.bot if found else analysis.usual(match),
        moves=len(match.moves),
        done=len(rows),
        place=found.place if found else 0,
        shape="together" if together else "rivals" if rivals else "each",
        hidden=not match.open,
        may_stop=may_stop,
        rows=[row_of(match, row, language) for row in rows[since : since + AT_ONCE]],
        sums=sums_of(match, rows),
    )


def row_of(match: Match, row: Row, language: str) -> Weighed:
    said = analysis.spoken(match, row, language)
    return Weighed(
        said.number,
        said.who,
        said.move,
        list(said.said),
        short(said.before),
        short(said.after),
        round(said.lost, 4),
        said.mark,  # type: ignore[arg-type]
        list(analysis.risked(match, row, language)),
        said.best,
        list(said.best_said),
        list(analysis.gained(match, row, language)),
        list(said.line),
        {seat: round(by, 4) for seat, (by, _) in said.luck.items()} if said.seat == CHANCE else {},
        [short(each) for each in said.outlook],
        [round(each, 4) for each in said.truth],
    )


def sums_of(match: Match, rows: Sequence[Row]) -> list[Summed]:
    found = analysis.sums(match, rows)
    return [
        Summed(
            each.seat, each.choices, each.lost, each.blunders, each.mistakes, each.slips, *(each.luck or (None, 0.0))
        )
        for each in found
    ]


def short(value: float | None) -> float | None:
    return None if value is None else round(value, 4)
