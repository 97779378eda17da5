"""Where a puzzle of Splut! for two may be: a quick look at the turn that begins, by what the bots trust."""

from typing import Any, NamedTuple

import numpy as np

from sobremesa.games.splut.ai.kills import can_kill
from sobremesa.games.splut.ai.turns import ENDS, STEPS, Room, expand, fresh_way, key_of, pack, pack_way, room
from sobremesa.kernel import rule


@rule
def look(position, room, paper):
    """Whether the seat whose turn begins can kill, whether the other could if it were the other's turn, how many
    different positions the turn can end with where the first is not so and the second is, and after how many of them
    the other cannot kill."""
    s = position[0]
    one = room.one_board, room.one_way, room.one_key
    seat, adjacent = np.int64(s.mover), s.levitate_adjacent
    board, way = pack(s), pack_way(s)
    if can_kill(board, way, seat, np.int64(s.steps), adjacent, *one):
        return True, False, 0, 0
    if not can_kill(board, fresh_way(np.int64(0)), 1 - seat, STEPS, adjacent, *one):
        return False, False, 0, 0
    key, safe = key_of(board, way & 15, seat), 0
    count = expand(room, board, way, key, seat, np.int64(s.steps), adjacent, paper[0], paper[1], paper[2])
    for n in range(count):
        safe += not can_kill(paper[0, n], fresh_way(paper[1, n] & 15), 1 - seat, STEPS, adjacent, *one)
    return False, True, count, safe


class Look(NamedTuple):
    """What a quick look shows."""

    kills: bool
    threatened: bool
    ends: int
    safe: int


class Scout:
    """Looks at positions, one after the other."""

    def __init__(self) -> None:
        self.room: Room = room()
        self.paper = np.zeros((3, ENDS), np.int64)

    def look(self, position: Any) -> Look:
        """At an array of one position, in which a turn of three steps begins."""
        return Look(*look(position.view(np.recarray), self.room, self.paper))
