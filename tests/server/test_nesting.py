"""Text that is nested too deeply is refused before a parser sees it, wherever the server takes any."""

import base64
import json
import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.sync.client import connect

from sobremesa.client import House
from sobremesa.games.outspeed import tiles
from sobremesa.mistakes import Mistake
from sobremesa.server import app
from sobremesa.server.http import nesting
from tests.support.server.door import DEPRECATED, Door
from tests.support.terminal import run

pytestmark = pytest.mark.filterwarnings(DEPRECATED)
DOTTED = ".".join("a" * 13_000) + "=1"
DEEP = [
    DOTTED,
    "[" + ".".join("a" * 13_000) + "]",
    "[dice]\nblue = " + "{a.a.a.a.a.a.a.a = " * 30 + "1" + "}" * 30,
    '"a" . ' * 5_000 + "b = 1",
    "'a'." * 5_000 + "b = 1",
    'x = """\n"""\n# """\n' + DOTTED,
    "x = '''\\'''\n" + DOTTED,
    'x = """a\\""" # """\n' + DOTTED,
    'x = """"""""\n' + DOTTED,
    'x = "\\"" # "\n' + DOTTED,
    "a = " + "[" * 3_000 + "]" * 3_000,
    "a = " + "{a = " * 1_000 + "1" + "}" * 1_000,
    '{"dice": ' + "[" * 3_000 + "]" * 3_000 + "}",
    '{"\\"": ' + '{"a": ' * 3_000 + "1" + "}" * 3_001,
]


@pytest.fixture
def door(tmp_path, monkeypatch):
    door = Door(app.Setting(str(tmp_path / "house.db"), limits=False), monkeypatch)
    with door.open:
        yield door


@pytest.mark.parametrize("text", DEEP)
def test_a_tile_set_that_is_nested_too_deeply_is_refused_in_every_language(door, text):
    ada = door.first.come()
    for language, why in ("en", "nested too deeply"), ("de", "zu tief verschachtelt"), ("fr", "imbriqué"):
        answer = ada.client.post("/api/tiles", json={"text": text}, headers={"Accept-Language": language})
        assert answer.status_code == 400 and why in answer.json()["why"]


@pytest.mark.parametrize("text", [DOTTED, DEEP[-1]], ids=["toml", "json"])
def test_so_is_one_at_the_keyboard(tmp_path, text):
    file = tmp_path / "mine.toml"
    file.write_text(text, encoding="utf-8")
    checked = run("tiles", "check", str(file))
    assert checked.returncode == 1 and "nested too deeply" in checked.stderr


@pytest.mark.parametrize("path", ["tiles", "tables", "study", "evenings"])
@pytest.mark.parametrize("body", ['{"a":' * 3_000 + "1" + "}" * 3_000, "[" * 30_000, '{"name": ' + "[" * 3_000])
def test_a_body_that_is_nested_too_deeply_is_refused(door, path, body):
    head = {"Content-Type": "application/json", "Accept-Language": "es"}
    answer = door.first.come().client.post(f"/api/{path}", content=body, headers=head)
    assert answer.status_code == 400 and "anidado" in answer.json()["why"]


def test_a_body_that_is_too_long_is_refused_in_every_language(door):
    head = {"Content-Type": "application/json", "Accept-Language": "de"}
    answer = door.first.client.post("/api/guests", content="[" * 70_000, headers=head)
    assert answer.status_code == 413 and answer.json()["why"] == "Eine Anfrage hat höchstens 65536 Bytes."


def test_what_a_passkey_holds_is_checked_too(door):
    data = base64.urlsafe_b64encode(b"[" * 30_000).rstrip(b"=").decode()
    answer = door.first.post("account/enter/passkey", credential={"response": {"clientDataJSON": data}})
    assert answer.status_code == 400 and "no passkey" in answer.json()["why"]


@pytest.mark.compiled
def test_a_message_that_is_nested_too_deeply_is_refused_and_the_table_goes_on(server):
    ada = House(server.address, "Ada")
    table = ada.lay("splut", 2)
    address = f"ws://127.0.0.1:{server.port}/api/tables/{table.name}/socket?language=fr"
    with connect(address, additional_headers={"Authorization": f"Bearer {ada.token}"}) as socket:
        for message in '{"x": ' + "[" * 2_000 + "]" * 2_000 + ', "do": "sit"}', "[" * 4_000:
            socket.send(message)
            while (told := json.loads(socket.recv(20)))["type"] != "refused":
                pass
            assert "imbriqué trop profondément" in told["why"]
    table.sit(0)
    assert table.state["about"]["places"][0]["name"] == "Ada"
    table.close()


def nested(levels):
    found = 1
    for _ in range(levels):
        found = [found]
    return found


def test_what_is_nested_a_little_is_let_through():
    nesting.check(tiles.HOUSE.read_text(encoding="utf-8"))
    nesting.check_json(json.dumps(nested(nesting.DEEPEST)))
    nesting.check_json(json.dumps(["[" * 100, '"{' * 100, *([[]] * 100)]))
    nesting.check_toml(".".join("a" * nesting.DEEPEST) + " = 1.5\n" + "b = 1.5\n" * 100)
    nesting.check_toml("a = [" + "1.5, " * 100 + "]\nb = '" + "." * 100 + "'\n# " + "." * 100)
    for most in json.dumps(nested(nesting.DEEPEST + 1)), f"a = {nested(nesting.DEEPEST + 1)}":
        with pytest.raises(Mistake):
            nesting.check(most if most[0] == "a" else f'{{"a": {most}}}')


def depth_of(value):
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return 1 + max(map(depth_of, inner), default=0) if isinstance(value, (dict, list)) else 0


PIECES = ['"', "'", "\\", "[", "]", "{", "}", ".", "=", "#", "\n", ",", " ", "a", "1"]


@given(st.lists(st.sampled_from(PIECES), max_size=60).map("".join), st.sampled_from([1, 2, 3]))
def test_no_toml_that_can_be_read_is_deeper_than_the_check_has_seen(text, deepest):
    """Each part of a header may be a list and a table, and the names below it make levels too."""
    try:
        read = tomllib.loads(text)
    except ValueError:
        return
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(nesting, "DEEPEST", deepest)
        try:
            nesting.check_toml(text)
        except Mistake:
            return
    assert depth_of(read) <= 3 * deepest + 1
