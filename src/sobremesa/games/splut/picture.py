"""Splut! as a drawing: the diamond with its pieces and rocks, and in its four corners who sits where."""

from typing import Any

from sobremesa.games import svg_kit
from sobremesa.games.splut.tables import FILES, SQUARE_NAMES
from sobremesa.games.svg_kit import Colours, group, tag, write

SIDE = 80
WIDTH, HEIGHT = 864, 772
LEFT, TOP = (WIDTH - 9 * SIDE) / 2, (HEIGHT - 9 * SIDE) / 2
LAYERS = {"dwarf": 76, "sorcerer": 76, "troll": 80}
"""The pieces with their sizes, those first that others are drawn over."""
SIGNS = {"red": "R", "yellow": "M", "green": "J", "blue": "L"}
"""The letter of each team: with fewer than four at the table some are left out."""
CORNERS = {"west": (0, 0), "north": (1, 0), "east": (1, 1), "south": (0, 1)}


def svg(view: dict[str, Any], theme: str = "light") -> str:
    """What a view of Splut! shows."""
    of = svg_kit.colours(theme, "splut")
    board = [_patch(of), *(_square(square, of) for square in SQUARE_NAMES)]
    for kind, size in LAYERS.items():
        board += [
            _piece(kind, size, SIGNS[team["colour"]], square, of)
            for team in view["teams"]
            if (square := team["pieces"][kind])
        ]
    board += [_rock(square, of) for square in view["rocks"]]
    plates = [_plate(view, seat, of) for seat in range(len(view["teams"]))]
    return svg_kit.sheet(
        WIDTH,
        HEIGHT,
        title(view),
        svg_kit.cloth(WIDTH, HEIGHT, of),
        group(*board, x=LEFT, y=TOP),
        *plates,
    )


def title(view: dict[str, Any]) -> str:
    """What the drawing is called."""
    if view["mover"] is not None:
        mover = view["teams"][view["mover"]]["colour"].capitalize()
        return f"Splut!, turn {view['turn']}: {mover} to play, {_steps(view)}"
    left = [team["colour"].capitalize() for team in view["teams"] if team["alive"]]
    return f"Splut!: {left[0]} has won" if len(left) == 1 else f"Splut!: a draw of {' and '.join(left)}"


def _steps(view: dict[str, Any]) -> str:
    return f"{view['steps']} step{'s' if view['steps'] != 1 else ''} left"


def _corner(square: str) -> tuple[int, int]:
    return FILES.index(square[0]) * SIDE, (9 - int(square[1:])) * SIDE


def _centre(square: str) -> tuple[float, float]:
    x, y = _corner(square)
    return x + SIDE / 2, y + SIDE / 2


def _patch(of: Colours) -> str:
    """The piece of cloth under the squares, with its hem."""
    outline = _outline(10)
    thread = svg_kit.stitch("path", of["thread"], d=outline, stroke_opacity=0.9)
    colour = of["cloth-2"]
    return tag("path", d=outline, fill=colour, stroke=colour, stroke_width=26, stroke_linejoin="round") + thread


def _outline(gap: int) -> str:
    """Round the diamond, so far outside its squares: a quarter of the stairs, turned four times."""
    stairs = [(5 * SIDE + gap, -gap)]
    for k in range(1, 5):
        stairs += [((4 + k) * SIDE + gap, k * SIDE - gap), ((5 + k) * SIDE + gap, k * SIDE - gap)]
    points = []
    for _ in range(4):
        points += stairs
        stairs = [(9 * SIDE - y, x) for x, y in stairs]
    return "M" + "L".join(f"{x} {y}" for x, y in points) + "z"


def _square(square: str, of: Colours) -> str:
    """A square; the outermost of each rank and file say which it is."""
    file, rank = FILES.index(square[0]), int(square[1:])
    x, y = _corner(square)
    fill = of["cell"] if (file + rank) % 2 else of["cell-2"]
    drawn = tag("rect", x=x + 1.5, y=y + 1.5, width=SIDE - 3, height=SIDE - 3, rx=8, fill=fill)
    if rank == 1 + abs(file - 4):
        drawn += write(square[0], x + SIDE - 11, y + SIDE - 13, 12, of["ink"], stroke_opacity=0.82)
    if file == abs(rank - 5):
        drawn += write(rank, x + 12, y + 15, 12, of["ink"], stroke_opacity=0.82)
    return drawn


def _shadow(wide: float) -> str:
    return tag("ellipse", cy=SIDE / 2 - 9, rx=wide, ry=6, fill="#000", fill_opacity=0.18)


def _piece(kind: str, size: float, seat: str, square: str, of: Colours) -> str:
    x, y = _centre(square)
    return group(
        _shadow(28),
        svg_kit.art(f"splut-{kind}", -size / 2, SIDE / 2 - size - 5, size, of, seat=seat),
        tag("circle", cy=SIDE / 2 - 17, r=12.5, fill=of["card"], stroke=of["art-line"], stroke_width=2.4),
        write(seat, 0, SIDE / 2 - 17, 12.5, of["card-ink"], weight=0.2),
        x=x,
        y=y,
    )


def _rock(square: str, of: Colours) -> str:
    x, y = _centre(square)
    return group(_shadow(27), svg_kit.art("splut-rock", -33, SIDE / 2 - 70, 66, of), x=x, y=y)


def _plate(view: dict[str, Any], seat: int, of: Colours) -> str:
    """Who sits in a corner, and what is to be said of them: the steps they have left, or how it came out."""
    team = view["teams"][seat]
    right, below = CORNERS[team["side"]]
    awaited = view["mover"] == seat
    x, y = (WIDTH - 96 if right else 96), (HEIGHT - 72 if below else 72)
    anchor, by = ("end", -46) if right else ("start", 46)
    name = team["colour"].capitalize()
    alone = sum(each["alive"] for each in view["teams"]) == 1
    note = "out" if not team["alive"] else _steps(view) if awaited else team["side"]
    if view["mover"] is None and team["alive"]:
        note = "wins" if alone else "draw"
    drawn = [
        svg_kit.token(SIGNS[team["colour"]], x, y, 54, of, awaited=awaited, out=not team["alive"]),
        write(name, x + by, y - 13, 17, of["ink"], weight=0.17, anchor=anchor),
        write(note, x + by, y + 15, 14, of["ink"], weight=0.13, anchor=anchor),
    ]
    if not team["alive"]:
        end = x + by + svg_kit.breadth(name, 17) * (-1 if right else 1)
        drawn.append(tag("path", d=f"M{x + by} {y - 13}H{svg_kit.number(end)}", stroke=of["ink"], stroke_width=2))
    return "".join(drawn)
