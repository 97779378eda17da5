"""A program at the table: comes in with a name, sits down and plays like anybody.

>>> house = House("http://127.0.0.1:8765", "Ada")              # doctest: +SKIP
>>> table = house.lay("splut", seats=2)                        # doctest: +SKIP
>>> table.sit(0); table.bot(1, "tactician"); table.begin()     # doctest: +SKIP
>>> while not table.over:                                      # doctest: +SKIP
...     table.move("red", table.moves("red")[0])
"""

import contextlib
import itertools
import json
import secrets
import time
import urllib.error
import urllib.request
from typing import Any, Self

from sobremesa.mistakes import Mistake

PATIENCE = 30.0
"""Seconds to wait for a house that does not answer."""
FOR_GOOD = 4401, 4404, 4409
"""Codes by which the house says that coming back does not help: it knows the token no more, there is no such table, or
it cannot open it."""


class Refused(Mistake):
    """The house has said no, and why."""


class House:
    """A house, and a guest in it."""

    def __init__(self, address: str, name: str, token: str = "") -> None:
        self.address, self.name = address.rstrip("/"), name
        self.token = token or self.ask("POST", "/api/guests", {"name": name})["token"]

    def ask(self, method: str, path: str, data: Any = None) -> Any:
        """Return what a path answers: data, or text where it is no data. After signing up, signing in or changing the
        password, the new token is used."""
        request = urllib.request.Request(self.address + path, method=method)
        request.add_header("Content-Type", "application/json")
        if getattr(self, "token", ""):
            request.add_header("Authorization", f"Bearer {self.token}")
        body = None if data is None else json.dumps(data).encode()
        try:
            with urllib.request.urlopen(request, body, 4 * PATIENCE) as answer:
                text = answer.read().decode()
                found = json.loads(text) if "json" in answer.headers.get("Content-Type", "") else text
        except urllib.error.HTTPError as error:
            told = error.read().decode()
            try:
                found = json.loads(told)
                raise Refused(found.get("why") or found.get("detail") or told) from None
            except json.JSONDecodeError:
                raise Refused(f"{error.code} {told}") from None
        if path.startswith("/api/account") and isinstance(found, dict):
            self.token = found.get("token", self.token)
        return found

    def lay(
        self,
        game: str,
        seats: int | None = None,
        public: bool = False,
        manner: dict[str, Any] | None = None,
        **options: Any,
    ) -> "Table":
        """A new table."""
        given = {"game": game, "seats": seats, "options": options, "public": public, "manner": manner}
        return self.table(self.ask("POST", "/api/tables", given)["table"])

    def table(self, name: str) -> "Table":
        return Table(self, name)

    def fork(self, table: str, seat: str, bot: str, moves: int | None = None) -> "Table":
        """A new table that begins where another is, or was after so many choices, with a bot in every other seat."""
        given = {"seat": seat, "bot": bot, "moves": moves}
        return self.table(self.ask("POST", f"/api/tables/{table}/fork", given)["table"])


class Table:
    """A table that one sits at or looks at. A lost connection comes back by itself, and what was asked is asked again:
    the house does nothing twice."""

    def __init__(self, house: House, name: str) -> None:
        self.house, self.name = house, name
        self.state: dict[str, Any] = {}
        self.events: list[dict[str, Any]] = []
        """All that has happened since one came, as one's first seat was told."""
        self.said: list[dict[str, Any]] = []
        """What people at the table said and signalled."""
        self.again: dict[str, Any] | None = None
        """The table of the rematch, and the seats there that are kept for one."""
        self._open = contextlib.ExitStack()
        self._socket: Any = None
        self._numbers = itertools.count()
        self._turned_away = ""
        self._listen_until(lambda message: message["type"] == "state")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._open.close()
        self._socket = None

    def sit(self, seat: int, name: str = "", words: str = "") -> None:
        """Take a seat; the words for the match's chance are drawn at random where none are given."""
        self.do("sit", seat=seat, name=name or self.house.name, words=words or secrets.token_hex(8))

    def stand(self, seat: int) -> None:
        self.do("stand", seat=seat)

    def bot(self, seat: int, name: str) -> None:
        self.do("bot", seat=seat, bot=name)

    def back(self, seat: int) -> None:
        self.do("back", seat=seat)

    def agree(self, seats: int | None = None, **options: Any) -> None:
        """Say for how many and with which options it is, before anybody else sits down."""
        self.do("agree", seats=seats, options=options)

    def open(self, public: bool = True) -> None:
        """Let anybody find the table, or only who has its link."""
        self.do("open", public=public)

    def begin(self) -> None:
        self.do("begin")

    def fill(self, bot: str) -> None:
        """A bot wherever nobody sits."""
        self.do("fill", bot=bot)

    def undo(self) -> None:
        """Agree to take back the last choice."""
        self.do("undo", entries=self.state["about"]["entries"])

    def draw(self) -> None:
        self.do("draw")

    def resign(self, seat: int) -> None:
        self.do("resign", seat=seat)

    def rematch(self) -> None:
        self.do("rematch")

    def follow(self) -> "Table":
        """Sit down at the table of the rematch, once all have agreed to it."""
        if self.again is None:
            self._listen_until(lambda message: message["type"] == "rematch")
        assert self.again is not None
        table = self.house.table(self.again["table"])
        for seat in self.again["seats"]:
            table.sit(seat)
        return table

    def say(self, text: str) -> None:
        self.do("say", text=text)

    def mute(self, name: str, muted: bool = True) -> None:
        self.do("mute", name=name, muted=muted)

    def signal(self, seat: int, signal: str) -> None:
        self.do("signal", seat=seat, signal=signal)

    def coach(self, seat: int, on: bool = True) -> None:
        """Have a coach look over one's shoulder, or no longer; everybody sees it."""
        self.do("coach", seat=seat, on=on)

    def hint(self, seat: str, step: int = 1) -> dict[str, Any]:
        """What the coach says: where to look, and with the second step what to choose."""
        found: dict[str, Any] = self.house.ask("GET", f"/api/tables/{self.name}/hint?seat={seat}&step={step}")
        return found

    def manner(self, **parts: Any) -> None:
        """Say how the table is kept, before anybody else sits down."""
        self.do("manner", **parts)

    def move(self, seat: str, move: str) -> None:
        """Choose for a seat of one's own."""
        self.do("move", **self._next_of(seat), move=move)

    def draft(self, seat: str, *moves: str) -> None:
        """Try choices without making them, instead of those tried before; `state` shows what they lead to."""
        self.do("draft", **self._next_of(seat), moves=moves)

    def confirm(self, seat: str) -> None:
        """Make the choices that were tried."""
        self.do("confirm", **self._next_of(seat), moves=self.state["seats"][seat]["draft"])

    def _next_of(self, seat: str) -> dict[str, int]:
        number = [place["seat"] for place in self.state["about"]["places"]].index(seat)
        return {"seat": number, "choice": self.state["seats"][seat]["choice"]}

    def do(self, what: str, **parts: Any) -> None:
        """Ask for something, and wait until it is done and written down; Refused says why it is not."""
        name = str(next(self._numbers))
        message = json.dumps({"do": what, "id": name} | parts)
        answer = self._listen_until(
            lambda message: message["type"] in ("done", "refused") and message.get("id") == name, message
        )
        if answer["type"] == "refused":
            raise Refused(answer["why"])

    def wait(self) -> None:
        """Until something has happened."""
        self._listen_until(lambda message: message["type"] == "state")

    def moves(self, seat: str) -> list[str]:
        """What a seat of one's own may choose now."""
        moves: list[str] = self.state.get("seats", {}).get(seat, {}).get("moves", [])
        return moves

    @property
    def over(self) -> bool:
        return bool(self.state["about"]["state"] == "over")

    def moments(self, seat: str = "", since: int = 0) -> list[dict[str, Any]]:
        """What was seen of each choice, a hundred at most."""
        found: list[dict[str, Any]] = self.house.ask(
            "GET", f"/api/tables/{self.name}/moments?seat={seat}&since={since}"
        )
        return found

    def record(self) -> str:
        """The record of a match that is over."""
        text: str = self.house.ask("GET", f"/api/tables/{self.name}/record")
        return text

    def _listen_until(self, wanted: Any, message: str | None = None) -> dict[str, Any]:
        """Say something and listen until the answer comes; if the connection is lost, begin again."""
        from websockets.exceptions import ConnectionClosed, InvalidHandshake

        began, unsaid = time.monotonic(), message
        while True:
            try:
                if self._socket is None:
                    self._connect()
                    unsaid = message
                if unsaid is not None:
                    self._socket.send(unsaid)
                    unsaid = None
                heard = json.loads(self._socket.recv(PATIENCE))
            except (OSError, ConnectionClosed, InvalidHandshake, TimeoutError) as error:
                self.close()
                if isinstance(error, ConnectionClosed) and error.rcvd and error.rcvd.code in FOR_GOOD:
                    raise Refused(self._turned_away or "The house does not know you here any more.") from None
                if time.monotonic() - began > PATIENCE:
                    raise Refused(f"The house does not answer: {error}.") from None
                time.sleep(0.1)
                continue
            if heard["type"] == "state":
                self.state = heard
                self.events += [event for seat in list(heard["seats"].values())[:1] for event in seat["events"]]
            elif heard["type"] == "rematch":
                self.again = heard
            elif heard["type"] == "refused" and not heard["id"]:
                self._turned_away = heard["why"]
            elif heard["type"] in ("said", "signal"):
                self.said.append(heard)
            elif heard["type"] == "chat":
                self.said = heard["lines"]
            if wanted(heard):
                return heard  # type: ignore[no-any-return]

    def _connect(self) -> None:
        from websockets.sync.client import connect

        address = "ws" + self.house.address.removeprefix("http")
        opened = connect(
            f"{address}/api/tables/{self.name}/socket",
            additional_headers={"Authorization": f"Bearer {self.house.token}"},
            open_timeout=PATIENCE,
            max_size=None,
        )
        self._socket = self._open.enter_context(opened)
