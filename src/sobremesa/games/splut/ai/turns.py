"""Whole turns of Splut! for two, as a search wants them: every different position that a turn can end with.

A position is one number, `board`: the squares of the four rocks and of sorcerer, dwarf and troll of both seats, six
bits each, in the order of the rules. What else matters of a turn is another, `way`:

    4 bits   the rocks that have moved in it (once it is over: in the turn before, so that they may not be levitated)
    4 bits   the rocks that may be levitated
    1 bit    whether its last step levitated one
    18 bits  its steps, six bits each: the action and 1; 0 for those it did not have

`key` tells positions apart. It does not tell which rock is which, since nobody can.
"""

from collections import namedtuple
from typing import Any

import numpy as np

from sobremesa.games.splut.ai.bitboards import BORDER
from sobremesa.games.splut.rules import LEVITATE, PULL, PUSH, THROW, TREAD, WALK
from sobremesa.games.splut.tables import NEXT, OFF, ROCKS
from sobremesa.kernel import rule

STEPS = 3
"""The most that a turn has."""
ENDS, MIDDLES, SINGLES = 8192, 4096, 64
"""Room for what a turn can end with, for what it can be like before its last step, and for what one step can do."""
SLOTS = 1 << 14
THROWN = SINGLES // 2
"""From here on lie the throws among what one step can do."""
MEN = ROCKS + 6
FLOATING = 1 << 8
LIFTING = 15 << 4 | FLOATING

_dice = np.random.default_rng(41)
MARK = _dice.integers(1 << 62, size=(2 + 6, OFF + 1))
"""What a thing on a square adds to the key: rocks that lay still, rocks that moved, the pieces of both seats."""
MANNER = _dice.integers(1 << 62, size=32)
"""What being allowed to levitate adds within a turn."""
SIDE = int(_dice.integers(1 << 62))
"""What the second seat's turn adds."""

Room = namedtuple(
    "Room",
    (
        "board",  # by level: the positions in the middle of a turn
        "way",
        "key",
        "value",  # what they are worth, for whoever orders them
        "one_board",  # what one step can do
        "one_way",
        "one_key",
        "middle",  # the keys seen in the middle of a turn, by open addressing,
        "middle_stamp",  # and when
        "end",  # and those at the end
        "end_stamp",
        "stamp",  # the number of this turn
    ),
)


def room(space: Any = np) -> Room:
    """Room to generate turns in."""

    def levels() -> Any:
        return space.zeros((STEPS, MIDDLES), np.int64)

    def one() -> Any:
        return space.zeros(SINGLES, np.int64)

    def slots() -> tuple[Any, Any]:
        return space.zeros(SLOTS, np.int64), space.zeros(SLOTS, np.int64)

    return Room(
        levels(), levels(), levels(), levels(), one(), one(), one(), *slots(), *slots(), space.zeros(1, np.int64)
    )


@rule
def pack(s):
    """The board of a position of the rules."""
    board = np.int64(0)
    for thing in range(MEN):
        board |= np.int64(s.at[thing]) << 6 * thing
    return board


@rule
def pack_way(s):
    """What else matters of the turn that is being played."""
    return np.int64(s.moved) | np.int64(s.liftable) << 4 | np.int64(s.floating) << 8


@rule
def fresh_way(moved):
    """The way of a turn that begins after one in which these rocks moved: rule 15."""
    return (~moved & 15) << 4


@rule
def key_of(board, moved, seat):
    """The key of a position from nothing."""
    key = np.int64(SIDE) if seat == 1 else np.int64(0)
    for rock in range(ROCKS):
        key ^= MARK[moved >> rock & 1, board >> 6 * rock & 63]
    for man in range(6):
        key ^= MARK[2 + man, board >> 6 * (ROCKS + man) & 63]
    return key


@rule
def rocks_of(board):
    """The squares of all rocks."""
    return 1 << (board & 63) | 1 << (board >> 6 & 63) | 1 << (board >> 12 & 63) | 1 << (board >> 18 & 63)


@rule
def men_of(board):
    """The squares of all pieces, and the border."""
    found = np.int64(BORDER)
    for man in range(ROCKS, MEN):
        found |= 1 << (board >> 6 * man & 63)
    return found


@rule
def rock_on(board, square):
    """Which rock lies on a square where one does."""
    rock = 0
    while board >> 6 * rock & 63 != square:
        rock += 1
    return rock


@rule
def put_rock(board, way, key, rock, square):
    """The board, way and key with a rock moved there."""
    here = board >> 6 * rock & 63
    key ^= MARK[way >> rock & 1, here] ^ MARK[1, square]
    return board ^ (here ^ square) << 6 * rock, way | 1 << rock, key


@rule
def put_man(board, key, man, square):
    """The board and key with a piece moved there."""
    here = board >> 6 * (ROCKS + man) & 63
    key ^= MARK[2 + man, here] ^ MARK[2 + man, square]
    return board ^ (here ^ square) << 6 * (ROCKS + man), key


@rule
def push(board, way, key, direction, chain):
    """Everything on the squares of the chain takes a step."""
    for rock in range(ROCKS):
        here = board >> 6 * rock & 63
        if chain >> here & 1:
            board, way, key = put_rock(board, way, key, rock, np.int64(NEXT[direction, here]))
    for man in range(6):
        here = board >> 6 * (ROCKS + man) & 63
        if chain >> here & 1:
            board, key = put_man(board, key, man, np.int64(NEXT[direction, here]))
    return board, way, key


@rule
def throw(board, way, key, seat, rock, troll, square, flight):
    """The board, way and key after a troll has stepped onto a rock and thrown it, and the seat it killed, or -1."""
    stones, men = rocks_of(board), 1 << (board >> 24 & 63) | 1 << (board >> 42 & 63)
    stopping = BORDER | stones ^ 1 << square | 1 << (board >> 36 + 18 * (1 - seat) & 63)
    board, key = put_man(board, key, 3 * seat + 2, square)
    square = np.int64(NEXT[flight, square])
    while men >> square & 1 == 0 and stopping >> np.int64(NEXT[flight, square]) & 1 == 0:
        square = np.int64(NEXT[flight, square])
    killed = -1
    for man in range(6):
        if board >> 6 * (ROCKS + man) & 63 == square:
            if man % 3 == 0:
                killed = man // 3
                board, key = put_man(board, key, man + 1, OFF)
                board, key = put_man(board, key, man + 2, OFF)
            board, key = put_man(board, key, man, OFF)
            break
    board, way, key = put_rock(board, way, key, rock, square)
    return board, way, key, killed


@rule
def spread(board, way, key, seat, level, adjacent, boards, ways, keys):
    """Write down all that one step can do, throws from THROWN on; how many steps and throws that is, and whether there
    is any other than to kill one's own sorcerer, which is not written down."""
    sorcerer, dwarf, troll = board >> 24 + 18 * seat & 63, board >> 30 + 18 * seat & 63, board >> 36 + 18 * seat & 63
    stones = rocks_of(board)
    taken = stones | men_of(board)
    after = way & ~LIFTING if way & FLOATING else way  # rule 14
    shift = 9 + 6 * level
    n, thrown, any_step = 0, THROWN, False
    for direction in range(4):
        ahead = np.int64(NEXT[direction, sorcerer])
        free = taken >> ahead & 1 == 0
        if free:
            boards[n], keys[n] = put_man(board, key, 3 * seat, ahead)
            ways[n] = after | 4 * WALK + direction + 1 << shift
            n += 1
        for rock in range(ROCKS):
            if way >> 4 + rock & 1:
                stone = board >> 6 * rock & 63
                target = np.int64(NEXT[direction, stone])
                he_may = free or (adjacent and ahead == stone)
                if he_may and (taken >> target & 1 == 0 or (adjacent and target == sorcerer)):
                    found, moved, mark = put_rock(board, way, key, rock, target)
                    boards[n], keys[n] = put_man(found, mark, 3 * seat, ahead)
                    only = moved & ~LIFTING | 1 << 4 + rock | FLOATING
                    ways[n] = only | 4 * (LEVITATE + rock) + direction + 1 << shift
                    n += 1
        square, chain = np.int64(NEXT[direction, dwarf]), 1 << dwarf
        while taken >> square & 1 and square != OFF:
            chain |= 1 << square
            square = np.int64(NEXT[direction, square])
        if square != OFF:
            boards[n], moved, keys[n] = push(board, after, key, direction, chain)
            ways[n] = moved | 4 * PUSH + direction + 1 << shift
            n += 1
        ahead = np.int64(NEXT[direction, troll])
        if taken >> ahead & 1 == 0:
            found, mark = put_man(board, key, 3 * seat + 2, ahead)
            boards[n], keys[n] = found, mark
            ways[n] = after | 4 * TREAD + direction + 1 << shift
            n += 1
            behind = np.int64(NEXT[direction ^ 2, troll])
            if stones >> behind & 1:
                boards[n], moved, keys[n] = put_rock(found, after, mark, rock_on(board, behind), troll)
                ways[n] = moved | 4 * PULL + direction + 1 << shift
                n += 1
        elif stones >> ahead & 1:
            stopping = stones | 1 << (board >> 36 & 63) | 1 << (board >> 54 & 63) | BORDER
            for flight in range(4):
                first = np.int64(NEXT[flight, ahead])
                if first == troll or stopping >> first & 1 == 0:  # rule 9
                    any_step = True
                    found, moved, mark, killed = throw(
                        board, after, key, seat, rock_on(board, ahead), troll, ahead, flight
                    )
                    if killed != seat:
                        boards[thrown], keys[thrown] = found, mark
                        ways[thrown] = moved | 4 * (THROW + flight) + direction + 1 << shift
                        thrown += 1
    return n, thrown - THROWN, any_step or n > 0


@rule
def unseen(keys, stamps, stamp, key):
    """Whether a key has not been seen under this stamp; now it has."""
    slot = key >> 7 & SLOTS - 1
    while stamps[slot] == stamp:
        if keys[slot] == key:
            return False
        slot = slot + 1 & SLOTS - 1
    keys[slot], stamps[slot] = key, stamp
    return True


@rule
def open_turn(room, board, way, key):
    """Begin to write down a turn. The key is that of the board with the rocks that have moved."""
    room.stamp[0] += 1
    room.board[0, 0], room.way[0, 0], room.key[0, 0] = board, way, key


@rule
def extend(room, level, source, following, seat, last, adjacent, boards, ways, keys, count):
    """Let a turn go on from a position in the middle of it, by one step. What has not come up yet is added to its ends,
    of which there are `count`, or, where that step is not the last, to the `following` positions a level on: the new
    numbers of both."""
    stamp, one_board, one_way, one_key = room.stamp[0], room.one_board, room.one_way, room.one_key
    board, way, key = room.board[level, source], room.way[level, source], room.key[level, source]
    n, thrown, any_step = spread(board, way, key, seat, level, adjacent, one_board, one_way, one_key)
    if not any_step:  # rule 3
        one_board[THROWN], one_way[THROWN], one_key[THROWN] = board, way, key
        thrown = 1
    for i in range(0 if last else THROWN, THROWN + thrown):
        over = i < n or i >= THROWN
        if over and unseen(room.end, room.end_stamp, stamp, one_key[i]) and count < len(boards):
            boards[count], ways[count], keys[count] = one_board[i], one_way[i], one_key[i]
            count += 1
    if not last:
        for i in range(n):
            mark = one_key[i] ^ MANNER[one_way[i] >> 4 & 31]
            if unseen(room.middle, room.middle_stamp, stamp * STEPS + level, mark) and following < MIDDLES:
                room.board[level + 1, following] = one_board[i]
                room.way[level + 1, following] = one_way[i]
                room.key[level + 1, following] = one_key[i]
                following += 1
    return count, following


@rule
def expand(room, board, way, key, seat, steps, adjacent, boards, ways, keys):
    """Write down what the rest of a turn, of so many steps, can end with, each position once; how many there are.

    A turn that kills its own sorcerer is left out."""
    open_turn(room, board, way, key)
    sources, count = 1, 0
    for level in range(steps):
        following, last = 0, level == steps - 1
        for source in range(sources):
            count, following = extend(room, level, source, following, seat, last, adjacent, boards, ways, keys, count)
        sources = following
    return count
