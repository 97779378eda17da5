"""What the workers of one house tell each other, each kind defined once.

What must not be lost is in the database, and a worker that missed a word reads it there. The rest, who is here and what
they say, goes by these words alone.
"""

from __future__ import annotations

import msgspec

from sobremesa.server.tables.chat import Line
from sobremesa.server.tables.log import Entry


class Word(msgspec.Struct, frozen=True, tag_field="is"):
    """Something that one worker tells all others who have a table at hand."""


class Happened(Word, frozen=True, tag="happened"):
    """Entries were written down."""

    entries: list[Entry]


class Here(Word, frozen=True, tag="here"):
    """Who looks at the table by this worker, once for each socket."""

    present: list[str]


class Agreed(Word, frozen=True, tag="agreed"):
    """Who has agreed to what, since the table had so many entries."""

    count: int
    agreed: dict[str, list[str]]


class Drafted(Word, frozen=True, tag="drafted"):
    """A seat tries choices."""

    who: str
    seat: int
    choice: int
    moves: list[str]


class Spoke(Word, frozen=True, tag="spoke"):
    """Somebody has said something, and these do not want to hear them."""

    line: Line
    deaf: list[str]


class Signalled(Word, frozen=True, tag="signalled"):
    """A seat has announced something."""

    seat: str
    signal: str
    at: float


class Muted(Word, frozen=True, tag="muted"):
    """Not about a table: of these people somebody wants to hear nothing, and of nobody else."""

    listener: str
    people: list[str]


class Hello(Word, frozen=True, tag="hello"):
    """A worker has laid hands on a table that has so many entries: who else has it tells what is not in the log."""

    count: int
    present: list[str]


class Share(Word, frozen=True, tag="share"):
    """The answer to that."""

    count: int
    present: list[str]
    agreed: dict[str, list[str]]
    drafts: list[Drafted]
    lines: list[Line]
    running: bool
    """Whether its clocks run."""


class Bye(Word, frozen=True, tag="bye"):
    """A worker has left the table to the disk."""


class Ended(Word, frozen=True, tag="ended"):
    """Not about a table: sessions have ended, whoever looks by them is to go; what these people did is read again."""

    sessions: list[str]
    people: list[str]


class Became(Word, frozen=True, tag="became"):
    """Not about a table: a guest has turned out to be a person by signing in; whoever looks by these sessions is to
    go."""

    sessions: list[str]
    guest: str
    person: str


class Planned(Word, frozen=True, tag="planned"):
    """Not only for who has the table at hand: what somebody plans there has changed."""

    name: str
    """The table's."""
    who: str
    seat: int


class Thought(Word, frozen=True, tag="thought"):
    """Not about a table: a thinker answers one worker."""

    job: str
    action: int
    """-1 if its bot failed, which it has written down."""


class Stirred(Word, frozen=True, tag="stirred"):
    """Not about a table: something has changed at an evening."""

    evening: str


AnyWord = (
    Happened
    | Here
    | Agreed
    | Drafted
    | Spoke
    | Signalled
    | Muted
    | Hello
    | Share
    | Bye
    | Ended
    | Became
    | Planned
    | Thought
    | Stirred
)


class Envelope(msgspec.Struct, frozen=True):
    """A word, from whom and about what."""

    sender: str
    table: str
    word: AnyWord


encode = msgspec.msgpack.Encoder().encode
decode = msgspec.msgpack.Decoder(Envelope).decode
