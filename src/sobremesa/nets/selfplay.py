"""Matches that are played to learn from them, for one of many as in `tree`: what a search found is a lesson, the match
goes on, and when it is over each of its lessons is told how it came out.

Lessons are kept in rows, one for each step of all matches; when the last row is full, the first is written over.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from sobremesa import kernel
from sobremesa.bots.playout import NOBODY, let_chance_act
from sobremesa.kernel import rule
from sobremesa.kernel.rng import below
from sobremesa.nets.tree import BLEND, UNSEEN, improve, share_out

DRAWN = 1e-6


class Practice(NamedTuple):
    """The matches, and the lessons they give."""

    positions: Any
    start: Any
    """An array of one: the position that matches begin with."""
    opening: Any
    """How many steps a match begins with at random, at most: the next one, and those after it."""
    clock: Any
    """How many steps there were, an array of one."""
    began: Any
    """At which of them each match began to be learnt from."""
    policy: Any
    """What the search would do, as shares of all actions."""
    seats: Any
    values: Any
    ready: Any
    """Of each lesson: whose turn it was, what it can expect, and whether that is known already."""
    matches: Any
    draws: Any
    steps: Any
    """How many came to their end, how many of them without a winner, and how many steps they had."""


@rule
def open_match(i, f, p):
    """Put a match back to its start, with some steps at random so that no two are the same."""
    left = below(f.rng[i], p.opening[i, 0] + 1)
    p.opening[i, 0] = p.opening[i, 1]
    p.positions[i] = p.start[0]
    seat = let_chance_act(p.positions[i], f.legal[i], f.odds[i], f.rng[i])
    while left > 0:
        count = kernel.legal(p.positions[i], seat, f.legal[i])
        kernel.apply(p.positions[i], seat, f.legal[i, below(f.rng[i], count)])
        seat = let_chance_act(p.positions[i], f.legal[i], f.odds[i], f.rng[i])
        left -= 1
        if seat == NOBODY:
            p.positions[i] = p.start[0]
            seat = let_chance_act(p.positions[i], f.legal[i], f.odds[i], f.rng[i])


@rule
def choose(i, f, p):
    """Play what the search says, and write it down; begin anew where that ends the match."""
    s, row = p.positions[i], p.clock[0] % p.ready.shape[0]
    seat = f.seat[i, f.root[i]]
    f.count[i] = kernel.legal(s, seat, f.legal[i])
    improve(i, f, f.root[i])
    action = best(i, f)
    share_out(i, f)
    for other in range(p.policy.shape[1]):
        p.policy[i, other] = 0
    value, total = 0.0, 0.0
    for n in range(f.count[i]):
        p.policy[i, f.legal[i, n]] = f.paper[i, n]
        tries = f.tries[i, f.root[i], f.legal[i, n]]
        if tries > 0:
            value += f.paper[i, n] * f.gains[i, f.root[i], f.legal[i, n]] / tries
            total += f.paper[i, n]
    p.seats[row, i], p.ready[row, i] = seat, 0
    p.values[row, i] = value / total if total > 0 else f.guess[i, f.root[i]]
    kernel.apply(s, seat, action)
    if let_chance_act(s, f.legal[i], f.odds[i], f.rng[i]) == NOBODY:
        settle(i, f, p)
        open_match(i, f, p)
        p.began[i] = p.clock[0] + 1


@rule
def best(i, f):
    """Of what was tried most, the best by lot, hope and experience, which `improve` wrote on the paper."""
    most = 0
    for n in range(f.count[i]):
        most = max(most, f.tries[i, f.root[i], f.legal[i, n]])
    found, chosen = UNSEEN, f.legal[i, 0]
    for n in range(f.count[i]):
        action = f.legal[i, n]
        if f.tries[i, f.root[i], action] == most and f.noise[i, action] + f.paper[i, n] > found:
            found, chosen = f.noise[i, action] + f.paper[i, n], action
    return chosen


@rule
def settle(i, f, p):
    """Tell every lesson of a match that is over how it came out."""
    kernel.score(p.positions[i], f.result[i])
    rows, now = p.ready.shape[0], p.clock[0]
    blend = f.how[BLEND]
    for step in range(max(p.began[i], now + 1 - rows), now + 1):
        row = step % rows
        p.values[row, i] = blend * p.values[row, i] + (1 - blend) * f.result[i, p.seats[row, i]]
        p.ready[row, i] = 1
    p.matches[i] += 1
    p.draws[i] += abs(f.result[i, 0]) < DRAWN
    p.steps[i] += now + 1 - p.began[i]
