"""The hunter: sees every kill, its own and the other's, within two turns of whoever kills, and nothing else.

For two seats. It kills if it can; otherwise it plays a turn after which nothing saves the other from being killed in
its next; otherwise a random turn after which the other can do neither. It has no idea what a position is worth: it is
there to be measured against.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from sobremesa.games.splut.ai.kills import can_kill
from sobremesa.games.splut.ai.turns import ENDS, STEPS, expand, fresh_way, key_of, pack, pack_way, room
from sobremesa.games.splut.tables import OFF
from sobremesa.kernel import rule
from sobremesa.kernel.rng import below, seeded

LOST, OPEN, CAUGHT, KILLED = range(4)
"""What a turn comes to: the other can kill, nobody can yet, nothing saves the other, the other is dead."""


@rule
def ends(room, board, moved, seat, steps, adjacent, paper):
    """Write down what a whole turn can end with."""
    key = key_of(board, 0, seat)
    return expand(room, board, fresh_way(moved), key, seat, steps, adjacent, paper[0], paper[1], paper[2])


@rule
def grade(room, board, moved, seat, steps, adjacent, paper):
    """What a seat's turn that ended so comes to, the other having so many steps."""
    one = room.one_board, room.one_way, room.one_key
    if board >> 42 - 18 * seat & 63 == OFF:
        return KILLED
    if can_kill(board, fresh_way(moved), 1 - seat, steps, adjacent, *one):
        return LOST
    if not can_kill(board, fresh_way(0), seat, STEPS, adjacent, *one):
        return OPEN
    for n in range(ends(room, board, moved, 1 - seat, steps, adjacent, paper)):
        if not can_kill(paper[0, n], fresh_way(paper[1, n]), seat, STEPS, adjacent, *one):
            return OPEN
    return CAUGHT


@rule
def catches(room, board, moved, seat, steps, adjacent, paper, more):
    """Whether a seat has a turn after which nothing saves the other."""
    for n in range(ends(room, board, moved, seat, steps, adjacent, paper)):
        if grade(room, paper[0, n], paper[1, n] & 15, seat, STEPS, adjacent, more) == CAUGHT:
            return True
    return False


@rule
def hunt(seen, room, papers, order, rng):
    """Which end of the turn that is being played, an array of one, it goes for; -1 where every turn kills itself."""
    s = seen[0]
    seat, adjacent, steps = np.int64(s.mover), s.levitate_adjacent, min(s.turns + 2, STEPS)
    board, way, paper = pack(s), pack_way(s), papers[0]
    key = key_of(board, way & 15, seat)
    count = expand(room, board, way, key, seat, np.int64(s.steps), adjacent, paper[0], paper[1], paper[2])
    best, left = -1, 0
    for n in range(count):
        found = grade(room, paper[0, n], paper[1, n] & 15, seat, steps, adjacent, papers[1])
        if found > best:
            best, left = found, 0
        if found == best:
            order[left] = n
            left += 1
    while left > 0:
        i = below(rng, left)
        n = order[i]
        left -= 1
        order[i] = order[left]
        moved = paper[1, n] & 15
        caught = best == OPEN and catches(room, paper[0, n], moved, 1 - seat, steps, adjacent, papers[1], papers[2])
        if left == 0 or not caught:
            return n
    return -1


class Hunter:
    """Plans a whole turn at its first step and plays it through."""

    def __init__(self, seed: int) -> None:
        self.rng, self.room = seeded(seed), room()
        self.papers, self.order = np.zeros((3, 3, ENDS), np.int64), np.zeros(ENDS, np.int64)
        self.turn, self.steps = -1, list[int]()

    def choose(self, seen: Any, seat: int, legal: Sequence[int]) -> int:
        turn = int(seen[0]["turns"])
        if turn != self.turn or not self.steps or self.steps[0] not in legal:
            self.turn = turn
            n = int(hunt(seen.view(np.recarray), self.room, self.papers, self.order, self.rng))
            way = int(self.papers[0, 1, n]) if n >= 0 else legal[0] + 1 << 9
            self.steps = [(way >> shift & 63) - 1 for shift in (9, 15, 21) if way >> shift & 63]
        return self.steps.pop(0)
