"""Who sits with whom: whatever the numbers, the rules of `pairing` and `robin` hold."""

import math
from collections import Counter
from itertools import combinations, combinations_with_replacement
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sobremesa.server.features.tournaments.pairing import BOT, Past, Round, enough, seated, sizes, swiss
from sobremesa.server.features.tournaments.round_robin import schedule, without


def meetings(rounds):
    met = Counter()
    for each in rounds:
        for table in each.tables:
            for pair in combinations(sorted(who for who in table if who != BOT), 2):
                met[pair] += 1
    return met


def whole(each, people):
    """That everybody is somewhere once."""
    assert sorted(each.people) == sorted(people)


class Evening:
    """An evening in which chance decides every match."""

    def __init__(self, count, seats, seed, fill=False, smaller=()):
        self.count, self.seats, self.seed, self.fill, self.smaller = count, seats, seed, fill, smaller
        self.points, self.past, self.rounds = Counter(), Past([]), []
        self.random = Random(seed)

    def round(self, people):
        drawn = swiss(
            people,
            lambda who: self.points[who],
            self.past,
            self.seats,
            f"{self.seed}:{len(self.rounds)}",
            self.fill,
            self.smaller,
        )
        self.past.add(drawn)
        self.rounds.append(drawn)
        for table in drawn.tables:
            for place, who in enumerate(self.random.sample(table, len(table))):
                self.points[who] += 1 - place / max(1, len(table) - 1)
        return drawn


numbers = st.tuples(st.integers(1, 20), st.integers(1, 8), st.integers(0, 999))


@settings(max_examples=60, deadline=None)
@given(numbers, st.booleans(), st.sets(st.integers(2, 7)), st.integers(1, 5))
def test_each_person_sits_once_a_round_and_sitting_out_goes_round(given_numbers, fill, smaller, rounds):
    count, seats, seed = given_numbers
    evening, people = Evening(count, seats, seed, fill, smaller), list(range(count))
    for _ in range(rounds):
        drawn = evening.round(people)
        whole(drawn, people)
        for table in drawn.tables:
            real = [who for who in table if who != BOT]
            assert real and (len(table) == seats if fill else BOT not in table)
            assert fill or len(table) == seats or (len(table) in smaller and 1 < len(table) < seats)
        assert not (fill and drawn.byes)
        out = [evening.past.out[who] for who in people]
        assert max(out) - min(out) <= 1


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 40), st.integers(1, 8), st.booleans(), st.sets(st.integers(2, 7)))
def test_as_few_as_can_be_are_without_a_table(count, seats, fill, smaller):
    each, out = sizes(count, seats, fill, smaller)
    assert sum(each) + out == count
    if fill:
        assert out == 0 and len(each) == math.ceil(count / seats) and max(each) - min(each) <= 1
        return
    allowed = {seats, *(size for size in smaller if size < seats)}
    reachable = {0}
    for total in range(1, count + 1):
        if any(total - size in reachable for size in allowed):
            reachable.add(total)
    assert sum(each) == max(reachable)


@pytest.mark.parametrize(
    ("count", "seats", "smaller", "found"),
    [
        (5, 4, {2, 3}, ([3, 2], 0)),
        (9, 4, {2, 3}, ([3, 3, 3], 0)),
        (7, 4, {3}, ([4, 3], 0)),
        (5, 4, {3}, ([4], 1)),
        (3, 2, set(), ([2], 1)),
        (2, 3, set(), ([], 2)),
    ],
)
def test_tables_are_as_even_as_they_can_be(count, seats, smaller, found):
    assert sizes(count, seats, False, smaller) == found


def cheapest(people, past, points):
    """The best round for two at a table, of all there are."""
    if not people:
        return 0.0
    first, *rest = people
    return min(
        1000 * past.met[first, other] ** 2
        + (points[first] - points[other]) ** 2
        + cheapest([who for who in rest if who != other], past, points)
        for other in rest
    )


@settings(max_examples=60, deadline=None)
@given(st.sampled_from([4, 6, 8]), st.integers(0, 999), st.integers(1, 6))
def test_for_two_at_a_table_as_few_meet_again_as_can_be(count, seed, rounds):
    evening, people = Evening(count, 2, seed), list(range(count))
    for _ in range(rounds):
        best = cheapest(people, evening.past, evening.points)
        again = meetings(evening.rounds)
        drawn = evening.round(people)
        found = sum(again[tuple(sorted(table))] ** 2 for table in drawn.tables)
        assert found == best // 1000


@settings(max_examples=40, deadline=None)
@given(st.integers(8, 24), st.integers(2, 4), st.integers(0, 999))
def test_those_who_stand_together_play_each_other(count, seats, seed):
    """In the first round of a Swiss evening after which points are known, tables are of neighbours."""
    count -= count % seats
    points = Random(seed).sample(range(count), count)
    drawn = swiss(list(range(count)), lambda who: points[who], Past([]), seats, str(seed))
    order = sorted(range(count), key=lambda who: -points[who])
    together = {frozenset(order[at : at + seats]) for at in range(0, count, seats)}
    assert {frozenset(table) for table in drawn.tables} == together


@settings(max_examples=30, deadline=None)
@given(st.integers(6, 16), st.integers(0, 999))
def test_who_comes_late_and_who_leaves_are_paired_with_those_who_are_there(count, seed):
    random, evening, people = Random(seed), Evening(count, 3, seed, smaller={2}), list(range(count))
    for number in range(5):
        drawn = evening.round(people)
        whole(drawn, people)
        people = sorted({*people, count + number} - {random.choice(people)})


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 6), st.integers(0, 999))
def test_seats_go_to_those_who_had_them_least(seats, seed):
    random, past, group = Random(seed), Past([]), list(range(seats))
    for _ in range(seats):
        past.add(Round([seated(random.sample(group, seats), past)], []))
    assert all(past.sat[who, seat] == 1 for who in group for seat in range(seats))


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 25), st.integers(0, 999), st.booleans(), st.integers(-4, 4))
def test_for_two_at_a_table_everybody_meets_everybody_once_and_has_both_seats_as_often(count, seed, fill, more):
    rounds = max(1, enough(count, 2, robin=True) + more)
    drawn = schedule(tuple(range(count)), 2, rounds, str(seed), fill)
    for each in drawn:
        whole(each, range(count))
        assert not (fill and each.byes)
    met = meetings(drawn)
    assert max(met.values()) - min(met[pair] for pair in combinations(range(count), 2)) <= 1
    if more == 0:
        assert all(met[pair] == 1 for pair in combinations(range(count), 2))
    for who in range(count):
        seats = Counter(table.index(who) for each in drawn for table in each.tables if who in table)
        assert abs(seats[0] - seats[1]) <= 1


@pytest.mark.parametrize(("count", "seats"), [(9, 3), (16, 4), (25, 5), (49, 7), (64, 8)])
def test_in_a_plane_everybody_meets_everybody_exactly_once(count, seats):
    rounds = enough(count, seats, robin=True)
    assert rounds == seats + 1
    drawn = schedule(tuple(range(count)), seats, rounds, "plane")
    met = meetings(drawn)
    assert len(met) == count * (count - 1) / 2 and set(met.values()) == {1}


@pytest.mark.parametrize(
    ("count", "seats", "rounds", "twice"),
    [(8, 4, 7, 0), (12, 3, 5, 3), (12, 4, 4, 12), (12, 6, 5, 17), (15, 3, 7, 14), (20, 4, 6, 12)],
)
def test_for_more_at_a_table_all_meet_about_as_often(count, seats, rounds, twice):
    """How many meetings are beyond the even share, with all pairs as near to each other as a whole number is."""
    met = meetings(schedule(tuple(range(count)), seats, rounds, "even"))
    pairs = list(combinations(range(count), 2))
    least, most = sum(met.values()) // len(pairs), math.ceil(sum(met.values()) / len(pairs))
    beyond = sum(max(0, met[pair] - most) + max(0, least - met[pair]) for pair in pairs)
    assert beyond <= twice


@pytest.mark.parametrize("rounds", [2, 3, 4, 5])
def test_where_all_can_be_tried_nothing_is_more_even(rounds):
    halves = [half for half in combinations(range(6), 3) if 0 in half]
    splits = [Round([half, tuple(sorted({*range(6)} - {*half}))]) for half in halves]

    def unevenness(drawn):
        return sum(number**2 for number in meetings(drawn).values())

    best = min(unevenness(drawn) for drawn in combinations_with_replacement(splits, rounds))
    assert unevenness(schedule(tuple(range(6)), 3, rounds, "even")) == best


@settings(max_examples=40, deadline=None)
@given(st.integers(3, 14), st.integers(2, 5), st.integers(0, 99), st.booleans(), st.data())
def test_who_leaves_a_round_robin_leaves_nobody_alone(count, seats, seed, fill, data):
    drawn = schedule(tuple(range(count)), seats, 3, str(seed), fill)
    gone = data.draw(st.sets(st.integers(0, count - 1)))
    for each in drawn:
        left = without(each, gone, fill, {2, 3})
        whole(left, set(range(count)) - gone)
        for table in left.tables:
            assert fill or BOT not in table
            assert len(table) > 1 or seats == 1


def test_the_same_seed_gives_the_same_round():
    people = tuple(range(13))
    drawn = [swiss(people, float, Past([]), 4, "olive", fill=True) for _ in range(2)]
    assert drawn[0] == drawn[1] != swiss(people[::-1], lambda who: 0.0, Past([]), 4, "plum", fill=True)
    schedule.cache_clear()
    first = schedule(people, 4, 3, "olive", True)
    schedule.cache_clear()
    assert schedule(people, 4, 3, "olive", True) == first


@pytest.mark.parametrize(
    ("count", "seats", "robin", "rounds"),
    [
        *[(6, 2, True, 5), (5, 2, True, 5), (9, 3, True, 4), (10, 3, True, 5), (1, 2, True, 1), (5, 1, True, 1)],
        *[(4, 2, False, 3), (16, 2, False, 4), (17, 2, False, 5), (2, 2, False, 1), (12, 4, False, 4)],
    ],
)
def test_how_many_rounds_it_takes(count, seats, robin, rounds):
    assert enough(count, seats, robin) == rounds
