"""When somebody is away: by days of UTC, thirty of them a year."""

import datetime
from collections.abc import Sequence

from sobremesa.mistakes import Mistake
from sobremesa.server.features.correspondence.models import Vacation
from sobremesa.server.tables.day_clock import DAY

A_YEAR = 30
AHEAD = 366
"""Days before which one can say that one will be away."""


def planned(person: str, first: str, last: str, now: float, others: Sequence[Vacation]) -> Vacation:
    """A vacation from the first day to the end of the last, if it can be had beside the others."""
    try:
        begins, ends = midnight(first), midnight(last) + DAY
    except ValueError:
        raise Mistake("A day is written like 2026-08-31.") from None
    if ends <= now or begins > now + AHEAD * DAY or ends <= begins:
        raise Mistake("A vacation begins within a year, ends after it begins, and is not over yet.")
    wanted = Vacation(person, max(begins, now), ends)
    if any(each.begins < wanted.ends and wanted.begins < each.ends for each in others):
        raise Mistake("You are away then already: come back first, or choose other days.")
    for year in {year_of(wanted.begins), year_of(wanted.ends - 1)}:
        if used([*others, wanted], year) > A_YEAR:
            raise Mistake(f"There are {A_YEAR} days of vacation a year: {left(others, year)} are left in {year}.")
    return wanted


def used(vacations: Sequence[Vacation], year: int) -> int:
    """Days of a year on which somebody is away, be it for a part of them."""
    days = {day for each in vacations for day in days_of(each) if year_of(day * DAY) == year}
    return len(days)


def left(vacations: Sequence[Vacation], year: int) -> int:
    return max(0, A_YEAR - used(vacations, year))


def days_of(vacation: Vacation) -> range:
    """By their numbers since 1970."""
    return range(int(vacation.begins // DAY), max(int(-(-vacation.ends // DAY)), int(vacation.begins // DAY) + 1))


def year_of(at: float) -> int:
    return datetime.datetime.fromtimestamp(at, datetime.UTC).year


def midnight(day: str) -> float:
    return datetime.datetime.combine(datetime.date.fromisoformat(day), datetime.time(), datetime.UTC).timestamp()
