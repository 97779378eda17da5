"""What is asked of a position that one plays with, and what is told of it."""

from typing import Annotated, Any

import msgspec

from sobremesa.server.protocol.messages import Choice

LONGEST = 1000
"""Choices that a study may have."""
Name = Annotated[str, msgspec.Meta(max_length=100)]
Seat = Annotated[str, msgspec.Meta(max_length=20)]


class Beginning(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """Where a study begins: one of `table`, `lesson`, `puzzle` and `game`."""

    table: Name = ""
    """A table, after as many choices as `moves` says, as `seat` knew it there."""
    moves: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)] | None = None
    """After how many choices; now, or at the end, where nothing is said."""
    seat: Seat = ""
    """Whose information it begins from: a seat of one's own, or when the match is over any, or `everyone`."""
    lesson: Name = ""
    puzzle: Name = ""
    game: Annotated[str, msgspec.Meta(max_length=60)] = ""
    """A game, for so many seats and with these options."""
    seats: Annotated[int, msgspec.Meta(ge=1, le=8)] | None = None
    options: dict[str, str | int | bool] = {}
    set_up: dict[str, Any] | None = None
    """What lies on the table, as the page of the game has it; as at the beginning, where nothing is said."""


class NewStudy(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A position, and what is played from there."""

    begin: Beginning
    moves: Annotated[list[Annotated[str, msgspec.Meta(max_length=120)]], msgspec.Meta(max_length=LONGEST)] = []
    """Choices one after the other, those of chance too; `red: De2-e3` says whose it is, where several are awaited."""
    chance: Annotated[str, msgspec.Meta(max_length=64)] = ""
    """Words that chance is made of: it then acts by itself, always in the same way, where no move says how. Without any
    it waits."""
    eyes: Seat = ""
    """With whose eyes one looks: a seat, `everyone`, or nothing for whoever is to choose."""
    since: Annotated[int, msgspec.Meta(ge=0, le=LONGEST * 3)] | None = None
    """From which choice on it is told what happened; from the last of `moves`, where nothing is said."""
    language: Annotated[str, msgspec.Meta(max_length=20)] = ""


class NewSketch(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A position that somebody is laying out."""

    game: Annotated[str, msgspec.Meta(max_length=60)]
    seats: Annotated[int, msgspec.Meta(ge=1, le=8)] | None = None
    options: dict[str, str | int | bool] = {}
    set_up: dict[str, Any] = {}
    """What lies there so far; what is not said is found."""
    language: Annotated[str, msgspec.Meta(max_length=20)] = ""


class Sketched(msgspec.Struct, frozen=True):
    """A position as far as it is laid out."""

    game: str
    seats: list[str]
    """What the seats are called, in their order."""
    options: dict[str, str]
    view: dict[str, Any]
    """What lies on the table, as everyone would see it."""
    set_up: dict[str, Any]
    """All of it: what was said, and what was found."""
    next: dict[str, Any]
    """What can be done to it: see `sketch.py` of the game."""
    why: str
    """Why it cannot be played yet, in a sentence; nothing where it can."""


class PlayOn(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A study that somebody wants to play on from, at a table, against bots."""

    study: NewStudy
    seat: Seat
    """Where they sit."""
    bot: Annotated[str, msgspec.Meta(max_length=60)]
    """Who plays the other seats."""


class BroughtRecord(msgspec.Struct, forbid_unknown_fields=True):
    text: Annotated[str, msgspec.Meta(min_length=1, max_length=60_000)]
    """A record, as `GET /api/tables/NAME/record` gives it."""


class Brought(msgspec.Struct, frozen=True):
    """A record as a study: where it begins, and what was played."""

    begin: Beginning
    moves: list[str]


class Played(msgspec.Struct, frozen=True):
    """A choice of a study."""

    seat: str
    """Whose it was: `chance` is one too."""
    move: str


class Studied(msgspec.Struct, frozen=True):
    """A position as it is after what was played."""

    game: str
    seats: list[str]
    """What the seats are called, in their order."""
    options: dict[str, str]
    eyes: str
    """With whose eyes it is seen: a seat, or `everyone`."""
    view: dict[str, Any]
    """What lies on the table: see the pages of the games."""
    events: list[dict[str, Any]]
    """What happened: `event` names the kind, `n` counts the choice, `text` says it."""
    played: list[Played]
    """Every choice since it began, those of chance among them: as `moves` they lead here again."""
    awaited: list[str]
    """The seats that must choose now; `chance` is one too."""
    choices: dict[str, list[Choice]]
    """What each of them may choose, and what that would do."""
    expected: dict[str, str]
    """What is expected of each of them, in a sentence."""
    chance: list[str]
    """What chance may bring now, where it waits."""
    over: bool
    result: list[float] | None = None
    """How each seat did, from -1 to 1, when it is over."""
    set_up: dict[str, Any] | None = None
    """The same position as `set_up` of a beginning; nothing where it cannot be one."""
