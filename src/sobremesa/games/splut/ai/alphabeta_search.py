"""Alpha-beta over whole turns of Splut! for two, in slices: it can stop after any node and go on from there.

- A node is a position at the beginning of a turn. Whoever can kill in it wins, and nothing else is looked at.
- The last turn that is looked at is played for the worth of the position it ends with; only positions are taken in
  which the other cannot kill. Where one who cannot be killed threatens to kill, one turn more is looked at.
- What was found is kept in a table; the best answer of before is tried first, then what is worth most at first sight.
- Late answers are looked at less deeply first, and in a narrow window; what turns out better is looked at again.
- A position that was there before is a draw, and a little less: so it does not go round in circles.
- A kill counts for more the sooner it comes.
"""

import numpy as np

from sobremesa.games.splut.ai.evaluation import worth
from sobremesa.games.splut.ai.kills import can_kill
from sobremesa.games.splut.ai.tree import (
    ADJACENT,
    AGAIN,
    AGAIN_NARROW,
    AGAIN_WIDE,
    ALPHA,
    BEST,
    BEST_CHILD,
    BEST_KEY,
    BETA,
    BOARD,
    CHILD,
    COUNT,
    DEPTH,
    DONE,
    ENTERING,
    EXTRA,
    KEY,
    LIMIT,
    LOW,
    MOVED,
    NARROW,
    NEVER,
    NODES,
    NOISE,
    PATIENCE,
    PLIES,
    PLY,
    SEAT,
    SHALLOW,
    SLOWER,
    STAGE,
    THREATS,
    TRIED,
    TURNS,
    WIDE,
    WIN,
    been_there,
    keep,
    recall,
)
from sobremesa.games.splut.ai.turns import (
    MARK,
    SIDE,
    STEPS,
    expand,
    extend,
    fresh_way,
    key_of,
    open_turn,
    pack,
    pack_way,
)
from sobremesa.games.splut.rules import apply, over
from sobremesa.games.splut.tables import OFF, ROCKS
from sobremesa.kernel import rule
from sobremesa.kernel.rng import below


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
    node[TRIED], node[STAGE], node[BEST], node[BEST_KEY], node[COUNT] = 0, WIDE, NEVER, 0, 0
    if node[DEPTH] <= 1 and steps == STEPS:
        open_turn(room, board, way, key)
        return last_turn(tree, room, ply, seat, adjacent)
    boards, ways, keys, values = tree.board[ply], tree.way[ply], tree.key[ply], tree.value[ply]
    node[COUNT] = expand(room, board, way, key, seat, steps, adjacent, boards, ways, keys)
    go[NODES] += node[COUNT]
    for n in range(node[COUNT]):
        values[n] = -worth(boards[n], ways[n], 1 - seat, tree.weights, tree.marks)
        if keys[n] == best and node[DEPTH] > 1:
            values[n] += 2 * WIN
    return np.int64(NEVER) if node[COUNT] > 0 else -(WIN - ply - 1)  # every turn kills one's own sorcerer


@rule
def last_turn(tree, room, ply, seat, adjacent):
    """The same where nothing is looked at after this turn. It is written down beginning with the steps that lead to
    what is worth most, and no more of it once an end is enough."""
    count, firsts = prolong(tree, room, ply, 0, 0, seat, adjacent)
    value = look_over(tree, room, ply, 0)
    for _ in range(firsts):
        if value != NEVER:
            break
        before = count
        count, seconds = prolong(tree, room, ply, 1, dearest(room, 1, firsts), seat, adjacent)
        value = look_over(tree, room, ply, before)
        for _ in range(seconds):
            if value != NEVER:
                break
            before = count
            count = prolong(tree, room, ply, 2, dearest(room, 2, seconds), seat, adjacent)[0]
            value = look_over(tree, room, ply, before)
    if value != NEVER:
        keep(tree, ply)
    elif count == 0:
        return -(WIN - ply - 1)
    return value


@rule
def prolong(tree, room, ply, level, source, seat, adjacent):
    """Let a turn go on by one step, and say what its new ends and middles are worth; how many there are of both."""
    boards, ways, keys, values = tree.board[ply], tree.way[ply], tree.key[ply], tree.value[ply]
    before = tree.node[ply, COUNT]
    count, following = extend(room, level, source, 0, seat, level == STEPS - 1, adjacent, boards, ways, keys, before)
    for n in range(before, count):
        values[n] = -worth(boards[n], ways[n], 1 - seat, tree.weights, tree.marks)
    for n in range(following):
        board, way = room.board[level + 1, n], room.way[level + 1, n]
        room.value[level + 1, n] = -worth(board, way, 1 - seat, tree.weights, tree.marks)
    tree.node[ply, COUNT] = count
    tree.go[NODES] += count - before + following
    return count, following


@rule
def dearest(room, level, count):
    """Which position in the middle of a turn is worth most, of those not taken yet: it is taken now."""
    chosen, most = 0, np.int64(NEVER)
    for n in range(count):
        if room.value[level, n] > most:
            chosen, most = n, room.value[level, n]
    room.value[level, chosen] = NEVER
    return chosen


@rule
def look_over(tree, room, ply, before):
    """Whether one of the new ends is enough: then its worth, else NEVER."""
    node, values = tree.node[ply], tree.value[ply]
    for n in range(before, node[COUNT]):
        if values[n] >= node[BETA]:
            value = glance(tree, room, ply, n, values[n])
            if value != NEVER:
                values[n] = NEVER
                node[CHILD] = n
                settle(tree, ply, value)
                if value >= node[BETA]:
                    return value
    return np.int64(NEVER)


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
