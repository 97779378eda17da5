"""Who stands where at an evening."""

import pytest

from sobremesa.server.features.tournaments.models import Comer, Drawn, Evening, Facts, Seated, forfeited
from sobremesa.server.features.tournaments.pairing import BOT
from sobremesa.server.features.tournaments.standings import standings
from sobremesa.server.tables.settings import Manner


def evening_of(people, *rounds):
    """An evening of which the results are known: for each round who sat out, and the seats and scores of its tables."""
    facts = Facts("x", "x", "splut", 2, {}, Manner(), "swiss", 3, "", True, False, "ada", "seed", 0.0, 1.0)
    tables = [
        Seated(f"{n}-{m}", n + 1, m, seats, scores, False)
        for n, (_, played) in enumerate(rounds)
        for m, (seats, scores) in enumerate(played)
    ]
    drawn = [Drawn(n + 1, byes, 0.0) for n, (byes, _) in enumerate(rounds)]
    return Evening(facts, [Comer(n, str(n), str(n), 1, None, False) for n in range(people)], drawn, tables)


def places(evening):
    return [(line.number, line.place, line.points, line.opponents) for line in standings(evening)]


def test_equal_points_are_told_apart_by_opponents_then_by_each_other():
    won, drawn = [1.0, -1.0], [0.0, 0.0]
    one = evening_of(4, ([], [([0, 1], won), ([2, 3], won)]), ([], [([0, 2], drawn), ([1, 3], won)]))
    assert places(one) == [(0, 1, 1.5, 1.25), (2, 2, 1.5, 0.75), (1, 3, 1.0, 0.75), (3, 4, 0.0, 1.25)]
    circle = evening_of(3, ([2], [([0, 1], won)]), ([0], [([1, 2], won)]), ([1], [([2, 0], won)]))
    assert [place for _, place, _, _ in places(circle)] == [1, 1, 1]
    among = evening_of(6, ([], [([0, 1], won), ([5, 2], won), ([3, 4], won)]), ([], [([2, 0], won), ([1, 3], won)]))
    assert [(line.number, line.place, line.direct) for line in standings(among)] == [
        (5, 1, 1.0),
        (0, 2, 0.0),
        (2, 2, 0.0),
        (1, 4, -1.0),
        (3, 5, 0.0),
        (4, 6, 0.0),
    ]


def test_bots_and_sitting_out_count_as_they_are_said_to():
    evening = evening_of(2, ([1], [([0, BOT], [-1.0, 1.0])]), ([0], [([1, BOT], [1.0, -1.0])]))
    assert places(evening) == [(1, 1, 1.5, 0.0), (0, 2, 0.5, 0.0)]
    assert [(line.played, line.byes) for line in standings(evening)] == [(1, 1), (1, 1)]


@pytest.mark.parametrize(
    ("seats", "lost", "scores"),
    [
        (2, {0}, [-1.0, 1.0]),
        (2, {0, 1}, [-1.0, -1.0]),
        (3, {1}, [0.5, -1.0, 0.5]),
        (4, {0, 1}, [-1.0, -1.0, 2 / 3, 2 / 3]),
        (1, {0}, [-1.0]),
    ],
)
def test_who_does_not_play_loses_to_all_others(seats, lost, scores):
    assert forfeited(seats, lost) == pytest.approx(scores)
