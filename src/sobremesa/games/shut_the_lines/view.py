"""What a seat sees of Shut the Lines, as plain data for any screen. Everything is in sight."""

from math import cos, pi, sin
from typing import Any

from sobremesa.games.shut_the_lines.notation import dice, numbers, seat_names
from sobremesa.games.shut_the_lines.rules import LEAVING, OVER, SPLITTING, THROWING
from sobremesa.games.shut_the_lines.tables import PLANS

RADIUS = {"hexagram": 0.57735, "heptagram": 0.69202}
"""Of the crossings, where the tips have 1."""


def view(s: Any, seat: int) -> dict[str, Any]:
    """The position for a seat, or for a spectator."""
    plan = int(s.plan)
    lines = [numbers(line) for line in s.lines if line > 0]
    return {
        "game": "shut-the-lines",
        "seat": seat,
        "plan": plan or None,
        "figure": PLANS[plan].figure if plan else None,
        "places": _places(s) if plan else [],
        "lines": lines,
        "round": int(s.round_number),
        "target": int(s.target) if s.players > 1 else None,
        "rounds": int(s.rounds) if s.players == 1 else None,
        "players": [
            {
                "name": name,
                "points": int(s.points[number]),
                "covered": numbers(s.covered[number]),
                "shut": [n for n, line in enumerate(lines, 1) if set(line) <= set(numbers(s.covered[number]))],
                "in": bool(s.inside >> number & 1),
                "playing": bool(s.playing >> number & 1),
            }
            for number, name in enumerate(seat_names(int(s.players)))
        ],
        "mover": None if s.phase == OVER or s.round_number == 0 else int(s.seat),
        "dice": dice(s) if s.phase in (SPLITTING, LEAVING) else None,
        "throwing": bool(s.phase == THROWING),
        "over": bool(s.phase == OVER),
    }


def _places(s: Any) -> list[dict[str, Any]]:
    """Every number with its place in the figure, right and down from -1 to 1."""
    plan = PLANS[int(s.plan)]
    layout = layout_of(s)
    if plan.figure == "square":
        side = int(plan.numbers**0.5)
        return [
            {"number": number, "x": 2 * (n % side) / (side - 1) - 1, "y": 2 * (n // side) / (side - 1) - 1}
            for n, number in enumerate(layout)
        ]
    points = plan.numbers // 2
    places = []
    for n, number in enumerate(layout):
        turn = (n % points + (0.5 if n >= points else 0)) / points * 2 * pi
        radius = RADIUS[plan.figure] if n >= points else 1.0
        places.append({"number": number, "x": round(radius * sin(turn), 4), "y": round(-radius * cos(turn), 4)})
    return places


def layout_of(s: Any) -> tuple[int, ...]:
    """The number on each place; for a figure of somebody's own, found again from its lines."""
    plan = PLANS[int(s.plan)]
    if s.own[0] == 0:
        return plan.layout
    places = []
    for place in range(plan.numbers):
        inside = [set(numbers(s.lines[n])) for n, line in enumerate(plan.lines) if place in line]
        outside = [set(numbers(s.lines[n])) for n, line in enumerate(plan.lines) if place not in line]
        [number] = set[int].intersection(*inside) - set[int]().union(*outside)
        places.append(number)
    return tuple(places)
