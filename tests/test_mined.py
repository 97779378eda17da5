"""The puzzles that ship are what they claim, and a try at one is judged by the rules."""

import random
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from sobremesa import puzzles
from sobremesa.kernel import calls
from sobremesa.mistakes import BadDiagram, BadMove, BadOption, BadRecord, IllegalMove
from sobremesa.puzzles import board, catalogue, checking, duel, mining, rating, throws
from sobremesa.puzzles.puzzle import KINDS
from tests.support.selection import exhaustive

pytestmark = pytest.mark.compiled

OFF = 41
RED, GREEN = 4, 7
"""The numbers of both sorcerers among the things."""
DUELS = [puzzle for kind in ("splut-kill", "splut-save") for puzzle in puzzles.listed(kind)]
SAMPLE = random.Random(5).sample(DUELS, 40)
SUICIDE = "d5 e9 g5 i5 / b5 a5 e5 / e8 f8 d8"
"""Red's troll can throw a rock at his own sorcerer."""


@pytest.mark.parametrize("kind", KINDS)
def test_every_one_is_proved_anew(kind):
    assert checking.check(puzzles.listed(kind)) == []


def test_there_are_many_and_none_twice_in_a_mirror():
    assert [len(puzzles.listed(kind)) for kind in puzzles.kinds()] == [500, 500, 200, 1043]
    assert Counter(puzzle.options["plans"] for puzzle in puzzles.listed("throw")) == dict.fromkeys("1234", 50)
    everything = [puzzle for kind in puzzles.kinds() for puzzle in puzzles.listed(kind)]
    assert len({puzzle.id for puzzle in everything}) == len(everything)
    for kind in "splut-kill", "splut-save":
        assert len({board.canonical(puzzle.position) for puzzle in puzzles.listed(kind)}) == 500
    for kind in puzzles.kinds():
        ratings = [puzzle.rating for puzzle in puzzles.listed(kind)]
        assert ratings == sorted(ratings)
        assert rating.LEAST <= ratings[0] < 1050 < 1900 < ratings[-1] <= rating.MOST


def ways(position, seat):
    """Every order of steps of a turn and the position after it, by nothing but what the rules offer."""
    if int(position[0].mover) != seat or position[0].standing < 2 or position[0].turns != ways.turn:
        yield (), position
        return
    actions = np.empty(64, np.int16)
    for action in actions[: int(calls.legal(position, seat, actions))].tolist():
        after = position.copy()
        calls.apply(after, seat, action)
        yield from (((action, *rest), end) for rest, end in ways(after, seat))


def turns(position):
    ways.turn = int(position[0].turns)
    return list(ways(position, int(position[0].mover)))


def test_the_proof_agrees_with_going_through_all_turns_in_plain_python():
    small = sorted(DUELS, key=lambda puzzle: puzzle.tried)
    kills = [puzzle for puzzle in small if puzzle.kind == "splut-kill"][:6]
    saves = [puzzle for puzzle in small if puzzle.kind == "splut-save"][:2]
    for puzzle in kills:
        ends = [end for _, end in turns(board.position(puzzle.position)) if end[0].at[RED] != OFF]
        assert (len(ends), sum(end[0].at[GREEN] == OFF for end in ends)) == (puzzle.tried, puzzle.solutions)
    for puzzle in saves:
        safe, ends = 0, [end for _, end in turns(board.position(puzzle.position)) if end[0].at[RED] != OFF]
        known = {}
        for end in ends:
            key = end.tobytes()
            if key not in known:
                known[key] = all(after[0].at[RED] != OFF for _, after in turns(end))
            safe += known[key]
        assert (len(ends), safe) == (puzzle.tried, puzzle.solutions)


def test_every_solution_is_accepted_and_its_beginning_is_open():
    for puzzle in SAMPLE:
        found = puzzles.solutions(puzzle)
        assert len(found) == len(set(found)) == puzzle.solutions
        for turn in found[:20]:
            verdict = puzzles.judge(puzzle, list(turn))
            assert (verdict.state, verdict.refutation, verdict.loss) == ("solved", (), 0)
            assert verdict.said == ("killed" if puzzle.kind == "splut-kill" else "safe")
            assert puzzles.judge(puzzle, list(turn[:-1])).state == "open"


def test_every_wrong_turn_is_refuted_on_the_board():
    dice = random.Random(3)
    for puzzle in SAMPLE:
        solutions = set(puzzles.solutions(puzzle))
        for _ in range(4):
            match, moves = puzzles.begin(puzzle), []
            while puzzles.judge(puzzle, moves).state == "open":
                moves.append(dice.choice(match.legal_moves).text)
                match.push(moves[-1])
            if tuple(moves) in solutions:
                continue
            verdict = puzzles.judge(puzzle, moves)
            assert verdict.state == "failed"
            if verdict.said == "refuted":
                assert puzzle.kind == "splut-save"
                for move in verdict.refutation:
                    assert match.turn == 1
                    match.push(move)
                assert match.position[0].at[RED] == OFF
            else:
                assert verdict.said in ("own", "lives" if puzzle.kind == "splut-kill" else "own")


def test_who_kills_the_own_sorcerer_fails():
    for kind in "splut-kill", "splut-save":
        puzzle = duel.read(kind, SUICIDE, 1000, 100, 1)
        assert puzzles.judge(puzzle, ["Te5-d5>W"]) == ("failed", "own", (), 0.0)


def test_what_is_not_legal_is_refused_in_a_sentence():
    puzzle = SAMPLE[0]
    with pytest.raises(BadMove):
        puzzles.judge(puzzle, ["hello"])
    with pytest.raises(IllegalMove, match="The turn is over"):
        puzzles.judge(puzzle, [*puzzles.solutions(puzzle)[0], "De2-e3"])
    throw = puzzles.listed("throw")[0]
    with pytest.raises(IllegalMove, match="One split"):
        puzzles.judge(throw, [throw.position, "1+2"])
    with pytest.raises(IllegalMove):
        puzzles.judge(throw, ["out:none"])
    fill = puzzles.listed("fill")[0]
    with pytest.raises(IllegalMove, match="The line has ended"):
        puzzles.judge(fill, [*puzzles.solutions(fill)[0], "go"])
    with pytest.raises(BadOption, match="no puzzle 'k0'"):
        puzzles.find("k0")
    with pytest.raises(BadOption, match=r"no kind of puzzle 'kill'; there is .*\. Did you mean fill\?"):
        puzzles.listed("kill")


def test_throws_are_judged_by_their_exact_values():
    for puzzle in puzzles.listed("throw")[::10]:
        splits = puzzles.splits(puzzle)
        assert len(splits) == puzzle.tried
        assert {split.move for split in splits} == set(puzzles.begin(puzzle).texts_of(0))
        assert puzzles.solutions(puzzle) == [(splits[0].move,)]
        for split in splits:
            verdict = puzzles.judge(puzzle, [split.move])
            assert (verdict.state == "solved") == (split is splits[0])
            assert verdict.loss == split.loss == pytest.approx(splits[0].value - split.value)
        assert splits[1].loss >= throws.CLEAR
    assert puzzles.judge(puzzle, []).state == "open"
    assert puzzles.splits(SAMPLE[0]) == []


def test_boards_are_judged_by_the_atlas():
    for puzzle in puzzles.listed("fill")[::200]:
        [line] = puzzles.solutions(puzzle)
        assert puzzles.judge(puzzle, list(line)) == ("solved", "filled", (), 0.0)
        assert puzzles.judge(puzzle, list(line[:-1])).state == "open"
    better = replace(puzzle, best=puzzle.best - 1)
    assert puzzles.judge(better, list(line)) == ("failed", "points", (), 1.0)
    dice, match, moves = random.Random(1), puzzles.begin(puzzle), []
    while not match.is_over:
        moves.append(dice.choice(match.legal_moves).text)
        match.push(moves[-1])
    assert puzzles.judge(puzzle, moves).said == "stuck"


def test_a_position_is_the_same_text_in_every_mirror():
    for puzzle in SAMPLE:
        images = set(board.images(puzzle.position))
        assert puzzle.position in images
        assert len(images) in (4, 8)
        assert {board.canonical(image) for image in images} == {board.canonical(puzzle.position)}
        laid = board.position(puzzle.position)
        assert board.told(laid) == puzzle.position
        for image in images:
            claim = duel.prove(puzzle.kind, board.position(image))
            assert (claim.turns, len(claim.solving)) == (puzzle.tried, puzzle.solutions)


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("solutions", 0, "says solutions 0, but it is "),
        ("tried", 99, "says tried 99, but it is "),
        ("rating", 2201, "says rating 2201, but it is "),
        ("effort", 0.5, "says effort 0.5, but it is "),
        ("id", "kaaaaaaa", "says id kaaaaaaa, but it is "),
        ("position", "a5 e1 e9 i5 / d2 e2 f2 / f8 e8 d8", "is not a puzzle"),
        ("position", "a5 e1 e9 i5 / d2 e2 f2 / f8 e8 d2", "is no position: Everything stands on a square"),
        ("position", "a5 e1 e9 - / d2 e2 f2 / f8 e8 d8", "is no position: Only a dwarf may be missing"),
        ("position", "a5 e1 e9 / d2 e2 f2 / f8 e8 d8", "is no position: A position of Splut! for two has"),
        ("position", "a5 e1 e9 z9 / d2 e2 f2 / f8 e8 d8", "is no position: Everything stands on a square"),
    ],
)
def test_a_false_claim_is_found(name, value, sentence):
    for kind in "splut-kill", "splut-save":
        puzzle = replace(puzzles.listed(kind)[7], **{name: value})
        assert any(sentence in each for each in checking.check([puzzle]))


def test_other_false_claims_are_found():
    kill, save = puzzles.listed("splut-kill")[0], puzzles.listed("splut-save")[0]
    assert any("is not a puzzle" in each for each in checking.check([replace(kill, kind="splut-save")]))
    assert any("is not a puzzle" in each for each in checking.check([replace(save, kind="splut-kill")]))
    mirrored = duel.read(kill.kind, max(board.images(kill.position)), kill.rating, kill.tried, kill.solutions)
    assert checking.check([kill, mirrored]) == [f"{kill.id} is there twice, perhaps in a mirror."]
    fill, throw = puzzles.listed("fill")[0], puzzles.listed("throw")[0]
    assert checking.check([replace(fill, best=fill.best + 1)]) == [
        f"{fill.id} says best {fill.best + 1}, but it is {fill.best}."
    ]
    for text in "9 / / 1-3-5", "1 / 13 / 1-3-5", "1 / 1 / 1-3-5", "1 / 5 / 1-3", "nonsense":
        assert any("is no position" in each for each in checking.check([replace(throw, position=text)]))


def test_the_proof_would_miss_nothing_that_a_rock_more_or_less_changes():
    """A puzzle with one thing moved is another puzzle, and its numbers are no longer right."""
    dice, found = random.Random(9), 0
    for puzzle in SAMPLE[:20]:
        words = puzzle.position.split()
        spot = dice.choice([n for n, word in enumerate(words) if word not in "/-"])
        free = sorted(set(board.SQUARE) - {word.rstrip("*") for word in words})
        words[spot] = dice.choice(free)
        found += bool(checking.check([replace(puzzle, position=" ".join(words))]))
    assert found == 20


@pytest.mark.parametrize(("game", "wanted"), [exhaustive("splut", 24), ("shut-the-lines", 4)])
def test_the_same_seed_finds_the_same_whoever_looks(game, wanted, tmp_path):
    alone, together = tmp_path / "alone.csv", tmp_path / "together.csv"
    catalogue.write(alone, mining.mine(game, wanted, seed=1))
    catalogue.write(together, mining.mine(game, wanted, seed=1, jobs=2))
    assert alone.read_bytes() == together.read_bytes()
    shipped = catalogue.by_id()
    assert all(shipped[puzzle.id] == puzzle for puzzle in catalogue.read(alone))
    catalogue.write(together, mining.mine(game, wanted, seed=2))
    assert alone.read_bytes() != together.read_bytes()


def test_a_file_is_read_as_it_was_written(tmp_path):
    for path in catalogue.FILES.values():
        again = tmp_path / "again.csv"
        catalogue.write(again, catalogue.read(path))
        assert again.read_bytes() == path.read_bytes()
    lines = path.read_text().splitlines(keepends=True)
    spoilt = tmp_path / "spoilt.csv"
    for text, sentence in [
        ("id,kind\n", "has no puzzles"),
        (lines[0] + "x,throw\n", "is no file of puzzles"),
        (lines[0] + lines[1].replace("throw", "through"), "There is no kind of puzzle"),
        (lines[0] + "t" + lines[1], "is not the id"),
    ]:
        spoilt.write_text(text)
        with pytest.raises((BadRecord, BadOption), match=sentence):
            catalogue.read(spoilt)
    with pytest.raises(BadRecord, match="cannot be read"):
        catalogue.read(tmp_path / "none.csv")
    for place in tmp_path, Path(tmp_path / "none" / "file.csv"):
        with pytest.raises(BadRecord, match="cannot be written"):
            catalogue.check_place(place)


def test_covered_numbers_are_those_that_splits_can_cover():
    assert throws.reached(1, 0)
    assert throws.reached(1, 1 << 11)  # 12, by three dice in one
    assert not throws.reached(1, 1)  # 1 alone: three dice make at least 3
    with pytest.raises(BadDiagram):
        throws.parsed("1 / 1 / 1-3-5")


def test_scale():
    assert rating.rated("splut-kill", 1) == rating.LEAST
    assert rating.rated("fill", 1e9) == rating.MOST
    assert rating.rated("splut-save", 200) - rating.rated("splut-save", 100) == rating.SCALE["splut-save"][1]
