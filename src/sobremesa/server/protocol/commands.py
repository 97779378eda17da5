"""What somebody at a table can ask of it, as messages: one kind each, defined once.

Every message has an `id` of the sender's own, by which the answer is known.
"""

from __future__ import annotations

from typing import Annotated

import msgspec

from sobremesa.server.tables.clock import Setting

LONGEST = 4096  # bytes
MOST_DRAFTED = 32


class Command(msgspec.Struct, tag_field="do", tag=str.lower, forbid_unknown_fields=True, kw_only=True):
    id: str = ""


class Sit(Command):
    """Take a free seat, with a name and words of one's own for the match's chance."""

    seat: int
    name: str
    words: str


class Stand(Command):
    """Leave a seat before the match begins."""

    seat: int


class Bot(Command):
    """Seat a bot; in the match, leave one's own seat to it."""

    seat: int
    bot: str


class Back(Command):
    """Play again where a bot keeps one's seat."""

    seat: int


class Fill(Command):
    """Seat a bot wherever nobody sits; whoever laid the table does."""

    bot: str


class Begin(Command):
    """Begin the match: every seat is taken."""


class Move(Command):
    """A seat's choice of that number, counted from 0: sent twice, it is made once."""

    seat: int
    choice: int
    move: str


class Draft(Command):
    """Try choices without making them: from the seat's choice of that number on, these; nothing takes them back. Only
    their owner sees what they would lead to, as far as neither chance nor anything hidden comes into it."""

    seat: int
    choice: int
    moves: Annotated[list[str], msgspec.Meta(max_length=MOST_DRAFTED)]


class Confirm(Command):
    """Make these choices, all of them or, if one cannot be, none: sent twice, they are made once."""

    seat: int
    choice: int
    moves: Annotated[list[str], msgspec.Meta(min_length=1, max_length=MOST_DRAFTED)]


class Undo(Command):
    """Agree to take back the last choice, of the table as it was after so many entries: sent twice, it is one."""

    entries: int


class Draw(Command):
    """Agree to a draw, where a draw can be agreed."""


class Resign(Command):
    """Give up a seat for good: it loses, or a bot plays on, as the table's manner has it."""

    seat: int


class Rematch(Command):
    """Agree to play again."""


class Say(Command):
    """Say something to everybody at the table."""

    text: str


class Mute(Command):
    """Hear no more of a seat or a person, or hear them again; nobody else notices."""

    name: str
    muted: bool = True


class Signal(Command):
    """Announce something, where the game knows of that; it has no effect."""

    seat: int
    signal: str


class Coach(Command):
    """Have a coach look over one's shoulder, or no longer, where the table allows it; everybody sees it."""

    seat: int
    on: bool


class Arrange(Command, tag="manner"):
    """Say how the table is kept, before anybody else sits down."""

    resign: str = ""
    clock: Setting | None = None
    coach: bool = True
    rated: bool = False


class Agree(Command):
    """Say for how many and with which options the match is, before anybody else sits down; who sits stays seated."""

    seats: int | None = None
    options: dict[str, str | int | bool] = {}


class Open(Command):
    """Let anybody find the table, or only who has its link."""

    public: bool


AnyCommand = (
    Sit
    | Stand
    | Bot
    | Back
    | Fill
    | Begin
    | Move
    | Draft
    | Confirm
    | Undo
    | Draw
    | Resign
    | Rematch
    | Say
    | Mute
    | Signal
    | Coach
    | Arrange
    | Agree
    | Open
)
decode = msgspec.json.Decoder(AnyCommand).decode
