"""What a table's log is made of."""

import msgspec


class Entry(msgspec.Struct, frozen=True):
    """One line of a table's log, numbered from 0. A table is what its entries make of it, and nothing else."""

    n: int
    kind: str
    """sit, stand, bot, begin, move and so on: see `Table`."""
    seat: int
    who: str
    """The guest who did it; nothing where the house did."""
    text: str
    at: float


class Facts(msgspec.Struct, frozen=True):
    """What a table was laid as: the seats, the options and whether it is public may be agreed anew before the match."""

    id: str
    game: str
    rules: int
    seats: int
    options: dict[str, str]
    public: bool
    owner: str
    secret: str
    """What its chance is made of; shown when the match is over."""
    made: float
    start: str = ""
    """The position that its match begins from, where that is not the usual one."""


class Guest(msgspec.Struct, frozen=True):
    """Somebody with a name. The token is kept as a hash only."""

    id: str
    name: str
    made: float
