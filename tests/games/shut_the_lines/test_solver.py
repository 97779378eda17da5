"""The perfect player, against plain recursion over the rules, and against itself where plan 4 is stored."""

from functools import cache
from itertools import product

import numpy as np
import pytest

from sobremesa.games.shut_the_lines.ai.solver import Table, above, prize_for, solve
from sobremesa.games.shut_the_lines.tables import FULL, PLANS, WAYS, WEIGHT, masks, throws
from sobremesa.games.shut_the_lines.values import EARLY, STEP, Values, openings, save, values
from sobremesa.mistakes import BadOption
from tests.support.games.shut_the_lines import divisions, mask

pytestmark = pytest.mark.compiled

OPTIONS = list(product(("choose", "none"), (False, True), (False, True)))
HOUSE = {
    # computed apart from this package
    (1, "choose", False): 1.875733291731,
    (1, "none", False): 1.220241483731,
    (1, "choose", True): 1.876325387560,
    (1, "none", True): 1.269001410835,
    (2, "choose", False): 1.836168213934,
    (2, "none", False): 1.301069007118,
    (2, "choose", True): 1.838623775644,
    (2, "none", True): 1.354062494955,
    (3, "choose", False): 4.971638587817,
    (3, "none", False): 3.392615648599,
    (3, "choose", True): 4.972109273776,
    (3, "none", True): 3.487200471723,
}
OPTIMUM_4 = 4.391754503713


def throw(plan, *dice):
    return [dice for dice, _ in throws(PLANS[plan].dice)].index(dice)


def recursion(plan, prize, partial, voluntary, mercy, layout=None):
    """The value of a set, straight from the rules."""
    figure = PLANS[plan]
    lines = masks(plan, layout or figure.layout)
    everything = (1 << figure.numbers) - 1
    dice = []
    for thrown, weight in throws(figure.dice):
        every = [(sums, mask(*{n for n in sums if n <= figure.numbers})) for sums in divisions(thrown)]
        full = {cover for sums, cover in every if cover.bit_count() == len(sums)}
        dice.append((weight, full, {cover for _, cover in every}))

    @cache
    def out(covered):
        return prize(sum(covered & line == line for line in lines))

    @cache
    def value(covered):
        if covered == everything:
            return out(covered)
        total = weights = 0
        for weight, full, part in dice:
            splits = [value(covered | cover) for cover in full if not covered & cover]
            if not splits and mercy and covered == 0:
                continue
            if voluntary if splits else partial == "choose":
                splits += [out(covered | cover) for cover in part]
            total += weight * max(splits, default=out(covered))
            weights += weight
        return total / weights

    return value


@pytest.mark.parametrize(("partial", "voluntary", "mercy"), OPTIONS)
def test_every_set_of_plan_1_has_the_value_that_plain_recursion_finds(partial, voluntary, mercy):
    exact = values(1, partial, voluntary, mercy)
    plain = recursion(1, float, partial, voluntary, mercy)
    for covered in range(1 << 12):
        assert exact.value(covered) == pytest.approx(plain(covered), abs=1e-12)


@pytest.mark.parametrize("target", [1, 3, 6])
def test_the_chance_of_so_many_lines_is_what_plain_recursion_finds(target):
    exact = values(1)
    plain = recursion(1, lambda lines: float(lines >= target), "choose", False, False)
    for covered in range(0, 1 << 12, 3):
        assert exact.chance(covered, target) == pytest.approx(plain(covered), abs=1e-12)


@pytest.mark.parametrize(("plan", "partial", "voluntary"), HOUSE)
def test_optimum_distribution_and_throws_of_the_small_plans(plan, partial, voluntary):
    found = solve(plan, partial, voluntary)
    assert found.lines == pytest.approx(HOUSE[plan, partial, voluntary], abs=1e-11)
    assert sum(found.distribution) == pytest.approx(1, abs=1e-12)
    mean = sum(lines * chance for lines, chance in enumerate(found.distribution))
    assert mean == pytest.approx(found.lines, abs=1e-11)
    assert 5 < found.throws < 9
    assert found.states == 1 << PLANS[plan].numbers


def test_mercy_throws_again_on_plan_3():
    plain, merciful = solve(3), solve(3, mercy=True)
    assert merciful.lines == pytest.approx(4.975477690974, abs=1e-11)
    assert merciful.lines == pytest.approx(values(3, mercy=True).value(0), abs=1e-12)
    assert sum(merciful.distribution) == pytest.approx(1, abs=1e-12)
    assert merciful.throws > plain.throws
    assert values(3, mercy=True).splits(0, throw(3, 6, 6, 6, 6)) == []
    assert values(3, mercy=True).best(0, throw(3, 6, 6, 6, 6)) == (-1, pytest.approx(merciful.lines))


def test_the_work_is_told_and_can_be_stopped():
    told = []
    solve(3, tick=told.append)
    assert told == sorted(told) and told[-1] == pytest.approx(1)

    def stop(share):
        if share > 0.1:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve(3, tick=stop)


def test_what_is_no_plan_or_option_is_refused():
    with pytest.raises(BadOption, match="plan is one of"):
        solve(5)
    with pytest.raises(BadOption, match="partial is one of"):
        values(1, partial="some")
    with pytest.raises(BadOption, match="Line 1"):
        solve(3, layout=range(1, 17))


def test_another_layout_has_another_optimum():
    own = (12, 11, 6, 5, 8, 10, 1, 7, 3, 9, 2, 4)
    plain = recursion(1, float, "choose", False, False, own)
    assert solve(1, layout=own).lines == pytest.approx(plain(0), abs=1e-12)
    assert values(1, layout=own).value(mask(3, 9)) == pytest.approx(plain(mask(3, 9)), abs=1e-12)
    assert solve(1, layout=own).lines != pytest.approx(solve(1).lines, abs=1e-6)


def covers(splits):
    return {split.cover for split in splits}


def test_1_3_5_has_five_splits():
    splits = values(1).splits(0, throw(1, 1, 3, 5))
    assert covers(splits) == {mask(*one) for one in [(1, 3, 5), (4, 5), (6, 3), (8, 1), (9,)]}
    assert [split.loss for split in splits] == sorted(split.loss for split in splits)
    assert splits[0].loss == 0 and values(1).best(0, throw(1, 1, 3, 5)) == (splits[0].way, splits[0].value)
    for split in splits:
        assert split.value == values(1).value(split.cover) == pytest.approx(splits[0].value - split.loss)
        assert FULL[1, throw(1, 1, 3, 5), split.way] == split.cover


def test_2_2_3_has_three_splits_and_6_6_6_one():
    assert covers(values(1).splits(0, throw(1, 2, 2, 3))) == {mask(4, 3), mask(5, 2), mask(7)}
    assert covers(values(1).splits(0, throw(1, 6, 6, 6))) == {mask(12, 6)}


def test_6_6_6_6_on_an_empty_plan_3_is_out_with_a_partial_cover():
    splits = values(3).splits(0, throw(3, 6, 6, 6, 6))
    assert covers(splits) == {mask(12, 6), mask(12), mask(6), 0}
    assert all(split.way >= WAYS and split.value == 0 for split in splits)
    assert values(3, "none").splits(0, throw(3, 6, 6, 6, 6)) == []
    assert values(3, "none").best(0, throw(3, 6, 6, 6, 6)) == (-1, 0)


def test_leaving_of_ones_own_will_is_offered_where_the_option_says_so():
    usual, free = (values(1, voluntary_partial=on).splits(0, throw(1, 1, 3, 5)) for on in (False, True))
    assert all(split.way < WAYS for split in usual)
    assert {split.way for split in usual} < {split.way for split in free}


@pytest.mark.parametrize("plan", [1, 2, 3])
def test_the_best_splits_of_all_throws_make_the_value(plan):
    exact = values(plan)
    total = 6 ** PLANS[plan].dice
    for covered in [0, mask(9), mask(2, 4, 7, 11), mask(1, 5, 6, 8, 10, 12)]:
        each = range(len(throws(PLANS[plan].dice)))
        mean = sum(int(WEIGHT[plan, one]) * exact.best(covered, one)[1] for one in each) / total
        assert mean == pytest.approx(exact.value(covered), abs=1e-12)
        chance = sum(int(WEIGHT[plan, one]) * exact.best_for(covered, one, 2)[1] for one in each) / total
        assert chance == pytest.approx(exact.chance(covered, 2), abs=1e-12)


def test_who_needs_lines_plays_for_them_and_else_for_the_mean():
    exact = values(1)
    assert exact.chance(0, 0) == 1 and exact.chance(0, 7) == 0
    for one in range(56):
        assert exact.best_for(0, one, 7)[0] == exact.best(0, one)[0]
    assert exact.chance(0, 4) > sum(solve(1).distribution[4:])


def test_plan_4_has_its_optimum_in_the_file():
    assert values(4).value(0) == pytest.approx(OPTIMUM_4, abs=5e-7)
    assert values(4).chance(0, 3) is None
    assert values(4).best_for(0, 100, 3) == (values(4).best(0, 100)[0], None)


@pytest.mark.parametrize("covered", [mask(10, 15, 20, 22, 25), mask(9, 14, 16, 18, 24), mask(1, 12, 13, 17, 23)])
def test_plan_4_is_the_same_from_the_file_and_solved_as_it_is_met(covered):
    """What throws of many small groups make of so many numbers: each solved by itself."""
    exact = values(4)
    assert covered.bit_count() == EARLY
    covers = {cover for cover in FULL[4].ravel().tolist() if cover.bit_count() >= 4 and not cover & covered}
    for cover in sorted(covers)[::40]:
        table = Table(above(4, covered | cover, "choose", False), prize_for(4))
        assert exact.opening[covered | cover] == pytest.approx(table[covered | cover], abs=5e-7)


def test_plan_4_turns_from_the_file_to_solving_without_a_seam():
    """A set of so many numbers is worth what its throws are, and they are the same from the game above it."""
    exact = values(4)
    covered = mask(3, 7, 11, 13, 19)
    assert covered.bit_count() == EARLY
    mean = sum(int(WEIGHT[4, one]) * exact.best(covered, one)[1] for one in range(252)) / 6**5
    assert mean == pytest.approx(exact.value(covered), abs=1e-6)
    for one in (40, 150):
        split = next(split for split in exact.splits(covered, one) if split.cover.bit_count() > 1)
        assert exact.value(covered | split.cover) == pytest.approx(split.value, abs=5e-7)


def test_plan_4_from_ten_numbers_on_knows_every_chance():
    exact = values(4)
    covered = mask(17, 24, 1, 8, 5, 6, 13, 20, 21, 9)
    chances = [exact.chance(covered, target) for target in range(14)]
    assert chances[0] == 1 and chances[13] == 0 and chances == sorted(chances, reverse=True)
    assert sum(chances[1:]) >= exact.value(covered)
    mean = sum(int(WEIGHT[4, one]) * exact.best(covered, one)[1] for one in range(252)) / 6**5
    assert mean == pytest.approx(exact.value(covered), abs=1e-12)


def unusual(monkeypatch, tmp_path):
    """Plan 4 with options that no file was shipped for, and an empty cache."""
    monkeypatch.setenv("SOBREMESA_CACHE", str(tmp_path))
    return Values(4, "none", False, False, PLANS[4].layout)


def test_an_unusual_plan_4_says_that_it_takes_a_while_and_can_be_stopped(monkeypatch, tmp_path, caplog):
    def stopped(*args):
        raise KeyboardInterrupt

    monkeypatch.setattr("sobremesa.games.shut_the_lines.values.Table", stopped)
    with pytest.raises(KeyboardInterrupt):
        unusual(monkeypatch, tmp_path).value(0)
    assert caplog.messages == ["Shut the Lines: working out plan 4 with these options, once; half a minute or so"]
    assert list(tmp_path.rglob("*.npz")) == []


def test_an_unusual_plan_4_tells_what_share_is_done_instead_and_can_be_stopped(monkeypatch, tmp_path, caplog):
    exact = unusual(monkeypatch, tmp_path)

    def stop(share):
        assert 0 < share < 0.1
        raise KeyboardInterrupt

    exact.tick = stop
    with pytest.raises(KeyboardInterrupt):
        exact.value(0)
    assert caplog.messages == [] and list(tmp_path.rglob("*.npz")) == []


def test_an_unusual_plan_4_is_kept_for_the_next_time(monkeypatch, tmp_path):
    known = np.arange(openings().size, dtype=np.uint32)
    monkeypatch.setattr("sobremesa.games.shut_the_lines.values.Table", lambda *args: None)
    monkeypatch.setattr("sobremesa.games.shut_the_lines.values.compact", lambda table: known)
    assert unusual(monkeypatch, tmp_path).value(2) == 2 * STEP
    assert len(list(tmp_path.rglob("*.npz"))) == 1
    monkeypatch.delattr("sobremesa.games.shut_the_lines.values.Table")
    assert unusual(monkeypatch, tmp_path).value(2) == 2 * STEP


def test_a_file_that_is_not_finished_is_not_left(monkeypatch, tmp_path):
    def stopped(path, **arrays):
        path.write_bytes(b"half")
        raise KeyboardInterrupt

    monkeypatch.setattr(np, "savez_compressed", stopped)
    with pytest.raises(KeyboardInterrupt):
        save(tmp_path / "values.npz", np.zeros(3, np.uint32))
    assert list(tmp_path.iterdir()) == []


def test_where_nothing_can_be_kept_it_is_played_all_the_same(monkeypatch, tmp_path):
    (tmp_path / "values").write_text("a file where the folder should be")
    known = np.arange(openings().size, dtype=np.uint32)
    monkeypatch.setattr("sobremesa.games.shut_the_lines.values.Table", lambda *args: None)
    monkeypatch.setattr("sobremesa.games.shut_the_lines.values.compact", lambda table: known)
    assert unusual(monkeypatch, tmp_path).value(2) == 2 * STEP
