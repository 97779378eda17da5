"""What the bots of Shut the Lines are worth: rounds played by the rules, and the same worked out without chance.

Both use the rules and the bots' own way to choose. What one of them has wrong the other has not: one throws dice, the
other goes backward over all covered sets as the perfect player does, with the bot's choice in place of the best.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from sobremesa.bots.playout import roll
from sobremesa.games.shut_the_lines import GAME
from sobremesa.games.shut_the_lines.ai.solver import Table, above, prize_for
from sobremesa.games.shut_the_lines.bot import ANY, FEWEST_CHIPS, MOST_CHIPS, MOST_LINES, favourites, perfect
from sobremesa.games.shut_the_lines.rules import LEAVE, LEAVING, SPLITTING, THROWING, cover, everything, shut
from sobremesa.games.shut_the_lines.tables import COUNT, THROWS, WAYS, WEIGHT
from sobremesa.kernel import CHANCE, apply, legal, rule, to_act
from sobremesa.kernel.rng import below, seeded

EXACT = -1
"""Not a taste: who plays by the values."""
TASTES = {"random": ANY, "most-chips": MOST_CHIPS, "fewest-chips": FEWEST_CHIPS, "most-lines": MOST_LINES}
BOTS = (*TASTES, "exact")
MOST_FREE = 16
"""So many numbers may be free where a bot's value is worked out; of the perfect player it is always known. All sets of
plan 3 take a second; those of plan 4 would take more than an hour."""


@rule
def play_rounds(start, taste, free, values, rounds, rng, tally):
    """Play that many rounds from a position of one player, and count how many end with each number of lines."""
    states = start[:1].copy()
    out, best = np.empty(THROWS, np.int16), np.empty(2 * WAYS, np.int16)
    odds, worths = np.empty(THROWS, np.int32), np.empty(2 * WAYS)
    for _ in range(rounds):
        states[0] = start[0]
        s = states[0]
        while to_act(s) != 0:
            if to_act(s) == 1 << CHANCE:
                n = legal(s, CHANCE, out)
                apply(s, CHANCE, out[roll(s, odds, n, rng)])
                continue
            n = legal(s, 0, out)
            if taste == EXACT:
                apply(s, 0, perfect(s, 0, out, n, free, values, worths))
            else:
                apply(s, 0, best[below(rng, favourites(s, 0, taste, out, n, best))])
        tally[s.points[0]] += 1


@rule
def weigh_up(start, taste, values):
    """Of every set above the covered one of a position: how many lines somebody of this taste has on average."""
    states = start[:1].copy()
    s = states[0]
    out, best = np.empty(2 * WAYS, np.int16), np.empty(2 * WAYS, np.int16)
    least = s.covered[0]
    values[everything(s)] = shut(s, everything(s))
    for covered in range(everything(s) - 1, least - 1, -1):  # a split makes a larger number of a set
        if covered & least != least:
            continue
        total, weights = 0.0, 0
        for throw in range(COUNT[s.plan]):
            states[0] = start[0]
            s.covered[0] = covered
            apply(s, CHANCE, throw)
            if s.phase == THROWING:  # mercy: it is thrown again
                continue
            weights += WEIGHT[s.plan, throw]
            mean = float(s.points[0])
            if s.phase == SPLITTING or s.phase == LEAVING:
                n = favourites(s, 0, taste, out, legal(s, 0, out), best)
                mean = 0.0
                for i in range(n):
                    after = covered | cover(s, 0, best[i])
                    mean += (shut(s, after) if best[i] >= LEAVE else values[after]) / n
            total += WEIGHT[s.plan, throw] * mean
        values[covered] = total / weights


@dataclass(frozen=True)
class Trial:
    """Rounds that a bot has played alone: the mean number of lines, and what it should be where that is known."""

    rounds: int
    mean: float
    error: float
    """The standard error of the mean."""
    expected: float | None

    @property
    def deviation(self) -> float | None:
        """By how many standard errors the mean is off."""
        return None if self.expected is None else (self.mean - self.expected) / self.error


def trial(bot: str, plan: int, rounds: int, seed: int, covered: int = 0, **options: Any) -> Trial:
    """Let a bot play rounds of a plan alone, each from the same covered set on."""
    start = position(plan, covered, **options)
    free, values = np.zeros(0, np.int64), np.zeros(0)
    expected = None
    if bot == "exact":
        table = solved(start[0], covered)
        free, values, expected = np.array(table.game.free), table.values.reshape(-1), table[covered]
    elif int(everything(start[0])).bit_count() - covered.bit_count() <= MOST_FREE:
        expected = worth(bot, plan, covered, **options)
    tally = np.zeros(len(start[0].lines) + 1, np.int64)
    play_rounds(start, TASTES.get(bot, EXACT), free, values, rounds, seeded(seed), tally)
    lines = np.arange(tally.size)
    mean = float(tally @ lines / rounds)
    spread = float(tally @ (lines - mean) ** 2 / (rounds - 1))
    return Trial(rounds, mean, (spread / rounds) ** 0.5, expected)


def worth(bot: str, plan: int, covered: int = 0, **options: Any) -> float:
    """How many lines a bot with a taste has on average from a covered set on, worked out."""
    start = position(plan, covered, **options)
    values = np.zeros(int(everything(start[0])) + 1)
    weigh_up(start, TASTES[bot], values)
    return float(values[covered])


def position(plan: int, covered: int, **options: Any) -> Any:
    """One round alone, before a throw."""
    start = GAME.start(*GAME.agree(1, {"plans": str(plan), "rounds": 1, **options}))
    start[0].covered[0] = covered
    return start


def solved(s: Any, covered: int) -> Table:
    """The values of all sets above a covered one."""
    game = above(int(s.plan), covered, "choose" if s.partial else "none", bool(s.voluntary))
    return Table(game, prize_for(int(s.plan)))
