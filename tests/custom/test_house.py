"""Who may name a program to be run: whoever sits at this machine, and never a browser or a record."""

import json
import os
import re
import shlex
import sys
from pathlib import Path

import pytest

import sobremesa as sm
from sobremesa import bots, games
from sobremesa.bots.custom import program
from sobremesa.client import House, Refused
from tests.support.server.serving import Server
from tests.support.terminal import Terminal, good, run

SPLUT = games.find("splut")
FIRST = "class First:\n    def move(self, turn):\n        return turn.moves[0]\n"


@pytest.fixture
def mark(tmp_path):
    """A file that is there once one of `names` has been run."""
    return tmp_path / "mark"


@pytest.fixture
def names(tmp_path, mark, monkeypatch):
    (tmp_path / "evil.py").write_text(f"open({str(mark)!r}, 'w').close()\n{FIRST}")
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path}:{os.environ.get('PYTHONPATH', '')}")
    monkeypatch.syspath_prepend(tmp_path)
    return [f"run:touch {mark}", f"{tmp_path}/evil.py:First", "evil:First", "evil:First@20", f"run:touch {mark}@1s"]


def test_the_house_has_no_such_bots(names, mark):
    for name in names:
        assert bots.is_own(name)
        with pytest.raises(sm.UnknownBot, match="it has random, tactician"):
            bots.check(name, SPLUT)
    for name in "random", "uct@20000", "person:Ada", "Ada", "Ada B.":
        assert not bots.is_own(name)
    assert not mark.exists()


@pytest.mark.compiled
def test_no_browser_names_a_program(tmp_path, names, mark):
    server = Server(tmp_path / "house.db", "--no-limits")
    try:
        house = House(server.address, "Ada")
        table = house.lay("splut", 2)
        table.sit(0)
        for name in names:
            for ask in (
                lambda name=name: table.bot(1, name),
                lambda name=name: table.fill(name),
                lambda name=name: table.manner(resign=f"bot:{name}"),
                lambda name=name: house.lay("splut", 3, manner={"resign": f"bot:{name}"}),
            ):
                with pytest.raises(Refused, match="has no bot"):
                    ask()
        table.bot(1, "random")
        table.begin()
        for name in names:
            with pytest.raises(Refused, match="has no bot"):
                table.bot(0, name)
            if len(name) <= 60:
                with pytest.raises(Refused, match="has no bot"):
                    house.fork(table.name, "red", name)
        assert not mark.exists()
    finally:
        server.kill()


@pytest.mark.compiled
def test_no_record_names_a_program(tmp_path, names, mark):
    """A person at a table may be called like one, and their record be sent to a friend."""
    for name in names:
        match = sm.Match("splut", players=["you", name])
        match.push("De2-e3")
        match.save(tmp_path / "match.txt")
        seen = Terminal("play", "--resume", str(tmp_path / "match.txt"), home=tmp_path)
        seen.until("say who plays with --players")
        seen.process.wait()
        good("replay", str(tmp_path / "match.txt"))
    assert not mark.exists()


@pytest.mark.compiled
def test_at_the_table_and_again(tmp_path):
    (tmp_path / "mine.py").write_text(FIRST)
    mine = f"{tmp_path}/mine.py:First"
    table = Terminal("play", "splut", "--players", f"you,{mine}", home=tmp_path)
    table.until("you, red> ")
    table.type("1")
    table.until("you, red> ")
    table.type("quit")
    said = table.until(r"play --resume \S+")
    table.process.wait()
    [file] = (tmp_path / "matches").glob("*.txt")
    assert str(file) in said
    match = sm.load(file)
    assert match.players == ["you", mine]
    green = [move.text for move in match.moves if move.seat == 1]
    assert green and green[0] == match.at(1).legal_moves[0].text
    again = Terminal("play", "--resume", str(file), "--players", f"you,{mine}", home=tmp_path)
    again.until("you, red> ")
    again.type("quit")
    again.until("play --resume")
    again.process.wait()


@pytest.mark.compiled
def test_a_bot_that_fails_takes_no_match_with_it(tmp_path):
    table = Terminal("play", "splut", "--players", "you,run:false", home=tmp_path)
    table.until("you, red> ")
    table.type("1")
    said = table.until("run:false ended with status 1 instead of answering")
    assert table.code() == 1
    [file] = (tmp_path / "matches").glob("*.txt")
    assert f"play --resume {file}" in said and len(sm.load(file).moves) == 1


@pytest.mark.compiled
def test_watched_and_told_when_it_fails(tmp_path):
    (tmp_path / "mine.py").write_text(FIRST)
    (tmp_path / "prog.py").write_text("import sys\nsys.exit('out of cheese')\n")
    words = ["watch", "splut", "--set", "turn_limit=2", "--json", "--players"]
    out = good(*words, f"{tmp_path}/mine.py:First,uct@20", home=tmp_path)
    assert '"places"' in out.splitlines()[-1]
    command = f"run:{shlex.quote(sys.executable)} -S {tmp_path}/prog.py"
    failed = run(*words, f'"{command} a,b",random', home=tmp_path)
    assert failed.returncode == 1 and "Traceback" not in failed.stderr
    assert "a,b ended with status 1 instead of answering; its last words were 'out of cheese'" in failed.stderr
    missing = run(*words, "./no_bot.py:Mine,random", home=tmp_path)
    assert "no_bot.py cannot be read: No such file" in missing.stderr


def test_names_with_commas_stand_in_quotes():
    assert bots.listed('you, "run:bot --set a,b" ,random') == ["you", "run:bot --set a,b", "random"]
    assert bots.listed("run:bot 'a b',x") == ["run:bot 'a b'", "x"]


@pytest.mark.compiled
def test_the_page_shows_what_is_said():
    page = (Path(__file__).parents[2] / "docs/bots.md").read_text()
    session = re.findall(r"^([<>]) (.*)$", page, re.M)
    match = sm.Match("splut", seed=1)
    hello = json.loads(session[0][1])
    assert hello["options"] == match.options and hello["name"] == match.seat_names[0]
    asked, answers = [said for sign, said in session if "view" in said], [said for sign, said in session if sign == ">"]
    assert json.dumps(match.texts_of(0)) in asked[0] and f'"expected": "{match.expected()}"' in asked[0]
    match.push(json.loads(answers[0])["move"])
    match.push(match.legal_moves[0])
    while match.turn == 1:
        match.push(match.legal_moves[0])
    assert f'"expected": "{match.expected()}"' in asked[1]
    assert json.loads(answers[1])["move"] in match.texts_of(0)
    assert json.loads(session[-1][1]) == {"bye": program.PROTOCOL} and hello["hello"] == program.PROTOCOL
    assert f"{program.LIMIT:g} seconds" in page and f"{program.START:g} seconds longer" in page
