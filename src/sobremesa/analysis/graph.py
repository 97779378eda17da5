"""How a match went: what was expected after each move, as curves; and these drawn in a terminal."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sobremesa.analysis.evaluator import shape
from sobremesa.analysis.row import Row
from sobremesa.play.match import Match

SIGNS = {"??": "✗", "?": "?", "?!": "·"}
"""What stands below a curve where a move was marked."""
DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""The bits of a Braille sign, by row and column."""
TALL, LOW, LOWEST = 7, 5, 3
"""Lines of a graph that stands alone, of one of a few, and of one of many."""


@dataclass(frozen=True)
class Curve:
    """What one seat expects, or all of them together; of two rivals what the first does, so that the other's is its
    mirror."""

    seat: int
    top: str
    """What it means to be at the top."""
    bottom: str
    points: tuple[tuple[int, float], ...]
    """The numbers of moves, and what was expected after them."""
    marks: tuple[tuple[int, str], ...]


def curves(match: Match, rows: Sequence[Row]) -> list[Curve]:
    """The curves of a match, as far as it has been looked at: one where one says it all."""
    together, rivals = shape(match)
    names = [name.capitalize() for name in match.seat_names]
    found = []
    for seat in range(1 if together or rivals else match.seats):
        points = _points(match, rows, seat)
        own = [row for row in rows if together or rivals or row.seat == seat]
        top, bottom = (f"{names[0]} wins", f"{names[1]} wins") if rivals else (names[seat], "")
        if together:
            top = names[0] if match.seats == 1 else "All together"
        found.append(Curve(seat, top, bottom, points, tuple((row.number, row.mark) for row in own if row.mark)))
    return found


def span(found: Sequence[Curve], moves: int) -> tuple[int, int]:
    """From which number of moves to which the graph goes: what was dealt before anybody chose is left out."""
    return min((curve.points[0][0] for curve in found if curve.points), default=0), max(1, moves)


def _points(match: Match, rows: Sequence[Row], seat: int) -> tuple[tuple[int, float], ...]:
    points: list[tuple[int, float]] = []
    for row in rows:
        if not points and row.before is not None and (row.seat == seat or any(shape(match))):
            points.append((row.number - 1, row.before if row.seat == seat or shape(match)[0] else -row.before))
        value = row.outlook[seat] if row.outlook else None
        if value is not None:
            points.append((row.number, value))
    result = match.result
    if result and rows and rows[-1].number == len(match.moves):
        points = [point for point in points if point[0] < len(match.moves) or not match.ending]
        points.append((len(match.moves), result.scores[seat]))
    return tuple(points)


def draw(
    match: Match, rows: Sequence[Row], width: int = 80, paint: Callable[[str, str], str] = lambda text, kind: text
) -> str:
    """The curves in a terminal, from -1 at the bottom to 1 at the top. `paint` colours a text of some kind: `curve`,
    `faint`, or the mark that it stands for."""
    found = [curve for curve in curves(match, rows) if len(curve.points) > 1]
    tall = TALL if len(found) == 1 else LOW if len(found) < 5 else LOWEST
    lines: list[str] = []
    for curve in found:
        lines += [*_drawn(curve, span(found, len(match.moves)), max(20, width - 6), tall, paint), ""]
    return "\n".join(lines[:-1])


def _drawn(curve: Curve, span: tuple[int, int], width: int, tall: int, paint: Callable[[str, str], str]) -> list[str]:
    """One curve: its name, its lines with what they mean at their left, and the marks below."""
    first, last = span
    width = min(width, max(20, 2 * (last - first)))

    def column(number: int) -> int:
        return round((number - first) / max(1, last - first) * (2 * width - 1))

    dots = _dots([(column(number), value) for number, value in curve.points], 2 * width, 4 * tall)
    middle = tall // 2
    lines = [paint(f"{'':5}{curve.top}", "faint")]
    for line in range(tall):
        label = {0: "+1", middle: " 0", tall - 1: "-1"}.get(line, "")
        signs = [dots[line][cell] for cell in range(width)]
        text = "".join(
            paint(chr(0x2800 + sign), "curve") if sign else paint("┄" if line == middle else " ", "faint")
            for sign in signs
        )
        lines.append(f"{label:>3} {paint('┤' if label else '│', 'faint')}{text}".rstrip())
    below = [" "] * width
    for number, mark in curve.marks:
        cell = column(number) // 2
        if below[cell] == " " or list(SIGNS).index(mark) < list(SIGNS.values()).index(below[cell]):
            below[cell] = SIGNS[mark]
    kinds = {sign: mark for mark, sign in SIGNS.items()}
    marked = "".join(sign if sign == " " else paint(sign, kinds[sign]) for sign in below).rstrip()
    lines += [f"{'':5}{marked}"] if marked else []
    lines += [paint(f"{'':5}{curve.bottom}", "faint")] if curve.bottom else []
    return lines


def _dots(places: Sequence[tuple[int, float]], wide: int, tall: int) -> list[list[int]]:
    """A curve through places, each a column and a height, as Braille signs: straight from one to the next, every step
    down or up drawn through."""
    cells = [[0] * (wide // 2) for _ in range(tall // 4)]
    last: int | None = None
    for column in range(places[0][0], places[-1][0] + 1):
        row = round((1 - _between(places, column)) / 2 * (tall - 1))
        low, high = (row, row) if last is None or abs(last - row) < 2 else sorted((row, last))
        for each in range(low, high + 1):
            cells[each // 4][column // 2] |= DOTS[each % 4][column % 2]
        last = row
    return cells


def _between(places: Sequence[tuple[int, float]], column: int) -> float:
    """The height of the curve in a column: of several points there, the last."""
    left = max(n for n, (x, _) in enumerate(places) if x <= column)
    (x, y) = places[left]
    if x == column or left == len(places) - 1:
        return y
    (to, end) = places[left + 1]
    return y + (end - y) * (column - x) / (to - x)
