"""Accounts over HTTP. Whether there is an account of a name is told by none of these answers, but to who would open
one of the same name."""

import asyncio
from typing import Annotated, Any, Literal

import msgspec
from litestar import Request, Response, get, post
from litestar.datastructures import Cookie
from litestar.exceptions import HTTPException

from sobremesa.server.features.accounts.accounts import Accounts, Known, ShutOut, login_of
from sobremesa.server.features.accounts.export import Everything, KnownKey, everything
from sobremesa.server.features.accounts.passkeys import Credential, Passkeys, Place
from sobremesa.server.features.lobby.routes import COOKIE, admit, admit_by_all, cookie_of, refusals, token_of
from sobremesa.server.http.language import spoken
from sobremesa.server.http.limits import Limits, Together
from sobremesa.server.sessions.devices import device_of
from sobremesa.server.sessions.models import Account, Laid

Asking = Request[Any, Any, Any]
Login = Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
Password = Annotated[str, msgspec.Meta(max_length=400)]
Short = Annotated[str, msgspec.Meta(max_length=300)]
ACCOUNT = 400, 401, 403, 413, 429
NO_COOKIE = Cookie(key=COOKIE, value="", max_age=0, httponly=True, samesite="lax")


class NewAccount(msgspec.Struct, forbid_unknown_fields=True):
    login: Login
    """The name to sign in with; nobody else sees it."""
    password: Password | None = None
    """None for who will use a passkey."""
    name: Short = ""
    """What others see, for who is no guest yet."""


class Opened(msgspec.Struct):
    name: str
    token: str
    codes: list[str]
    """Each sets another password, once. They are not shown again."""


class Entering(msgspec.Struct, forbid_unknown_fields=True):
    login: Login
    password: Password
    bring: bool = True
    """Whether what a guest played on this device comes along."""


class EnteringByKey(msgspec.Struct, forbid_unknown_fields=True):
    credential: Credential
    bring: bool = True


class Recovering(msgspec.Struct, forbid_unknown_fields=True):
    login: Login
    code: Short
    password: Password
    bring: bool = True


class Entered(msgspec.Struct):
    name: str
    token: str


class Forgotten(msgspec.Struct, forbid_unknown_fields=True):
    login: Login


class Named(msgspec.Struct, forbid_unknown_fields=True):
    name: Short


class NewPassword(msgspec.Struct, forbid_unknown_fields=True):
    new: Password
    password: Password = ""
    """The one until now, if it is a while since one signed in."""


class NewEmail(msgspec.Struct, forbid_unknown_fields=True):
    email: Short
    """Nothing, to have none any more."""
    password: Password = ""


class Proof(msgspec.Struct, forbid_unknown_fields=True):
    code: Short


class Sure(msgspec.Struct, forbid_unknown_fields=True):
    password: Password = ""


class Codes(msgspec.Struct):
    codes: list[str]


class NewPasskey(msgspec.Struct, forbid_unknown_fields=True):
    credential: Credential
    name: Short = ""


class OldPasskey(msgspec.Struct, forbid_unknown_fields=True):
    id: Short
    password: Password = ""


class OldSession(msgspec.Struct, forbid_unknown_fields=True):
    id: Short = ""
    """One of `sessions`; nothing for all but this one."""


class Farewell(msgspec.Struct, forbid_unknown_fields=True):
    name: Short
    """One's name to sign in with, or a guest's name: typed, so that nobody does it by mistake."""
    password: Password = ""


class SignedIn(msgspec.Struct):
    id: str
    device: str
    made: float
    seen: float
    here: bool


class Standing(msgspec.Struct):
    """Who asks, and by what they are known."""

    kind: Literal["nobody", "guest", "account"]
    letters: bool
    """Whether this house can write to people."""
    name: str
    login: str
    email: str
    password: bool
    fresh: bool
    """Whether one has signed in just now, and is not asked for the password again."""
    codes: int
    """How many of the sheet are left."""
    passkeys: list[KnownKey]
    sessions: list[SignedIn]


@get("/api/account")
async def standing(accounts: Accounts, request: Asking) -> Standing:
    """Who asks, and by what they are known."""
    known = await accounts.known(token_of(request))
    if known is None:
        return Standing("nobody", accounts.post is not None, "", "", "", False, False, 0, [], [])
    return await asyncio.to_thread(told, accounts, known)


def told(accounts: Accounts, known: Known) -> Standing:
    kept, person, account = accounts.kept, known.guest.id, known.account
    here = known.session.token
    devices = [
        SignedIn(each.id, each.device, each.made, each.seen, each.token == here) for each in kept.sessions(person)
    ]
    letters = accounts.post is not None
    if account is None:
        return Standing("guest", letters, known.guest.name, "", "", False, True, 0, [], devices)
    keys = [KnownKey(each.id, each.name, each.made, each.used) for each in kept.passkeys(person)]
    return Standing(
        "account",
        letters,
        known.guest.name,
        account.login,
        account.email or "",
        account.password is not None,
        known.fresh,
        kept.codes_left(person),
        keys,
        devices,
    )


@get("/api/account/tables", responses=refusals(401))
async def tables(accounts: Accounts, request: Asking) -> list[Laid]:
    """The tables that one laid or sat at, the newest first."""
    known = await somebody(accounts, request)
    return await asyncio.to_thread(accounts.kept.tables, known.guest.id)


@post("/api/account", responses=refusals(*ACCOUNT))
async def sign_up(accounts: Accounts, limits: Limits, data: NewAccount, request: Asking) -> Response[Opened]:
    """Open an account. A guest stays who they are, with all that they played, and is known by a new token."""
    left = await admit_by_all(request, limits, limits.entering)
    known = await accounts.known(token_of(request))
    if known is None:
        await accounts.check(data.login, data.password)  # before anybody comes in for it
        _, token = await accounts.house.greet(data.name or data.login, device_of(request))
        known = await accounts.known(token)
        assert known is not None
    token, sheet = await accounts.open(known, data.login, data.password, left)
    return Response(Opened(known.guest.name, token, sheet), cookies=[cookie_of(request, token)])


@post("/api/account/enter", status_code=200, responses=refusals(*ACCOUNT))
async def enter(accounts: Accounts, limits: Limits, data: Entering, request: Asking) -> Response[Entered]:
    """Sign in with a password."""
    login, left = await admit_to(request, limits, limits.named, data.login)
    account = await accounts.enter(login, data.password, left)
    return await entered(accounts, account, request, data.bring, "That name and that password do not go together.")


@post("/api/account/recover", status_code=200, responses=refusals(*ACCOUNT))
async def recover(accounts: Accounts, limits: Limits, data: Recovering, request: Asking) -> Response[Entered]:
    """Sign in with a code, and choose another password: all other sessions end."""
    login, left = await admit_to(request, limits, limits.named, data.login)
    account = await accounts.recover(login, data.code, data.password, left)
    return await entered(accounts, account, request, data.bring, "That name and that code do not go together.")


@post("/api/account/forgotten", status_code=204, responses=refusals(400, 403, 413, 429))
async def forgotten(accounts: Accounts, limits: Limits, data: Forgotten, request: Asking) -> None:
    """Ask for a letter with a code. Whether one is sent nobody is told."""
    login, _ = await admit_to(request, limits, limits.letters, data.login)
    await accounts.write(login, spoken(request.headers.get("accept-language", "")))


@post("/api/account/leave", status_code=204, responses=refusals(401, 403, 429), response_cookies=[NO_COOKIE])
async def leave(accounts: Accounts, limits: Limits, request: Asking) -> None:
    """Sign out here."""
    known = await changing(accounts, limits, request)
    await accounts.end_sessions(known.guest.id, known.session.id)


@post("/api/account/sessions/end", status_code=204, responses=refusals(*ACCOUNT))
async def end_sessions(accounts: Accounts, limits: Limits, data: OldSession, request: Asking) -> None:
    """Sign out on another device, or on all others."""
    known = await changing(accounts, limits, request)
    if not await accounts.end_sessions(known.guest.id, data.id or None, known.session.token) and data.id:
        raise HTTPException("You are not signed in there.", status_code=400)


@post("/api/account/name", status_code=200, responses=refusals(*ACCOUNT))
async def rename(accounts: Accounts, limits: Limits, data: Named, request: Asking) -> Named:
    """Have another name at tables that one sits down at from now on."""
    known = await changing(accounts, limits, request)
    return Named(await accounts.rename(known, data.name))


@post("/api/account/password", status_code=200, responses=refusals(*ACCOUNT))
async def set_password(accounts: Accounts, limits: Limits, data: NewPassword, request: Asking) -> Response[Entered]:
    """Choose another password: all other sessions end, and this one has a new token."""
    known, account = await surely(accounts, limits, request, data.password)
    token = await accounts.set_password(account, known.session.token, data.new)
    return Response(Entered(known.guest.name, token), cookies=[cookie_of(request, token)])


@post("/api/account/email", status_code=204, responses=refusals(*ACCOUNT))
async def set_email(accounts: Accounts, limits: Limits, data: NewEmail, request: Asking) -> None:
    """Have an e-mail address for codes, once the code that is sent to it has been typed; or none any more."""
    _, account = await surely(accounts, limits, request, data.password)
    if not data.email.strip():
        await accounts.forget_address(account)
        return
    if await limits.left(limits.letters, account.login) < 0:
        raise HTTPException(TOO_OFTEN, status_code=429)
    await accounts.ask_address(account, data.email, spoken(request.headers.get("accept-language", "")))


@post("/api/account/email/prove", status_code=204, responses=refusals(*ACCOUNT))
async def prove_email(accounts: Accounts, limits: Limits, data: Proof, request: Asking) -> None:
    """Type the code that was sent to an address."""
    known = await changing(accounts, limits, request)
    if not await accounts.prove_address(account_of(known), data.code):
        raise HTTPException("That code was not sent to you, or too long ago.", status_code=400)


@post("/api/account/codes", status_code=200, responses=refusals(*ACCOUNT))
async def new_sheet(accounts: Accounts, limits: Limits, data: Sure, request: Asking) -> Codes:
    """A new sheet of codes; the old ones are good for nothing any more."""
    _, account = await surely(accounts, limits, request, data.password)
    return Codes(await accounts.new_sheet(account))


@post("/api/account/passkeys/ask", status_code=200, responses=refusals(*ACCOUNT))
async def ask_passkey(accounts: Accounts, limits: Limits, data: Sure, request: Asking) -> Credential:
    """What a browser has to know to make a passkey: `PublicKeyCredentialCreationOptions` as JSON."""
    known, account = await surely(accounts, limits, request, data.password)
    return await Passkeys(accounts).ask_to_add(known, account, Place(request))


@post("/api/account/passkeys", status_code=204, responses=refusals(*ACCOUNT))
async def add_passkey(accounts: Accounts, limits: Limits, data: NewPasskey, request: Asking) -> None:
    """Keep a passkey that a browser has made."""
    known = await changing(accounts, limits, request)
    name = data.name or device_of(request)
    await Passkeys(accounts).add(account_of(known), data.credential, name, Place(request))


@post("/api/account/passkeys/remove", status_code=204, responses=refusals(*ACCOUNT))
async def remove_passkey(accounts: Accounts, limits: Limits, data: OldPasskey, request: Asking) -> None:
    """Sign in with a passkey no more."""
    _, account = await surely(accounts, limits, request, data.password)
    if not await Passkeys(accounts).remove(account, data.id):
        raise HTTPException("You have no such passkey.", status_code=400)


@post("/api/account/enter/ask", status_code=200, responses=refusals(403, 429))
async def ask_to_enter(accounts: Accounts, limits: Limits, request: Asking) -> Credential:
    """What a browser has to know to find a passkey: `PublicKeyCredentialRequestOptions` as JSON."""
    await admit_by_all(request, limits, limits.entering)
    return await Passkeys(accounts).ask_to_enter(Place(request))


@post("/api/account/enter/passkey", status_code=200, responses=refusals(*ACCOUNT))
async def enter_by_key(accounts: Accounts, limits: Limits, data: EnteringByKey, request: Asking) -> Response[Entered]:
    """Sign in with a passkey."""
    await admit_by_all(request, limits, limits.entering)
    account = await Passkeys(accounts).enter(data.credential, Place(request))
    return await entered(accounts, account, request, data.bring, "This house does not know that passkey.")


@get("/api/account/export", responses=refusals(401, 429))
async def export(accounts: Accounts, limits: Limits, request: Asking) -> Response[Everything]:
    """All that the house has of one, in one file; matches that are over with their records."""
    known = await somebody(accounts, request)
    if await limits.left(limits.exports, known.guest.id) < 0:
        raise HTTPException(TOO_OFTEN, status_code=429)
    headers = {"Content-Disposition": 'attachment; filename="sobremesa.json"', "Cache-Control": "no-store"}
    return Response(await everything(accounts, known), headers=headers)


@post("/api/account/delete", status_code=204, responses=refusals(*ACCOUNT), response_cookies=[NO_COOKIE])
async def delete(accounts: Accounts, limits: Limits, data: Farewell, request: Asking) -> None:
    """Delete everything. Matches that are others' too stay theirs, without one's name."""
    known = await changing(accounts, limits, request)
    await make_sure(accounts, limits, known, data.password)
    if data.name.strip() != (known.account.login if known.account else known.guest.name):
        raise HTTPException("Type your name exactly, and everything is deleted.", status_code=400)
    await accounts.delete(known)


TOO_OFTEN = "Too much was asked for at once in that name: wait a minute."


async def admit_to(request: Asking, limits: Limits, buckets: Together, name: str) -> tuple[str, float]:
    """The name as it is compared, for who may try it now: neither one address tries many names, nor many addresses
    one. And how often that address may still try."""
    left = await admit_by_all(request, limits, limits.entering)
    login = login_of(name)
    if await limits.left(buckets, login) < 0:
        raise HTTPException(TOO_OFTEN, status_code=429)
    return login, left


async def entered(
    accounts: Accounts, account: Account | None, request: Asking, bring: bool, why: str
) -> Response[Entered]:
    if account is None:
        raise HTTPException(why, status_code=401)
    before = await accounts.known(token_of(request))
    try:
        token = await accounts.begin(account, device_of(request), before, bring)
    except ShutOut as shut_out:
        raise HTTPException(str(shut_out), status_code=403) from None
    known = await accounts.known(token)
    assert known is not None
    return Response(Entered(known.guest.name, token), cookies=[cookie_of(request, token)])


async def somebody(accounts: Accounts, request: Asking) -> Known:
    known = await accounts.known(token_of(request))
    if known is None:
        raise HTTPException("Say who you are first: POST /api/guests with a name.", status_code=401)
    return known


async def changing(accounts: Accounts, limits: Limits, request: Asking) -> Known:
    admit(request, limits, limits.changes)
    return await somebody(accounts, request)


def account_of(known: Known) -> Account:
    if known.account is None:
        raise HTTPException("That is for people with an account: open one, or sign in.", status_code=403)
    return known.account


async def surely(accounts: Accounts, limits: Limits, request: Asking, password: str) -> tuple[Known, Account]:
    """Who asks for something that would hurt if it were somebody else."""
    known = await changing(accounts, limits, request)
    account = account_of(known)
    await make_sure(accounts, limits, known, password)
    return known, account


async def make_sure(accounts: Accounts, limits: Limits, known: Known, password: str) -> None:
    if known.fresh:
        return
    account = account_of(known)
    if await limits.left(limits.named, account.login) < 0:
        raise HTTPException(TOO_OFTEN, status_code=429)
    if not await accounts.sure(known, password):
        raise HTTPException("It is a while since you signed in: give your password, or sign in again.", status_code=403)


ALL = [
    standing,
    tables,
    sign_up,
    enter,
    recover,
    forgotten,
    leave,
    end_sessions,
    rename,
    set_password,
    set_email,
    prove_email,
    new_sheet,
    ask_passkey,
    add_passkey,
    remove_passkey,
    ask_to_enter,
    enter_by_key,
    export,
    delete,
]
