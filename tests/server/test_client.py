"""The browser's client, as the house gives it out."""

import gzip

import pytest

from sobremesa.server.http import client_files
from tests.support.server.http import fetch

pytestmark = pytest.mark.compiled


@pytest.fixture
def built(tmp_path):
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html><title>x</title>" + "page " * 200)
    (tmp_path / "assets" / "a-1.js").write_text("let a = 1;" * 200)
    (tmp_path / "assets" / "b-2.woff2").write_bytes(bytes(range(256)))
    return client_files.load(tmp_path)


def test_files_are_packed_once_where_that_helps(built):
    assert set(built) == {"index.html", "assets/a-1.js", "assets/b-2.woff2"}
    script = built["assets/a-1.js"]
    assert script.kind == "text/javascript"
    assert gzip.decompress(script.packed) == script.content
    assert (built["assets/b-2.woff2"].packed, built["assets/b-2.woff2"].kind) == (b"", "font/woff2")
    assert client_files.load(client_files.FOLDER / "nowhere") == {}


@pytest.mark.parametrize("path", ["/", "/table/x", "/replay/x?moment=3"])
def test_every_page_is_the_same_page_under_a_policy_without_exceptions(server, path):
    status, headers, page = fetch(server, "GET", path)
    assert (status, headers["Content-Type"]) == (200, "text/html; charset=utf-8")
    assert "Sobremesa" in page
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert not any(word in policy for word in ("unsafe", "http", "data:", "*"))


def test_what_the_browser_has_is_not_sent_again(server, built, monkeypatch):
    status, headers, _ = fetch(server, "GET", "/")
    if "ETag" not in headers:
        pytest.skip("the client has not been built here: make client")
    again = fetch(server, "GET", "/", **{"If-None-Match": headers["ETag"]})
    assert (status, again[0], again[2]) == (200, 304, "")


def test_a_browser_that_looks_for_what_is_not_there_gets_a_page(server):
    if not client_files.PARTS:
        pytest.skip("the client has not been built here: make client")
    status, headers, page = fetch(server, "GET", "/nowhere", Accept="text/html,*/*")
    assert (status, headers["Content-Type"].split(";")[0]) == (404, "text/html")
    assert "<title>Sobremesa</title>" in page
    assert fetch(server, "GET", "/nowhere")[2].startswith('{"why"')


def test_files_that_are_not_there_are_not_there(server):
    assert fetch(server, "GET", "/assets/nothing.js")[0] == 404
    assert fetch(server, "GET", "/assets/..%2F..%2Fapp.py")[0] == 404


def test_a_code_leads_to_the_table_and_a_demo_can_be_looked_at(server):
    from sobremesa.client import House

    guest = House(server.address, "Ada")
    name = guest.ask("POST", "/api/tables", {"game": "splut"})["table"]
    status, headers, drawn = fetch(server, "GET", f"/api/tables/{name}/code.svg")
    assert (status, headers["Content-Type"]) == (200, "image/svg+xml")
    assert drawn.startswith("<?xml") and "<script" not in drawn
    assert fetch(server, "GET", "/api/tables/nowhere/code.svg")[0] == 404
    shown = guest.ask("GET", "/api/demo/splut?language=de")
    assert [moment["number"] for moment in shown] == list(range(len(shown)))
    assert shown[-1]["events"][-1]["text"]
    assert fetch(server, "GET", "/api/demo/chess")[0] == 404
