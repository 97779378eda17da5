"""The day's puzzle of End of Line at a table: its chance is that of the day, the same for everybody."""

from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from typing import TYPE_CHECKING

import msgspec

from sobremesa.mistakes import BadOption

if TYPE_CHECKING:
    from sobremesa.games.end_of_line.daily import Daily

GAME = "end-of-line"
MARK = "daily "
"""Before the date, where a table has the position that it begins from."""
ONCE = " once"
"""After the date, where it is the one try of the day that counts."""


class Puzzle(msgspec.Struct):
    """What everybody may know of it beforehand."""

    date: str
    walls: list[str]
    """The squares that are blocked, as row,column from 0."""
    size: int
    start: str
    """Where the line begins."""
    par: int
    """The points of the best that whoever knew the deck could do: fewer are better."""


class Attempt(msgspec.Struct, frozen=True):
    """Somebody's one try of a day that counts; all after it are practice."""

    day: str
    person: str
    table: str
    par: int
    begun: float
    ended: float | None = None
    """Nothing while it is played."""
    points: int | None = None
    """Fewer are better; nothing where the area was not filled in time."""


def today() -> date:
    return datetime.now(UTC).date()


def read(day: str) -> date:
    """A day that has come, as it is written; today where nothing is."""
    try:
        found = date.fromisoformat(day) if day else today()
    except ValueError:
        raise BadOption(f"A day is written like 2026-11-15, not {day!r}.") from None
    if found > today():
        raise BadOption("That day has not come yet.")
    return found


@lru_cache(100)
def of(day: date) -> "Daily":
    from sobremesa.games.end_of_line.daily import daily

    return daily(day)


def puzzle(day: date) -> Puzzle:
    found = of(day)
    walls = [f"{row},{column}" for row, column in found.walls]
    return Puzzle(found.date.isoformat(), walls, 5, "2,2", found.par)


def start_of(day: str, once: bool) -> str:
    """Where a table for the puzzle of a day begins."""
    return f"{MARK}{day}{ONCE if once else ''}"


def day_of(start: str) -> str:
    """The day whose puzzle is played at a table that begins there; nothing where it is none."""
    return practice(start).removeprefix(MARK) if start.startswith(MARK) else ""


def practice(start: str) -> str:
    """The same beginning, for whoever tries it again."""
    return start.removesuffix(ONCE)


def counts(start: str) -> bool:
    """Whether a table that begins there is somebody's one try of a day."""
    return start.startswith(MARK) and start.endswith(ONCE)


def until(day: str) -> float:
    """Until when a try that was begun on a day counts: the end of the day after it, UTC."""
    return (datetime.fromisoformat(day).replace(tzinfo=UTC) + timedelta(2)).timestamp()


def fate(day: str) -> tuple[str, ...]:
    """The day's deck, in its order."""
    return of(date.fromisoformat(day)).order
