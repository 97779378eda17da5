"""What the pages of the laboratory say is so, and each says the same things in the same order."""

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

from sobremesa import games
from sobremesa.lab import features

ROOT = Path(__file__).parent.parent.parent
HEADINGS = ["Usage", "Rules", "Observation", "Action", "Rewards", "Versions"]
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))


@pytest.mark.parametrize("name", games.names())
def test_every_game_has_a_page_with_the_same_headings(name):
    page = ROOT / "docs/lab" / f"{name}.md"
    text = page.read_text()
    assert re.findall(r"^## (.*)$", text, re.M) == HEADINGS
    failed, tried = doctest.testfile(str(page), module_relative=False)
    assert tried and not failed
    game = games.find(name)
    parts = dict(zip(HEADINGS, re.split(r"^## .*$", text, flags=re.M)[1:], strict=True))
    assert re.search(rf"\b{game.rules.ACTIONS} actions", parts["Action"])
    for seats in game.seats:
        assert re.search(rf"\b{features.size(game, seats)}\b", parts["Observation"]), seats
        shape = features.planes_shape(game, seats)
        assert len(shape) == 1 or re.search(rf"\b{shape[0]}\b", parts["Observation"])
    assert f"| {game.rules.VERSION} |" in parts["Versions"]
    for option in game.options:
        assert f"`{option.name}`" in parts["Rules"], option.name


@pytest.mark.compiled
def test_the_page_about_all_of_it_runs():
    failed, tried = doctest.testfile(str(ROOT / "docs/lab.md"), module_relative=False)
    assert tried > 10 and not failed


@pytest.mark.compiled
@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.stem)
def test_every_example_runs_and_tells_something(example):
    done = subprocess.run([sys.executable, "-W", "error", str(example)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()


def test_there_are_examples_for_every_tool():
    names = {example.stem.partition("_")[0] for example in EXAMPLES}
    assert names >= {"batch", "gymnasium", "openspiel", "pettingzoo", "results"}
