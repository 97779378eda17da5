"""Shut the Lines as a drawing: the star or square with everybody's chips and lines, the throw, and the points."""

from itertools import combinations
from math import cos, hypot, radians, sin
from typing import Any

from sobremesa.games import svg_kit
from sobremesa.games.svg_kit import Colours, group, tag, write

WIDTH, HEIGHT = 1080, 760
MIDDLE = 392.0, HEIGHT / 2
LEFT, BROAD = 756.0, 268.0
"""Of the slips beside the figure."""
REACH, RADIUS = 266, 39
"""From the middle of the figure to a tip, and of a number."""
HOURS = {"M": 45, "J": 135, "L": 225, "R": 315}
"""Where on the rim of a number the chips of others sit, clockwise from the top."""
PLANS = {
    "Hexagram": "stl-hexagram",
    "Heptagram": "stl-heptagram",
    "Square of 16": "stl-square-4",
    "Square of 25": "stl-square-5",
}


def svg(view: dict[str, Any], theme: str = "light") -> str:
    """What a view of Shut the Lines shows. The chips of whoever looks are large; for a spectator, those of whose
    turn it is, and in the end those of the winner."""
    of = svg_kit.colours(theme, "shut-the-lines")
    people = range(len(view["players"]))
    leader = max(people, key=lambda seat: view["players"][seat]["points"])
    turn = leader if view["mover"] is None else view["mover"]
    large = view["seat"] if view["seat"] in people else turn
    drawn = _figure(view, large, of) if view["plan"] else _plans(of)
    long = 124 + 16 + 74 + 62 * len(people)
    top = (HEIGHT - long) / 2
    return svg_kit.sheet(
        WIDTH,
        HEIGHT,
        f"Shut the Lines, round {view['round']}: {_now(view)}",
        svg_kit.cloth(WIDTH, HEIGHT, of),
        drawn,
        _throw(view, top, of),
        _score(view, top + 140, of),
    )


def _now(view: dict[str, Any]) -> str:
    """What is going on, in a few words."""
    players = view["players"]
    if view["over"]:
        best = max(player["points"] for player in players)
        if len(players) == 1:
            return f"{best} point{'s' if best != 1 else ''} in all"
        first = [player["name"].capitalize() for player in players if player["points"] == best]
        return f"{first[0]} wins" if len(first) == 1 else f"{len(first)} share the win"
    if view["mover"] is None:
        return "Who begins is drawn"
    name = players[view["mover"]]["name"].capitalize()
    if view["dice"]:
        return f"{name}'s throw"
    return f"{name} is to throw" if view["throwing"] else f"{name} picks a plan"


def _figure(view: dict[str, Any], large: int, of: Colours) -> str:
    """The figure round its middle."""
    square = view["figure"] == "square"
    paths = [_path(line, view["places"]) for line in view["lines"]]
    strips = [tag("path", d=d, stroke=of["cell-2"], stroke_width=15 if square else 24) for d in paths]
    threads = [
        tag("path", d=d, stroke=of["thread"], stroke_width=2, stroke_dasharray="7 6", stroke_opacity=0.8) for d in paths
    ]
    return group(
        _mat(square, of),
        group(*strips, *threads, *_shut(view, large, of), fill="none", stroke_linecap="round"),
        *(_place(view, place, large, of) for place in view["places"]),
        x=MIDDLE[0],
        y=MIDDLE[1],
    )


def _mat(square: bool, of: Colours) -> str:
    """The patch of cloth under it, with its hem."""
    if square:
        outer = tag("rect", x=-336, y=-336, width=672, height=672, rx=56, fill=of["cloth-2"], fill_opacity=0.55)
        return outer + svg_kit.stitch(
            "rect", of["thread"], x=-327, y=-327, width=654, height=654, rx=48, stroke_opacity=0.9
        )
    outer = tag("circle", r=336, fill=of["cloth-2"], fill_opacity=0.55)
    return outer + svg_kit.stitch("circle", of["thread"], r=327, stroke_opacity=0.9)


def _path(line: list[int], places: list[dict[str, Any]], aside: float = 0) -> str:
    """A line from one end to the other, moved aside by so much."""
    spots = [(place["x"], place["y"]) for place in places if place["number"] in line]
    ends = max(combinations(spots, 2), key=lambda pair: hypot(pair[0][0] - pair[1][0], pair[0][1] - pair[1][1]))
    (x1, y1), (x2, y2) = sorted(ends)
    long = hypot(x2 - x1, y2 - y1)
    dx, dy = -(y2 - y1) / long * aside, (x2 - x1) / long * aside
    at = [x1 * REACH + dx, y1 * REACH + dy, x2 * REACH + dx, y2 * REACH + dy]
    return "M{} {}L{} {}".format(*map(svg_kit.number, map(float, at)))


def _shut(view: dict[str, Any], large: int, of: Colours) -> list[str]:
    """The complete lines, those of others first; where several have the same, they lie side by side."""
    own, others = [], []
    for index, line in enumerate(view["lines"], 1):
        who = [seat for seat, player in enumerate(view["players"]) if index in player["shut"] and seat != large]
        mine = index in view["players"][large]["shut"]
        for nth, seat in enumerate(who):
            side = (17 + 14 * (nth // 2)) * (1 if nth % 2 else -1)
            aside = side if mine else (nth - (len(who) - 1) / 2) * 14
            others.append(svg_kit.line(svg_kit.LETTERS[seat], _path(line, view["places"], aside), 9, of))
        if mine:
            own.append(_path(line, view["places"]))
    shine, bright = of["shine"], float(of["shine-a"])
    light = [
        tag("path", d=d, stroke=shine, stroke_width=width, stroke_opacity=bright * share)
        for width, share in ((64, 0.45), (40, 1))
        for d in own
    ]
    return [*light, *others, *(svg_kit.line(svg_kit.LETTERS[large], d, 14, of) for d in own)]


def _place(view: dict[str, Any], place: dict[str, Any], large: int, of: Colours) -> str:
    """A number: a large chip fills it, those of others sit on its rim, each letter at its own hour."""
    number = place["number"]
    has = [
        letter for letter, player in zip(svg_kit.LETTERS, view["players"], strict=False) if number in player["covered"]
    ]
    mine = svg_kit.LETTERS[large]
    drawn = _chip(mine, of) if mine in has else _field(of)
    drawn += write(number, 0, 0, 26, of[f"on-{mine}"] if mine in has else of["ink"], weight=0.16)
    for letter in has:
        if letter != mine:
            turn = radians(HOURS[letter])
            drawn += svg_kit.dot(letter, RADIUS * sin(turn), -RADIUS * cos(turn), 13.5, of)
    return group(drawn, x=place["x"] * REACH, y=place["y"] * REACH)


def _field(of: Colours) -> str:
    return tag("circle", r=RADIUS, fill=of["cell"], stroke=of["cell-line"], stroke_width=2.5)


def _chip(letter: str, of: Colours) -> str:
    edge = {"stroke": of["art-hair"], "stroke_width": 1.8, "stroke_dasharray": "6 4.5", "stroke_linecap": "round"}
    return tag("circle", r=RADIUS, fill=of[f"seat-{letter}"], stroke=of["art-line"], stroke_width=3) + tag(
        "circle", r=RADIUS - 7, fill="none", **edge
    )


def _plans(of: Colours) -> str:
    """The figures, before it is known which one is played."""
    drawn = []
    for n, (name, drawing) in enumerate(PLANS.items()):
        x, y = 62 + n % 2 * 336, 50 + n // 2 * 336
        drawn += [
            svg_kit.slip(x, y, 324, 324, of),
            svg_kit.art(drawing, x + 42, y + 16, 240, of),
            write(name, x + 162, y + 288, 17, of["ink"], weight=0.16),
        ]
    return "".join(drawn)


def _throw(view: dict[str, Any], top: float, of: Colours) -> str:
    """Whose throw it is, and the dice."""
    dice = view["dice"] or []
    drawn = svg_kit.slip(LEFT, top, BROAD, 124, of)
    drawn += write(_now(view), LEFT + 18, top + 28, 16, of["ink"], weight=0.16, anchor="start")
    if dice:
        drawn += write(f"{sum(dice)} in all", LEFT + BROAD - 18, top + 29, 12, of["ink-2"], anchor="end")
    drawn += tag("rect", x=LEFT + 14, y=top + 52, width=BROAD - 28, height=56, rx=28, fill=of["sunk"])
    first = LEFT + BROAD / 2 - 22.5 * len(dice) + 1.5
    return drawn + "".join(svg_kit.art(f"die-{face}", first + 45 * n, top + 59, 42, of) for n, face in enumerate(dice))


def _score(view: dict[str, Any], top: float, of: Colours) -> str:
    """The round and its aim, and everybody's points, those they have and the lines that may become some."""
    aim = f"to {view['target']} points" if view["target"] else f"of {view['rounds']}"
    right = LEFT + BROAD - 18
    drawn = svg_kit.slip(LEFT, top, BROAD, 74 + 62 * len(view["players"]), of)
    drawn += write(f"Round {view['round'] or 1}", LEFT + 18, top + 30, 16, of["ink"], weight=0.16, anchor="start")
    drawn += write(aim, right, top + 31, 12, of["ink-2"], anchor="end")
    for seat, player in enumerate(view["players"]):
        y = top + 86 + 62 * seat
        out = not player["in"] and not view["over"] and view["mover"] is not None
        drawn += svg_kit.token(svg_kit.LETTERS[seat], LEFT + 44, y, 40, of, awaited=view["mover"] == seat, out=out)
        note, name = _note(view, player), player["name"].capitalize()
        drawn += write(name, LEFT + 84, y - 9 if note else y, 15, of["ink"], weight=0.16, anchor="start")
        drawn += write(note, LEFT + 84, y + 14, 11.5, of["ink-2"], anchor="start") if note else ""
        drawn += write(player["points"], right - 2, y, 25, of["ink-2" if out else "ink"], weight=0.13, anchor="end")
    return drawn


def _note(view: dict[str, Any], player: dict[str, Any]) -> str:
    """What is to be said of a player besides the points."""
    if view["over"]:
        first = player["points"] == max(other["points"] for other in view["players"])
        return "wins" if first and len(view["players"]) > 1 else ""
    if not player["playing"]:
        return "not in the play-off"
    lines = len(player["shut"])
    told = f"+{lines} line{'s' if lines != 1 else ''}"
    return told if player["in"] or view["mover"] is None else f"{told}, out"
