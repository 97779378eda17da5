"""Why something is refused is told in the language of who asked."""

import ast
import json
import re
import urllib.request
from pathlib import Path

import pytest

import sobremesa
from sobremesa.server.database import Store
from sobremesa.server.http.language import BLANK, patterns, said, spoken
from sobremesa.server.live.live_table import Connection
from sobremesa.server.live.registry import House
from tests.support.server.connections import Inbox

SOURCES = Path(sobremesa.__file__).parent
TO_THE_OWNER = "admin.py", "database/__init__.py", "database/opening.py"
"""Files whose refusals only the owner of the server is told, in a terminal."""
FILES = [
    *(path for path in SOURCES.glob("server/**/*.py") if not path.as_posix().endswith(TO_THE_OWNER)),
    *(SOURCES / "play" / name for name in ("fork.py", "moments.py")),
    *SOURCES.glob("games/*/set_up.py"),
    SOURCES / "bots" / "__init__.py",
]
RAISED = "Mistake", "BadSeats", "IllegalMove", "HTTPException", "UnknownBot", "BadOption", "BadDiagram"
NEVER_TOLD = {
    "Entry {} of table {} came after {} entries.",
    "Entry {} of table {} is of an unknown kind, {}.",
    "A Redis is named like redis://host:6379/0, not {}.",
    "Several workers need a client of Redis: pip install 'sobremesa[workers]'.",
    "There is no such {}: {}.",
    "Between two rounds there is nothing to set up.",
    "Only where a card is to be laid there is something to set up.",
    "Only where somebody is to choose there is something to set up.",
}
"""What a broken file would say, who opens the house is told, or the house tells itself; nobody at a table hears it."""
OTHERS = "es", "de", "fr"


def sentence(node):
    """A text of the code, with a blank wherever something is put in."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else ""
    if isinstance(node, ast.JoinedStr):
        return "".join(part.value if isinstance(part, ast.Constant) else "{}" for part in node.values)
    return ""


def raised():
    """Every sentence that the house refuses something with."""
    for path in FILES:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in RAISED and node.args:
                text = (
                    sentence(node.args[0]).removesuffix("{}") if path.parent.name == "bots" else sentence(node.args[0])
                )
                if text.endswith((".", "!")) and text not in NEVER_TOLD:
                    yield text


def known():
    text = (SOURCES / "server" / "http" / "refusals.toml").read_text("utf-8")
    return re.findall(r'^\["(.*)"\]$', text, re.MULTILINE)


def test_every_refusal_of_the_house_is_known_in_every_language():
    translated = {BLANK.sub("{}", english) for english in known()}
    assert len(list(raised())) > 40
    assert sorted(set(raised()) - translated) == []


@pytest.mark.parametrize("english", known())
def test_a_refusal_carries_over_what_is_put_in(english):
    facts = {name: f"some{name}" for name in BLANK.findall(english)}
    filled = english.format(**facts)
    for language in OTHERS:
        told = said(filled, language)
        assert told != filled and "{" not in told
        assert all(fact in told for fact in facts.values())
    assert said(filled, "en") == filled


def test_every_entry_has_every_language_and_no_more():
    assert all(sorted(others) == sorted(OTHERS) for _, others in patterns())


def test_seats_and_rules_are_named_in_the_language():
    assert said("Nobody sits at red, blue: seat a person or a bot there first.", "de").startswith("Auf Rot, Blau sitzt")
    assert said("It is not the turn of red, but of jade and salt.", "fr") == (
        "Ce n'est pas le tour de Rouge, mais de Jade et Sel."
    )
    assert said("Maize cannot lay a card, and would be cut.", "es").startswith("Maíz no puede poner una carta")
    assert said("There are 2 tokens ion-cannon, and not 3.", "fr") == "Il y a 2 jetons canon à ions, et non 3."
    assert said("The match is over. (rule 7)", "es") == "La partida ha terminado. (regla 7)"
    assert said("Nothing is known of this. (rule 7)", "es") == "Nothing is known of this. (rule 7)"


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("", "en"),
        ("de-DE,de;q=0.9,en;q=0.8", "de"),
        ("nl, fr;q=0.5, es;q=0.7", "es"),
        ("x;q=y,,;", "en"),
        ("pt-BR", "en"),
    ],
)
def test_a_browser_says_which_language_it_likes(accepted, language):
    assert spoken(accepted) == language


@pytest.mark.compiled
async def test_at_the_table_one_is_refused_in_the_language_that_one_came_with(tmp_path):
    house = House(Store(tmp_path / "house.db"))
    guest, _ = await house.greet("Ada")
    live = await house.lay(guest.id, "splut", 2, {}, False)
    connection = Connection(Inbox(), guest.id, "es")
    house.hear(live, connection, '{"do":"sit","seat":0,"name":"Ada","words":"x"}', lambda: None)
    assert json.loads(await connection.line.get())["type"] == "done"
    house.hear(live, connection, '{"do":"begin","id":"2"}', lambda: None)
    told = json.loads(await connection.line.get())
    house.store.close()
    why = "En Verde no hay nadie: sienta antes a una persona o a un bot."
    assert told == {"type": "refused", "id": "2", "why": why, "rule": None}


@pytest.mark.compiled
def test_a_page_that_asks_in_german_is_refused_in_german(server):
    asked = urllib.request.Request(f"{server.address}/api/tables/nowhere", headers={"Accept-Language": "de"})
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(asked)
    assert json.load(refused.value) == {"why": "Diesen Tisch gibt es nicht."}
    refused.value.close()
