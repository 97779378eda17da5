"""What each mark of a position of Splut! for two is worth, in hundredths of a logit: made by `bench/splut_weights.py`.

From nothing: 3,000 matches that looked one turn ahead, fitted to their results; 1,500 with 3,000 positions a turn, too;
then three generations of 2,000 matches (204,354 positions), fitted to what came of a position and to what was thought
of it on the way, as the script does now. The last foretell matches they were not fitted to with a surprise of 0.594.
"""

WEIGHTS: dict[str, list[int]] = {
    "rock, to move": [0, 16, 24, 21, 13, 6, 8, 10, 9, 5, 2, 3, 3, 2, -1, -3, -4, 0, -2, -3, -7, -4, -6, -5, -7],
    "sorcerer, to move": [19, 16, 12, 5, 2, 1, -7, -5, -33],
    "dwarf, to move": [6, 3, 4, 2, 4, 7, 8, 3, 3, -21],
    "troll, to move": [13, 14, 12, 4, 6, 11, -8, 4, -69],
    "room of the sorcerer, to move": [-30, -4, 0, 4, 7],
    "room of the troll, to move": [-28, -1, 3, 6, 7],
    "fire, to move": [-10, -6, -3, -2, -1, -1, 1, 1, -1, -2, -1, -1, -3],
    "fire near, to move": [-1, 0, 0, 1, 2, 0, 3, 0, 0],
    "sorcerer to rock, to move": [-3, -4, 0, 2, 4, 6],
    "dwarf to rock, to move": [0, 1, -1, -1, -2, -3],
    "troll to enemy, to move": [2, 6, 4, 3, 0, -2, -1, -8, 0],
    "troll to sorcerer, to move": [13, 6, 4, 3, -1, -2, -6, -18, 0],
    "dwarf to enemy, to move": [11, 13, 9, 6, 3, -1, -5, -6, -21, 0],
    "dwarf to sorcerer, to move": [16, 12, 9, 7, 6, 5, 2, 1, -21, 0],
    "dwarf to troll, to move": [8, 5, 5, 6, 5, 4, 2, 1, -21, 0],
    "dwarf to enemy's troll, to move": [21, 17, 8, 1, -4, -10, -13, -12, -21, 0],
    "rock, waiting": [-29, -16, -24, -17, -16, -12, -8, -9, -7, -5, -2, -5, -2, 0, 1, 5, 5, 3, 3, 6, 7, 6, 6, 7, 9],
    "sorcerer, waiting": [-18, -15, -11, -7, -4, -1, 9, 4, 33],
    "dwarf, waiting": [-14, -9, -11, -5, -5, -6, -14, 4, 4, 19],
    "troll, waiting": [-14, -14, -13, -4, -8, -9, 15, -1, 74],
    "room of the sorcerer, waiting": [27, 7, 0, -5, -9],
    "room of the troll, waiting": [24, 5, -1, -1, -2],
    "fire, waiting": [6, 4, 0, 1, 0, -1, -1, 0, 3, 3, 3, 2, 3],
    "fire near, waiting": [4, 1, 5, -1, -1, 0, -2, 0, 0],
    "sorcerer to rock, waiting": [5, 9, 5, 2, -1, -3],
    "dwarf to rock, waiting": [6, -1, -2, -1, -2, 0],
    "troll to enemy, waiting": [-6, -7, -4, -2, 1, 5, 7, 15, 0],
    "troll to sorcerer, waiting": [-12, -3, -3, -2, 3, 3, 10, 20, 0],
    "dwarf to enemy, waiting": [-14, -13, -10, -7, -5, -2, 4, 1, 19, 0],
    "dwarf to sorcerer, waiting": [-23, -15, -14, -12, -8, -9, -3, 14, 19, 0],
    "dwarf to troll, waiting": [-11, -11, -11, -9, -8, -3, -5, 10, 19, 0],
    "dwarf to enemy's troll, waiting": [-21, -13, -10, -5, -1, 5, 12, -4, 19, 0],
    "turn": [0],
    "barred": [3, 1, -3, -5, 0],
    "sorcerers apart": [-1, 2, 1, 2, 2, 2, 1, 0, 0],
    "trolls apart": [0, 3, 3, 2, 2, 0, 0, -2, 0],
    "dwarfs apart": [6, 4, 2, 1, 0, -2, -1, -3, 0, 0],
}
