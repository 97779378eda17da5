"""What the search knows of End of Line: whoever plays on, however badly, lays no card that its line cannot leave; and
who wants to fill the area goes where few other ways lead."""

from sobremesa.games.end_of_line.rules import GO
from sobremesa.games.end_of_line.rules.cards import target
from sobremesa.games.end_of_line.tables import COOP, EXITS, KINDS, LAYING, NEXT, NOTHING, SOLO, SPENDING, TEAMS
from sobremesa.kernel import rule
from sobremesa.kernel.rng import below

TRIES = 3
WHIM = 8
"""One of so many cards is laid anyhow where the area is to be filled, so that playouts differ."""


@rule
def pick(s, seat, legal, count, rng):
    """Any, but rather a card that leaves a free exit. Energy is spent now and then; where nobody is a rival, if it must
    be, and the area is filled from its corners."""
    chosen = below(rng, count)
    if s.phase == SPENDING:
        return 0 if legal[0] == GO and (s.mode > TEAMS or below(rng, 8) > 0) else chosen
    if s.phase == LAYING and (s.mode == SOLO or s.mode == COOP) and below(rng, WHIM) > 0:
        return neatest(s, seat, legal, count, chosen)
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
def neatest(s, seat, legal, count, start):
    """The card that leaves the fewest squares lonely, the first of several from a start on: it is laid where the fewest
    free squares are around, and leads to where again the fewest are."""
    chosen, most = start, -1
    way, open_exits, narrow_exits, lonely = -1, 0, 0, 0
    for n in range(count):
        place = (start + n) % count
        if legal[place] % 3 != way:
            way = legal[place] % 3
            square = target(s, seat, way, s.back, s.crossing)
            heading = int(s.face[s.path[seat, s.laid[seat] - s.back]]) + way + 3
            open_exits, narrow_exits = ways_on(s, square, heading)
            lonely = 4 - free_around(s, square)
        exits = int(EXITS[legal[place] // 3])
        value = lonely + (8 if exits & open_exits else 0) + (3 if exits & narrow_exits else 0)
        if value > most:
            chosen, most = place, value
    return chosen


@rule
def ways_on(s, square, heading):
    """The exits that a card on a square could be left by, a bit each; and those of them behind which it is narrowest,
    but not closed."""
    free, narrow, least = 0, 0, 5
    for onward in range(3):
        beyond = NEXT[s.width, (heading + onward + 3) & 3, square]
        if s.on[beyond] != NOTHING:
            continue
        free |= 1 << onward
        around = free_around(s, beyond) - 1  # the square itself will be taken
        if around == 0 and s.empty > 2:
            continue
        if around < least:
            narrow, least = 0, around
        if around == least:
            narrow |= 1 << onward
    return free, narrow


@rule
def free_around(s, square):
    """How many of the four squares around one are empty."""
    free = 0
    for direction in range(4):
        free += s.on[NEXT[s.width, direction, square]] == NOTHING
    return free


@rule
def blur(s, seat):
    """Others' hands are dealt anew in every world: what a line should do is learnt for all of them together."""
    if s.mode > TEAMS:
        return False
    for kind in range(KINDS):
        s.hand[seat, kind] += s.deck[seat, kind]
        s.deck[seat, kind] = 0
    return True
