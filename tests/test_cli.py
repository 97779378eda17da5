"""The command `sobremesa`, run as a person or a program runs it."""

import json
import random
import re
from pathlib import Path

import pytest

from sobremesa import CHANCE, REFEREE, Match, NothingToUndo, games, load
from sobremesa.bots.levels import LEVELS
from sobremesa.cli.local_match import Table
from sobremesa.play.ending import Ending
from sobremesa.play.fair import Promise
from tests.support.terminal import Terminal, good, told


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
    assert "There is no move number 9: the list goes from 1 to 3.\n" in terminal.ask("9", "red> ")
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


def test_whatever_chance_brings_is_watched():
    words = "watch", "outspeed", "--players", "random,random,random", "--seed", "3", "--json"
    numbers = [json.loads(line).get("n") for line in good(*words).splitlines()]
    assert numbers[1:-1] == list(range(1, len(numbers) - 1))
