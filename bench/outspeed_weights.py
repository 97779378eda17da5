"""Fit what a ship's features are worth in Outspeed to who won the bots' own races.

    python bench/outspeed_weights.py [RACES]

plays so many races for each number of seats with the middle bot (600 by default), fits the weights, and prints them as
they stand in src/sobremesa/games/outspeed/weights.py, with how well they foretell the winner before and after.
"""

import sys

import numpy as np

from sobremesa import games
from sobremesa.bots.playout import lowest, roll
from sobremesa.games.outspeed import bot
from sobremesa.games.outspeed.ai.evaluation import ALL, features, prospects
from sobremesa.games.outspeed.ai.weights import WEIGHTS, WORTH
from sobremesa.games.outspeed.rules import apply, hide, legal, to_act
from sobremesa.games.outspeed.rules.track import racing
from sobremesa.games.outspeed.tables import ACTIONS, PROGRAMMING, SHIPS
from sobremesa.kernel import CHANCE
from sobremesa.kernel.rng import seeded

RIDGE = 1e-3


def watch(seats, races, rng):
    """From each turn of each race: the features of every ship, which are racing, and who won in the end."""
    game = games.find("outspeed")
    start = game.start(*game.agree(seats))
    actions, odds = np.zeros(ACTIONS, np.int16), np.zeros(ACTIONS, np.int32)
    for _ in range(races):
        states, seen, turn, shown = start.copy(), start.copy(), -1, []
        s = states[0]
        while bits := to_act(s):
            if s.phase == PROGRAMMING and s.turn != turn:
                turn = int(s.turn)
                row = np.zeros((SHIPS, ALL))
                for seat in range(seats):
                    if racing(s, seat):
                        features(s, seat, row[seat])
                shown.append((row, [bool(racing(s, seat)) for seat in range(seats)] + [False] * (SHIPS - seats)))
            seat = lowest(bits)
            count = legal(s, seat, actions)
            if seat == CHANCE:
                action = actions[roll(s, odds, count, rng)]
            else:
                seen[0] = s
                hide(seen[0], seat)
                action = bot.choose(seen, seat, bot.LEVELS["middle"], rng)
            apply(s, seat, action)
        won = np.zeros(SHIPS)
        prospects(s, won)
        if won.sum() > 0:
            yield from ((row, ships, won) for row, ships in shown)


def loss(weights, rows, ships, won):
    """The surprise at who won, and its slope."""
    strength = np.where(ships, rows @ weights, -np.inf)
    strength -= strength.max(axis=1, keepdims=True)
    share = np.exp(strength)
    share /= share.sum(axis=1, keepdims=True)
    surprise = -(won * np.log(np.maximum(share, 1e-12))).sum(axis=1).mean()
    slope = ((share - won)[:, :, None] * rows).sum(axis=1).mean(axis=0)
    return surprise + RIDGE * (weights**2).sum(), slope + 2 * RIDGE * weights


def fit(rows, ships, won, weights):
    """By Adam: small steps, each feature at its own pace."""
    weights, mean, square = weights.copy(), np.zeros(ALL), np.zeros(ALL)
    for n in range(1, 3001):
        _, slope = loss(weights, rows, ships, won)
        mean = 0.9 * mean + 0.1 * slope
        square = 0.999 * square + 0.001 * slope**2
        weights -= 0.01 * (mean / (1 - 0.9**n)) / (np.sqrt(square / (1 - 0.999**n)) + 1e-8)
    return weights


def main():
    races = int(sys.argv[1]) if len(sys.argv) > 1 else 600
    rng, seen = seeded(20), []
    for seats in 3, 4, 5, 6:
        seen += watch(seats, races, rng)
        print(f"# {seats} seats: {len(seen)} turns so far", file=sys.stderr)
    rows, ships, won = (np.array(part) for part in zip(*seen, strict=True))
    half = len(rows) * 4 // 5
    order = np.random.default_rng(1).permutation(len(rows))
    train, test = order[:half], order[half:]
    weights = fit(rows[train], ships[train], won[train], np.array(WEIGHTS))
    for name, each in ("before", WEIGHTS), ("after", weights):
        print(f"# surprise {name}: {loss(each, rows[test], ships[test], won[test])[0]:.4f}", file=sys.stderr)
    for name, weight in zip(WORTH, weights, strict=True):
        print(f'    "{name}": {weight:.3f},')


if __name__ == "__main__":
    main()
