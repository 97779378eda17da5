"""What a table tells those who sit at it or look on, as messages: one kind each, defined once.

Commands, which go the other way, are in `commands`; both are described for programs at /schema/socket.json.
"""

from __future__ import annotations

from typing import Any

import msgspec

from sobremesa.server.tables.settings import Manner


class Seat(msgspec.Struct, frozen=True):
    """A seat of a table. Who a person is stays with the house; their name does not."""

    seat: str
    """What the game calls it."""
    name: str
    bot: str
    """The bot that plays it now, also for a person who left."""
    person: bool
    """Whether it is a person's."""
    kept: str
    """The name of the person for whom it is kept free."""
    gone: bool
    """Whether the person has given it up for good."""
    awaited: bool
    """Whether it must choose now."""
    here: bool
    """Whether the person looks at the table now."""
    away: float = 0.0
    """Until when the person is on vacation, where they are: by correspondence their clock stands."""
    coach: bool = False
    """Whether the person has a coach look over their shoulder."""


class Time(msgspec.Struct, frozen=True):
    """What a seat's clock showed when the message was sent."""

    left: float
    runs: bool


class About(msgspec.Struct, frozen=True):
    """What everybody may know of a table."""

    table: str
    game: str
    options: dict[str, str]
    state: str
    """laid, playing or over."""
    public: bool
    forked: bool
    """Whether the match began from a position of another."""
    commitment: str
    """The hash of the secret that its chance is made of."""
    places: list[Seat]
    clocks: dict[str, Time]
    """By seat; nothing where there is no clock."""
    manner: Manner
    agreed: dict[str, list[str]]
    """Which seats have agreed to what, since something happened last."""
    watchers: int
    """How many look on without a seat."""
    puzzle: str
    """The day whose puzzle is played here: its chance is the day's, and promised by nobody."""
    attempt: bool
    """Whether it is somebody's one try of that day: it counts, and nothing is taken back."""
    entries: int
    """How many lines the table's log has."""
    moves: int
    """How many choices have been made in the match, those of chance among them."""


class Choice(msgspec.Struct, frozen=True):
    """Something that a seat may choose."""

    move: str
    text: str
    """What it would do, in a sentence; nothing where that cannot be known."""
    events: list[dict[str, Any]]
    """The same as data."""


class Sight(msgspec.Struct, frozen=True):
    """The match as one seat, or a spectator, sees it."""

    view: dict[str, Any]
    """What lies on the table: see the pages of the games."""
    events: list[dict[str, Any]]
    """What has happened since the last message: `event` names the kind, `n` counts the choice, `text` says it."""
    choice: int
    """How many choices the seat has made."""
    moves: list[str]
    """What it may choose now."""
    expected: str
    """What is expected of it now, in a sentence."""
    draft: list[str] = []
    """What it has chosen and not confirmed; nobody else knows, and all of the above shows it as if it were so."""
    ready: bool = False
    """Whether nothing more can be drafted: the turn, chance or something hidden comes next."""
    choices: list[Choice] = []
    """The moves with what they would do, for who has asked for that."""


class Ended(msgspec.Struct, frozen=True):
    """How a match came to its end: `played`, `resigned`, `out of time` or `drawn`."""

    how: str
    seat: str
    """Whose doing it was, if one seat's."""


class Message(msgspec.Struct, tag_field="type", tag=str.lower):
    pass


class State(Message, omit_defaults=True):
    """What the table is, and what each of one's seats sees: those of others are never told."""

    about: About
    you: list[int]
    """The seats that are yours, by number."""
    owner: bool
    """Whether you laid the table."""
    seats: dict[str, Sight]
    """By the name of the seat; `spectator` for who has none."""
    result: tuple[float, ...] | None = None
    """How each seat did, from -1 to 1, when it is over."""
    ending: Ended | None = None
    secret: str = ""
    """What chance was made of, when it is over."""


class Done(Message):
    """What was asked for is done and written down."""

    id: str


class Refused(Message):
    """What was asked for is not done, and nothing has changed."""

    id: str
    why: str
    """One sentence that says what to do."""
    rule: int | None = None
    """The number of the rule of the game that forbids it, if one does."""


class Again(Message, tag="rematch"):
    """Where all who agreed play again, and which seats are kept for you there."""

    table: str
    seats: list[int]


class Said(Message):
    """Somebody said something."""

    seat: str
    """Nothing for a spectator."""
    name: str
    text: str
    at: float
    spectator: bool


class Chat(Message):
    """What was said before you came."""

    lines: list[Said]


class Muted(Message):
    """Whom of those at the table one does not want to hear, wherever they are: seats, and names of who watches."""

    names: list[str]


class Signalled(Message, tag="signal"):
    """A seat announced something, true or not; it has no effect."""

    seat: str
    signal: str
    at: float


class Planned(Message):
    """Your plan for a seat has changed: `GET /api/tables/NAME/plan` tells how. Nobody else hears of it."""

    seat: str


AnyMessage = State | Done | Refused | Again | Said | Chat | Muted | Signalled | Planned
