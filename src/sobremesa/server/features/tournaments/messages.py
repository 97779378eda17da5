"""What is told of an evening: who is there, how all stand, and who plays whom at which table."""

from typing import Annotated

import msgspec

from sobremesa import games
from sobremesa.server.database import Store
from sobremesa.server.features.tournaments.models import Evening, Kind, Seated
from sobremesa.server.features.tournaments.next_round import how_many, least, smaller
from sobremesa.server.features.tournaments.standings import BYE, Standing, standings
from sobremesa.server.tables.settings import Manner

Text = Annotated[str, msgspec.Meta(max_length=60)]


class NewEvening(msgspec.Struct, forbid_unknown_fields=True):
    """An evening as somebody wants it."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
    game: Text
    seats: Annotated[int, msgspec.Meta(ge=1, le=8)] | None = None
    """At each table."""
    options: dict[str, str | int | bool] = {}
    manner: Manner | None = None
    kind: Kind = "swiss"
    rounds: Annotated[int, msgspec.Meta(ge=0, le=30)] = 0
    """How many; 0 for as many as it takes."""
    bot: Text = ""
    """Who fills up the tables; nobody where nothing is said."""
    auto: bool = True
    """Whether the next round begins by itself."""
    public: bool = False
    """Whether anybody finds it."""


class Listed(msgspec.Struct):
    """An evening in a list."""

    id: str
    name: str
    game: str
    seats: int
    kind: Kind
    state: str
    people: int
    round: int
    rounds: int
    made: float
    yours: bool
    """Whether one laid it or came to it."""


class Person(msgspec.Struct):
    """Somebody at an evening."""

    number: int
    name: str
    since: int
    """The round from which they play."""
    here: bool
    """Whether they play on."""


class ToldTable(msgspec.Struct):
    """A table of a round."""

    table: str
    state: str
    """waiting, playing or over."""
    seats: list[int]
    """Who sits on each; -1 for a bot."""
    names: list[str]
    """What the game calls the seats."""
    points: list[float] | None
    """Of each seat, once it is over."""
    ruled: bool
    """Whether the host has said how it came out."""
    missing: list[int]
    """The seats that nobody has taken yet."""


class ToldRound(msgspec.Struct):
    number: int
    byes: list[int]
    """Who sits out."""
    tables: list[ToldTable]


class ToldEvening(msgspec.Struct):
    """All there is to know of an evening."""

    id: str
    name: str
    game: str
    seats: int
    options: dict[str, str]
    manner: Manner
    kind: Kind
    rounds: int
    """How many; before it begins, how many it would have now."""
    bot: str
    auto: bool
    public: bool
    state: str
    """open, playing or over."""
    host: str
    """The name of who laid it."""
    bye: float
    """What sitting out is worth."""
    least: int
    """How many it takes to begin."""
    smaller: list[int]
    """How many may also sit at a table."""
    people: list[Person]
    standing: list[Standing]
    drawn: list[ToldRound]
    """All rounds, the first first."""
    you: list[int]
    """As whom you are here; nothing for who only looks."""
    yours: bool
    """Whether you laid it."""


def state_of(evening: Evening) -> str:
    return "over" if evening.facts.ended else "playing" if evening.facts.begun else "open"


def listed(evening: Evening, who: str) -> Listed:
    facts = evening.facts
    return Listed(
        facts.id,
        facts.name,
        facts.game,
        facts.seats,
        facts.kind,
        state_of(evening),
        sum(each.until is None for each in evening.people),
        evening.round,
        how_many(evening),
        facts.made,
        bool(who) and (facts.host == who or bool(evening.of(who))),
    )


def told(store: Store, evening: Evening) -> ToldEvening:
    """As somebody sees it who is nobody here."""
    facts = evening.facts
    undecided = [each.table for each in evening.tables if each.scores is None]
    begun = store.evenings.begun(undecided) if undecided else set()
    waiting = [name for name in undecided if name not in begun]
    taken = store.evenings.taken(waiting) if waiting else {}
    names = {each: list(games.find(facts.game).notation.seat_names(each)) for each in _sizes(evening)}

    def table(each: Seated) -> ToldTable:
        state = "over" if each.scores is not None else "playing" if each.table in begun else "waiting"
        free = set(range(len(each.seats))) - taken.get(each.table, set()) if state == "waiting" else set()
        known = names[len(each.seats)]
        return ToldTable(each.table, state, each.seats, known, each.points, each.ruled, sorted(free))

    return ToldEvening(
        facts.id,
        facts.name,
        facts.game,
        facts.seats,
        facts.options,
        facts.manner,
        facts.kind,
        how_many(evening),
        facts.bot,
        facts.auto,
        facts.public,
        state_of(evening),
        store.evenings.host_name(facts.id),
        BYE,
        least(facts),
        sorted(smaller(facts)) if not facts.bot else [],
        [Person(each.number, each.name, each.since, each.until is None) for each in evening.people],
        standings(evening),
        [
            ToldRound(each.number, each.byes, [table(at) for at in evening.tables if at.round == each.number])
            for each in evening.drawn
        ],
        [],
        False,
    )


def _sizes(evening: Evening) -> set[int]:
    return {len(each.seats) for each in evening.tables}


def told_to(who: str, evening: Evening, to_all: ToldEvening) -> ToldEvening:
    """The same as one person sees it."""
    yours = bool(who) and evening.facts.host == who
    return msgspec.structs.replace(to_all, you=[each.number for each in evening.of(who)], yours=yours)
