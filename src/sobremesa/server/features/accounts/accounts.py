"""What people do with their accounts. A guest who opens one keeps their id, so all that they played is theirs."""

import asyncio
import re
import secrets
import time
import unicodedata

import msgspec

from sobremesa.mistakes import Mistake
from sobremesa.server import mail
from sobremesa.server.features.accounts import codes
from sobremesa.server.features.accounts.passwords import Hasher, fit
from sobremesa.server.features.moderation import models as moderation_models
from sobremesa.server.live.registry import House, hashed
from sobremesa.server.mail import Post
from sobremesa.server.sessions.models import ADDRESS, MAILED, SHEET, Account, Session
from sobremesa.server.tables.log import Guest
from sobremesa.server.tables.seating import LONGEST_NAME
from sobremesa.server.text import plain

LOGIN = re.compile(r"[\w.-]{3,30}")
FRESH = 900.0
"""Seconds after signing in within which nobody is asked for the password again."""
IN_TIME = 1800.0
"""Seconds for which a code from a letter can be used."""


class ShutOut(Mistake):
    """Somebody may not come in."""


class Known(msgspec.Struct, frozen=True):
    """Who asks: a person, on one of their devices, with an account or without."""

    guest: Guest
    session: Session
    account: Account | None

    @property
    def fresh(self) -> bool:
        return self.account is None or time.time() - self.session.made < FRESH


def login_of(name: str) -> str:
    """A name to sign in with, as it is compared."""
    login = unicodedata.normalize("NFKC", name).strip().casefold()
    if not LOGIN.fullmatch(login):
        raise Mistake("A name to sign in with has 3 to 30 letters, digits, dots, hyphens or underscores.")
    return login


class Accounts:
    """The accounts of a house, and who carries its letters, if anybody does."""

    def __init__(self, house: House, post: Post | None = None) -> None:
        self.house, self.kept, self.post = house, house.store.people, post
        self.hasher = Hasher()
        self.exporting = asyncio.Semaphore(1)
        """Whoever takes everything along waits for who came before: it is many matches to replay."""

    def close(self) -> None:
        self.hasher.close()
        if self.post:
            self.post.close()

    async def known(self, token: str) -> Known | None:
        """Who has that token."""

        def look() -> Known | None:
            known = self.kept.known(hashed(token))
            if known is None or known[1].is_past(time.time()):
                return None
            return Known(*known, self.kept.account(known[0].id))

        return await asyncio.to_thread(look) if token else None

    # Ways in.

    async def check(self, name: str, password: str | None) -> str:
        """The name as it is compared, if an account could be opened with these."""
        login = login_of(name)
        if password is not None:
            fit(password, login)
        if await asyncio.to_thread(self.kept.named, login):
            raise Mistake(f"The name {login} is taken: choose another.")
        return login

    async def open(self, known: Known, name: str, password: str | None, left: float = 0.0) -> tuple[str, list[str]]:
        """Give a guest an account. Return their new token, as the one until now may have been seen by others, and the
        codes of the account's sheet, which are never shown again. Of those who wait for this, and of those below, whose
        address may still try most often comes first."""
        if known.account:
            raise Mistake("You have an account already.")
        login = await self.check(name, password)
        kept = await self.hasher.hash(fit(password, login), left) if password is not None else None
        sheet = codes.sheet()
        account = Account(known.guest.id, login, kept, None, time.time())
        hashes, token = [codes.hashed(code) for code in sheet], secrets.token_urlsafe(24)
        ended = await asyncio.to_thread(self.kept.open, account, hashes, known.session.token, hashed(token))
        self.house.let_go(ended)
        return token, sheet

    async def enter(self, login: str, password: str, left: float = 0.0) -> Account | None:
        """The account of that name, for who has its password. Whether there is one takes as long to find out."""
        account = await asyncio.to_thread(self.kept.named, login)
        right = await self.hasher.verify(account.password if account else None, password, left)
        return account if right else None

    async def recover(self, login: str, code: str, password: str, left: float = 0.0) -> Account | None:
        """The account of that name, with another password, for who has a code of its sheet or from a letter."""
        kept = await self.hasher.hash(fit(password, login), left)

        def use() -> Account | None:
            account, name = self.kept.named(login), codes.hashed(code)
            person = account.person if account else ""
            if self.kept.take([SHEET, MAILED], name, person, time.time()) is None:
                return None
            self.kept.set_password(person, kept)
            return account

        account = await asyncio.to_thread(use)
        if account:
            await self.end_sessions(account.person)
        return account

    async def begin(self, account: Account, device: str, before: Known | None, bring: bool) -> str:
        """The token of a new session on a device; whoever was known there before is not any more. What a guest without
        an account played there is the person's from now on, if they say so."""
        token = secrets.token_urlsafe(24)
        now = time.time()
        session = Session(hashed(token), account.person, device, now, now)
        await asyncio.to_thread(self.kept.start, session)
        if shut := await asyncio.to_thread(self.house.store.conduct.held, account.person, "shut out", now):
            await asyncio.to_thread(self.kept.end, [session.token])
            raise ShutOut(moderation_models.shut_out(shut))
        if before:
            joins = bring and before.account is None and before.guest.id != account.person
            if joins:
                await asyncio.to_thread(self.kept.join, before.guest.id, account.person)
                await asyncio.to_thread(self.house.store.turns.carry_over, before.session.token, session.token)
                self.house.join([before.session.token], before.guest.id, account.person)
            else:
                await asyncio.to_thread(self.kept.end, [before.session.token])
                self.house.let_go([before.session.token])
        return token

    # Ways out.

    async def end_sessions(self, person: str, name: str | None = None, besides: str = "") -> bool:
        """End one session, or all but one; their sockets close. Whether there was any."""
        found = await asyncio.to_thread(self.kept.sessions, person)
        tokens = [each.token for each in found if each.token != besides and name in (None, each.id)]
        await asyncio.to_thread(self.kept.end, tokens)
        self.house.let_go(tokens)
        return bool(tokens)

    async def delete(self, known: Known) -> None:
        """Everything that is theirs alone. They give up their seats where others play on."""
        person = known.guest.id
        for table in await asyncio.to_thread(self.kept.unfinished, person):
            await self.house.give_up(table, person)
        tokens = [each.token for each in await asyncio.to_thread(self.kept.sessions, person)]
        await asyncio.to_thread(self.kept.delete, person)
        self.house.let_go(tokens, [person])

    # Changes.

    async def sure(self, known: Known, password: str) -> bool:
        """Whether it is really they: signed in a moment ago, or with their password once more."""
        if known.fresh:
            return True
        assert known.account is not None
        return await self.hasher.verify(known.account.password, password)

    async def rename(self, known: Known, name: str) -> str:
        name = plain(name)[:LONGEST_NAME]
        if not name:
            raise Mistake("A guest needs a name.")
        replaced = await asyncio.to_thread(self.house.store.conduct.replaced_names, known.guest.id)
        if name.casefold() in replaced:
            raise Mistake("A moderator has replaced that name: choose another.")
        await asyncio.to_thread(self.kept.set_name, known.guest.id, name)
        return name

    async def set_password(self, account: Account, here: str, password: str) -> str:
        """Set another password and return a new token for this device. All tokens until now end, here and elsewhere."""
        kept, token = await self.hasher.hash(fit(password, account.login)), secrets.token_urlsafe(24)
        ended = await asyncio.to_thread(self.kept.change_password, account.person, kept, here, hashed(token))
        self.house.let_go(ended)
        return token

    async def new_sheet(self, account: Account) -> list[str]:
        sheet = codes.sheet()
        await asyncio.to_thread(self.kept.new_sheet, account.person, [codes.hashed(code) for code in sheet])
        return sheet

    # Letters.

    async def ask_address(self, account: Account, address: str, language: str) -> None:
        """Write to an address, to learn whether it is theirs. None is kept before that."""
        if self.post is None:
            raise Mistake("This house sends no letters: keep your codes.")
        address = mail.fit(address)
        code = await self._code(ADDRESS, account, address)
        self.post.put(address, ADDRESS, language, login=account.login, code=code)

    async def prove_address(self, account: Account, code: str) -> bool:
        address = await asyncio.to_thread(self.kept.take, [ADDRESS], codes.hashed(code), account.person, time.time())
        if address is None:
            return False
        await asyncio.to_thread(self.kept.set_email, account.person, address)
        return True

    async def forget_address(self, account: Account) -> None:
        await asyncio.to_thread(self.kept.set_email, account.person, None)

    async def write(self, login: str, language: str) -> None:
        """Send a code to who has forgotten their password, if there is such an account and it has an address."""
        account = await asyncio.to_thread(self.kept.named, login)
        if self.post and account and account.email:
            code = await self._code(MAILED, account, "")
            self.post.put(account.email, MAILED, language, login=account.login, code=code)

    async def _code(self, kind: str, account: Account, text: str) -> str:
        code, now = codes.new(), time.time()
        await asyncio.to_thread(self.kept.keep, kind, codes.hashed(code), account.person, text, now, now + IN_TIME)
        return code
