"""How a match really stood, once it is over; and its rows in another language."""

import random

import pytest

import sobremesa as sm
from sobremesa import analysis
from sobremesa.analysis.evaluator import Judge
from sobremesa.analysis.full_information import Truth
from sobremesa.mistakes import BadOption
from sobremesa.play.fork import imagined
from tests.support.analysis import blundered, played

pytestmark = pytest.mark.compiled


def over(game, seats, seed=4):
    match, dice = sm.Match(game, seats, seed=seed), random.Random(seed)
    while not match.is_over:
        match.push(dice.choice(match.legal_moves))
    return match


@pytest.mark.parametrize(("game", "seats"), [("end-of-line", 2), ("outspeed", 3)])
def test_the_truth_is_told_of_a_match_that_is_over(game, seats):
    match = over(game, seats)
    last = len(match.moves)
    rows = list(analysis.of(match, "uct@40", truth=True, first=last - 2))
    assert all(len(row.truth) == seats and max(map(abs, row.truth)) <= 1 for row in rows)
    assert rows[-1].truth == pytest.approx(match.result.scores)
    assert rows[-1].data()["truth"] == pytest.approx(match.result.scores, abs=1e-4)
    assert all(not row.truth for row in analysis.of(match, "uct@40", first=last))
    with pytest.raises(BadOption, match="when it is over"):
        next(analysis.of(played(game, seats, {}), "uct@40", truth=True))


def test_where_nothing_is_hidden_what_a_seat_thinks_is_all_there_is():
    assert all(not row.truth for row in analysis.of(blundered(), "uct@40", truth=True))


def test_what_is_hidden_makes_a_difference_to_the_truth_alone():
    match = played("end-of-line", 2, {}, choices=12)
    other = imagined(match, 0, 5)
    assert other.position.tobytes() != match.position.tobytes()
    here, there = (Judge(each, "uct@400", 3) for each in (match, other))
    now = len(match.moves)
    assert [list(each) for each in here.outlook(now, 0)] == [list(each) for each in there.outlook(now, 0)]
    assert Truth(here).after(now) != Truth(there).after(now)
    assert Truth(here).after(now) == Truth(here).after(now)


@pytest.mark.parametrize(("game", "seats"), [("splut", 2), ("end-of-line", 2), ("shut-the-lines", 2)])
def test_a_row_is_said_in_any_language(game, seats):
    match = played(game, seats, {})
    english, german = (list(analysis.of(match, "uct@40", language=language)) for language in ("en", "de"))
    assert [analysis.spoken(match, row, "de") for row in english] == german
    assert english != german
