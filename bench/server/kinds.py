"""Kinds of messages between a browser and the house, in words: of a real browser, and of ours."""

import json
import re
from itertools import groupby
from urllib.parse import parse_qsl, urlsplit

GAMES = "splut", "end-of-line", "shut-the-lines", "outspeed"
WITH_VALUES = "choices", "language"
"""Names in a query whose values matter; of all others the name alone does."""
BY_THE_CLOCK = "GET /api/turns/next?after"
"""What a page at a table asks when it comes, and then every twenty seconds."""
ARRIVING = "lays a table for friends", "opens the link", "loads the page again", "looks on for a while"
"""Chapters in which that is no chance."""


def kind_of_request(method, address, body=None):
    """Name a request: its method, its path, the names in its query, and the names in what is posted."""
    parts = urlsplit(address)
    path = re.sub(rf"/({'|'.join(GAMES)})(?=/|$)", "/GAME", parts.path)
    path = re.sub(r"(/api/tables/)[^/]+", r"\1TABLE", path)
    query = [f"{name}={value}" if name in WITH_VALUES else name for name, value in parse_qsl(parts.query, True)]
    return " ".join([method, path + ("?" + "&".join(query) if query else ""), *sorted(json.loads(body or "{}"))])


def kind_of_sent(text):
    """Name a message to a table: what is to be done, and the names of what goes with it."""
    told = json.loads(text)
    return " ".join(["sends", told.pop("do"), *sorted(told)])


def kind_of_heard(text):
    """Name a message of a table."""
    start = text[:40] if isinstance(text, str) else text[:40].decode(errors="replace")
    return "hears " + re.search(r'"type":"(\w+)"', start)[1]


class Notes:
    """What one page exchanged since it was looked at last: requests, and apart from them what a socket carried.

    They are kept apart because nothing orders them: what a page asks may overtake what its socket says.
    """

    def __init__(self):
        self.requests, self.socket = [], []

    def asks(self, method, address, body=None):
        self.requests.append(kind_of_request(method, address, body))

    def opens(self, address):
        self.socket.append(kind_of_request("opens", address))

    def sends(self, text):
        self.socket.append(kind_of_sent(text))

    def hears(self, text):
        self.socket.append(kind_of_heard(text))

    def take(self, chapter=""):
        """Return what was exchanged in a chapter, and begin anew. What a page asks by the clock counts where it must
        come, and there once: anywhere else it is there by chance."""
        requests = [kind for kind in self.requests if kind != BY_THE_CLOCK]
        if chapter in ARRIVING and BY_THE_CLOCK in self.requests:
            requests.insert(self.requests.index(BY_THE_CLOCK), BY_THE_CLOCK)
        told = {"requests": requests, "socket": without_repetitions(self.socket)}
        self.requests, self.socket = [], []
        return told


def without_repetitions(socket):
    """Return what a socket carried, without what the match decides: how many states come one after the other, and of
    how many pieces a turn is."""
    socket = [kind for kind, _ in groupby(socket)]
    starts = [at for at, kind in enumerate(socket) if not kind.startswith("hears")]
    parts = [socket[start:end] for start, end in zip([0, *starts], [*starts, len(socket)], strict=True)]
    return [kind for part, _ in groupby(parts) for kind in part]
