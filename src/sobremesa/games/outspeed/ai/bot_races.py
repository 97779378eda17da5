"""Whole races of the bots of Outspeed against each other, compiled: what their strength and the tiles are judged by."""

import numpy as np

from sobremesa.bots.playout import lowest, roll
from sobremesa.games.outspeed.bot import choose
from sobremesa.games.outspeed.rules import apply, legal, to_act
from sobremesa.games.outspeed.rules.hidden import hide
from sobremesa.games.outspeed.tables import ACTIONS, PROGRAMMING
from sobremesa.kernel import CHANCE, rule
from sobremesa.kernel.rng import below


@rule
def run(states, levels, taken, rng):
    """Play a race to its end, each seat at its level (0 rounds: at random). Counts who took which route."""
    actions, odds = np.zeros(ACTIONS, np.int16), np.zeros(ACTIONS, np.int32)
    seen = states[:1].copy()
    s = states[0]
    while to_act(s) != 0:
        seat = lowest(to_act(s))
        count = legal(s, seat, actions)
        if seat == CHANCE:
            action = actions[roll(s, odds, count, rng)]
        elif levels[seat, 0] == 0:
            action = actions[below(rng, count)]
        else:
            seen[0] = s
            hide(seen[0], seat)
            action = choose(seen, seat, levels[seat], rng)
        tile, face, programmed = s.order[s.turn] - 1, s.face, s.phase == PROGRAMMING
        apply(s, seat, action)
        if programmed and seat != CHANCE and s.last_route[seat] > 0 and s.phase != PROGRAMMING:
            for each in range(s.players):
                if s.last_route[each] > 0:
                    taken[tile, face, s.last_route[each] - 1] += 1
