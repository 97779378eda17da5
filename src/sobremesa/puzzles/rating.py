"""How hard a puzzle is before anybody has tried it: a number from 800 to 2200, by how long one would have to search.

The effort is how much there is to look at for each thing that is right. Twice the effort is the same step everywhere.
"""

from math import log2

LEAST, MOST = 800, 2200
SCALE = {
    "splut-kill": (0, 155),  # turns for each that kills
    "splut-save": (300, 165),  # turns for each that saves; and after each the turn of the other must be thought of
    "throw": (600, 165),  # splits for each line that the second best of them loses
    "fill": (540, 165),  # lines that a careful player begins for each that is best, from the atlas
}
"""What an effort of 1 would be rated, and what twice the effort adds."""
HELP, QUIET = 100, 80
"""What is added where the troll cannot do it without sorcerer or dwarf; and where no solution begins with him."""


def rated(kind: str, effort: float, more: int = 0) -> int:
    """The rating of an effort."""
    least, step = SCALE[kind]
    return max(LEAST, min(MOST, round(least + step * log2(effort) + more)))
