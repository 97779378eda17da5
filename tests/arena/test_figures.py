"""What matches come to: intervals, shares and ratings on numbers that are known."""

import pytest

from sobremesa.arena import Book, ask
from sobremesa.arena.interval import normal, wilson
from sobremesa.arena.match import Played
from sobremesa.arena.ratings import rate

pytestmark = pytest.mark.compiled
ALONE = (0,), (1,)


def book(request, *matches):
    """A book with these matches: who sat where, and the scores."""
    found = Book(request)
    for number, (bots, scores) in enumerate(matches):
        seats = len(bots)
        found.enter(
            Played(number, tuple(bots), number, tuple(map(float, scores)), (5,) * seats, (0.5,) * seats, str(number))
        )
    return found


def test_intervals_on_known_numbers():
    """Wilson's as Newcombe (1998) has them: 81 of 263, 15 of 148, 0 of 20, 1 of 29."""
    for won, matches, low, high in (
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ):
        assert wilson(won / matches, matches) == pytest.approx((low, high), abs=5e-5)
    assert wilson(1.0, 20) == pytest.approx((1 - 0.1611, 1.0), abs=5e-5)
    assert wilson(0.0, 0) == (0, 1)
    assert normal([1.0, 2.0, 3.0, 4.0]) == pytest.approx((2.5 - 1.96 * 0.6455, 2.5 + 1.96 * 0.6455), abs=1e-3)
    assert normal([0.5]) == (-1, 1)


def test_draws_count_half():
    request = ask("splut", ["random", "tactician"], 4)
    ours, theirs = ("tactician", "random"), ("random", "tactician")
    found = book(request, (ours, (1, -1)), (theirs, (0, 0)), (ours, (1, -1)), (theirs, (1, -1))).summary()
    (pairing,) = found["pairings"]
    assert (pairing["bot"], pairing["rival"]) == ours
    assert (pairing["won"], pairing["drawn"], pairing["lost"], pairing["percent"]) == (2, 1, 1, 62.5)
    assert (pairing["low"], pairing["high"]) == pytest.approx([100 * end for end in wilson(0.625, 4)])
    assert found["matches"] == 4 and found["drawn"] == 1 and found["wins_by_side"] == [87.5, 12.5]
    assert found["length"] == {"mean": 10, "least": 10, "most": 10}
    best = found["bots"][0]
    assert best["bot"] == "tactician" and best["wins"]["percent"] == 62.5 and best["wins"]["fair"] == 50
    assert best["choices"] == 20 and best["cpu_seconds_a_choice"] == pytest.approx(0.1)


def test_first_places_are_shared_and_may_be_nobodys():
    """One strong among three weak: alone first, first with one other, second, and a race that nobody finished."""
    request = ask("outspeed", ["strong"], 4, seats=4, against=["weak"])
    at = "strong", "weak", "weak", "weak"
    found = book(
        request,
        (at, (1, 0.5, -0.5, -1)),
        (at, (2 / 3, 2 / 3, -1 / 3, -1)),
        (at, (1 / 3, 1, -1 / 3, -1)),
        (at, (-1, -1, -1, -1)),
    ).summary()
    (pairing,) = found["pairings"]
    assert pairing["wins"]["percent"] == pytest.approx(37.5) and pairing["wins"]["fair"] == 25
    assert pairing["percent"] == pytest.approx(100 * (1 + 2.5 / 3 + 2 / 3 + 0.5) / 4)
    assert found["drawn"] == 1
    weak = next(row for row in found["bots"] if row["bot"] == "weak")
    assert weak["wins"]["percent"] == pytest.approx(37.5) and weak["wins"]["fair"] == 75 and weak["matches"] == 4


def test_alone_the_mean_score_counts():
    request = ask("end-of-line", ["random", "greedy"], 2, seats=1)
    found = book(
        request, (["random"], [-0.5]), (["greedy"], [0.5]), (["random"], [-0.1]), (["greedy"], [0.5])
    ).summary()
    assert [row["bot"] for row in found["bots"]] == ["greedy", "random"]
    assert [row["score"] for row in found["bots"]] == pytest.approx([0.5, -0.3])
    assert found["bots"][0]["low"] == found["bots"][0]["high"] == 0.5
    assert found["bots"][1]["low"] == pytest.approx(-0.3 - 1.96 * 0.2, abs=1e-4)
    assert "pairings" not in found


def test_courses_that_repeat_are_told():
    request = ask("splut", ["random", "tactician"], 4)
    same = book(request, *[(("tactician", "random"), (1, -1))] * 4)
    assert "different" not in str(same)
    for number, match in same.played.items():
        same.played[number] = Played(*[*vars(match).values()][:6], "same")
    assert same.summary()["courses"] == 1 and "only 1 of them different" in str(same)


def matches(*results):
    return [Played(n, tuple(bots), n, scores, (), (), "") for n, (bots, scores) in enumerate(results)]


def test_ratings_grow_surer_and_do_not_care_for_seats():
    won = (("a", "b"), (1.0, -1.0)), (("b", "a"), (-1.0, 1.0))
    few, many = rate("ab", matches(*won * 3), ALONE), rate("ab", matches(*won * 30), ALONE)
    assert few["a"].mu > 25 > few["b"].mu and few["a"].mu - 25 == pytest.approx(25 - few["b"].mu)
    assert many["a"].sigma < few["a"].sigma < 25 / 3
    even = rate("ab", matches(*[(("a", "b"), (0.0, 0.0)), (("b", "a"), (0.0, 0.0))] * 5), ALONE)
    assert even["a"].mu == pytest.approx(even["b"].mu) == pytest.approx(25)


def test_teams_and_full_tables_are_rated():
    teams = rate("ab", matches((("a", "b", "b", "a"), (1.0, -1.0, -1.0, 1.0))), ((0, 3), (1, 2)))
    assert teams["a"].mu > 25 > teams["b"].mu
    eight = tuple("abcdefgh")
    scores = tuple(1 - 2 * place / 7 for place in range(8))
    table = rate(eight, matches(*[(eight, scores)] * 3), tuple((seat,) for seat in range(8)))
    assert sorted(table, key=lambda bot: -table[bot].mu) == list(eight)
    among = rate("ab", matches((("a", "b", "b"), (1.0, 0.0, -1.0))), ((0,), (1,), (2,)))
    assert among["a"].mu > among["b"].mu and among["b"].sigma < 25 / 3
