"""The tokens of Outspeed, and how a printed route is laid out in a position."""

import numpy as np

SHIPS = 6
SECTION = 7  # zones
START_ZONE, START_FUEL = 3, 12
TRACK_TILES, TILES, FINISH = 12, 16, 13
"""Tiles 1 to 12 are track, 13 to 16 finish tiles, one of which ends the race."""
RACE = TRACK_TILES + 1
SYMBOLS = "ABC"
FACE_NAMES = "3-4", "5-6"
FEW, MANY = 0, 1
"""The two faces of a tile."""
WHEEL_NUMBERS = 10

TOKENS = {"nitro": 7, "fuel-tank": 7, "flamethrower": 7, "force-field": 7, "ion-cannon": 2, "electromagnet": 2}
NITRO, TANK, FLAME, FIELD, ION, MAGNET = range(6)
TOKEN_NAMES = tuple(TOKENS)
KINDS = len(TOKENS)
COPIES = np.array(list(TOKENS.values()), np.uint8)
ALL_TOKENS = int(COPIES.sum())
MARKERS = 7

# A route, column by column. The number for cost, zones and fuel has five columns of its own: what is fixed, the symbol
# whose riders are counted (1 for A), how many dice, the symbol whose riders say how many dice, and whether the wheel.
PRINTED, ROOM, SOLO, BONUS, COST, ZONES, FUEL = 0, 1, 2, 3, 4, 9, 14
FIXED, RIDERS, DICE, DICE_RIDERS, WHEEL = range(5)
COLUMNS = FUEL + 5
NUMBERS = {"cost": COST, "zones": ZONES, "fuel": FUEL}
BLUE, YELLOW = 0, 1
"""The die for zones, and the die for fuel."""
DIE_NAMES = "blue", "yellow"

ROUTES_SHAPE = TILES, 2, len(SYMBOLS), COLUMNS
DICE_SHAPE = 2, 6

(
    DEALING,
    LAYING,
    REVEALING,
    FIRING,
    PROGRAMMING,
    COSTING,
    PAYING,
    GAINING,
    MOVING,
    DRAWING,
    KEEPING,
    TAIL,
    NEW_TILE,
    OVER,
) = range(14)
"""The phases of a race. Chance deals the tiles, rolls while costing and gaining, and draws; players lay, programme and
keep; the rest happens by itself."""

LAY = 0
ROUTE = LAY + 1 + KINDS
WHEEL_ROUTE = ROUTE + len(SYMBOLS)
KEEP = WHEEL_ROUTE + WHEEL_NUMBERS * len(SYMBOLS)
ACTIONS = KEEP + KINDS
"""Actions: lay nothing, or a token of a kind; a route; a route with a number on the wheel; keep a token of a kind.
Those of chance are a tile (its number less 1), a token of a kind, or what a die shows."""

NOTHING, TOKEN = 1, 2
"""Laid: nothing, or from TOKEN on a token of a kind; 0 before one has decided."""
HIDDEN, SEALED = 8, 9
"""What others see of a laid token; and of a choice while others are still choosing."""
UNKNOWN = 7
"""What others see of a token that somebody looks at, or put under the pile."""
NOBODY = 15
