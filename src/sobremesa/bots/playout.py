"""Random play, for every game."""

import numpy as np

from sobremesa.kernel import CHANCE, actions, apply, legal, rule, to_act, weigh
from sobremesa.kernel.rng import below

NOBODY = -1
"""Whose turn it is when a match is over."""


@rule
def play_out(s, out, odds, rng):
    """Play at random to the end, and say how many actions that took."""
    steps = 0
    while True:
        seats = to_act(s)
        if seats == 0:
            return steps
        seat = lowest(seats)
        n = legal(s, seat, out)
        apply(s, seat, out[roll(s, odds, n, rng) if seat == CHANCE else below(rng, n)])
        steps += 1


@rule
def roll(s, odds, n, rng):
    """Which of n outcomes chance brings."""
    weigh(s, odds)
    total = 0
    for i in range(n):
        total += odds[i]
    left = below(rng, total)
    i = 0
    while left >= odds[i]:
        left -= odds[i]
        i += 1
    return i


@rule
def lowest(seats):
    """The first of the seats in a set of bits."""
    seat = 0
    while not seats >> seat & 1:
        seat += 1
    return seat


@rule
def play_many(start, games, rng):
    """Play that many games from one position; the number of actions in all."""
    states = start[:1].copy()
    out, odds = np.empty(actions(start[0]), np.int16), np.empty(actions(start[0]), np.int32)
    steps = 0
    for _ in range(games):
        states[0] = start[0]
        steps += play_out(states[0], out, odds, rng)
    return steps


@rule
def let_chance_act(s, out, odds, rng):
    """Play what chance brings until a seat is to act, and return that seat, or NOBODY when it is over."""
    while True:
        bits = to_act(s)
        if bits == 0:
            return NOBODY
        seat = lowest(bits)
        if seat != CHANCE:
            return seat
        n = legal(s, CHANCE, out)
        apply(s, CHANCE, out[roll(s, odds, n, rng)])
