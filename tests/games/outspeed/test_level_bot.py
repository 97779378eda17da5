"""The bot behind the levels of Outspeed: how it judges, lays out a dilemma, and says what it thinks."""

import numpy as np
import pytest

from sobremesa.bots.bot import Budget
from sobremesa.games.outspeed.ai import fine_weights
from sobremesa.games.outspeed.ai.fine_evaluation import ALL, expect, look
from sobremesa.games.outspeed.ai.level_bot import Pilot
from sobremesa.games.outspeed.ai.payoffs import cells, lay_table, ponder
from sobremesa.games.outspeed.tables import SHIPS
from sobremesa.kernel import calls
from sobremesa.kernel.rng import seeded
from tests.support.games.outspeed import race

pytestmark = pytest.mark.compiled
LEVEL = np.array([0, 0.03, 0.01, 0, 1])


def pilot(seed=1, shrewd=True, **budget):
    return Pilot(seed, Budget(**budget), crowd=0.05, own=0.002, shrewd=shrewd)


def chosen(match, seat, bot):
    return match.move(seat, bot.choose(match.seen_by(seat), seat, match.legal_actions_of(seat))).text


def judged(match):
    out = np.zeros(SHIPS)
    expect(match.position[0], out)
    return out


def test_what_is_looked_at_has_a_name_and_weights():
    assert (
        fine_weights.INPUT.shape == (ALL, len(fine_weights.OFFSET))
        and fine_weights.ANSWER.shape == fine_weights.OFFSET.shape
    )
    assert fine_weights.DIRECT.shape == (ALL,)


def test_chances_add_up_and_favour_who_is_ahead():
    match = race(tile=12, ruby=12, maize=9, jade=9, lapis=None)
    out = judged(match)
    assert out.sum() == pytest.approx(1)
    assert out[0] > out[1] > out[3] == 0
    assert out[1] == pytest.approx(out[2])


def test_fuel_is_worth_something_and_none_is_worth_little():
    rich = judged(race(tile=5, fuel={"ruby": 9, "maize": 6, "jade": 6}, ruby=9, maize=9, jade=9))
    assert rich[0] > rich[1]
    poor = judged(race(tile=5, fuel={"ruby": 1, "maize": 6, "jade": 6}, ruby=9, maize=9, jade=9))
    assert poor[0] < poor[1]


def test_a_hidden_hand_is_judged_by_how_many_it_has():
    seen = race(tile=5, hands={"maize": "nitro"}, ruby=9, maize=9, jade=9)
    other = race(tile=5, hands={"maize": "field"}, ruby=9, maize=9, jade=9)
    looks = np.zeros((2, ALL))
    for match, out in zip((seen, other), looks, strict=True):
        look(match.seen_by(0)[0], 1, out)
    assert (looks[0] == looks[1]).all() and looks[0][15] > 0


def test_who_is_alone_on_the_way_ahead_takes_it():
    """The finish, ruby a zone behind: of all that others can still pay nothing wins, so only what passes them does."""
    match = race(tile=13, fuel={"ruby": 6, "maize": 1, "jade": 1}, ruby=9, maize=10, jade=10)
    for shrewd in True, False:
        assert {chosen(match, 0, pilot(seed, shrewd, rounds=60)) for seed in range(5)} <= {"B", "C"}


def test_a_table_has_every_way_and_what_it_brings():
    match = race(tile=7, ruby=9, maize=9, jade=9)
    table = lay_table(match.position[0])
    assert cells(table.plan, 3) == 27 == len(table.sure)
    ponder(match.position, table, 200, LEVEL, seeded(1))
    assert table.sure.all()  # no dice on this tile
    assert table.worth[:, :3].sum(axis=1) == pytest.approx(1)
    assert table.plan.share[:3].sum(axis=1) == pytest.approx(1)
    assert table.plan.share[0, :3] == pytest.approx(table.plan.share[1, :3], abs=0.02)  # they stand alike
    assert 0.1 < table.plan.share[0, 0] < 0.9  # room for one: neither always nor never


def test_dice_are_rolled_again():
    match = race(tile=6, ruby=9, maize=9, jade=9)
    table = lay_table(match.position[0])
    ponder(match.position, table, 1, LEVEL, seeded(1))
    assert 0 < table.sure.sum() < len(table.sure)
    once = table.worth.copy()
    ponder(match.position, table, 9, LEVEL, seeded(2))
    assert (table.worth[table.sure] == once[table.sure]).all()
    assert (table.worth[~table.sure] != once[~table.sure]).any()


@pytest.mark.parametrize("tile", [7, 16])
@pytest.mark.parametrize("shrewd", [True, False])
def test_it_says_what_it_thinks(tile, shrewd):
    """Tile 16 has the wheel: too many ways for a table."""
    match = race(tile=tile, ruby=9, maize=9, jade=9, lapis=8)
    bot = pilot(shrewd=shrewd, rounds=50)
    legal = match.legal_actions_of(0)
    action = bot.choose(match.seen_by(0), 0, legal)
    assert action in legal and bot.opinion.rounds == 50
    assert set(bot.opinion.choices) == set(legal)
    assert sum(share for _, share in bot.opinion.choices.values()) == pytest.approx(1)
    assert all(-1 <= result <= 1 for result, _ in bot.opinion.choices.values())
    best = max(bot.opinion.choices, key=lambda each: bot.opinion.choices[each][0])
    assert bot.opinion.line == ((0, best),)


def test_it_stops_when_told():
    match = race(tile=6, ruby=9, maize=9, jade=9)
    bot, told = pilot(seconds=60), []
    bot.tell = lambda opinion: told.append(opinion) or len(told) == 3
    bot.choose(match.seen_by(0), 0, match.legal_actions_of(0))
    assert len(told) == 3 and told[0].rounds < told[2].rounds == bot.opinion.rounds


@pytest.mark.parametrize("seat", [0, 1])
def test_it_knows_only_what_its_seat_knows(seat):
    """The same sight and seed, the same choice, whatever others hold or have laid."""
    hands = {"ruby": "nitro flame", "maize": "ion", "jade": "field"}
    match = race(tile=4, hands=hands, ruby=9, maize=9, jade=6, lapis=4)
    rng, found = seeded(3), set()
    for _ in range(4):
        dealt = match.seen_by(seat)
        calls.deal(dealt, seat, rng)
        calls.hide(dealt, seat)
        found.add(pilot(5, rounds=40).choose(dealt, seat, match.legal_actions_of(seat)))
    assert len(found) == 1


def test_the_cannon_that_ends_the_race_is_fired():
    fuel = {"maize": 2, "jade": 1, "lapis": 2}
    match = race(tile=13, fuel=fuel, hands={"ruby": "ion"}, ruby=8, maize=9, jade=10, lapis=12)
    assert {chosen(match, 0, pilot(seed, rounds=60)) for seed in range(5)} == {"ion-cannon"}
