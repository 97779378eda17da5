"""Records: small, readable, and never half believed."""

import random

import pytest

import sobremesa as sm
from sobremesa.play.ending import Ending

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


ENDED = SHORT.replace("end 3", "ending resigned red\nend 3")


@pytest.mark.parametrize(
    ("line", "ending"),
    [
        ("ending resigned red", Ending("resigned", 0)),
        ("ending out-of-time green", Ending("out of time", 1)),
        ("ending drawn", Ending("drawn")),
    ],
)
def test_a_record_says_how_people_ended_the_match(line, ending):
    text = ENDED.replace("ending resigned red", line)
    match = sm.loads(text)
    assert match.ending == ending
    assert match.is_over
    assert match.record() == text
    assert match.at(2).record().endswith("green De8-e7\nend 2\n")


def test_of_an_ending_that_was_cut_off_nothing_is_believed():
    for cut in range(ENDED.index("ending"), len(ENDED) - 1):
        with pytest.raises(sm.BadRecord):
            sm.loads(ENDED[:cut])
        match = sm.loads(ENDED[:cut], partial=True)
        assert len(match.moves) == 3
        assert match.ending == (Ending("resigned", 0) if "resigned red" in ENDED[:cut] else None)


def test_the_ending_of_a_match_with_chance_leaves_nothing_to_chance():
    match = sm.Match("shut-the-lines", 2, seed=4)
    match.push(match.legal_moves[0])
    match.ending = Ending("out of time", 1)
    again = sm.loads(match.record())
    assert again.moves == match.moves and again.result == match.result


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
        ("Line 12 .* who resigned is one of red, green, not 'blue'", ENDED.replace("resigned red", "resigned blue")),
        ("Line 12 .* not ''", ENDED.replace("resigned red", "resigned")),
        ("Line 12 .* not 'red green'", ENDED.replace("resigned red", "resigned red green")),
        ("Line 12 .* one of resigned, out-of-time, drawn, not by 'bored red'", ENDED.replace("resigned", "bored")),
        ("Line 12 .* not by ''", ENDED.replace("ending resigned red", "ending")),
        ("Line 12 .* nobody's doing, so 'red' is too much", ENDED.replace("resigned", "drawn")),
        ("Line 13 .* De3-e4: The match is over", ENDED.replace("end 3", "red De3-e4\nend 4")),
        ("Line 13 .* over already", ENDED.replace("end 3", "ending drawn\nend 3")),
        (
            "Line 11 .* over already",
            ENDED.replace("turn_limit 200", "turn_limit 1").replace("green De8-e7 De7-e6\n", "").replace("d 3", "d 1"),
        ),
        ("holds 3 choices", ENDED.replace("end 3", "end 4")),
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
