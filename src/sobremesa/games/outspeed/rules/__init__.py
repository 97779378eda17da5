"""Outspeed, by Frank Crittin and Grégoire Largey: a race of secretly programmed routes, bonuses and dice.

Each turn has a tile with up to three routes, A, B and C: what one pays, what one gets, and for how many there is room.
The track is laid in sections of 7 zones, two at first; ships begin in zone 3 with 12 fuel, in sight of all.

 1. Bonuses: from the foremost occupied zone backwards, whoever holds tokens lays one face down, or none; ships in one
    zone decide at once. An electromagnet is laid only from the rearmost occupied zone, a force field not on the finish
    tile. Then all are turned over.
 2. They act zone by zone, the foremost first, on the positions as they are then; all of one zone at once, the pushes on
    a ship added up to one move. Flamethrower: all ships in the next occupied zone ahead go back 2. Electromagnet: the
    foremost occupied zone goes back 3, zones between it and one's own 2. Ion cannon: every ship ahead loses 2 fuel, and
    at 0 is out. Nitro: 1 zone ahead. Fuel tank: 2 fuel. Force field: a marker in one's own zone, once the others of
    that zone have acted; a ship that enters a marked zone, from either side and by any means, stops there.
 3. Whenever one ship is left, it wins at once; when none is, nobody wins.
 4. Programming: all choose a route at once, in secret, and a number from 0 to 9 where it asks for the wheel. Its least
    possible cost must not exceed one's fuel.
 5. Resolution: on a route with more riders than room for them, they pay nothing and get nothing, but still count.
 6. First all pay, then all gain. A number may be fixed, the riders of a symbol, dice (each rolls their own, by order of
    seats), or the wheel. On a solo route who is alone gains for nothing; several pay and gain nothing.
 7. Whoever is left with no fuel by the cost is out, before the gains. On the finish tile 0 is enough, owing is not.
 8. For a bonus one looks at the top two tokens of the pile, keeps one in secret and puts the other under the pile. The
    foremost ship draws first, in one zone by seat. The last token is simply taken; then the discards are shuffled.
 9. Going past the foremost zone lays another section. After the draws sections are taken from the rear until two are
    left; ships on them are out. Whoever is pushed behind the rearmost zone is out at once.
10. Tiles have a face for 5 or 6 ships and one for 3 or 4. With four ships left they turn to the latter: after the
    bonuses, or at the end of the turn.
11. A new tile: in each zone that was entered while it was marked, all markers go. Then the next tile is turned up.
12. After the finish tile the foremost ship wins; then fuel, then tokens in hand decide; then the win is shared. The
    tokens of a ship that is out leave the game unseen.

The order of the tiles is dealt at the start, unseen, or is 1 to 13 in a first game.
"""

import numpy as np

from sobremesa.games.outspeed.rules.bonuses import fire, may_lay, next_to_act, turn_over, undecided
from sobremesa.games.outspeed.rules.hidden import deal, hide  # noqa: F401  the protocol's
from sobremesa.games.outspeed.rules.pile import begin_draw, draw_under, draw_unseen, keep, looked
from sobremesa.games.outspeed.rules.routes import choices, dice_for, die_of, finishing, gain, pay, printed
from sobremesa.games.outspeed.rules.track import clear_markers, drop_tail, foremost, left, next_behind, racing
from sobremesa.games.outspeed.tables import (
    ACTIONS,  # noqa: F401  the protocol's
    ALL_TOKENS,
    COLUMNS,
    COPIES,
    COST,
    COSTING,
    DEALING,
    DICE_SHAPE,
    DRAWING,
    FEW,
    FIRING,
    GAINING,
    KEEP,
    KEEPING,
    KINDS,
    LAY,
    LAYING,
    MANY,
    MARKERS,
    MOVING,
    NEW_TILE,
    NOBODY,
    OVER,
    PAYING,
    PROGRAMMING,
    RACE,
    REVEALING,
    ROUTE,
    ROUTES_SHAPE,
    SECTION,
    SHIPS,
    START_FUEL,
    START_ZONE,
    SYMBOLS,
    TAIL,
    TILES,
    TRACK_TILES,
    WHEEL,
    WHEEL_NUMBERS,
    WHEEL_ROUTE,
)
from sobremesa.kernel import CHANCE, record, rule

VERSION = 1
"""Changes whenever an old record could play differently."""

State = record(
    tile_set="u8",  # which tiles they are; 0 for those of the house
    zone=("i2", SHIPS),
    fuel=("i2", SHIPS),
    declared=("i2", SHIPS),  # the zone in which each laid its token
    rear="i2",  # the rearmost zone of the track
    front="i2",  # the foremost one
    asked="i2",  # the zone whose ships lay tokens, or whose tokens act
    marker=("i2", MARKERS),  # the zone of each force field; 0 for those in supply
    routes=("u1", ROUTES_SHAPE),
    dice=("u1", DICE_SHAPE),
    order=("u1", RACE),  # the tiles in the order in which they come up
    hand=("u1", (SHIPS, KINDS)),  # a laid token stays in hand until all are turned over
    unseen=("u1", KINDS),  # the part of the pile whose order nobody knows
    discards=("u1", KINDS),
    under=("u1", ALL_TOKENS),  # what was put under the pile, the first to come up first: 1 + kind
    under_by=("u1", ALL_TOKENS),  # by whom
    tokens=("u1", SHIPS),  # how many are in each hand
    laid=("u1", SHIPS),
    route=("u1", SHIPS),  # programmed this turn, 1 for A
    number=("u1", SHIPS),  # and on the wheel
    last_route=("u1", SHIPS),  # what everybody programmed a turn ago
    last_number=("u1", SHIPS),
    rolled=("u1", (3, SHIPS)),  # the dice for cost, zones and fuel
    owed=("u1", SHIPS),  # bonuses still to be drawn
    drawn=("u1", 2),  # what the drawer looks at: 1 + kind
    entered=("u1", MARKERS),  # whether a ship entered the marker's zone this turn
    players="u1",
    ships="u1",  # who is still racing, a bit each
    face="u1",
    first_game="?",
    phase="u1",
    dealt="u1",  # tiles of the order
    turn="u1",  # which of them is up, from 0
    roller="u1",
    rolling="u1",  # for which number of the route: 0 cost, 1 zones, 2 fuel
    rolls="u1",  # dice still to be rolled for it
    drawer="u1",
    looks="u1",  # how many tokens the drawer looks at
    pile="u1",  # how many tokens the unseen part has
    under_count="u1",
)


@rule
def setup(s, seats, first_game, tiles):
    s.players = seats
    s.ships = (1 << seats) - 1
    s.face = FEW if seats <= 4 else MANY
    s.first_game = first_game == 1
    lay_out(s, tiles)
    s.rear, s.front = 1, 2 * SECTION
    s.drawer = NOBODY
    for seat in range(seats):
        s.zone[seat] = START_ZONE
        s.fuel[seat] = START_FUEL
    for kind in range(KINDS):
        s.unseen[kind] = COPIES[kind]
    s.pile = ALL_TOKENS
    s.phase = DEALING
    if s.first_game:
        for n in range(RACE):
            s.order[n] = n + 1
        s.dealt = RACE
        begin_turn(s)
        go_on(s)


@rule
def lay_out(s, tiles):
    """The tile set, as `tiles.py` packs it: its name, the dice, and every route."""
    for n in range(8):
        s.tile_set |= np.uint64(tiles[n]) << np.uint64(8 * n)
    at = 8
    for die in range(DICE_SHAPE[0]):
        for face in range(DICE_SHAPE[1]):
            s.dice[die, face] = tiles[at]
            at += 1
    for tile in range(TILES):
        for face in range(2):
            for route in range(len(SYMBOLS)):
                for column in range(COLUMNS):
                    s.routes[tile, face, route, column] = tiles[at]
                    at += 1


@rule
def seats(s):
    return s.players


@rule
def to_act(s):
    if s.phase == OVER:
        return 0
    if s.phase == LAYING:
        return undecided(s)
    if s.phase == PROGRAMMING:
        return unprogrammed(s)
    if s.phase == KEEPING:
        return 1 << int(s.drawer)
    return 1 << CHANCE


@rule
def legal(s, seat, out):
    n = 0
    if s.phase == LAYING:
        for kind in range(-1, KINDS):
            if kind < 0 or (s.hand[seat, kind] > 0 and may_lay(s, seat, kind)):
                out[n] = LAY + 1 + kind
                n += 1
    elif s.phase == PROGRAMMING:
        for route in range(1, 1 + len(SYMBOLS)):
            for number in range(choices(s, seat, route)):
                out[n] = programming(s, route, number)
                n += 1
    elif s.phase == KEEPING:
        out[n] = KEEP + s.drawn[0] - 1
        n += 1
        if s.drawn[1] != s.drawn[0]:
            out[n] = KEEP + s.drawn[1] - 1
            n += 1
    else:
        for outcome in range(TILES):
            out[n] = outcome
            n += odds(s, outcome) > 0
    return n


@rule
def weigh(s, out):
    n = 0
    for outcome in range(TILES):
        out[n] = odds(s, outcome)
        n += out[n] > 0


@rule
def apply(s, seat, action):
    act(s, seat, action)
    go_on(s)


@rule
def score(s, out):
    """The places from first to last are worth from 1 to -1, evenly spaced, shared places shared; ships that are out
    share the last ones, and where none is left nobody has won anything."""
    for seat in range(s.players):
        beaten, shared = 0.0, 0.0
        for other in range(s.players):
            if other != seat:
                beaten += ahead(s, seat, other)
                shared += not ahead(s, seat, other) and not ahead(s, other, seat)
        out[seat] = 2.0 * (beaten + shared / 2) / (s.players - 1) - 1 if s.ships else -1.0


@rule
def act(s, seat, action):
    """What the action itself does, before all that follows from it."""
    if s.phase == DEALING:
        s.order[s.dealt] = action + 1
        s.dealt += 1
        if s.dealt == RACE:
            begin_turn(s)
    elif s.phase == LAYING:
        s.laid[seat] = 1 + action - LAY
    elif s.phase == PROGRAMMING:
        programme(s, seat, action)
    elif s.phase == DRAWING:
        draw_unseen(s, action)
    elif s.phase == KEEPING:
        keep(s, action - KEEP)
        s.phase = DRAWING
    else:
        s.rolled[s.rolling, s.roller] += action
        s.rolls -= 1


@rule
def ahead(s, seat, other):
    """Rule 12."""
    one, two = racing(s, seat), racing(s, other)
    if one != two or not one:
        return one > two
    if s.zone[seat] != s.zone[other]:
        return s.zone[seat] > s.zone[other]
    if s.fuel[seat] != s.fuel[other]:
        return s.fuel[seat] > s.fuel[other]
    return s.tokens[seat] > s.tokens[other]


@rule
def odds(s, outcome):
    """How likely chance brings a tile (its number less 1), a token of a kind, or a number on a die; 0 if it cannot."""
    if s.phase == DEALING:
        if (s.dealt < TRACK_TILES) != (outcome < TRACK_TILES):
            return 0
        for n in range(s.dealt):
            if s.order[n] == outcome + 1:
                return 0
        return 1
    if s.phase == DRAWING:
        return int(s.unseen[outcome]) if outcome < KINDS else 0
    faces = 0
    for face in range(DICE_SHAPE[1]):
        faces += s.dice[die_of(s.rolling), face] == outcome
    return faces


@rule
def programming(s, route, number):
    """The action that programmes a route, with a number where it asks for the wheel."""
    if printed(s, route, COST + WHEEL):
        return WHEEL_ROUTE + WHEEL_NUMBERS * (route - 1) + number
    return ROUTE + route - 1


@rule
def programme(s, seat, action):
    if action < WHEEL_ROUTE:
        s.route[seat] = 1 + action - ROUTE
    else:
        s.route[seat] = 1 + (action - WHEEL_ROUTE) // WHEEL_NUMBERS
        s.number[seat] = (action - WHEEL_ROUTE) % WHEEL_NUMBERS


@rule
def unprogrammed(s):
    """Who has not programmed a route yet, a bit each."""
    seats = 0
    for seat in range(s.players):
        if racing(s, seat) and s.route[seat] == 0:
            seats |= 1 << seat
    return seats


@rule
def go_on(s):
    """All that happens by itself until somebody must choose."""
    while not waits(s):
        step(s)


@rule
def waits(s):
    """Whether somebody must choose, or it is over."""
    if s.phase == LAYING:
        return undecided(s) > 0
    if s.phase == PROGRAMMING:
        return unprogrammed(s) > 0
    if s.phase == COSTING or s.phase == GAINING:
        return s.rolls > 0
    if s.phase == DRAWING:
        return s.drawer != NOBODY and looked(s) < s.looks and s.pile > 0
    return s.phase == DEALING or s.phase == KEEPING or s.phase == OVER


@rule
def step(s):
    """The next thing that happens by itself, in the order of a turn."""
    if s.phase == LAYING:
        s.asked = next_behind(s, s.asked)
        if s.asked == 0:
            s.phase = REVEALING
    elif s.phase == REVEALING:
        turn_over(s)
        s.asked = next_to_act(s, s.front + 1)
        s.phase = FIRING
    elif s.phase == FIRING:
        fire_next(s)
    elif s.phase == PROGRAMMING:
        for seat in range(s.players):
            s.last_route[seat] = s.route[seat]
            s.last_number[seat] = s.number[seat]
        begin_rolling(s, COSTING, 0)
    elif s.phase == COSTING or s.phase == GAINING:
        roll_next(s)
    elif s.phase == PAYING:
        pay(s)
        if not decided(s):
            begin_rolling(s, GAINING, 1)
    elif s.phase == MOVING:
        gain(s)
        s.phase = DRAWING
    elif s.phase == DRAWING:
        draw_next(s)
    elif s.phase == TAIL:
        drop_tail(s)
        if not decided(s):
            turn_tiles(s)
            s.phase = NEW_TILE
    else:
        clear_markers(s)
        if finishing(s):
            s.phase = OVER
        else:
            s.turn += 1
            begin_turn(s)


@rule
def begin_turn(s):
    s.phase = LAYING
    s.asked = foremost(s)
    for seat in range(s.players):
        s.route[seat] = 0
        s.number[seat] = 0
        for number in range(3):
            s.rolled[number, seat] = 0


@rule
def fire_next(s):
    """The tokens of one zone; or, after the last, on to the routes."""
    if s.asked > 0:
        fire(s, s.asked)
        s.asked = next_to_act(s, s.asked)
        if not decided(s):
            return
    for seat in range(s.players):
        s.laid[seat] = 0
        s.declared[seat] = 0
    if s.phase != OVER:
        turn_tiles(s)
        s.phase = PROGRAMMING


@rule
def begin_rolling(s, phase, rolling):
    s.phase = phase
    s.roller, s.rolling = 0, rolling
    s.rolls = dice_for(s, 0, rolling)


@rule
def roll_next(s):
    """All cost dice by seat; or, by seat, the dice for zones and for fuel."""
    if s.rolling == 1:
        s.rolling = 2
    else:
        s.rolling = 0 if s.phase == COSTING else 1
        s.roller += 1
    if s.roller < s.players:
        s.rolls = dice_for(s, s.roller, s.rolling)
    else:
        s.roller, s.rolling = 0, 0
        s.phase = PAYING if s.phase == COSTING else MOVING


@rule
def draw_next(s):
    """Rule 8."""
    if s.drawer == NOBODY:
        if not begin_draw(s):
            s.phase = TAIL
    elif looked(s) < s.looks:
        draw_under(s)
    elif s.looks == 1:
        keep(s, s.drawn[0] - 1)
    else:
        s.phase = KEEPING


@rule
def turn_tiles(s):
    """Rule 10."""
    if left(s) <= 4:
        s.face = FEW


@rule
def decided(s):
    """Rule 3."""
    if left(s) > 1:
        return False
    s.phase = OVER
    return True
