"""What a person types at the keyboard: numbers in the list, moves and commands are never taken for each other."""

import random

import pytest

from sobremesa import CHANCE, Match, games
from sobremesa.cli.local_match import Table
from sobremesa.cli.terminal import COMMANDS, Keyboard
from tests.support.terminal import Terminal
from tests.toys import sealed

CASES = [(name, seats, seed) for name in games.names() for seats in games.find(name).seats[:3:2] for seed in (1, 2)]


@pytest.fixture
def keyboard(tmp_path):
    """Return a keyboard with people in all seats of a match."""

    def sit_down(match):
        return Keyboard(Table(match, tmp_path / "match.txt"), "en", plain=True)

    return sit_down


def chosen(keyboard, line):
    """The choice that a line makes at a position, which is left as it was; None where it makes none."""
    match, moves = keyboard.match, keyboard.match.moves
    before = len(moves)
    keyboard.match = keyboard.table.match = match.copy()
    try:
        keyboard.answer(line)
        return next((move for move in keyboard.match.moves[before:] if move.seat != CHANCE), None)
    finally:
        keyboard.match = keyboard.table.match = match


@pytest.mark.parametrize(("name", "seats", "seed"), CASES)
def test_numbers_and_moves_are_never_confused(name, seats, seed, keyboard, capsys, monkeypatch):
    monkeypatch.setattr(Table, "keep", lambda table: None)
    match, rng = Match(name, seats, players=["Ada"] * seats, seed=seed), random.Random(seed)
    keyboard = keyboard(match)
    for _ in range(40):
        if match.is_over:
            break
        capsys.readouterr()
        keyboard.moves()
        listed = capsys.readouterr().out.split()
        legal = keyboard.legal()
        for number, move in rng.sample(list(enumerate(legal, 1)), min(6, len(legal))):
            assert listed[listed.index(str(number)) + 1] == keyboard.typed(move)
            assert chosen(keyboard, str(number)) == move
            assert chosen(keyboard, keyboard.typed(move)) == move
            assert chosen(keyboard, f"={move}") == move
        match.push(rng.choice(legal))


def test_a_single_sum_and_a_number_in_the_list(tmp_path):
    terminal = Terminal("play", "shut-the-lines", "--seed", "1", "--players", "Ada,Ben", home=tmp_path)
    assert "Ruby: split 2-3-3. You may choose:\n  1 =8      2 3+5     3 2+6\n" in terminal.until("Ada, ruby> ")
    assert "=MOVE " in terminal.ask("help", "ruby> ")
    said = "There is no move number 8: the list goes from 1 to 3. For the move 8 type =8.\n"
    assert said in terminal.ask("8", "ruby> ")
    assert "Ruby covers 8.\n" in terminal.ask("1", "Ben, maize> ")
    assert "Taken back: 8\n" in terminal.ask("undo", "ruby> ")
    assert "Ruby covers 8.\n" in terminal.ask("=8", "Ben, maize> ")
    terminal.interrupt()
    terminal.until("play --resume")
    assert terminal.code() == 130


WORDS = [*COMMANDS, "1", "2", "17", "Undo 3", "save now", "=5", "b7", "x"]


@pytest.mark.parametrize("turned", [False, True])
def test_a_game_whose_moves_are_numbers_and_commands(turned, sealed_bids, keyboard, capsys, monkeypatch):
    """Whatever a game from elsewhere calls its moves, each is played as the list shows it and with the mark."""
    monkeypatch.setattr(Table, "keep", lambda table: None)
    for pair in zip(WORDS, WORDS[1:] + WORDS[:1], strict=True):
        names = pair[::-1] if turned else pair

        def write(s, seat, action, plain=sealed.GAME.notation.write, names=names):
            return plain(s, seat, action) if seat == CHANCE else names[action]

        def read(s, seat, text, plain=sealed.GAME.notation.read, names=names):
            return names.index(text) if text in names else plain(s, seat, text)

        with monkeypatch.context() as patch:
            patch.setattr(sealed.GAME.notation, "write", write)
            patch.setattr(sealed.GAME.notation, "read", read)
            each = keyboard(Match("sealed-bids", 2, players=["Ada", "Ben"], seed=1))
            legal = each.legal()
            assert [move.text for move in legal] == list(names)
            for number, move in enumerate(legal, 1):
                assert chosen(each, str(number)) == move
                assert chosen(each, each.typed(move)) == move
                assert chosen(each, f"={move}") == move
    capsys.readouterr()


def test_a_letter_is_a_route_before_it_is_a_command(tmp_path):
    terminal = Terminal("play", "outspeed", "--seed", "1", "--set", "first_game=on", home=tmp_path)
    terminal.until("ruby> $")
    assert "Ruby seals route B" in terminal.ask("b", "ruby> $")
    assert "You may choose:" in terminal.ask("board", "ruby> $")
    terminal.interrupt()
    assert terminal.code() == 130
