"""A position of Outspeed as a drawing: the tile before everything, then who has what, then the track."""

from collections.abc import Iterator, Sequence
from typing import Any

from sobremesa.games import ink
from sobremesa.games.ink import Colours, art, group, tag, write
from sobremesa.games.words import sentence, words

WIDTH, EDGE, GAP = 940, ink.STRIPED + 14, 12
INNER = WIDTH - 2 * EDGE
TANK = 12  # fuel that fills a gauge
NARROW = 46  # zones less wide than this have no room for a ship
SECRET = "dealing", "bonuses", "programming"
"""The phases in which nobody is on a route yet."""
COMPANY = "alone", "with one", "with two", "with three", "with four", "with five"
GLYPHS = {"fuel": ("glyph-fuel", "seat-M"), "zones": ("glyph-zone", "art-aqua"), "token": ("glyph-token", "card")}
NO_TOKEN = "nothing", "hidden", "sealed"

Item = tuple[float, str]
"""Something to put in a row: how wide it is, and how it is drawn from the middle of its left side on."""


def svg(view: dict[str, Any], theme: str = "light") -> str:
    """What a seat sees, drawn; the theme is light or dark."""
    of = ink.colours(theme, "outspeed")
    drawn, y = [], 26.0
    for tall, children in (_tile(view, of), _ships(view, of), _track(view, of)):
        drawn.append(group(*children, x=EDGE, y=y))
        y += tall + GAP
    height = y + 12
    tile = f"tile {view['tile']['place']} of {view['tile']['of']}, {view['phase']}" if view["tile"] else view["phase"]
    racing = " and ".join(ship["name"] for ship in view["ships"] if ship["racing"]) or "nobody"
    cloth = ink.cloth(WIDTH, height, of)
    return ink.sheet(WIDTH, height, f"Outspeed: {tile}; {racing} in the race", cloth, *drawn)


def _row(items: Sequence[Item], x: float, y: float, gap: float, end: bool = False) -> str:
    """Things in a row from x on, or up to it."""
    if end:
        x -= sum(wide for wide, _ in items) + gap * (len(items) - 1)
    drawn = ""
    for wide, each in items:
        drawn += group(each, x=x, y=y)
        x += wide + gap
    return drawn


def _rows(items: Sequence[Item], room: float, gap: float) -> list[list[Item]]:
    """As many in a row as there is room for."""
    rows: list[list[Item]] = [[]]
    for item in items:
        if rows[-1] and sum(wide + gap for wide, _ in rows[-1]) + item[0] > room:
            rows.append([])
        rows[-1].append(item)
    return rows


def _words(text: object, high: float, colour: str, weight: float = 0.15) -> Item:
    return ink.breadth(str(text), high), write(text, 0, 0, high, colour, weight, "start")


def _glyph(kind: str, size: float, of: Colours) -> Item:
    name, fill = GLYPHS[kind]
    return size, art(name, 0, -size / 2, size, of, glyph=of[fill], ink=of["art-line"])


def _amount(kind: str, text: str, high: float, colour: str, of: Colours) -> list[Item]:
    """So much fuel, so many zones, so many tokens."""
    glyph = _glyph(kind, 1.75 * high, of)
    number = _words(text, high, colour, 0.18)
    return [(number[0] + glyph[0] + 4, number[1] + group(glyph[1], x=number[0] + 4))]


def _span(numbers: Sequence[int]) -> str:
    low, high = numbers
    return str(low) if low == high else f"{low}\N{EN DASH}{high}"


def _printed(number: str, kind: str, sign: str, of: Colours) -> list[Item]:
    """A number as it is printed on a tile: fixed, riders counted, dice, or the wheel."""
    high, colour, found = 13.0, of["ink"], []
    for place, term in enumerate(number.split(" + ")):
        if place or sign:
            found.append(_words("+" if place else sign, 10, colour))
        first, _, die = term.partition(" ")
        if term in ("blue", "yellow"):
            first, die = "", term
        if term == "wheel":
            box = tag("rect", x=0, y=-11, width=34, height=22, rx=11, fill="none", stroke=colour, stroke_width=2)
            found.append((34, box + write("0\N{EN DASH}9", 17, 0, 9, colour)))
        elif first:
            found.append(_words(first, high, colour))
            if first.isalpha():
                found.append((24, art("outspeed-silhouette", 0, -6, 24, of)))
        if die:
            found += [_words("\N{MULTIPLICATION SIGN}", 8, colour)] if first else []
            found.append(_die(die, 3, of))
    wide = sum(each for each, _ in found) + 4 * len(found)
    glyph = _glyph(kind, 22, of)
    return [(wide + 22, _row([*found, glyph], 0, 0, 4))]


def _sign(route: str, x: float, y: float, size: float, of: Colours) -> str:
    """The letter of a route in a shape of its own."""
    letter = write(route, x + size / 2, y + size / 2, 0.33 * size, of["card-ink"], 0.16)
    return art(f"outspeed-sign-{route.lower()}", x, y, size, of) + letter


def _tag(text: str, of: Colours, filled: bool = False) -> Item:
    wide = ink.breadth(text, 8.5) + 20
    fill, edge, colour = ("wine-fill", "wine-fill", "on-wine") if filled else ("none", "edge", "ink")
    box = {"y": -11, "width": wide, "height": 22, "rx": 11, "stroke": of[edge], "stroke_width": 1.5}
    return wide, tag("rect", fill=of.get(fill, "none"), **box) + write(text, wide / 2, 0, 8.5, of[colour])


def _name(number: int, reconstructed: bool) -> str:
    return str(words(__file__)["en"]["tiles"][str(number)]) if reconstructed else f"tile {number}"


def _tile(view: dict[str, Any], of: Colours) -> tuple[float, list[str]]:
    """The tile of this turn: its name, and its routes side by side."""
    tile = view["tile"]
    if tile is None:
        told = write("The tiles are being shuffled.", 20, 30, 11, of["ink"], anchor="start")
        return 60, [ink.slip(0, 0, INNER, 60, of), told]
    head = [
        _words(sentence(_name(tile["number"], tile["reconstructed"])), 14, of["ink"], 0.17),
        _words(f"tile {tile['place']} of {tile['of']} · face for {tile['face']} ships", 9, of["ink-2"]),
        *([_tag("finish", of, filled=True)] if tile["finish"] else []),
        _tag("reconstructed" if tile["reconstructed"] else "own tiles", of),
    ]
    drawn = [_row(head, 20, 30, 14)]
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
    return tall + 70, [ink.slip(0, 0, INNER, tall + 70, of), *drawn]


def _frame(view: dict[str, Any], route: dict[str, Any], wide: float, tall: float, of: Colours) -> str:
    """Under a route: stitched where one may take it, lit where one has."""
    own = _own(view)
    box = {"width": wide, "height": tall, "rx": 16}
    if own and (own["route"] or " ")[0] == route["symbol"]:
        return tag("rect", fill=of["hint"], stroke=of["ink"], stroke_width=3.5, **box)
    if own and own["awaited"] and view["phase"] == "programming" and route["open"]:
        return tag("rect", fill=of["page"], **box) + ink.stitch("rect", of["ink"], 2.4, **box)
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
    items = [_silhouette(riders[n] if n < len(riders) else None, of) for n in range(places)]
    items.append(_words(room, 8.5, of["ink-2"]))
    drawn, y = [_sign(route["symbol"], 14, 14, 48, of)], 28.0
    for row in _rows(_deal(route, of), wide - 86, 8):
        drawn.append(_row(row, 74, y, 8))
        y += 28
    for row in _rows(items, wide - 86, 6):
        drawn.append(_row(row, 74, y - 2, 6))
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
        drawn.append(ink.icon("warn" if note[1] else "x", 14, y + 5, 15, colour, 2.2))
        drawn.append(write(note[0], 36, y + 13, 8.5, colour, anchor="start"))
        y += 24
    return y + 10, drawn


def _deal(route: dict[str, Any], of: Colours) -> list[Item]:
    """What is printed: the price, an arrow, and what it brings."""
    found = _printed(route["cost"], "fuel", "", of) if route["cost"] != "0" else [_words("free", 13, of["ink"])]
    arrow = {"stroke_width": 2.2, "stroke_linecap": "round", "stroke_linejoin": "round", "fill": "none"}
    found.append((9, tag("path", d="M1 -6l6 6l-6 6", stroke=of["ink-2"], **arrow)))
    for kind in ("zones", "fuel"):
        if route[kind] != "0":
            found += _printed(route[kind], kind, "+", of)
    if route["bonus"]:
        found += _amount("token", f"+{route['bonus']}", 13, of["ink"], of)
    return found if len(found) > 2 else [*found, _words("nothing", 11, of["ink-2"])]


def _silhouette(seat: int | None, of: Colours) -> Item:
    """A place on a route, in the colour of who is there."""
    if seat is None:
        return 34, art("outspeed-silhouette", 0, -8.5, 34, of)
    letter = ink.LETTERS[seat]
    ship = art("outspeed-silhouette", 0, -9, 36, of, ink=of[f"seat-{letter}"])
    disc = tag("circle", cx=16, cy=1, r=7.5, fill=of["card"], stroke=of["art-line"], stroke_width=1.4)
    return 36, group(ship, stroke=of["art-line"], stroke_width=1.6) + disc + write(
        letter, 16, 1, 7, of["card-ink"], 0.2
    )


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
    ink_, faint = of["on-lamp" if so else "ink"], of["on-lamp" if so else "ink-2"]
    fits = told is not None and told["fits"]
    company = COMPANY[first] if first == last else f"with {first} or more"
    yield write(company, 14, y + 13.5, 8.5, ink_ if fits else faint, anchor="start")
    pays, gets = [_words("nothing", 8.5, faint)], [_words("nothing", 8.5, faint)]
    if told and fits:
        pays = [_words("free", 8.5, faint)]
        if told["cost"][1]:
            colour = of["bad"] if told["dry"] and not so else ink_
            pays = _amount("fuel", f"\N{MINUS SIGN}{_span(told['cost'])}", 9, colour, of)
        got = [("zones", told["zones"]), ("fuel", told["fuel"]), ("token", [told["bonus"]] * 2)]
        found = [_amount(kind, f"+{_span(span)}", 9, ink_, of) for kind, span in got if span[1]]
        gets = [item for items in found for item in items] or gets
    yield _row(gets, wide - 14, y + 13.5, 7, end=True)
    yield _row(pays, min(wide - 96, wide - 28 - sum(each + 7 for each, _ in gets)), y + 13.5, 7, end=True)


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
    drawn = [ink.slip(0, 0, INNER, tall, of)]
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
    yield ink.token(ink.LETTERS[seat], 38, 31, 38, of, awaited=ship["awaited"] or won, out=not ship["racing"])
    yield _mark(view, ship, of)
    if not ship["racing"]:
        yield write("out", 72, 31, 10, of["ink-2"], anchor="start")
        return
    low = of["bad" if ship["fuel"] <= 3 else "ink"]
    yield _row([_glyph("fuel", 20, of), _words(ship["fuel"], 11, low, 0.17)], 70, 24, 4)
    yield (
        write("wins", 72, 45, 9.5, of["ink"], 0.18, "start")
        if won
        else _gauge(ship["fuel"], 72, 42, min(wide - 84, 90), of)
    )
    yield _tokens(ship, 72, 70, wide - 82, of)
    dice = [("yellow", ship["rolled"][0]), ("blue", ship["rolled"][1]), ("yellow", ship["rolled"][2])]
    yield _row([_die(die, shows, of) for die, shows in dice if shows], 72, 102, 6)


def _gauge(fuel: int, x: float, y: float, wide: float, of: Colours) -> str:
    """How full a tank is; what counts as full is a matter of the drawing, not of the rules."""
    full = max(2.0, (wide - 2) * min(1.0, fuel / TANK))
    tank = tag("rect", x=x, y=y - 4, width=wide, height=8, rx=4, fill=of["sunk"], stroke=of["edge"], stroke_width=1.3)
    level = of["bad" if fuel <= 3 else "coffee"]
    return tank + tag("rect", x=x + 1, y=y - 3, width=full, height=6, rx=3, fill=level)


def _tokens(ship: dict[str, Any], x: float, y: float, room: float, of: Colours) -> str:
    """The tokens of a ship: what they are, for whom that is no secret, or how many."""
    if not ship["tokens"]:
        return write("no tokens", x, y, 7.5, of["ink-2"], anchor="start")
    names = [f"bonus-{token}" for token in ship["hand"]] if ship["hand"] else ["glyph-token"] * ship["tokens"]
    size = 28 if ship["hand"] else 22
    step = min(size + 3, (room - size) / max(1, len(names) - 1))
    return "".join(_disc(name, x + n * step, y - size / 2, size, of) for n, name in enumerate(names))


def _disc(name: str, x: float, y: float, size: float, of: Colours) -> str:
    """A token, face up or face down."""
    return art(name, x, y, size, of, ink=of["art-line"])


def _die(die: str, shows: int, of: Colours) -> Item:
    """What a die shows, blue for zones and yellow for fuel; dice rolled together are told as one number."""
    fill, pip = ("art-blue", "art-hair") if die == "blue" else ("seat-M", "die-pip")
    paint: dict[str, Any] = {"die": of[fill], "die-pip": of[pip], "die-deep": of["art-line"]}
    if shows <= 6:
        return 22, art(f"die-{shows}", 0, -11, 22, of, **paint)
    box = tag("rect", y=-11, width=22, height=22, rx=5, fill=of[fill], stroke=of["art-line"], stroke_width=1.5)
    return 22, box + write(shows, 11, 0, 9, of[pip], 0.18)


def _mark(view: dict[str, Any], ship: dict[str, Any], of: Colours) -> str:
    """What a ship has chosen, as far as one may know: a route, a token, or something sealed."""
    route, laid, phase = ship["route"], ship["laid"], view["phase"]
    drawn = view["tokens"]["drawn"] if phase == "drawing" and ship["awaited"] else []
    if drawn:
        discs = [art(f"bonus-{token}", 11 + 27 * n, 61, 26, of) for n, token in enumerate(drawn)]
        return ink.stitch("rect", of["ink"], x=7, y=57, width=7 + 27 * len(drawn), height=34, rx=10) + "".join(discs)
    if phase == "bonuses" and laid in (None, "nothing"):
        return write("\N{EN DASH}", 38, 75, 10, of["ink-2"]) if laid else ""
    if phase == "bonuses" and laid not in NO_TOKEN:
        return art(f"bonus-{laid}", 24, 61, 28, of)
    if phase == "bonuses" and laid == "hidden":
        return _disc("glyph-token", 25, 62, 26, of)
    if laid == "sealed" or (route and phase == "programming"):
        return art("envelope", 22, 64, 32, of) + (_badge(route, of) if route not in (None, "sealed") else "")
    if route and route != "sealed":
        return _sign(route[0], 23, 60, 30, of) + (_badge(route[1:], of) if len(route) > 1 else "")
    return ""


def _badge(text: str, of: Colours) -> str:
    """A word at the corner of a mark, for whom it is no secret."""
    wide = ink.breadth(text, 8) + 9
    box = tag("rect", x=54 - wide / 2, y=79, width=wide, height=14, rx=5, fill=of["ink"])
    return box + write(text, 54, 86, 8, of["paper"], 0.18)


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
    return tall + 92, [*_warning(view, of), group(*drawn, y=36), _pile(view, tall + 78, of)]


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
    yield ink.icon("warn", 6, 2, 19, of["bad"]) + write(told, 34, 12, 9, of["ink"], 0.17, "start")
    seats = [seat for seat, ship in enumerate(view["ships"]) if ship["zone"] and ship["zone"] <= track["danger"]]
    if seats:
        dots = [(20.0, ink.dot(ink.LETTERS[seat], 10, 0, 9.5, of)) for seat in seats]
        x = 34 + ink.breadth(told, 9) + 18
        yield _row([_words("in danger:", 9, of["bad"], 0.17), *dots], x, 12, 5)


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
    ship, letter = view["ships"][seat], ink.LETTERS[seat]
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
            ink.pattern(letter, "M20 34C40 36 66 36 90 29", of, 0.42),
            tag("circle", cx=34, cy=29, r=12, fill=of["card"], stroke=of["art-line"], stroke_width=2.5),
            write(letter, 34, 29, 13, of["card-ink"], 0.2),
            x=-length / 2,
            y=-length / 4 - 3,
            scale=length / 96,
        )
    else:
        yield ink.token(letter, 0, -3, min(wide - 4, high - 10), of)
    yield _gauge(ship["fuel"], -min(wide - 8, 44) / 2, high / 2 - 5, min(wide - 8, 44), of)
    if view["phase"] == "bonuses" and ship["laid"] not in (None, "nothing", "sealed"):
        name = "glyph-token" if ship["laid"] == "hidden" else f"bonus-{ship['laid']}"
        yield _disc(name, min(wide / 2, 28) - 14, -high / 2 - 2, 20, of)


def _pile(view: dict[str, Any], y: float, of: Colours) -> str:
    """The tokens that lie in the pile, those that have been used, and those that one knows of otherwise."""
    tokens = view["tokens"]
    drawn = [] if any(ship["awaited"] for ship in view["ships"]) else tokens["drawn"]
    under = [known["token"] for known in tokens["under"]]
    items = [_glyph("token", 22, of), _words(f"{tokens['pile']} in the pile", 9, of["ink"])]
    for name, kinds in (("under it", _counted(under)), ("used", tokens["used"]), ("drawn", _counted(drawn))):
        if kinds:
            items.append(_words(f"· {name}", 9, of["ink-2"]))
        for token, count in kinds.items():
            more = write(f"\N{MULTIPLICATION SIGN}{count}", 28, 0, 8, of["ink"], anchor="start") if count > 1 else ""
            items.append((24 + 18 * (count > 1), art(f"bonus-{token}", 0, -12, 24, of) + more))
    return _row(items, 6, y, 7)


def _counted(tokens: list[str]) -> dict[str, int]:
    return {token: tokens.count(token) for token in dict.fromkeys(tokens)}
