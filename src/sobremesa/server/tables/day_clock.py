"""The clock of correspondence: each seat has so many days whenever it is awaited, also while nobody looks.

Its times are those of the entries of the table's log, and when a time is used up is kept in the database: no table has
to be in memory for it.
"""

from collections.abc import Collection

from sobremesa.server.tables.clock import Clock, Setting

DAY = 86400.0


class Days(Clock):
    """The clocks of one match by correspondence."""

    rings = False

    def __init__(self, setting: Setting, seats: int) -> None:
        super().__init__(setting, seats)
        self.whole = setting.days * DAY
        self.left = [self.whole] * seats
        self.began: dict[int, float] = {}
        """The seats that are awaited, and since when; their clocks may stand."""
        self.away: dict[int, float] = {}
        """The seats whose people are on vacation, and until when: their clocks stand."""
        self._acting: set[int] = set()

    def go_on(self, awaited: Collection[int], at: float, chose: int | None, acting: Collection[int] = ()) -> None:
        """A turn may have several choices: they share its days, but whoever has chosen has a day for the next. If with
        a choice others come to be awaited beside who made it, a new turn has begun for all."""
        others = set(acting) - self._acting - {chose}
        self._acting = set(acting)
        for seat in [each for each in self.began if each not in awaited]:
            del self.began[seat]
            self.since.pop(seat, None)
            self.left[seat] = self.whole
        for seat in awaited:
            if seat not in self.began or (seat == chose and others):
                self.began[seat] = at
                self._set(seat, self.whole, at)
            elif seat == chose:
                self._set(seat, max(self.left_at(seat, at), DAY), at)

    def rest(self) -> None:
        """They never do."""

    def leave(self, seat: int, begins: float, until: float) -> None:
        """Somebody is away: the clock of their seat stands, as it was when that began."""
        if seat in self.since:
            self.left[seat] = self.left_at(seat, max(begins, self.since[seat]))
            del self.since[seat]
        self.away[seat] = until

    def come_back(self, seat: int, at: float) -> None:
        if self.away.pop(seat, None) and seat in self.began:
            self.since[seat] = at

    def ends(self, seat: int) -> float | None:
        return self.since[seat] + self.left[seat] if seat in self.since else None

    def left_at(self, seat: int, at: float) -> float:
        end = self.ends(seat)
        return self.left[seat] if end is None else max(0.0, end - at)

    def _set(self, seat: int, left: float, at: float) -> None:
        self.left[seat] = left
        if seat not in self.away:
            self.since[seat] = at


def clock(setting: Setting, seats: int) -> Clock:
    """The clocks of a match that begins."""
    return Days(setting, seats) if setting.days else Clock(setting, seats)
