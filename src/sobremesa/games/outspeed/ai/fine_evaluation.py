"""How likely a ship of Outspeed is to win, judged more finely than by `evaluation`: by how it stands to the others.

Each ship still racing is looked at by itself: how far it is from the others, what it can still pay, what it holds.
A layer of small neurons weighs that, and the ships share out the win as a softmax of what comes out. The weights were
fitted to who won the bots' own races: `bench/outspeed_judgement.py` does it anew.
"""

import numpy as np

from sobremesa.games.outspeed.ai.evaluation import decided, remaining
from sobremesa.games.outspeed.ai.fine_weights import ANSWER, DIRECT, INPUT, OFFSET
from sobremesa.games.outspeed.rules.track import foremost, left, racing
from sobremesa.games.outspeed.tables import ALL_TOKENS, COPIES, KINDS, OVER, RACE, SECTION
from sobremesa.kernel import rule
from sobremesa.kernel.maths import exp

LOOKS = 16
"""What is looked at, without the kinds of tokens, which follow; `insight.py` names them all."""
ALL = LOOKS + KINDS
NEURONS = len(OFFSET)
FAR = 2 * SECTION
"""How far off a ship counts that is not there."""
LEAK = 0.1
"""What a neuron still passes on below nothing."""


@rule
def look(s, seat, out):
    """What can be seen of a ship, each as a number of about 1."""
    first = second = last = np.int64(-1)
    most = 0
    for n in range(s.players):
        other = np.int64(n)
        if racing(s, other) and other != seat:
            most = max(most, s.fuel[other])
            if first < 0 or before(s, other, first):
                first, second = other, first
            elif second < 0 or before(s, other, second):
                second = other
            if last < 0 or s.zone[other] < s.zone[last]:
                last = other
    tiles, fuel = remaining(s), float(s.fuel[seat])
    soon, payable = 3.0 / (tiles + 1), min(fuel, 3.0 * tiles + 2)
    lead, spare = float(FAR), fuel
    if first >= 0:
        lead, spare = float(s.zone[seat] - s.zone[first]), fuel - s.fuel[first]
    out[0] = tiles / RACE
    out[1] = soon
    out[2] = near(lead)
    out[3] = near(float(s.zone[seat] - s.zone[second]) if second >= 0 else lead + FAR)
    out[4] = near(float(s.zone[seat] - s.zone[last]) if last >= 0 else float(FAR))
    out[5] = out[2] * soon
    out[6] = out[3] * soon
    out[7] = payable / 8
    out[8] = payable / 8 * soon
    out[9] = fuel / 8
    out[10] = spare / 8
    out[11] = (fuel - most) / 8
    out[12] = max(0, s.front - SECTION + 1 - s.zone[seat]) / 4 if tiles > 0 else 0.0
    out[13] = (s.front - foremost(s)) / SECTION
    out[14] = (left(s) - 3) / 3
    tokens = int(s.tokens[seat]) + int(s.owed[seat])
    out[15] = tokens / 3
    known = 0
    for kind in range(KINDS):
        known += s.hand[seat, kind]
    for kind in range(KINDS):
        out[LOOKS + kind] = (s.hand[seat, kind] + (tokens - known) * COPIES[kind] / ALL_TOKENS) / 1.5


@rule
def before(s, one, other):
    """Whether one ship is ahead of the other, or beside it with more fuel."""
    if s.zone[one] != s.zone[other]:
        return s.zone[one] > s.zone[other]
    return s.fuel[one] > s.fuel[other]


@rule
def near(zones):
    """A distance; beyond 15 zones it makes no difference."""
    return max(-3.0, min(3.0, zones / 5))


@rule
def promise(seen, neurons):
    """What the neurons make of a ship."""
    for n in range(NEURONS):
        neurons[n] = OFFSET[n]
    total = 0.0
    for each in range(ALL):
        total += DIRECT[each] * seen[each]
        for n in range(NEURONS):
            neurons[n] += seen[each] * INPUT[each, n]
    for n in range(NEURONS):
        total += ANSWER[n] * max(neurons[n], LEAK * neurons[n])
    return total


@rule
def expect(s, out):
    """Each seat's chance to win; once it is over, who has won."""
    if s.phase == OVER:
        decided(s, out)
        return
    seen, neurons, best = np.empty(ALL), np.empty(NEURONS), -1e9
    for seat in range(s.players):
        if racing(s, seat):
            look(s, seat, seen)
            out[seat] = promise(seen, neurons)
            best = max(best, out[seat])
    whole = 0.0
    for seat in range(s.players):
        out[seat] = exp(out[seat] - best) if racing(s, seat) else 0.0
        whole += out[seat]
    for seat in range(s.players):
        out[seat] = out[seat] / whole if whole > 0 else 0.0
