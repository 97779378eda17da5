"""The score that the exact bot of Shut the Lines plays for."""

import pytest

from sobremesa.games.shut_the_lines.bot import Exact
from tests.support.games.shut_the_lines import SHUT, begin


def needed(inside, points, covered=None, target=5):
    """What ruby plays for, with these seats still in the round."""
    match = begin(len(points), points=points, covered=covered, target=target)
    match.position[0].inside = sum(1 << seat for seat in inside)
    return Exact.needed(match.position[0], 0)


@pytest.mark.parametrize(
    ("inside", "points", "wanted"),
    [
        ([0, 1], (0, 0), []),  # a round among many
        ([0, 1], (4, 4), []),  # nobody has the target yet
        ([0], (3, 6), [(4, 0), (3, 0)]),  # the other is out and has the target: 4 lines win, 3 share the win
        ([0], (6, 6), [(1, 0)]),  # one line wins; none shares it, which needs no play
        ([0], (9, 6), []),  # the win is safe
        ([0, 2], (3, 6, 0), [(4, 0), (3, 0)]),  # this round decides, though another is still in
        ([0], (3, 4), [(2, 0.5)]),  # the others are out: two lines make the target and the lead
        ([0], (4, 4), [(1, 0.5)]),
        ([0], (0, 0), [(5, 0.5)]),
    ],
)
def test_what_it_needs(inside, points, wanted):
    assert needed(inside, points) == wanted


def test_lines_already_shut_by_who_is_still_in_count():
    """Maize stays in the round, but has the target for certain."""
    assert needed([0, 1], (1, 3), {1: SHUT[2]}) == [(5, 0), (4, 0)]
    assert needed([0, 1], (1, 3), {1: SHUT[1]}) == []


def test_alone_there_is_nothing_to_need():
    match = begin(1)
    assert Exact.needed(match.position[0], 0) == []
