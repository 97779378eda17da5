"""Move counts, which agree with an implementation written apart from this one."""

import pytest

from sobremesa import games
from sobremesa.lab.perft import count

pytestmark = pytest.mark.compiled
SPLUT = games.find("splut")

COUNTS = {  # seats, levitate_adjacent, turn_limit: the counts from depth 1 on
    (2, True, 200): [3, 9, 79, 691, 5597, 54127, 448272, 4518029, 44886918],
    (2, False, 200): [3, 9, 79, 691, 5597, 53945, 446725, 4482327, 44299308],
    (3, True, 200): [3, 9, 73, 219, 1863, 14767, 124889, 982220, 9208627, 73694816],
    (3, False, 200): [3, 9, 73, 219, 1863, 14767, 124889, 982036, 9170917, 73346190],
    (4, True, 200): [3, 9, 70, 210, 1653, 12358, 37387, 304984, 2316399, 19582042, 152379450],
    (4, False, 200): [3, 9, 70, 210, 1653, 12358, 37387, 304984, 2316399, 19573952, 152196862],
    (2, True, 3): [3, 9, 79, 691, 5586, 53012, 0, 0],
    (2, False, 4): [3, 9, 79, 691, 5597, 53930, 445501, 4339623],
    (3, True, 4): [3, 9, 73, 219, 1863, 14767, 124889, 970341],
}


@pytest.mark.parametrize(("case", "counts"), COUNTS.items())
def test_perft(case, counts):
    seats, adjacent, limit = case
    position = SPLUT.start(seats, {"turn_limit": limit, "levitate_adjacent": adjacent})
    assert [count(position, depth) for depth in range(1, len(counts) + 1)] == counts


def test_progress_goes_from_nothing_to_all():
    told = []
    count(SPLUT.start(*SPLUT.agree()), 6, told.append)
    assert told[0] == 0
    assert told[-1] == 1
    assert told == sorted(told)
    assert len(told) > 60
