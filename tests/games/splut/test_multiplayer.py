"""The bot for Splut! with three and four seats: it finds all that a turn can do, and misses no kill that is safe."""

import random
import time

import numpy as np
import pytest

from sobremesa import bots
from sobremesa.bots.bot import Budget
from sobremesa.games.splut import bot
from sobremesa.games.splut.ai import multiplayer_turns
from sobremesa.games.splut.ai.multiplayer import Many, alone, place
from sobremesa.games.splut.rules import ACTIONS, alive, may_step, sorcerer_of
from sobremesa.games.splut.tables import NOTHING, OFF, ROCKS
from sobremesa.kernel import calls
from sobremesa.lab.single import NOBODY, Single
from tests.support.games.splut import begin, ends_of, thrown_together
from tests.support.selection import exhaustive

pytestmark = pytest.mark.compiled  # it looks at thousands of positions a turn

SEATS = pytest.mark.parametrize("seats", [3, 4])
STEPS = 3


def on_the_way(seats, count, seed, standing):
    """Positions of matches at random, when a turn begins and so many stand, or more."""
    rng, found = random.Random(seed), []
    while len(found) < count:
        single = Single("splut", seats)
        for _ in range(rng.randrange(20, 120)):
            if single.turn != NOBODY:
                single.step(rng.choice(single.legal()))
        if single.turn != NOBODY and single.position[0]["standing"] >= standing and single.position[0]["steps"] == 3:
            found.append(single.position.view(np.recarray).copy())
    return found


def by_the_rules(position):
    """Every end of the turn: rocks, whether they moved, pieces."""
    return {told(s) for s in ends_of(position)}


def told(s):
    rocks = sorted((int(s.at[rock]), int(s.barred) >> rock & 1) for rock in range(ROCKS))
    return tuple(rocks), tuple(s.at[ROCKS:].tolist())


def kills(position, seat, victims):
    """Whether the seat whose turn it is can kill one of these, by the tactician's way of looking."""
    return bot.kill(np.repeat(position, STEPS + 1), seat, victims, np.empty(STEPS, np.int16)) > 0


def ends(position):
    """What every order of steps leads to that does not kill the mover's own sorcerer, by the tactician."""
    plans = np.empty((bot.LINES, STEPS), np.int16)
    seat = int(position[0].mover)
    for plan in plans[: bot.turns(np.repeat(position, STEPS + 1), seat, plans)].tolist():
        after = position.copy()
        for action in plan:
            if action >= 0:
                calls.apply(after, seat, action)
        yield after


def open_to_the_next(after, seat):
    """Whether the next to play could kill a seat."""
    s = after[0]
    return s.standing > 1 and int(s.mover) != seat and kills(after, int(s.mover), 1 << seat)


def at(position):
    single = Single("splut", int(position[0].players))
    single.suppose(np.asarray(position))
    return single


def after_turn(position, player):
    single = at(position)
    seat, before = single.turn, int(single.position[0]["turns"])
    while single.turn == seat and single.position[0]["turns"] == before:
        legal = single.legal()
        action = player.choose(single.seen_by(seat), seat, legal)
        assert action in legal
        single.step(action)
    return single.position.view(np.recarray)


@SEATS
def test_the_ends_of_a_turn_are_those_that_the_rules_lead_to_each_once(seats):
    sheet, most = multiplayer_turns.sheet(), 0
    for position in on_the_way(seats, 12, 5, 2) + thrown_together(seats, 25, 6):
        count = multiplayer_turns.sweep(sheet, position.view(np.ndarray)[0])
        found = [told(s) for s in sheet.end[:count].view(np.recarray)]
        assert len(found) == len(set(found))
        assert set(found) == by_the_rules(position)
        most = max(most, count)
    assert most > 200


@SEATS
def test_the_steps_of_an_end_lead_to_it(seats):
    sheet = multiplayer_turns.sheet()
    for position in on_the_way(seats, 5, 8, 2):
        for n in range(multiplayer_turns.sweep(sheet, position.view(np.ndarray)[0])):
            after = position.copy()
            for level in range(STEPS):
                if int(sheet.way[n]) >> 6 * level & 63:
                    calls.apply(after, int(position[0].mover), (int(sheet.way[n]) >> 6 * level & 63) - 1)
            assert after.tobytes() == sheet.end[n].tobytes()


@SEATS
def test_it_sees_whom_a_turn_can_kill(seats):
    sheet, found = multiplayer_turns.sheet(), []
    for position in thrown_together(seats, 150, 7):
        seat = int(position[0].mover)
        for victim in range(seats):
            if victim != seat:
                found.append(kills(position, seat, 1 << victim))
                assert bool(multiplayer_turns.prey(sheet, position.view(np.ndarray)[0], 1 << victim)) == found[-1]
    assert 20 < sum(found) < len(found) - 20


@SEATS
@pytest.mark.parametrize("level", ["normal", exhaustive("hard@40"), "master@40"])
def test_it_takes_a_kill_that_leaves_none_in_return(seats, level):
    found = 0
    for number, position in enumerate(on_the_way(seats, 90, 11, 3)):
        s, seat = position[0], int(position[0].mover)
        if not kills(position, seat, (1 << seats) - 1 & ~(1 << seat)):
            continue
        deadly = [after for after in ends(position) if after[0].standing < s.standing]
        if all(bot.in_danger(np.repeat(after, STEPS + 1), seat) for after in deadly):
            continue
        after = after_turn(position, bots.make(level, Single("splut", seats).game, number))
        assert after[0].standing < s.standing and alive(after[0], seat)
        assert not bot.in_danger(np.repeat(after, STEPS + 1), seat)
        found += 1
    assert found > 5


@SEATS
def test_of_two_that_are_left_it_kills_the_other_if_it_can(seats):
    found = 0
    for number, position in enumerate(thrown_together(seats, 120, 17)):
        s, seat = position[0], int(position[0].mover)
        for gone in [other for other in range(seats) if other not in (seat, (seat + 1) % seats)]:
            for piece in range(sorcerer_of(gone), sorcerer_of(gone) + 3):
                s.on[s.at[piece]] = NOTHING
                s.at[piece] = OFF
            s.standing -= 1
        if may_step(s, seat) and kills(position, seat, 1 << (seat + 1) % seats):
            player = Many(number, Budget(rounds=4))
            assert after_turn(position, player)[0].standing == 1
            assert player.opinion.expected == 1 and {each for each, _ in player.opinion.line} == {seat}
            found += 1
    assert found > 10


@SEATS
@pytest.mark.parametrize("level", [exhaustive("hard@40"), "master@40"])
def test_it_leaves_the_next_to_play_no_kill_where_that_can_be(seats, level):
    found = 0
    for number, position in enumerate(on_the_way(seats, 60, 13, 3) + thrown_together(seats, 60, 14)):
        seat = int(position[0].mover)
        if kills(position, seat, (1 << seats) - 1 & ~(1 << seat)):
            continue
        after = after_turn(position, bots.make(level, Single("splut", seats).game, number))
        lost = [open_to_the_next(end, seat) for end in ends(position)]
        if any(lost) and not all(lost):
            assert not open_to_the_next(after, seat)
            found += sum(lost) > len(lost) / 2  # where most turns lose at once
    assert found > 3


SUICIDE = """
    9             YS
    4     .  .  . ()  . GS  .
    3        . () () ()  .
    2          GD RT GT
    1             RS
"""


def test_it_plays_on_when_every_turn_is_its_death():
    match, player = begin(SUICIDE), Many(0, Budget(rounds=20))
    assert not list(ends(match.position))
    after = after_turn(match.position, player)
    assert not alive(after[0], 0) and player.opinion.expected == -1


@SEATS
def test_two_that_are_left_may_do_the_same_as_if_they_had_been_alone(seats):
    rng, out, found = random.Random(3), np.zeros(ACTIONS, np.int16), 0
    single = Single("splut", seats)
    for match in range(60):
        single.reset(match)
        while single.turn != NOBODY:
            position = single.position.view(np.recarray)
            if position[0].standing == 2:
                pair = [seat for seat in range(seats) if alive(position[0], seat)]
                twin = alone(position, *pair)
                count = calls.legal(twin, pair.index(single.turn), out)
                assert pair[int(twin[0].mover)] == single.turn and sorted(out[:count]) == sorted(single.legal())
                action = rng.choice(single.legal())
                calls.apply(twin, int(twin[0].mover), action)
                single.step(action)
                if single.turn != NOBODY:
                    assert alone(single.position.view(np.recarray), *pair).tobytes() == twin.tobytes()
                found += 1
            else:
                single.step(rng.choice(single.legal()))
    assert found > 100


@SEATS
def test_the_same_seed_and_budget_choose_the_same_in_slices_of_any_length(seats):
    for position in on_the_way(seats, 3, 21, 3):
        single, answers = at(position), []
        for portion in 4, 4, 7:
            player = Many(3, Budget(rounds=60))
            player.portion = portion
            answers.append((player.choose(single.seen_by(single.turn), single.turn, single.legal()), player.opinion))
        assert answers[0] == answers[1] == answers[2]


@SEATS
def test_the_best_line_can_be_played(seats):
    for position in on_the_way(seats, 12, 31, 2):
        single, player = at(position), Many(1, Budget(rounds=60))
        chosen = player.choose(single.seen_by(single.turn), single.turn, single.legal())
        assert player.opinion.line[0] == (single.turn, chosen) and -1 <= player.opinion.expected <= 1
        for seat, action in player.opinion.line:
            assert seat == single.turn and action in single.legal()
            single.step(action)


def test_it_stops_in_time_and_when_it_is_told_to():
    single = at(on_the_way(3, 1, 1, 3)[0])
    began, player = time.perf_counter(), Many(1, Budget(seconds=0.2))
    player.choose(single.seen_by(single.turn), single.turn, single.legal())
    assert 0.2 <= time.perf_counter() - began < 5
    player, told = Many(1, Budget(seconds=60)), []
    player.tell = lambda opinion: told.append(opinion) or len(told) == 4
    player.choose(single.seen_by(single.turn), single.turn, single.legal())
    assert len(told) == 4 and told[0].rounds < told[3].rounds == player.opinion.rounds


def test_places_follow_from_shares_of_the_win():
    assert place([1.0, 0.0, 0.0], 0) == 1
    assert place([0.25, 0.25, 0.25, 0.25], 2) == 0
    assert place([0.5, 0.5, 0.0], 1) == 0.5  # one is out already, the other as likely to go as not
    assert place([0.0, 0.6, 0.4], 0) == -1
