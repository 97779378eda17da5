"""A house in this process, and the browsers before it."""

import contextlib

from litestar.testing import TestClient

from sobremesa.server import app
from sobremesa.server.live.registry import House
from tests.support.server.accounts import PASSWORD

DEPRECATED = "ignore::litestar.exceptions.LitestarDeprecationWarning"  # how all paths of the house are written, for now


FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0"


async def nothing(_):
    """Compile no game for who plays none."""


class Door:
    """A house without limits, or with them, and as many browsers as one likes before it."""

    def __init__(self, setting, monkeypatch, post=None):
        monkeypatch.setattr(House, "prepare_all", nothing)
        self.setting, self.app = setting, app.make(setting, post)
        self.open = contextlib.ExitStack()
        self.first = self.browser()

    def browser(self, agent=FIREFOX, address="https://sobremesa.test"):
        headers = {"Origin": address, "User-Agent": agent}
        client = TestClient(self.app, base_url=address)
        client.headers.update(headers)
        if not hasattr(self, "first"):  # it opens the house, and closes it
            self.open.enter_context(client)
        else:
            client.blocking_portal = self.first.blocking_portal
        return Browser(client)


class Browser:
    """One browser before the house."""

    def __init__(self, client):
        self.client = client

    @property
    def blocking_portal(self):
        return self.client.blocking_portal

    def post(self, path, **data):
        return self.client.post(f"/api/{path}", json=data)

    def get(self, path):
        return self.client.get(f"/api/{path}")

    @property
    def me(self):
        return self.get("account").json()

    def come(self, name="Ada"):
        assert self.post("guests", name=name).status_code == 201
        return self

    def sign_up(self, login="ada", password=PASSWORD, **more):
        answer = self.post("account", login=login, password=password, **more)
        assert answer.status_code == 201, answer.text
        return answer.json()["codes"]

    def sign_in(self, login="ada", password=PASSWORD, **more):
        return self.post("account/enter", login=login, password=password, **more)
