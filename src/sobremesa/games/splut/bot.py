"""The one-turn tactician: kills if it can this turn; otherwise plays a random turn after which nobody can kill it.

It never takes its last turn back, and looks no further ahead than the next turn of each opponent.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from sobremesa.games.splut.rules import ACTIONS, alive, apply, legal, over, sorcerer_of
from sobremesa.games.splut.tables import OFF, ROCKS
from sobremesa.kernel import rule
from sobremesa.kernel.rng import below, seeded

STEPS = 3
"""The most that a turn has."""
LINES = 8192
"""More than the different orders of steps that a turn has: 1,900 is already many."""
EVERY_ROCK = (1 << ROCKS) - 1


@rule
def kill(line, seat, victims, plan):
    """Whether a seat whose turn it is in line[0] can end that turn with one of the victims dead and itself alive.

    The steps that do it are written into plan, their number given back: 0 when there are none. Line and plan have
    room for a whole turn; a loop over levels, since Numba's disk cache gives recursive functions back broken.
    """
    out = np.empty((STEPS, ACTIONS), np.int16)
    untried = np.zeros(STEPS, np.int16)
    untried[0] = legal(line[0], seat, out[0])
    level = 0
    while level >= 0:
        if untried[level] == 0:
            level -= 1
            continue
        untried[level] -= 1
        plan[level] = out[level, untried[level]]
        line[level + 1] = line[level]
        apply(line[level + 1], seat, plan[level])
        if alive(line[level + 1], seat):
            for victim in range(line[0].players):
                if victims >> victim & 1 and alive(line[level], victim) and not alive(line[level + 1], victim):
                    return level + 1
        if same_turn(line[level + 1], line[0]):
            level += 1
            untried[level] = legal(line[level], seat, out[level])
    return 0


@rule
def same_turn(s, before):
    return s.turns == before.turns and not over(s)


@rule
def in_danger(line, seat):
    """Whether an opponent could kill a seat in one turn from line[0], each as if it were the next to play."""
    plan = np.empty(STEPS, np.int16)
    now = line[:1].copy()
    if over(now[0]):
        return False
    for opponent in range(now[0].players):
        if opponent == seat or not alive(now[0], opponent):
            continue
        line[0] = now[0]
        if line[0].mover != opponent:  # by its turn the rocks that may not be levitated now will have lain still
            line[0].mover = opponent
            line[0].steps = STEPS
            line[0].liftable = EVERY_ROCK
            line[0].floating = False
        if kill(line, opponent, 1 << seat, plan) > 0:
            return True
    return False


@rule
def turns(line, seat, plans):
    """Write down every order of steps that the rest of a turn from line[0] can have, ended by -1; and say how many."""
    out = np.empty((STEPS, ACTIONS), np.int16)
    untried = np.zeros(STEPS, np.int16)
    plan = np.empty(STEPS, np.int16)
    untried[0] = legal(line[0], seat, out[0])
    level, count = 0, 0
    while level >= 0 and count < len(plans):
        if untried[level] == 0:
            level -= 1
            continue
        untried[level] -= 1
        plan[level] = out[level, untried[level]]
        line[level + 1] = line[level]
        apply(line[level + 1], seat, plan[level])
        if same_turn(line[level + 1], line[0]):
            level += 1
            untried[level] = legal(line[level], seat, out[level])
        elif alive(line[level + 1], seat):
            for step in range(STEPS):
                plans[count, step] = plan[step] if step <= level else -1
            count += 1
    return count


@rule
def stands_as(s, seat, places):
    """Whether a team stands where it stood."""
    for piece in range(3):
        if s.at[sorcerer_of(seat) + piece] != places[piece]:
            return False
    return True


@rule
def decide(line, seat, places, plan, plans, rng):
    """Write the rest of the seat's turn from line[0] into plan, and say how many steps it has."""
    start = line[:1].copy()
    others = ((1 << int(start[0].players)) - 1) & ~(1 << seat)
    steps = kill(line, seat, others, plan)
    if steps > 0:
        return steps
    line[0] = start[0]
    count = turns(line, seat, plans)
    spare = -1
    for left in range(count, 0, -1):  # in random order: one of those left is taken, and the last put in its place
        i = below(rng, left)
        line[0] = start[0]
        for step in range(STEPS):
            if plans[i, step] >= 0:
                apply(line[0], seat, plans[i, step])
        if not stands_as(line[0], seat, places):
            if spare < 0:
                spare = left - 1
            if not in_danger(line, seat):
                return take(plans, i, plan)
        for step in range(STEPS):
            plans[i, step], plans[left - 1, step] = plans[left - 1, step], plans[i, step]
    return take(plans, max(spare, 0), plan) if count > 0 else 0


@rule
def take(plans, i, plan):
    steps = 0
    while steps < STEPS and plans[i, steps] >= 0:
        plan[steps] = plans[i, steps]
        steps += 1
    return steps


class Tactician:
    """Plans a whole turn at its first step and plays it through, unless the position is not the one it planned for."""

    def __init__(self, seed: int) -> None:
        self.rng = seeded(seed)
        self.planned: list[tuple[bytes, int]] = []
        self.places = np.full(3, OFF, np.uint8)
        """Where its team stood before its last turn."""
        self.began = self.places
        """Where its team stood when this turn began, and the number of the turn."""
        self.turn = -1

    def choose(self, seen: Any, seat: int, legal: Sequence[int]) -> int:
        if not self.planned or self.planned[0][0] != seen.tobytes():
            self.plan(seen, seat, legal)
        return self.planned.pop(0)[1]

    def plan(self, seen: Any, seat: int, legal: Sequence[int]) -> None:
        s = seen[0]
        if self.turn != s.turns:
            self.places, self.turn = self.began, int(s.turns)
            team = sorcerer_of(seat)
            self.began = s.at[team : team + 3].copy()
        line = np.repeat(seen, STEPS + 1)
        plan, plans = np.empty(STEPS, np.int16), np.empty((LINES, STEPS), np.int16)
        steps = decide(line, seat, self.places, plan, plans, self.rng)
        self.planned = []
        ahead = seen.copy()
        for action in plan[:steps].tolist() or [legal[0]]:  # every turn is suicide: any step will do
            self.planned.append((ahead.tobytes(), action))
            apply(ahead[0], seat, action)


BOTS = {"tactician": Tactician}
