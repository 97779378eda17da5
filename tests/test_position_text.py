"""Matches that begin from a position of their own."""

import base64
import random
import zlib

import numpy as np
import pytest

import sobremesa as sm
from sobremesa.play.ending import Ending
from sobremesa.play.position_text import position_from, position_text

GAMES = sm.games.names()


def underway(name, seats=None, choices=8, seed=1, **options):
    """A match that has been played at random for a while."""
    match = sm.Match(name, seats, seed=seed, **options)
    rng = random.Random(seed)
    for _ in range(choices):
        match.push(rng.choice(match.legal_moves_of(rng.choice(match.to_act))))
    return match


def again_from(match, **more):
    return sm.Match(match.game, match.seats, start=match.position, **match.options, **more)


@pytest.mark.parametrize("name", GAMES)
def test_a_match_goes_on_from_where_another_is(name):
    match = underway(name)
    other = again_from(match)
    assert other.position.tobytes() == match.position.tobytes()
    assert other.to_act == match.to_act and other.moves == []
    before = match.position.tobytes()
    other.push(other.legal_moves[0])
    assert match.position.tobytes() == before
    assert other.at(0).position.tobytes() == before
    other.undo()
    assert other.position.tobytes() == before
    with pytest.raises(sm.NothingToUndo):
        other.undo()


@pytest.mark.parametrize("name", GAMES)
def test_its_record_replays_where_it_was_written(name):
    match = again_from(underway(name), seed=5)
    rng = random.Random(2)
    for _ in range(3):
        match.push(rng.choice(match.legal_moves_of(rng.choice(match.to_act))))
    match.ending = Ending("drawn")
    text = match.record()
    assert f"start {position_text(match.start)}\n" in text
    again = sm.loads(text, trusted=True)
    assert again.record() == text
    assert again.position.tobytes() == match.position.tobytes()
    assert again.result == match.result
    assert len(text) < 4000


def test_elsewhere_nobody_can_vouch_for_it(tmp_path):
    path = again_from(underway("splut")).save(tmp_path / "match.txt")
    for partial in False, True:
        with pytest.raises(sm.BadRecord, match="only the house where it was played can vouch for"):
            sm.load(path, partial)
    assert sm.load(path, trusted=True).start is not None


@pytest.mark.parametrize("name", GAMES)
def test_a_position_is_read_as_it_was_written(name):
    match = underway(name)
    text = position_text(match.position)
    assert len(text) < 3000 and text.replace("-", "").replace("_", "").isalnum()
    assert position_from(match.game, match.seats, text).tobytes() == match.position.tobytes()


def packed(data):
    return base64.urlsafe_b64encode(zlib.compress(data)).decode()


def test_a_text_that_is_none_says_why():
    splut = sm.games.find("splut")
    position = underway("splut").position
    text = position_text(position)
    whole = zlib.decompress(base64.urlsafe_b64decode(text + "=="))
    for broken in "", "é", "a b", "!", text[:-6], text[:20], packed(b"")[:-4], "x" + text:
        with pytest.raises(sm.BadRecord, match="position that it begins from is"):
            position_from(splut, 2, broken)
    for other in whole[:-1], whole + b"\0", b"", bytes(10**7), b"\0" + whole[1:]:
        with pytest.raises(sm.BadRecord, match="not one of Splut! as it is laid out here"):
            position_from(splut, 2, packed(other))
    with pytest.raises(sm.BadRecord, match="not one of Splut"):
        position_from(splut, 2, position_text(underway("outspeed").position))
    with pytest.raises(sm.BadSeats, match="for 2 seats, not for 3"):
        position_from(splut, 3, text)


def test_a_record_with_another_start_says_why():
    text = again_from(underway("splut")).record()
    line = next(line for line in text.splitlines() if line.startswith("start"))
    for words, other in (
        ("is broken", text.replace(line, "start nonsense")),
        ("for 2 seats, not for 3", text.replace("seats 2", "seats 3")),
        ("is not one of", text.replace(line, f"{line}\n{line}")),
    ):
        with pytest.raises(sm.BadRecord, match=words):
            sm.loads(other, trusted=True)


def test_a_start_that_is_no_position_is_refused():
    splut = sm.Match("splut").position
    for position in 3, np.zeros(1), splut[0], np.repeat(splut, 2), sm.Match("outspeed").position:
        with pytest.raises(sm.BadDiagram, match="an array of one position of Splut!"):
            sm.Match("splut", start=position)


def test_a_start_for_others_is_refused():
    with pytest.raises(sm.BadSeats, match="for 2 seats, not for 4"):
        sm.Match("splut", 4, start=sm.Match("splut", 2).position)
