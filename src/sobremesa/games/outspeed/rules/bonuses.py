"""The bonuses of Outspeed: tokens laid face down, turned over together, and acting zone by zone."""

from sobremesa.games.outspeed.rules.routes import finishing
from sobremesa.games.outspeed.rules.track import foremost, move, next_ahead, put_marker, put_out, racing, rearmost
from sobremesa.games.outspeed.tables import FIELD, FLAME, ION, MAGNET, NITRO, TANK, TOKEN
from sobremesa.kernel import rule


@rule
def undecided(s):
    """Who in the zone that is asked holds tokens and has not decided yet, a bit each."""
    seats = 0
    for seat in range(s.players):
        if racing(s, seat) and s.zone[seat] == s.asked and s.tokens[seat] > 0 and s.laid[seat] == 0:
            seats |= 1 << seat
    return seats


@rule
def may_lay(s, seat, kind):
    """Rule 1."""
    if kind == MAGNET:
        return s.zone[seat] == rearmost(s)
    return kind != FIELD or not finishing(s)


@rule
def turn_over(s):
    """All laid tokens are shown, and are used up by it."""
    for seat in range(s.players):
        s.declared[seat] = s.zone[seat]
        if s.laid[seat] >= TOKEN:
            kind = s.laid[seat] - TOKEN
            s.hand[seat, kind] -= 1
            s.tokens[seat] -= 1
            s.discards[kind] += 1


@rule
def next_to_act(s, zone):
    """The first zone behind this one from which a token was laid; 0 if there is none."""
    found = 0
    for seat in range(s.players):
        if s.laid[seat] >= TOKEN and found < s.declared[seat] < zone:
            found = s.declared[seat]
    return found


@rule
def laid_from(s, zone, kind):
    """How many tokens of a kind were laid from a zone."""
    count = 0
    for seat in range(s.players):
        count += s.laid[seat] == TOKEN + kind and s.declared[seat] == zone
    return count


@rule
def fire(s, zone):
    """Rule 2: all tokens that were laid from a zone act at once, on the positions as they are now."""
    flames, magnets, ions = laid_from(s, zone, FLAME), laid_from(s, zone, MAGNET), laid_from(s, zone, ION)
    near, far = next_ahead(s, zone), foremost(s)
    for seat in range(s.players):
        if racing(s, seat):
            was, push = s.zone[seat], 0
            mine = s.laid[seat] if s.declared[seat] == zone else 0
            if mine == TOKEN + TANK:
                s.fuel[seat] += 2
            if mine == TOKEN + NITRO:
                push += 1
            if was == near:
                push -= 2 * flames
            if was > zone:
                push -= magnets * (3 if was == far else 2)
                s.fuel[seat] -= 2 * ions
            move(s, seat, push)
            if racing(s, seat) and s.fuel[seat] <= 0:
                put_out(s, seat)
    for _ in range(laid_from(s, zone, FIELD)):
        put_marker(s, zone)
