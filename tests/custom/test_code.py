"""A bot of one's own that is a class sees what its seat may know; what goes wrong in it is told in a sentence."""

import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import sobremesa as sm
from sobremesa import bots, games
from sobremesa.bots.custom.turn import Turn
from sobremesa.kernel import calls
from sobremesa.kernel.rng import seeded
from sobremesa.lab import results

EXAMPLE = Path(__file__).parents[2] / "examples" / "own_bot.py"
FIRST = "class First:\n    def move(self, turn):\n        return turn.moves[0]\n"


@pytest.fixture
def bot(tmp_path):
    """The name of a bot with this code, its class called Mine."""

    def write(code, kind="Mine"):
        file = tmp_path / "mine.py"
        file.write_text(code)
        return f"{file}:{kind}"

    return write


def asked(name, game="splut", seed=1, **options):
    match = sm.Match(game, seed=3, **options)
    maker = bots.make(name, match.game, seed, match.options)
    seat = match.turn
    return match.move(seat, maker.choose(match.seen_by(seat), seat, match.legal_actions_of(seat))).text


@pytest.mark.parametrize(
    ("body", "chosen"),
    [
        ("move(self, turn): return turn.moves[-1]", -1),
        ("move(self, turn): return len(turn.moves) - 1", -1),
        ("choose(self, position, seat, legal): return legal[0]", 0),
        ("choose(self, position, seat, legal): return position[0].dtype.type and legal[1]", 1),
    ],
)
def test_one_method_is_a_bot(bot, body, chosen):
    legal = [move.text for move in sm.Match("splut").legal_moves]
    assert asked(bot(f"class Mine:\n    def {body}\n")) == legal[chosen]


def test_a_seed_and_a_budget_are_given_to_whoever_takes_them(bot):
    with_seed = "class Mine:\n    def __init__(self, seed, budget=None):\n        self.had = seed, budget\n"
    name = bot(with_seed + "    def move(self, turn): return 0\n")
    game = games.find("splut")
    assert bots.make(name, game, 9).bot.had == (9, None)
    assert str(bots.make(f"{name}@2s", game, 9).bot.had[1]) == "2s"
    assert bots.split(f"{name}@50", game)[1].rounds == 50
    without = bot("class Mine:\n    def __init__(self, *, loud=False): pass\n    def move(self, turn): return 0\n")
    assert bots.make(without, game, 9)
    with pytest.raises(sm.BadOption, match="takes no budget: leave @50 out"):
        bots.make(f"{without}@50", game, 9)


def test_a_module_has_bots_too(tmp_path, monkeypatch):
    (tmp_path / "shop").mkdir()
    (tmp_path / "shop" / "shelf.py").write_text(FIRST)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    assert asked("shop.shelf:First") == sm.Match("splut").legal_moves[0].text
    with pytest.raises(sm.BadBot, match=r"There is no module shop\.self"):
        asked("shop.self:First")


def test_what_lies_beside_it_is_found_and_what_changed_is_read_anew(bot, tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "path", list(sys.path))
    (tmp_path / "beside_mine.py").write_text("PLACE = 1\n")
    legal = [move.text for move in sm.Match("splut").legal_moves]
    name = bot("from beside_mine import PLACE\nclass Mine:\n    def move(self, turn): return PLACE\n")
    assert asked(name) == legal[1]
    assert asked(bot("class Mine:\n    def move(self, turn): return 0\n")) == legal[0]


WRONG = [
    ("class Mine:\n    def move(self, turn): return 'Xx'\n", r"Mine chose 'Xx', but red may choose Sd2-d3"),
    ("class Mine:\n    def move(self, turn): return 99\n", r"chose 99, but red may choose"),
    ("class Mine:\n    def move(self, turn): return True\n", r"chose True, but red may choose"),
    ("class Mine:\n    def move(self, turn): pass\n", r"chose None, but red may choose"),
    ("class Mine:\n    def choose(self, position, seat, legal): return -1\n", r"chose -1, but the legal actions"),
    ("class Mine:\n    def move(self, turn):\n        return 1 / 0\n", r"ZeroDivisionError: .* \(mine\.py, line 3\)"),
    ("class Mine:\n    def __init__(self, seed): seed.x\n    def move(self, turn): pass\n", r"failed: AttributeError"),
    ("class Mine:\n    def moves(self): pass\n", r"cannot be asked: a bot has a method move\(turn\) or choose"),
    ("class Mime:\n    def move(self, turn): pass\n", r"has no class Mine; it has Mime\. Did you mean Mime\?"),
    ("x = 1\n", r"has no class Mine; it has no bot at all"),
    ("class Mine\n", r"cannot be loaded: SyntaxError"),
    ("import nowhere_at_all\n", r"cannot be loaded: ModuleNotFoundError: No module named 'nowhere_at_all'"),
]


@pytest.mark.parametrize(("code", "told"), WRONG)
def test_what_is_wrong_is_told_in_a_sentence(bot, code, told):
    with pytest.raises(sm.BadBot, match=told) as caught:
        asked(bot(code))
    assert "\n" not in str(caught.value).removesuffix("\n") or "SyntaxError" in told


def test_a_file_that_is_not_there():
    with pytest.raises(sm.BadBot, match="cannot be read: No such file"):
        asked("./nothing_here.py:Mine")


@pytest.mark.parametrize("name", games.names())
def test_it_is_shown_what_its_seat_may_know_and_nothing_else(name):
    """The same turn, whatever is hidden; and its moves are those of the match."""
    game, rng = games.find(name), seeded(5)
    for seed, (seats, options) in enumerate([game.agree(), game.agree(game.seats[-1])]):
        match, dice = sm.Match(game, seats, seed=seed, **options), random.Random(seed)
        for _ in range(60):
            for seat in match.to_act:
                legal = match.legal_actions_of(seat)
                turn = Turn.of(game, match.seen_by(seat), seat, legal, options)
                assert turn.moves == match.texts_of(seat)
                assert turn.view == match.view(seat)
                other = match.seen_by(seat)
                calls.deal(other, seat, rng)
                calls.hide(other, seat)
                assert Turn.of(game, other.view(np.ndarray), seat, legal, options) == turn
            if match.is_over:
                break
            match.push(dice.choice(match.legal_moves))


@pytest.mark.compiled
def test_the_laboratory_plays_with_it(bot):
    found = results.play("end-of-line", 2, [bot(FIRST, "First"), "random"], seed=3)
    assert [row["player"].rpartition(":")[2] for row in found.rows()] == ["First", "random", "random", "First"]
    assert found.rows() == results.play("end-of-line", 2, [bot(FIRST, "First"), "random"], seed=3).rows()


@pytest.mark.compiled
def test_the_example_throws_rocks():
    done = subprocess.run([sys.executable, str(EXAMPLE)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    first = done.stdout.splitlines()[0].split()
    assert first[0] == "Thrower" and float(first[1]) > 0.2
