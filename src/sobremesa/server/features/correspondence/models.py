"""What is kept of correspondence besides the logs of the tables."""

import msgspec

UNTOLD, TOLD, REMINDED = 0, 1, 2
PUSH, MAIL = "push", "mail"
TURN, REMINDER = "turn", "reminder"


class Wait(msgspec.Struct, frozen=True):
    """A person's seat in a match by correspondence, as the log of its table had it after so many entries."""

    table: str
    seat: int
    person: str
    game: str
    since: float | None
    """Since when they are awaited; None while they are not."""
    until: float | None
    """When their time is used up; None while their clock stands."""
    remind: float | None
    """When they are told once more."""
    away: float
    """Until when they are away, as the log has it; 0 where they are not."""
    told: int
    count: int


class Push(msgspec.Struct, frozen=True):
    """A browser that shows notices, as long as the session lasts in which it asked for them."""

    id: str
    """The hash of its address."""
    session: str
    endpoint: str
    key: str
    """What its notices are hidden with, so that the push service cannot read them."""
    secret: str
    language: str
    origin: str
    """The address of the house, as that browser has it."""
    made: float


class Ways(msgspec.Struct, frozen=True):
    """Whether somebody wants letters, in which language, and where they find the house."""

    person: str
    letters: bool
    language: str
    origin: str


class Vacation(msgspec.Struct, frozen=True):
    """When somebody is away."""

    person: str
    begins: float
    ends: float


class Errand(msgspec.Struct, frozen=True):
    """A notice on its way to somebody."""

    key: str
    """Of what it says and to whom, so that it is written once."""
    table: str
    seat: int
    person: str
    since: float
    kind: str
    way: str
    to: str
    """The id of a browser; nothing for a letter."""
    who: str
    """The name of whoever chose last; nothing where nobody has."""
    until: float
    due: float
    """When it is tried next."""
    tries: int
