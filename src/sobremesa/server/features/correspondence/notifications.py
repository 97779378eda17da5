"""Telling somebody that they are awaited: by their browsers, or by a letter.

What is to be told is written down first, and taken away when it has been carried: a worker that dies leaves it to the
next. It says which game, who was last and until when: nothing that is hidden.
"""

import asyncio
import datetime
import hashlib
import hmac
import logging
import secrets
import tomllib
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from sobremesa import games
from sobremesa.server.features.correspondence.models import MAIL, PUSH, REMINDER, TURN, UNTOLD, Errand, Wait
from sobremesa.server.features.correspondence.push import Gone, Sender
from sobremesa.server.live.live_table import Live
from sobremesa.server.live.registry import House
from sobremesa.server.mail import Post

log = logging.getLogger("sobremesa")
AGAIN, MOST_TRIES = 60.0, 5
"""Seconds after which a notice is tried again at first, each time four times as many, and how often at all."""
CARRIERS = 4
"""Notices that are carried at once."""


class Notice(msgspec.Struct):
    """What a browser is told."""

    title: str
    body: str
    until: float
    language: str
    path: str
    tag: str
    """In the place of an older one of the same."""


class Notices:
    """Those of a house."""

    def __init__(self, house: House, post: Post | None, sender: Sender | None = None) -> None:
        self._house, self._kept, self._post = house, house.store.turns, post
        self.sender = sender or Sender(self._kept.setting("vapid", Sender.new_key()))
        self._secret = self._kept.setting("stop", secrets.token_urlsafe(32)).encode()
        self._carriers = ThreadPoolExecutor(CARRIERS, "carrier")

    def close(self) -> None:
        self._carriers.shutdown(wait=False, cancel_futures=True)

    # A letter can be stopped by who has it.

    def stop_token(self, person: str) -> str:
        return f"{person}.{hmac.new(self._secret, person.encode(), hashlib.sha256).hexdigest()[:32]}"

    def stopping(self, token: str) -> str | None:
        """Who wants no more letters, if it is they who ask."""
        person = token.rpartition(".")[0]
        return person if hmac.compare_digest(self.stop_token(person).encode(), token.encode()) else None

    # Writing them down.

    async def tell(self, live: Live, wait: Wait) -> None:
        """Somebody is awaited: they are to be told by each of their ways, unless somebody else sees to it."""
        errands = await self._house.reading(self._errands, wait, last_name(live))
        await self._house.reading(self._kept.tell, wait, errands)

    def _errands(self, wait: Wait, who: str) -> list[Errand]:
        account, ways = self._house.store.people.account(wait.person), self._kept.ways(wait.person)
        to = [(PUSH, each.id) for each in self._kept.pushes(wait.person)]
        if self._post and ways and ways.letters and account and account.email:
            to.append((MAIL, ""))
        kind, now = TURN if wait.told == UNTOLD else REMINDER, self._house.now()
        assert wait.since is not None and wait.until is not None

        def written(way: str, target: str) -> Errand:
            parts = wait.table, wait.seat, wait.person, wait.since, kind, way, target
            key = hashlib.sha256(repr(parts).encode()).hexdigest()
            assert wait.since is not None and wait.until is not None
            return Errand(key, *parts[:3], wait.since, kind, way, target, who, wait.until, now, 0)

        return [written(*each) for each in to]

    # Carrying them.

    async def carry(self) -> None:
        """Whatever is to be carried now."""
        due = await self._house.reading(self._kept.errands, self._house.now())
        loop = asyncio.get_running_loop()
        carried = (loop.run_in_executor(self._carriers, self._run, errand) for errand in due)
        for fault in await asyncio.gather(*carried, return_exceptions=True):
            if isinstance(fault, Exception):
                log.error("A notice could not be seen to: %s", fault, exc_info=fault)

    def _run(self, errand: Errand) -> None:
        if not self._kept.claim(errand, self._house.now() + AGAIN * 4**errand.tries):
            return
        try:
            (self._push if errand.way == PUSH else self._write)(errand)
        except Gone:
            self._kept.remove_pushes([errand.to])
        except Exception as error:  # whatever a network brings about
            log.warning("A notice by %s could not be carried: %s", errand.way, error)
            if errand.tries + 1 < MOST_TRIES:
                return
        self._kept.done(errand)

    def _push(self, errand: Errand) -> None:
        push = self._kept.push(errand.to)
        if push is None:
            return
        game, body = self._says(errand, push.language, "{until}")
        title, path = texts()[errand.kind][push.language]["title"].format(game=game), f"/table/{errand.table}"
        notice = Notice(title, body, errand.until, push.language, path, errand.table)
        contact = f"mailto:{self._post.sender}" if self._post else push.origin
        self.sender.send(push.endpoint, push.key, push.secret, msgspec.json.encode(notice), errand.key[:32], contact)

    def _write(self, errand: Errand) -> None:
        account, ways = self._house.store.people.account(errand.person), self._kept.ways(errand.person)
        if not (self._post and ways and ways.letters and account and account.email):
            return
        until = datetime.datetime.fromtimestamp(errand.until, datetime.UTC).strftime("%Y-%m-%d %H:%M UTC")
        game, says = self._says(errand, ways.language, until)
        link, stop = f"{ways.origin}/table/{errand.table}", f"{ways.origin}/turns/{self.stop_token(errand.person)}"
        self._post.carry(account.email, errand.kind, ways.language, game=game, says=says, link=link, stop=stop)

    def _says(self, errand: Errand, language: str, until: str) -> tuple[str, str]:
        """The game, and what is told of the match."""
        found = self._house.store.table(errand.table)
        told = texts()[errand.kind][language]["moved" if errand.who else "begun"]
        return games.find(found[0].game).title if found else "", told.format(who=errand.who, until=until)


def last_name(live: Live) -> str:
    """Who chose last, if anybody did."""
    match = live.table.begun()
    return live.table.places[match.moves[-1].seat].name if match.moves and match.moves[-1].seat >= 0 else ""


@cache
def texts() -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_name("notifications.toml").read_text("utf-8"))
