"""How far a figure can be trusted: intervals that hold the true one 95 times in 100."""

import math
from collections.abc import Sequence

Z = 1.959964
"""So many standard errors to either side hold 95 % of a normal distribution."""


def wilson(share: float, matches: int) -> tuple[float, float]:
    """Wilson's interval for a share of so many matches, from 0 to 1.

    It is made for wins and losses. A match that counts a half spreads less than one that is won or lost, so with draws
    the interval is rather too wide than too narrow.
    """
    if not matches:
        return 0.0, 1.0
    middle = (share + Z * Z / (2 * matches)) / (1 + Z * Z / matches)
    reach = Z / (1 + Z * Z / matches) * math.sqrt(share * (1 - share) / matches + Z * Z / (4 * matches * matches))
    return max(0.0, middle - reach), min(1.0, middle + reach)


def normal(values: Sequence[float]) -> tuple[float, float]:
    """The normal interval for a mean: its standard errors to either side. For a single score, all that it can be."""
    if len(values) < 2:
        return -1.0, 1.0
    mean = math.fsum(values) / len(values)
    error = math.sqrt(math.fsum((value - mean) ** 2 for value in values) / (len(values) - 1) / len(values))
    return mean - Z * error, mean + Z * error
