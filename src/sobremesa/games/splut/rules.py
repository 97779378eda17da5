"""Splut!, by Tommy De Coninck: trolls throw rocks at sorcerers.

The board is a diamond of 41 squares. A rock lies on each of its four tips; rocks are nobody's. In front
of a rock begins a team: a dwarf, a troll on the rock's right, a sorcerer on its left.

 1. The very first turn has one step, the second has two, every later turn has three.
 2. Every step must be made, with any of one's own three pieces.
 3. Whoever has no legal step forfeits the rest of the turn, which counts as a turn. (House rule.)
 4. A throw ends the turn.
 5. A step leads to the next square along a file or a rank, and never to an occupied one (but see 7, 12, 16).
 6. When `turn_limit` turns are over it is a draw among those still standing. (House rule.)
 7. A troll may also step onto a rock; then he must throw it.
 8. A troll who steps onto an empty square may pull the rock right behind him onto the square he leaves.
 9. A throw goes in any direction, also back, where the troll's old square counts as empty. It is
    barred where the first square is beyond the border or holds a troll or a rock.
10. A thrown rock flies on over empty squares and dwarfs. It lands before the border, a troll or a rock,
    and on a sorcerer, whosesoever, who is killed.
11. A dwarf is killed only where the rock comes to rest on him. His team plays on.
12. A dwarf may step onto an occupied square by pushing: all that stands in one row ahead of him moves on
    one square, if the square after the last is empty. Nothing is killed or thrown by it.
13. A sorcerer who steps onto an empty square may levitate one rock, anywhere: it moves one square in the
    same direction, onto an empty square.
14. Only one rock a turn, and in steps that directly follow each other: any other step ends levitation for
    that turn.
15. A rock that moved in any way in the turn before, whoever's it was, may not be levitated.
16. With `levitate_adjacent` the two move at the same moment: the rock right behind may follow into the
    square the sorcerer leaves, the rock right in front may go ahead of him.
17. With its sorcerer a team leaves the board; the rock stays. The last sorcerer standing wins.

One step is one action.
"""

from sobremesa.games.splut.tables import (
    BORDER,
    DWARF,
    EDGE,
    KIND,
    NEXT,
    NOTHING,
    OFF,
    ROCK,
    ROCKS,
    SORCERER,
    START,
    TEAMS,
    THINGS,
    TROLL,
)
from sobremesa.kernel import record, rule

VERSION = 1
"""Changes whenever an old record could play differently."""

WALK, LEVITATE, PUSH, TREAD, PULL, THROW = 0, 1, 1 + ROCKS, 2 + ROCKS, 3 + ROCKS, 4 + ROCKS
"""The manners of a step: the sorcerer walks, or levitates rock 0, 1, 2 or 3; the dwarf walks, pushing what is in
his way; the troll walks, pulls, or throws north, east, south or west. An action is 4 * manner + direction."""
ACTIONS = 4 * (THROW + 4)

State = record(
    turn_limit="i2",
    turns="i2",  # how many are over
    levitate_adjacent="?",
    players="u1",
    on=("u1", OFF + 1),  # which thing is on each square
    at=("u1", THINGS),  # on which square each thing is; OFF when it is gone
    standing="u1",  # how many sorcerers are left
    outlived=("u1", TEAMS),  # how many teams each dead one outlived
    mover="u1",  # whose turn it is
    steps="u1",  # how many are left in it
    moved="u1",  # which rocks have moved in it, a bit each
    barred="u1",  # which rocks moved in the turn before, a bit each
    liftable="u1",  # which rocks its sorcerer may levitate, a bit each
    floating="?",  # whether its last step levitated one
)


@rule
def setup(s, seats, turn_limit, levitate_adjacent):
    s.turn_limit = turn_limit
    s.levitate_adjacent = levitate_adjacent
    s.players = s.standing = seats
    s.turns = 0
    for square in range(OFF):
        s.on[square] = NOTHING
    s.on[OFF] = EDGE
    for thing in range(THINGS):
        s.at[thing] = START[seats, thing]
        if s.at[thing] != OFF:
            s.on[s.at[thing]] = thing
    for seat in range(TEAMS):
        s.outlived[seat] = 0
    s.mover = 0
    s.steps = 1  # rule 1
    s.moved = s.barred = 0
    s.liftable = (1 << ROCKS) - 1
    s.floating = False


@rule
def seats(s):
    return s.players


@rule
def to_act(s):
    return 0 if over(s) else 1 << int(s.mover)


@rule
def legal(s, seat, out):
    sorcerer = sorcerer_of(seat)
    dwarf, troll = sorcerer + 1, sorcerer + 2
    n = 0  # each action is written down, and stays if it may be played
    for direction in range(4):
        out[n] = 4 * WALK + direction
        n += may_walk(s, sorcerer, direction)
        for rock in range(ROCKS):
            out[n] = 4 * (LEVITATE + rock) + direction
            n += may_levitate(s, sorcerer, direction, rock)
        out[n] = 4 * PUSH + direction
        n += may_push(s, dwarf, direction)
        out[n] = 4 * TREAD + direction
        n += may_walk(s, troll, direction)
        out[n] = 4 * PULL + direction
        n += may_pull(s, troll, direction)
        if meets_rock(s, troll, direction):
            for flight in range(4):
                out[n] = 4 * (THROW + flight) + direction
                n += may_throw(s, troll, direction, flight)
    return n


@rule
def weigh(s, out):
    """Nothing is left to chance."""


@rule
def apply(s, seat, action):
    manner, direction = action >> 2, action & 3
    sorcerer = sorcerer_of(seat)
    dwarf, troll = sorcerer + 1, sorcerer + 2
    levitates = LEVITATE <= manner < PUSH
    s.steps -= 1
    if levitates:
        levitate(s, sorcerer, direction, manner - LEVITATE)
    else:
        if s.floating:  # rule 14
            s.floating = False
            s.liftable = 0
        if manner == WALK:
            walk(s, sorcerer, direction)
        elif manner == PUSH:
            push(s, dwarf, direction)
        elif manner == TREAD:
            walk(s, troll, direction)
        elif manner == PULL:
            pull(s, troll, direction)
        else:
            throw(s, troll, direction, manner - THROW)
            s.steps = 0  # rule 4
    if s.steps == 0:
        end_turn(s)
    while not over(s) and not may_step(s, s.mover):  # rule 3
        end_turn(s)


@rule
def score(s, out):
    """The places from first to last are worth from 1 to -1, evenly spaced; those who share places share their worth."""
    survivors = s.players - (s.standing + 1) * 0.5  # how many teams each outlived, on average
    for seat in range(s.players):
        outlived = survivors if alive(s, seat) else s.outlived[seat] * 1.0
        out[seat] = 2 * outlived / (s.players - 1) - 1


@rule
def hide(s, seat):
    """Everything is in sight."""


@rule
def deal(s, seat, rng):
    """Everything is in sight."""


@rule
def over(s):
    return s.standing == 1 or s.turns >= s.turn_limit  # rules 17 and 6


@rule
def alive(s, seat):
    return s.at[sorcerer_of(seat)] != OFF


@rule
def sorcerer_of(seat):
    """A team's dwarf and troll have the next two numbers."""
    return ROCKS + 3 * seat


@rule
def may_walk(s, piece, direction):
    return s.on[NEXT[direction, s.at[piece]]] == NOTHING


@rule
def may_levitate(s, sorcerer, direction, rock):
    """Here and in `may_pull` all is looked at, with & for `and`: a branch would cost more than it saves."""
    here = s.at[sorcerer]
    ahead, target = NEXT[direction, here], NEXT[direction, s.at[rock]]
    together = s.levitate_adjacent  # rule 16
    he_may = (s.on[ahead] == NOTHING) | (together & (s.on[ahead] == rock))
    it_may = (s.on[target] == NOTHING) | (together & (target == here))
    return he_may & it_may & (s.liftable >> rock & 1)


@rule
def may_push(s, dwarf, direction):
    square = NEXT[direction, s.at[dwarf]]
    while s.on[square] < NOTHING:
        square = NEXT[direction, square]
    return s.on[square] == NOTHING


@rule
def may_pull(s, troll, direction):
    return may_walk(s, troll, direction) & (kind(s, NEXT[direction ^ 2, s.at[troll]]) == ROCK)


@rule
def meets_rock(s, troll, direction):
    """Whether a step takes him onto a rock, which he must then throw: rule 7."""
    return kind(s, NEXT[direction, s.at[troll]]) == ROCK


@rule
def may_throw(s, troll, direction, flight):
    first = NEXT[flight, NEXT[direction, s.at[troll]]]
    return first == s.at[troll] or not stops(s, first)  # rule 9


@rule
def may_step(s, seat):
    """Whether a seat has any legal step."""
    sorcerer = sorcerer_of(seat)
    dwarf, troll = sorcerer + 1, sorcerer + 2
    for direction in range(4):
        if may_push(s, dwarf, direction) or may_walk(s, sorcerer, direction) or may_walk(s, troll, direction):
            return True
    for direction in range(4):
        if meets_rock(s, troll, direction):  # rule 9: he may always throw it back
            return True
        for rock in range(ROCKS):
            if may_levitate(s, sorcerer, direction, rock):
                return True
    return False


@rule
def walk(s, piece, direction):
    move(s, piece, NEXT[direction, s.at[piece]])


@rule
def levitate(s, sorcerer, direction, rock):
    s.floating = True
    s.liftable = 1 << int(rock)  # rule 14
    target = NEXT[direction, s.at[rock]]
    lift(s, rock)
    walk(s, sorcerer, direction)
    put(s, rock, target)


@rule
def push(s, dwarf, direction):
    """Each takes the place of the next, until one finds an empty square."""
    square, pushed = s.at[dwarf], dwarf
    s.on[square] = NOTHING
    while pushed != NOTHING:
        square = NEXT[direction, square]
        displaced = s.on[square]
        put(s, pushed, square)
        pushed = displaced


@rule
def pull(s, troll, direction):
    left = s.at[troll]
    walk(s, troll, direction)
    move(s, s.on[NEXT[direction ^ 2, left]], left)


@rule
def throw(s, troll, direction, flight):
    square = NEXT[direction, s.at[troll]]
    rock = s.on[square]
    lift(s, rock)
    move(s, troll, square)
    square = NEXT[flight, square]
    while kind(s, square) != SORCERER and not stops(s, NEXT[flight, square]):  # rule 10
        square = NEXT[flight, square]
    hit = s.on[square]
    if kind(s, square) == SORCERER:
        remove_team(s, hit)
    elif kind(s, square) == DWARF:  # rule 11
        lift(s, hit)
    put(s, rock, square)


@rule
def remove_team(s, sorcerer):
    s.outlived[(sorcerer - ROCKS) // 3] = s.players - s.standing
    s.standing -= 1
    for piece in range(sorcerer, sorcerer + 3):  # rule 17
        lift(s, piece)


@rule
def stops(s, square):
    """Whether a flying rock comes to rest before this square."""
    return kind(s, square) == TROLL or kind(s, square) == ROCK or kind(s, square) == BORDER


@rule
def end_turn(s):
    s.turns += 1
    s.steps = min(s.turns + 1, 3)  # rule 1
    s.barred = s.moved  # rule 15
    s.liftable = (1 << ROCKS) - 1 & ~s.barred
    s.moved = 0
    s.floating = False
    s.mover = (s.mover + 1) % s.players
    while not alive(s, s.mover):
        s.mover = (s.mover + 1) % s.players


@rule
def kind(s, square):
    """What kind of thing is on a square."""
    return KIND[s.on[square]]


@rule
def move(s, thing, square):
    lift(s, thing)
    put(s, thing, square)


@rule
def lift(s, thing):
    """Take a thing off the board, if it is there."""
    if s.at[thing] != OFF:
        s.on[s.at[thing]] = NOTHING
        s.at[thing] = OFF


@rule
def put(s, thing, square):
    s.on[square] = thing
    s.at[thing] = square
    if thing < ROCKS:
        s.moved |= 1 << int(thing)  # rule 15
