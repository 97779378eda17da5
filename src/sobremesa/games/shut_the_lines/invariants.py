"""What is true of every position of Shut the Lines."""

from collections.abc import Iterator
from typing import Any

from sobremesa.games.shut_the_lines.rules import LOT, OVER
from sobremesa.games.shut_the_lines.tables import PLANS


def faults(s: Any) -> Iterator[str]:
    """Every way in which a position cannot be."""
    lines = [int(line) for line in s.lines if line > 0]
    if s.plan:
        figure = PLANS[int(s.plan)]
        every = (1 << figure.numbers) - 1
        if len(lines) != len(figure.lines) or any(line & ~every for line in lines):
            yield "the lines are not those of the plan"
        if any(int(s.covered[seat]) & ~every for seat in range(s.players)):
            yield "a number is covered that the plan has not"
    if s.inside & ~s.playing:
        yield "somebody is in the round who does not play"
    if s.phase not in (LOT, OVER) and not s.inside >> s.seat & 1:
        yield "it is the turn of somebody who is out"
    for seat in range(s.players):
        if not s.playing >> seat & 1 and s.covered[seat]:
            yield f"seat {seat} does not play, but covers numbers"
