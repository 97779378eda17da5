"""What is hidden in Outspeed: hands, laid tokens, programmed routes, the pile, and the order of the tiles."""

from sobremesa.games.outspeed.rules.bonuses import may_lay
from sobremesa.games.outspeed.rules.routes import choices
from sobremesa.games.outspeed.rules.track import rearmost
from sobremesa.games.outspeed.tables import (
    COPIES,
    DEALING,
    HIDDEN,
    KINDS,
    LAYING,
    NOTHING,
    PROGRAMMING,
    RACE,
    SEALED,
    SYMBOLS,
    TILES,
    TOKEN,
    TRACK_TILES,
    UNKNOWN,
)
from sobremesa.kernel import REFEREE, rule
from sobremesa.kernel.rng import below


@rule
def hide(s, seat):
    if seat == REFEREE:
        return
    for other in range(s.players):
        if other != seat:
            for kind in range(KINDS):
                s.hand[other, kind] = 0
            if s.laid[other] > 0 and s.phase == LAYING and s.zone[other] == s.asked:
                s.laid[other] = SEALED
            elif s.laid[other] >= TOKEN:
                s.laid[other] = HIDDEN
            if s.route[other] > 0 and s.phase == PROGRAMMING:
                s.route[other] = SEALED
                s.number[other] = 0
    for n in range(2):
        if s.drawn[n] > 0 and s.drawer != seat:
            s.drawn[n] = UNKNOWN
    for n in range(s.under_count):
        if s.under_by[n] != seat:
            s.under[n] = UNKNOWN
    for kind in range(KINDS):
        s.unseen[kind] = 0
    for n in range(RACE):
        if lies_face_down(s, n):
            s.order[n] = 0


@rule
def lies_face_down(s, n):
    """Whether nobody knows the tile at this place of the order."""
    return not s.first_game and (n < s.dealt if s.phase == DEALING else n > s.turn)


@rule
def deal(s, seat, rng):
    """First the laid tokens, which must be such as may be laid; then all other places that tokens lie in."""
    if seat == REFEREE:
        return
    gather_unknown(s, seat)
    for rear in range(2):  # whoever lays from the rearmost zone has more to choose from, so comes last
        for other in range(s.players):
            if s.laid[other] == HIDDEN and (s.zone[other] == rearmost(s)) == rear:
                s.laid[other] = TOKEN + pick(s, other, rng)
    for other in range(s.players):
        if other != seat:
            deal_hand(s, other, rng)
    for n in range(2):
        if s.drawn[n] > 0 and s.drawer != seat:
            s.drawn[n] = 1 + pick(s, -1, rng)
    for n in range(s.under_count):
        if s.under_by[n] != seat:
            s.under[n] = 1 + pick(s, -1, rng)
    for other in range(s.players):
        if s.laid[other] == SEALED:
            lay_any(s, other, rng)
        if s.route[other] == SEALED:
            programme_any(s, other, rng)
    for n in range(RACE):
        if lies_face_down(s, n):
            s.order[n] = any_tile(s, n, rng)


@rule
def gather_unknown(s, seat):
    """Put all tokens whose place a seat does not know into the unseen part of the pile."""
    for kind in range(KINDS):
        s.unseen[kind] = COPIES[kind] - s.discards[kind]
        if seat < s.players:
            s.unseen[kind] -= s.hand[seat, kind]
        for n in range(2):
            s.unseen[kind] -= s.drawer == seat and s.drawn[n] == 1 + kind
        for n in range(s.under_count):
            s.unseen[kind] -= s.under_by[n] == seat and s.under[n] == 1 + kind


@rule
def pick(s, other, rng):
    """Take any token out of the unseen part; for a seat that laid it, one that it may lay."""
    total = 0
    for kind in range(KINDS):
        total += s.unseen[kind] * (other < 0 or may_lay(s, other, kind))
    nth = below(rng, total)
    kind = 0
    while nth >= s.unseen[kind] * (other < 0 or may_lay(s, other, kind)):
        nth -= s.unseen[kind] * (other < 0 or may_lay(s, other, kind))
        kind += 1
    s.unseen[kind] -= 1
    return kind


@rule
def deal_hand(s, seat, rng):
    """Any tokens, but the one that it laid is one of them."""
    rest = s.tokens[seat]
    if TOKEN <= s.laid[seat] < TOKEN + KINDS:
        s.hand[seat, s.laid[seat] - TOKEN] += 1
        rest -= 1
    for _ in range(rest):
        s.hand[seat, pick(s, -1, rng)] += 1


@rule
def lay_any(s, seat, rng):
    """Nothing, or any kind of token that a seat holds and may lay."""
    count = 1
    for kind in range(KINDS):
        count += s.hand[seat, kind] > 0 and may_lay(s, seat, kind)
    nth = below(rng, count)
    s.laid[seat] = NOTHING
    for kind in range(KINDS):
        if s.hand[seat, kind] > 0 and may_lay(s, seat, kind):
            nth -= 1
            if nth == 0:
                s.laid[seat] = TOKEN + kind


@rule
def programme_any(s, seat, rng):
    """Any route that a seat may take, with any number that it can pay."""
    count = 0
    for route in range(1, 1 + len(SYMBOLS)):
        count += choices(s, seat, route)
    nth = below(rng, count)
    for route in range(1, 1 + len(SYMBOLS)):
        if 0 <= nth < choices(s, seat, route):
            s.route[seat] = route
            s.number[seat] = nth
        nth -= choices(s, seat, route)


@rule
def any_tile(s, place, rng):
    """Any tile that is not in the order yet: a track tile, or in the last place a finish tile."""
    first, last = (1, TRACK_TILES) if place < TRACK_TILES else (TRACK_TILES + 1, TILES)
    count = 0
    for tile in range(first, last + 1):
        count += not in_order(s, tile)
    nth = below(rng, count)
    for tile in range(first, last + 1):
        if not in_order(s, tile):
            if nth == 0:
                return tile
            nth -= 1
    return 0


@rule
def in_order(s, tile):
    for n in range(RACE):
        if s.order[n] == tile:
            return True
    return False
