"""What somebody at a table can ask of it, as messages: one kind each, defined once.

Every message has an `id` of the sender's own, by which the answer is known.
"""

from __future__ import annotations

import msgspec

from sobremesa.server.clock import Setting

LONGEST = 4096  # bytes


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


class Begin(Command):
    """Begin the match: every seat is taken."""


class Move(Command):
    """A seat's choice of that number, counted from 0: sent twice, it is made once."""

    seat: int
    choice: int
    move: str


class Undo(Command):
    """Agree to take back the last choice."""


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


class Manner(Command):
    """Say how the table is kept, before anybody else sits down."""

    resign: str = ""
    clock: Setting | None = None


AnyCommand = Sit | Stand | Bot | Back | Begin | Move | Undo | Draw | Resign | Rematch | Say | Mute | Signal | Manner
decode = msgspec.json.Decoder(AnyCommand).decode
