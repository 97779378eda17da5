"""Every level plays every game, honestly, and the stronger ones are stronger."""

from itertools import pairwise

import numpy as np
import pytest

from sobremesa import bots, games
from sobremesa.bots.bot import Budget
from sobremesa.bots.levels import ANY, EVERY_GAME, LEVELS, TABLE, preset_of, rows, seated, thinks
from sobremesa.games.end_of_line.ai.solver import solve
from sobremesa.games.end_of_line.rules.points import points
from sobremesa.kernel import calls
from sobremesa.kernel.rng import seeded
from sobremesa.lab.single import NOBODY, Single
from sobremesa.mistakes import BadOption
from sobremesa.play.match import Match
from tests.support.selection import exhaustive

CASES = [
    ("splut", 2, {}),
    ("splut", 3, {}),
    ("splut", 4, {}),
    ("end-of-line", 2, {}),
    ("end-of-line", 2, {"edition": "2021"}),
    ("end-of-line", 5, {}),
    ("end-of-line", 4, {"mode": "teams"}),
    ("end-of-line", 3, {"mode": "coop"}),
    ("end-of-line", 2, {"mode": "coop", "deck": "open"}),
    ("end-of-line", 1, {}),
    ("end-of-line", 1, {"deck": "open", "walls": ((0, 1), (1, 4))}),
    ("end-of-line", 1, {"mode": "classic"}),
    ("shut-the-lines", 2, {"plans": "3", "target": 3, "voluntary_partial": True}),
    exhaustive("shut-the-lines", 2, {"plans": "choose", "target": 3, "voluntary_partial": True}),  # plan 4 is solved
    ("shut-the-lines", 1, {"rounds": 2}),
    ("outspeed", 3, {}),
    ("outspeed", 6, {"first_game": True}),
]


def little(level, game):
    """A level that thinks little, where it thinks: enough to see what it does."""
    return f"{level}@30" if thinks(level, games.find(game)) else level


def duel(game, seats, one, other, matches, **options):
    """How many points the one takes from as many matches against the others, at each seat in turn."""
    single, points = Single(game, seats, **options), 0.0
    for match in range(matches):
        single.reset(match)
        names = [one if seat == match % seats else other for seat in range(seats)]
        players = [bots.make(name, single.game, 100 * match + seat) for seat, name in enumerate(names)]
        while single.turn != NOBODY:
            seat = single.turn
            single.step(players[seat].choose(single.seen_by(seat).view(np.recarray), seat, single.legal()))
        points += (single.rewards()[match % seats] + 1) / 2
    return points


def test_the_levels_of_every_game_are_listed_in_order():
    for name in games.names():
        listed = bots.names(games.find(name))
        assert listed[0] == "random" and tuple(listed[-5:]) == LEVELS
        assert bots.usual(games.find(name)) in listed


def test_a_higher_level_thinks_no_less_and_errs_no_more():
    for row in [*EVERY_GAME.values(), *(row for seats in TABLE.values() for row in seats.values())]:
        presets = [row[level] for level in LEVELS]
        assert presets[-1].noise == 0
        for lower, higher in pairwise(presets):
            assert higher.rounds >= lower.rounds and higher.noise <= lower.noise and higher != lower
    assert set(TABLE) == set(games.names()) and all(ANY in seats for seats in TABLE.values())


@pytest.mark.parametrize(
    ("seats", "options", "player"),
    [
        (2, {}, "learnt"),
        (2, {"edition": "2021"}, "ai.line_bot:Lines"),
        (2, {"mode": "coop"}, "ai.line_bot:Lines"),
        (3, {}, "ai.line_bot:Lines"),
    ],
)
def test_a_net_is_master_where_it_has_learnt_and_nowhere_else(seats, options, player):
    game = games.find("end-of-line")
    position = game.start(*game.agree(seats, options))[0]
    assert preset_of("master", game, position).player == player
    assert preset_of("hard", game, position).player == "ai.line_bot:Lines"


@pytest.mark.compiled
def test_a_budget_stands_in_place_of_a_levels_own():
    game = games.find("end-of-line")
    bot = bots.make("hard@7", game, 1)
    single = Single(game, 2)
    bot.choose(single.seen_by(single.turn), single.turn, single.legal())
    assert bot.player.budget == Budget(rounds=7) and bot.opinion.rounds == 7
    assert bots.make("hard@0.5s", game, 1).budget == Budget(seconds=0.5)
    bot = bots.make("master", game, 1)
    bot.choose(single.seen_by(single.turn), single.turn, single.legal())
    assert 0 < bot.player.budget.seconds <= 2 and bot.player.budget.rounds > 1000  # whichever is over first
    with pytest.raises(BadOption, match="hard does not think"):
        bots.make("hard@7", games.find("shut-the-lines"), 1)


@pytest.mark.compiled
@pytest.mark.parametrize(("game", "seats", "options"), CASES)
def test_every_level_plays_every_kind_of_match(game, seats, options):
    """To its end; a few of Splut! are not."""
    for number, level in enumerate(LEVELS):
        single = Single(game, seats, seed=number, **options)
        players = [bots.make(little(level, game), single.game, seat) for seat in range(seats)]
        for _ in range(60 if game == "splut" else 600):
            if single.turn == NOBODY:
                break
            seat, legal = single.turn, single.legal()
            chosen = players[seat].choose(single.seen_by(seat).view(np.recarray), seat, legal)
            assert chosen in legal
            single.step(chosen)
        assert single.turn == NOBODY or game == "splut"


@pytest.mark.compiled
@pytest.mark.parametrize(("game", "seats"), [("end-of-line", 2), ("end-of-line", 3), ("outspeed", 4)])
def test_what_a_level_cannot_see_makes_no_difference(game, seats):
    rng = seeded(3)
    single = Single(game, seats, seed=2)
    for step in range(24):
        if single.turn == NOBODY:
            break
        other = single.position.copy()
        calls.deal(other, single.turn, rng)
        calls.hide(other, single.turn)
        level = little(LEVELS[step % 5], game)
        answers = {
            bots.make(level, single.game, step).choose(seen.view(np.recarray), single.turn, single.legal())
            for seen in (single.seen_by(single.turn), other, single.seen_by(single.turn))
        }
        assert len(answers) == 1
        single.step(answers.pop())


@pytest.mark.compiled
def test_a_game_that_the_table_does_not_name_has_levels_too(sealed_bids):
    assert rows(sealed_bids) is EVERY_GAME
    for level in LEVELS:
        match = Match(sealed_bids, 2, seed=1)
        players = [bots.make(f"{level}@40", sealed_bids, seat) for seat in range(2)]
        while not match.is_over:
            seat = match.to_act[0]
            legal = match.legal_actions_of(seat)
            chosen = players[seat].choose(match.seen_by(seat), seat, legal)
            assert chosen in legal
            match.push(match.move(seat, chosen))


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("game", "seats", "options", "hard"),
    [
        ("splut", 2, {}, "hard@600"),
        exhaustive("splut", 3, {}, "hard@30"),
        exhaustive("splut", 4, {}, "hard@30"),
        ("end-of-line", 2, {}, "hard"),
        ("shut-the-lines", 2, {"plans": "3", "target": 20}, "hard"),
        exhaustive("outspeed", 4, {}, "hard@1500"),
    ],
)
def test_hard_beats_chance_and_beginners(game, seats, options, hard):
    matches = 40 if game == "outspeed" else 8  # a race is also luck
    for other in "random", "beginner":
        assert duel(game, seats, hard, other, matches, **options) >= 5.5 / 8 * matches, other


@pytest.mark.parametrize("level", LEVELS)
def test_the_clock_makes_no_level_think_more(level):
    """Where it ends a thought it may only make it shorter: rounds say how many orders of a deck are tried."""
    preset = rows(games.find("end-of-line"))[ANY][level]
    timed = seated(preset, games.find("end-of-line"), 1, None)
    untimed = seated(preset, games.find("end-of-line"), 1, Budget(rounds=preset.rounds))
    assert timed.budget.seconds and timed.worlds() == untimed.worlds() and (timed.worlds() > 0) == (level == "master")


@pytest.mark.compiled
@pytest.mark.parametrize("options", [{}, {"walls": ((0, 1),), "turns": "exact"}, {"edition": "2021"}])
def test_alone_with_an_open_deck_the_best_is_played(options):
    single = Single("end-of-line", 1, deck="open", **options)
    bot = bots.make("master", single.game, 1)
    while single.turn != NOBODY:
        single.step(bot.choose(single.seen_by(0).view(np.recarray), 0, single.legal()))
    best = solve(options.get("walls", ()), options.get("edition", "es"), options.get("turns", "stop"))
    assert points(single.position.view(np.recarray)[0]) == best.score and single.position[0]["empty"] == 0
