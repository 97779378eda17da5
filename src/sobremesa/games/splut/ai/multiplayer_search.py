"""A search over whole turns of Splut! for three and four, in slices: it can stop after any round and go on from there.

- What is looked for is everybody's share of the win: the shares of those who stand add up to 1. Whoever has the turn
  plays for its own.
- A round goes from turn to turn by what looks best so far, and a little by what has hardly been looked at, to a
  position that has not been unfolded. There every end of the turn is looked at; those that look best are kept, and the
  best of them is what the round brings to all who chose on the way.
- At first sight a share follows from what the position is worth between every two, as if they were alone; but whoever
  leaves itself open to a kill before its next turn keeps little of it.
- Every end of the turn to be played is looked at for such kills. If one kills another and leaves nobody a kill in
  return, only such are thought about. If none does, what lets the next to play kill is not thought about where there
  is anything else, unless it kills, too.
"""

from collections import namedtuple
from typing import Any

import numpy as np

from sobremesa.games.splut.ai.evaluation import MARKS, worth
from sobremesa.games.splut.ai.multiplayer_turns import at_once, prey, sweep
from sobremesa.games.splut.ai.turns import ENDS
from sobremesa.games.splut.knowledge import pack_two
from sobremesa.games.splut.rules import State, alive, over
from sobremesa.games.splut.tables import TEAMS
from sobremesa.kernel import rule
from sobremesa.kernel.maths import exp
from sobremesa.kernel.rng import below

FIRST_WIDTH, WIDTH = 64, 24
"""How many ends of the turn to be played are thought about, and of every later one."""
LONGEST = 64
"""Turns that a round goes ahead, at most."""
CURIOUS = 0.7
"""How much it tries what it knows little about."""
SHARP = 0.04
"""By how much of the win something looks e times as promising."""
STEEP = 0.015
"""How much a hundredth of a logit between two, which is what a position's worth is told in, counts among many."""
NEXT_KILLS, LATER_KILLS = 0.1, 0.35
"""What is left of a share that the next to play can kill, and of one that somebody after that can: more, even where two
can."""
ENOUGH = 2
"""How many ends without such danger are looked for in a later turn."""
KILL, DANGER = 500.0, 1000.0
"""What a kill adds, and certain death takes away, where ends are put in order by their worth."""
AGAIN = 0.05
"""What it costs to be where the match has been."""
NOWHERE = -np.inf

USED, ROUNDS, SEAT = range(3)
"""Where a search stands: entries in use, rounds done, who searches."""

Crowd = namedtuple(
    "Crowd",
    (
        "position",  # of each entry,
        "way",  # and the steps that lead there from the one before
        "key",
        "hope",  # how promising it is among its siblings: these add up to 1
        "sight",  # everybody's shares at first sight
        "visits",
        "gains",  # everybody's shares as they came out, added up
        "again",  # what is taken off because the match has been there
        "first",  # its first child; 0 where it is not unfolded, -1 where every turn is suicide
        "count",  # how many it has
        "go",  # where the search stands
        "trail",  # the entries of a round
        "shares",  # and what it brings
        "value",  # of each end of a turn, how good it looks,
        "kept",  # and what the danger leaves of its share; -1 where nobody has looked
        "weights",
        "marks",
    ),
)


def crowd(rounds: int, weights: np.ndarray, space: Any = np) -> Crowd:
    """An empty one with room for so many rounds."""
    size = 1 + FIRST_WIDTH + WIDTH * rounds
    own = space.zeros(len(weights), np.int64)
    own[:] = weights
    return Crowd(
        space.zeros(size, State),
        space.zeros(size, np.int64),
        space.zeros(size, np.int64),
        space.zeros(size),
        space.zeros((size, TEAMS)),
        space.zeros(size, np.int64),
        space.zeros((size, TEAMS)),
        space.zeros(size),
        space.zeros(size, np.int64),
        space.zeros(size, np.int64),
        space.zeros(3, np.int64),
        space.zeros(LONGEST + 1, np.int64),
        space.zeros(TEAMS),
        space.zeros(ENDS),
        space.zeros(ENDS),
        own,
        space.zeros(MARKS, np.int64),
    )


@rule
def plant(crowd, sheet, seen, past, rng):
    """Begin with the turn that is being played in a position, an array of one; how many ends of it are thought about.
    Those where the match has been before, which `past` has the keys of, are worth a little less."""
    go = crowd.go
    go[USED], go[ROUNDS], go[SEAT] = 0, 0, seen[0].mover
    write_down(crowd, seen[0], 0, 0)
    count = sweep(sheet, seen[0])
    look_over(crowd, sheet, seen[0], count, rng)
    unfold(crowd, sheet, 0, count, FIRST_WIDTH)
    for child in range(1, go[USED]):
        for before in past:
            if crowd.key[child] == before:
                crowd.again[child] = AGAIN
    return go[USED] - 1


@rule
def write_down(crowd, s, way, key):
    """Make an entry of a position; its number."""
    entry = crowd.go[USED]
    crowd.go[USED] += 1
    crowd.position[entry] = s
    crowd.way[entry], crowd.key[entry], crowd.again[entry] = way, key, 0.0
    crowd.visits[entry], crowd.first[entry], crowd.count[entry] = 0, 0, 0
    for seat in range(TEAMS):
        crowd.gains[entry, seat] = 0.0
    share_out(crowd, s, crowd.sight[entry])
    return entry


@rule
def look_over(crowd, sheet, s, count, rng):
    """How good each end of the turn to be played looks, all danger considered; of equals any may come first."""
    seat, killing, hiding = np.int64(s.mover), False, False
    for n in range(count):
        kept = danger(sheet, sheet.end[n], seat)
        crowd.kept[n] = kept
        crowd.value[n] = glance(crowd, sheet, s, n) - DANGER * (1 - kept) + below(rng, 64) / 64
        killing |= kept == 1.0 and sheet.end[n].standing < s.standing
        hiding |= kept > NEXT_KILLS
    for n in range(count):
        quiet, kept = sheet.end[n].standing == s.standing, crowd.kept[n]
        if (killing and (quiet or kept < 1.0)) or (hiding and quiet and kept <= NEXT_KILLS):
            crowd.value[n] = NOWHERE


@rule
def glance(crowd, sheet, s, n):
    """How good the end of a turn looks to whoever played it, as nothing but a number to put them in order by."""
    end, seat, total, others = sheet.end[n], np.int64(s.mover), 0.0, 0
    for other in range(end.players):
        if other != seat and alive(end, other):
            total += between(crowd, end, seat, other)
            others += 1
    return total / max(others, 1) + KILL * (s.standing - end.standing)


@rule
def between(crowd, s, seat, other):
    """What a position is worth to one of two, as if they were alone: the turn is with whoever of them is the next."""
    mover = np.int64(s.mover)
    if (seat - mover) % s.players < (other - mover) % s.players:
        moved = np.int64(s.barred) if seat == mover else np.int64(0)
        return worth(pack_two(s, seat, other), moved, 0, crowd.weights, crowd.marks)
    moved = np.int64(s.barred) if other == mover else np.int64(0)
    return -worth(pack_two(s, other, seat), moved, 0, crowd.weights, crowd.marks)


@rule
def share_out(crowd, s, out):
    """Everybody's shares of the win at first sight."""
    for seat in range(TEAMS):
        out[seat] = 0.0
    for seat in range(s.players):
        for other in range(seat):
            if alive(s, seat) and alive(s, other) and not over(s):
                value = between(crowd, s, seat, other)
                out[seat] += value
                out[other] -= value
    scale, total = STEEP / max(s.standing - 1, 1), 0.0
    for seat in range(s.players):
        out[seat] = exp(min(max(scale * out[seat], -20.0), 20.0)) if alive(s, seat) else 0.0
        total += out[seat]
    for seat in range(s.players):
        out[seat] /= total


@rule
def danger(sheet, s, seat):
    """What a seat whose turn is over keeps of its share, by who could kill it before its next turn, each of them as if
    nobody played before."""
    kept = 1.0
    for n in range(s.players):
        other = (np.int64(s.mover) + n) % s.players
        if other == seat or over(s):
            break
        if alive(s, other):
            sheet.spare[0] = s
            at_once(sheet.spare[0], other)
            if prey(sheet, sheet.spare[0], 1 << seat):
                kept *= NEXT_KILLS if n == 0 else LATER_KILLS
    return kept


@rule
def lose(shares, seat, kept):
    """A seat keeps so much of its share; the others have what it loses."""
    rest = 1.0 - shares[seat]
    if rest > 0:
        lost = shares[seat] * (1.0 - kept)
        for other in range(TEAMS):
            shares[other] += -lost if other == seat else lost * shares[other] / rest


@rule
def unfold(crowd, sheet, entry, count, width):
    """Write the best ends of a turn down as the children of an entry; which is the best of them all."""
    seat, first = np.int64(crowd.position[entry].mover), crowd.go[USED]
    best, safe = first, 0
    for _ in range(min(width, count)):
        n = np.argmax(crowd.value[:count])
        if crowd.value[n] == NOWHERE:
            break
        crowd.value[n] = NOWHERE
        child = write_down(crowd, sheet.end[n], sheet.way[n], sheet.key[n])
        if crowd.kept[n] < 0 and safe < ENOUGH:
            crowd.kept[n] = danger(sheet, sheet.end[n], seat)
        if crowd.kept[n] >= 0:
            safe += crowd.kept[n] == 1.0
            lose(crowd.sight[child], seat, crowd.kept[n])
            if crowd.sight[child, seat] > crowd.sight[best, seat]:
                best = child
    crowd.first[entry], crowd.count[entry] = first, crowd.go[USED] - first
    total = 0.0
    for child in range(first, crowd.go[USED]):
        crowd.hope[child] = exp((crowd.sight[child, seat] - crowd.sight[best, seat]) / SHARP)
        total += crowd.hope[child]
    for child in range(first, crowd.go[USED]):
        crowd.hope[child] /= total
    return best


@rule
def think(crowd, sheet, rounds):
    """So many rounds, or as many as there is room for."""
    trail = crowd.trail
    for _ in range(rounds):
        if crowd.go[USED] + WIDTH > len(crowd.way):
            return
        depth, entry = 0, 0
        while crowd.first[entry] > 0 and depth < LONGEST:
            entry = promising(crowd, entry)
            depth += 1
            trail[depth] = entry
        bring(crowd, sheet, entry)
        for n in range(depth + 1):
            crowd.visits[trail[n]] += 1
            for seat in range(TEAMS):
                crowd.gains[trail[n], seat] += crowd.shares[seat]
        crowd.go[ROUNDS] += 1


@rule
def promising(crowd, entry):
    """The child that promises most to whoever has the turn: by what it brought, and more the less it was tried."""
    seat = np.int64(crowd.position[entry].mover)
    spread = CURIOUS * np.sqrt(1.0 + crowd.visits[entry])
    chosen, most = crowd.first[entry], NOWHERE
    for child in range(crowd.first[entry], crowd.first[entry] + crowd.count[entry]):
        value = mean(crowd, child, seat) + spread * crowd.hope[child] / (1.0 + crowd.visits[child])
        if value - crowd.again[child] > most:
            chosen, most = child, value - crowd.again[child]
    return chosen


@rule
def mean(crowd, entry, seat):
    """A seat's share, as it came out so far; at first sight where nothing has."""
    visits = crowd.visits[entry]
    return crowd.gains[entry, seat] / visits if visits > 0 else crowd.sight[entry, seat]


@rule
def bring(crowd, sheet, entry):
    """Fill in what a position brings everybody, and unfold it where there is more to it."""
    s, source = crowd.position[entry], entry
    if not over(s) and crowd.first[entry] == 0:
        count = sweep(sheet, s)
        for n in range(count):
            crowd.value[n], crowd.kept[n] = glance(crowd, sheet, s, n), -1.0
        if count > 0:
            source = unfold(crowd, sheet, entry, count, WIDTH)
        else:
            crowd.first[entry] = -1
            lose(crowd.sight[entry], np.int64(s.mover), 0.0)
    for seat in range(TEAMS):
        crowd.shares[seat] = crowd.sight[source, seat]


@rule
def favourite(crowd, entry):
    """The child that was tried most, of several the one that came out best."""
    seat, chosen = np.int64(crowd.position[entry].mover), crowd.first[entry]
    for child in range(chosen + 1, chosen + crowd.count[entry]):
        more = crowd.visits[child] - crowd.visits[chosen]
        better = mean(crowd, child, seat) - crowd.again[child] > mean(crowd, chosen, seat) - crowd.again[chosen]
        if more > 0 or (more == 0 and better):
            chosen = child
    return chosen
