"""Shut the Lines on a terminal: the figure with its numbers, everybody's chips by letter and colour, lines shut."""

from typing import Any

PAINT = {"ruby": "1;31", "maize": "1;33", "jade": "1;32", "lapis": "1;34"}
FREE = "2"
WIDTH, HEIGHT = {"hexagram": 60, "heptagram": 64, "square": 44}, {"hexagram": 17, "heptagram": 19, "square": 9}


def draw(view: dict[str, Any], colour: bool = False) -> str:
    """The figure as lines of text, and below it who has what."""

    def paint(mark: str, how: str) -> str:
        return f"\x1b[{how}m{mark}\x1b[0m" if colour else mark

    people = _people(view, paint)
    return "\n".join([*_figure(view, paint), "", *_lines(view), "", *people] if view["plan"] else people)


def _figure(view: dict[str, Any], paint: Any) -> list[str]:
    """Every number at its place with the letters of those who have a chip there."""
    width, height = WIDTH[view["figure"]], HEIGHT[view["figure"]]
    rows: dict[int, list[tuple[int, dict[str, Any]]]] = {}
    for place in view["places"]:
        row = round((place["y"] + 1) / 2 * (height - 1))
        rows.setdefault(row, []).append((round((place["x"] + 1) / 2 * (width - 6)), place))
    drawn = []
    for row in range(height):
        text, at = "  ", 0
        for column, place in sorted(rows.get(row, []), key=lambda each: each[0]):
            mark, long = _mark(view, place["number"], paint)
            text += " " * max(column - at, 1 if at else 0) + mark
            at = max(column, at) + long
        drawn.append(text.rstrip())
    return drawn


def _mark(view: dict[str, Any], number: int, paint: Any) -> tuple[str, int]:
    """A number with its chips, and how wide that is."""
    chips = [player["name"] for player in view["players"] if number in player["covered"]]
    letters = "".join(paint(name[0].upper(), PAINT[name]) for name in chips)
    plain = f"{number:>2}"
    return (paint(plain, FREE) if not chips else plain) + letters, len(plain) + len(chips)


def _lines(view: dict[str, Any]) -> list[str]:
    told = []
    for n, line in enumerate(view["lines"], 1):
        shut = "".join(player["name"][0].upper() for player in view["players"] if n in player["shut"])
        told.append(f"{n:>2}: {' '.join(f'{number:>2}' for number in line)}  {shut and 'shut by ' + shut:10}")
    half = (len(told) + 1) // 2
    return [f"{a:34}{b}".rstrip() for a, b in zip(told[:half], [*told[half:], ""], strict=False)]


def _people(view: dict[str, Any], paint: Any) -> list[str]:
    goal = f"target {view['target']}" if view["target"] else f"of {view['rounds']} rounds"
    told = [f"  round {view['round']}, {goal}" + (f", plan {view['plan']}" if view["plan"] else "")]
    for number, player in enumerate(view["players"]):
        mark = ">" if number == view["mover"] else " "
        name = paint(f"{player['name'][0].upper()} {player['name']:7}", PAINT[player["name"]])
        state = "" if player["in"] or not view["round"] else "  out of the round"
        told.append(f"{mark} {name} {player['points']:>3} points  {len(player['covered']):>2} covered{state}")
    if view["dice"]:
        told.append(f"  dice {'-'.join(map(str, view['dice']))}")
    return told


def describe(view: dict[str, Any]) -> str:
    """The same in sentences, for whoever does not see a drawing."""
    if not view["plan"]:
        return "The match has not begun."
    told = [f"Plan {view['plan']}, a {view['figure']} with {len(view['places'])} numbers. Round {view['round']}."]
    for n, line in enumerate(view["lines"], 1):
        shut = " and ".join(player["name"] for player in view["players"] if n in player["shut"])
        told.append(f"Line {n}: {', '.join(map(str, line))}{f', shut by {shut}' if shut else ''}.")
    for player in view["players"]:
        covered = ", ".join(map(str, player["covered"])) or "nothing"
        told.append(f"{player['name'].capitalize()}: {player['points']} points, has covered {covered}.")
    if view["dice"]:
        told.append(f"The dice show {', '.join(map(str, view['dice']))}.")
    return "\n".join(told)
