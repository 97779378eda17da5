"""Where a net points at actions: every legal one has a spot of its own, and a turned board plays the same."""

import random

import numpy as np
import pytest

from sobremesa import games
from sobremesa.games.end_of_line.rules import GO
from sobremesa.games.splut import policy
from sobremesa.games.splut.features import CELL
from sobremesa.games.splut.rules import THROW
from sobremesa.games.splut.tables import OFF
from sobremesa.kernel import calls
from sobremesa.lab.features import seen_by
from sobremesa.lab.single import NOBODY, Single
from sobremesa.nets.encoding import sight, spot, symmetries

SPLUT, LINES = games.find("splut"), games.find("end-of-line")


def scattered(name, count, seed):
    """Positions some way into matches at random."""
    rng, found = random.Random(seed), []
    while len(found) < count:
        single = Single(name, 2, seed=rng.randrange(1000))
        for _ in range(rng.randrange(60)):
            if single.turn != NOBODY:
                single.step(rng.choice(single.legal()))
        if single.turn != NOBODY:
            found.append(single)
    return found


def squares(turn):
    """Where each square of Splut! comes to lie."""
    back = {int(cell): square for square, cell in enumerate(CELL)}
    return [*(back[int(policy.moved()[turn, CELL[square]])] for square in range(OFF)), OFF]


def turned_splut(position, turn):
    """The same position on a turned board."""
    after, to = position.copy(), squares(turn)
    after["at"][0] = [to[square] for square in position["at"][0]]
    for square, there in enumerate(to):
        after["on"][0, there] = position["on"][0, square]
    return after


def turned_action(action, turn):
    manner, ways = action // 4, policy.directions()[turn]
    if manner >= THROW:
        manner = THROW + ways[manner - THROW]
    return int(4 * manner + ways[action % 4])


def turned_lines(position, turn):
    after, size = position.copy(), int(position["width"][0])
    to = symmetries(LINES, 2)[1][turn][: size * size]
    for square, there in enumerate(to):
        after["on"][0, there] = position["on"][0, square]
        kind, heading = divmod(int(position["face"][0, square]), 4)
        lies = 1 <= position["on"][0, square] <= 2
        after["face"][0, there] = 4 * kind + (heading + turn) % 4 if lies else 0
    for line in range(2):
        for n in range(int(position["laid"][0, line]) + 1):
            after["path"][0, line, n] = to[position["path"][0, line, n]]
    return after


CASES = [(SPLUT, turned_splut, turned_action), (LINES, turned_lines, lambda action, turn: action)]


@pytest.mark.parametrize(("game", "turned", "act"), CASES, ids=["splut", "end-of-line"])
def test_a_turned_board_plays_sees_and_points_the_same(game, turned, act):
    seen_to, spot_to = symmetries(game, 2)
    assert (np.sort(seen_to, 1) == np.arange(sight(game, 2).size)).all()
    assert (np.sort(spot_to, 1) == np.arange(sight(game, 2).spots)).all()
    for single in scattered(game.name, 12, 5):
        before, seat = single.position, single.turn
        for turn in range(len(spot_to)):
            there = Single(game, 2)
            there.suppose(turned(before, turn))
            assert {act(action, turn) for action in single.legal()} == set(there.legal())
            seen = np.zeros_like(single.observe())
            seen[seen_to[turn]] = single.observe()
            assert (seen == there.observe()).all()
            for action in single.legal():
                pointed = spot(before.view(np.recarray)[0], seat, action)
                again = spot(there.position.view(np.recarray)[0], seat, act(action, turn))
                assert spot_to[turn, pointed] == again
            action = single.legal()[0]
            after, elsewhere = before.copy(), there.position.copy()
            calls.apply(after, seat, action)
            calls.apply(elsewhere, seat, act(action, turn))
            assert turned(after, turn).tobytes() == elsewhere.tobytes()


@pytest.mark.parametrize("game", [SPLUT, LINES], ids=["splut", "end-of-line"])
def test_every_legal_action_has_a_spot_of_its_own_on_the_board(game):
    seen = sight(game, 2)
    for single in scattered(game.name, 20, 6):
        s = single.position.view(np.recarray)[0]
        spots = [int(spot(s, single.turn, action)) for action in single.legal()]
        assert len(set(spots)) == len(spots)
        assert all(0 <= each < seen.spots and each % seen.area in seen.cells for each in spots)


def test_a_card_is_pointed_at_where_it_would_lie():
    single = scattered("end-of-line", 1, 7)[0]
    while single.legal()[0] >= GO:
        single.step(single.legal()[0])
    action = single.legal()[0]
    where = spot(single.position.view(np.recarray)[0], single.turn, action) % 49
    seat = single.turn
    single.step(action)
    assert seen_by(LINES, single.position, seat)[7 * 49 + where] == 1


def test_a_game_that_does_not_say_where_is_one_row_of_numbers():
    dice = games.find("shut-the-lines")
    seen = sight(dice, 2)
    single = Single(dice, 2)
    assert (seen.planes, seen.area, seen.size) == (0, 1, len(single.observe()))
    s = single.position.view(np.recarray)[0]
    assert [spot(s, single.turn, action) for action in single.legal()] == single.legal()
    assert [table.shape[0] for table in symmetries(dice, 2)] == [1, 1]
