"""Letters of the house, where it knows somebody who carries them."""

import logging
import re
import smtplib
import ssl
import tomllib
from concurrent.futures import Future, ThreadPoolExecutor
from email.message import EmailMessage
from email.utils import localtime, make_msgid
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from sobremesa.mistakes import Mistake

log = logging.getLogger("sobremesa")
ADDRESS = re.compile(r"[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[\w-]+(\.[\w-]+)+", re.ASCII)
LONGEST = 254
PATIENCE = 20.0
MOST_WAITING = 100
HERE = "127.0.0.1", "localhost", "::1"


def fit(address: str) -> str:
    address = address.strip()
    if len(address) > LONGEST or not ADDRESS.fullmatch(address):
        raise Mistake("That is no e-mail address.")
    return address


class Post:
    """Who carries letters: `smtp://user:password@host:port`, or `smtps://` where all of it is hidden from the start."""

    def __init__(self, carrier: str, sender: str) -> None:
        parts = urlsplit(carrier)
        if parts.scheme not in ("smtp", "smtps") or not parts.hostname:
            raise Mistake(f"Letters are carried by smtp://user:password@host:port, not by {carrier}.")
        self.hidden, self.host = parts.scheme == "smtps", parts.hostname
        self.port = parts.port or (465 if self.hidden else 587)
        self.user, self.password = unquote(parts.username or ""), unquote(parts.password or "")
        self.sender = fit(sender)
        self._thread = ThreadPoolExecutor(1, "post")
        self._waiting = 0

    def put(self, to: str, kind: str, language: str, **facts: str) -> None:
        """Send a letter by and by: nobody waits for it, and whether it came nobody is told."""
        if self._waiting >= MOST_WAITING:
            log.error("A letter was not sent: too many wait.")
            return
        self._waiting += 1
        self._thread.submit(self.carry, to, kind, language, **facts).add_done_callback(self._carried)

    def carry(self, to: str, kind: str, language: str, **facts: str) -> None:
        """Send a letter now; raises why it could not be."""
        told = letters()[kind][language]
        letter = EmailMessage()
        letter["From"], letter["To"], letter["Subject"] = self.sender, to, told["subject"].format(**facts)
        letter["Date"], letter["Message-ID"] = localtime(), make_msgid(domain=self.sender.partition("@")[2])
        letter.set_content(told["text"].format(**facts))
        self._carry(letter)

    def _carried(self, done: Future[None]) -> None:
        self._waiting -= 1
        if not done.cancelled() and (error := done.exception()):
            log.error("A letter was not sent: %s", error)

    def _carry(self, letter: EmailMessage) -> None:
        trusting = ssl.create_default_context()
        if self.hidden:
            carrier: smtplib.SMTP = smtplib.SMTP_SSL(self.host, self.port, timeout=PATIENCE, context=trusting)
        else:
            carrier = smtplib.SMTP(self.host, self.port, timeout=PATIENCE)
        with carrier:
            carrier.ehlo()
            safe = self.hidden or self.host in HERE
            if not self.hidden and carrier.has_extn("starttls"):
                carrier.starttls(context=trusting)
                safe = True
            if self.user and not safe:
                raise smtplib.SMTPException("the password would have been sent in the open")
            if self.user:
                carrier.login(self.user, self.password)
            carrier.send_message(letter)

    def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)


@cache
def letters() -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_name("letters.toml").read_text("utf-8"))
