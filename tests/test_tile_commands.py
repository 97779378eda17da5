"""Tiles of one's own at the keyboard."""

import re

import pytest

from tests.support.games.outspeed import keep_empty
from tests.support.terminal import Terminal, good, run, told


@pytest.fixture
def tiles(tmp_path):
    """A tile set like ours but for one route."""
    file = tmp_path / "mine.toml"
    assert f"tiles check {file}" in good("tiles", "copy", str(file))
    file.write_text(file.read_text().replace("cost = 3, zones = 5", "cost = 3, zones = 6", 1))
    return file


def test_tiles_are_shown_with_their_sources(tiles):
    shown = good("tiles", "show")
    assert shown.startswith("The values of the tiles are a reconstruction")
    assert len(re.findall(r"^ ?\d+  \w", shown, re.M)) == 16
    assert re.search(r"3-4  A  solo +pay 1 fuel +get 3 zones +\[rulebook: condition, cost, benefit; reconst", shown)
    one = good("tiles", "show", "8", "--tiles", str(tiles))
    assert "reconstruction" not in one
    assert "C  room for 1    pay 3 fuel          get 6 zones" in one
    assert "Gorge" not in one


def test_own_tiles_are_checked(tiles, tmp_path):
    checked = good("tiles", "check", str(tiles))
    assert "16 tiles, 94 routes; 1 route differs from the house set." in checked
    assert re.search(r"Records name it [0-9a-f]{16}\.\nPlay with it: sobremesa play outspeed --tiles ", checked)
    assert "is there already" in told("tiles", "copy", str(tiles))
    assert "cannot be written" in told("tiles", "copy", str(tmp_path / "nowhere" / "mine.toml"))
    assert "cannot be read" in told("tiles", "check", str(tmp_path / "nowhere.toml"))
    tiles.write_text(tiles.read_text().replace("zones = 6", 'zones = "seven"').replace('"A yellow"', '"A blue"'))
    done = run("tiles", "check", str(tiles))
    assert done.returncode == 1
    for face in "3-4", "5-6":
        assert f"\n  tile 13, face {face}, route C, zones: 'seven' cannot be read" in done.stderr
        assert f"\n  tile 14, face {face}, route A, cost: the blue die has no place here" in done.stderr
    assert "Traceback" not in done.stderr
    assert "tile 8, face 3-4, route C, zones" in run("watch", "outspeed", "--tiles", str(tiles)).stderr


def test_a_set_without_tiles_is_refused_by_every_command(tmp_path):
    file, home = tmp_path / "none.toml", tmp_path / "home"
    home.mkdir()
    file.write_text("tiles = []\n")
    for words in ["tiles", "check", str(file)], ["watch", "outspeed", "--tiles", str(file)]:
        done = run(*words, home=home)
        assert (done.returncode, "Traceback" in done.stderr) == (1, False)
        assert f"{file} cannot be played with:\n  tiles: tiles are missing.\n" in done.stderr
    assert not (home / "tiles").exists()
    name = keep_empty(home)
    done = run("watch", "outspeed", "--set", f"tiles={name}", home=home)
    assert (done.returncode, "Traceback" in done.stderr) == (1, False)
    assert f"The tile set {name} cannot be played with:\n  tiles: tiles are missing.\n" in done.stderr


def test_the_house_set_is_known_by_its_values(tmp_path):
    file = tmp_path / "ours.toml"
    good("tiles", "copy", str(file))
    file.write_text(file.read_text().replace("Gorge", "Ravine"))
    assert "the same values as the house set" in good("tiles", "check", str(file))


def test_own_tiles_are_watched_and_replayed(tiles, tmp_path):
    home, record, ours = tmp_path / "home", str(tmp_path / "match.txt"), tmp_path / "ours.toml"
    words = "watch", "outspeed", "--players", "random,random,random", "--seed", "2", "--tiles", str(tiles)
    shown = good(*words, "--save", record, home=home)
    digest = re.search(r"tiles ([0-9a-f]{16})", shown)[1]
    assert digest in good("tiles", "check", str(tiles))
    assert good("replay", record, home=home) == shown
    away = tmp_path / "away"
    assert f"There is no tile set {digest} on this machine" in run("replay", record, home=away).stderr
    good("tiles", "copy", str(ours))
    other = run("replay", record, "--tiles", str(ours), home=away)
    assert other.returncode == 1
    assert f"no tile set {digest}" in other.stderr and "ours.toml is the tile set house" in other.stderr
    assert good("replay", record, "--tiles", str(tiles), home=away) == shown
    assert good("replay", record, home=away) == shown
    other = run("replay", record, "--tiles", str(ours), home=away)
    assert f"was played with the tile set {digest}; {ours} is the tile set house." in other.stderr


def test_own_tiles_are_played_and_resumed(tiles, tmp_path):
    terminal = Terminal("play", "outspeed", "--players", "Ada,random,random", "--tiles", str(tiles), home=tmp_path)
    assert "Tile set " in terminal.until("ruby> $")
    terminal.ask("1", "ruby> $")
    terminal.ask("quit", "play --resume")
    assert terminal.code() == 0
    [kept] = (tmp_path / "matches").iterdir()
    for words in [], ["--tiles", str(tiles)]:
        again = Terminal("play", "--resume", str(kept), *words, home=tmp_path)
        assert "Tile set " in again.until("ruby> $")
        again.ask("quit", "play --resume")
        assert again.code() == 0


def test_tiles_are_for_games_that_have_them(tiles, tmp_path):
    assert "Splut! has no tiles: --tiles is for Outspeed." in told("watch", "splut", "--tiles", str(tiles))
    words = "watch", "outspeed", "--tiles", str(tiles), "--set", "tiles=house"
    assert "either with --tiles or with --set tiles=" in told(*words)
    record = tmp_path / "splut.txt"
    good("watch", "splut", "--set", "turn_limit=2", "--save", str(record))
    assert "is a match of Splut!" in told("replay", str(record), "--tiles", str(tiles))
