"""Results are tables."""

import subprocess
import sys

import pandas
import pytest

from sobremesa.lab import results
from sobremesa.lab.batch import Batch
from sobremesa.mistakes import BadSeats, UnknownBot
from sobremesa.play.match import Match


def test_bots_play_and_every_seat_of_every_match_is_a_row():
    told = []
    found = results.play("shut-the-lines", 6, ["random", "exact"], seed=3, progress=told.append)
    assert told == [1, 2, 3, 4, 5, 6] and len(found) == 12
    frame = found.frame()
    assert isinstance(frame, pandas.DataFrame) and list(frame.columns) == ["match", "seat", "player", "score", "steps"]
    assert frame.groupby("match").score.sum().abs().max() < 1e-9
    assert frame[frame.seat == 0].player.tolist() == ["random", "exact"] * 3
    assert (frame.steps > 0).all()
    assert found.rows() == results.play("shut-the-lines", 6, ["random", "exact"], seed=3).rows()
    assert found.rows() != results.play("shut-the-lines", 6, ["random", "exact"], seed=4).rows()
    best = found.summary().rows()[0]
    assert best["player"] == "exact" and best["matches"] == 6 and best["mean"] > 0 and best["error"] > 0
    assert "<td>exact</td>" in found._repr_html_() and "12 rows" in repr(found)


def test_players_may_keep_their_seats_and_options_are_agreed():
    found = results.play("splut", 2, ["tactician", "random"], rotate=False, turn_limit=3)
    assert found.columns["player"] == ["tactician", "random"] * 2
    assert max(found.columns["steps"]) <= 3 * 3


def test_a_batch_and_a_match_are_tables_too():
    batch = Batch("shut-the-lines", 5, 2)
    assert len(results.of_batch(batch)) == 0
    batch.play_out()
    frame = results.of_batch(batch).frame()
    assert frame.score.tolist() == batch.rewards.ravel().tolist() and frame.match.max() == 4
    match = Match("splut", 2)
    match.play("De2-e3")
    assert results.of_match(match).rows() == [
        {"number": 1, "seat": 0, "who": "red", "move": "De2-e3", "action": match.moves[0].action}
    ]
    assert "De2-e3" in results.of_match(match)._repr_html_()


def test_what_cannot_be_played_is_said():
    for players in "random", []:
        with pytest.raises(BadSeats, match="one for each seat"):
            results.play("splut", 1, players)
    with pytest.raises(UnknownBot, match="no bot 'nobody'"):
        results.play("splut", 1, ["nobody", "random"])


def test_without_pandas_one_sentence_says_how_to_get_it():
    code = (
        "import sys; sys.modules['pandas'] = None\n"
        "from sobremesa.lab.results import Results\n"
        "print(Results({'a': [1]}).rows())\n"
        "try: Results({'a': [1]}).frame()\n"
        "except ImportError as mistake: print(mistake)"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert told.splitlines() == [
        "[{'a': 1}]",
        "This needs pandas, which is not installed: pip install 'sobremesa[frames]'.",
    ]
