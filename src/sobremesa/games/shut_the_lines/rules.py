"""Shut the Lines, by Niek Neuwahl: dice are split and summed to cover the numbers of a magic figure.

A plan is a star or a square of numbers, every line of which has the same sum.

 1. Everybody has chips of their own. Who begins is drawn by lot; later rounds begin one seat to the left.
 2. A turn is one throw of all the plan's dice. Then comes the next player who is still in.
 3. The player splits all dice into groups. Each group's sum must be a number of the plan, all sums different, none
    covered by a chip of one's own; those numbers are covered. The chips of others never block.
 4. Where there is such a split, one must be played.
 5. Where there is none, the player divides the dice into any groups, covers each different sum that is a free number of
    the plan, and is out of the round; the largest covers are offered first. With `partial` none nothing is covered.
 6. Whoever covers every number is done with the round, with all lines.
 7. The round ends when nobody is in. One point for each line all of whose numbers carry one's own chip.
 8. When a round has been counted and somebody has `target` points, the highest total wins; ties share the win, or go
    on in a play-off. Otherwise another round is played, on the plan that `plans` says. Alone: after `rounds` rounds.
 9. With `voluntary_partial` one may cover in part, and be out, also where a full split exists. With `mercy` a first
    throw that cannot be split at all is thrown again.

Chance throws dice as a whole: which numbers came, not which die shows which.
"""

from sobremesa.games.shut_the_lines.tables import (
    COUNT,
    DIVISIONS,
    FULL,
    HOUSE,
    MOST_DICE,
    MOST_LINES,
    PART,
    THROWS,
    WAYS,
    WEIGHT,
)
from sobremesa.kernel import CHANCE, record, rule

VERSION = 1
"""Changes whenever an old record could play differently."""

PLAYERS = 4
LADDER, RANDOM, CHOOSE = 4, 5, 6  # what `plans` may be besides one plan, which is its number less 1

SPLIT, LEAVE, PLAN = 0, WAYS, 2 * WAYS
"""Actions: play a way of dividing the dice as a full split; leave the round with what it covers; choose a plan. Chance
throws: the numbers below THROWS; it draws a seat or a plan by their numbers from 0."""
ACTIONS = max(THROWS, PLAN + 4)

LOT, PLANNING, CHOOSING, THROWING, SPLITTING, LEAVING, OVER = range(7)

State = record(
    lines=("i4", MOST_LINES),  # the numbers of each line of the plan, a bit each
    own=("i4", MOST_LINES),  # the same of the layout that was agreed
    covered=("i4", PLAYERS),  # the numbers under each player's chips, a bit each
    points=("i2", PLAYERS),
    target="i2",
    rounds="i2",  # how many are played alone
    round_number="i2",
    possible="i2",  # how many lines all plans so far have had
    throw="i2",
    players="u1",
    plans="u1",
    plan="u1",
    partial="?",  # whether who is knocked out may cover in part
    voluntary="?",
    mercy="?",
    playoff="?",
    phase="u1",
    first="u1",  # who began the match
    seat="u1",  # whose turn it is
    inside="u1",  # who is still in the round, a bit each
    playing="u1",  # who plays this round, a bit each
)


@rule
def setup(s, seats, plans, target, rounds, partial, voluntary_partial, mercy, ties, layout):
    s.players = seats
    s.plans = plans
    s.target = target
    s.rounds = rounds
    s.partial = partial == 0
    s.voluntary = voluntary_partial == 1
    s.mercy = mercy == 1
    s.playoff = ties == 1
    for line in range(MOST_LINES):
        s.own[line] = layout[line]
    s.playing = (1 << seats) - 1
    s.phase = LOT
    if seats == 1:
        begin_round(s)


@rule
def seats(s):
    return s.players


@rule
def to_act(s):
    if s.phase == OVER:
        return 0
    if s.phase == LOT or s.phase == PLANNING or s.phase == THROWING:
        return 1 << CHANCE
    return 1 << int(s.seat)


@rule
def legal(s, seat, out):
    n = 0
    if s.phase == LOT or s.phase == PLANNING:
        while n < (s.players if s.phase == LOT else 4):
            out[n] = n
            n += 1
    elif s.phase == THROWING:
        while n < COUNT[s.plan]:
            out[n] = n
            n += 1
    elif s.phase == CHOOSING:
        while n < 4:
            out[n] = PLAN + n
            n += 1
    else:
        if s.phase == SPLITTING:
            for way in range(DIVISIONS[s.plan]):
                out[n] = SPLIT + way
                n += may_split(s, seat, way)
        if s.phase == LEAVING or s.voluntary:
            for chips in range(MOST_DICE, -1, -1):  # rule 5: the largest first
                for way in range(DIVISIONS[s.plan]):
                    if may_leave(s, seat, way, chips):
                        out[n] = LEAVE + way
                        n += 1
    return n


@rule
def weigh(s, out):
    for outcome in range(s.players if s.phase == LOT else 4 if s.phase == PLANNING else COUNT[s.plan]):
        out[outcome] = WEIGHT[s.plan, outcome] if s.phase == THROWING else 1


@rule
def apply(s, seat, action):
    if s.phase == LOT:
        s.first = action
        begin_round(s)
    elif s.phase == PLANNING or s.phase == CHOOSING:
        lay_plan(s, 1 + (action if s.phase == PLANNING else action - PLAN))
    elif s.phase == THROWING:
        see_throw(s, action)
    else:
        s.covered[seat] |= cover(s, seat, action)
        if action >= LEAVE or s.covered[seat] == everything(s):  # rules 5 and 6
            leave(s, seat)
        next_turn(s)


@rule
def score(s, out):
    """The places from first to last are worth from 1 to -1, evenly spaced, shared places shared; alone, from no line
    to every line that there was."""
    for seat in range(s.players):
        if s.players == 1:
            out[seat] = 2.0 * s.points[seat] / s.possible - 1
        else:
            beaten, shared = 0.0, 0.0
            for other in range(s.players):
                if other != seat:  # who plays a play-off has more than who does not
                    beaten += s.points[seat] > s.points[other]
                    shared += s.points[seat] == s.points[other]
            out[seat] = 2.0 * (beaten + shared / 2) / (s.players - 1) - 1


@rule
def hide(s, seat):
    """Everything is in sight."""


@rule
def deal(s, seat, rng):
    """Everything is in sight."""


@rule
def begin_round(s):
    s.round_number += 1
    s.inside = s.playing
    s.seat = (s.first + s.round_number - 1) % s.players  # rule 1
    while not s.playing >> s.seat & 1:
        s.seat = (s.seat + 1) % s.players
    for seat in range(s.players):
        s.covered[seat] = 0
    if s.plans == RANDOM:
        s.phase = PLANNING
    elif s.plans == CHOOSE:
        s.phase = CHOOSING
    else:
        lay_plan(s, 1 + ((s.round_number - 1) % 4 if s.plans == LADDER else s.plans))


@rule
def lay_plan(s, plan):
    s.plan = plan
    for line in range(MOST_LINES):
        s.lines[line] = s.own[line] if s.own[0] > 0 else HOUSE[plan, line]
        s.possible += s.lines[line] > 0
    s.phase = THROWING


@rule
def see_throw(s, throw):
    s.throw = throw
    seat = s.seat
    if may_split_at_all(s, seat):
        s.phase = SPLITTING
    elif s.mercy and s.covered[seat] == 0:  # rule 9
        s.phase = THROWING
    elif s.partial:
        s.phase = LEAVING
    else:
        leave(s, seat)
        next_turn(s)


@rule
def cover(s, seat, action):
    """The numbers that a way to play the throw newly covers, a bit each."""
    if action < LEAVE:
        return FULL[s.plan, s.throw, action - SPLIT]
    return PART[s.plan, s.throw, action - LEAVE] & ~s.covered[seat]


@rule
def may_split(s, seat, way):
    numbers = FULL[s.plan, s.throw, way]
    return (numbers != 0) & (numbers & s.covered[seat] == 0)


@rule
def may_split_at_all(s, seat):
    for way in range(DIVISIONS[s.plan]):
        if may_split(s, seat, way):
            return True
    return False


@rule
def may_leave(s, seat, way, chips):
    """The first way to cover just these numbers, so many of them."""
    if PART[s.plan, s.throw, way] < 0 or count(cover(s, seat, LEAVE + way)) != chips:
        return False
    for other in range(way):
        if PART[s.plan, s.throw, other] >= 0 and cover(s, seat, LEAVE + other) == cover(s, seat, LEAVE + way):
            return False
    return True


@rule
def count(numbers):
    """How many numbers are in a set of bits."""
    chips = 0
    while numbers != 0:
        numbers &= numbers - 1
        chips += 1
    return chips


@rule
def everything(s):
    """All numbers of the plan: every number is in some line."""
    numbers = 0
    for line in range(MOST_LINES):
        numbers |= s.lines[line]
    return numbers


@rule
def shut(s, covered):
    """How many lines a covered set has, rule 7."""
    lines = 0
    for line in range(MOST_LINES):
        lines += (s.lines[line] > 0) & (covered & s.lines[line] == s.lines[line])
    return lines


@rule
def leave(s, seat):
    """Out of the round: its lines are counted."""
    s.inside &= ~(1 << int(seat)) & 255
    s.points[seat] += shut(s, s.covered[seat])


@rule
def next_turn(s):
    if s.inside == 0:
        end_round(s)
        return
    s.seat = (s.seat + 1) % s.players
    while not s.inside >> s.seat & 1:
        s.seat = (s.seat + 1) % s.players
    s.phase = THROWING


@rule
def end_round(s):
    """Rule 8."""
    if s.players == 1:
        s.phase = OVER
        if s.round_number < s.rounds:
            begin_round(s)
        return
    best = 0
    for seat in range(s.players):
        best = max(best, int(s.points[seat]))
    leaders, count = 0, 0
    for seat in range(s.players):
        if s.playing >> seat & 1 and s.points[seat] == best:
            leaders |= 1 << seat
            count += 1
    if best >= s.target and (count == 1 or not s.playoff):
        s.phase = OVER
        return
    if best >= s.target:
        s.playing = leaders
    begin_round(s)
