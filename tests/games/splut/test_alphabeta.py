"""The bot that looks turns ahead in Splut! for two: it finds all that a turn can do, and misses no kill."""

import random
import time

import numpy as np
import pytest

from sobremesa.bots.bot import Budget
from sobremesa.games.splut import bot
from sobremesa.games.splut.ai import hunter, tree, turns
from sobremesa.games.splut.ai.alphabeta import Alphabeta
from sobremesa.games.splut.ai.kills import can_kill
from sobremesa.games.splut.ai.turns import ENDS, MEN, expand, key_of, pack, pack_way
from sobremesa.games.splut.tables import OFF, ROCKS
from sobremesa.kernel import calls
from sobremesa.kernel.rng import seeded
from sobremesa.lab.single import NOBODY, Single
from tests.support.games.splut import FORCED, KILLS, OWN_GOAL, THREAT, begin, ends_of, thrown_together

pytestmark = pytest.mark.compiled  # it looks at thousands of positions a turn


def scattered(count, seed, **options):
    """Positions some way into matches at random, most in the middle of a turn."""
    rng, found = random.Random(seed), []
    while len(found) < count:
        single = Single("splut", 2, **options)
        for _ in range(rng.randrange(60)):
            if single.turn != NOBODY:
                single.step(rng.choice(single.legal()))
        if single.turn != NOBODY:
            found.append(single.position.view(np.recarray).copy())
    return found


def by_the_rules(position):
    """Every end of the turn: the rocks with whether they moved, and the pieces."""
    turn = int(position[0].turns)
    return {
        sides([int(square) for square in s.at], int(s.barred) if s.turns == turn + 1 else 0)
        for s in ends_of(position)  # later if the other had no step to make
    }


def sides(at, moved):
    rocks = sorted((at[rock], moved >> rock & 1) for rock in range(ROCKS))
    return tuple(rocks), tuple(at[ROCKS:MEN])


def all_ends(position):
    """The same as the bot finds it, and the key of each."""
    s = position[0]
    boards, ways, keys = (np.zeros(ENDS, np.int64) for _ in range(3))
    board, way, seat = pack(s), pack_way(s), int(s.mover)
    key = key_of(board, way & 15, seat)
    args = turns.room(), board, way, key, seat, int(s.steps), bool(s.levitate_adjacent)
    count = expand(*args, boards, ways, keys)
    for n in range(count):
        assert key_of(boards[n], ways[n] & 15, seat) == keys[n]
    return [
        sides([int(board) >> 6 * thing & 63 for thing in range(MEN)], int(way) & 15)
        for board, way in zip(boards[:count], ways, strict=False)
    ]


def kills(position, seat):
    """Whether the seat to move can kill this turn, by the tactician's way of looking."""
    return bot.kill(np.repeat(position, 4), seat, 1 << 1 - seat, np.empty(3, np.int16)) > 0


@pytest.mark.parametrize("adjacent", [True, False])
def test_the_ends_of_a_turn_are_those_that_the_rules_lead_to_each_once(adjacent):
    room = [np.zeros(turns.SINGLES, np.int64) for _ in range(3)]
    most, killing = 0, 0
    for position in scattered(120, 5, levitate_adjacent=adjacent) + thrown_together(2, 30, 6):
        wanted, found = by_the_rules(position), all_ends(position)
        assert len(found) == len(set(found))
        assert set(found) == wanted
        s, seat = position[0], int(position[0].mover)
        killed = any(pieces[3 * (1 - seat)] == OFF for _, pieces in wanted)
        assert can_kill(pack(s), pack_way(s), seat, int(s.steps), bool(s.levitate_adjacent), *room) == killed
        most, killing = max(most, len(found)), killing + killed
    assert most > 500 and killing > 10


def play_turn(single, player):
    seat, before = single.turn, int(single.position[0]["turns"])
    while single.turn == seat and single.position[0]["turns"] == before:
        legal = single.legal()
        action = player.choose(single.seen_by(seat), seat, legal)
        assert action in legal
        single.step(action)


def at(position):
    single = Single("splut", 2)
    single.suppose(np.asarray(position))
    return single


def drawn(diagram, **fields):
    return at(begin(diagram, **fields).position)


@pytest.mark.parametrize("steps", KILLS)
def test_it_kills_when_it_can(steps):
    for seed in range(5):
        single, player = drawn(KILLS[steps]), Alphabeta(seed, Budget(rounds=1))
        play_turn(single, player)
        assert single.rewards().tolist() == [1, -1]
        assert player.opinion.expected == 1 and len(player.opinion.line) == steps


def test_it_leaves_itself_open_to_no_kill():
    for seed in range(5):
        single = drawn(THREAT)
        play_turn(single, Alphabeta(seed, Budget(rounds=1)))
        assert not kills(single.position.view(np.recarray), 1)


def test_it_does_not_kill_itself_for_nothing():
    for seed in range(5):
        single = drawn(OWN_GOAL)
        play_turn(single, Alphabeta(seed, Budget(rounds=5000)))
        assert single.turn == 1 or single.rewards()[0] == 1


def test_it_plays_on_when_every_turn_is_its_death():
    single, player = drawn(FORCED), Alphabeta(0, Budget(rounds=1000))
    play_turn(single, player)
    assert single.rewards().tolist() == [-1, 1] and player.opinion.expected == -1


def saved(position, seat):
    """After how many of its turns, in any order, the seat cannot be killed, by the tactician's way of looking."""
    line, plans, found = np.repeat(position, 4), np.empty((bot.LINES, 3), np.int16), 0
    count = bot.turns(line, seat, plans)
    for plan in plans[:count].tolist():
        after = position.copy()
        for action in plan:
            if action >= 0:
                calls.apply(after, seat, action)
        found += int(after[0].mover) == seat or not kills(after, 1 - seat)
    return found


def test_it_misses_no_kill_and_knows_when_it_cannot_prevent_one():
    killed = lost = escaped = 0
    for position in thrown_together(2, 250, 11):
        seat = int(position[0].mover)
        single, player = at(position), Alphabeta(1, Budget(rounds=2000))
        if kills(position, seat):
            play_turn(single, player)
            assert single.rewards()[seat] == 1 and player.opinion.expected == 1
            killed += 1
        elif not (hope := saved(position, seat)):
            play_turn(single, player)
            assert player.opinion.expected == -1
            lost += 1
        elif hope < 100:  # where few turns do not lose at once
            play_turn(single, player)
            assert single.turn == seat or not kills(single.position.view(np.recarray), 1 - seat)
            escaped += 1
    assert killed > 10 and lost > 3 and escaped > 10


def test_it_sees_a_kill_that_nothing_saves_the_other_from():
    """Within two of its own turns: wherever the hunter, which looks at all of that and nothing else, finds one."""
    papers, order, found = np.zeros((3, 3, ENDS), np.int64), np.zeros(ENDS, np.int64), 0
    for position in thrown_together(2, 120, 41):
        s, seat, room = position[0], int(position[0].mover), turns.room()
        if kills(position, seat):
            continue
        end = hunter.hunt(position, room, papers, order, seeded(1))
        if end < 0:
            continue
        adjacent, (board, way) = bool(s.levitate_adjacent), papers[0, :2, end]
        if hunter.grade(room, board, way & 15, seat, 3, adjacent, papers[1]) != hunter.CAUGHT:
            continue
        single, player = at(position), Alphabeta(1, Budget(rounds=100_000))
        play_turn(single, player)
        assert player.opinion.expected == 1 and player.opinion.depth <= 3
        found += 1
    assert found > 3


def test_the_hunter_kills_when_it_can_and_sees_what_is_coming():
    for seed in range(3):
        for diagram in KILLS.values():
            single = drawn(diagram)
            play_turn(single, hunter.Hunter(seed))
            assert single.rewards().tolist() == [1, -1]
        single = drawn(THREAT)
        play_turn(single, hunter.Hunter(seed))
        assert not kills(single.position.view(np.recarray), 1)
    single = drawn(FORCED)
    play_turn(single, hunter.Hunter(0))
    assert single.rewards().tolist() == [-1, 1]


def test_the_same_seed_and_budget_choose_the_same_in_slices_of_any_length():
    for position in scattered(6, 21):
        seat, single = int(position[0].mover), at(position)
        answers = []
        for portion in 1000, 1000, 77:
            player = Alphabeta(3, Budget(rounds=20_000))
            player.portion = portion
            answers.append((player.choose(single.seen_by(seat), seat, single.legal()), player.opinion))
        assert answers[0] == answers[1] == answers[2]


def test_it_chooses_at_random_among_equals():
    single = Single("splut", 2)
    assert (
        len({Alphabeta(seed, Budget(rounds=1)).choose(single.seen_by(0), 0, single.legal()) for seed in range(30)}) > 1
    )


def test_it_plans_anew_when_the_position_is_not_the_one_it_planned_for():
    other, single, player = drawn(KILLS[2], steps=2), drawn(KILLS[2]), Alphabeta(0, Budget(rounds=1000))
    player.choose(other.seen_by(0), 0, other.legal())
    play_turn(single, player)
    assert single.rewards().tolist() == [1, -1]


def test_it_stops_in_time_and_when_it_is_told_to():
    single = Single("splut", 2)
    for _ in range(3):
        single.step(single.legal()[0])
    began, player = time.perf_counter(), Alphabeta(1, Budget(seconds=0.2))
    player.choose(single.seen_by(single.turn), single.turn, single.legal())
    assert 0.2 <= time.perf_counter() - began < 5
    player, told = Alphabeta(1, Budget(seconds=60)), []
    player.tell = lambda opinion: told.append(opinion) or len(told) == 4
    player.choose(single.seen_by(single.turn), single.turn, single.legal())
    assert len(told) == 4 and told[0].rounds < told[3].rounds <= player.opinion.rounds


def test_the_best_line_can_be_played():
    for position in scattered(20, 31):
        single, player = at(position), Alphabeta(1, Budget(rounds=30_000))
        chosen = player.choose(single.seen_by(single.turn), single.turn, single.legal())
        assert player.opinion.line[0] == (single.turn, chosen)
        assert -1 <= player.opinion.expected <= 1 and player.opinion.depth >= 1
        for seat, action in player.opinion.line:
            assert seat == single.turn and action in single.legal()
            single.step(action)


def test_it_does_not_go_in_circles():
    """Against one who only waits it never ends a turn where it has ended one before."""
    for seed in range(3):
        single, seen = Single("splut", 2, turn_limit=60), set()
        players = [Alphabeta(seed, Budget(rounds=5000)), bot.Tactician(seed)]
        while single.turn != NOBODY:
            play_turn(single, players[single.turn])
            if single.turn == 1:
                key = int(key_of(pack(single.position[0]), int(single.position[0]["barred"]), 1))
                assert key not in seen
                seen.add(key)
        assert single.rewards()[0] == 1


def test_a_sure_kill_is_worth_more_the_sooner_it_comes():
    single, player = drawn(KILLS[1]), Alphabeta(0, Budget(rounds=5000))
    player.choose(single.seen_by(0), 0, single.legal())
    assert player.value == tree.WIN - 1
