"""Who begins a match of End of Line, and who goes first in a round."""

from sobremesa.games.end_of_line.rules.cards import deck_size, shuffle
from sobremesa.games.end_of_line.tables import INITIATIVE, ROUND
from sobremesa.kernel import rule


@rule
def compare(s):
    """Rule 1: all who may still begin have revealed a card."""
    lowest = 255
    for seat in range(s.players):
        if s.contending >> seat & 1:
            lowest = min(lowest, s.revealed[seat])
    still = 0
    for seat in range(s.players):
        if s.contending >> seat & 1 and s.revealed[seat] == lowest:
            still |= 1 << seat
            s.opener = seat
            if deck_size(s, seat) == 0:
                shuffle(s, seat)
        s.revealed[seat] = 0
    s.contending = still
    if still == 1 << int(s.opener):
        for seat in range(s.players):
            shuffle(s, seat)
        s.phase = ROUND


@rule
def find_order(s):
    """Rule 4. A line's place is how many come before it; those who tie share one until that is settled."""
    s.living = 0
    for seat in range(s.players):
        s.place[seat] = 0
        s.living += s.alive[seat]
    depth = 0
    while share_a_place(s):
        for seat in range(s.players):
            s.later[seat] = 0
            for other in range(s.players):
                if s.alive[seat] and s.alive[other] and s.place[other] == s.place[seat]:
                    s.later[seat] += comes_before(s, other, seat, depth)
        for seat in range(s.players):
            s.place[seat] += s.later[seat]
        depth += 1
    for seat in range(s.players):
        if s.alive[seat]:
            s.order[s.place[seat]] = seat


@rule
def share_a_place(s):
    for seat in range(s.players):
        for other in range(seat):
            if s.alive[seat] and s.alive[other] and s.place[seat] == s.place[other]:
                return True
    return False


@rule
def comes_before(s, one, other, depth):
    """Whether one of two who share a place goes first, by the card that each laid so many before its last."""
    for seat in range(s.players):
        if s.alive[seat] and s.place[seat] == s.place[one] and s.laid[seat] <= depth:  # one has come to its start
            return (one + s.players - s.opener) % s.players < (other + s.players - s.opener) % s.players
    return initiative(s, one, depth) < initiative(s, other, depth)


@rule
def initiative(s, seat, depth):
    """Of the card that a line laid so many before its last."""
    return INITIATIVE[s.face[s.path[seat, s.laid[seat] - depth]] >> 2]
