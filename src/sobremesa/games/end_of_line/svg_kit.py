"""What pictures of End of Line are made of: squares of an area whose edges are joined, ways over cards, and cards.

A square is a hundred units wide.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from sobremesa.games import svg_kit
from sobremesa.games.end_of_line.tables import CARDS, COMPASS, ENERGY, KIND_NAMES
from sobremesa.games.svg_kit import Colours, group, tag, write

STEPS = (0, -1), (1, 0), (0, 1), (-1, 0)  # along x and y, for each letter of COMPASS
JOIN = 50.4  # a little more than half a square, so that two cards join without a gap
SMALL = 6  # cards up to which a hand is shown one by one

ROUND: dict[str, Any] = {"stroke_linecap": "round", "stroke_linejoin": "round"}

Square = tuple[int, int]
"""A column and a row; beyond the area too, where a ghost is meant."""


class Piece(NamedTuple):
    """A card of a line as it lies: where the line goes on from it, and the partner's card that it came over."""

    kind: str
    heading: int
    at: Square
    outs: list[int]
    over: Square | None


def square(name: str) -> Square:
    row, column = name.split(",")
    return int(column), int(row)


def step(at: Square, heading: int, size: int, steps: int = 1) -> Square:
    (x, y), (right, down) = at, STEPS[heading]
    return (x + steps * right) % size, (y + steps * down) % size


def middle(at: Square) -> tuple[int, int]:
    return 100 * at[0] + 50, 100 * at[1] + 50


def on(at: Square, *children: str, scale: float = 1) -> str:
    """Something drawn round the middle of a square."""
    x, y = middle(at)
    return group(*children, x=x, y=y, scale=scale)


def ghosts(at: Square, size: int) -> list[Square]:
    """Where a square at an edge shows once more."""
    columns, rows = ([n] + [n + size] * (n == 0) + [n - size] * (n == size - 1) for n in at)
    return [(column, row) for column in columns for row in rows if (column, row) != at]


def everywhere(size: int, squares: Iterable[Square], draw: Callable[[Square], str], faint: float = 0.42) -> str:
    """What lies on some squares, and their ghosts all together."""
    squares = list(squares)
    again = [ghost for at in squares for ghost in ghosts(at, size)]
    return "".join(map(draw, squares)) + group(*map(draw, again), opacity=faint)


def exits(kind: str, heading: int) -> list[int]:
    return [heading] if kind == "start" else [(heading + turn + 3) % 4 for turn in CARDS[kind][1]]


def pieces_of(line: dict[str, Any], size: int) -> list[Piece]:
    """A line card by card; a turnaround leaves a card by a second exit."""
    found: dict[Square, Piece] = {}
    for card in line["cards"]:
        at, heading = square(card["square"]), COMPASS.index(card["heading"])
        over = None
        if card["kind"] != "start":
            near = step(at, heading + 2 & 3, size)
            over = None if near in found else near
            found[near if over is None else step(at, heading + 2 & 3, size, 2)].outs.append(heading)
        found[at] = Piece(card["kind"], heading, at, [], over)
    return list(found.values())


def way(centre: tuple[float, float], kind: str, heading: int, out: int, reach: float = JOIN) -> tuple[str, float]:
    """The way over a card, its middle given, from behind to an exit; and how long it is."""
    (x, y), (right, down), (to_right, to_down) = centre, STEPS[heading], STEPS[out]
    behind = 0 if kind == "start" else reach
    begin = f"M{svg_kit.number(x - right * behind)} {svg_kit.number(y - down * behind)}"
    end = f"{svg_kit.number(x + to_right * reach)} {svg_kit.number(y + to_down * reach)}"
    if out == heading:
        return f"{begin}L{end}", 50 if kind == "start" else 100
    radius = int(min(reach, 50))
    return f"{begin}A{radius} {radius} 0 0 {int(out == heading + 1 & 3)} {end}", 78.5


def track(letter: str, whole: list[tuple[str, float]], aside: list[str], wide: float, of: Colours) -> str:
    """Ways of a line, those that it takes or may take whole and those that it left aside thin."""
    taken, left = "".join(d for d, _ in whole), "".join(aside)
    drawn = [(left, "art-line", wide / 2 + 6), (left, f"seat-{letter}", wide / 2)]
    drawn += [(taken, "art-line", wide + 7), (taken, f"seat-{letter}", wide)]
    return group(
        *(tag("path", d=d, stroke=of[colour], stroke_width=width) for d, colour, width in drawn if d),
        *(svg_kit.pattern(letter, d, of, wide / 18, length) for d, length in whole),
        fill="none",
    )


def face(kind: str, letter: str, x: float, y: float, size: float, of: Colours) -> str:
    """A card as it lies in a hand: its line and its initiative, in the corner that the line leaves free."""
    outs, dark = exits(kind, 0), kind == "cross-0"
    tips = [tag("path", d="M-7 -35l7-7 7 7", transform=f"rotate({90 * out})", fill="none") for out in outs]
    disc, at = "", (-30 if 1 in outs else 30, 29)
    if kind == "tee":
        at = 0, -28
    if len(outs) == 3:
        disc, at = tag("circle", cy=3, r=15, fill=of["card-ink" if dark else "card"]), (0, 3)
    box = {"x": -47, "y": -47, "width": 94, "height": 94, "rx": 11}
    drawn = group(
        tag("rect", fill=of["card"], **box),
        track(letter, [way((0, 0), kind, 0, out, 47) for out in outs], [], 18, of),
        group(*tips, tag("rect", fill="none", **box), disc, stroke=of["art-line"], stroke_width=3, **ROUND),
        write(CARDS[kind][0], *at, 17, of["card" if dark else "card-ink"], weight=0.17),
        scale=size / 100,
    )
    return group(drawn, x=x + size / 2, y=y + size / 2)


def back(letter: str, x: float, y: float, size: float, of: Colours) -> str:
    """A card that lies face down."""
    drawn = {"fill": of[f"seat-{letter}"], "stroke": of["art-line"], "stroke_width": 1.4}
    return tag("rect", x=x, y=y, width=size, height=size, rx=3, **drawn)


def held(hand: dict[str, int]) -> list[tuple[str, int]]:
    """A small hand card by card, a large one kind by kind with how many there are."""
    kinds = [(kind, hand[kind]) for kind in KIND_NAMES if hand[kind]]
    return kinds if sum(hand.values()) > SMALL else [(kind, 1) for kind, count in kinds for _ in range(count)]


def faces(
    hand: dict[str, int], letter: str, x: float, y: float, size: float, apart: float, row: int, of: Colours
) -> str:
    """Cards of a hand, so many in a row."""
    drawn = ""
    for n, (kind, count) in enumerate(held(hand)):
        left, top = x + n % row * apart, y + n // row * apart
        drawn += face(kind, letter, left, top, size, of)
        if count > 1 and size < 30:
            drawn += write(count, left + size / 2, top + size + 6, 7, of["ink"], weight=0.17)
        elif count > 1:
            pill = {"fill": of["card"], "stroke": of["art-line"], "stroke_width": 1.5}
            drawn += tag("circle", cx=left + size - 4, cy=top + 4, r=8.5, **pill)
            drawn += write(count, left + size - 4, top + 4, 8.5, of["card-ink"], weight=0.17)
    return drawn


def deck(cards: int, x: float, of: Colours) -> str:
    """How many cards are still face down in a deck."""
    stack = {"width": 11, "height": 11, "rx": 2, "fill": of["paper"], "stroke": of["ink-2"], "stroke_width": 1.4}
    boxes = [tag("rect", x=x + n, y=-4 - n, **stack) for n in (0, 2.5)]
    return "".join(boxes) + write(cards, x + 20, 0, 9, of["ink-2"], anchor="start")


def pips(energy: int, right: float, of: Colours) -> Iterator[str]:
    """Points of energy, as many of them full as are left."""
    for n in range(max(ENERGY, energy)):
        at = right - 11 * (max(ENERGY, energy) - n) + 3
        box = {"x": at, "y": -6.5, "width": 8, "height": 13, "rx": 3, "stroke": of["ink"], "stroke_width": 1.5}
        yield tag("rect", fill=of["ink"] if n < energy else "none", **box)
