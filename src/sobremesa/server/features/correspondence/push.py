"""Notices to browsers by web push: written so that only the browser can read them (RFC 8291), signed by the house (RFC
8292), and carried to nowhere but a public address."""

import base64
import contextlib
import hashlib
import http.client
import ipaddress
import os
import socket
import ssl
import threading
import time
from collections.abc import Iterator
from urllib.parse import urlsplit

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

from sobremesa.mistakes import Mistake

PATIENCE = 10.0
LASTING = 86400
"""Seconds that a push service keeps a notice for a browser that is not there."""
LONGEST = 1000
"""Characters of an address."""
GONE = 404, 410
NO_BROWSER = "That is not where a browser is told something: ask for it on the page of your tables."


def decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def name_of(endpoint: str) -> str:
    return hashlib.sha256(endpoint.encode()).hexdigest()


def fit(endpoint: str, key: str, secret: str) -> None:
    """That a browser could have given these."""
    try:
        parts = urlsplit(endpoint)
        right = parts.scheme == "https" and bool(parts.hostname) and not parts.username and len(endpoint) <= LONGEST
        right = right and endpoint.isascii() and endpoint.isprintable() and " " not in endpoint and parts.port != 0
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(key))
        right = right and len(decoded(secret)) == 16
    except ValueError:
        right = False
    if not right:
        raise Mistake(NO_BROWSER)


@contextlib.contextmanager
def in_time(line: socket.socket) -> Iterator[None]:
    """Whoever answers letter by letter is not listened to for ever."""

    def hang_up() -> None:
        with contextlib.suppress(OSError):  # it has ended by itself
            line.shutdown(socket.SHUT_RDWR)

    end = threading.Timer(PATIENCE, hang_up)
    end.start()
    try:
        yield
    finally:
        end.cancel()


class Gone(Exception):
    """A browser wants no more notices."""


class Sender:
    """The house as push services know it."""

    def __init__(self, private: str, public_only: bool = True, trusting: ssl.SSLContext | None = None) -> None:
        """Its key as PEM; whether it talks to public addresses alone, and whom it trusts."""
        self._vapid = Vapid02.from_pem(private.encode())
        self._public_only, self._trusting = public_only, trusting or ssl.create_default_context()

    @staticmethod
    def new_key() -> str:
        vapid = Vapid02()
        vapid.generate_keys()
        return str(vapid.private_pem().decode())

    @property
    def key(self) -> str:
        """By which browsers know it."""
        return encoded(self._vapid.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))

    def send(self, endpoint: str, key: str, secret: str, text: bytes, topic: str, contact: str) -> None:
        """Carry a notice, in the place of one on the same topic that waits; raises why it could not be."""
        parts = urlsplit(endpoint)
        host, port = parts.hostname or "", parts.port or 443
        aud = f"https://{parts.netloc}"
        signed = self._vapid.sign({"sub": contact, "aud": aud, "exp": int(time.time()) + 12 * 3600})
        headers = {
            **signed,
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(LASTING),
            "Topic": topic,
            "Urgency": "normal",
        }
        hidden = http_ece.encrypt(
            text,
            salt=os.urandom(16),
            private_key=ec.generate_private_key(ec.SECP256R1()),
            dh=decoded(key),
            auth_secret=decoded(secret),
            version="aes128gcm",
        )
        with contextlib.closing(self._connected(host, port)) as line, in_time(line.sock):
            line.request("POST", f"{parts.path or '/'}{'?' + parts.query if parts.query else ''}", hidden, headers)
            status = line.getresponse().status
        if status in GONE:
            raise Gone
        if not 200 <= status < 300:
            raise OSError(f"the push service says {status}")

    def _connected(self, host: str, port: int) -> http.client.HTTPSConnection:
        """To an address that was looked at: what a name stands for may change from one moment to the next."""
        found = [each[4][0] for each in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
        public = port == 443 and all(ipaddress.ip_address(each).is_global for each in found)
        if self._public_only and not public:
            raise Gone
        line = http.client.HTTPSConnection(host, port, timeout=PATIENCE, context=self._trusting)
        plain = socket.create_connection((str(found[0]), port), timeout=PATIENCE)
        try:
            line.sock = self._trusting.wrap_socket(plain, server_hostname=host)
        except BaseException:
            plain.close()
            raise
        return line
