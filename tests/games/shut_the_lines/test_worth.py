"""What the bots are worth: rounds they play, values worked out, and plain recursion over what each is said to do."""

from functools import cache

import pytest

from sobremesa import bots
from sobremesa.games.shut_the_lines import GAME, bench
from sobremesa.games.shut_the_lines.ai import bot_rounds
from sobremesa.games.shut_the_lines.ai.solver import Table, above, prize_for
from sobremesa.games.shut_the_lines.tables import FULL, PLANS, masks, throws
from sobremesa.games.shut_the_lines.values import EARLY, values
from tests.support.games.shut_the_lines import begin, divisions, mask

pytestmark = pytest.mark.compiled

WORTH = {
    (1, "random"): 1.028015,
    (1, "most-chips"): 1.025084,
    (1, "fewest-chips"): 1.433793,
    (1, "most-lines"): 1.640487,
    (2, "random"): 0.867594,
    (2, "most-chips"): 0.762719,
    (2, "fewest-chips"): 1.466755,
    (2, "most-lines"): 1.647306,
}
MANY, FEW = 20_000, 4
"""Rounds, and how many standard errors the mean of so many may be off."""


def as_told(plan, partial, split, leave):
    """The value of a set, straight from what a bot is said to do: split and leave say how good a cover looks, given the
    set after it and the lines there; among equals any."""
    figure = PLANS[plan]
    lines = masks(plan, figure.layout)
    dice = []
    for thrown, weight in throws(figure.dice):
        every = [(sums, mask(*{n for n in sums if n <= figure.numbers})) for sums in divisions(thrown)]
        full = {cover for sums, cover in every if cover.bit_count() == len(sums)}
        dice.append((weight, full, {cover for _, cover in every}))

    def shut(covered):
        return sum(covered & line == line for line in lines)

    def favourites(covered, covers, looks):
        seen = {cover: looks(cover.bit_count(), shut(covered | cover)) for cover in covers}
        return [cover for cover, look in seen.items() if look == max(seen.values())]

    @cache
    def value(covered):
        if covered == (1 << figure.numbers) - 1:
            return shut(covered)
        total = 0.0
        for weight, full, part in dice:
            splits = favourites(covered, [cover for cover in full if not cover & covered], split)
            left = [0] if partial == "none" else favourites(covered, {cover & ~covered for cover in part}, leave)
            after = [value(covered | cover) for cover in splits] or [shut(covered | cover) for cover in left]
            total += weight * sum(after) / len(after)
        return total / 6**figure.dice

    return value


LOOKS = {
    "random": (lambda chips, lines: 0, lambda chips, lines: 0),
    "most-chips": (lambda chips, lines: chips, lambda chips, lines: chips),
    "fewest-chips": (lambda chips, lines: -chips, lambda chips, lines: chips),
    "most-lines": (lambda chips, lines: (lines, -chips), lambda chips, lines: (lines, -chips)),
}


@pytest.mark.parametrize("partial", ["choose", "none"])
@pytest.mark.parametrize("bot", LOOKS)
def test_a_bot_is_worth_what_plain_recursion_finds(bot, partial):
    plain = as_told(1, partial, *LOOKS[bot])
    for covered in 0, mask(1, 2, 3), mask(9, 12, 10, 11):
        assert bot_rounds.worth(bot, 1, covered, partial=partial) == pytest.approx(plain(covered), abs=1e-12)


@pytest.mark.parametrize(("plan", "bot"), WORTH)
def test_rounds_played_agree_with_what_is_worked_out(plan, bot):
    played = bot_rounds.trial(bot, plan, MANY, seed=plan)
    assert played.expected == pytest.approx(WORTH[plan, bot], abs=5e-7)
    assert abs(played.deviation) < FEW


@pytest.mark.parametrize("plan", [1, 2])
def test_rounds_of_the_perfect_player_agree_with_its_table(plan):
    played = bot_rounds.trial("exact", plan, MANY, seed=plan)
    assert abs(played.deviation) < FEW
    assert played.error < 0.02


@pytest.mark.parametrize("bot", bot_rounds.BOTS)
def test_rounds_of_plan_4_agree_where_its_large_numbers_are_covered(bot):
    played = bot_rounds.trial(bot, 4, 5_000, seed=4, covered=mask(*range(12, 26)))
    assert abs(played.deviation) < FEW


def test_of_a_whole_round_on_plan_4_nothing_is_worked_out_for_the_simple_bots():
    played = bot_rounds.trial("most-lines", 4, 500, seed=4)
    assert played.expected is None and played.deviation is None


def test_many_small_sums_are_worse_than_chance_and_few_big_ones_better():
    """Where who is knocked out covers nothing, so that nothing but the splits tells."""
    worth = {bot: bot_rounds.worth(bot, 1, partial="none") for bot in bot_rounds.TASTES}
    assert worth["most-chips"] < worth["random"] < worth["fewest-chips"] < worth["most-lines"]
    assert worth["most-lines"] < bot_rounds.trial("exact", 1, 2, seed=1, partial="none").expected


def chosen(plan, covered):
    """What the perfect player chooses at the table, throw by throw."""
    match = begin(1, plans=plan, covered={0: covered})
    for thrown in match.legal_moves[::5]:
        twin = match.copy()
        twin.push(thrown)
        yield thrown.action, bots.make("exact", GAME, 0).choose(twin.seen_by(0), 0, twin.legal_actions_of(0))


@pytest.mark.parametrize(
    ("plan", "covered"), [(1, ()), (2, (1, 14)), (3, (4, 8, 9)), (4, (17, 24, 1, 8, 5, 6, 13, 20, 21, 9))]
)
def test_the_perfect_player_chooses_what_the_coach_calls_best(plan, covered):
    for throw, action in chosen(plan, covered):
        assert action == values(plan).best(mask(*covered), throw)[0]


def test_the_perfect_player_chooses_from_the_file_as_from_the_whole_table():
    """Up to what the file leaves out: a millionth of a line."""
    covered = 3, 7, 11, 13, 19
    held = mask(*covered)
    table = Table(above(4, held, "choose", False), prize_for(4))
    assert len(covered) == EARLY
    for throw, action in chosen(4, covered):
        after = [table[held | cover] for cover in FULL[4, throw].tolist() if cover and not cover & held]
        assert table[held | int(FULL[4, throw, action])] > max(after) - 1e-6


def test_the_bench_shows_every_bot_on_every_plan_and_what_is_not_known(monkeypatch):
    """With few rounds, and without the whole table of plan 4."""
    monkeypatch.setattr(bench, "ROUNDS", 300)
    monkeypatch.setattr(bench, "PLANS", {1: PLANS[1], 2: PLANS[2]})
    monkeypatch.setattr(bot_rounds, "MOST_FREE", 12)
    shown = dict(bench.figures(lambda at: None))
    names = "plan 1", "plan 2", "plan 4 with 13 to 25 covered"
    assert list(shown) == [f"{name}, {bot}" for name in names for bot in bot_rounds.BOTS]
    for what, figure in shown.items():
        known = not what.startswith("plan 2") or what.endswith("exact")
        assert (figure["worked out"] is not None) == (figure["standard errors off"] is not None) == known
        assert figure["rounds"] == 300 and figure["lines"] >= 0 < figure["standard error"]
