"""A search that asks a net, for one match of many: what is done to match `i` is a function of `i` and of arrays with a
row for each match, so that a driver can do it for all of them at once, on all cores or on a graphics card.

`begin` sets a tree's root. Then, over and over: `descend` walks down to a place that is not in the tree yet and writes
down what the seat whose turn it is there sees; the net says for all matches at once what it thinks of that; `grow` adds
the place to the tree and tells all above it. The first place is the root itself. At last `improve` says what to do.

It is the search of "Policy improvement by planning with Gumbel" (Danihelka and others, 2022): at the root as many
actions as `plan` says are tried, drawn by lot, the likelier the better the net finds them, and half of them are dropped
again and again; below it, whatever lags farthest behind the improved policy is tried next. With `curious` above 0 it is
PUCT everywhere instead.

Whoever searches sees only what its seat may know: the rest is dealt anew once for each search. Chance acts anew on each
way down, so a place is known by the actions that led there, and what is legal there is looked at each time.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from sobremesa import kernel
from sobremesa.bots.playout import NOBODY, let_chance_act
from sobremesa.kernel import rule
from sobremesa.kernel.maths import exp, log
from sobremesa.kernel.rng import below
from sobremesa.lab.features import observe_own
from sobremesa.nets.encoding import spot

NOWHERE = -1
"""The place of what is not kept in the tree: an end, or where there is no room."""
UNSEEN = -1e30
"""The hope of an action that was not legal when its place was new."""
SURE = 1e-30
VISITS, SCALE, CURIOUS, BLEND = range(4)
"""What `how` says: how many visits are added to those there are, and by how much values count against hopes; how
curious PUCT is; and what share of a lesson's value is what the search thought, the rest being how it came out."""


class Forest(NamedTuple):
    """A tree for each match: arrays with a row for each."""

    world: Any
    """The positions at the roots, as far as their seats know them, the rest dealt anew."""
    walk: Any
    sight: Any
    """Positions to walk and to look with."""
    rng: Any
    legal: Any
    odds: Any
    paper: Any
    """Room for what is legal, how likely chance is, and what each legal action is worth."""
    used: Any
    root: Any
    """How many places a tree has, and which of them it is searched from."""
    seat: Any
    """Of each place: who chooses there."""
    guess: Any
    """Of each place: what the net said that seat can expect."""
    child: Any
    tries: Any
    gains: Any
    hopes: Any
    """Of each place and action: the place it leads to, how often it was tried, what it brought in all to the seat that
    chooses there, and how likely the net found it, as a logarithm."""
    way: Any
    depth: Any
    """The places and actions of the last way down, and how many."""
    leaf: Any
    """The place at its end."""
    eyes: Any
    """Whose turn it is there; nobody's where it is over."""
    count: Any
    """How much that seat may choose from."""
    result: Any
    """What each seat gets there."""
    noise: Any
    """The lot of each action at the root."""
    seen: Any
    spots: Any
    """What the seat sees there, and where each action is; -1 where it is not legal."""
    logits: Any
    values: Any
    """What the net says to it."""
    plan: Any
    """For the root: by how many actions are tried there and by how many ways down there were, how often what is tried
    next must have been tried before. Without any, the root is like every other place."""
    how: Any


@rule
def begin(i, f, positions):
    """Set the root, for the seat whose turn it is."""
    f.world[i] = positions[i]
    seat = let_chance_act(f.world[i], f.legal[i], f.odds[i], f.rng[i])
    f.used[i] = f.root[i] = 0
    if seat != NOBODY:
        kernel.deal(f.world[i], seat, f.rng[i])
    for action in range(f.noise.shape[1]):
        f.noise[i, action] = lot(f.rng[i])


@rule
def lot(rng):
    """A number by Gumbel's distribution."""
    share = (below(rng, 1 << 24) + 0.5) / (1 << 24)
    return -log(-log(share))


@rule
def descend(i, f):
    """Walk down to a place that is not in the tree yet, or to the end."""
    f.walk[i] = f.world[i]
    s, place, above, action, depth = f.walk[i], f.root[i], 0, 0, 0
    while True:
        seat = let_chance_act(s, f.legal[i], f.odds[i], f.rng[i])
        if seat == NOBODY:
            kernel.score(s, f.result[i])
            f.count[i], place = 0, NOWHERE
            break
        f.count[i] = kernel.legal(s, seat, f.legal[i])
        if place == NOWHERE or f.used[i] == 0:
            if f.used[i] < f.seat.shape[1]:
                place = f.used[i]
                f.child[i, above, action] = place
            break
        if seat != f.seat[i, place] or depth == f.way.shape[1]:
            place = NOWHERE
            break
        above, action = place, select(i, f, place)
        f.way[i, depth, 0], f.way[i, depth, 1] = above, action
        depth += 1
        kernel.apply(s, seat, action)
        place = f.child[i, above, action] if f.child[i, above, action] > 0 else NOWHERE
    f.leaf[i], f.depth[i], f.eyes[i] = place, depth, seat
    look(i, f, s, seat)


@rule
def look(i, f, s, seat):
    """Write down what a seat sees, and where what it may choose is."""
    for n in range(f.seen.shape[1]):
        f.seen[i, n] = 0
    for action in range(f.spots.shape[1]):
        f.spots[i, action] = -1
    if seat != NOBODY:
        for n in range(f.count[i]):
            f.spots[i, f.legal[i, n]] = spot(s, seat, f.legal[i, n])
        f.sight[i] = s
        kernel.hide(f.sight[i], seat)
        observe_own(f.sight[i], seat, f.seen[i])


@rule
def grow(i, f):
    """Add the place that was found to the tree, with what the net says to it, and tell all above it."""
    seats = f.result.shape[1]
    if f.count[i] > 0:
        for seat in range(seats):
            f.result[i, seat] = -f.values[i] / (seats - 1)
        f.result[i, f.eyes[i]] = f.values[i]
        if f.leaf[i] != NOWHERE:
            add(i, f)
    for n in range(f.depth[i]):
        place, action = f.way[i, n, 0], f.way[i, n, 1]
        f.tries[i, place, action] += 1
        f.gains[i, place, action] += f.result[i, f.seat[i, place]]


@rule
def add(i, f):
    """A place of its own for what was found."""
    place = f.leaf[i]
    f.used[i] = place + 1
    f.seat[i, place], f.guess[i, place] = f.eyes[i], f.values[i]
    most = UNSEEN
    for action in range(f.spots.shape[1]):
        if f.spots[i, action] >= 0:
            most = max(most, f.logits[i, action])
    total = 0.0
    for action in range(f.spots.shape[1]):
        if f.spots[i, action] >= 0:
            total += exp(f.logits[i, action] - most)
    most += log(total)
    for action in range(f.spots.shape[1]):
        f.hopes[i, place, action] = f.logits[i, action] - most if f.spots[i, action] >= 0 else UNSEEN
        f.child[i, place, action] = f.tries[i, place, action] = 0
        f.gains[i, place, action] = 0


@rule
def hope(i, f, place, action):
    """How likely the net found an action; what it was not asked about counts as one of those there are now."""
    found = f.hopes[i, place, action]
    return found if found > UNSEEN else -log(f.count[i])


@rule
def improve(i, f, place):
    """Write on the paper how good each legal action is by hope and experience; what the place is worth."""
    tried, most, likely, total = 0, 0, 0.0, 0.0
    for n in range(f.count[i]):
        action = f.legal[i, n]
        tries = f.tries[i, place, action]
        if tries > 0:
            share = exp(hope(i, f, place, action))
            tried, most = tried + tries, max(most, tries)
            likely, total = likely + share, total + share * f.gains[i, place, action] / tries
    usual = f.guess[i, place]
    if likely > SURE:
        usual = (usual + tried * total / likely) / (1 + tried)
    weight = f.how[SCALE] * (f.how[VISITS] + most)
    for n in range(f.count[i]):
        action = f.legal[i, n]
        tries = f.tries[i, place, action]
        value = f.gains[i, place, action] / tries if tries > 0 else usual
        f.paper[i, n] = hope(i, f, place, action) + weight * value
    return usual


@rule
def share_out(i, f):
    """Turn what is on the paper into shares of 1."""
    most, total = f.paper[i, 0], 0.0
    for n in range(f.count[i]):
        most = max(most, f.paper[i, n])
    for n in range(f.count[i]):
        f.paper[i, n] = exp(f.paper[i, n] - most)
        total += f.paper[i, n]
    for n in range(f.count[i]):
        f.paper[i, n] /= total


@rule
def select(i, f, place):
    """What to try next."""
    if f.how[CURIOUS] > 0:
        return promising(i, f, place)
    improve(i, f, place)
    if place == f.root[i] and f.plan.shape[1] > 0:
        return drawn(i, f)
    share_out(i, f)
    tried = 1
    for n in range(f.count[i]):
        tried += f.tries[i, place, f.legal[i, n]]
    best, chosen = UNSEEN, f.legal[i, 0]
    for n in range(f.count[i]):
        behind = f.paper[i, n] - f.tries[i, place, f.legal[i, n]] / tried
        if behind > best:
            best, chosen = behind, f.legal[i, n]
    return chosen


@rule
def drawn(i, f):
    """At the root: the best by lot, hope and experience, of those whose turn it is by the plan."""
    tried = 0
    for n in range(f.count[i]):
        tried += f.tries[i, f.root[i], f.legal[i, n]]
    wanted = f.plan[min(f.plan.shape[0] - 1, f.count[i]), min(tried, f.plan.shape[1] - 1)]
    best, chosen = UNSEEN, f.legal[i, 0]
    for n in range(f.count[i]):
        action = f.legal[i, n]
        if f.tries[i, f.root[i], action] == wanted and f.noise[i, action] + f.paper[i, n] > best:
            best, chosen = f.noise[i, action] + f.paper[i, n], action
    return chosen


@rule
def promising(i, f, place):
    """By PUCT: what it brought on average, and more the likelier it is and the less it has been tried. What has not
    been tried counts as a little worse than the place."""
    tried, total = 0, 0.0
    for n in range(f.count[i]):
        tried += f.tries[i, place, f.legal[i, n]]
        total += f.gains[i, place, f.legal[i, n]]
    untried = (f.guess[i, place] + total) / (1 + tried) - 0.2
    spread = f.how[CURIOUS] * math.sqrt(tried + 1.0)
    best, chosen = UNSEEN, f.legal[i, 0]
    for n in range(f.count[i]):
        action = f.legal[i, n]
        tries = f.tries[i, place, action]
        value = f.gains[i, place, action] / tries if tries > 0 else untried
        value += spread * exp(hope(i, f, place, action)) / (1 + tries)
        if value > best:
            best, chosen = value, action
    return chosen


def plan(actions: int, rounds: int) -> list[list[int]]:
    """Sequential halving: by how many actions are tried, up to so many, how often what is tried next must have been
    tried before. Those that are still in are tried in turn, then half of them are dropped."""
    return [_halving(count, rounds) for count in range(actions + 1)]


def _halving(count: int, rounds: int) -> list[int]:
    if count <= 1:
        return list(range(rounds))
    halvings, left, visits = math.ceil(math.log2(count)), count, 0
    sequence: list[int] = []
    while len(sequence) < rounds:
        for _ in range(max(1, rounds // (halvings * left))):
            sequence += [visits] * left
            visits += 1
        left = max(2, left // 2)
    return sequence[:rounds]
