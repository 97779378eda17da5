"""A position of Outspeed as a drawing: the tile before everything, then who has what, then the track."""

from collections.abc import Iterator
from typing import Any

from sobremesa.games import svg_kit
from sobremesa.games.outspeed.svg_kit import (
    Item,
    amount,
    badge,
    counted,
    die,
    disc,
    fit,
    gauge,
    glyph,
    label,
    printed,
    row,
    rows,
    sign,
    silhouette,
    span,
    text,
)
from sobremesa.games.svg_kit import Colours, art, group, tag, write
from sobremesa.games.words import sentence, words

WIDTH, EDGE, GAP = 940, svg_kit.STRIPED + 14, 12
INNER = WIDTH - 2 * EDGE
NARROW = 46  # zones less wide than this have no room for a ship
SECRET = "dealing", "bonuses", "programming"
"""The phases in which nobody is on a route yet."""
COMPANY = "alone", "with one", "with two", "with three", "with four", "with five"
NO_TOKEN = "nothing", "hidden", "sealed"


def svg(view: dict[str, Any], theme: str = "light") -> str:
    """What a seat sees, drawn; the theme is light or dark."""
    of = svg_kit.colours(theme, "outspeed")
    drawn, y = [], 26.0
    for tall, children in (_tile(view, of), _ships(view, of), _track(view, of)):
        drawn.append(group(*children, x=EDGE, y=y))
        y += tall + GAP
    height = y + 12
    tile = f"turn {view['tile']['place']} of {view['tile']['of']}, {view['phase']}" if view["tile"] else view["phase"]
    racing = " and ".join(ship["name"] for ship in view["ships"] if ship["racing"]) or "nobody"
    cloth = svg_kit.cloth(WIDTH, height, of)
    return svg_kit.sheet(WIDTH, height, f"Outspeed: {tile}; {racing} in the race", cloth, *drawn)


def _name(number: int, reconstructed: bool) -> str:
    return str(words(__file__)["en"]["tiles"][str(number)]) if reconstructed else f"tile {number}"


def _tile(view: dict[str, Any], of: Colours) -> tuple[float, list[str]]:
    """The tile of this turn: its name, and its routes side by side."""
    tile = view["tile"]
    if tile is None:
        told = write("The tiles are being shuffled.", 20, 30, 11, of["ink"], anchor="start")
        return 60, [svg_kit.slip(0, 0, INNER, 60, of), told]
    head = [
        text(sentence(_name(tile["number"], tile["reconstructed"])), 14, of["ink"], 0.17),
        text(f"turn {tile['place']} of {tile['of']} · face for {tile['face']} ships", 9, of["ink-2"]),
        *([label("finish", of, filled=True)] if tile["finish"] else []),
        label("reconstructed" if tile["reconstructed"] else "own tiles", of),
    ]
    drawn = [row(head, 20, 30, 14)]
    if view["coming"]:
        told = f"next: {_name(view['coming'][0], tile['reconstructed'])}"
        drawn.append(write(told, INNER - 20, 30, 9, of["ink-2"], anchor="end"))
    wide = (INNER - 32 - GAP * (len(tile["routes"]) - 1)) / len(tile["routes"])
    heads = [_route(view, route, wide, of) for route in tile["routes"]]
    cases = [_cases(view, route, wide, of) for route in tile["routes"]]
    under = max(high for high, _ in heads)
    tall = under + max(high for high, _ in cases)
    for n, (route, (_, above), (_, below)) in enumerate(zip(tile["routes"], heads, cases, strict=True)):
        column = group(*above, group(*below, y=under), opacity=None if route["open"] else 0.6)
        drawn.append(group(_frame(view, route, wide, tall, of), column, x=16 + n * (wide + GAP), y=54))
    return tall + 70, [svg_kit.slip(0, 0, INNER, tall + 70, of), *drawn]


def _frame(view: dict[str, Any], route: dict[str, Any], wide: float, tall: float, of: Colours) -> str:
    """Under a route: stitched where one may take it, lit where one has."""
    own = _own(view)
    box = {"width": wide, "height": tall, "rx": 16}
    if own and (own["route"] or " ")[0] == route["symbol"]:
        return tag("rect", fill=of["hint"], stroke=of["ink"], stroke_width=3.5, **box)
    if own and own["awaited"] and view["phase"] == "programming" and route["open"]:
        return tag("rect", fill=of["page"], **box) + svg_kit.stitch("rect", of["ink"], 2.4, **box)
    return tag("rect", fill=of["page"], stroke=of["edge"], stroke_width=2, **box)


def _own(view: dict[str, Any]) -> dict[str, Any] | None:
    """The ship of whoever looks."""
    ship: dict[str, Any] | None = view["ships"][view["seat"]] if view["seat"] < len(view["ships"]) else None
    return ship


def _riders(view: dict[str, Any], symbol: str) -> list[int]:
    """Who is on a route, once that is no secret any more."""
    if view["phase"] in SECRET:
        return []
    return [n for n, ship in enumerate(view["ships"]) if (ship["route"] or " ")[0] == symbol]


def _route(view: dict[str, Any], route: dict[str, Any], wide: float, of: Colours) -> tuple[float, list[str]]:
    """A route: its sign, price and gain, for how many there is room, and what it comes to in each company."""
    riders = _riders(view, route["symbol"])
    places = max(1 if route["solo"] else route["room"] or 0, len(riders))
    room = f"room for {route['room']}" if route["room"] else "for one alone" if route["solo"] else "room for all"
    items = [silhouette(riders[n] if n < len(riders) else None, of) for n in range(places)]
    items.append(text(room, 8.5, of["ink-2"]))
    drawn, y = [sign(route["symbol"], 14, 14, 48, of)], 28.0
    for some in rows(_deal(route, of), wide - 86, 8):
        drawn.append(row(some, 74, y, 8))
        y += 28
    for some in rows(items, wide - 86, 6):
        drawn.append(row(some, 74, y - 2, 6))
        y += 22
    return max(y, 74), drawn


def _cases(view: dict[str, Any], route: dict[str, Any], wide: float, of: Colours) -> tuple[float, list[str]]:
    """What a route comes to in each company, and what one should know about it."""
    riders, y = _riders(view, route["symbol"]), 0.0
    drawn: list[str] = []
    for first, last in _companies(view["tile"]["routes"]):
        told = next((case for case in route["with"] if case["others"] == first), None)
        drawn += _case(told, first, last, first <= len(riders) - 1 <= last, y, wide, of)
        y += 27
    if note := _note(view, route, riders):
        colour = of["bad" if note[1] else "ink-2"]
        drawn.append(svg_kit.icon("warn" if note[1] else "x", 14, y + 5, 15, colour, 2.2))
        drawn.append(write(note[0], 36, y + 13, 8.5, colour, anchor="start"))
        y += 24
    return y + 10, drawn


def _deal(route: dict[str, Any], of: Colours) -> list[Item]:
    """What is printed: the price, an arrow, and what it brings."""
    found = [text("free", 13, of["ink"]) if route["cost"] == "0" else printed(route["cost"], "fuel", "", of)]
    arrow = {"stroke_width": 2.2, "stroke_linecap": "round", "stroke_linejoin": "round", "fill": "none"}
    found.append((9, tag("path", d="M1 -6l6 6l-6 6", stroke=of["ink-2"], **arrow)))
    found += [printed(route[kind], kind, "+", of) for kind in ("zones", "fuel") if route[kind] != "0"]
    found += [amount("token", f"+{route['bonus']}", 13, of["ink"], of)] if route["bonus"] else []
    return found if len(found) > 2 else [*found, text("nothing", 11, of["ink-2"])]


def _companies(routes: list[dict[str, Any]]) -> list[tuple[int, int]]:
    """How many others ride along, from and to: three and more are one where every route brings the same."""

    def comes_to(others: int) -> list[object]:
        cases = ((case for case in route["with"] if case["others"] == others) for route in routes)
        return [{**case, "others": 0} if (case := next(found, None)) else None for found in cases]

    most = max((case["others"] for route in routes for case in route["with"]), default=-1)
    found: list[tuple[int, int]] = []
    for others in range(most + 1):
        if others > 3 and comes_to(found[-1][0]) == comes_to(others):
            found[-1] = found[-1][0], others
        else:
            found.append((others, others))
    return found


def _case(
    told: dict[str, Any] | None, first: int, last: int, so: bool, y: float, wide: float, of: Colours
) -> Iterator[str]:
    """A line of what a route comes to: in which company, what one pays, what one gets."""
    if so:
        yield tag("rect", x=8, y=y + 1, width=wide - 16, height=25, rx=6, fill=of["lamp"])
    elif first:
        yield tag("path", d=f"M14 {y:.0f}H{wide - 14:.0f}", stroke=of["hair"], stroke_width=1)
    plain, faint = of["on-lamp" if so else "ink"], of["on-lamp" if so else "ink-2"]
    company = COMPANY[first] if first == last else f"with {first} or more"
    nothing = text("nothing", 8.5, faint)
    pays, gets = nothing, [nothing]
    if told and told["fits"]:
        pays = text("free", 8.5, faint)
        if told["cost"][1]:
            colour = of["bad"] if told["dry"] and not so else plain
            pays = amount("fuel", f"\N{MINUS SIGN}{span(told['cost'])}", 9, colour, of)
        got = {"zones": told["zones"], "fuel": told["fuel"], "token": [told["bonus"]] * 2}
        gets = [amount(kind, f"+{span(much)}", 9, plain, of) for kind, much in got.items() if much[1]] or gets
    yield write(company, 14, y + 13.5, 8.5, plain if told and told["fits"] else faint, anchor="start")
    paid = min(-82, -14 - sum(each + 7 for each, _ in gets))
    scale = min(1, (wide - 38 - svg_kit.breadth(company, 8.5)) / (pays[0] - paid))
    both = row(gets, 0, 0, 7, end=True) + row([pays], paid, 0, 7, end=True)
    yield group(both, x=wide - 14, y=y + 13.5, scale=scale)


def _note(view: dict[str, Any], route: dict[str, Any], riders: list[int]) -> tuple[str, bool] | None:
    """What one should know about a route, and whether that is bad."""
    if riders:
        fits = next((case["fits"] for case in route["with"] if case["others"] == len(riders) - 1), True)
        return None if fits else ("too many: nobody pays or gets", True)
    stop, dry = view["track"]["stop"], [case["dry"] for case in route["with"]]
    if not route["open"]:
        return "you cannot pay for it", False
    if any(dry):
        return f"the cost {'will' if all(each == 'will' for each in dry) else 'may'} put you out", True
    lands = any((case["lands"] or [0, 0])[1] == stop and case["zones"][1] for case in route["with"])
    return (f"a force field stops you in {stop}", True) if stop and lands else None


def _ships(view: dict[str, Any], of: Colours) -> tuple[float, list[str]]:
    """Everybody side by side: who is awaited, what was sealed or laid, fuel and tokens."""
    rolled = any(any(ship["rolled"]) for ship in view["ships"])
    tall, wide = 124 if rolled else 98, INNER / len(view["ships"])
    drawn = [svg_kit.slip(0, 0, INNER, tall, of)]
    for seat in range(len(view["ships"])):
        if seat:
            drawn.append(
                tag("path", d=f"M0 14v{tall - 28}", stroke=of["hair"], transform=f"translate({seat * wide:.1f})")
            )
        drawn.append(group(*_ship(view, seat, wide, of), x=seat * wide))
    return tall, drawn


def _ship(view: dict[str, Any], seat: int, wide: float, of: Colours) -> Iterator[str]:
    ship, won = view["ships"][seat], seat in view["winners"]
    if seat == view["seat"]:
        yield tag("rect", x=4, y=14, width=5, height=30, rx=2.5, fill=of["lamp"], stroke=of["lamp-edge"])
    yield svg_kit.token(svg_kit.LETTERS[seat], 38, 31, 38, of, awaited=ship["awaited"] or won, out=not ship["racing"])
    yield _mark(view, ship, of)
    if not ship["racing"]:
        yield write("out", 72, 31, 10, of["ink-2"], anchor="start")
        return
    low = of["bad" if ship["fuel"] <= 3 else "ink"]
    yield row([glyph("fuel", 20, of), text(ship["fuel"], 11, low, 0.17)], 70, 24, 4)
    yield (
        write("wins", 72, 45, 9.5, of["ink"], 0.18, "start")
        if won
        else gauge(ship["fuel"], 72, 42, min(wide - 84, 90), of)
    )
    yield fit(_tokens(ship, of), 72, 74, 5, wide - 80)
    dice = [("yellow", ship["rolled"][0]), ("blue", ship["rolled"][1]), ("yellow", ship["rolled"][2])]
    yield fit([die(kind, shows, of) for kind, shows in dice if shows], 72, 104, 5, wide - 80)


def _tokens(ship: dict[str, Any], of: Colours) -> list[Item]:
    """The tokens of a ship: what they are, for whom that is no secret, or how many."""
    if not ship["tokens"]:
        return [text("no tokens", 7.5, of["ink-2"])]
    if not ship["hand"]:
        return counted(["glyph-token"] * ship["tokens"], 22, of)
    return counted([f"bonus-{token}" for token in ship["hand"]], 28, of)


def _mark(view: dict[str, Any], ship: dict[str, Any], of: Colours) -> str:
    """What a ship has chosen, as far as one may know: a route, a token, or something sealed."""
    route, laid, phase = ship["route"], ship["laid"], view["phase"]
    drawn = view["tokens"]["drawn"] if phase == "drawing" and ship["awaited"] else []
    if drawn:
        discs = [art(f"bonus-{token}", 11 + 27 * n, 61, 26, of) for n, token in enumerate(drawn)]
        return svg_kit.stitch("rect", of["ink"], x=7, y=57, width=7 + 27 * len(drawn), height=34, rx=10) + "".join(
            discs
        )
    if phase == "bonuses" and laid in (None, "nothing"):
        return write("\N{EN DASH}", 38, 75, 10, of["ink-2"]) if laid else ""
    if phase == "bonuses" and laid not in NO_TOKEN:
        return art(f"bonus-{laid}", 24, 61, 28, of)
    if phase == "bonuses" and laid == "hidden":
        return disc("glyph-token", 25, 62, 26, of)
    if laid == "sealed" or (route and phase == "programming"):
        return art("envelope", 22, 64, 32, of) + (badge(route, of) if route not in (None, "sealed") else "")
    if route and route != "sealed":
        return sign(route[0], 23, 60, 30, of) + (badge(route[1:], of) if len(route) > 1 else "")
    return ""


def _track(view: dict[str, Any], of: Colours) -> tuple[float, list[str]]:
    """The track: zones that will fall behind the danger line, force fields, and a lane for every ship."""
    track, ships = view["track"], view["ships"]
    zones = range(track["rear"], track["front"] + 1)
    wide, high = (INNER - 8) / len(zones), 36 if len(ships) > 4 else 42
    tall = len(ships) * high + 12.0
    drawn = [*_zones(track, zones, wide, tall, of)]
    for seat, ship in enumerate(ships):
        if ship["zone"]:
            x, y = 4 + (ship["zone"] - track["rear"] + 0.5) * wide, 6 + (seat + 0.5) * high
            drawn.append(group(*_vessel(view, seat, wide, high, of), x=x, y=y))
    return tall + 92, [*_warning(view, of), group(*drawn, y=36), fit(_pile(view, of), 6, tall + 78, 7, INNER - 12)]


def _warning(view: dict[str, Any], of: Colours) -> Iterator[str]:
    """What falls away when; and who is there."""
    track = view["track"]
    if view["over"]:
        english = words(__file__)["en"]
        names = [english["players"][view["ships"][seat]["name"]] for seat in view["winners"]]
        ending = ("ended_nobody", "ended")[len(names)] if len(names) < 2 else "ended_together"
        told = sentence(english[ending].format(winners=english["and"].join(names)))
        yield write(told, 8, 12, 9.5, of["ink"], 0.17, "start")
        return
    told = f"Zones {track['rear']}\N{EN DASH}{track['falls'] or track['danger']} fall away "
    told += "at the end of this turn" if track["falls"] else f"when anyone passes {track['front']}"
    yield svg_kit.icon("warn", 6, 2, 19, of["bad"]) + write(told, 34, 12, 9, of["ink"], 0.17, "start")
    seats = [seat for seat, ship in enumerate(view["ships"]) if ship["zone"] and ship["zone"] <= track["danger"]]
    if seats:
        dots = [(20.0, svg_kit.dot(svg_kit.LETTERS[seat], 10, 0, 9.5, of)) for seat in seats]
        x = 34 + svg_kit.breadth(told, 9) + 18
        yield row([text("in danger:", 9, of["bad"], 0.17), *dots], x, 12, 5)


def _zones(track: dict[str, Any], zones: range, wide: float, tall: float, of: Colours) -> Iterator[str]:
    torn = "l-7 6l7 6" * int(tall / 12)
    yield tag("rect", x=1, width=len(zones) * wide + 6, height=tall, rx=9, fill=of["cloth-2"])
    yield tag("path", d=f"M4 0{torn}z", fill=of["cloth-2"])
    hatch = ""
    for zone in zones:
        x = 4 + (zone - track["rear"]) * wide
        box = {"x": x + 1, "y": 4, "width": wide - 2, "height": tall - 8, "rx": 6}
        yield tag("rect", fill=of["cell-2" if zone % 2 else "cell"], **box)
        yield write(zone, x + wide / 2, tall + 15, 10 if wide > 30 else 8, of["ink"])
        hatch += _hatch(x + 2, 5, x + wide - 2, tall - 5) if zone <= track["danger"] else ""
        if zone in track["fields"]:
            size = f"translate({x + 1:.1f} -8) scale({(wide - 2) / 70:.4f} {(tall + 4) / 140:.4f})"
            yield tag("g", art("outspeed-field", 0, 0, 70, of), transform=size)
            yield art("bonus-force-field", x + wide / 2 - 11, -13, 22, of)
    if hatch:
        yield tag("path", d=hatch, stroke=of["bad"], stroke_width=3, opacity=0.45, fill="none")
    if track["danger"] >= track["rear"]:
        x = 4 + (track["danger"] + 1 - track["rear"]) * wide - 4.5
        bands = "".join(f"M-4 {y}L14 {y - 18}" for y in range(0, int(tall) + 40, 14))
        box = {"width": 9, "height": tall + 12}
        red = tag("rect", fill=of["art-red"], **box)
        yield tag("svg", red, tag("path", d=bands, stroke=of["art-hair"], stroke_width=5), x=x, y=-6, **box)
        yield tag("rect", x=x, y=-6, rx=3, fill="none", stroke=of["art-line"], stroke_width=2, **box)


def _hatch(left: float, top: float, right: float, bottom: float) -> str:
    """Slanting lines within a box; all boxes' lines are parts of the same ones."""
    lines, start = "", int((left + top) // 17 + 1) * 17
    for both in range(start, int(right + bottom), 17):
        x, y = max(left, both - bottom), min(right, both - top)
        lines += f"M{x:.1f} {both - x:.1f}L{y:.1f} {both - y:.1f}"
    return lines


def _vessel(view: dict[str, Any], seat: int, wide: float, high: float, of: Colours) -> Iterator[str]:
    """A ship in its lane, its letter and pattern on it, its fuel below. Where zones are narrow it is a ring."""
    ship, letter = view["ships"][seat], svg_kit.LETTERS[seat]
    if seat in view["winners"]:
        yield art("ring", -high / 2 - 3, -high / 2 - 5, high + 6, of)
    elif seat == view["seat"]:
        fill = {"fill": of["lamp"], "fill_opacity": 0.16 if of["theme"] == "dark" else 0.55}
        box = {"x": -wide / 2 + 2, "y": -high / 2 + 1, "width": wide - 4, "height": high - 2, "rx": 8}
        yield tag("rect", stroke=of["lamp-edge"], stroke_width=2, **fill, **box)
    length = min(wide - 4, (high - 9) * 2)
    if wide >= NARROW:
        yield group(
            art("outspeed-ship", 0, 0, 96, of, letter),
            svg_kit.pattern(letter, "M20 34C40 36 66 36 90 29", of, 0.42),
            tag("circle", cx=34, cy=29, r=12, fill=of["card"], stroke=of["art-line"], stroke_width=2.5),
            write(letter, 34, 29, 13, of["card-ink"], 0.2),
            x=-length / 2,
            y=-length / 4 - 3,
            scale=length / 96,
        )
    else:
        yield svg_kit.token(letter, 0, -3, min(wide - 4, high - 10), of)
    yield gauge(ship["fuel"], -min(wide - 8, 44) / 2, high / 2 - 5, min(wide - 8, 44), of)
    if view["phase"] == "bonuses" and ship["laid"] not in (None, "nothing", "sealed"):
        name = "glyph-token" if ship["laid"] == "hidden" else f"bonus-{ship['laid']}"
        yield disc(name, min(wide / 2, 28) - 14, -high / 2 - 2, 20, of)


def _pile(view: dict[str, Any], of: Colours) -> list[Item]:
    """The tokens that lie in the pile, those that have been used, and those that one knows of otherwise."""
    tokens = view["tokens"]
    items = [glyph("token", 22, of), text(f"{tokens['pile']} in the pile", 9, of["ink"])]
    piles = {
        "under it": [known["token"] for known in tokens["under"]],
        "used": [token for token, count in tokens["used"].items() for _ in range(count)],
        "drawn": [] if any(ship["awaited"] for ship in view["ships"]) else tokens["drawn"],
    }
    for name, pile in piles.items():
        if pile:
            items.append(text(f"· {name}", 9, of["ink-2"]))
            items += counted([f"bonus-{token}" for token in pile], 24, of)
    return items
