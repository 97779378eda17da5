"""What is known while turns of Splut! are looked ahead: the positions of the line that is being looked at, and a table
of what was found before."""

from collections import namedtuple
from typing import Any

import numpy as np

from sobremesa.games.splut.ai.evaluation import MARKS
from sobremesa.games.splut.ai.turns import ENDS, MARK
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


def tree(size: int, weights: np.ndarray, space: Any = np) -> Tree:
    """An empty tree with a table of so many entries, a power of two."""

    def ends() -> Any:
        return space.zeros((PLIES, ENDS), np.int64)

    own = space.zeros(len(weights), np.int64)
    own[:] = weights
    return Tree(
        ends(),
        ends(),
        ends(),
        ends(),
        space.zeros((PLIES, FIELDS), np.int64),
        space.zeros(9, np.int64),
        space.zeros(PAST, np.int64),
        space.zeros(size, np.int64),
        space.zeros(size, np.int32),
        space.zeros(size, np.int8),
        space.zeros(size, np.int8),
        space.zeros(size, np.int64),
        space.zeros(ENDS, np.int64),
        own,
        space.zeros(MARKS, np.int64),
    )


@rule
def remember(tree, key):
    """That the match has been at a position: of the last ones, as many as there is room for."""
    tree.past[tree.go[PASTS] % PAST] = key
    tree.go[PASTS] += 1


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
