"""What the house keeps of people: sessions, accounts, passkeys, and what can be used once.

Who uses a code, or takes a name, must know whether they were the first: each of these is a transaction of its own, by
the thread that asks. They are few beside the moves, which share theirs.
"""

import time
from collections.abc import Collection, Sequence
from typing import Any

from msgspec.structs import asdict
from sqlalchemy import Connection, Engine, Select, Table, Update, delete, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from sobremesa.mistakes import Mistake
from sobremesa.server.database.schema import accounts, entries, guests, onces, passkeys, sessions, tables
from sobremesa.server.features.analysis.schema import analyses
from sobremesa.server.features.correspondence import store as correspondence_store
from sobremesa.server.features.daily import store as daily_store
from sobremesa.server.features.ladders import rating_updates
from sobremesa.server.features.ladders.schema import rated
from sobremesa.server.features.lessons import store as lessons_store
from sobremesa.server.features.moderation import store as moderation_store
from sobremesa.server.features.plans.schema import plans
from sobremesa.server.features.profiles import store as profiles_store
from sobremesa.server.features.puzzles import store as puzzles_store
from sobremesa.server.features.tournaments import store as tournaments_store
from sobremesa.server.sessions.models import GONE, SHEET, Account, Laid, Passkey, Session
from sobremesa.server.tables.log import Guest

_came = entries.c.kind.in_(["sit", "keep"])
_of_guest = (guests.c[name] for name in Guest.__struct_fields__)
_of_session = (sessions.c[name] for name in Session.__struct_fields__)
_known = select(*_of_guest, *_of_session).join(sessions, sessions.c.person == guests.c.id)


def whose(table: Table, column: str, kind: type) -> Select[Any]:
    """Rows in which a guest is the person that they turned out to be by signing in. What was written stays."""
    parts: dict[str, Any] = {name: table.c[name] for name in kind.__struct_fields__}  # type: ignore[attr-defined]
    parts[column] = func.coalesce(guests.c.person, table.c[column])
    return select(*parts.values()).select_from(table.outerjoin(guests, guests.c.id == table.c[column]))


def _columns(table: Table, kind: type) -> Select[Any]:
    return select(*(table.c[name] for name in kind.__struct_fields__))  # type: ignore[attr-defined]


class People:
    """The people of a house, on disk."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    # Sessions.

    def known(self, token: str) -> tuple[Guest, Session] | None:
        """Who has a token of that hash, and on which device."""
        row = self._first(_known.where(sessions.c.token == token))
        count = len(Guest.__struct_fields__)
        return (Guest(*row[:count]), Session(*row[count:])) if row else None

    def sessions(self, person: str) -> list[Session]:
        """Those seen last first."""
        wanted = _columns(sessions, Session).where(sessions.c.person == person).order_by(sessions.c.seen.desc())
        return [Session(*row) for row in self._all(wanted)]

    def start(self, session: Session) -> None:
        self._do(insert(sessions).values(asdict(session)))

    def end(self, tokens: Sequence[str]) -> None:
        self._do(delete(sessions).where(sessions.c.token.in_(tokens)))

    def still(self, tokens: Collection[str]) -> set[str]:
        """Those of some sessions that have not ended."""
        return {row.token for row in self._all(select(sessions.c.token).where(sessions.c.token.in_(tokens)))}

    def turned_out(self, people: Collection[str]) -> dict[str, str]:
        """Those of some guests who have turned out to be somebody, and whom."""
        wanted = select(guests.c.id, guests.c.person).where(guests.c.id.in_(people), guests.c.person.is_not(None))
        return {row.id: row.person for row in self._all(wanted)}

    def sweep(self, now: float, unseen: float) -> list[str]:
        """End the sessions by which nobody was seen since a time, and forget what could be used until now; which
        sessions."""
        old = sessions.c.seen < unseen
        with self._engine.begin() as connection:
            ended = [row.token for row in connection.execute(select(sessions.c.token).where(old))]
            connection.execute(delete(sessions).where(sessions.c.token.in_(ended)))
            connection.execute(delete(onces).where(onces.c.until < now))
        return ended

    # Accounts.

    def account(self, person: str) -> Account | None:
        row = self._first(_columns(accounts, Account).where(accounts.c.person == person))
        return Account(*row) if row else None

    def named(self, login: str) -> Account | None:
        row = self._first(_columns(accounts, Account).where(accounts.c.login == login))
        return Account(*row) if row else None

    def open(self, account: Account, codes: Sequence[str], old: str, new: str) -> list[str]:
        """Keep the account of a guest and the hashes of its codes, and give the session in which they ask another
        token; return the tokens that have ended by that."""
        try:
            with self._engine.begin() as connection:
                connection.execute(insert(accounts).values(asdict(account)))
                _write_sheet(connection, account.person, codes)
                return _renew(connection, account.person, old, new, made=account.made)
        except IntegrityError:
            if self.account(account.person):
                raise Mistake("You have an account already.") from None
            raise Mistake(f"The name {account.login} is taken: choose another.") from None

    def set_name(self, person: str, name: str) -> None:
        self._do(update(guests).where(guests.c.id == person).values(name=name))

    def set_password(self, person: str, password: str) -> None:
        self._do(_with_password(person, password))

    def change_password(self, person: str, password: str, old: str, new: str) -> list[str]:
        """Set a password, and give the session in which it is changed another token; return the tokens that have ended
        by that: its old one, and those of all other sessions."""
        with self._engine.begin() as connection:
            connection.execute(_with_password(person, password))
            return _renew(connection, person, old, new)

    def set_email(self, person: str, email: str | None) -> None:
        self._do(update(accounts).where(accounts.c.person == person).values(email=email))

    def join(self, guest: str, person: str) -> None:
        """A guest turns out to be a person with an account: what they did is the person's from now on."""
        with self._engine.begin() as connection:
            connection.execute(delete(sessions).where(sessions.c.person == guest))
            connection.execute(delete(onces).where(onces.c.person == guest))
            correspondence_store.move(connection, guest, person)
            connection.execute(update(guests).where(guests.c.id == guest).values(person=person))
            rating_updates.join(connection, guest, person)
            for topic in daily_store, moderation_store, lessons_store, puzzles_store:
                topic.carry(connection, guest, person)

    # Passkeys.

    def add_passkey(self, passkey: Passkey) -> None:
        try:
            self._do(insert(passkeys).values(asdict(passkey)))
        except IntegrityError:
            raise Mistake("This passkey is known already.") from None

    def passkey(self, name: str) -> Passkey | None:
        row = self._first(_columns(passkeys, Passkey).where(passkeys.c.id == name))
        return Passkey(*row) if row else None

    def passkeys(self, person: str) -> list[Passkey]:
        wanted = _columns(passkeys, Passkey).where(passkeys.c.person == person).order_by(passkeys.c.made)
        return [Passkey(*row) for row in self._all(wanted)]

    def use_passkey(self, name: str, count: int, at: float) -> None:
        self._do(update(passkeys).where(passkeys.c.id == name).values(count=count, used=at))

    def remove_passkey(self, person: str, name: str) -> bool:
        return self._do(delete(passkeys).where(passkeys.c.id == name, passkeys.c.person == person)) > 0

    # What can be used once.

    def keep(self, kind: str, name: str, person: str | None, text: str, now: float, until: float) -> None:
        """Something that can be used once, by its hash, until a time; what is past its own is swept."""
        with self._engine.begin() as connection:
            connection.execute(delete(onces).where(onces.c.until < now))
            connection.execute(insert(onces).values(hash=name, kind=kind, person=person, text=text, until=until))

    def take(self, kind: Sequence[str], name: str, person: str | None, now: float) -> str | None:
        """Use it; the text that was kept with it, or None for all but the first who ask in time."""
        found = onces.c.hash == name, onces.c.kind.in_(kind), onces.c.person == person
        with self._engine.begin() as connection:
            row = connection.execute(select(onces.c.text, onces.c.until).where(*found)).first()
            first = connection.execute(delete(onces).where(*found)).rowcount > 0
        return row.text if row and first and (row.until is None or row.until >= now) else None

    def new_sheet(self, person: str, codes: Sequence[str]) -> None:
        """Codes instead of those before."""
        with self._engine.begin() as connection:
            connection.execute(delete(onces).where(onces.c.person == person, onces.c.kind == SHEET))
            _write_sheet(connection, person, codes)

    def codes_left(self, person: str) -> int:
        wanted = select(func.count()).select_from(onces).where(onces.c.person == person, onces.c.kind == SHEET)
        with self._engine.connect() as connection:
            return connection.execute(wanted).scalar_one()

    # All that is somebody's.

    def selves(self, person: str) -> list[str]:
        """A person, and the guests that they were."""
        return [person, *(row.id for row in self._all(select(guests.c.id).where(guests.c.person == person)))]

    def tables(self, person: str) -> list[Laid]:
        """The tables that somebody laid or sat at, the newest first."""
        selves = self.selves(person)
        sat = select(entries.c.table).where(_came, entries.c.who.in_(selves))
        theirs = or_(tables.c.owner.in_(selves), tables.c.id.in_(sat))
        wanted = select(tables.c.id, tables.c.game, tables.c.made, tables.c.over).where(theirs)
        return [Laid(*row) for row in self._all(wanted.order_by(tables.c.made.desc()))]

    def unfinished(self, person: str) -> list[str]:
        """Those of them that are others' too, and not over."""
        alone = {row.id for row in self._all(select(tables.c.id).where(*_alone(self.selves(person))))}
        return [laid.table for laid in self.tables(person) if not laid.over and laid.table not in alone]

    def delete(self, person: str) -> None:
        """All that is a person's alone. In what is others' too a name that nobody has stands for them."""
        selves = self.selves(person)
        with self._engine.begin() as connection:
            correspondence_store.forget(connection, selves)
            for kept in onces, passkeys, accounts, sessions, plans:
                connection.execute(delete(kept).where(kept.c.person.in_(selves)))
            rating_updates.forget(connection, selves)
            for topic in daily_store, moderation_store, lessons_store, puzzles_store:
                topic.forget(connection, selves)
            tournaments_store.forget(connection, selves, time.time())
            alone = select(tables.c.id).where(*_alone(selves))
            profiles_store.forget(connection, selves, alone)
            connection.execute(delete(rated).where(rated.c.table.in_(alone), ~rated.c.done))
            connection.execute(delete(analyses).where(analyses.c.table.in_(alone)))
            connection.execute(delete(entries).where(entries.c.table.in_(alone)))
            connection.execute(delete(tables).where(*_alone(selves)))
            _unname(connection, selves)
            connection.execute(update(guests).where(guests.c.id.in_(selves)).values(name=GONE, person=None))
            owning = select(tables.c.owner)
            connection.execute(delete(guests).where(guests.c.id.in_(selves), guests.c.id.not_in(owning)))

    def _first(self, wanted: Select[Any]) -> Any:
        with self._engine.connect() as connection:
            return connection.execute(wanted).first()

    def _all(self, wanted: Select[Any]) -> Sequence[Any]:
        with self._engine.connect() as connection:
            return connection.execute(wanted).all()

    def _do(self, deed: Any) -> int:
        """How many rows it concerned."""
        with self._engine.begin() as connection:
            return connection.execute(deed).rowcount


def _with_password(person: str, password: str) -> Update:
    return update(accounts).where(accounts.c.person == person).values(password=password)


def _renew(connection: Connection, person: str, old: str, new: str, **changed: Any) -> list[str]:
    """Replace the token of a session and end all other sessions of the person; return the tokens that have ended. The
    browser's notices go on under the new token."""
    theirs = sessions.c.person == person
    ended = list(connection.execute(select(sessions.c.token).where(theirs)).scalars())
    if old not in ended:
        raise Mistake("You have signed out: sign in again, or come back as a guest.")
    renewed = update(sessions).where(theirs, sessions.c.token == old).values(token=new, **changed)
    connection.execute(renewed)
    connection.execute(delete(sessions).where(theirs, sessions.c.token != new))
    correspondence_store.carry_over(connection, old, new)
    return ended


def _write_sheet(connection: Connection, person: str, codes: Sequence[str]) -> None:
    rows = [{"hash": code, "kind": SHEET, "person": person} for code in codes]
    if rows:
        connection.execute(insert(onces), rows)


def _alone(selves: list[str]) -> tuple[Any, ...]:
    """Tables that somebody laid, and where nobody else ever had a seat."""
    others = select(entries.c.n).where(entries.c.table == tables.c.id, _came, entries.c.who.not_in(selves))
    return tables.c.owner.in_(selves), ~others.exists()


def _unname(connection: Connection, selves: list[str]) -> None:
    """The words that somebody gave for chance stay, as the match follows from them; the name does not."""
    wanted = select(entries.c.table, entries.c.n, entries.c.kind, entries.c.text)
    for row in connection.execute(wanted.where(_came, entries.c.who.in_(selves))).all():
        text = f"{row.text.partition(' ')[0]} {GONE}" if row.kind == "sit" else GONE
        here = entries.c.table == row.table, entries.c.n == row.n
        connection.execute(update(entries).where(*here).values(text=text))
