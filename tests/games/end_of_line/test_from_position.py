"""Playing on alone from any position: what the solver says is compared with trying everything by the rules."""

import random

import numpy as np
import pytest

from sobremesa import bots
from sobremesa.games.end_of_line.ai.endgame import values
from sobremesa.games.end_of_line.ai.from_position import Rest, TooLong
from sobremesa.games.end_of_line.ai.solver import solve
from sobremesa.games.end_of_line.rules import ACTIONS, apply, legal, to_act, weigh
from sobremesa.games.end_of_line.rules.points import points, success
from sobremesa.games.end_of_line.tables import DECK, KIND_NAMES, KINDS, WALL
from sobremesa.kernel import CHANCE
from sobremesa.lab.single import NOBODY, Single
from tests.support.games.end_of_line import small, some_walls
from tests.support.selection import exhaustive

pytestmark = pytest.mark.compiled  # it looks at thousands of lines

PLENTY = 10_000_000


def key(s, order):
    """What the rest of a match depends on."""
    laid = int(s.laid[0])
    last = [(int(s.path[0, card]), int(s.face[s.path[0, card]])) for card in range(max(0, laid - 1), laid + 1)]
    taken, hand, left = (s.on != 0).tobytes(), s.hand[0].tobytes(), s.deck[0].tobytes()
    turn = int(s.phase), int(s.to_lay), int(s.back), min(int(s.rounds), 3), int(s.energy[0])
    return taken, tuple(last), hand, left, turn, order


def try_everything(position, known, order=None):
    """What a position is worth: with an order, to whoever knows what will be drawn, and otherwise on average."""
    s = position[0]
    waiting = to_act(s)
    if waiting == 0:
        return float(success(s))
    if key(s, order) not in known:
        seat = CHANCE if waiting == 1 << CHANCE else 0
        out, odds = np.zeros(ACTIONS, np.int16), np.zeros(ACTIONS, np.int32)
        actions = out[: legal(s, seat, out)].tolist()
        rest = order
        if seat == CHANCE and order:
            actions, rest = [order[0]], order[1:]
        worths = []
        for action in actions:
            after = position.copy()
            apply(after[0], seat, action)
            worths.append(try_everything(after, known, rest))
        if seat == CHANCE and not order:
            weigh(s, odds)
            known[key(s, order)] = sum(map(float.__mul__, worths, map(float, odds))) / int(odds.sum())
        else:
            known[key(s, order)] = max(worths)
    return known[key(s, order)]


def wandered(single, dice, most):
    """Some choices at random, but so that a choice is left; none if that does not come about."""
    for _ in range(dice.randrange(most)):
        before = single.position.copy()
        single.step(dice.choice(single.legal()))
        if single.turn == NOBODY:
            single.suppose(before)
            break
    return single.position.view(np.recarray).copy()


def begun(seed, squares, **options):
    """A puzzle with more walls than the game has, some choices after its start."""
    dice = random.Random(seed)
    single = Single("end-of-line", 1, seed=seed, **options)
    position = single.position.view(np.recarray).copy()
    for row, column in small(seed, squares):
        position[0].on[5 * row + column] = WALL
    position[0].empty = squares
    single.suppose(position)
    return wandered(single, dice, squares)


def followed(rest, position):
    """What the solver promises, and what its line comes to; where it says nothing, anything is chosen."""
    found = rest.best()
    assert found
    plan = rest.choices_of(found)
    out = np.zeros(ACTIONS, np.int16)
    while to_act(position[0]):
        legal(position[0], 0, out)
        apply(position[0], 0, plan.get(position.tobytes(), int(out[0])))
    return rest.worth(found), float(success(position[0]))


@pytest.mark.parametrize("turns", ["stop", "exact"])
@pytest.mark.parametrize("edition", ["es", "en", "2021"])
@pytest.mark.parametrize("seed", [0, exhaustive(1), 2, 3, exhaustive(4), 5])
def test_from_the_middle_of_an_open_deck_by_trying_everything(seed, edition, turns):
    position = begun(seed, 6, deck="open", edition=edition, turns=turns)
    best = try_everything(position.copy(), {})
    said, reached = followed(Rest(position, PLENTY), position.copy())
    assert said == pytest.approx(best) and reached == pytest.approx(best)


@pytest.mark.parametrize("turns", ["stop", "exact"])
@pytest.mark.parametrize("edition", ["es", "en", "2021"])
@pytest.mark.parametrize("seed", range(4))
def test_from_the_middle_of_a_known_order_by_trying_everything(seed, edition, turns):
    options = {"edition": edition, "turns": turns, "mulligan": False, "extra_gas": False}
    position = begun(seed, 8, **options)
    order = [kind for kind in range(KINDS) for _ in range(position[0].deck[0, kind])]
    random.Random(seed).shuffle(order)
    rest = Rest(position, PLENTY, order)
    assert rest.worth(rest.best()) == pytest.approx(try_everything(position, {}, tuple(order)))


@pytest.mark.parametrize("turns", ["stop", "exact"])
@pytest.mark.parametrize("edition", ["es", "en", "2021"])
@pytest.mark.parametrize("seed", range(6))
def test_from_the_start_it_is_as_the_solver_of_puzzles_says(seed, edition, turns):
    walls = tuple(some_walls(seed))
    single = Single(
        "end-of-line", 1, seed=seed, edition=edition, turns=turns, walls=walls, mulligan=False, extra_gas=False
    )
    position = single.position.view(np.recarray)
    hand = [kind for kind in range(KINDS) for _ in range(position[0].hand[0, kind])]
    order = [kind for kind in range(KINDS) for _ in range(position[0].deck[0, kind])]
    random.Random(seed).shuffle(order)
    best = solve(walls, edition, turns, order=[KIND_NAMES[kind] for kind in hand + order])
    rest = Rest(position, PLENTY, order)
    found = rest.best()
    if best.score is None:
        assert found is None or found.way.missing > 0
    else:
        assert (3 - found.cost if edition == "2021" else found.cost) == best.score


def test_where_it_takes_too_long_it_says_so():
    single = Single("end-of-line", 1, deck="open")
    with pytest.raises(TooLong):
        Rest(single.position.view(np.recarray), 10).best()


@pytest.mark.parametrize("options", [{}, {"edition": "en", "walls": ((0, 1),)}, {"edition": "2021", "turns": "exact"}])
@pytest.mark.parametrize("seed", range(4))
def test_a_master_goes_on_as_well_as_can_be_after_others_chose_anyhow(seed, options):
    """With an open deck it reaches what its solver promises from there, whatever came before."""
    single = Single("end-of-line", 1, deck="open", **options)
    position = wandered(single, random.Random(seed), 16)
    bot = bots.make("master", single.game, seed)
    rest = Rest(position, PLENTY)
    promised = rest.worth(rest.best())
    while single.turn != NOBODY:
        single.step(bot.choose(single.seen_by(0).view(np.recarray), 0, single.legal()))
    assert float(success(single.position.view(np.recarray)[0])) == pytest.approx(promised)


def late(seed, **options):
    """A position of a shuffled deck with hardly anything left to draw, reached by a bot that knows what it does."""
    single = Single("end-of-line", 1, seed=seed, **options)
    bot = bots.make("hard", single.game, seed)
    while single.turn != NOBODY:
        s = single.position.view(np.recarray)[0]
        left = DECK - int(s.laid[0]) - int(s.held[0])
        if 0 < left <= 3 and len(single.legal()) > 1:
            return single
        single.step(bot.choose(single.seen_by(0).view(np.recarray), 0, single.legal()))
    pytest.fail("nothing is left to choose")


@pytest.mark.parametrize("seed", range(3))
def test_the_ending_of_a_shuffled_deck_is_exact(seed):
    single = late(seed)
    position, choices = single.position.view(np.recarray), single.legal()
    found = values(position, choices, PLENTY)
    assert found
    known = {}
    for action in choices:
        after = position.copy()
        apply(after[0], 0, action)
        assert found[action] == pytest.approx(try_everything(after, known))


def test_the_same_dice_choose_the_same_alone():
    played = []
    for _ in range(2):
        single = Single("end-of-line", 1, seed=4)
        bot, chosen = bots.make("master@3000", single.game, 9), []
        while single.turn != NOBODY:
            chosen.append(bot.choose(single.seen_by(0).view(np.recarray), 0, single.legal()))
            single.step(chosen[-1])
        played.append(chosen)
    assert played[0] == played[1]


def test_a_master_alone_with_a_shuffled_deck_fills_the_area_and_leaves_little_over():
    """Whoever knew the order would mostly leave 0 over; hardly anybody who does not leaves more than 2."""
    single = Single("end-of-line", 1)
    for seed in range(2):
        single.reset(seed)
        bot = bots.make("master@3000", single.game, seed)
        while single.turn != NOBODY:
            single.step(bot.choose(single.seen_by(0).view(np.recarray), 0, single.legal()))
        s = single.position.view(np.recarray)[0]
        assert s.empty == 0 and points(s) <= 3


@pytest.mark.parametrize("turns", ["stop", "exact"])
@pytest.mark.parametrize("edition", ["es", "en"])
def test_two_masters_with_an_open_deck_reach_the_best_together(edition, turns):
    single = Single("end-of-line", 2, mode="coop", deck="open", edition=edition, turns=turns)
    players = [bots.make("master", single.game, seat) for seat in range(2)]
    while single.turn != NOBODY:
        seat = single.turn
        single.step(players[seat].choose(single.seen_by(seat).view(np.recarray), seat, single.legal()))
    s = single.position.view(np.recarray)[0]
    assert s.empty == 0 and points(s) == 1
