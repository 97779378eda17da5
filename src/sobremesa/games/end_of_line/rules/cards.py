"""Cards of End of Line in the deck, in the hand and on the area; and where a line may go on."""

from sobremesa.games.end_of_line.tables import (
    COPIES,
    DECK,
    EXITS,
    KINDS,
    LAYING,
    MATE,
    NEXT,
    NOTHING,
    NOWHERE,
    PILING,
    TURNED_UP,
)
from sobremesa.kernel import rule


@rule
def mate(s, seat):
    return MATE[s.players, seat]


@rule
def undrawn(s, seat):
    """How many cards a deck still has, which everybody can see."""
    return DECK - int(s.laid[seat]) - int(s.held[seat]) - int(s.piled) - int(s.turned > 0)


@rule
def deck_size(s, seat):
    """How many cards have not been seen by whoever looks at the position."""
    cards = 0
    for kind in range(KINDS):
        cards += int(s.deck[seat, kind])
    return cards


@rule
def draw(s, seat, kind, cards):
    s.deck[seat, kind] -= cards
    s.hand[seat, kind] += cards
    s.held[seat] += cards


@rule
def shuffle(s, seat):
    for kind in range(KINDS):
        s.deck[seat, kind] = COPIES[kind]


@rule
def put_back(s, seat):
    for kind in range(KINDS):
        s.deck[seat, kind] += s.hand[seat, kind]
        s.hand[seat, kind] = 0
    s.held[seat] = 0


@rule
def may_lay(s, seat, back, crossing):
    return s.held[seat] > 0 and has_exit(s, seat, back, crossing)


@rule
def has_exit(s, seat, back, crossing):
    for way in range(3):
        if target(s, seat, way, back, crossing) != NOWHERE:
            return True
    return False


@rule
def target(s, seat, way, back, crossing):
    """The square where a card is laid at an exit of one's last card, or of one so many cards back; or NOWHERE."""
    square = s.path[seat, s.laid[seat] - back]
    face = s.face[square]
    if not EXITS[face >> 2] >> way & 1:
        return NOWHERE
    direction = (face + way + 3) & 3
    ahead = NEXT[s.width, direction, square]
    if s.on[ahead] == NOTHING:  # rule 6
        return int(ahead)
    if crossing and s.on[ahead] == 1 + mate(s, seat):  # rule 11
        beyond = NEXT[s.width, direction, ahead]
        if s.on[beyond] == NOTHING:
            return int(beyond)
    return NOWHERE


@rule
def take_card(s, seat, kind):
    """From the hand; in classic solitaire the one turned up, or the top of the pile."""
    if s.phase == LAYING:
        s.hand[seat, kind] -= 1
        s.held[seat] -= 1
        s.to_lay -= 1
    elif s.phase == TURNED_UP:
        s.turned = 0
        s.phase = PILING
    else:
        s.piled -= 1


@rule
def lay(s, seat, kind, way):
    last = s.path[seat, s.laid[seat] - s.back]
    heading = (s.face[last] + way + 3) & 3
    square = target(s, seat, way, s.back, s.crossing)
    if square != NEXT[s.width, heading, last] and s.cross_cost == 1:
        s.crossing = False
    s.laid[seat] += 1
    s.path[seat, s.laid[seat]] = square
    s.on[square] = 1 + seat
    s.face[square] = 4 * kind + heading
    s.empty -= 1
    s.back = 0
