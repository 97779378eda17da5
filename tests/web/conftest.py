"""A real browser, Debian's Chromium or any other, before a real house."""

import contextlib

import pytest

from sobremesa.server.http import client_files
from tests.support.server.serving import Server
from tests.support.waiting import LIMIT
from tests.support.web.browser import Person, find_chromium


@pytest.fixture(scope="package")
def browsers():
    """Until other tests come than those of the pages: while it is there, no other loop can run."""
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=1000 * LIMIT)
    with sync_playwright() as playwright:
        yield playwright.chromium


def opened(browsers, whole):
    path = find_chromium(whole)
    if path is None:
        pytest.skip("no Chromium here: the pages are not tried; on Debian: apt install chromium")
    if not client_files.PARTS:
        pytest.skip("the client has not been built: make client")
    browser = browsers.launch(executable_path=path, args=["--no-sandbox"])
    yield browser
    browser.close()


@pytest.fixture(scope="package")
def chromium(browsers):
    yield from opened(browsers, whole=False)


@pytest.fixture(scope="package")
def whole_chromium(browsers):
    """What installs pages and is told by push services."""
    yield from opened(browsers, whole=True)


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    running = Server(tmp_path_factory.mktemp("web") / "house.db", "--no-limits")
    yield running
    running.kill()


@pytest.fixture
def person(request, house):
    """A way to bring people in; at the end nothing may have gone wrong in any browser."""
    whole = request.node.get_closest_marker("whole")
    browser, came = request.getfixturevalue("whole_chromium" if whole else "chromium"), []

    def come(**more):
        came.append(Person(browser, house, **more))
        return came[-1]

    yield come
    faults = [fault for each in came for fault in each.faults]
    with contextlib.suppress(Exception):
        for each in came:
            each.context.close()
    assert faults == []
