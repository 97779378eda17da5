"""Outspeed on a terminal: the tile first, with what each route would cost and bring; then the track and the ships."""

from collections.abc import Callable
from functools import partial
from typing import Any

Paint = Callable[[str, str], str]
PAINT = {"ruby": "1;31", "maize": "1;33", "jade": "1;32", "lapis": "1;34", "violet": "1;35", "papaya": "1;36"}
DANGER, FIELD, SHUT = "31", "1;36", "2"
NOTE = "The values of the tiles are a reconstruction: the printed ones could not be recovered."
LEGEND = "f fuel, z zones, b bonus; a letter counts the riders of that route; blue and yellow are dice."
WIDE = 25
TANK = 12  # fuel that fills a bar


def draw(view: dict[str, Any], colour: bool = False) -> str:
    """The tile, the track and the ships as lines of text."""

    def paint(mark: str, how: str) -> str:
        return f"\x1b[{how}m{mark}\x1b[0m" if colour and how else mark

    tile = _tile(view, paint) if view["tile"] else ["The tiles are being shuffled."]
    return "\n".join([*tile, "", *_track(view, paint), "", *_ships(view, paint)])


def _tile(view: dict[str, Any], paint: Paint) -> list[str]:
    tile = view["tile"]
    kind = "FINISH TILE" if tile["finish"] else "TILE"
    head = f"{kind} {tile['number']}, turn {tile['place']} of {tile['of']}, face for {tile['face']} ships"
    blocks = [_route(route, view) for route in tile["routes"]]
    height = max(map(len, blocks))
    blocks = [block + [("", "")] * (height - len(block)) for block in blocks]
    rows = [
        "  " + "".join(paint(f"{text:<{WIDE}}", how) for text, how in row).rstrip() for row in zip(*blocks, strict=True)
    ]
    note = NOTE if tile["reconstructed"] else f"Tile set {tile['set']}."
    return [head, note, LEGEND, "", *rows]


def _route(route: dict[str, Any], view: dict[str, Any]) -> list[tuple[str, str]]:
    """A route as a column of lines, each with how it is painted."""
    shut = "" if route["open"] else SHUT
    room = f"room for {route['room']}" if route["room"] else "solo" if route["solo"] else "room for all"
    lines = [
        f"{route['symbol']}  {room}",
        f"pay {pay(route)}",
        f"get {gain(route)}",
        *(_outcome(case) for case in route["with"]),
    ]
    if not route["open"]:
        lines.append("you cannot pay for it")
    return [(line, shut) for line in lines]


def pay(route: dict[str, Any]) -> str:
    """What is printed as the cost."""
    return "nothing" if route["cost"] == "0" else f"{route['cost']} fuel"


def gain(route: dict[str, Any]) -> str:
    """What is printed as the benefit."""
    parts = [f"{route[field]} {field}" for field in ("zones", "fuel") if route[field] != "0"]
    parts = ["1 zone" if part == "1 zones" else part for part in parts]
    if route["bonus"]:
        parts.append("bonus" if route["bonus"] == 1 else f"{route['bonus']} bonuses")
    return ", ".join(parts) or "nothing"


def _outcome(case: dict[str, Any]) -> str:
    company = f"with {case['others']}" if case["others"] else "alone"
    return f"  {company:7}{outcome(case)}"


def outcome(case: dict[str, Any]) -> str:
    """What one pays and gets in such company: -1f +3z."""
    parts = [f"-{span(case['cost'])}f"] if case["cost"][1] else []
    parts += [f"+{span(case[field])}{field[0]}" for field in ("zones", "fuel") if case[field][1]]
    if case["bonus"]:
        parts.append(f"+{case['bonus']}b")
    return " ".join(parts) or "nothing"


def span(numbers: list[int]) -> str:
    low, high = numbers
    return str(low) if low == high else f"{low}..{high}"


def _track(view: dict[str, Any], paint: Paint) -> list[str]:
    track = view["track"]
    zones = range(track["rear"], track["front"] + 1)
    stacks = {zone: [ship["name"] for ship in view["ships"] if ship["zone"] == zone] for zone in zones}

    def row(mark: Callable[[int], str]) -> str:
        line = (mark(zone) + (paint(" |", DANGER) if zone == track["danger"] else "") for zone in zones)
        return "  " + "".join(line)

    def number(zone: int) -> str:
        return paint(f"{zone:>4}", DANGER if zone <= track["danger"] else "")

    def field(zone: int) -> str:
        return paint("   #", FIELD) if zone in track["fields"] else "    "

    def ship(level: int, zone: int) -> str:
        if level < len(stacks[zone]):
            return "   " + paint(stacks[zone][level][0].upper(), PAINT[stacks[zone][level]])
        return "    " if level else "   ."

    height = max([1, *map(len, stacks.values())])
    rows = [row(number), *(row(partial(ship, level)) for level in range(height))]
    if track["fields"]:
        rows.append(row(field) + "  # force field")
    return [line.rstrip() for line in [*rows, *_danger(track)]]


def _danger(track: dict[str, Any]) -> list[str]:
    told = [f"  ! zones {track['rear']}-{track['danger']} fall away if anybody passes {track['front']}"]
    if track["falls"]:
        told.insert(0, f"  ! zones {track['rear']}-{track['falls']} fall away at the end of this turn")
    if track["stop"]:
        told.append(f"  # the force field in zone {track['stop']} would stop you")
    return told


def _ships(view: dict[str, Any], paint: Paint) -> list[str]:
    told = []
    for number, ship in enumerate(view["ships"]):
        mark = ">" if number == view["seat"] else "*" if ship["awaited"] else " "
        name = paint(f"{ship['name'][0].upper()} {ship['name']:7}", PAINT[ship["name"]])
        if not ship["racing"]:
            told.append(f"{mark} {name} out")
            continue
        bar = "=" * min(ship["fuel"], TANK) + "-" * (TANK - ship["fuel"])
        state = ", ".join(_state(ship))
        text = f"{mark} {name} zone {ship['zone']:>3}  fuel {bar} {ship['fuel']:>2}  {_count(ship['tokens'])}"
        told.append(f"{text}{'  ' + state if state else ''}".rstrip())
    tokens = view["tokens"]
    used = ", ".join(f"{count} {token}" for token, count in tokens["used"].items()) or "none"
    told.append(f"  tokens in the pile {tokens['pile']}, used: {used}")
    if view["seat"] < len(view["ships"]):
        told += [f"  you put {known['token']} under the pile, as number {known['place']}" for known in tokens["under"]]
    if tokens["drawn"]:
        told.append(f"  drawn: {' and '.join(tokens['drawn'])}")
    return told


def _count(tokens: int) -> str:
    return "1 token " if tokens == 1 else f"{tokens} tokens"


def _state(ship: dict[str, Any]) -> list[str]:
    parts = [f"({', '.join(ship['hand'])})"] if ship["hand"] else []
    if ship["laid"]:
        laid = {"hidden": "laid a token", "sealed": "has decided", "nothing": "laid nothing"}
        parts.append(laid.get(ship["laid"], f"laid {ship['laid']}"))
    if ship["route"]:
        parts.append("sealed a route" if ship["route"] == "sealed" else f"route {ship['route']}")
    elif ship["last"]:
        parts.append(f"last {ship['last']}")
    return parts


def describe(view: dict[str, Any]) -> str:
    """The same in sentences, for whoever does not see a drawing."""
    told = []
    if tile := view["tile"]:
        told.append(f"Tile {tile['number']}, turn {tile['place']} of {tile['of']}, face for {tile['face']} ships.")
        told.append(NOTE if tile["reconstructed"] else f"Tile set {tile['set']}.")
        told += [_described(route) for route in tile["routes"]]
    track = view["track"]
    told.append(f"The track goes from zone {track['rear']} to zone {track['front']}.")
    told += [f"{line[4:5].upper()}{line[5:]}." for line in _danger(track)]
    if track["fields"]:
        told.append(f"Force fields: zone {', '.join(map(str, track['fields']))}.")
    for ship in view["ships"]:
        if not ship["racing"]:
            told.append(f"{ship['name'].capitalize()} is out.")
            continue
        state = "".join(f", {part}" for part in _state(ship))
        tokens = _count(ship["tokens"]).strip()
        told.append(f"{ship['name'].capitalize()}: zone {ship['zone']}, fuel {ship['fuel']}, {tokens}{state}.")
    if view["tokens"]["drawn"]:
        told.append(f"Drawn: {' and '.join(view['tokens']['drawn'])}.")
    return "\n".join(told)


def _described(route: dict[str, Any]) -> str:
    room = f"room for {route['room']}" if route["room"] else "for one alone" if route["solo"] else "room for all"
    cases = "; ".join(
        f"{'with ' + str(case['others']) if case['others'] else 'alone'} {_words(case)}" for case in route["with"]
    )
    shut = "" if route["open"] else " You cannot pay for it."
    return f"Route {route['symbol']}, {room}: pay {pay(route)}, get {gain(route)}; {cases}.{shut}"


def _words(case: dict[str, Any]) -> str:
    """What one pays and gets in such company, spelt out."""
    parts = [f"pay {span(case['cost'])}"] if case["cost"][1] else []
    parts += [f"get {span(case[field])} {field}" for field in ("zones", "fuel") if case[field][1]]
    if case["bonus"]:
        parts.append("a bonus")
    return ", ".join(parts) or "nothing"
