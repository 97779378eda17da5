"""What pictures of Outspeed are made of: rows of words and numbers, signs, dice, tokens and gauges."""

from collections.abc import Sequence
from typing import Any

from sobremesa.games import svg_kit
from sobremesa.games.svg_kit import Colours, art, group, tag, write

TANK = 12  # fuel that fills a gauge
LONGEST = 170  # what is printed longer than this is drawn smaller
GLYPHS = {"fuel": ("glyph-fuel", "seat-M"), "zones": ("glyph-zone", "art-aqua"), "token": ("glyph-token", "card")}

Item = tuple[float, str]
"""Something to put in a row: how wide it is, and how it is drawn from the middle of its left side on."""


def row(items: Sequence[Item], x: float, y: float, gap: float, end: bool = False) -> str:
    """Things in a row from x on, or up to it."""
    if end:
        x -= sum(wide for wide, _ in items) + gap * (len(items) - 1)
    drawn = ""
    for wide, each in items:
        drawn += group(each, x=x, y=y)
        x += wide + gap
    return drawn


def fit(items: Sequence[Item], x: float, y: float, gap: float, room: float) -> str:
    """The same, smaller where there is not so much room."""
    wide = sum(each + gap for each, _ in items)
    return group(row(items, 0, 0, gap), x=x, y=y, scale=min(1, room / wide)) if items else ""


def rows(items: Sequence[Item], room: float, gap: float) -> list[list[Item]]:
    """As many in a row as there is room for."""
    rows: list[list[Item]] = [[]]
    for item in items:
        if rows[-1] and sum(wide + gap for wide, _ in rows[-1]) + item[0] > room:
            rows.append([])
        rows[-1].append(item)
    return rows


def text(words: object, high: float, colour: str, weight: float = 0.15) -> Item:
    return svg_kit.breadth(str(words), high), write(words, 0, 0, high, colour, weight, "start")


def glyph(kind: str, size: float, of: Colours) -> Item:
    name, fill = GLYPHS[kind]
    return size, art(name, 0, -size / 2, size, of, glyph=of[fill], ink=of["art-line"])


def amount(kind: str, number: str, high: float, colour: str, of: Colours) -> Item:
    """So much fuel, so many zones, so many tokens."""
    (wide, written), (more, drawn) = text(number, high, colour, 0.18), glyph(kind, 1.75 * high, of)
    return wide + 4 + more, written + group(drawn, x=wide + 4)


def span(numbers: Sequence[int]) -> str:
    low, high = numbers
    return str(low) if low == high else f"{low}\N{EN DASH}{high}"


def printed(number: str, kind: str, plus: str, of: Colours) -> Item:
    """A number as it is printed on a tile: fixed, riders counted, dice, or the wheel."""
    colour, found = of["ink"], []
    for place, term in enumerate(number.split(" + ")):
        if place or plus:
            found.append(text("+" if place else plus, 10, colour))
        first, _, paint = term.partition(" ")
        if term in ("blue", "yellow"):
            first, paint = "", term
        if term == "wheel":
            box = tag("rect", x=0, y=-11, width=34, height=22, rx=11, fill="none", stroke=colour, stroke_width=2)
            found.append((34, box + write("0\N{EN DASH}9", 17, 0, 9, colour)))
        elif first:
            found.append(text(first, 13, colour))
            if first.isalpha():
                found.append((24, art("outspeed-silhouette", 0, -6, 24, of)))
        if paint:
            found += [text("\N{MULTIPLICATION SIGN}", 8, colour)] if first else []
            found.append(die(paint, 3, of))
    wide = sum(each for each, _ in found) + 4 * len(found) + 22
    scale = min(1, LONGEST / wide)
    return wide * scale, group(row([*found, glyph(kind, 22, of)], 0, 0, 4), scale=scale)


def sign(route: str, x: float, y: float, size: float, of: Colours) -> str:
    """The letter of a route in a shape of its own."""
    letter = write(route, x + size / 2, y + size / 2, 0.33 * size, of["card-ink"], 0.16)
    return art(f"outspeed-sign-{route.lower()}", x, y, size, of) + letter


def label(words: str, of: Colours, filled: bool = False) -> Item:
    wide = svg_kit.breadth(words, 8.5) + 20
    fill, edge, colour = ("wine-fill", "wine-fill", "on-wine") if filled else ("none", "edge", "ink")
    box = {"y": -11, "width": wide, "height": 22, "rx": 11, "stroke": of[edge], "stroke_width": 1.5}
    return wide, tag("rect", fill=of.get(fill, "none"), **box) + write(words, wide / 2, 0, 8.5, of[colour])


def silhouette(seat: int | None, of: Colours) -> Item:
    """A place on a route, in the colour of who is there."""
    if seat is None:
        return 34, art("outspeed-silhouette", 0, -8.5, 34, of)
    letter = svg_kit.LETTERS[seat]
    ship = art("outspeed-silhouette", 0, -9, 36, of, ink=of[f"seat-{letter}"])
    plate = tag("circle", cx=16, cy=1, r=7.5, fill=of["card"], stroke=of["art-line"], stroke_width=1.4)
    name = write(letter, 16, 1, 7, of["card-ink"], 0.2)
    return 36, group(ship, stroke=of["art-line"], stroke_width=1.6) + plate + name


def die(kind: str, shows: int, of: Colours) -> Item:
    """What a die shows, blue for zones and yellow for fuel; dice rolled together are told as one number."""
    fill, pip = ("art-blue", "art-hair") if kind == "blue" else ("seat-M", "die-pip")
    paint: dict[str, Any] = {"die": of[fill], "die-pip": of[pip], "die-deep": of["art-line"]}
    if shows <= 6:
        return 22, art(f"die-{shows}", 0, -11, 22, of, **paint)
    box = tag("rect", y=-11, width=22, height=22, rx=5, fill=of[fill], stroke=of["art-line"], stroke_width=1.5)
    return 22, box + write(shows, 11, 0, 9, of[pip], 0.18)


def disc(name: str, x: float, y: float, size: float, of: Colours) -> str:
    """A token, face up or face down."""
    return art(name, x, y, size, of, ink=of["art-line"])


def counted(names: list[str], size: float, of: Colours) -> list[Item]:
    """Tokens, each kind once and how many there are of it."""
    found = []
    for name in dict.fromkeys(names):
        wide, more = text(f"\N{MULTIPLICATION SIGN}{names.count(name)}", 8, of["ink"])
        count = group(more, x=size + 4) if names.count(name) > 1 else ""
        found.append((size + (wide + 4 if count else 0), disc(name, 0, -size / 2, size, of) + count))
    return found


def gauge(fuel: int, x: float, y: float, wide: float, of: Colours) -> str:
    """How full a tank is; what counts as full is a matter of the drawing, not of the rules."""
    full = max(2.0, (wide - 2) * min(1.0, fuel / TANK))
    tank = tag("rect", x=x, y=y - 4, width=wide, height=8, rx=4, fill=of["sunk"], stroke=of["edge"], stroke_width=1.3)
    level = of["bad" if fuel <= 3 else "coffee"]
    return tank + tag("rect", x=x + 1, y=y - 3, width=full, height=6, rx=3, fill=level)


def badge(word: str, of: Colours) -> str:
    """A word at the corner of a mark, for whom it is no secret."""
    wide = svg_kit.breadth(word, 8) + 9
    box = tag("rect", x=54 - wide / 2, y=79, width=wide, height=14, rx=5, fill=of["ink"])
    return box + write(word, 54, 86, 8, of["paper"], 0.18)
