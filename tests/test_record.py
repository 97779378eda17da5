"""Records: small, readable, and never half believed."""

import random

import pytest

import sobremesa as sm

SHORT = """\
sobremesa record 1
game splut
rules 1
seats 2
option turn_limit 200
option levitate_adjacent on
player red Ada
player green tactician

red De2-e3
green De8-e7 De7-e6
end 3
"""


def test_a_record_reads_as_it_is_written():
    match = sm.loads(SHORT)
    assert match.players == ["Ada", "tactician"]
    assert [move.text for move in match.moves] == ["De2-e3", "De8-e7", "De7-e6"]
    assert match.record() == SHORT


def test_a_usual_match_takes_about_a_kilobyte():
    match = sm.Match("splut", players=["Ada", "Ben"])
    rng = random.Random(48)
    while not match.is_over and match.position[0].turns < 48:  # the median of random play
        match.push(rng.choice(match.legal_moves))
    assert len(match.record()) < 1500


def test_a_record_is_saved_whole_and_loaded(tmp_path):
    path = sm.loads(SHORT).save(tmp_path / "new" / "match.txt")
    assert path.read_text() == SHORT
    assert sm.load(path).record() == SHORT
    assert [file.name for file in path.parent.iterdir()] == ["match.txt"]


def test_a_save_that_fails_leaves_what_was_there(tmp_path, monkeypatch):
    path = sm.loads(SHORT).save(tmp_path / "match.txt")
    longer = sm.loads(SHORT)
    longer.play("De3-e4")
    monkeypatch.setattr("os.fsync", lambda number: (_ for _ in ()).throw(OSError(28, "No space left on device")))
    with pytest.raises(OSError, match="No space"):
        longer.save(path)
    assert path.read_text() == SHORT
    assert [file.name for file in tmp_path.iterdir()] == ["match.txt"]


@pytest.mark.parametrize("cut", range(1, len(SHORT) - 1))
def test_a_record_that_was_cut_off_is_never_taken_for_a_whole_one(cut):
    with pytest.raises(sm.BadRecord):
        sm.loads(SHORT[:cut])


def test_what_is_left_of_a_record_can_be_read():
    match = sm.loads(SHORT[: SHORT.index(" De7-e6") + 3], partial=True)
    assert [move.text for move in match.moves] == ["De2-e3", "De8-e7"]


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("not a record of Sobremesa", ""),
        ("not a record of Sobremesa", '[Event "F/S Return Match"]\n1. e4 e5\n'),
        ("format 2; format 1 can be read", SHORT.replace("record 1", "record 2")),
        ("no game 'chess'", SHORT.replace("game splut", "game chess")),
        ("rules 9 of Splut!; here are rules 1", SHORT.replace("rules 1", "rules 9")),
        ("for 2, 3 or 4 players, not 7", SHORT.replace("seats 2", "seats 7")),
        ("a number, not 'two'", SHORT.replace("seats 2", "seats two")),
        ("a number, not '9999", SHORT.replace("seats 2", "seats " + "9" * 5000)),
        ("no option 'limit'", SHORT.replace("turn_limit", "limit")),
        ("on or off, not 'perhaps'", SHORT.replace("adjacent on", "adjacent perhaps")),
        ("no seat blue; there is red, green", SHORT.replace("player red", "player blue")),
        ("does not say its seats", SHORT.replace("seats 2\n", "")),
        (
            "Line 5 of the record, 'colour of the table', is not one of",
            SHORT.replace("option turn_limit 200", "colour of the table"),
        ),
        ("Line 10 .* begins with 'pink'", SHORT.replace("red De2-e3", "pink De2-e3")),
        (r"Line 10 .* De2-e4: .*\(rule 5\)", SHORT.replace("red De2-e3", "red De2-e4")),
        ("Line 10 .* not the turn of green", SHORT.replace("red De2-e3", "green De8-e7")),
        ("Line 10 .* not the turn of chance", SHORT.replace("red De2-e3", "chance 3")),
        ("holds 3 choices: some are missing", SHORT.replace("end 3", "end 4")),
        ("cut off: its last line", SHORT.replace("end 3\n", "")),
    ],
)
def test_a_record_that_is_none_says_why(words, text):
    with pytest.raises(sm.BadRecord, match=words):
        sm.loads(text)


def test_a_file_that_is_none_says_why(tmp_path):
    with pytest.raises(sm.BadRecord, match="There is no file"):
        sm.load(tmp_path / "nowhere.txt")
    with pytest.raises(sm.BadRecord, match="is a folder"):
        sm.load(tmp_path)
    (tmp_path / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n\xff\xfe")
    with pytest.raises(sm.BadRecord, match="not text"):
        sm.load(tmp_path / "picture.png")


def test_a_match_with_chance_replays_without_its_seed(sealed_bids):
    match = sm.Match("sealed-bids", seats=4, seed=1)
    for seat in 2, 0, 3, 1:
        match.play("bid", seat=seat)
    again = sm.loads(match.record())
    assert again.record() == match.record()
    assert again.seed != match.seed
    assert "chance " in match.record()
