"""Bots for Outspeed that read the dilemma: every ship's choice as an answer to what the others may choose.

Programming: all ships learn a mix of routes against each other, from what the seat knows: the position, everybody's
fuel, and so which routes they can pay. Each makes errors that are the rarer the dearer they are (a quantal response).
The strong bot expects such errors of the others, and makes hardly any; the weak one learns little and errs often.
Laying a token: what is hidden is dealt anew many times, and what each choice brings is averaged.
"""

from collections import namedtuple
from collections.abc import Sequence
from typing import Any

import numpy as np

from sobremesa.games.outspeed.ai.evaluation import prospects
from sobremesa.games.outspeed.ai.fine_evaluation import expect
from sobremesa.games.outspeed.rules import act, legal, programme, programming, step, waits
from sobremesa.games.outspeed.rules.bonuses import undecided
from sobremesa.games.outspeed.rules.hidden import deal
from sobremesa.games.outspeed.rules.routes import choices, die_of, finishing
from sobremesa.games.outspeed.rules.track import drop_tail, left, racing
from sobremesa.games.outspeed.tables import ACTIONS, DICE_SHAPE, DRAWING, OVER, PROGRAMMING, SHIPS, SYMBOLS
from sobremesa.kernel import CHANCE, rule
from sobremesa.kernel.maths import exp, log
from sobremesa.kernel.rng import below, seeded

MOST = 30
"""Ways to programme, at most: three routes with ten numbers on the wheel each."""

ROUNDS, CROWD, OWN, DEALS, SHREWD = range(5)
"""A level: rounds of learning a mix; the loss of chances to win that the crowd, and the bot itself, overlook; how often
what is hidden is dealt anew for a token; and whether it judges by `fine_evaluation`, and not by `evaluation`."""
LEVELS = {
    "weak": np.array([12, 0.15, 0.15, 8, 0]),
    "middle": np.array([80, 0.03, 0.03, 40, 0]),
    "strong": np.array([300, 0.03, 0.004, 200, 0]),
}

Plan = namedtuple(
    "Plan",
    (
        "ways",  # of each ship, the actions it may programme
        "count",  # and how many
        "value",  # and what each has brought of late
        "share",  # and how likely each is taken
        "rounds",  # how often they were tried
    ),
)


@rule
def choose(seen, seat, level, rng):
    """An action for a seat, from a position that holds what it knows and nothing else."""
    values, actions = np.zeros(MOST), np.zeros(ACTIONS, np.int16)
    count = legal(seen[0], seat, actions)
    if count == 1:
        return actions[0]
    if seen[0].phase == PROGRAMMING:
        plan = open_plan(seen[0])
        learn(seen, plan, int(level[ROUNDS]), level, rng)
        for way in range(count):
            values[way] = plan.value[seat, way]
    else:
        weigh_choices(seen, seat, actions, count, int(level[DEALS]), level, values, rng)
        for n in range(count):
            values[n] /= level[DEALS]
    soften(values, count, level[OWN])
    return actions[pick(values, count, rng)]


@rule
def open_plan(s):
    """What every ship may programme, before anything has been tried."""
    ways, count = np.zeros((SHIPS, MOST), np.int16), np.zeros(SHIPS, np.int16)
    for ship in range(s.players):
        for route in range(1, 1 + len(SYMBOLS)):
            for number in range(choices(s, ship, route) if racing(s, ship) else 0):
                ways[ship, count[ship]] = programming(s, route, number)
                count[ship] += 1
    return Plan(ways, count, np.zeros((SHIPS, MOST)), np.zeros((SHIPS, MOST)), np.zeros(1, np.int64))


@rule
def learn(start, plan, rounds, level, rng):
    """So many rounds more: every ship tries each of its ways against what the others would take by now."""
    s = start[0]
    states, worth, chosen = start[:1].copy(), np.zeros(SHIPS), np.zeros(SHIPS, np.int16)
    for _ in range(rounds):
        for ship in range(s.players):
            if plan.count[ship] > 0:
                plan.share[ship] = plan.value[ship]
                soften(plan.share[ship], plan.count[ship], level[CROWD])
                chosen[ship] = pick(plan.share[ship], plan.count[ship], rng)
        plan.rounds[0] += 1
        pace = exp(-0.7 * log(plan.rounds[0]))  # what was long ago counts less
        for ship in range(s.players):
            for way in range(plan.count[ship]):
                states[0] = s
                for other in range(s.players):
                    if plan.count[other] > 0:
                        programme(states[0], other, plan.ways[other, way if other == ship else chosen[other]])
                settle(states[0], rng)
                judge(states[0], level, worth)
                plan.value[ship, way] += (worth[ship] - plan.value[ship, way]) * pace


@rule
def judge(s, level, out):
    """Each seat's chance to win, as well as the level can tell."""
    if level[SHREWD] > 0:
        expect(s, out)
    else:
        prospects(s, out)


@rule
def soften(values, count, heat):
    """From values to how likely each is taken."""
    best, whole = values[0], 0.0
    for n in range(count):
        best = max(best, values[n])
    for n in range(count):
        values[n] = exp((values[n] - best) / heat)
        whole += values[n]
    for n in range(count):
        values[n] /= whole


@rule
def pick(mix, count, rng):
    """Any of them, as likely as the mix says."""
    at = below(rng, 1 << 24) / float(1 << 24)
    for n in range(count):
        at -= mix[n]
        if at < 0:
            return n
    return count - 1


@rule
def settle(s, rng):
    """Resolve a turn that is programmed, up to the draws; what falls away falls."""
    while s.phase != DRAWING and s.phase != OVER:
        if waits(s):
            act(s, CHANCE, s.dice[die_of(s.rolling), below(rng, DICE_SHAPE[1])])
        else:
            step(s)
    if s.phase == DRAWING:
        drop_tail(s)
        if left(s) < 2 or finishing(s):
            s.phase = OVER


@rule
def weigh_choices(start, seat, actions, count, deals, level, values, rng):
    """Add to values what laying or keeping each token is worth, over so many deals of what may be hidden."""
    states, dealt = start[:1].copy(), start[:1].copy()
    worth, theirs = np.zeros(SHIPS), np.zeros(ACTIONS, np.int16)
    for _ in range(deals):
        dealt[0] = start[0]
        deal(dealt[0], seat, rng)
        before = rng[0]
        for n in range(count):
            rng[0] = before  # the same luck for every choice
            states[0] = dealt[0]
            s = states[0]
            act(s, seat, actions[n])
            while s.phase < PROGRAMMING:
                if waits(s):
                    lay_something(s, theirs, rng)
                else:
                    step(s)
            judge(s, level, worth)
            values[n] += worth[seat]


@rule
def lay_something(s, actions, rng):
    """As the others may: every other time nothing, otherwise any token."""
    for seat in range(s.players):
        if undecided(s) >> seat & 1:
            count = legal(s, seat, actions)
            act(s, seat, actions[0 if below(rng, 2) == 0 else below(rng, count)])
            return


class Reader:
    """Reads the others, as well as its level lets it."""

    level: str

    def __init__(self, seed: int) -> None:
        self.rng = seeded(seed)

    def choose(self, seen: Any, seat: int, legal: Sequence[int]) -> int:
        return int(choose(seen, seat, LEVELS[self.level], self.rng))


class Weak(Reader):
    """Looks at what each route brings, and often errs."""

    level = "weak"


class Middle(Reader):
    """Takes into account what the others will do, and errs where it costs little."""

    level = "middle"


class Strong(Reader):
    """Answers what the others will probably do, errors included, and hardly errs itself."""

    level = "strong"


BOTS = {"weak": Weak, "middle": Middle, "strong": Strong}
