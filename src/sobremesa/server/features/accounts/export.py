"""All that the house has of somebody, for them to take along."""

import asyncio

import msgspec

from sobremesa.mistakes import Mistake
from sobremesa.server.database import Store
from sobremesa.server.features.accounts.accounts import Accounts, Known
from sobremesa.server.features.ladders.messages import Taken, taken
from sobremesa.server.features.lessons.store import Learnt
from sobremesa.server.features.moderation.models import TOLD, Action
from sobremesa.server.features.plans.models import Branch
from sobremesa.server.features.puzzles.rating import gained
from sobremesa.server.live.registry import replayed
from sobremesa.server.sessions.models import Laid
from sobremesa.server.tables import rule_versions
from sobremesa.server.tables.rule_versions import OtherRules


class Me(msgspec.Struct):
    id: str
    name: str
    made: float
    guests: list[str]
    """The ids of the guests that they were before they signed in."""
    login: str | None
    email: str | None


class Device(msgspec.Struct):
    device: str
    made: float
    seen: float


class KnownKey(msgspec.Struct):
    id: str
    name: str
    made: float
    used: float


class Sat(msgspec.Struct):
    table: str
    game: str
    made: float
    over: bool
    seats: list[str]
    """Those that they have or had; nothing for who only laid the table."""
    record: str | None
    """Of a match that is over, as it can be replayed and verified; before that it would tell."""


class Tried(msgspec.Struct):
    """An attempt at the puzzle of a day."""

    day: str
    table: str
    points: int | None


class Solved(msgspec.Struct):
    """Their first try at a puzzle."""

    puzzle: str
    kind: str
    made: float
    state: str
    change: int
    """Of their rating."""


class Filled(msgspec.Struct):
    """The best that they made of a board of End of Line."""

    puzzle: str
    points: int
    table: str
    made: float


class Unheard(msgspec.Struct):
    """Somebody whom they have muted."""

    name: str
    made: float


class Reported(msgspec.Struct):
    """What they told the moderators about somebody."""

    made: float
    name: str
    reason: str
    text: str


class Done(msgspec.Struct):
    """What a moderator did about them."""

    made: float
    kind: str
    name: str
    reason: str
    why: str
    until: float | None
    lifted: float | None


class AtEvening(msgspec.Struct):
    evening: str
    title: str
    game: str
    made: float
    host: bool
    """Whether they laid it."""
    names: list[str]
    """What they were called there; nothing for who only laid it."""
    tables: list[str]
    """Those where a seat was theirs."""


class Planned(msgspec.Struct):
    table: str
    seat: int
    made: float
    state: str
    branches: list[Branch]


class Browser(msgspec.Struct):
    endpoint: str
    language: str
    made: float


class Turn(msgspec.Struct):
    table: str
    seat: int
    since: float | None
    until: float | None


class ByPost(msgspec.Struct):
    """Play by correspondence."""

    letters: bool
    browsers: list[Browser]
    """Those that show notices."""
    vacations: list[tuple[float, float]]
    seats: list[Turn]


class Everything(msgspec.Struct):
    person: Me
    sessions: list[Device]
    passkeys: list[KnownKey]
    tables: list[Sat]
    ratings: list[Taken]
    """Every step on every ladder, the first one first."""
    puzzles: list[Tried]
    tries: list[Solved]
    fills: list[Filled]
    muted: list[Unheard]
    reports: list[Reported]
    actions: list[Done]
    evenings: list[AtEvening]
    plans: list[Planned]
    correspondence: ByPost
    lessons: list[Learnt]


async def everything(accounts: Accounts, known: Known) -> Everything:
    kept, person, account = accounts.kept, known.guest.id, known.account
    found = await asyncio.to_thread(kept.tables, person)
    house, damage = accounts.house, accounts.house.damage
    for game in {laid.game for laid in found}:
        try:
            await house.prepare(game)
        except Exception as error:
            damage.name("game", game, error)

    def gather() -> Everything:
        selves = kept.selves(person)
        login, email = (account.login, account.email) if account else (None, None)
        me = Me(person, known.guest.name, known.guest.made, selves[1:], login, email)
        devices = [Device(each.device, each.made, each.seen) for each in kept.sessions(person)]
        keys = [KnownKey(each.id, each.name, each.made, each.used) for each in kept.passkeys(person)]
        store = house.store
        plans = [
            Planned(each.table, each.seat, each.made, each.state, each.branches) for each in store.orders.of(selves)
        ]
        conduct = store.conduct
        evenings = damage.sound("evening", store.evenings.of(person), lambda name: at_evening(store, name, person))
        return Everything(
            me,
            devices,
            keys,
            damage.sound("table", found, lambda laid: sat(store, laid, person), lambda laid: laid.table),
            [taken(step, own=True) for step in store.ladders.ways(selves)],
            [Tried(each.day, each.table, each.points) for each in store.days.attempts(person)],
            [
                Solved(each.puzzle, each.kind, each.made, each.state, gained(each.gain))
                for each in store.puzzles.tries(person)
            ],
            [Filled(each.puzzle, each.points, each.table, each.made) for each in store.puzzles.fills(person)],
            [Unheard(each.name, each.made) for each in conduct.mutes(person)],
            [Reported(each.made, each.name, each.reason, each.text) for each in conduct.reports_by(person)],
            [done(each) for each in conduct.actions_about(person) if each.kind in TOLD],
            [each for each in evenings if each],
            plans,
            by_post(store, person),
            store.lessons.of(person),
        )

    async with accounts.exporting:
        return await asyncio.to_thread(gather)


def by_post(store: Store, person: str) -> ByPost:
    kept, ways = store.turns, store.turns.ways(person)
    browsers = [Browser(each.endpoint, each.language, each.made) for each in kept.pushes(person)]
    vacations = [(each.begins, each.ends) for each in kept.vacations(person)]
    seats = [Turn(each.table, each.seat, each.since, each.until) for each in kept.of(person)]
    return ByPost(bool(ways and ways.letters), browsers, vacations, seats)


def done(action: Action) -> Done:
    return Done(action.made, action.kind, action.name, action.reason, action.why, action.until, action.lifted)


def sat(store: Store, laid: Laid, person: str) -> Sat:
    told = Sat(laid.table, laid.game, laid.made, laid.over, [], None)
    found = store.table(laid.table)
    if found is None:  # gone meanwhile
        return told
    facts, entries = found
    try:
        table = replayed(facts, entries)
    except OtherRules:
        written = rule_versions.read(facts, entries, laid.over)
        sat_at = {entry.seat for entry in entries if entry.kind == "sit" and entry.who == person}
        told.seats = [written.seats[seat] for seat in sorted(sat_at) if seat < len(written.seats)]
        told.record = rule_versions.record(facts, written)
        return told
    except Mistake:  # it cannot be executed: the log alone is left
        return told
    told.seats = [table.names[seat] for seat in table.seats_of(person)]
    if table.match and table.match.is_over:
        told.record = table.match.record()
    return told


def at_evening(store: Store, name: str, person: str) -> AtEvening | None:
    evening = store.evenings.evening(name)
    if evening is None:  # gone meanwhile
        return None
    facts, mine = evening.facts, evening.of(person)
    numbers = {each.number for each in mine}
    tables = [each.table for each in evening.tables if numbers & {*each.seats}]
    names = [each.name for each in mine]
    return AtEvening(facts.id, facts.name, facts.game, facts.made, facts.host == person, names, tables)
