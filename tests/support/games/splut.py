"""Matches of Splut! that stand at a position which a test has drawn, and positions that nobody has."""

import random
from typing import Any

import numpy as np

import sobremesa
from sobremesa.games.splut import draw
from sobremesa.games.splut.rules import ACTIONS, alive, may_step
from sobremesa.games.splut.tables import NOTHING, OFF, ROCKS, SQUARE, SQUARE_NAMES
from sobremesa.kernel import calls
from sobremesa.lab.single import Single


def begin(
    diagram: str,
    seats: int | None = None,
    *,
    mover: str | None = None,
    barred: str = "",
    turn_limit: int = 200,
    levitate_adjacent: bool = True,
    **fields: Any,
) -> sobremesa.Match:
    """A match at the drawn position, after two turns, the mover with three steps left.

    Without a number of seats there are as many as the drawing needs. The mover is a colour; on the barred squares lie
    rocks that moved in the turn before. Whatever else is given is a field of the position.
    """
    if seats is None:
        seats = 4 if "B" in diagram else 3 if "Y" in diagram else 2
    options = {"turn_limit": turn_limit, "levitate_adjacent": levitate_adjacent}
    match = sobremesa.Match("splut", seats, **options)
    position = draw.read(diagram, seats, **options)
    s = position[0]
    if mover is not None:
        s.mover = match.seat_names.index(mover)
    for square in barred.split():
        s.barred = int(s.barred) | 1 << int(s.on[SQUARE[square]])
    s.liftable = int(s.liftable) & ~int(s.barred)
    for field, value in fields.items():
        setattr(s, field, value)
    match.suppose(position)
    return match


def play(match: sobremesa.Match, steps: str) -> sobremesa.Match:
    """Play the steps in a line of text, one after the other."""
    for step in steps.split():
        match.push(step)
    return match


def moves(match: sobremesa.Match, beginning: str = "") -> set[str]:
    """The legal moves as they are written: all of them, or those that begin so."""
    return {move.text for move in match.legal_moves if move.text.startswith(beginning)}


def levitations(match: sobremesa.Match) -> set[str]:
    """The squares of the rocks that the mover's sorcerer may levitate in his next step."""
    return {text[-2:] for text in moves(match, "S") if "+" in text}


def table(match: sobremesa.Match) -> dict[str, str]:
    """What is on each square that is not empty, as in a drawing: one thing, which knows its square."""
    s, marks = match.position[0], {}
    for thing, number in enumerate(s.at.tolist()):
        if number != OFF:
            assert s.on[number] == thing, f"two things on {SQUARE_NAMES[number]}, or a lost one"
            seat, piece = divmod(thing - ROCKS, 3)
            marks[SQUARE_NAMES[number]] = (
                draw.STONE if thing < ROCKS else match.seat_names[seat][0].upper() + "SDT"[piece]
            )
    return marks


def mover(match: sobremesa.Match) -> str | None:
    """The colour whose turn it is."""
    return None if match.turn is None else match.seat_names[match.turn]


def thrown_together(seats, count, seed):
    """Positions with everything on any square, and so with many kills."""
    rng, found = random.Random(seed), []
    for _ in range(count):
        position = Single("splut", seats).position.view(np.recarray).copy()
        s = position[0]
        s.on[:OFF] = NOTHING
        for thing, square in enumerate(rng.sample(range(OFF), ROCKS + 3 * seats)):
            s.at[thing], s.on[square] = square, thing
        s.turns, s.steps, s.mover, s.barred = 10, rng.randint(1, 3), rng.randrange(seats), 1 << rng.randrange(ROCKS)
        s.liftable = 15 & ~int(s.barred)
        if may_step(s, s.mover):
            found.append(position)
    return found


def ends_of(position):
    """Every end of the turn by the rules alone, but for those that kill the mover's own sorcerer."""
    seat, turn = int(position[0].mover), int(position[0].turns)
    lines, out = [position], np.zeros(ACTIONS, np.int16)
    while lines:
        following = {}
        for line in lines:
            for action in out[: calls.legal(line, seat, out)].tolist():
                twin = line.copy()
                calls.apply(twin, seat, action)
                if twin[0].turns == turn and twin[0].standing > 1:
                    following[twin.tobytes()] = twin
                elif alive(twin[0], seat):
                    yield twin[0]
        lines = list(following.values())


KILLS = {
    1: """
        5  .  . RT ()  .  .  . GS  .
        4    ()  . RS ()  .  . ()
    """,
    2: """
        5  . RT  . ()  .  .  . GS  .
        4    ()  . RS ()  .  . ()
    """,
    3: """
        5 RT  .  . ()  .  .  . GS  .
        4    ()  . RS  .  .  . ()
        3        .  . ()  .  .
    """,
}


THREAT = """
    9             ()
    7       RT  .  .  .  .
    6    RD  .  .  .  .  . GS
    5  . RS  .  .  . () GT  .  .
    4     .  .  .  .  .  . GD
    2          ()  .  .
    1             ()
"""


OWN_GOAL = """
    7        . GS  .  .  .
    5  .  . RT ()  .  .  . RS  .
    4    ()  .  .  .  .  . ()
    3        .  . ()  .  .
"""


FORCED = """
    4     .  .  . ()  . GS  .
    3        . () () ()  .
    2          GD RT GT
    1             RS
"""
