"""A real SMTP server for tests, on a port that the system chooses for it."""

import contextlib
import threading
from email import message_from_bytes, policy

from aiosmtpd.controller import Controller

from tests.support.waiting import LIMIT


class Letters:
    """What a post office does with letters: it keeps them in their envelopes. It may be tired."""

    def __init__(self):
        self.all, self.tired, self.came = [], False, threading.Condition()

    async def handle_DATA(self, server, session, envelope):  # noqa: N802 (its own name)
        if self.tired:
            return "451 Later"
        with self.came:
            self.all.append(envelope)
            self.came.notify_all()
        return "250 Carried"

    def wait_for(self, count):
        """Wait until so many letters came, and return the last of them."""
        with self.came:
            assert self.came.wait_for(lambda: len(self.all) >= count, LIMIT)
        return self.all[count - 1]


def read(envelope):
    """Return the letter in an envelope."""
    return message_from_bytes(envelope.content, policy=policy.default)


class PostOffice(Controller):
    """An SMTP server in a thread of its own."""

    def __init__(self, letters):
        super().__init__(letters, hostname="127.0.0.1", port=0, ready_timeout=LIMIT)

    def _trigger_server(self):
        self.port = self.server.sockets[0].getsockname()[1]
        super()._trigger_server()


@contextlib.contextmanager
def post_office(letters):
    """Give letters to a handler as long as this lasts; gives the address of the server."""
    running = PostOffice(letters)
    running.start()
    try:
        yield f"smtp://127.0.0.1:{running.port}"
    finally:
        running.stop()
