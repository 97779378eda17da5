"""Passkeys: a device proves that it has a key, and nothing that could be stolen is sent or kept."""

import asyncio
import hashlib
import json
import secrets
import time
from typing import Any

from sobremesa.mistakes import Mistake
from sobremesa.server.features.accounts.accounts import Accounts, Known
from sobremesa.server.http import nesting
from sobremesa.server.sessions.models import ADDING, ENTERING, Account, Passkey
from sobremesa.server.text import plain

IN_TIME = 300.0
"""Seconds to answer a challenge."""
LONGEST_NAME = 60
MOST = 20
TITLE = "Sobremesa"
Credential = dict[str, Any]
"""What a browser's `credential.toJSON()` gives."""


class Place:
    """Where a house is asked: a key is made for one name of it, and is good for no other."""

    def __init__(self, request: Any) -> None:
        self.name: str = request.url.hostname or ""
        host = request.headers.get("host", "")
        self.origins = [f"https://{host}", f"http://{host}"]  # plain only where a browser trusts it: on this machine


class Passkeys:
    def __init__(self, accounts: Accounts) -> None:
        self.accounts, self.kept = accounts, accounts.kept

    async def ask_to_add(self, known: Known, account: Account, place: Place) -> Credential:
        """What a browser has to know to make a key."""
        from webauthn import generate_registration_options, options_to_json  # a quarter of a second, once
        from webauthn.helpers.structs import (
            AuthenticatorSelectionCriteria,
            PublicKeyCredentialDescriptor,
            ResidentKeyRequirement,
            UserVerificationRequirement,
        )

        theirs = await asyncio.to_thread(self.kept.passkeys, account.person)
        if len(theirs) >= MOST:
            raise Mistake(f"An account has at most {MOST} passkeys: remove one first.")
        challenge = await self._challenge(ADDING, account.person)
        options = generate_registration_options(
            rp_id=place.name,
            rp_name=TITLE,
            user_name=account.login,
            user_id=account.person.encode(),
            user_display_name=known.guest.name,
            challenge=challenge,
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.REQUIRED
            ),
            exclude_credentials=[PublicKeyCredentialDescriptor(id=bytes_of(each.id)) for each in theirs],
        )
        return asked(options_to_json(options))

    async def add(self, account: Account, credential: Credential, name: str, place: Place) -> None:
        """Keep a key that a browser has made."""
        from webauthn import verify_registration_response
        from webauthn.helpers.exceptions import WebAuthnException

        challenge = await self._answered(ADDING, account.person, credential)
        try:
            found = await asyncio.to_thread(
                verify_registration_response,
                credential=credential,
                expected_challenge=challenge,
                expected_rp_id=place.name,
                expected_origin=place.origins,
                require_user_verification=True,
            )
        except (WebAuthnException, ValueError, KeyError, TypeError):
            raise Mistake("That is no passkey for this house.") from None
        now = time.time()
        name = plain(name)[:LONGEST_NAME] or TITLE
        key, count = text_of(found.credential_public_key), found.sign_count
        passkey = Passkey(text_of(found.credential_id), account.person, key, count, name, now, now)
        await asyncio.to_thread(self.kept.add_passkey, passkey)

    async def remove(self, account: Account, name: str) -> bool:
        return await asyncio.to_thread(self.kept.remove_passkey, account.person, name)

    async def ask_to_enter(self, place: Place) -> Credential:
        """What a browser has to know to find a key. It says nothing of who has one."""
        from webauthn import generate_authentication_options, options_to_json
        from webauthn.helpers.structs import UserVerificationRequirement

        challenge = await self._challenge(ENTERING, None)
        required = UserVerificationRequirement.REQUIRED
        options = generate_authentication_options(rp_id=place.name, challenge=challenge, user_verification=required)
        return asked(options_to_json(options))

    async def enter(self, credential: Credential, place: Place) -> Account | None:
        """The account of a key, for who has it."""
        from webauthn import verify_authentication_response
        from webauthn.helpers.exceptions import WebAuthnException

        challenge = await self._answered(ENTERING, None, credential)
        passkey = await asyncio.to_thread(self.kept.passkey, str(credential.get("id", "")))
        if passkey is None:
            return None
        try:
            found = await asyncio.to_thread(
                verify_authentication_response,
                credential=credential,
                expected_challenge=challenge,
                expected_rp_id=place.name,
                expected_origin=place.origins,
                credential_public_key=bytes_of(passkey.key),
                credential_current_sign_count=passkey.count,
                require_user_verification=True,
            )
        except (WebAuthnException, ValueError, KeyError, TypeError):
            return None
        await asyncio.to_thread(self.kept.use_passkey, passkey.id, found.new_sign_count, time.time())
        return await asyncio.to_thread(self.kept.account, passkey.person)

    async def _challenge(self, kind: str, person: str | None) -> bytes:
        """Kept on disk, so that any process of the house hears the answer."""
        challenge, now = secrets.token_bytes(32), time.time()
        await asyncio.to_thread(self.kept.keep, kind, hashed(challenge), person, "", now, now + IN_TIME)
        return challenge

    async def _answered(self, kind: str, person: str | None, credential: Credential) -> bytes:
        """The challenge that a browser has answered: ours, not too old, and answered for the first time."""
        try:
            data = bytes_of(credential["response"]["clientDataJSON"])
            nesting.check_json(data)
            told = json.loads(data)
            challenge = bytes_of(told["challenge"])
        except (ValueError, KeyError, TypeError):
            raise Mistake("That is no passkey for this house.") from None
        if await asyncio.to_thread(self.kept.take, [kind], hashed(challenge), person, time.time()) is None:
            raise Mistake("That took too long: try again.")
        return challenge


def asked(options: str) -> Credential:
    found: Credential = json.loads(options)
    return found


def hashed(challenge: bytes) -> str:
    return hashlib.sha256(challenge).hexdigest()


def bytes_of(text: str) -> bytes:
    from webauthn.helpers import base64url_to_bytes

    return base64url_to_bytes(text)


def text_of(data: bytes) -> str:
    from webauthn.helpers import bytes_to_base64url

    return bytes_to_base64url(data)
