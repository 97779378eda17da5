"""The clocks of a match: one for each seat, which runs while a person is awaited there.

All times are those of the entries of the table's log, so that replaying it gives the same clocks.
"""

from collections.abc import Collection

import msgspec

from sobremesa.mistakes import BadOption

LAG = 1.0
"""Seconds of each choice that are not counted: messages take their time."""
LONGEST = 86400.0
MOST_DAYS = 14


class Setting(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How much time a seat has, how much more it gets when it has chosen and is no longer awaited, and what becomes of
    it when the time is used up: `bot:NAME` plays on, or it `loses`. Or else, by correspondence, how many days it has
    whenever it is awaited."""

    initial: float = 0.0
    increment: float = 0.0
    out: str = ""
    days: int = 0

    def check(self) -> None:
        if self.days:
            if self.initial or self.increment or not 1 <= self.days <= MOST_DAYS:
                raise BadOption(f"By correspondence a seat has 1 to {MOST_DAYS} days for each turn, and nothing else.")
            return
        if not (1 <= self.initial <= LONGEST and 0 <= self.increment <= LONGEST):
            raise BadOption(f"A clock has 1 to {LONGEST:.0f} seconds, and gives 0 to {LONGEST:.0f} for a choice.")


class Clock:
    """The clocks of one match."""

    rings = True
    """Whether a table stays in memory while they run, so that somebody is there when a time is used up."""

    def __init__(self, setting: Setting, seats: int) -> None:
        self.increment = setting.increment
        self.left = [float(setting.initial)] * seats
        """What each seat had when its clock was stopped last."""
        self.since: dict[int, float] = {}
        """The seats whose clocks run, and since when."""
        self.paused = False
        """Whether they stand still, as after the house was closed, until they are set going again."""

    def go_on(self, awaited: Collection[int], at: float, chose: int | None, acting: Collection[int] = ()) -> None:
        """Something has happened, perhaps a choice: people are awaited at these seats from now on, and these act at
        all."""
        for seat in list(self.since):
            if seat == chose or seat not in awaited:
                spent = at - self.since.pop(seat) - (LAG if seat == chose else 0)
                self.left[seat] = max(0.0, self.left[seat] - max(0.0, spent))
                if seat == chose and seat not in awaited:
                    self.left[seat] += self.increment
        for seat in awaited:
            self.since.setdefault(seat, at)

    def rest(self) -> None:
        """They stand still, until somebody who plays is there."""
        self.paused = True

    def resume(self, at: float) -> None:
        """All that run begin again from here: the time between is nobody's."""
        self.since = dict.fromkeys(self.since, at)
        self.paused = False

    def ends(self, seat: int) -> float | None:
        """When the time of a seat is used up, if it goes on running."""
        return None if self.paused or seat not in self.since else self.since[seat] + LAG + self.left[seat]

    def first(self) -> tuple[float, int] | None:
        """When a time is used up next, and whose."""
        return min(((end, seat) for seat in self.since if (end := self.ends(seat)) is not None), default=None)

    def shows(self, seat: int, now: float) -> float:
        """The seconds that a seat has left."""
        end = self.ends(seat)
        return self.left[seat] if end is None else max(0.0, min(self.left[seat], end - now))
