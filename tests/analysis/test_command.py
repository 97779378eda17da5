"""`sobremesa analyse`, run as a person or a program runs it."""

import json
import re

import pytest

from tests.support.analysis import blundered, played
from tests.support.terminal import Terminal, good, run, told

pytestmark = pytest.mark.compiled


@pytest.fixture
def record(tmp_path):
    return blundered().save(tmp_path / "match.txt")


def test_it_tells_people(record, tmp_path):
    svg = tmp_path / "graph.svg"
    out = good("analyse", str(record), "--bot", "uct@4000", "--svg", str(svg))
    assert "looked at by uct@4000" in out
    assert re.search(r"^ +6 +Sd3-e3\+a5 +\?\? +[-+]0\.\d\d  -\d\.\d\d  Red's sorcerer walks", out, re.M)
    assert re.search(r"Gives \d\.\d\d away\. After that\s+Green's", out) and re.search(r"Better \S+:\s+Red's", out)
    assert "Red wins" in out and "✗ blunder" in out
    [(choices, blunders)] = re.findall(r"^  red +(\d) .* (\d) +\d +\d$", out, re.M)
    assert choices == "4" and int(blunders) >= 1
    assert svg.read_text().startswith("<svg")
    assert max(map(len, out.splitlines())) <= 100


def test_it_tells_programs(record):
    head, *moves, last = map(json.loads, good("analyse", str(record), "--bot", "uct@100", "--json").splitlines())
    assert head == {"game": "splut", "seats": 2, "players": ["Ada", "Zoë > Ben"], "bot": "uct@100", "moves": 9}
    assert [move["n"] for move in moves] == list(range(1, 10))
    assert {"before", "after", "lost", "mark", "best", "line", "outlook"} <= set(moves[0])
    assert last["scores"] == [-1.0, 1.0] and [each["seat"] for each in last["sums"]] == ["red", "green"]
    part = good("analyse", str(record), "--bot", "uct@50", "--json", "--from", "3", "--to", "4").splitlines()
    assert [json.loads(line)["n"] for line in part[1:-1]] == [3, 4]


def test_dice_are_told_apart(tmp_path):
    file = played("shut-the-lines", 2, {}, choices=5).save(tmp_path / "match.txt")
    _, *moves, last = map(json.loads, good("analyse", str(file), "--bot", "uct@60", "--json").splitlines())
    thrown = [move for move in moves if move["seat"] == "chance"]
    assert thrown and all("luck" in move and "best" not in move for move in thrown)
    assert all(each["luck"] for each in last["sums"])
    assert re.search(r"^  ruby .* [-+]\d\.\d\d ± \d\.\d\d$", good("analyse", str(file), "--bot", "uct@60"), re.M)


def test_what_cannot_be_analysed_is_told_in_a_sentence(record, tmp_path):
    assert "random does not say what it thinks" in told("analyse", str(record), "--bot", "random")
    assert "no bot 'hal'" in told("analyse", str(record), "--bot", "hal")
    assert "has 9 moves: there is none from 40" in told("analyse", str(record), "--from", "40")
    assert "There is no file" in told("analyse", str(tmp_path / "none.txt"))
    assert "is a folder" in told("analyse", str(record), "--svg", str(tmp_path))
    half = tmp_path / "half.txt"
    half.write_text("".join(record.read_text().splitlines(keepends=True)[:-2]))
    assert "cut off" in told("analyse", str(half))
    assert run("analyse", str(half), "--partial", "--bot", "uct@20").returncode == 0


def test_ctrl_c_keeps_what_is_done(record, tmp_path):
    svg = tmp_path / "graph.svg"
    looking = Terminal("analyse", str(record), "--bot", "uct@3s", "--svg", str(svg), home=tmp_path)
    looking.until("dwarf walks from e2 to e3")
    looking.interrupt()
    said = looking.until("Stopped after")
    assert "choices" in said and "Traceback" not in said
    assert looking.code() == 130
    assert svg.read_text().startswith("<svg")
