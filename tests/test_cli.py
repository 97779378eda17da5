"""The command `sobremesa`, run as a person or a program runs it."""

import json
import os
import pty
import random
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from sobremesa import CHANCE, REFEREE, Match, NothingToUndo, games, load
from sobremesa.bots.levels import LEVELS
from sobremesa.cli.table import Table
from sobremesa.play.ending import Ending
from sobremesa.play.fair import Promise

COMMAND = [sys.executable, "-m", "sobremesa"]


def run(*words, home=None, **more):
    settings = os.environ | ({"SOBREMESA_HOME": str(home)} if home else {}) | {"NO_COLOR": "1"}
    return subprocess.run(
        [*COMMAND, *words], capture_output=True, text=True, env=settings, stdin=subprocess.DEVNULL, **more
    )


def good(*words, **more):
    done = run(*words, **more)
    assert done.returncode == 0, done.stderr
    return done.stdout


def told(*words):
    """The one sentence that a mistake gets, without a traceback."""
    done = run(*words)
    assert done.returncode != 0
    assert "Traceback" not in done.stderr
    return done.stderr.strip().splitlines()[-1]


class Terminal:
    """A command in a pseudo-terminal."""

    def __init__(self, *words, home):
        self.keyboard, screen = pty.openpty()
        settings = os.environ | {
            "SOBREMESA_HOME": str(home),
            "NO_COLOR": "1",
            "TERM": "dumb",
            "COLUMNS": "100",
            "PAGER": "cat",
        }
        self.process = subprocess.Popen(
            [*COMMAND, *words],
            stdin=screen,
            stdout=screen,
            stderr=screen,
            env=settings,
            start_new_session=True,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # whoever runs the tests may ignore it
        )
        os.close(screen)
        self.seen = ""

    def until(self, words, seconds=120):
        """Everything on the screen up to these words."""
        until = time.monotonic() + seconds
        while not re.search(words, self.seen):
            assert time.monotonic() < until, f"{words!r} never came; the screen says:\n{self.seen}"
            if select.select([self.keyboard], [], [], 0.2)[0]:
                try:
                    self.seen += os.read(self.keyboard, 65536).decode().replace("\r\n", "\n")
                except OSError:
                    assert re.search(words, self.seen), f"{words!r} never came; the screen says:\n{self.seen}"
        end = re.search(words, self.seen).end()
        shown, self.seen = self.seen[:end], self.seen[end:]
        return shown

    def type(self, line):
        os.write(self.keyboard, f"{line}\n".encode())

    def ask(self, line, words):
        self.type(line)
        return self.until(words)

    def interrupt(self):
        time.sleep(0.5)  # as a person would: readline misses a signal that comes with the very prompt
        os.killpg(self.process.pid, signal.SIGINT)

    def code(self):
        """What the command ends with."""
        try:
            while os.read(self.keyboard, 65536):
                pass
        except OSError:
            pass
        return self.process.wait(60)


def test_help_names_every_command():
    text = good("--help")
    for command in "games", "play", "watch", "replay", "tiles", "perft", "bench", "warm":
        assert re.search(rf"^  {command} ", text, re.M)
        assert "Usage: sobremesa" in good(command, "--help")


def test_games():
    assert "splut    Splut! by Tommy De Coninck" in good("games")
    [game] = json.loads(good("games", "splut", "--json"))
    assert [each["name"] for each in json.loads(good("games", "--json"))] == games.names()
    assert (game["name"], game["seats"], game["bots"]) == (
        "splut",
        [2, 3, 4],
        ["random", "tactician", "learnt", *LEVELS],
    )
    assert [option["name"] for option in game["options"]] == ["turn_limit", "levitate_adjacent"]


def test_perft_prints_a_line_for_each_depth():
    assert good("perft", "splut", "--depth", "5") == "1 3\n2 9\n3 79\n4 691\n5 5597\n"
    assert good("perft", "splut", "--depth", "4", "--seats", "3") == "1 3\n2 9\n3 73\n4 219\n"
    assert good("perft", "splut", "--depth", "6", "--set", "levitate_adjacent=off").endswith("6 53945\n")
    last = json.loads(good("perft", "splut", "--depth", "3", "--json").splitlines()[-1])
    assert (last["depth"], last["count"]) == (3, 79)


def test_what_bots_think_is_told_with_what_they_choose():
    told = ["splut", "--seed", "1", "--set", "turn_limit=4", "--players", "hard@3000,uct@200", "--thoughts"]
    assert re.search(r"expects [+-]\d\.\d\d after 3,\d\d\d rounds, \d turns ahead: S", good("watch", *told))
    rows = [json.loads(line) for line in good("watch", *told, "--json").splitlines()[1:-1]]
    thought = [row for row in rows if "thought" in row]
    assert {row["seat"] for row in thought} == {"red", "green"}
    for row in thought:
        assert row["thought"]["line"][0] == row["move"] and -1 <= row["thought"]["expected"] <= 1
    assert next(row["thought"]["rounds"] for row in thought if row["seat"] == "green") == 200


def test_a_match_is_watched_saved_and_replayed(tmp_path):
    file = tmp_path / "match.txt"
    words = [
        "watch",
        "splut",
        "--seats",
        "3",
        "--players",
        "tactician,random,tactician",
        "--seed",
        "7",
        "--set",
        "turn_limit=30",
    ]
    shown = good(*words, "--save", str(file))
    assert shown == good(*words), "the same seed, another match"
    match = load(file)
    assert match.players == ["tactician", "random", "tactician"]
    assert match.options["turn_limit"] == 30
    assert good("replay", str(file)).splitlines()[-3:] == shown.splitlines()[-3:]
    lines = [json.loads(line) for line in good("replay", str(file), "--json").splitlines()]
    assert lines == [json.loads(line) for line in good(*words, "--json").splitlines()]
    assert [line["move"] for line in lines[1:-1]] == [move.text for move in match.moves]
    assert lines[-1]["scores"] == list(match.result.scores)
    assert good("replay", str(file), "--to", "2", "--boards").count("a  b  c  d  e  f  g  h  i") == 6
    assert "El " in good("replay", str(file), "--language", "es")


def test_a_match_is_drawn(tmp_path):
    file, out = tmp_path / "match.txt", tmp_path / "match.webp"
    good("watch", "outspeed", "--players", "random,random,random", "--seed", "3", "--save", str(file))
    match = load(file)
    assert good("picture", str(file)) == match.svg(REFEREE) + "\n"
    sealed = good("picture", str(file), "--moment", "5", "--seat", "maize", "--theme", "dark")
    assert sealed == match.at(5).svg(1, "dark") + "\n"
    assert good("picture", str(file), "--moment", "9", "--width", "200", "-o", str(out)).startswith(f"{out}: ")
    assert out.read_bytes()[8:12] == b"WEBP"
    assert "there is no moment 9999" in told("picture", str(file), "--moment", "9999")
    assert "The seats are ruby, maize, jade" in told("picture", str(file), "--seat", "lapis")
    assert "cannot be told from its name" in told("picture", str(file), "-o", str(tmp_path / "match.bmp"))
    assert "cannot be written" in told("picture", str(file), "-o", str(tmp_path / "nowhere" / "match.svg"))


def test_replay_says_how_people_ended_a_match(tmp_path):
    match = Match("splut", players=["Ada", "Ben"], promise=Promise.new("5e" * 32, ["a", "b"]))
    match.play("De2-e3")
    match.ending = Ending("resigned", 0)
    file = str(match.save(tmp_path / "match.txt"))
    shown = good("replay", file, "--language", "de").splitlines()
    assert shown[-4:] == ["Red Ada gibt auf.", "", "  1. green Ben", "  2. red Ada"]
    last = json.loads(good("replay", file, "--json").splitlines()[-1])
    assert last == {"scores": [-1, 1], "places": [2, 1], "moves": 1, "ending": {"how": "resigned", "seat": "red"}}
    assert json.loads(good("replay", file, "--json", "--to", "0").splitlines()[-1])["ending"] is None
    assert good("verify", file).endswith("Red Ada resigns.\n")


def test_a_record_that_was_cut_off(tmp_path):
    file = tmp_path / "match.txt"
    good("watch", "splut", "--seed", "1", "--set", "turn_limit=4", "--save", str(file))
    file.write_text(file.read_text()[:-8])
    assert "cut off" in told("replay", str(file))
    assert "Red's" in good("replay", str(file), "--partial")


def test_bench_measures(tmp_path):
    found = json.loads(good("bench", "--depth", "4", "--seconds", "0.02", "--json"))
    assert found["perft"]["leaves"] == 691
    assert found["steps"] > 10_000
    assert len(found["load"]) == 3


def test_warm_says_where():
    assert re.match(r"Splut!: ready after [\d.]+ s, kept in ", good("warm", "splut"))


@pytest.mark.parametrize(
    ("sentence", "words"),
    [
        ("There is no game 'chess'; there is splut", ["watch", "chess"]),
        ("Did you mean splut?", ["perft", "splutt"]),
        ("for 2, 3 or 4 players, not 6", ["watch", "splut", "--seats", "6"]),
        ("no option 'speed'", ["watch", "splut", "--set", "speed=3"]),
        ("--set takes NAME=VALUE", ["watch", "splut", "--set", "speed"]),
        ("a whole number from 1 to 10000, not '0'", ["perft", "splut", "--set", "turn_limit=0"]),
        ("has no bot 'Ada'", ["watch", "splut", "--players", "Ada,tactician"]),
        ("Did you mean tactician?", ["watch", "splut", "--players", "tacticain,random"]),
        ("2 seats, but 3 players", ["watch", "splut", "--seats", "2", "--players", "random,random,random"]),
        ("There is no file", ["replay", "nowhere.txt"]),
        ("Which game?", ["play"]),
        ("No such command", ["dance"]),
        (
            "play needs a terminal, where somebody can answer. To see bots play: sobremesa watch splut",
            ["play", "splut"],
        ),
    ],
)
def test_a_mistake_gets_one_sentence(sentence, words):
    assert sentence in told(*words)


def test_a_match_against_the_usual_bot(tmp_path):
    terminal = Terminal("play", "splut", "--seed", "1", "--set", "turn_limit=3", home=tmp_path)
    shown = terminal.until("you, red> ")
    assert "green    normal (bot)" in shown
    assert "2           RS RD RT           2" in shown
    assert "Red to play: the last step of the turn. You may choose:\n  1 Sd2-d3" in shown
    assert "2 De2-e3" in terminal.ask("moves", "red> ")
    assert "adds the rock that comes along" in terminal.ask("help", "red> ")
    assert "17. With its sorcerer" in terminal.ask("rules", "red> ")
    assert "(rule 5)" in terminal.ask("De2-e4", "red> ")
    assert "is not a move of Splut!" in terminal.ask("hello", "red> ")
    assert "numbered 1 to 3" in terminal.ask("9", "red> ")
    assert "Nothing has been played yet" in terminal.ask("undo", "red> ")
    assert "Look at your" in terminal.ask("hint", "red> ")
    assert re.search(r"\w\w\d-\w\d\n  Red's \w+ walks from .*\.\n  It stays even\.", terminal.ask("hint", "red> "))
    shown = terminal.ask("2", "red> ")
    assert "Red's dwarf walks from e2 to e3." in shown
    assert shown.count("Green's ") >= 2
    assert "Taken back: De2-e3" in terminal.ask("undo", "red> ")
    terminal.ask("troll f3", "red> ")
    assert "Saved in" in terminal.ask(f"save {tmp_path}/mine.txt", "red> ")
    assert "is there already" in terminal.ask(f"save {tmp_path}/mine.txt", "red> ")
    terminal.ask("1", "red> ")
    terminal.ask("1", "red> ")
    terminal.ask("1", "sobremesa replay")
    assert terminal.code() == 0
    [kept] = (tmp_path / "matches").iterdir()
    assert load(kept).is_over
    assert load(kept).players == ["you", "normal"]
    assert len(load(tmp_path / "mine.txt").moves) == 3


def test_ctrl_c_leaves_cleanly_and_the_match_goes_on(tmp_path):
    terminal = Terminal("play", "splut", "--players", "Ada,Ben", home=tmp_path)
    terminal.until("Ada, red> ")
    terminal.ask("De2-e3", "Ben, green> ")
    terminal.ask("De8-e7", "Ben, green> ")
    terminal.interrupt()
    shown = terminal.until(r"play --resume \S+")
    assert "Traceback" not in shown
    assert "The match is saved in" in shown
    assert terminal.code() == 130
    [kept] = (tmp_path / "matches").iterdir()
    assert str(kept) in shown
    again = Terminal("play", "--resume", str(kept), home=tmp_path)
    shown = again.until("Ben, green> ")
    assert "Green to play: the last step of the turn" in shown
    again.ask("Df7-f6", "Ben, green> ")
    again.ask("De7-f7", "Ada, red> ")
    again.ask("quit", "play --resume")
    assert again.code() == 0
    assert [move.text for move in load(kept).moves] == ["De2-e3", "De8-e7", "De7-f7"]


def test_nothing_is_saved_where_nothing_was_played(tmp_path):
    terminal = Terminal("play", "splut", home=tmp_path)
    terminal.until("red> ")
    terminal.interrupt()
    terminal.until("Nothing was played, so nothing was saved")
    assert terminal.code() == 130
    assert not (tmp_path / "matches").exists()


def test_a_match_that_cannot_be_saved_is_played_all_the_same(tmp_path):
    (tmp_path / "matches").write_text("not a folder")
    terminal = Terminal("play", "splut", "--players", "Ada,Ben", home=tmp_path)
    terminal.until("red> ")
    assert "cannot be saved" in terminal.ask("De2-e3", "green> ")
    assert "cannot be saved" not in terminal.ask("De8-e7", "green> ")
    terminal.interrupt()
    assert terminal.code() == 130


def test_resuming_another_game_or_nothing_says_so(tmp_path):
    terminal = Terminal("play", "--resume", str(tmp_path / "nowhere.txt"), home=tmp_path)
    terminal.until("There is no file")
    assert terminal.code() == 1


def curtained(terminal, name):
    """The screen until somebody sits down at the keyboard, and what they see after pressing Enter."""
    shown = terminal.until(rf"{name}> the next is for your eyes only\. Press Enter when nobody else looks\. ")
    terminal.type("")
    return shown, terminal.until(r"You may choose:[^>]*> $")


def test_people_at_one_keyboard_keep_their_secrets(tmp_path):
    fate = ["--set", "first_game=on", "--seed", "1"]
    terminal = Terminal("play", "outspeed", "--players", "Ada,Ben,Cem", *fate, home=tmp_path)
    _, shown = curtained(terminal, "Ada, ruby")
    assert "Ruby: choose a route, in secret." in shown
    terminal.type("B")
    wiped, shown = curtained(terminal, "Ben, maize")
    assert wiped.endswith(
        "\033[2J\033[3J\033[HBen, maize> the next is for your eyes only. Press Enter when nobody else looks. "
    )
    assert "Ruby has sealed a route." in shown
    assert "Maize: choose a route, in secret." in shown
    assert "route B" not in shown
    terminal.type("undo")  # Ada thinks again: nobody is shown what she had sealed
    wiped, shown = curtained(terminal, "Ada, ruby")
    assert "Taken back: the last choice" in wiped
    assert "B" not in wiped.replace("Ben", "")
    terminal.type("B")
    curtained(terminal, "Ben, maize")
    terminal.type("A")
    _, shown = curtained(terminal, "Cem, jade")
    assert "Maize has sealed a route." in shown
    assert "Route " not in shown
    terminal.type("B")
    _, shown = curtained(terminal, "Ada, ruby")
    assert "Ruby seals route B." in shown
    assert "Route A: Maize.\n  Route B: Ruby and Jade." in shown
    assert "What was seen cannot be unseen" in terminal.ask("undo", "ruby> $")
    terminal.type("C")
    _, shown = curtained(terminal, "Ben, maize")
    assert "Route B: Ruby and Jade." in shown
    terminal.type("C")
    curtained(terminal, "Cem, jade")
    terminal.type("B")
    _, shown = curtained(terminal, "Ada, ruby")
    assert re.search(r"drawn: \S+ and \S+\n", shown)
    terminal.type("1")
    _, shown = curtained(terminal, "Ben, maize")
    assert "Ruby keeps a token and puts the other under the pile." in shown
    assert "What was seen cannot be unseen" in terminal.ask("undo", "maize> $")
    terminal.type("quit")
    assert "\033[2J\033[3J\033[HThe match is saved in" in terminal.until("play --resume")
    assert terminal.code() == 0


def test_a_card_goes_back_if_nothing_came_out_by_it():
    """Two people in End of Line, secret hands: the first card of a turn goes back, not what more was drawn after."""
    match = Match("end-of-line", 2, players=["Ada", "Ben"], seed=1, mulligan=False)
    table = Table(match, Path("nowhere"))
    with pytest.raises(NothingToUndo, match="Nothing has been played yet"):
        table.take_back()
    while True:
        before = len(match.moves)
        match.push(match.legal_moves[0])
        drawn = any(move.seat == CHANCE for move in match.moves[before:])
        if drawn:
            with pytest.raises(NothingToUndo, match="cannot be unseen"):
                table.take_back()
            break
        [taken] = table.take_back()
        assert len(match.moves) == before
        match.push(taken)
    assert before > 1


def test_a_person_alone_takes_back_without_being_told_what_bots_sealed(tmp_path):
    terminal = Terminal("play", "outspeed", "--players", "Ada,random,random", "--seed", "1", home=tmp_path)
    terminal.until("ruby> $")
    shown = terminal.ask("1", "ruby> $")
    assert "Maize has sealed a route." in shown
    taken = terminal.ask("undo", "Taken back: .*\n")
    assert re.search(r"Taken back: [ABC]\n", taken)
    terminal.interrupt()
    assert terminal.code() == 130


def test_everybody_sees_the_end(tmp_path):
    """Who is out is not asked any more; the end is told to all, with nothing left of what is for one's eyes only."""
    chosen, rng = Match("outspeed", 3, seed=15, first_game=True), random.Random(15)
    words = "--players", "Ada,Ben,Cem", "--seed", "15", "--set", "first_game=on"
    terminal = Terminal("play", "outspeed", *words, home=tmp_path)
    while not chosen.is_over:
        shown = terminal.until(r"nobody else looks\. |You may choose:[^>]*> $")
        if shown.endswith("looks. "):
            terminal.type("")
        else:
            assert shown.endswith(f"{['Ada', 'Ben', 'Cem'][chosen.turn]}, {chosen.seat_name(chosen.turn)}> ")
            move = rng.choice(chosen.legal_moves)
            chosen.push(move)
            terminal.type(move)
    end = terminal.until(r"sobremesa replay \S+").split("\033[2J\033[3J\033[H")[-1]
    assert "Jade falls with the rear of the track and is out." in end
    assert f"{chosen.say(chosen.events()[-1])}.\n\nFINISH TILE 13" in end
    assert not re.search("you put|drawn:|[(]", end.split("FINISH TILE 13")[1])
    assert terminal.code() == 0
    [kept] = (tmp_path / "matches").iterdir()
    assert load(kept).moves == chosen.moves


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


def test_whatever_chance_brings_is_watched():
    words = "watch", "outspeed", "--players", "random,random,random", "--seed", "3", "--json"
    numbers = [json.loads(line).get("n") for line in good(*words).splitlines()]
    assert numbers[1:-1] == list(range(1, len(numbers) - 1))
