"""End of Line, by LittleHouse BoardGames: lines of cards on an area whose edges are joined.

Everybody has 25 line cards, each with one entry and one to three exits, three points of energy, and a start card on
the area. The last card of a line says where it may go on.

 1. For the first turn everybody reveals a card of the shuffled deck: the lowest initiative begins, those who tie for it
    reveal again. Then the cards go back. With three or more the others follow clockwise.
 2. With `mulligan` everybody may once, after the first draw and in turn order, put the hand back and draw five others.
 3. A round: find the turn order, draw up to five, then each in order lays cards.
 4. From the second round on the lowest initiative of the last card laid goes first. A tie looks at the card laid before
    it, and so on; as soon as one of those who tie comes to its start card, they take their order of the first round.
 5. In the first round everybody lays one card, later exactly two. They must be laid.
 6. A card is laid on an empty square that an exit of one's last card points to, its entry at that exit.
 7. From the third round on, before the first card of the turn, one point of energy may be spent:
    boost, to lay three cards; brake, to lay one; turnaround, to lay the first card at an exit of the card before
    one's last; with `extra_gas`, to draw one more card. Only what lets the first card be laid may be chosen.
 8. Whoever must lay a card and cannot is cut. With `boxed_in` so is whoever ends a turn on a card without a free exit.
 9. The last line wins. Cut lines stay where they lie.
10. Versus is for two to eight, each alone.
11. Teams of two: a line may cross its partner's, straight over one card onto an empty square. With `cross_cost` 1 that
    is another use of energy, for one card of the turn. A team loses when both its lines are cut.
12. Solo: fill the whole area of 5 by 5, with up to three `walls`. Cards left over and energy spent count. With an open
    `deck` all cards are in the hand. With exact `turns` two cards are laid in the first round too, and the last card of
    a turn must fill the area; otherwise it is over as soon as the area is full.
13. Co-operative: the same together, with open hands. A line that cannot go on is out, the others go on.
14. Classic solitaire: no hand, no rounds, no energy. Turn up a card and lay it or discard it; before the next one is
    turned up, cards may be laid from the top of the discards.

A chain of single choices: what to spend, then each card with its exit.
"""

from sobremesa.games.end_of_line.rules.cards import (
    deck_size,
    draw,
    has_exit,
    lay,
    mate,
    may_lay,
    put_back,
    shuffle,
    take_card,
    target,
    undrawn,
)
from sobremesa.games.end_of_line.rules.points import success
from sobremesa.games.end_of_line.rules.turn_order import compare, find_order
from sobremesa.games.end_of_line.tables import (
    CLASSIC,
    DECK,
    DRAWING,
    ENERGY,
    HAND,
    INITIATIVE,
    KEEPING,
    KINDS,
    LAYING,
    LINES,
    NOWHERE,
    OVER,
    PILING,
    REFUELLING,
    REVEALING,
    ROUND,
    SIZE,
    SPENDING,
    SQUARES,
    START,
    START_CARD,
    TEAMS,
    TURN,
    TURNED_UP,
    TURNING_UP,
    WALL,
)
from sobremesa.kernel import CHANCE, record, rule
from sobremesa.kernel.rng import below

VERSION = 1
"""Changes whenever an old record could play differently."""

LAY = 0
"""Actions: lay a card of a kind at an exit is 3 * kind + exit; then come the uses of energy and the rest."""
GO, BOOST, BRAKE, TURNAROUND, GAS, CROSS, KEEP, MULLIGAN, DISCARD, NEXT_CARD = range(3 * KINDS, 3 * KINDS + 10)
ACTIONS = NEXT_CARD + 1
"""Chance deals a kind of card: the numbers below KINDS."""

State = record(
    mode="u1",
    players="u1",
    width="u1",  # of the area, and its height
    mulligan="?",
    extra_gas="?",
    boxed_in="?",
    cross_cost="u1",
    scoring="u1",
    open_deck="?",
    exact="?",
    on=("u1", SQUARES),
    face=("u1", SQUARES),  # of each card that lies: 4 * kind + the heading of its line
    empty="u1",  # how many squares are
    path=("u1", (LINES, DECK + 1)),  # the squares of each line in the order of laying, the start first
    laid=("u1", LINES),  # how many cards each line has laid
    hand=("u1", (LINES, KINDS)),
    held=("u1", LINES),  # how many cards are in each hand
    deck=("u1", (LINES, KINDS)),  # what each has not drawn yet: its order is not decided
    energy=("u1", LINES),
    alive=("u1", LINES),  # 1 while it goes on
    standing="u1",  # how many lines, or teams, are left
    outlived=("u1", LINES),  # how many lines, or teams, each that is cut outlived
    phase="u1",
    rounds="u1",  # how many have begun
    order=("u1", LINES),
    living="u1",  # how many are in it
    turn="u1",  # whose turn it is, counted in the order
    place=("u1", LINES),  # of each line in the order
    later=("u1", LINES),  # by how much a place moves back while the order is being found
    opener="u1",  # who began
    contending="u1",  # who may still begin, a bit each
    revealed=("u1", LINES),  # 1 + the initiative of the card revealed
    to_lay="u1",  # how many cards are still to be laid in this turn
    back="u1",  # how many cards back from the last the next one is laid at
    crossing="?",  # whether a card of this turn may cross
    pile=("u1", DECK),
    piled="u1",  # how many cards are in it
    turned="u1",  # 1 + the kind that is turned up
)


@rule
def setup(s, seats, mode, edition, mulligan, extra_gas, boxed_in, cross_cost, score, deck, walls, turns):
    s.mode = mode
    s.players = s.living = seats
    s.width = SIZE[seats]
    s.open_deck = deck == 1
    s.mulligan = mulligan == 1 and deck == 0 and mode != CLASSIC
    s.extra_gas = extra_gas == 1 and deck == 0
    s.boxed_in = boxed_in == 1 and mode <= TEAMS
    s.cross_cost = cross_cost
    s.scoring = score
    s.exact = turns == 1
    s.standing = seats // 2 if mode == TEAMS else seats
    s.empty = s.width * s.width - seats
    while walls > 0:
        wall = walls % 256 - 1
        s.on[wall // 16 * s.width + wall % 16] = WALL
        s.empty -= 1
        walls //= 256
    for seat in range(seats):
        square = START[seats, seat, 0]
        s.on[square] = 1 + seat
        s.face[square] = 4 * START_CARD + START[seats, seat, 1]
        s.path[seat, 0] = square
        s.alive[seat] = True
        s.energy[seat] = 0 if mode == CLASSIC else ENERGY
        s.order[seat] = seat
        shuffle(s, seat)
        if s.open_deck:
            for kind in range(KINDS):
                draw(s, seat, kind, s.deck[seat, kind])
    s.contending = (1 << seats) - 1
    if mode == CLASSIC:
        s.phase = PILING
    elif seats == 1 or s.open_deck:
        s.phase = ROUND
    else:
        s.phase = REVEALING
    go_on(s)


@rule
def seats(s):
    return s.players


@rule
def to_act(s):
    if s.phase == OVER:
        return 0
    if s.phase == REVEALING or s.phase == DRAWING or s.phase == REFUELLING or s.phase == TURNING_UP:
        return 1 << CHANCE
    return 1 << int(mover(s))


@rule
def legal(s, seat, out):
    n = 0
    if seat == CHANCE:
        drawer = whose_card(s)
        for kind in range(KINDS):
            out[n] = kind
            n += s.deck[drawer, kind] > 0
    elif s.phase == LAYING:
        for way in range(3):
            if target(s, seat, way, s.back, s.crossing) != NOWHERE:
                for kind in range(KINDS):
                    out[n] = 3 * kind + way
                    n += s.hand[seat, kind] > 0
    elif s.phase == SPENDING:
        for use in range(GO, CROSS + 1):
            out[n] = use
            n += may_spend(s, seat, use)
    elif s.phase == KEEPING:
        out[0], out[1] = KEEP, MULLIGAN
        n = 2
    else:
        kind = s.turned - 1 if s.phase == TURNED_UP else s.pile[s.piled - 1]
        for way in range(3):
            if target(s, seat, way, 0, False) != NOWHERE:
                out[n] = 3 * kind + way
                n += 1
        out[n] = DISCARD if s.phase == TURNED_UP else NEXT_CARD
        n += 1
    return n


@rule
def weigh(s, out):
    n = 0
    drawer = whose_card(s)
    for kind in range(KINDS):
        out[n] = s.deck[drawer, kind]
        n += s.deck[drawer, kind] > 0


@rule
def apply(s, seat, action):
    if seat == CHANCE:
        deal_card(s, whose_card(s), action)
    elif action < GO:
        take_card(s, seat, action // 3)
        lay(s, seat, action // 3, action % 3)
    elif action <= CROSS:
        spend(s, seat, action)
    elif action <= MULLIGAN:
        if action == MULLIGAN:
            put_back(s, seat)
            s.phase = DRAWING
        s.turn += 1
    elif action == DISCARD:
        s.pile[s.piled] = s.turned - 1
        s.piled += 1
        s.turned = 0
        s.phase = PILING
    else:
        s.phase = TURNING_UP if undrawn(s, seat) > 0 else OVER
    go_on(s)


@rule
def score(s, out):
    """Versus and teams: the places from first to last are worth from 1 to -1, evenly spaced.

    Solo and co-operative: a full area is worth 1 less a 25th a point of `es`, a share of the most points there are
    in `2021`, at least 0; short of that each empty square costs its share of the area, down to -1. In `en`, where
    every area has its points, 1 less their share of the most there can be, twice.
    """
    rivals = (s.players // 2 if s.mode == TEAMS else s.players) - 1
    for seat in range(s.players):
        if s.mode <= TEAMS:
            won = s.alive[seat] or (s.mode == TEAMS and s.alive[mate(s, seat)])
            out[seat] = 1.0 if won else 2.0 * s.outlived[seat] / rivals - 1
        else:
            out[seat] = success(s)


@rule
def hide(s, seat):
    """Other hands are as unseen as what is still in their decks. In solo and co-operative play hands are open."""
    if s.mode <= TEAMS:
        for other in range(s.players):
            if other != seat:
                for kind in range(KINDS):
                    s.deck[other, kind] += s.hand[other, kind]
                    s.hand[other, kind] = 0


@rule
def deal(s, seat, rng):
    """As many cards as each holds, from those it has not laid."""
    if s.mode <= TEAMS:
        hide(s, seat)
        for other in range(s.players):
            if other != seat:
                for _ in range(s.held[other]):
                    left = below(rng, deck_size(s, other))
                    kind = 0
                    while left >= s.deck[other, kind]:
                        left -= s.deck[other, kind]
                        kind += 1
                    s.deck[other, kind] -= 1
                    s.hand[other, kind] += 1


@rule
def go_on(s):
    """All that happens by itself, until somebody must choose."""
    while not waits(s):
        if s.phase == ROUND:
            s.rounds += 1
            find_order(s)
            s.turn = 0
            s.phase = DRAWING
        elif s.phase == DRAWING:
            s.phase = KEEPING if s.mulligan and s.rounds == 1 else TURN
        elif s.phase == KEEPING:
            s.mulligan = False  # rule 2: once
            s.turn = 0
            s.phase = TURN
        elif s.phase == TURN:
            begin_turn(s)
        elif s.phase == REFUELLING:
            s.phase = LAYING
        elif s.phase == LAYING:
            end_turn(s)
        elif s.phase == PILING:
            s.phase = TURNING_UP if undrawn(s, 0) > 0 else OVER
        if is_over(s):
            s.phase = OVER


@rule
def waits(s):
    """Whether somebody, or chance, must choose now."""
    if s.phase == DRAWING:
        return whose_card(s) < s.players
    if s.phase == KEEPING:
        return s.turn < s.living
    if s.phase == REFUELLING:
        return undrawn(s, mover(s)) > 0
    if s.phase == LAYING:
        return s.to_lay > 0 and may_lay(s, mover(s), s.back, s.crossing)
    if s.phase == PILING:
        return s.piled > 0 and not is_over(s)
    return s.phase != ROUND and s.phase != TURN


@rule
def is_over(s):
    if s.mode <= TEAMS:
        return s.standing == 1
    if s.mode == CLASSIC:
        return s.empty == 0 or (s.phase != TURNED_UP and not has_exit(s, 0, 0, False))
    return s.empty == 0 or s.standing == 0


@rule
def mover(s):
    return s.order[s.turn]


@rule
def whose_card(s):
    """Who is dealt the next card; as many as play when nobody is."""
    if s.phase == REFUELLING or s.phase == TURNING_UP:
        return int(mover(s))
    seat = 0
    while seat < s.players and not is_owed_card(s, seat):
        seat += 1
    return seat


@rule
def is_owed_card(s, seat):
    if s.phase == REVEALING:
        return s.contending >> seat & 1 == 1 and s.revealed[seat] == 0
    return s.alive[seat] and s.held[seat] < HAND and undrawn(s, seat) > 0


@rule
def deal_card(s, seat, kind):
    if s.phase == REVEALING:
        s.deck[seat, kind] -= 1
        s.revealed[seat] = 1 + INITIATIVE[kind]
        if whose_card(s) == s.players:
            compare(s)
    elif s.phase == TURNING_UP:
        s.deck[seat, kind] -= 1
        s.turned = 1 + kind
        s.phase = TURNED_UP
    else:
        draw(s, seat, kind, 1)
        if s.phase == REFUELLING:
            s.phase = LAYING


@rule
def begin_turn(s):
    if s.turn == s.living:
        s.phase = ROUND
    else:  # nobody is cut but in their own turn, so whoever is in the order is alive
        s.to_lay = 1 if s.rounds == 1 and not s.exact else 2
        s.back = 0
        s.crossing = s.mode == TEAMS and s.cross_cost == 0
        s.phase = LAYING
        if s.rounds >= 3 and s.energy[mover(s)] > 0:  # rule 7
            s.phase = SPENDING
            if not may_spend_anything(s, mover(s)):
                cut(s, mover(s))


@rule
def end_turn(s):
    """All cards are laid, or the next cannot be."""
    seat = mover(s)
    stuck = s.to_lay > 0 and not is_over(s)
    if stuck or (s.boxed_in and not has_exit(s, seat, 0, s.mode == TEAMS and s.cross_cost == 0)):  # rule 8
        cut(s, seat)
    else:
        s.turn += 1
        s.phase = TURN


@rule
def cut(s, seat):
    """Rules 8, 9 and 11."""
    s.alive[seat] = False
    rivals = s.players // 2 if s.mode == TEAMS else s.players
    if s.mode != TEAMS or not s.alive[mate(s, seat)]:
        s.outlived[seat] = rivals - s.standing
        if s.mode == TEAMS:
            s.outlived[mate(s, seat)] = rivals - s.standing
        s.standing -= 1
    s.turn += 1
    s.phase = TURN


@rule
def may_spend(s, seat, use):
    """Rule 7: only what lets the first card be laid."""
    if use == TURNAROUND:
        return may_lay(s, seat, 1, s.crossing)
    if use == GAS:
        return s.extra_gas and s.held[seat] + undrawn(s, seat) > 0 and has_exit(s, seat, 0, s.crossing)
    if use == CROSS:
        return s.mode == TEAMS and s.cross_cost == 1 and may_lay(s, seat, 0, True)
    return may_lay(s, seat, 0, s.crossing)


@rule
def may_spend_anything(s, seat):
    for use in range(GO, CROSS + 1):
        if may_spend(s, seat, use):
            return True
    return False


@rule
def spend(s, seat, use):
    if use != GO:
        s.energy[seat] -= 1
    if use == BOOST:
        s.to_lay = 3
    elif use == BRAKE:
        s.to_lay = 1
    elif use == TURNAROUND:
        s.back = 1
    elif use == CROSS:
        s.crossing = True
    s.phase = REFUELLING if use == GAS else LAYING
