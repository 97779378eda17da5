"""What the choices of Shut the Lines are worth: exactly, in lines of the round, since its perfect bot has no opinion.

It looks its choices up, and goes by lines, or by the chance of as many as it needs; no result between -1 and 1 comes of
that, and none is made up here.
"""

from typing import Any

from sobremesa.dataset.player import Thought
from sobremesa.games.shut_the_lines.values import values, values_of


def judge(seen: Any, seat: int) -> Thought:
    """How many lines perfect play ends the round with on average, now and after each choice."""
    s = seen[0]
    choices = {split.way: split.value for split in values_of(s).splits(int(s.covered[seat]), int(s.throw))}
    return Thought(max(choices.values()), None, choices)


def forget() -> None:
    """What was solved for another match: the same solved in other company may be another number in its last digits."""
    values(4).parts.clear()
