"""How likely a ship of Outspeed is to win, by what can be seen on the table.

Every ship has features, and the ships still racing share out the win as a softmax of their weighted sums. The weights
were fitted to who won the bots' own races: `bench/outspeed_weights.py` does it anew.
"""

import numpy as np

from sobremesa.games.outspeed.ai.weights import WEIGHTS
from sobremesa.games.outspeed.rules import ahead
from sobremesa.games.outspeed.rules.track import foremost, racing
from sobremesa.games.outspeed.tables import COPIES, KINDS, OVER, PROGRAMMING, RACE, SECTION
from sobremesa.kernel import rule
from sobremesa.kernel.maths import exp

FEATURES = 12
"""Without the kinds of tokens, which follow; `weights.py` names them all."""
ALL = FEATURES + KINDS


@rule
def remaining(s):
    """How many tiles are still to be resolved."""
    return RACE - s.turn - (1 if s.phase > PROGRAMMING else 0)


@rule
def features(s, seat, out):
    """What can be seen of a ship. Of a hand that is hidden, the average token."""
    tiles = remaining(s)
    late, more = 1.0 - tiles / RACE, tiles > 0
    zone, fuel = float(s.zone[seat]), float(min(s.fuel[seat], 3 * tiles + 2))
    behind = s.zone[seat] <= s.front - SECTION
    room = s.front - foremost(s)
    out[0] = zone * (1 - late)
    out[1] = zone * late
    out[2] = fuel * (1 - late)
    out[3] = fuel * late
    out[4] = more and s.fuel[seat] <= 1
    out[5] = more and s.fuel[seat] <= 2
    out[6] = more and s.fuel[seat] <= 4
    out[7] = more and behind
    out[8] = more and behind and room <= 5
    out[9] = more and behind and room <= 2
    out[10] = float(s.front - SECTION + 1 - s.zone[seat]) if more and behind else 0.0
    tokens = int(s.tokens[seat]) + int(s.owed[seat])
    out[11] = tokens * late
    known = 0
    for kind in range(KINDS):
        known += s.hand[seat, kind]
    for kind in range(KINDS):
        out[FEATURES + kind] = s.hand[seat, kind] + (tokens - known) * COPIES[kind] / 32.0


@rule
def chances(s, out):
    """Each seat's chance to win."""
    seen = np.empty(ALL)
    best = -1e9
    for seat in range(s.players):
        out[seat] = -1e9
        if racing(s, seat):
            features(s, seat, seen)
            total = 0.0
            for n in range(ALL):
                total += WEIGHTS[n] * seen[n]
            out[seat] = total
            best = max(best, total)
    whole = 0.0
    for seat in range(s.players):
        out[seat] = exp(out[seat] - best) if racing(s, seat) else 0.0
        whole += out[seat]
    for seat in range(s.players):
        out[seat] = out[seat] / whole if whole > 0 else 0.0


@rule
def prospects(s, out):
    """The same, and once it is over who has won."""
    if s.phase == OVER:
        decided(s, out)
    else:
        chances(s, out)


@rule
def decided(s, out):
    """Who has won, a shared win shared."""
    winners = 0
    for seat in range(s.players):
        out[seat] = 0.0
        if racing(s, seat):
            first = True
            for other in range(s.players):
                if racing(s, other) and other != seat and ahead(s, other, seat):
                    first = False
            out[seat] = first
            winners += first
    for seat in range(s.players):
        out[seat] /= max(winners, 1)
