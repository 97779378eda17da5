"""Every game on the shelf has all its parts, and every rule names only fields of its record."""

import ast
import re
import sys
import tomllib
from pathlib import Path

import pytest

from sobremesa import games
from sobremesa.games.words import LANGUAGES
from tests.support.texts import texts_in

ROOT = Path(__file__).parent.parent
NAMES = [name for name in games.names() if games.find(name).package.startswith("sobremesa.")]


@pytest.mark.parametrize("name", NAMES)
def test_a_game_has_all_its_parts(name):
    game = games.find(name)
    for part in "rules", "notation", "events", "view", "draw", "invariants":
        assert getattr(game, part).__doc__, f"{name} has no {part}, or it says nothing of itself"
    assert callable(game.notation.write) and callable(game.notation.read) and callable(game.notation.refusal)
    assert callable(game.events.events) and callable(game.events.say) and callable(game.events.expected)
    assert callable(game.view.view) and callable(game.draw.draw) and callable(game.invariants.faults)
    for bot in game.bots:
        assert game.bot.BOTS[bot].__doc__
    assert game.credit in (ROOT / "NOTICE").read_text()


@pytest.mark.parametrize("name", NAMES)
def test_a_game_has_a_coach_that_is_tried(name):
    coach = games.find(name).part("coach")
    for part in "look", "reasons", "dangers", "say":
        assert getattr(coach, part).__doc__
    assert (ROOT / "tests" / "games" / name.replace("-", "_") / "test_remarks.py").exists()


@pytest.mark.parametrize("name", NAMES)
def test_a_game_has_a_rules_page_with_the_same_numbers_as_its_rules(name):
    game = games.find(name)
    page = (ROOT / "docs" / "rules" / f"{name}.md").read_text()
    told = [int(number) for number in re.findall(r"^(\d+)\. ", page, re.M)]
    coded = [int(number) for number in re.findall(r"^ ?(\d+)\. ", game.rules.__doc__, re.M)]
    assert told == coded == list(range(1, len(coded) + 1))
    for option in game.options:
        assert f"`{option.name}`" in page


@pytest.mark.parametrize("name", NAMES)
def test_a_game_speaks_every_language(name):
    """Each with the same entries, and the same blanks in them."""
    folder = Path(sys.modules[games.find(name).package].__file__).parent
    words = tomllib.loads((folder / "words.toml").read_text())
    assert tuple(words) == LANGUAGES
    for language in LANGUAGES:
        assert texts_in(words[language]) == texts_in(words["en"])


@pytest.mark.parametrize("name", NAMES)
def test_a_game_has_a_golden_playthrough(name):
    assert list((ROOT / "tests" / "golden").glob(f"{name}-*.txt"))


def slips(source, fields):
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "s" and node.attr not in fields:
            yield f"line {node.lineno}: the record has no field {node.attr}"


@pytest.mark.parametrize("name", NAMES)
def test_rules_name_only_fields_of_their_record(name):
    """Numba's own word for such a slip is 300 lines long."""
    game = games.find(name)
    compiled = [path for path in game.folder.rglob("*.py") if "(s, " in path.read_text()]
    assert Path(game.rules.__file__) in compiled
    for path in compiled:
        if path.name not in ("line_search.py", "coop.py"):  # the solver's own records
            assert not list(slips(path.read_text(), game.rules.State.names)), path


def test_a_slip_is_noticed():
    assert list(slips("def f(s):\n    s.tunrs = 3", ["turns"])) == ["line 2: the record has no field tunrs"]
