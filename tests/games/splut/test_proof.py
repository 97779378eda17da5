"""What the puzzles of Splut! are proved by, against the rules alone; and the quick look against the proof."""

import numpy as np
import pytest

from sobremesa.games.splut.ai import proof
from sobremesa.games.splut.ai.puzzle_finder import Scout
from sobremesa.games.splut.rules import may_step, over
from sobremesa.games.splut.tables import OFF
from tests.support.games.splut import ends_of, thrown_together

pytestmark = pytest.mark.compiled  # it looks at thousands of positions a turn

WILD = [position for position in thrown_together(2, 60, 4) if position[0].steps == 3]


def test_every_turn_is_gone_through_once():
    for position in WILD[:12]:
        found = proof.turns_of(position)
        assert {end.tobytes() for end in found.ends} == {end.tobytes() for end in ends_of(position)}
        assert len({tuple(plan) for plan in found.plans.tolist()}) == len(found.plans)


def test_a_reply_kills_and_where_there_is_none_nothing_does():
    answered = 0
    for position in WILD[:8]:
        seat = int(position[0].mover)
        found = proof.turns_of(position)
        some = found.ends[:: max(1, len(found.ends) // 20)]
        for end, reply in zip(some, proof.replies(some, seat), strict=True):
            laid = np.array([end], end.dtype).view(np.recarray)
            deadly = not over(laid[0]) and laid[0].mover != seat and killable(laid, seat)
            assert (reply[0] >= 0) == deadly
            answered += deadly
            if deadly:
                for action in reply[reply >= 0]:
                    proof.apply(laid[0], 1 - seat, action)
                assert laid[0].at[proof.sorcerer_of(seat)] == OFF
    assert answered > 20


def killable(position, victim):
    """Whether some end of the turn, by the rules alone, has a sorcerer dead."""
    return any(end.at[proof.sorcerer_of(victim)] == OFF for end in ends_of(position))


def test_the_quick_look_agrees_with_the_proof():
    scout, kills, threats = Scout(), 0, 0
    for position in WILD:
        seat = int(position[0].mover)
        seen, found = scout.look(position), proof.turns_of(position)
        assert seen.kills == proof.killing(found, 1 - seat).any()
        kills += seen.kills
        if seen.threatened:
            threats += 1
            assert (seen.safe > 0) == (proof.replies(found.ends, seat)[:, 0] < 0).any()
    assert kills and threats


def test_whoever_cannot_move_does_not_kill():
    """Rule 3: after such a turn the same seat plays again."""
    position = thrown_together(2, 1, 4)[0]
    seat = int(position[0].mover)
    assert may_step(position[0], seat)
    position[0].steps = 3
    assert proof.replies(position, seat)[0].tolist() == [-1, -1, -1]
