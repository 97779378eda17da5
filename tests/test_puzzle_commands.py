"""`sobremesa puzzles`, run as a person or a program runs it."""

import json
import signal
import subprocess
import time

import pytest

from sobremesa import puzzles
from tests.support.terminal import COMMAND, Terminal, good, run, told

pytestmark = pytest.mark.compiled

KILL, SAVE, THROW, FILL = (puzzles.listed(kind)[10] for kind in puzzles.kinds())


def test_list():
    text = good("puzzles", "list")
    assert "splut-kill    500 rated" in text
    assert "fill        1,043 rated" in text
    assert json.loads(good("puzzles", "list", "--json")) == {
        kind: len(puzzles.listed(kind)) for kind in puzzles.kinds()
    }
    assert len(good("puzzles", "list", "throw").splitlines()) == 200
    assert json.loads(good("puzzles", "list", "fill", "--json"))[10]["id"] == FILL.id


def test_show_gives_nothing_away():
    text = good("puzzles", "show", KILL.id)
    assert f"{KILL.id}: splut-kill, rated {KILL.rating}" in text
    assert puzzles.begin(KILL).board() in text
    assert puzzles.solutions(KILL)[0][-1] not in text
    assert json.loads(good("puzzles", "show", FILL.id.upper(), "--json"))["best"] == FILL.best


def test_solve():
    assert f"  {' '.join(puzzles.solutions(SAVE)[0])}\n" in good("puzzles", "solve", SAVE.id)
    text = good("puzzles", "solve", THROW.id)
    assert f"{puzzles.solutions(THROW)[0][0]:>16}" in text
    assert "loses" in text
    found = json.loads(good("puzzles", "solve", KILL.id, "--json"))
    assert [tuple(turn) for turn in found["solutions"]] == puzzles.solutions(KILL)


def test_mine_and_check(tmp_path):
    file = tmp_path / "few.csv"
    assert "few.csv: 2 splut-kill, 2 splut-save" in good("puzzles", "mine", "splut", str(file), "--count", "4")
    assert "every one was proved anew" in good("puzzles", "check", str(file))
    lines = file.read_text().splitlines()
    cells = lines[1].split(",")
    cells[3] = "801"
    file.write_text("\n".join([lines[0], ",".join(cells), *lines[2:]]) + "\n")
    done = run("puzzles", "check", str(file))
    assert done.returncode == 1
    assert f"{cells[0]} says rating 801, but it is" in done.stdout


def test_mining_can_be_stopped_and_leaves_nothing(tmp_path):
    file = tmp_path / "many.csv"
    words = [*COMMAND, "puzzles", "mine", "splut", str(file), "--count", "50000", "--jobs", "2"]
    process = subprocess.Popen(
        words,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    time.sleep(4)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert process.returncode != 0
    assert "Traceback" not in errors
    assert not file.exists()


def test_mistakes_are_told_in_a_sentence(tmp_path):
    assert "There is no puzzle 'k0'" in told("puzzles", "show", "k0")
    assert "There is no kind of puzzle 'kills'" in told("puzzles", "list", "kills")
    assert "Puzzles are mined from splut and shut-the-lines" in told("puzzles", "mine", "outspeed")
    assert "it is a folder" in told("puzzles", "mine", "splut", str(tmp_path))
    assert "cannot be read" in told("puzzles", "check", str(tmp_path / "none.csv"))
    assert "play needs a terminal" in told("puzzles", "play")


def test_play(tmp_path):
    terminal = Terminal("puzzles", "play", SAVE.id, home=tmp_path)
    terminal.until("> ")
    assert "quit" in terminal.ask("help", "> ")
    assert "is not a move" in terminal.ask("hello", "> ")
    wrong = next(turn for turn in wrong_turns() if puzzles.judge(SAVE, turn).said == "refuted")
    for move in wrong:
        shown = terminal.ask(move, "> ")
    assert "But then green kills" in shown and "Try again" in shown
    solution = puzzles.solutions(SAVE)[0]
    assert solution[0] in terminal.ask("hint", "> ")
    terminal.ask(f"={solution[0]}", "> ")
    terminal.ask("undo", "> ")
    for move in solution[:-1]:
        terminal.ask(move, "> ")
    terminal.ask(solution[-1], "Your sorcerer is safe: solved.")
    assert terminal.code() == 0


def wrong_turns():
    """Turns that walk in the order in which moves are offered."""
    for first in puzzles.begin(SAVE).legal_moves:
        match, moves = puzzles.begin(SAVE), [first.text]
        match.push(first.text)
        while puzzles.judge(SAVE, moves).state == "open":
            moves.append(match.legal_moves[0].text)
            match.push(moves[-1])
        yield moves
