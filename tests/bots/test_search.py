"""The search plays any game, by what its seat may know and nothing else."""

import time

import numpy as np
import pytest

from sobremesa import bots, games, kernel
from sobremesa.bots import search, searcher
from sobremesa.bots.bot import Budget
from sobremesa.bots.searcher import Searcher
from sobremesa.games.splut import draw
from sobremesa.kernel import calls
from sobremesa.kernel.rng import seeded
from sobremesa.lab.single import NOBODY, Single
from sobremesa.mistakes import BadOption, UnknownBot
from tests.toys.hands import rules as hands

pytestmark = pytest.mark.compiled
CASES = [
    ("splut", 2, {}),
    ("splut", 3, {}),
    ("end-of-line", 3, {}),
    ("end-of-line", 4, {"mode": "teams"}),
    ("end-of-line", 2, {"mode": "coop"}),
    ("end-of-line", 1, {}),
    ("shut-the-lines", 2, {}),
    ("outspeed", 3, {}),
]
KILL = """
9             .
8          .  GS .
7       .  .  .  .  .
6    .  .  .  .  .  .  .
5 () .  .  .  .  .  .  .  ()
4    .  .  .  () .  .  .
3       .  .  RT .  .
2          RS RD .
1             ()
"""


def some_way_on(game, seats, options, choices, seed=1):
    single = Single(game, seats, seed=seed, **options)
    for _ in range(choices):
        if single.turn != NOBODY:
            single.step(single.legal()[-1])
    return single


@pytest.mark.parametrize(("game", "seats", "options"), CASES)
def test_it_chooses_what_is_legal_and_the_same_from_the_same_seed(game, seats, options):
    for choices in 0, 5:
        single = some_way_on(game, seats, options, choices)
        if single.turn == NOBODY:
            continue
        seen = single.seen_by(single.turn)
        found = {Searcher(5, Budget(rounds=200)).choose(seen, single.turn, single.legal()) for _ in range(3)}
        assert len(found) == 1 and found <= set(single.legal())


@pytest.mark.parametrize(("game", "seats"), [("end-of-line", 3), ("outspeed", 3)])
def test_what_it_cannot_see_makes_no_difference(game, seats):
    rng = seeded(3)
    for choices in 1, 4, 9:
        single = some_way_on(game, seats, {}, choices)
        if single.turn == NOBODY:
            continue
        other = single.position.copy()
        calls.deal(other, single.turn, rng)
        answers = []
        for position in single.position, other:
            seen = position.copy()
            calls.hide(seen, single.turn)
            bot = Searcher(7, Budget(rounds=300))
            answers.append((bot.choose(seen, single.turn, single.legal()), bot.opinion))
        assert answers[0] == answers[1]


def test_it_sees_a_kill():
    """The troll steps onto the rock and throws it at the sorcerer, who is on the same file."""
    position = draw.read(KILL, 2)
    single = Single("splut", 2)
    single.suppose(position.view(np.ndarray))
    bot = Searcher(1, Budget(rounds=3000))
    single.step(bot.choose(single.seen_by(0), 0, single.legal()))
    assert single.turn == NOBODY and single.rewards().tolist() == [1, -1]
    assert bot.opinion.expected > 0.9


def test_its_memory_is_bounded(monkeypatch):
    monkeypatch.setattr(searcher, "PAGES", 50)
    monkeypatch.setattr(searcher, "LINES", 400)
    single = Single("splut", 2)
    bot = Searcher(1, Budget(rounds=2000))
    assert bot.choose(single.seen_by(0), 0, single.legal()) in single.legal()
    assert bot.memory.used[0] <= 50 and bot.memory.used[1] <= 400
    assert bot.opinion.rounds == 2000
    single.step(single.legal()[0])
    single.step(single.legal()[0])
    assert bot.choose(single.seen_by(single.turn), single.turn, single.legal()) in single.legal()


def test_it_stops_in_time_and_when_it_is_told_to():
    single = Single("splut", 2)
    bot = Searcher(1, Budget(seconds=0.1))
    bot.choose(single.seen_by(0), 0, single.legal())
    began = time.perf_counter()
    bot.choose(single.seen_by(0), 0, single.legal())
    assert 0.1 <= time.perf_counter() - began < 5
    bot, told = Searcher(1, Budget(seconds=60)), []
    bot.tell = lambda opinion: told.append(opinion) or len(told) == 3
    assert bot.choose(single.seen_by(0), 0, single.legal()) in single.legal()
    assert len(told) == 3 and told[0].rounds < told[2].rounds <= bot.opinion.rounds
    assert sum(share for _, share in bot.opinion.choices.values()) == pytest.approx(1)


@pytest.mark.parametrize("budget", [Budget(rounds=1), Budget(rounds=40), Budget(seconds=0.01), Budget(10_000, 0.001)])
def test_an_outlook_is_had_however_soon_it_ends(budget):
    game = games.find("splut")
    mean, error = Searcher(1, budget).outlook(game.start(*game.agree()), 0, budget)
    assert mean.shape == error.shape == (2,)
    assert np.isfinite(mean).all() and np.isfinite(error).all() and abs(mean.sum()) < 1e-9


def test_what_was_learnt_is_still_there_after_the_move():
    single = Single("splut", 2)
    bot = Searcher(1, Budget(rounds=3000))
    single.step(bot.choose(single.seen_by(0), 0, single.legal()))
    _, (seat, answer) = bot.opinion.line[:2]
    assert seat == single.turn == 1
    single.step(answer)
    page = search.page_of(single.seen_by(1), 1, bot.memory, bot.desk, False)
    assert bot.memory.visits[page] > 0


def test_the_best_line_can_be_played():
    for game, seats, options in CASES:
        single = some_way_on(game, seats, options, 3)
        bot = Searcher(1, Budget(rounds=1500))
        if single.turn == NOBODY or len(single.legal()) == 1:
            continue
        chosen = bot.choose(single.seen_by(single.turn), single.turn, single.legal())
        assert -1 <= bot.opinion.expected <= 1
        assert chosen in bot.opinion.choices
        if game == "splut":
            for seat, action in bot.opinion.line:
                assert seat == single.turn
                single.step(action)


def test_it_beats_chance_and_knows_when_it_is_alone():
    won = 0
    for seed in range(6):
        single = Single("end-of-line", 2, seed=seed)
        players = [Searcher(seed, Budget(rounds=300)), bots.make("random", single.game, seed)]
        while single.turn != NOBODY:
            seat = single.turn
            single.step(players[(seat + seed) % 2].choose(single.seen_by(seat), seat, single.legal()))
        won += single.rewards()[seed % 2] > 0
    assert won >= 5


def test_bots_are_made_by_name_and_budget():
    game = games.find("splut")
    assert bots.make("uct@50", game, 1).budget == Budget(rounds=50)
    assert str(bots.make("uct@1.5s", game, 1).budget) == "1.5s"
    assert "uct" not in bots.names(game)
    for wrong in "uct@", "uct@0", "uct@soon", "uct@-1s":
        with pytest.raises(BadOption, match="A budget is"):
            bots.make(wrong, game, 1)
    with pytest.raises(BadOption, match="does not think"):
        bots.make("random@5", game, 1)
    with pytest.raises(UnknownBot, match="no bot 'utc'"):
        bots.make("utc@5", game, 1)


@pytest.mark.parametrize("seat", [0, 1])
def test_regrets_come_near_the_best_mix(seat):
    """Also for who is asked when the other has chosen already: that choice is thought over as one to come."""
    kernel.enter(hands)
    errors = []
    for seed in range(4):
        position = kernel.blank(hands.State)
        position[0].shown[0] = hands.SEALED * seat
        bot = Searcher(seed, Budget(rounds=10_000))
        assert bot.choose(position, seat, [0, 1, 2]) in (0, 1, 2)
        shares = bot._page(position, seat)[3]
        errors.append(np.abs(shares / shares.sum() - np.array([1, 4, 2]) / 7).max())
    assert np.mean(errors) < 0.1, errors


def test_who_is_bold_answers_what_the_others_would_choose():
    kernel.enter(hands)
    position = kernel.blank(hands.State)
    mixed = {Searcher(seed, Budget(rounds=500)).choose(position, 0, [0, 1, 2]) for seed in range(12)}
    assert len(mixed) > 1
    bot = Searcher(1, Budget(rounds=500), bold=True)
    chosen = bot.choose(position, 0, [0, 1, 2])
    assert bot.opinion.choices[chosen][0] == max(bot.opinion.choices[hand][0] for hand in range(3))


def test_what_others_hold_is_not_told_apart():
    """In End of Line the answers to a card are learnt for all hands together, so that they are soon known."""
    single = Single("end-of-line", 2, seed=4)
    seat = single.turn
    bot = Searcher(1, Budget(rounds=2000), knows=True)
    single.step(bot.choose(single.seen_by(seat), seat, single.legal()))
    other = single.turn
    assert other != seat
    seen = single.seen_by(other)
    assert search.look(seen[0], other, bot.desk, True)
    page = search.find(bot.memory, search.key_of(bot.desk, other))
    assert page >= 0 and bot.memory.visits[page] > 50
    lines = slice(bot.memory.first[page], bot.memory.first[page] + bot.memory.lines[page])
    assert set(single.legal()) <= set(bot.memory.actions[lines].tolist())


def test_what_is_known_of_a_game_is_left_alone_by_who_does_not_use_it():
    single = Single("end-of-line", 2, seed=4)
    seen, seat = single.seen_by(single.turn), single.turn
    plain, knowing = Searcher(1, Budget(rounds=300)), Searcher(1, Budget(rounds=300), knows=True)
    plain.choose(seen, seat, single.legal())
    knowing.choose(seen, seat, single.legal())
    assert plain.opinion.choices != knowing.opinion.choices
