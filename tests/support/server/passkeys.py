"""A device with passkeys, as the standard has it: what a browser and its key ring would answer."""

import hashlib
import json
import os
from base64 import urlsafe_b64decode, urlsafe_b64encode

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256

PRESENT_AND_VERIFIED, WITH_KEY = 0x05, 0x40


def text(data):
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def data(text):
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Keyring:
    """One key, made for one name of a house."""

    def __init__(self, origin):
        self.origin, self.key, self.id = origin, ec.generate_private_key(ec.SECP256R1()), os.urandom(16)
        self.count, self.handle, self.flags = 0, "", PRESENT_AND_VERIFIED

    def make(self, options):
        """The answer to `PublicKeyCredentialCreationOptions`."""
        assert options["authenticatorSelection"]["residentKey"] == "required"
        self.handle = options["user"]["id"]
        numbers = self.key.public_key().public_numbers()
        x, y = (each.to_bytes(32, "big") for each in (numbers.x, numbers.y))
        public = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: x, -3: y})
        attested = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + public
        about = self._about(options["rp"]["id"], self.flags | WITH_KEY) + attested
        statement = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": about})
        told = self._told("webauthn.create", options["challenge"])
        return self._credential({"clientDataJSON": text(told), "attestationObject": text(statement)})

    def prove(self, options):
        """The answer to `PublicKeyCredentialRequestOptions`."""
        self.count += 1
        about = self._about(options["rpId"], self.flags)
        told = self._told("webauthn.get", options["challenge"])
        signed = self.key.sign(about + hashlib.sha256(told).digest(), ec.ECDSA(SHA256()))
        return self._credential(
            {
                "clientDataJSON": text(told),
                "authenticatorData": text(about),
                "signature": text(signed),
                "userHandle": self.handle,
            }
        )

    def _about(self, name, flags):
        return hashlib.sha256(name.encode()).digest() + bytes([flags]) + self.count.to_bytes(4, "big")

    def _told(self, kind, challenge):
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin}).encode()

    def _credential(self, response):
        return {"id": text(self.id), "rawId": text(self.id), "type": "public-key", "response": response}
