"""The moments of a match that are worth a picture, to be passed on: one, or all of it in a picture that moves."""

from collections.abc import Sequence

from sobremesa.kernel import SPECTATOR
from sobremesa.play.match import Match

WIDTH = 640
"""Dots from side to side of a picture that moves, where nothing else is asked for."""
LARGE = 1080
"""The same of one that does not."""
MOMENTS = 120
"""A picture that moves has at most so many; of a longer match it leaves some out, evenly."""


def drawings(match: Match, eyes: int = SPECTATOR, theme: str = "light") -> list[str]:
    """A match as a pair of eyes saw it go: its beginning, and after each turn what is no longer as it was."""
    chosen = len(match.moves)
    ends = [n for n in range(1, chosen) if match.moves[n - 1].seat != match.moves[n].seat]
    found: list[str] = []
    for number in thinned([0, *ends, *([chosen] if chosen else [])]):
        drawing = match.at(number).svg(eyes, theme)
        if drawing not in found[-1:]:
            found.append(drawing)
    return found


def thinned(numbers: Sequence[int], most: int = MOMENTS) -> list[int]:
    """Some of many, the first and the last among them."""
    if len(numbers) <= most:
        return list(numbers)
    return [numbers[k * (len(numbers) - 1) // (most - 1)] for k in range(most)]
