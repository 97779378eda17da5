"""How a match went, drawn: what was expected after each move, with the moves that gave something away."""

import unicodedata
from collections.abc import Callable, Sequence
from itertools import pairwise

from sobremesa.analysis.graph import Curve, curves, span
from sobremesa.analysis.row import NAMES, Row
from sobremesa.games import svg_kit
from sobremesa.games.svg_kit import Colours, group, tag, write
from sobremesa.play.match import Match

WIDE, LEFT, RIGHT = 960, 96, 40
TALL, LOW = 300, 132
"""The height of a graph that stands alone, and of one of several."""
HEAD, FOOT, GAP = 84, 94, 46
COLOURS = {"red": "R", "yellow": "M", "green": "J", "blue": "L"}
"""Seats that are called for a colour have its letter; the others have theirs by their order."""
TICKS = 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000


def svg(match: Match, rows: Sequence[Row], theme: str = "light") -> str:
    """The graph as a drawing that needs nothing else: by day or, with the theme dark, by the lamp."""
    of = svg_kit.colours(theme, match.game.name)
    found = curves(match, rows)
    tall = TALL if len(found) == 1 else LOW
    high = HEAD + len(found) * (tall + GAP) - GAP + FOOT
    wide = span(found, len(match.moves))
    panels = [_panel(match, curve, wide, HEAD + n * (tall + GAP), tall, of) for n, curve in enumerate(found)]
    title = f"{match.game.title}: {_players(match)}"
    return svg_kit.sheet(
        WIDE,
        high,
        title,
        svg_kit.cloth(WIDE, high, of, stripes=False),
        svg_kit.slip(14, 14, WIDE - 28, high - 28, of),
        _head(match, of),
        *panels,
        _legend(match, rows, found, high - 46, of),
    )


def letter(match: Match, seat: int) -> str:
    return COLOURS.get(match.seat_names[seat], svg_kit.LETTERS[seat])


def _players(match: Match) -> str:
    pairs = zip(match.seat_names, match.players, strict=True)
    return ", ".join(f"{player} ({seat})" if player else seat for seat, player in pairs)


def _head(match: Match, of: Colours) -> str:
    """The game, and who sat where."""
    title = _plain(match.game.title)
    drawn, x = write(title, 40, 46, 17, of["ink"], weight=0.13, anchor="start"), 66 + svg_kit.breadth(title, 17)
    for seat, player in enumerate(match.players):
        name = _plain(player or match.seat_names[seat].capitalize())
        if x + 24 + svg_kit.breadth(name, 11) > WIDE - RIGHT:
            break
        drawn += svg_kit.dot(letter(match, seat), x + 10, 46, 10, of)
        drawn += write(name, x + 28, 46, 11, of["ink-2"], weight=0.14, anchor="start")
        x += 52 + svg_kit.breadth(name, 11)
    return drawn


def _panel(match: Match, curve: Curve, span: tuple[int, int], top: float, tall: float, of: Colours) -> str:
    """One curve on its grid."""
    wide = WIDE - LEFT - RIGHT

    def at(number: float, value: float) -> tuple[float, float]:
        return _x(number, span), top + tall * (1 - value) / 2

    drawn = tag("rect", x=LEFT, y=top, width=wide, height=tall, rx=6, fill=of["sunk"], fill_opacity=0.55)
    drawn += tag("path", d=f"M{LEFT} {top + tall / 2}H{LEFT + wide}", stroke=of["edge"], stroke_dasharray="7 5")
    for value, text in (1, "+1"), (0, "0"), (-1, "−1"):  # noqa: RUF001
        drawn += write(text, LEFT - 12, at(0, value)[1], 9.5, of["ink-2"], anchor="end")
    drawn += _ends(match, curve, top, tall, of) + _ticks(span, top + tall, of)
    if len(curve.points) > 1:
        drawn += _curve(match, curve, at, of)
    heights = dict(curve.points)
    for number, mark in curve.marks:
        if number in heights:
            drawn += _mark(mark, *at(number, heights[number]), of)
    return drawn


def _curve(match: Match, curve: Curve, at: Callable[[float, float], tuple[float, float]], of: Colours) -> str:
    """A seat's curve is a line of its own; that of two rivals has the colour of whoever is ahead below it or above."""

    def path(points: Sequence[tuple[float, float]]) -> str:
        return "M" + "L".join("{:.1f} {:.1f}".format(*at(*point)) for point in points)

    if not curve.bottom:
        return svg_kit.line(letter(match, curve.seat), path(curve.points), 5, of, casing=1.2)
    points = _crossed(curve.points)
    base = [(points[-1][0], 0.0), (points[0][0], 0.0)]
    areas = "".join(
        tag("path", d=path([(x, side(y, 0.0)) for x, y in points] + base) + "Z", fill=of[f"seat-{letter(match, seat)}"])
        for seat, side in enumerate((max, min))
    )
    line = tag("path", d=path(curve.points), stroke=of["ink"], stroke_width=3, stroke_linejoin="round")
    return group(areas, fill_opacity=0.5) + group(line, fill="none", stroke_linecap="round")


def _crossed(points: Sequence[tuple[int, float]]) -> list[tuple[float, float]]:
    """The points, and those where the curve between two of them crosses the middle."""
    found: list[tuple[float, float]] = [points[0]]
    for (x, y), (to, end) in pairwise(points):
        if y * end < 0:
            found.append((x + (to - x) * y / (y - end), 0.0))
        found.append((to, end))
    return found


def _ends(match: Match, curve: Curve, top: float, tall: float, of: Colours) -> str:
    """Whose the top is, and the bottom, as signs left of the numbers."""
    if curve.bottom:
        return svg_kit.dot(letter(match, 0), 50, top + 4, 11, of) + svg_kit.dot(
            letter(match, 1), 50, top + tall - 4, 11, of
        )
    if curve.top == match.seat_names[curve.seat].capitalize():
        return svg_kit.dot(letter(match, curve.seat), 50, top + tall / 2, 11, of)
    return ""


def _x(number: float, span: tuple[int, int]) -> float:
    first, last = span
    return LEFT + (WIDE - LEFT - RIGHT) * (number - first) / max(1, last - first)


def _ticks(span: tuple[int, int], bottom: float, of: Colours) -> str:
    """The numbers of moves below a grid, as many as can be read."""
    first, last = span
    step = next((step for step in TICKS if (last - first) / step <= 12), last)
    return "".join(
        tag("path", d=f"M{_x(number, span):.1f} {bottom}v5", stroke=of["edge"])
        + write(number, _x(number, span), bottom + 19, 8.5, of["ink-2"])
        for number in range(-(-first // step) * step, last + 1, step)
    )


def _mark(mark: str, x: float, y: float, of: Colours) -> str:
    """A move that gave something away: a slip is a ring, a mistake and a blunder are filled, and told apart by more
    than their colour."""
    radius = {"??": 10.5, "?": 8.5, "?!": 5}[mark]
    fill = {"??": of["bad"], "?": of["warn"], "?!": of["paper"]}[mark]
    ring = tag("circle", r=radius, fill=fill, stroke=of["ink"] if mark == "?!" else of["paper"], stroke_width=2)
    words = {"??": "??", "?": "?", "?!": ""}[mark]
    colour = of["on-bad"] if of["theme"] == "light" else of["paper"]
    text = write(words, 0, 0, radius * 0.95, colour, 0.2) if words else ""
    return group(ring, text, x=x, y=y)


def _legend(match: Match, rows: Sequence[Row], found: Sequence[Curve], y: float, of: Colours) -> str:
    """What the marks mean, and how many there are."""
    drawn, x = "", float(LEFT)
    for mark, name in reversed(NAMES.items()):
        count = sum(row.mark == mark for row in rows)
        text = f"{count} {name}{'s' * (count != 1)}"
        drawn += _mark(mark, x, y, of) + write(text, x + 18, y, 10, of["ink-2"], weight=0.14, anchor="start")
        x += 54 + svg_kit.breadth(text, 10)
    rivals = next((f"{curve.top} above, {curve.bottom} below" for curve in found if curve.bottom), "")
    said = _plain(f"expected after each move: {rivals or '+1 wins, -1 loses'}", 90)
    return drawn + write(said, WIDE - RIGHT, y, 9.5, of["ink-2"], weight=0.13, anchor="end")


def _plain(text: str, most: int = 28) -> str:
    """A text in the letters that can be drawn; those that cannot lose their accents, or become a dot."""
    bare = "".join(sign for sign in unicodedata.normalize("NFKD", text) if not unicodedata.combining(sign))
    drawable = svg_kit._strokes()
    short = bare if len(bare) <= most else f"{bare[: most - 2]}..."
    return "".join(sign if sign == " " or sign in drawable else "." for sign in short) or "."
