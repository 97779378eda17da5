"""A turn of Outspeed as a table: every way in which the ships may programme together, and whom it brings what.

It is filled once where no die is rolled, and otherwise round by round. In each round all ships move a little towards
what answers the others best, errors included, so that in the end nobody regrets much.
"""

from collections import namedtuple

import numpy as np

from sobremesa.games.outspeed.bot import CROWD, MOST, judge, open_plan, settle, soften
from sobremesa.games.outspeed.rules import programme
from sobremesa.games.outspeed.tables import SHIPS
from sobremesa.kernel import rule

LARGEST = 1000
"""Cells that a table may have: with more, as where all turn the wheel, it takes too long to fill."""
ROLLS = 100
"""How often the dice of a cell are rolled; the rounds after that only think."""

Table = namedtuple(
    "Table",
    (
        "plan",  # what each ship may programme; its shares are how likely it does, its values what that would bring
        "chosen",  # of each cell, which of its ways each ship takes
        "worth",  # and each ship's chance to win, on average
        "sure",  # and whether no die was rolled for it
    ),
)


@rule
def cells(plan, players):
    """In how many ways the ships may programme together."""
    total = 1
    for ship in range(players):
        total *= max(1, plan.count[ship])
    return total


@rule
def lay_table(s):
    """The table of a turn, empty; everybody takes anything."""
    plan = open_plan(s)
    size = cells(plan, s.players)
    chosen = np.zeros((size, SHIPS), np.int16)
    for cell in range(size):
        rest = cell
        for ship in range(s.players):
            if plan.count[ship] > 0:
                chosen[cell, ship] = rest % plan.count[ship]
                rest //= plan.count[ship]
    for ship in range(s.players):
        for way in range(plan.count[ship]):
            plan.share[ship, way] = 1 / plan.count[ship]
    return Table(plan, chosen, np.zeros((size, SHIPS)), np.zeros(size, np.bool_))


@rule
def ponder(start, table, rounds, level, rng):
    """So many rounds more."""
    states, worth = start[:1].copy(), np.zeros(SHIPS)
    for _ in range(rounds):
        table.plan.rounds[0] += 1
        if table.plan.rounds[0] <= ROLLS:
            fill(start, table, level, states, worth, rng)
        respond(start[0], table, level)


@rule
def fill(start, table, level, states, worth, rng):
    """Roll the dice of every cell once more."""
    s, plan = states[0], table.plan
    for cell in range(len(table.sure)):
        if table.sure[cell]:
            continue
        states[0] = start[0]
        for ship in range(s.players):
            if plan.count[ship] > 0:
                programme(s, ship, plan.ways[ship, table.chosen[cell, ship]])
        before = rng[0]
        settle(s, rng)
        table.sure[cell] = rng[0] == before
        judge(s, level, worth)
        for ship in range(s.players):
            table.worth[cell, ship] += (worth[ship] - table.worth[cell, ship]) / plan.rounds[0]


@rule
def respond(s, table, level):
    """Every ship takes more often what does better against what the others would take by now."""
    plan, target = table.plan, np.zeros(MOST)
    answer(s, table, plan.share, plan.value)
    pace = 2 / (1 + plan.rounds[0])
    for ship in range(s.players):
        if plan.count[ship] > 0:
            target[:] = plan.value[ship]
            soften(target, plan.count[ship], level[CROWD])
            for way in range(plan.count[ship]):
                plan.share[ship, way] += (target[way] - plan.share[ship, way]) * pace


@rule
def answer(s, table, share, value):
    """Fill value with what each way of each ship brings where the others take theirs as likely as this."""
    value[:] = 0
    for cell in range(len(table.sure)):
        for ship in range(s.players):
            likely = 1.0
            for other in range(s.players):
                if other != ship and table.plan.count[other] > 0:
                    likely *= share[other, table.chosen[cell, other]]
            value[ship, table.chosen[cell, ship]] += likely * table.worth[cell, ship]


@rule
def outguess(s, table, heat):
    """What each way brings against others who have thought this far, and now overlook no more than such a loss."""
    share, value = table.plan.value.copy(), np.zeros((SHIPS, MOST))
    for ship in range(s.players):
        if table.plan.count[ship] > 0:
            soften(share[ship], table.plan.count[ship], heat)
    answer(s, table, share, value)
    return value
