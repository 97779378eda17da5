"""No page of another site changes anything in somebody's name: every path of the application is tried."""

import pytest
from litestar import post

from sobremesa.server.features.lobby.routes import COOKIE, READING
from tests.support.server.door import DEPRECATED

pytestmark = pytest.mark.filterwarnings(DEPRECATED)
ELSEWHERE = {
    "another site": {"Origin": "https://elsewhere.test"},
    "another port": {"Origin": "https://sobremesa.test:444"},
    "a sandbox": {"Origin": "null"},
    "a name that begins like ours": {"Origin": "https://sobremesa.test.elsewhere.test"},
    "nowhere, with a cookie": {},
    "another site, by what the browser says": {"Sec-Fetch-Site": "cross-site"},
    "a neighbour, by what the browser says": {"Sec-Fetch-Site": "same-site"},
}


def changing(app):
    """Every path that may change something, and how it is asked."""
    for route in app.routes:
        for method in getattr(route, "methods", ()):
            if method not in READING:
                yield method, "/".join("x" if part.startswith("{") else part for part in route.path.split("/"))


def test_there_are_many_paths_that_change_something(door):
    found = set(changing(door.app))
    assert len(found) > 20 and {("POST", "/api/tables"), ("POST", "/api/tables/x/fork")} <= found


@pytest.mark.parametrize("whence", ELSEWHERE)
def test_from_elsewhere_every_path_that_changes_something_is_refused(door, whence):
    client = door.first.come().client
    assert COOKIE in client.cookies
    del client.headers["Origin"]
    for method, path in changing(door.app):
        answer = client.request(method, path, headers=ELSEWHERE[whence], json={})
        assert (answer.status_code, "another site" in answer.text) == (403, True), (method, path)
    assert door.first.me["kind"] == "guest"


def test_also_one_that_is_added_later_and_forgets_to_ask(door):
    done = []

    @post("/api/later")
    async def later() -> None:
        done.append(True)

    door.app.register(later)
    refused = door.first.client.post("/api/later", headers={"Origin": "https://elsewhere.test"})
    assert refused.status_code == 403 and not done
    assert door.first.client.post("/api/later").status_code == 201 and done
