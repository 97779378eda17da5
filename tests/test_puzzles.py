"""Solving, the atlas and the day's puzzle, on the command line and by the rules."""

import json
from datetime import date, timedelta

import pytest
from click.testing import CliRunner

import sobremesa as sm
from sobremesa.cli import main
from sobremesa.games.end_of_line import atlas
from sobremesa.games.end_of_line.ai.solver import solve, solve_coop
from sobremesa.games.end_of_line.daily import daily
from tests.support.terminal import Terminal, good, told

pytestmark = pytest.mark.compiled
PAR = 3
"""Of 15 November 2026."""


def played(moves, order=(), **options):
    """The match that a solver's line makes when it is played by the rules."""
    match = sm.Match("end-of-line", fate=order, **options)
    for move in moves:
        match.push(*reversed(move) if isinstance(move, tuple) else [move])
    return match


@pytest.mark.parametrize("turns", ["stop", "exact"])
@pytest.mark.parametrize("score", ["es", "en", "2021"])
@pytest.mark.parametrize("walls", [(), ((0, 1),), ((0, 0), (3, 4)), ((1, 1), (1, 3), (4, 2)), ((1, 2),)])
def test_a_solution_is_worth_what_it_says(walls, score, turns):
    found = solve(walls, score, turns)
    match = played(found.moves, mode="solo", deck="open", walls=walls, turns=turns, score=score)
    assert found.proved
    assert match.is_over
    assert match.view()["points"] == found.score


def test_the_published_best_of_the_empty_board_is_reached_and_cannot_be_beaten():
    found = solve()
    assert (found.score, found.proved, found.energy) == (0, True, 0)
    assert played(found.moves, mode="solo", deck="open").result.scores == (1,)


@pytest.mark.parametrize(("turns", "sacrifice", "best"), [("stop", True, 1), ("exact", True, 1), ("exact", False, 2)])
def test_two_lines_fill_the_area_together(turns, sacrifice, best):
    """Three of 50 cards stay over and only two of them cost nothing; with whole turns 47 squares also take energy."""
    found = solve_coop(turns, sacrifice=sacrifice)
    match = played(found.moves, mode="coop", deck="open", turns=turns)
    assert (found.score, found.proved, match.view()["points"]) == (best, True, best)
    assert sum(line["alive"] for line in match.view()["lines"]) == (1 if turns == "exact" and sacrifice else 2)


def test_the_days_puzzle_can_be_filled_at_par():
    first = date(2026, 11, 15)
    seen = set()
    for number in range(10):
        puzzle = daily(first + timedelta(number))
        match = played(puzzle.moves, puzzle.order, mode="solo", walls=puzzle.walls)
        assert match.view()["points"] == puzzle.par
        seen.add((puzzle.walls, puzzle.order))
    assert len(seen) == 10
    assert daily(first) == daily(first)


def test_the_days_puzzle_never_changes():
    """Whoever played it yesterday and compares today must find the same."""
    puzzle = daily(date(2026, 11, 15))
    assert (puzzle.walls, puzzle.par) == (((0, 1), (0, 2), (2, 1)), PAR)
    assert puzzle.order[:5] == ("straight", "straight", "left-ahead", "left", "ahead-right")


def test_solve_on_the_command_line():
    found = json.loads(good("solve", "end-of-line", "--walls", "0,1", "3,4", "--json"))
    assert set(found) == {"score", "proved", "moves", "energy", "nodes", "seconds"}
    assert (found["score"], found["proved"], found["energy"]) == (2, True, 0)
    shown = good("solve", "end_of_line")
    assert "Best score 0" in shown
    assert "that is proved" in shown
    assert "R ruby" in shown
    assert "cannot be filled: that is proved" in good("solve", "end-of-line", "--walls", "1,2")
    shuffled = json.loads(good("solve", "end-of-line", "--deck", "shuffled", "--seed", "3", "--json"))
    assert shuffled["proved"]
    both = good("solve", "end-of-line", "--mode", "coop", "--turns", "exact")
    assert "given up on the way" in both


@pytest.mark.parametrize(
    ("sentence", "words"),
    [
        ("a wall cannot be on 9,9", ["--walls", "9,9"]),
        ("A line begins on 2,2", ["--walls", "2,2"]),
        ("up to 3 different squares", ["--walls", "0,0", "0,1", "0,2", "0,3"]),
        ("up to 3 different squares", ["--walls", "zero"]),
        ("An open deck has no order", ["--order", "straight"]),
        ("25 cards", ["--deck", "shuffled", "--order", "straight,left"]),
        ("solved with an open deck", ["--mode", "coop", "--walls", "0,0"]),
    ],
)
def test_a_puzzle_that_cannot_be_gets_one_sentence(sentence, words):
    assert sentence in told("solve", "end-of-line", *words)


def test_the_days_puzzle_in_the_terminal(tmp_path):
    terminal = Terminal("play", "--daily", "2026-11-15", home=tmp_path)
    shown = terminal.until("you, ruby> ")
    assert f"The puzzle of 2026-11-15: par is {PAR}" in shown
    assert "###" in shown
    terminal.ask("left>ahead", "ruby> ")
    terminal.ask("quit", r"play --resume \S+ --daily 2026-11-15")
    assert terminal.code() == 0
    [kept] = (tmp_path / "matches").iterdir()
    again = Terminal("play", "--resume", str(kept), "--daily", "2026-11-15", home=tmp_path)
    again.until("ruby> ")
    again.ask("quit", "--daily")
    assert again.code() == 0
    other = Terminal("play", "--resume", str(kept), "--daily", "2026-11-16", home=tmp_path)
    other.until("is not a match of the puzzle of 2026-11-16")
    assert other.code() == 1


def test_people_at_one_keyboard_do_not_see_each_others_hands(tmp_path):
    terminal = Terminal("play", "end-of-line", "--players", "Ada,Ben", "--seed", "4", home=tmp_path)
    assert "straight" not in terminal.until("when nobody else looks. ").split("draws")[1]
    shown = terminal.ask("", "Ada, ruby> ")
    assert shown.count("5 cards") == 1
    terminal.ask("1", "Ben, maize> the next is for your eyes only")
    shown = terminal.ask("", "Ben, maize> ")
    assert "Ruby lays" in shown
    terminal.interrupt()
    assert terminal.code() == 130


def test_every_board_is_told_in_words():
    assert "its opposite edges are joined" in good("watch", "end-of-line", "--seed", "1", "--plain")
    assert "Rocks are on" in good("watch", "splut", "--seed", "1", "--plain", "--set", "turn_limit=3")


def test_an_atlas_is_checked_and_what_is_wrong_is_told(tmp_path, monkeypatch):
    some = list(atlas.boards())[:3]
    monkeypatch.setattr(atlas, "boards", lambda: some)
    file = tmp_path / "atlas.csv"
    words = ["atlas", "end-of-line", str(file)]
    made = CliRunner().invoke(main, words)
    right = CliRunner().invoke(main, [*words, "--check", "--jobs", "2"])
    file.write_text(file.read_text().rpartition('"0,1"')[0])
    wrong = CliRunner().invoke(main, [*words, "--check"])
    assert made.output.endswith(" seconds\n  best score 0: 1\n  best score 1: 2\n")
    assert right.exit_code == 0 and right.output.endswith("  every one was solved anew, and is right\n")
    assert wrong.exit_code == 1 and "  The atlas lacks walls 0,1, score 1, " in wrong.output


def test_the_atlas_counts_every_board():
    boards = atlas.read_atlas()
    assert len(boards) == 1195
    assert boards[0].walls == ()
    assert boards[0].score == 0
