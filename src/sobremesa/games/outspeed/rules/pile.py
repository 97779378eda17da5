"""The pile of bonus tokens of Outspeed: rule 8.

Its upper part was shuffled and nobody knows it; below lie, in order, the tokens that were put under it.
"""

from sobremesa.games.outspeed.rules.track import racing
from sobremesa.games.outspeed.tables import KINDS, NOBODY
from sobremesa.kernel import rule


@rule
def begin_draw(s):
    """Who draws next takes the top of the pile in hand; False when nobody does, or there is nothing left to draw."""
    choose_drawer(s)
    if s.drawer != NOBODY and s.pile + s.under_count == 0:
        shuffle_discards(s)
    s.looks = min(2, s.pile + s.under_count)
    if s.drawer == NOBODY or s.looks == 0:
        s.drawer = NOBODY
        for seat in range(s.players):
            s.owed[seat] = 0
        return False
    return True


@rule
def choose_drawer(s):
    """The foremost of those who are owed a bonus, in one zone by seat."""
    s.drawer = NOBODY
    for seat in range(s.players):
        if racing(s, seat) and s.owed[seat] > 0 and (s.drawer == NOBODY or s.zone[seat] > s.zone[s.drawer]):
            s.drawer = seat


@rule
def shuffle_discards(s):
    for kind in range(KINDS):
        s.unseen[kind] = s.discards[kind]
        s.pile += s.discards[kind]
        s.discards[kind] = 0


@rule
def looked(s):
    """How many tokens the drawer has looked at."""
    return int(s.drawn[0] > 0) + int(s.drawn[1] > 0)


@rule
def draw_unseen(s, kind):
    """Chance brought this kind to the top."""
    s.unseen[kind] -= 1
    s.pile -= 1
    s.drawn[looked(s)] = 1 + kind


@rule
def draw_under(s):
    """The unseen part is used up: what was put under the pile comes up."""
    s.drawn[looked(s)] = s.under[0]
    s.under_count -= 1
    for n in range(s.under_count):
        s.under[n] = s.under[n + 1]
        s.under_by[n] = s.under_by[n + 1]
    s.under[s.under_count] = 0
    s.under_by[s.under_count] = 0


@rule
def keep(s, kind):
    """One token into the hand; the other, if there were two, under the pile."""
    seat = s.drawer
    s.hand[seat, kind] += 1
    s.tokens[seat] += 1
    if s.looks == 2:
        s.under[s.under_count] = s.drawn[0] if s.drawn[1] == 1 + kind else s.drawn[1]
        s.under_by[s.under_count] = seat
        s.under_count += 1
    s.drawn[0] = 0
    s.drawn[1] = 0
    s.owed[seat] -= 1
    s.drawer = NOBODY
