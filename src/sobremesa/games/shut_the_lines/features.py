"""What a learner sees of Shut the Lines: numbers; seats in the order of play, its own first. Everything is in sight."""

import numpy as np

from sobremesa.games.shut_the_lines.rules import OVER, shut
from sobremesa.games.shut_the_lines.tables import DIE, MOST_DICE, MOST_LINES, MOST_NUMBERS
from sobremesa.kernel import rule

FACES = 6
PHASES = OVER + 1
PER_SEAT = 5 + MOST_NUMBERS + MOST_LINES


def planes(seats: int) -> list[str]:
    """There is no board that has the same shape in all plans."""
    return []


def shape(seats: int) -> tuple[int, ...]:
    return (0,)


def numbers(seats: int) -> list[str]:
    """What each number says; shares are from 0 to 1."""
    whose = ["one's own", *(f"of the seat {n} after" for n in range(1, seats))]
    of_a_seat = [
        "still in the round",
        "plays this round",
        "is to choose",
        "points, as a share of the target",
        "lines shut in this round, as a share of twelve",
        *(f"{n} is covered" for n in range(1, MOST_NUMBERS + 1)),
        *(f"share of line {n} that is covered" for n in range(1, MOST_LINES + 1)),
    ]
    return [
        *(f"{what}, {who}" for who in whose for what in of_a_seat),
        *(f"plan {n}" for n in range(1, 5)),
        *(f"phase {n}" for n in range(PHASES)),
        *(f"share of the dice that show {n}" for n in range(1, FACES + 1)),
        *(f"{n} is in line {line}" for line in range(1, MOST_LINES + 1) for n in range(1, MOST_NUMBERS + 1)),
    ]


@rule
def observe(s, seat, out):
    """Fill out, which is all zeros, from a position that hides nothing from the seat that it may know."""
    players, n = np.int64(s.players), 0
    for later in range(players):
        one = (seat + later) % players if seat < players else later
        out[n] = s.inside >> one & 1
        out[n + 1] = s.playing >> one & 1
        out[n + 2] = 1.0 if s.seat == one else 0.0
        out[n + 3] = s.points[one] / max(1, np.int64(s.target))
        out[n + 4] = shut(s, s.covered[one]) / MOST_LINES
        for number in range(MOST_NUMBERS):
            out[n + 5 + number] = s.covered[one] >> number & 1
        for line in range(MOST_LINES):
            if s.lines[line] > 0:
                there, all_of_them = 0, 0
                for number in range(MOST_NUMBERS):
                    all_of_them += s.lines[line] >> number & 1
                    there += s.lines[line] & s.covered[one] & 1 << number != 0
                out[n + 5 + MOST_NUMBERS + line] = there / all_of_them
        n += PER_SEAT
    if s.plan > 0:
        out[n + s.plan - 1] = 1
    n += 4
    out[n + s.phase] = 1
    n += PHASES
    if s.plan > 0:
        for die in range(MOST_DICE):
            if DIE[s.plan, s.throw, die] > 0:
                out[n + DIE[s.plan, s.throw, die] - 1] += 1 / MOST_DICE
    n += FACES
    for line in range(MOST_LINES):
        for number in range(MOST_NUMBERS):
            out[n + MOST_NUMBERS * line + number] = s.lines[line] >> number & 1
