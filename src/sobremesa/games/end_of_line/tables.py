"""The cards of End of Line, and where the lines begin."""

import numpy as np

NORTH, EAST, SOUTH, WEST = 0, 1, 2, 3
LEAPS = (-1, 0), (0, 1), (1, 0), (0, -1)  # rows and columns that one step crosses
COMPASS = "NESW"

LEFT, AHEAD, RIGHT = 0, 1, 2
"""The exits of a card, seen in the direction of travel. The heading behind exit e is heading + e - 1."""
EXIT_NAMES = "left", "ahead", "right"

CARDS = {  # kind: initiative, exits, copies in a deck
    "straight": (1, (AHEAD,), 9),
    "left": (2, (LEFT,), 4),
    "right": (2, (RIGHT,), 4),
    "left-ahead": (3, (LEFT, AHEAD), 2),
    "ahead-right": (3, (AHEAD, RIGHT), 2),
    "tee": (4, (LEFT, RIGHT), 2),
    "cross-5": (5, (LEFT, AHEAD, RIGHT), 1),
    "cross-0": (0, (LEFT, AHEAD, RIGHT), 1),
}
KIND_NAMES = tuple(CARDS)
KINDS = len(CARDS)
DECK = sum(copies for _, _, copies in CARDS.values())
START_CARD = KINDS
"""Where a line begins lies a card of its own kind, with one exit and no initiative."""

INITIATIVE = np.array([initiative for initiative, _, _ in CARDS.values()] + [0], np.uint8)
EXITS = np.array([sum(1 << e for e in exits) for _, exits, _ in CARDS.values()] + [1 << AHEAD], np.uint8)
COPIES = np.array([copies for _, _, copies in CARDS.values()], np.uint8)

LINES = 8
STARTS = {  # players: size of the area, and row, column, facing of each start card, clockwise
    1: (5, "2,2,N"),
    2: (7, "3,2,N 3,4,N"),
    3: (7, "3,2,W 2,3,N 3,4,E"),
    4: (9, "3,4,N 4,5,E 5,4,S 4,3,W"),
    5: (9, "3,3,N 3,5,N 4,6,E 5,5,S 5,3,S"),
    6: (11, "4,4,N 4,6,N 5,7,E 6,6,S 6,4,S 5,3,W"),
    7: (11, "3,4,N 3,6,N 4,7,E 6,7,E 7,6,S 7,4,S 5,4,W"),
    8: (13, "4,5,N 4,7,N 5,8,E 7,8,E 8,7,S 8,5,S 7,4,W 5,4,W"),
}
LARGEST = max(size for size, _ in STARTS.values())
SQUARES = LARGEST * LARGEST

SIZE = np.zeros(LINES + 1, np.uint8)
"""The size of the area, by the number of players."""
START = np.zeros((LINES + 1, LINES, 2), np.uint8)
"""The square and the facing of each start card. A square is size * row + column."""
for _players, (_size, _starts) in STARTS.items():
    SIZE[_players] = _size
    for _seat, _start in enumerate(_starts.split()):
        _row, _column, _facing = _start.split(",")
        START[_players, _seat] = int(_row) * _size + int(_column), COMPASS.index(_facing)

PARTNER = {4: (3, 2, 1, 0), 6: (5, 2, 1, 4, 3, 0), 8: (7, 2, 1, 4, 3, 6, 5, 0)}
MATE = np.zeros((LINES + 1, LINES), np.uint8)
"""Who plays with whom in teams, by the number of players."""
for _players, _mates in PARTNER.items():
    MATE[_players, :_players] = _mates


NEXT = np.zeros((LARGEST + 1, 4, SQUARES), np.uint8)
"""The next square in each direction on an area of each size, whose edges are joined."""
for _size in set(SIZE.tolist()) - {0}:
    for _direction, (_down, _across) in enumerate(LEAPS):
        for _square in range(_size * _size):
            _y, _x = divmod(_square, _size)
            NEXT[_size, _direction, _square] = (_y + _down) % _size * _size + (_x + _across) % _size


VERSUS, TEAMS, SOLO, COOP, CLASSIC = range(5)  # up to TEAMS against each other, with hidden hands
ES, EN, Y2021 = range(3)
HAND = 5
ENERGY = 3
ALL_CARDS = sum(initiative * copies for initiative, _, copies in CARDS.values())
"""What all cards of a deck come to."""

REVEALING, ROUND, DRAWING, KEEPING, TURN, SPENDING, REFUELLING, LAYING, TURNING_UP, TURNED_UP, PILING, OVER = range(12)
"""What happens next: chance reveals, draws, refuels and turns up; players keep, spend, lay, and in classic solitaire
decide about the card turned up and about the pile; the rest goes by itself."""

NOTHING, WALL = 0, LINES + 1  # what is on a square; in between, 1 + the seat whose card it is
NOWHERE = 255


def _check() -> None:
    assert DECK == 25
    for players, mates in PARTNER.items():
        assert all(mates[mates[seat]] == seat != mates[seat] for seat in range(players))


_check()
