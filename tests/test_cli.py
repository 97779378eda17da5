"""The command `sobremesa`, run as a person or a program runs it."""

import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time

import pytest

from sobremesa import games, load

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
    for command in "games", "play", "watch", "replay", "perft", "bench", "warm":
        assert re.search(rf"^  {command} ", text, re.M)
        assert "Usage: sobremesa" in good(command, "--help")


def test_games():
    assert "splut    Splut! by Tommy De Coninck" in good("games")
    [game] = json.loads(good("games", "splut", "--json"))
    assert [each["name"] for each in json.loads(good("games", "--json"))] == games.names()
    assert (game["name"], game["seats"], game["bots"]) == ("splut", [2, 3, 4], ["random", "tactician"])
    assert [option["name"] for option in game["options"]] == ["turn_limit", "levitate_adjacent"]


def test_perft_prints_a_line_for_each_depth():
    assert good("perft", "splut", "--depth", "5") == "1 3\n2 9\n3 79\n4 691\n5 5597\n"
    assert good("perft", "splut", "--depth", "4", "--seats", "3") == "1 3\n2 9\n3 73\n4 219\n"
    assert good("perft", "splut", "--depth", "6", "--set", "levitate_adjacent=off").endswith("6 53945\n")
    last = json.loads(good("perft", "splut", "--depth", "3", "--json").splitlines()[-1])
    assert (last["depth"], last["count"]) == (3, 79)


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


def test_a_match_against_the_tactician(tmp_path):
    terminal = Terminal("play", "splut", "--seed", "1", "--set", "turn_limit=3", home=tmp_path)
    shown = terminal.until("you, red> ")
    assert "green    tactician (bot)" in shown
    assert "2           RS RD RT           2" in shown
    assert "Red to play: the last step of the turn. You may choose:\n  1 Sd2-d3" in shown
    assert "2 De2-e3" in terminal.ask("moves", "red> ")
    assert "adds the rock that comes along" in terminal.ask("help", "red> ")
    assert "17. With its sorcerer" in terminal.ask("rules", "red> ")
    assert "(rule 5)" in terminal.ask("De2-e4", "red> ")
    assert "is not a move of Splut!" in terminal.ask("hello", "red> ")
    assert "numbered 1 to 3" in terminal.ask("9", "red> ")
    assert "Nothing has been played yet" in terminal.ask("undo", "red> ")
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
    assert load(kept).players == ["you", "tactician"]
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
