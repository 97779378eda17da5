"""The bots of Outspeed: what they see, and how they fare."""

import numpy as np
import pytest

from sobremesa import bots
from sobremesa.games.outspeed import GAME
from sobremesa.games.outspeed.ai.bot_races import run
from sobremesa.games.outspeed.ai.evaluation import chances, prospects
from sobremesa.games.outspeed.bot import LEVELS
from sobremesa.games.outspeed.tables import SHIPS, SYMBOLS, TILES
from sobremesa.kernel import calls
from sobremesa.kernel.rng import seeded
from tests.support.games.outspeed import race

pytestmark = pytest.mark.compiled


def choices(name, match, seat, tries=20):
    """Everything that a bot chooses here, over many seeds."""
    legal, seen = match.legal_actions_of(seat), match.seen_by(seat)
    return {match.move(seat, bots.make(name, GAME, seed).choose(seen, seat, legal)).text for seed in range(tries)}


def wins(one, others, seats, races, seed):
    """The share of the wins that one bot takes from a table of others, its seat going round."""
    start, rng, worth = GAME.start(*GAME.agree(seats)), seeded(seed), np.zeros(SHIPS)
    levels = [LEVELS.get(name, np.zeros_like(LEVELS["weak"])) for name in (one, *[others] * (seats - 1))]
    total = 0.0
    for n in range(races):
        states = start.copy()
        places = np.array([levels[(seat - n) % seats] for seat in range(seats)])
        run(states, places, np.zeros((TILES, 2, len(SYMBOLS)), np.int64), rng)
        prospects(states[0], worth)
        total += worth[n % seats]
    return total / races


@pytest.mark.parametrize(("one", "others", "more_than"), [("weak", "random", 0.28), ("middle", "random", 0.4)])
def test_a_bot_beats_those_who_take_any_route(one, others, more_than):
    """A fair share would be a quarter."""
    assert wins(one, others, 4, 100, 7) > more_than


@pytest.mark.parametrize("seats", [3, 6])
def test_the_strong_one_wins_more_than_its_share(seats):
    assert wins("strong", "random", seats, 30, 7) > 1.5 / seats


@pytest.mark.parametrize("name", LEVELS)
def test_a_bot_knows_only_what_its_seat_knows(name):
    """The same sight and seed, the same choice, whatever others hold, have laid, or have programmed."""
    match = race(
        tile=4, hands={"ruby": "nitro flame", "maize": "ion", "jade": "field"}, ruby=9, maize=9, jade=6, lapis=4
    )
    rng = seeded(3)
    for seat in 0, 1:
        seen = match.seen_by(seat)
        chosen = set()
        for _ in range(4):
            dealt = seen.copy()
            calls.deal(dealt, seat, rng)
            calls.hide(dealt, seat)
            chosen.add(bots.make(name, GAME, 5).choose(dealt, seat, match.legal_actions_of(seat)))
        assert len(chosen) == 1


def test_the_cannon_that_ends_the_race_is_fired():
    """On the finish tile, all ahead have 2 fuel or less."""
    fuel = {"maize": 2, "jade": 1, "lapis": 2}
    match = race(tile=13, fuel=fuel, hands={"ruby": "ion"}, ruby=8, maize=9, jade=10, lapis=12)
    assert choices("strong", match, 0) == {"ion-cannon"}


def test_nobody_ahead_no_flame():
    match = race(tile=5, hands={"ruby": "flame"}, ruby=12, maize=9, jade=10, lapis=8)
    assert choices("strong", match, 0) == {"none"}


def test_one_rides_alone_where_there_is_room_for_one():
    """Tile 7, route A: who always took it would often meet others there."""
    match = race(tile=7, ruby=3, maize=3, jade=3)
    assert len(choices("strong", match, 0, 60)) > 1


def test_chances_add_up_and_favour_who_is_ahead():
    match = race(tile=12, ruby=12, maize=9, jade=9, lapis=None)
    out = np.zeros(SHIPS)
    chances(match.position[0], out)
    assert out.sum() == pytest.approx(1)
    assert out[0] > out[1] > out[3] == 0
    assert out[1] == pytest.approx(out[2])
