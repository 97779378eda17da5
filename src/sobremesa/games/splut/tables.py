"""The board of Splut!, and what stands on it."""

import numpy as np

FILES, RANKS = "abcdefghi", "123456789"
NORTH, EAST, SOUTH, WEST = 0, 1, 2, 3  # the opposite of a direction is direction ^ 2
LEAPS = (0, 1), (1, 0), (0, -1), (-1, 0)  # files and ranks that one step crosses
DIRECTIONS = "NESW"

SQUARE_NAMES = [
    file + rank for y, rank in enumerate(RANKS) for x, file in enumerate(FILES) if abs(x - 4) + abs(y - 4) <= 4
]
SQUARES = len(SQUARE_NAMES)
OFF = SQUARES
"""The square of whatever has left the board. Every step from it, and every step over the border, leads to it."""
SQUARE = {name: number for number, name in enumerate(SQUARE_NAMES)}


def beside(square: int, direction: int) -> int:
    """The next square in a direction."""
    if square == OFF:
        return OFF
    name = SQUARE_NAMES[square]
    x, y = FILES.index(name[0]) + LEAPS[direction][0], RANKS.index(name[1]) + LEAPS[direction][1]
    there = FILES[x] + RANKS[y] if 0 <= x < len(FILES) and 0 <= y < len(RANKS) else ""
    return SQUARE.get(there, OFF)


NEXT = np.array([[beside(square, direction) for square in range(OFF + 1)] for direction in range(4)], np.uint8)

ROCKS = 4
TEAMS = 4
THINGS = ROCKS + 3 * TEAMS
"""Things are numbered: the four rocks, then sorcerer, dwarf and troll of each seat in turn."""
NOTHING, EDGE = THINGS, THINGS + 1  # what an empty square holds; what is beyond the border

ROCK, SORCERER, DWARF, TROLL, VOID, BORDER = range(6)
KIND = np.array([ROCK] * ROCKS + [SORCERER, DWARF, TROLL] * TEAMS + [VOID, BORDER], np.uint8)

TIPS = "e1", "a5", "e9", "i5"
HOMES = {  # seen from the rock: dwarf in front, sorcerer on its left, troll on its right
    "south": ("d2", "e2", "f2"),
    "west": ("b6", "b5", "b4"),
    "north": ("f8", "e8", "d8"),
    "east": ("h4", "h5", "h6"),
}
SIDES = {2: ("south", "north"), 3: ("south", "west", "north"), 4: ("south", "west", "north", "east")}
COLOURS = {"south": "red", "west": "yellow", "north": "green", "east": "blue"}

START = np.full((TEAMS + 1, THINGS), OFF, np.uint8)
"""On which square each thing begins, by the number of players."""
for _players, _sides in SIDES.items():
    START[_players, :ROCKS] = [SQUARE[tip] for tip in TIPS]
    for _seat, _side in enumerate(_sides):
        START[_players, ROCKS + 3 * _seat : ROCKS + 3 * _seat + 3] = [SQUARE[home] for home in HOMES[_side]]
