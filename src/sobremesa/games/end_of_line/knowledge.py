"""What the search knows of End of Line: whoever plays on, however badly, lays no card that its line cannot leave."""

from sobremesa.dice import below
from sobremesa.games.end_of_line.cards import target
from sobremesa.games.end_of_line.rules import GO
from sobremesa.games.end_of_line.tables import EXITS, KINDS, NEXT, NOTHING, SPENDING, TEAMS
from sobremesa.kernel import rule

TRIES = 3


@rule
def pick(s, seat, legal, count, rng):
    """Any, but rather a card that leaves a free exit. Energy is spent now and then; where nobody is a rival, if it must
    be."""
    chosen = below(rng, count)
    if s.phase == SPENDING:
        return 0 if legal[0] == GO and (s.mode > TEAMS or below(rng, 8) > 0) else chosen
    for _ in range(TRIES):
        if legal[chosen] >= GO or leads_on(s, seat, legal[chosen] // 3, legal[chosen] % 3):
            return chosen
        chosen = below(rng, count)
    return chosen


@rule
def leads_on(s, seat, kind, way):
    """Whether a card laid at an exit would have a free exit of its own."""
    square = target(s, seat, way, s.back, s.crossing)
    heading = s.face[s.path[seat, s.laid[seat] - s.back]] + way + 3
    for onward in range(3):
        if EXITS[kind] >> onward & 1 and s.on[NEXT[s.width, (heading + onward + 3) & 3, square]] == NOTHING:
            return True
    return False


@rule
def blur(s, seat):
    """Others' hands are dealt anew in every world: what a line should do is learnt for all of them together."""
    if s.mode > TEAMS:
        return False
    for kind in range(KINDS):
        s.hand[seat, kind] += s.deck[seat, kind]
        s.deck[seat, kind] = 0
    return True
