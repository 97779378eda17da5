"""What holds in every position of Splut!, however it was reached."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import sobremesa
from sobremesa.games.splut import draw
from sobremesa.games.splut.rules import ACTIONS, sorcerer_of
from sobremesa.games.splut.tables import EDGE, KIND, NOTHING, OFF, ROCKS, TEAMS


def check(match):
    """The whole of what must hold in a position."""
    s = match.position[0]
    at, on = s.at.tolist(), s.on.tolist()
    assert OFF not in at[:ROCKS]
    assert len(set(at[:ROCKS])) == 4
    assert {thing: square for thing, square in enumerate(at) if square != OFF} == {
        thing: square for square, thing in enumerate(on[:OFF]) if thing != NOTHING
    }
    assert len(set(on[:OFF]) - {NOTHING}) == OFF - on[:OFF].count(NOTHING)
    assert on[OFF] == EDGE
    standing = []
    for seat in range(TEAMS):
        sorcerer, dwarf, troll = at[sorcerer_of(seat) : sorcerer_of(seat) + 3]
        if sorcerer != OFF:
            standing.append(seat)
            assert troll != OFF
        else:
            assert dwarf == troll == OFF
    assert s.standing == len(standing) > 0
    assert s.turns <= s.turn_limit
    assert set(standing) <= set(range(match.seats))
    if match.is_over:
        assert len(standing) == 1 or s.turns == s.turn_limit
        assert match.legal_moves == []
        assert sum(match.result.scores) == pytest.approx(0)
        assert all(-1 <= score <= 1 for score in match.result.scores)
        assert set(match.result.winners) == set(standing)
    else:
        assert len(match.to_act) == 1
        assert match.turn in standing
        assert 1 <= s.steps <= 3
        assert match.legal_moves
        assert all(match.legal_moves_of(seat) == [] for seat in range(match.seats) if seat != match.turn)


class Playing(RuleBasedStateMachine):
    """Somebody plays any steps and takes some of them back."""

    @initialize(seats=st.sampled_from([2, 3, 4]), turn_limit=st.sampled_from([1, 3, 200]), adjacent=st.booleans())
    def sit_down(self, seats, turn_limit, adjacent):
        self.match = sobremesa.Match("splut", seats, turn_limit=turn_limit, levitate_adjacent=adjacent)
        self.seen = [self.match.position.tobytes()]

    @precondition(lambda self: not self.match.is_over)
    @rule(choice=st.integers(0, ACTIONS - 1))
    def step(self, choice):
        moves = self.match.legal_moves
        self.match.push(moves[choice % len(moves)])
        self.seen.append(self.match.position.tobytes())

    @precondition(lambda self: self.match.moves)
    @rule()
    def take_back(self):
        self.match.undo()
        self.seen.pop()

    @invariant()
    def position_holds(self):
        check(self.match)

    @invariant()
    def undo_gives_back_every_byte(self):
        assert self.match.position.tobytes() == self.seen[-1]
        assert len(self.match.moves) == len(self.seen) - 1

    def teardown(self):
        if hasattr(self, "match"):
            assert sobremesa.loads(self.match.record()).position.tobytes() == self.seen[-1]


Playing.TestCase.settings = settings(deadline=None, max_examples=50, stateful_step_count=40)
test_playing = Playing.TestCase


@settings(deadline=None, max_examples=25)
@given(seed=st.integers(0, 2**32), seats=st.sampled_from([2, 3, 4]), adjacent=st.booleans())
def test_a_whole_match(seed, seats, adjacent):
    """It ends within its limit, and its record and its drawing read back to the same position."""
    dice = random.Random(seed)
    match = sobremesa.Match("splut", seats, turn_limit=60, levitate_adjacent=adjacent)
    while not match.is_over:
        match.push(dice.choice(match.legal_moves))
        check(match)
    again = sobremesa.loads(match.record())
    assert again.position.tobytes() == match.position.tobytes()
    assert again.moves == match.moves
    drawn = draw.read(match.board(), seats)
    assert KIND[drawn[0].on].tolist() == KIND[match.position[0].on].tolist()
    for _ in range(len(match.moves)):
        match.undo()
    assert match.position.tobytes() == sobremesa.Match("splut", seats, **match.options).position.tobytes()


@settings(deadline=None, max_examples=25)
@given(seed=st.integers(0, 2**32), seats=st.sampled_from([2, 3, 4]), adjacent=st.booleans())
def test_a_turn_once_begun_can_be_finished(seed, seats, adjacent):
    """Rule 3 never cuts a turn short: whoever has made a step could make it backwards, or throw the rock he pulled."""
    dice = random.Random(seed)
    match = sobremesa.Match("splut", seats, turn_limit=60, levitate_adjacent=adjacent)
    while not match.is_over:
        before, seat = match.position[0], match.turn
        match.push(dice.choice(match.legal_moves))
        if before.steps > 1 and ">" not in match.moves[-1].text:
            assert match.turn == seat
            assert match.position[0].turns == before.turns
            assert match.position[0].steps == before.steps - 1
        else:
            assert match.position[0].turns > before.turns
