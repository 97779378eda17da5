"""The plans of Shut the Lines, their figures, and what dice can do on them.

The layouts are our own: any figure in which every line has the same sum gives nearly the same game.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement
from math import factorial, prod

import numpy as np

from sobremesa.mistakes import BadOption


@dataclass(frozen=True)
class Plan:
    """A figure: its numbers, which places are in a line, what each line adds up to, and how many dice are thrown."""

    figure: str
    numbers: int
    lines: tuple[tuple[int, ...], ...]
    sum: int
    dice: int
    target: int
    layout: tuple[int, ...]
    """The number on each place: of stars the tips clockwise from the top, then the crossings; of squares row by row."""


def star(points: int) -> tuple[tuple[int, ...], ...]:
    """Line i of a star runs from tip i over crossings i and i + 1 to tip i + 2."""
    tips, crossings = range(points), range(points, 2 * points)
    return tuple((tips[i], crossings[i], crossings[(i + 1) % points], tips[(i + 2) % points]) for i in range(points))


def square(side: int) -> tuple[tuple[int, ...], ...]:
    """Rows, columns and the two diagonals."""
    rows = tuple(tuple(side * y + x for x in range(side)) for y in range(side))
    columns = tuple(tuple(side * y + x for y in range(side)) for x in range(side))
    return (
        *rows,
        *columns,
        tuple((side + 1) * i for i in range(side)),
        tuple((side - 1) * (i + 1) for i in range(side)),
    )


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(number) for number in text.replace("/", " ").split())


PLANS = {
    1: Plan("hexagram", 12, star(6), 26, 3, 5, _numbers("1 2 7 8 5 3 / 12 6 10 4 11 9")),
    2: Plan("heptagram", 14, star(7), 30, 3, 5, _numbers("1 2 6 7 4 5 3 / 14 9 12 8 10 13 11")),
    3: Plan("square", 16, square(4), 34, 4, 10, _numbers("16 3 2 13 / 5 10 11 8 / 9 6 7 12 / 4 15 14 1")),
    4: Plan(
        "square",
        25,
        square(5),
        65,
        5,
        10,
        _numbers("17 24 1 8 15 / 23 5 7 14 16 / 4 6 13 20 22 / 10 12 19 21 3 / 11 18 25 2 9"),
    ),
}
MOST_LINES, MOST_DICE, MOST_NUMBERS = 12, 5, 25


def check_layout(plan: int, layout: Sequence[int]) -> tuple[int, ...]:
    """A layout, if every number of the plan is in it once and every line has its sum."""
    figure = PLANS[plan]
    if sorted(layout) != list(range(1, figure.numbers + 1)):
        raise BadOption(f"A layout of plan {plan} has every number from 1 to {figure.numbers} once.")
    for number, line in enumerate(figure.lines, 1):
        numbers = [layout[place] for place in line]
        if sum(numbers) != figure.sum:
            told = " + ".join(map(str, numbers))
            raise BadOption(f"Line {number} of plan {plan} is {told} = {sum(numbers)}, but must be {figure.sum}.")
    return tuple(layout)


def masks(plan: int, layout: Sequence[int]) -> list[int]:
    """The numbers of each line, a bit each: number n is bit n - 1."""
    return [sum(1 << layout[place] - 1 for place in line) for line in PLANS[plan].lines]


def throws(dice: int) -> list[tuple[tuple[int, ...], int]]:
    """Every different throw, its dice from low to high, with how many of the 6 ** dice throws look like it."""
    different = combinations_with_replacement(range(1, 7), dice)
    return [(throw, factorial(dice) // prod(factorial(throw.count(n)) for n in range(1, 7))) for throw in different]


def partitions(dice: int) -> list[tuple[int, ...]]:
    """Every way to divide dice into groups: the group of each die, groups numbered as they first come."""

    def extend(groups: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if len(groups) == dice:
            yield groups
            return
        for group in range(max(groups, default=-1) + 2):
            yield from extend((*groups, group))

    return list(extend(()))


def sums(throw: Sequence[int], groups: Sequence[int]) -> list[int]:
    """What the groups of a throw add up to."""
    return [sum(die for die, group in zip(throw, groups, strict=True) if group == g) for g in range(max(groups) + 1)]


WAYS = len(partitions(MOST_DICE))
THROWS = len(throws(MOST_DICE))
COUNT = np.zeros(5, np.int16)
"""How many different throws each plan has."""
DIVISIONS = np.zeros(5, np.int16)
"""How many ways there are to divide the dice of each plan."""
WEIGHT = np.zeros((5, THROWS), np.int16)
DIE = np.zeros((5, THROWS, MOST_DICE), np.uint8)
FULL = np.zeros((5, THROWS, WAYS), np.int32)
"""The numbers that a way of dividing a throw covers where all sums are different numbers of the plan; 0 where they are
not, or where another way before it covers the same."""
PART = np.zeros((5, THROWS, WAYS), np.int32)
"""The numbers of the plan among the sums of each way, for who is knocked out; -1 where one before it has the same."""
NUMBER: dict[tuple[int, ...], int] = {
    throw: number for dice in (3, 4, 5) for number, (throw, _) in enumerate(throws(dice))
}
"""The number of each throw among those with as many dice."""
HOUSE = np.zeros((5, MOST_LINES), np.int32)
"""The lines of our own layouts."""


def _fill() -> None:
    for plan, figure in PLANS.items():
        check_layout(plan, figure.layout)
        HOUSE[plan, : len(figure.lines)] = masks(plan, figure.layout)
        different, ways = throws(figure.dice), partitions(figure.dice)
        COUNT[plan], DIVISIONS[plan] = len(different), len(ways)
        WEIGHT[plan, : len(different)] = [weight for _, weight in different]
        dice = DIE[plan, : len(different), : figure.dice]
        dice[...] = [throw for throw, _ in different]
        PART[plan] = -1
        full, part = FULL[plan, : len(different)], PART[plan, : len(different)]
        for w, groups in enumerate(ways):  # all throws at once
            numbers = np.array([dice[:, np.equal(groups, group)].sum(1) for group in range(max(groups) + 1)], np.int32)
            inside = numbers <= figure.numbers
            bits = np.where(inside, 1 << numbers - 1, 0)
            cover = np.bitwise_or.reduce(bits)[:, None]
            fits = inside.all(0) & (bits.sum(0) == cover[:, 0]) & (full[:, :w] != cover).all(1)
            full[fits, w] = cover[fits, 0]
            new = (part[:, :w] != cover).all(1)
            part[new, w] = cover[new, 0]


_fill()
