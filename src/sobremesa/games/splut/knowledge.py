"""What Splut! knows about itself, for the search that plays every game: throws that kill, what a position is worth."""

import numpy as np

from sobremesa.games.splut.ai.evaluation import MARKS, TABLE, worth
from sobremesa.games.splut.ai.kills import can_kill
from sobremesa.games.splut.ai.turns import SINGLES, pack_way
from sobremesa.games.splut.rules import THROW, alive, kind, sorcerer_of, stops
from sobremesa.games.splut.tables import NEXT, ROCKS, SORCERER
from sobremesa.kernel import rule
from sobremesa.kernel.maths import tanh
from sobremesa.kernel.rng import below

KILLING, SUICIDE = 20.0, 0.01
"""How promising a throw looks that kills another, and one that kills one's own sorcerer, where another step is 1."""


@rule
def struck(s, seat, action):
    """The seat whose sorcerer an action of a seat would kill; -1 if it kills none."""
    manner, direction = action >> 2, action & 3
    if manner < THROW:
        return -1
    flight, troll = manner - THROW, sorcerer_of(seat) + 2
    square = NEXT[flight, NEXT[direction, s.at[troll]]]
    while kind(s, square) != SORCERER:
        square = NEXT[flight, square]
        if stops(s, square) and s.on[square] != troll:  # he has left his square when the rock flies over it
            return -1
    return (np.int64(s.on[square]) - ROCKS) // 3


@rule
def pick(s, seat, legal, count, rng):
    """A throw that kills another if there is one; else any step but one that kills one's own sorcerer, if it can be."""
    for n in range(count):
        victim = struck(s, seat, legal[n])
        if victim >= 0 and victim != seat:
            return n
    start = below(rng, count)
    for n in range(count):
        chosen = (start + n) % count
        if struck(s, seat, legal[chosen]) != seat:
            return chosen
    return start


@rule
def prior(s, seat, legal, count, out):
    for n in range(count):
        victim = struck(s, seat, legal[n])
        out[n] = 1.0 if victim < 0 else SUICIDE if victim == seat else KILLING


@rule
def judge(s, out):
    """As if every two who stand were alone: how many of them each will outlive, by what their position is worth."""
    marks, one = np.empty(MARKS, np.int64), np.empty((3, SINGLES), np.int64)
    dead = s.players - s.standing
    for seat in range(s.players):
        out[seat] = dead if alive(s, seat) else s.outlived[seat]
    first = np.int64(s.mover)
    for n in range(s.players):
        seat = (first + n) % s.players
        for m in range(n + 1, s.players):
            other = (first + m) % s.players
            if alive(s, seat) and alive(s, other):
                board = pack_two(s, seat, other)
                moved = np.int64(s.barred) if n == 0 else 0
                value = worth(board, moved, 0, TABLE, marks)
                if n == 0 and can_kill(
                    board, pack_way(s), 0, np.int64(s.steps), s.levitate_adjacent, one[0], one[1], one[2]
                ):
                    value = np.int64(1000)
                share = 0.5 + 0.5 * tanh(value / 200)
                out[seat] += share
                out[other] += 1 - share
    for seat in range(s.players):
        out[seat] = 2 * out[seat] / (s.players - 1) - 1
    return True


@rule
def pack_two(s, seat, other):
    """The board of two seats alone."""
    board = np.int64(0)
    for rock in range(ROCKS):
        board |= np.int64(s.at[rock]) << 6 * rock
    for piece in range(3):
        board |= np.int64(s.at[sorcerer_of(seat) + piece]) << 6 * (ROCKS + piece)
        board |= np.int64(s.at[sorcerer_of(other) + piece]) << 6 * (ROCKS + 3 + piece)
    return board
