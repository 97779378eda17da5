"""A real SMTP server for tests, on a port that the system chooses for it."""

import contextlib

from aiosmtpd.controller import Controller

from tests.support.waiting import LIMIT


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
