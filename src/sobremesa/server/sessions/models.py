"""What is known of a person. A guest is a person too: one without an account."""

import msgspec

SHEET, MAILED, ADDRESS, ADDING, ENTERING = "sheet", "mailed", "address", "adding", "entering"
"""What can be used once: a code of the printed sheet, one from a letter, one that proves an e-mail address, and the
challenges by which a passkey is added and by which somebody signs in with one."""
UNSEEN = 400 * 86400.0
"""Seconds after which a session ends by which nobody has been seen."""
GONE = "somebody gone"
"""The name of one who has deleted everything, in matches that are others' too."""


class Session(msgspec.Struct, frozen=True):
    """A device on which somebody is known."""

    token: str
    """Its hash; who reads the file cannot be somebody else."""
    person: str
    device: str
    made: float
    """When they last signed in on it."""
    seen: float

    @property
    def id(self) -> str:
        """By which it is named to its owner."""
        return self.token[:16]

    def is_past(self, now: float) -> bool:
        """Whether nobody was seen by it for so long that it has ended."""
        return now - self.seen > UNSEEN


class Account(msgspec.Struct, frozen=True):
    """By what a person is known on any device."""

    person: str
    login: str
    password: str | None
    """Its hash."""
    email: str | None
    made: float


class Passkey(msgspec.Struct, frozen=True):
    """A key that a device or a key ring has made for this house."""

    id: str
    person: str
    key: str
    count: int
    name: str
    made: float
    used: float


class Laid(msgspec.Struct, frozen=True):
    """A table that somebody laid or sat at."""

    table: str
    game: str
    made: float
    over: bool
