"""Alpha-beta over whole turns of Splut! for two, in slices: it can stop after any node and go on from there.

- A node is a position at the beginning of a turn. Whoever can kill in it wins, and nothing else is looked at.
- The last turn that is looked at is played for the worth of the position it ends with; only positions are taken in
  which the other cannot kill. Where one who cannot be killed threatens to kill, one turn more is looked at.
- What was found is kept in a table; the best answer of before is tried first, then what is worth most at first sight.
- Late answers are looked at less deeply first, and in a narrow window; what turns out better is looked at again.
- A position that was there before is a draw, and a little less: so it does not go round in circles.
- A kill counts for more the sooner it comes.
"""

from collections import namedtuple

import numpy as np

from sobremesa.dice import below
from sobremesa.games.splut.kills import can_kill
from sobremesa.games.splut.rules import apply, over
from sobremesa.games.splut.tables import OFF, ROCKS
from sobremesa.games.splut.turns import ENDS, MARK, SIDE, STEPS, expand, fresh_way, key_of, pack, pack_way
from sobremesa.games.splut.worth import MARKS, worth
from sobremesa.kernel import rule

PLIES = 40
"""No line is longer."""
WIN = 30_000
"""What a kill is worth; one less for every turn that it is away."""
SURE = WIN - 1000
"""From here on a value means a kill that cannot be prevented."""
NEVER = -1_000_000
EXTRA = 4
"""Threats along a line for which one turn more is looked at; fewer while the search is not deep yet."""
PATIENCE, SLOWER = 6, 30
"""Answers of a node that are looked at as deeply as can be; those after them by a turn less, the last by two."""
AGAIN = 40
"""What it costs the seat that searches to be where the match has been."""
NOISE = 16
PAST = 256
"""Positions of the match that are remembered."""

FIELDS = 15
(BOARD, MOVED, KEY, DEPTH, ALPHA, BETA, LOW, BEST, BEST_KEY, BEST_CHILD, COUNT, TRIED, CHILD, STAGE, THREATS) = range(
    FIELDS
)
"""What is known of a node."""
WIDE, NARROW, SHALLOW, AGAIN_NARROW, AGAIN_WIDE = range(5)
"""How a child is being looked at, or has to be looked at again."""
PLY, ENTERING, NODES, TURNS, LIMIT, SEAT, ADJACENT, PASTS, DONE = range(9)
"""Where a search stands."""
EXACT, LOWER, UPPER = range(3)

Tree = namedtuple(
    "Tree",
    (
        "board",  # by ply: what the turn can end with
        "way",
        "key",
        "value",
        "node",  # by ply: what is known
        "go",  # where the search stands
        "past",  # the keys of the match's positions
        "table_key",  # what was found before
        "table_value",
        "table_depth",
        "table_kind",
        "table_best",
        "first",  # of the root's ends, what they are worth at first sight
        "weights",
        "marks",
    ),
)


def tree(size: int, weights: np.ndarray) -> Tree:
    """An empty tree with a table of so many entries, a power of two."""

    def ends() -> np.ndarray:
        return np.zeros((PLIES, ENDS), np.int64)

    return Tree(
        ends(),
        ends(),
        ends(),
        ends(),
        np.zeros((PLIES, FIELDS), np.int64),
        np.zeros(9, np.int64),
        np.zeros(PAST, np.int64),
        np.zeros(size, np.int64),
        np.zeros(size, np.int32),
        np.zeros(size, np.int8),
        np.zeros(size, np.int8),
        np.zeros(size, np.int64),
        np.zeros(ENDS, np.int64),
        weights,
        np.zeros(MARKS, np.int64),
    )


@rule
def plant(tree, room, seen, rng):
    """Begin with the rest of the turn that is being played in a position, an array of one; how many ends it has.

    Those that are worth the same at first sight come in any order."""
    go, node, s = tree.go, tree.node, seen[0]
    seat, adjacent = np.int64(s.mover), s.levitate_adjacent
    go[NODES], go[TURNS], go[LIMIT], go[SEAT], go[ADJACENT] = 0, s.turns, s.turn_limit, seat, adjacent
    board, way = pack(s), pack_way(s)
    key = key_of(board, way & 15, seat)
    node[0, KEY], node[0, THREATS] = key, 0
    count = expand(room, board, way, key, seat, np.int64(s.steps), adjacent, tree.board[0], tree.way[0], tree.key[0])
    for n in range(count):
        value = -worth(tree.board[0, n], tree.way[0, n], 1 - seat, tree.weights, tree.marks)
        if tree.board[0, n] >> 42 - 18 * seat & 63 == OFF:
            value = WIN + unused(tree.way[0, n])
        tree.first[n] = NOISE * value + below(rng, NOISE)
    go[NODES] = node[0, COUNT] = count
    node[0, BEST_CHILD], node[0, BEST] = -1, NEVER
    return count


@rule
def unused(way):
    """How many steps of a turn were not needed."""
    return (way >> 15 & 63 == 0) + (way >> 21 & 63 == 0)


@rule
def remember(tree, key):
    """That the match has been at a position: of the last ones, as many as there is room for."""
    tree.past[tree.go[PASTS] % PAST] = key
    tree.go[PASTS] += 1


@rule
def deepen(tree, depth):
    """Begin to look so many turns ahead."""
    node = tree.node
    best = node[0, BEST_CHILD]
    for n in range(node[0, COUNT]):
        tree.value[0, n] = tree.first[n]
    if best >= 0:
        tree.value[0, best] = 2 * NOISE * WIN
    node[0, DEPTH], node[0, TRIED], node[0, STAGE] = depth, 0, WIDE
    node[0, ALPHA] = node[0, LOW] = node[0, BEST] = NEVER
    node[0, BETA] = WIN - 1
    tree.go[PLY], tree.go[ENTERING], tree.go[DONE] = 0, 0, 0


@rule
def search(tree, room, upto):
    """Go on until so many nodes have been looked at in all, or everything has: whether it has."""
    go, node = tree.go, tree.node
    ply, entering = go[PLY], go[ENTERING]
    while go[NODES] < upto:
        if entering:
            entering = 0
            value = enter(tree, room, ply)
            if value != NEVER:
                ply -= 1
                settle(tree, ply, -value)
            continue
        if advance(tree, room, ply):
            ply += 1
            entering = 1
            continue
        if ply == 0:
            go[DONE] = 1
            break
        keep(tree, ply)
        ply -= 1
        settle(tree, ply, -node[ply + 1, BEST])
    go[PLY], go[ENTERING] = ply, entering
    return go[DONE] == 1


@rule
def enter(tree, room, ply):
    """What a node is worth where that is clear at once; else NEVER, and the ends of its turn are written down."""
    go, node = tree.go, tree.node[ply]
    if go[TURNS] + ply >= go[LIMIT]:
        return np.int64(0)
    if been_there(tree, ply):
        return np.int64(AGAIN if ply & 1 else -AGAIN)
    seat, steps, adjacent = (go[SEAT] + ply) & 1, min(go[TURNS] + ply + 1, STEPS), go[ADJACENT] != 0
    board, way = node[BOARD], fresh_way(node[MOVED])
    if can_kill(board, way, seat, steps, adjacent, room.one_board, room.one_way, room.one_key):
        return WIN - ply - 1
    best, known = recall(tree, ply)
    if known != NEVER:
        return known
    key = node[KEY]
    for rock in range(ROCKS):
        if node[MOVED] >> rock & 1:
            square = board >> 6 * rock & 63
            key ^= MARK[1, square] ^ MARK[0, square]
    boards, ways, keys, values = tree.board[ply], tree.way[ply], tree.key[ply], tree.value[ply]
    count = expand(room, board, way, key, seat, steps, adjacent, boards, ways, keys)
    go[NODES] += count
    if count == 0:  # every turn kills one's own sorcerer
        return -(WIN - ply - 1)
    for n in range(count):
        values[n] = -worth(boards[n], ways[n], 1 - seat, tree.weights, tree.marks)
        if keys[n] == best and node[DEPTH] > 1:
            values[n] += 2 * WIN
    node[COUNT], node[TRIED], node[STAGE], node[BEST], node[BEST_KEY] = count, 0, WIDE, NEVER, 0
    return np.int64(NEVER)


@rule
def been_there(tree, ply):
    """Whether a position was there before, in the line or in the match."""
    key = tree.node[ply, KEY]
    for before in range(ply - 2, -1, -2):
        if tree.node[before, KEY] == key:
            return True
    for n in range(min(tree.go[PASTS], PAST)):
        if tree.past[n] == key:
            return True
    return False


@rule
def advance(tree, room, ply):
    """Go on to the next child of a node and say True, or say that there is none to look at."""
    node, values = tree.node[ply], tree.value[ply]
    while node[BEST] < node[BETA]:
        if node[STAGE] >= AGAIN_NARROW:
            descend(tree, ply, node[DEPTH] - 1, NARROW if node[STAGE] == AGAIN_NARROW else WIDE)
            return True
        child, most = -1, np.int64(NEVER)
        for n in range(node[COUNT]):
            if values[n] > most:
                child, most = n, values[n]
        if child < 0:
            return False
        if node[DEPTH] <= 1:
            most = most // NOISE if ply == 0 else most
            if most <= max(node[BEST], node[ALPHA]):
                node[BEST] = max(node[BEST], most)
                return False
        values[child] = NEVER
        node[CHILD] = child
        node[TRIED] += 1
        late = node[TRIED] - 1
        if node[DEPTH] > 1:
            less = 0 if node[DEPTH] < 3 or late < PATIENCE else 1 if node[DEPTH] < 4 or late < SLOWER else 2
            descend(tree, ply, max(1, node[DEPTH] - 1 - less), WIDE if late == 0 else SHALLOW if less else NARROW)
            return True
        value = glance(tree, room, ply, child, most)
        if value == NEVER:
            descend(tree, ply, 1, WIDE)
            tree.node[ply + 1, THREATS] = node[THREATS] + 1
            return True
        node[STAGE] = WIDE
        settle(tree, ply, value)
    return False


@rule
def glance(tree, room, ply, child, value):
    """What the end of the last turn is worth; NEVER where it is a threat that must be looked into."""
    go = tree.go
    seat, adjacent = (go[SEAT] + ply) & 1, go[ADJACENT] != 0
    board, way = tree.board[ply, child], tree.way[ply, child]
    if board >> 42 - 18 * seat & 63 == OFF:
        return WIN - ply - 1
    turns = go[TURNS] + ply + 1
    if turns >= go[LIMIT]:
        return np.int64(0)
    boards, ways, keys = room.one_board, room.one_way, room.one_key
    if can_kill(board, fresh_way(way), 1 - seat, min(turns + 1, STEPS), adjacent, boards, ways, keys):
        return -(WIN - ply - 2)
    further = tree.node[ply, THREATS] < min(EXTRA, tree.node[0, DEPTH] - 1) and ply < PLIES - 2
    if further and can_kill(board, fresh_way(0), seat, STEPS, adjacent, boards, ways, keys):
        return np.int64(NEVER)
    return value


@rule
def descend(tree, ply, depth, stage):
    """Set up the child of a node that is to be looked at."""
    node, child = tree.node[ply], tree.node[ply + 1]
    n = node[CHILD]
    node[STAGE] = stage
    alpha = max(node[ALPHA], node[BEST])
    child[BOARD], child[MOVED], child[KEY] = tree.board[ply, n], tree.way[ply, n] & 15, tree.key[ply, n] ^ SIDE
    child[DEPTH], child[THREATS] = min(depth, PLIES - 3 - ply), node[THREATS]
    child[ALPHA] = child[LOW] = -node[BETA] if stage == WIDE else -alpha - 1
    child[BETA] = -alpha


@rule
def settle(tree, ply, value):
    """What a child has turned out to be worth."""
    node = tree.node[ply]
    alpha = max(node[ALPHA], node[BEST])
    if node[STAGE] == SHALLOW and value > alpha:
        node[STAGE] = AGAIN_NARROW
        return
    if node[STAGE] == NARROW and alpha < value < node[BETA]:
        node[STAGE] = AGAIN_WIDE
        return
    node[STAGE] = WIDE
    if value > node[BEST]:
        node[BEST], node[BEST_KEY], node[BEST_CHILD] = value, tree.key[ply, node[CHILD]], node[CHILD]


@rule
def ending(tree, ply):
    """The key of a node, which near the turn limit is another for every turn that is left."""
    left = tree.go[LIMIT] - tree.go[TURNS] - ply
    return tree.node[ply, KEY] ^ (MARK[0, left] if left <= 24 else 0)


@rule
def recall(tree, ply):
    """The best answer that the table has for a node, and its worth if that is enough to go by, else NEVER."""
    node, key = tree.node[ply], ending(tree, ply)
    slot = key & len(tree.table_key) - 1
    if tree.table_key[slot] != key:
        return np.int64(0), np.int64(NEVER)
    value, kind = np.int64(tree.table_value[slot]), tree.table_kind[slot]
    if value > SURE:
        value -= ply
    elif value < -SURE:
        value += ply
    deep = tree.table_depth[slot] >= node[DEPTH] or abs(value) > SURE
    enough = kind == EXACT or (kind == LOWER and value >= node[BETA]) or (kind == UPPER and value <= node[ALPHA])
    return tree.table_best[slot], value if deep and enough else np.int64(NEVER)


@rule
def keep(tree, ply):
    """Put what was found about a node into the table."""
    node, key = tree.node[ply], ending(tree, ply)
    slot = key & len(tree.table_key) - 1
    if tree.table_key[slot] == key and tree.table_depth[slot] > node[DEPTH]:
        return
    value = node[BEST]
    kind = LOWER if value >= node[BETA] else UPPER if value <= node[LOW] else EXACT
    if value > SURE:
        value += ply
    elif value < -SURE:
        value -= ply
    tree.table_key[slot], tree.table_value[slot], tree.table_depth[slot] = key, value, node[DEPTH]
    tree.table_kind[slot], tree.table_best[slot] = kind, node[BEST_KEY]


@rule
def line(tree, room, ahead, most, out):
    """Play on in a position, an array of one, by the answers that the table has: a row for each turn, its steps and its
    seat; how many turns."""
    boards, ways, keys = tree.board[PLIES - 1], tree.way[PLIES - 1], tree.key[PLIES - 1]
    for turn in range(most):
        s = ahead[0]
        if over(s) or s.steps != min(s.turns + 1, STEPS):
            return turn
        seat, board = np.int64(s.mover), pack(s)
        key = key_of(board, np.int64(s.barred), seat)
        left = s.turn_limit - s.turns
        slot_key = key ^ (MARK[0, left] if left <= 24 else 0)
        slot = slot_key & len(tree.table_key) - 1
        answer = tree.table_best[slot] if tree.table_key[slot] == slot_key else np.int64(0)
        count = expand(
            room, board, pack_way(s), key_of(board, 0, seat), seat, STEPS, s.levitate_adjacent, boards, ways, keys
        )
        chosen = -1
        for n in range(count):
            if keys[n] == answer or boards[n] >> 42 - 18 * seat & 63 == OFF:
                chosen = n
        if chosen < 0:
            return turn
        out[turn, STEPS] = seat
        for level in range(STEPS):
            out[turn, level] = (ways[chosen] >> 9 + 6 * level & 63) - 1
            if out[turn, level] >= 0:
                apply(s, seat, out[turn, level])
    return most
