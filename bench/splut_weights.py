"""Fit what the marks of a Splut! position are worth to who won the bots' own matches.

    python bench/splut_weights.py [MATCHES [GENERATIONS [ROUNDS]]]

plays so many matches for two (1500 by default) from openings at random, both seats looking at so many positions a turn
(2000 by default), with the weights so far; fits the weights to how they came out; and begins again with those, so many
times (3 by default). It begins with no weights at all, or with --on with those in src/sobremesa/games/splut/weights.py,
and prints them as they stand there, with how well they foretell the result of matches they were not fitted to: 0.693 is
to know nothing. The first generation, which knows nothing, looks one turn ahead.
"""

import sys
import time

import numpy as np
from numba import njit

from sobremesa import games, kernel
from sobremesa.games.splut.ai.alphabeta_search import deepen, plant, search
from sobremesa.games.splut.ai.evaluation import CASES, FIRST, MARKS, NAMES, TABLE, marks
from sobremesa.games.splut.ai.kills import can_kill
from sobremesa.games.splut.ai.tree import BEST, BEST_CHILD, NEVER, NODES, PASTS, SURE, WIN, remember, tree
from sobremesa.games.splut.ai.turns import SIDE, STEPS, fresh_way, key_of, pack, room
from sobremesa.games.splut.rules import ACTIONS, apply, over
from sobremesa.kernel.rng import below, seeded

TURN_LIMIT = 120
SPREAD = 0.06
"""How far the weights of a match are off those that are tried, in logits."""
BOLD = 40
"""One turn of so many is played at random."""
FAITH = 0.85
"""How much a turn's return goes by what came after it, and not by what it was thought to be worth."""
RIDGE = 1e-4
ROUNDS_OF_FIT = 120


@njit(nogil=True)
def watch(position, trees, room, rounds, bold, rows, found, rng):
    """Play a match from a position on, both seats looking at so many positions a turn. Of every turn the marks of the
    position it began with are written down, whose it was, what it was thought to be worth, whether a kill was there for
    the taking, and whether it was played at random, as one of `bold` is. How many turns."""
    s, count = position[0], 0
    legal = np.empty(ACTIONS, np.int16)
    one = np.empty(64, np.int64), np.empty(64, np.int64), np.empty(64, np.int64)
    for seat in range(2):
        trees[seat].go[PASTS] = 0
    while not over(s) and count < len(rows):
        seat, board, moved, turn = np.int64(s.mover), pack(s), np.int64(s.barred), s.turns
        tree = trees[seat]
        remember(tree, key_of(board, moved, seat))
        think(tree, room, position, rounds, rng)
        best = tree.node[0, BEST_CHILD]
        marks(board, moved, seat, rows[count])
        found[count, 0] = seat
        found[count, 1] = tree.node[0, BEST] if best >= 0 else -WIN
        found[count, 2] = can_kill(board, fresh_way(moved), seat, STEPS, s.levitate_adjacent, *one)
        found[count, 3] = below(rng, bold) == 0 or best < 0
        if found[count, 3]:
            while not over(s) and s.turns == turn:
                apply(s, seat, legal[below(rng, kernel.legal(s, seat, legal))])
        else:
            remember(tree, tree.key[0, best] ^ SIDE)
            way = tree.way[0, best]
            for level in range(STEPS):
                if way >> 9 + 6 * level & 63:
                    apply(s, seat, (way >> 9 + 6 * level & 63) - 1)
        count += 1
    return count


@njit(nogil=True)
def think(tree, room, position, rounds, rng):
    """Look turns ahead, at least one."""
    if plant(tree, room, position, rng) == 0:
        return
    deepen(tree, 1)
    search(tree, room, 1 << 40)
    depth = 1
    while tree.go[NODES] < rounds and abs(tree.node[0, BEST]) < SURE and depth < 8:
        depth += 1
        before = tree.node[0, BEST]
        deepen(tree, depth)
        search(tree, room, rounds)
        if tree.node[0, BEST] == NEVER:
            tree.node[0, BEST] = before


def returns(found, score):
    """What each turn of a match came to for the seat whose turn it was, from 0 to 1: by the result, the more the nearer
    it is, and by what the turns before it were thought to be worth. Nothing follows from what came after a turn at
    random."""
    came, first = np.zeros(len(found)), 0.5 + 0.5 * score
    for n in range(len(found) - 1, -1, -1):
        seat, value, _, bold = found[n]
        thought = 1 / (1 + np.exp(-np.clip(value, -1000, 1000) / 100))
        thought = thought if seat == 0 else 1 - thought
        first = thought if bold else (1 - FAITH) * thought + FAITH * first
        came[n] = first if seat == 0 else 1 - first
    return came


def gather(weights, rounds, matches, seed):
    """Positions and how they came out for the seat whose turn it was, from 0 to 1; and of which match they are.

    No two matches are played with quite the same weights, so that all sorts of positions come up."""
    game = games.find("splut")
    start = game.start(2, {"turn_limit": TURN_LIMIT, "levitate_adjacent": True})
    rng, dice = np.random.default_rng(seed), seeded(seed)
    trees, workroom = [tree(1 << 16, np.zeros(CASES, np.int64)) for _ in range(2)], room()
    legal = np.zeros(ACTIONS, np.int16)
    found, results, whose = [], [], []
    for match in range(matches):
        position = start.copy()
        for _ in range(rng.integers(3, 25)):
            if not over(position[0]):
                seat = int(position[0].mover)
                apply(position[0], seat, legal[below(dice, kernel.legal(position[0], seat, legal))])
        for each in trees:
            each.weights[:] = np.round(100 * (weights + SPREAD * rng.standard_normal(CASES)))
            each.table_key[:] = 0
        rows, thoughts = np.zeros((TURN_LIMIT, MARKS), np.int64), np.zeros((TURN_LIMIT, 4), np.int64)
        count = watch(position, tuple(trees), workroom, rounds, BOLD, rows, thoughts, dice)
        scores = np.zeros(2)
        kernel.score(position[0], scores)
        quiet = thoughts[:count, 2] == 0
        found.append(rows[:count][quiet].astype(np.int16))
        results.append(returns(thoughts[:count], scores[0])[quiet])
        whose.append(np.full(quiet.sum(), match))
    return np.concatenate(found), np.concatenate(results), np.concatenate(whose)


def surprise(weights, rows, results):
    """How badly weights foretell what a position comes to: the mean logarithm."""
    chance = 1 / (1 + np.exp(-weights[rows].sum(axis=1)))
    return float(-(results * np.log(chance + 1e-9) + (1 - results) * np.log(1 - chance + 1e-9)).mean())


def fit(rows, results, weights):
    """By Adam: small steps, each mark at its own pace."""
    weights, mean, square = weights.copy(), np.zeros(CASES), np.zeros(CASES)
    flat = rows.ravel()
    for n in range(1, ROUNDS_OF_FIT + 1):
        error = 1 / (1 + np.exp(-weights[rows].sum(axis=1))) - results
        slope = np.bincount(flat, np.repeat(error, MARKS), CASES) / len(rows) + 2 * RIDGE * weights
        mean = 0.9 * mean + 0.1 * slope
        square = 0.99 * square + 0.01 * slope**2
        weights -= 0.02 * (mean / (1 - 0.9**n)) / (np.sqrt(square / (1 - 0.99**n)) + 1e-5)
    return weights


def main():
    given = [int(word) for word in sys.argv[1:] if word.isdigit()]
    matches, generations, rounds = (given + [1500, 3, 2000][len(given) :])[:3]
    on = "--on" in sys.argv
    weights = TABLE / 100 if on else np.zeros(CASES)
    kept = None
    for generation in range(generations):
        began = time.process_time()
        rows, results, whose = gather(weights, rounds if generation or on else 1, matches, generation)
        test = whose % 10 == 0
        before = surprise(weights, rows[test], results[test])
        everything = (rows[~test], results[~test])
        if kept is not None:  # half of what the generation before has seen
            everything = tuple(np.concatenate([new, old[::2]]) for new, old in zip(everything, kept, strict=True))
        kept = (rows[~test], results[~test])
        weights = fit(*everything, weights)
        after = surprise(weights, rows[test], results[test])
        print(
            f"# generation {generation + 1}: {len(rows)} positions, surprise {before:.4f}, "
            f"then {after:.4f}; {time.process_time() - began:.0f} s",
            file=sys.stderr,
            flush=True,
        )
    print("WEIGHTS = {")
    for name, first, after in zip(NAMES, FIRST[:-1], FIRST[1:], strict=True):
        print(f'    "{name}": {np.round(100 * weights[first:after]).astype(int).tolist()},')
    print("}")


if __name__ == "__main__":
    main()
