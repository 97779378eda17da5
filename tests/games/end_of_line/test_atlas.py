"""The atlas that ships with the package."""

from collections import Counter

import pytest

from sobremesa.games.end_of_line import atlas
from sobremesa.mistakes import BadRecord

pytestmark = pytest.mark.compiled  # every board is walked over some thousand times


def test_every_board_is_there_once():
    boards = list(atlas.boards())
    assert [tuple(5 * row + column for row, column in entry.walls) for entry in atlas.read_atlas()] == boards
    assert len(boards) == 1195
    assert len(set(boards) | set(map(atlas.mirrored, boards))) == 2325
    assert atlas.PATH.stat().st_size < 100_000


def test_how_many_boards_have_which_best():
    found = Counter()
    for board in set(atlas.boards()) | set(map(atlas.mirrored, atlas.boards())):
        entry = atlas.look_up(board)
        found[len(board), entry.score, entry.energy] += 1
    assert found == {
        (0, 0, 0): 1,
        (1, 1, 0): 23,
        (1, None, 0): 1,
        (2, 2, 0): 253,
        (2, None, 0): 23,
        (3, 3, 0): 1706,
        (3, 4, 0): 28,
        (3, 4, 1): 30,
        (3, None, 0): 260,  # 253 of them closed
    }


@pytest.mark.parametrize("board", list(atlas.boards())[::60])
def test_it_can_be_made_again(board):
    assert atlas.survey(board) == atlas.look_up(board)


@pytest.mark.parametrize("board", list(atlas.boards())[::100])
def test_a_board_is_as_good_as_its_mirror_image(board):
    entry, image = atlas.survey(board), atlas.survey(atlas.mirrored(board))
    assert (entry.score, entry.energy) == (image.score, image.energy)


def test_it_is_written_as_it_is_read(tmp_path, monkeypatch):
    some = list(atlas.boards())[:3]
    monkeypatch.setattr(atlas, "boards", lambda: some)
    told = []
    atlas.write_atlas(tmp_path / "atlas.csv", lambda *done: told.append(done))
    assert told == [(1, 3), (2, 3), (3, 3)]
    assert (tmp_path / "atlas.csv").read_text().splitlines() == atlas.PATH.read_text().splitlines()[:4]


def test_whoever_solves_it_it_is_the_same_and_it_can_be_checked(tmp_path, monkeypatch):
    some = list(atlas.boards())[:5]
    monkeypatch.setattr(atlas, "boards", lambda: some)
    file, wrong, told = tmp_path / "atlas.csv", tmp_path / "wrong.csv", []
    atlas.write_atlas(file, lambda *done: told.append(done), jobs=2)
    lines = atlas.PATH.read_text().splitlines()[:6]
    assert file.read_text().splitlines() == lines and told == [(done, 5) for done in range(1, 6)]
    assert atlas.check_atlas(file) == []
    wrong.write_text("\n".join([*lines[:2], '"0,0",7,0,1.0', *lines[3:5]]))
    lacks, lacks_too, has = atlas.check_atlas(wrong, jobs=2)
    assert lacks.startswith("The atlas lacks walls 0,0, score 1, energy 0, difficulty ")
    assert lacks_too.startswith("The atlas lacks walls 1,0, score 1, energy 0, difficulty ")
    assert has == "The atlas has walls 0,0, score 7, energy 0, difficulty 1.0, which is not so."


@pytest.mark.parametrize("text", ["walls,score\n1,2\n", "nothing\nat all\n", '"a\nb"', "\x00", '"0,0",1,0,2.0,"'])
def test_what_is_no_atlas_is_told(tmp_path, text):
    (tmp_path / "atlas.csv").write_text(text)
    with pytest.raises(
        BadRecord, match=r"atlas\.csv is not an atlas: a line of it has walls, score, energy, difficulty"
    ):
        atlas.check_atlas(tmp_path / "atlas.csv")


def test_a_file_that_cannot_be_is_told(tmp_path):
    with pytest.raises(BadRecord, match="cannot be read: No such file or directory"):
        atlas.check_atlas(tmp_path / "atlas.csv")
    with pytest.raises(BadRecord, match="cannot be written: there is no such folder"):
        atlas.write_atlas(tmp_path / "nowhere" / "atlas.csv")


def test_a_board_that_cannot_be_solved_is_told(monkeypatch):
    monkeypatch.setattr(atlas, "survey", lambda board: 1 // len(board))
    with pytest.raises(BadRecord, match=r"^A board, walls on squares \(\), could not be solved. ZeroDivisionError: "):
        atlas.surveyed()
