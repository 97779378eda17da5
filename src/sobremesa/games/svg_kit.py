"""What pictures of boards are drawn with: the colours, drawings and letters that the browser's client has as well.

A picture is one SVG that needs nothing else: no style sheet, no font, no identifiers that could meet those of
another picture on the same page. Colours, sizes and drawings lie in the folder `art`, once for both.
"""

import re
from collections.abc import Mapping
from functools import cache
from html import escape
from pathlib import Path
from types import MappingProxyType

from sobremesa.mistakes import BadOption

FOLDER = Path(__file__).resolve().parents[1] / "art"
THEMES = "light", "dark"
LETTERS = "RMJLVPTS"
"""The seats, by the letter on whatever is theirs."""

Colours = Mapping[str, str]
"""What each token is, by its name without the dashes, for one theme and one game's cloth."""

PATTERNS = {
    "M": (5, "11 9", "butt", "art-line"),
    "J": (8, "0.1 13", "round", "art-line"),
    "L": (5, "", "butt", "art-hair"),
    "V": (18, "3.5 9", "butt", "art-line"),
    "P": (5, "15 8 0.1 8", "round", "art-line"),
    "T": (18, "12 12", "butt", "art-line"),
    "S": (5, "", "butt", "art-line"),
}
"""The second stroke along a seat's line, of a line 18 wide: its width, dashes, caps and colour. Ruby's is plain."""

STRIPES = (9, 8, "thread"), (20, 2, "thread-2"), (25, 3, "thread"), (31, 1, "thread")
"""Down both sides of a cloth: how far from the edge, how wide, of which colour."""
STRIPED = 40
"""How much of a cloth they take on each side."""


@cache
def colours(theme: str, game: str) -> Colours:
    """Every token of a theme on a game's cloth."""
    if theme not in THEMES:
        raise BadOption(f"A theme is light or dark, not {theme!r}.")
    sheet = re.sub(r"/\*.*?\*/|@media.*", "", (FOLDER / "tokens.css").read_text(), flags=re.DOTALL)
    found: dict[str, str] = {}
    for selectors, block in re.findall(r"([^{}]+)\{([^{}]*)\}", sheet):
        if any(_meant(selector, theme, game) for selector in selectors.split(",")):
            found |= {name: " ".join(value.split()) for name, value in re.findall(r"--([\w-]+):\s*([^;]+);", block)}
    return MappingProxyType(found | {"ring": found["coffee"], "theme": theme})


def _meant(selector: str, theme: str, game: str) -> bool:
    """Whether a rule of the style sheet holds for a theme and a game."""
    named: dict[str, str] = dict(re.findall(r"data-(theme|game)='([\w-]+)'", selector))
    return named.get("theme", theme) == theme and named.get("game", game) == game


def tag(name: str, *children: str, **attributes: object) -> str:
    """An element. Attributes are written with `_` for `-` (and `class_` for a word of Python's); None leaves one out,
    numbers are rounded to what can be seen."""
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(number(value))}"'
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{name}{written}>{''.join(children)}</{name}>" if children else f"<{name}{written}/>"


def number(value: object) -> str:
    """A number as short as can be; anything else as it is."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


def group(*children: str, x: float = 0, y: float = 0, scale: float = 1, **attributes: object) -> str:
    """Some elements together, their origin moved to x, y."""
    moved = f"translate({number(float(x))} {number(float(y))})" if x or y else ""
    sized = f"scale({scale:.5g})" if scale != 1 else ""
    return tag("g", *children, transform=f"{moved} {sized}".strip() or None, **attributes) if children else ""


def sheet(width: float, height: float, title: str, *children: str) -> str:
    """A whole picture, with what it is called for those who do not see it."""
    return tag(
        "svg",
        tag("title", escape(title, quote=False)),
        *children,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(width)} {number(height)}",
        width=width,
        height=height,
        role="img",
        style="max-width:100%;height:auto",
    )


def cloth(width: float, height: float, of: Colours, stripes: bool = True) -> str:
    """What everything lies on, with its stripes down both sides. Its threads are left out: they would cost more time
    to turn into dots of colour than all the rest."""
    woven = [
        tag("path", d=f"M{number(x)} 0V{number(height)}", stroke=of[colour], stroke_width=wide)
        for far, wide, colour in STRIPES
        for x in (far + wide / 2, width - far - wide / 2)
    ]
    faint = 0.38 if of["theme"] == "dark" else 0.62
    linen = tag("rect", width=width, height=height, fill=of["cloth"])
    return linen + group(*(woven if stripes else []), stroke_opacity=faint)


def slip(x: float, y: float, width: float, height: float, of: Colours, radius: float = 16) -> str:
    """A slip of paper, lying."""
    dark = of["theme"] == "dark"
    box = {"x": x, "width": width, "height": height, "rx": radius}
    under = tag("rect", y=y + 2, fill="#000" if dark else of["ink"], fill_opacity=0.4 if dark else 0.14, **box)
    return under + tag("rect", y=y, fill=of["paper"], **box)


def stitch(name: str, colour: str, thick: float = 2, **attributes: object) -> str:
    """A shape drawn as a running stitch: the hem of a board, in thread."""
    dashes = {"stroke_dasharray": f"{number(3.5 * thick)} {number(2.5 * thick)}", "stroke_linecap": "round"}
    return tag(name, fill="none", stroke=colour, stroke_width=thick, stroke_linejoin="round", **dashes, **attributes)


@cache
def _strokes() -> dict[str, tuple[float, str]]:
    """How wide each letter is and how it is drawn: capitals are 10 high and stand on 10."""
    lines = (FOLDER / "letters.txt").read_text().splitlines()
    return {sign: (float(wide), path) for sign, wide, path in (line.split(" ", 2) for line in lines)}


GAP, SPACE = 2.7, 1.6
"""Between the middles of the strokes of two letters, and what a space adds to that."""


def breadth(text: str, height: float) -> float:
    """How wide a text is written, its strokes' thickness left out."""
    wide = sum(SPACE if sign == " " else _strokes()[sign][0] for sign in text) + GAP * (len(text) - 1)
    return wide * height / 10


def write(
    text: object,
    x: float,
    y: float,
    height: float,
    colour: str,
    weight: float = 0.15,
    anchor: str = "middle",
    **attributes: object,
) -> str:
    """A text in letters of our own, capitals so high, its middle at y, and at x its start, middle or end. The weight
    is the thickness of its strokes, of its height."""
    text = str(text)
    at = -{"start": 0.0, "middle": 0.5, "end": 1.0}[anchor] * breadth(text, 10)
    drawn = ""
    for sign in text:
        wide, path = (SPACE, "") if sign == " " else _strokes()[sign]
        drawn += re.sub(r"M(\S+) ", lambda start, by=at: f"M{number(float(start[1]) + by)} ", path)  # type: ignore[misc]
        at += wide + GAP
    return tag(
        "path",
        d=drawn,
        transform=f"translate({number(float(x))} {number(float(y - height / 2))}) scale({height / 10:.5g})",
        fill="none",
        stroke=colour,
        stroke_width=10 * weight,
        stroke_linecap="round",
        stroke_linejoin="round",
        **attributes,
    )


@cache
def _drawing(name: str) -> tuple[tuple[float, ...], dict[str, str], str]:
    """One of our drawings: its box, what holds for all of it, and what is in it."""
    text = (FOLDER / f"{name}.svg").read_text()
    [(head, inner)] = re.findall(r"<svg([^>]*)>(.*)</svg>", text, flags=re.DOTALL)
    attributes = dict(re.findall(r'([\w-]+)="([^"]*)"', head))
    attributes.pop("xmlns")
    box = tuple(map(float, attributes.pop("viewBox").split()))
    inner = re.sub(r'<title>[^<]*</title>|<!--.*?-->|\s+class="[^"]*"', "", inner)
    return box, attributes, re.sub(r">\s+<", "><", inner.strip())


def art(
    name: str, x: float, y: float, size: float, of: Colours, seat: str = "R", opacity: float | None = None, **more: str
) -> str:
    """One of our drawings, so wide, its upper left corner at x, y, in the colour of a seat. `more` gives colours that
    the drawing asks for under a name of its own, such as `glyph`."""
    (left, top, width, _), attributes, inner = _drawing(name)
    known = {**of, "seat": of[f"seat-{seat}"], **more}
    scale = size / width
    drawn = _plain(inner, known)
    head = {key.replace("-", "_"): _plain(value, known) for key, value in attributes.items()}
    return group(drawn, x=x - left * scale, y=y - top * scale, scale=scale, opacity=opacity, **head)


@cache
def _icons() -> dict[str, str]:
    return dict(re.findall(r'<symbol id="i-([\w-]+)"[^>]*>(.*?)</symbol>', (FOLDER / "icons.svg").read_text()))


def icon(name: str, x: float, y: float, size: float, colour: str, width: float = 2) -> str:
    """One of our icons, its upper left corner at x, y."""
    inner = _icons()[name].replace("currentColor", colour)
    ends = {"stroke_linecap": "round", "stroke_linejoin": "round"}
    return group(inner, x=x, y=y, scale=size / 24, fill="none", stroke=colour, stroke_width=width, **ends)


def _plain(text: str, known: Mapping[str, str]) -> str:
    """A drawing with its colours put in and its words drawn."""
    told = re.sub(r"var\(--([\w-]+)(?:,\s*([^()]*))?\)", lambda var: known.get(var[1]) or var[2], text)
    told = told.replace("currentColor", known["ink"])
    return re.sub(r"<text([^>]*)>([^<]*)</text>", _written, told)


def _written(text: re.Match[str]) -> str:
    has = dict(re.findall(r'([\w-]+)="([^"]*)"', text[1]))
    size = float(has["font-size"])
    return write(text[2], float(has["x"]), float(has["y"]) - 0.36 * size, 0.72 * size, has["fill"])


def pattern(seat: str, d: str, of: Colours, scale: float = 1, length: float = 0) -> str:
    """What tells a seat's line from another's without its colour. With the length of the path it fits into it without
    a rest, so that pieces of a line join."""
    if seat not in PATTERNS:
        return ""
    width, dashes, cap, colour = PATTERNS[seat]
    scaled = [float(dash) * scale for dash in dashes.split()]
    period = sum(scaled)
    return tag(
        "path",
        d=d,
        pathLength=max(1, round(length / period)) * period if length and period else None,
        fill="none",
        stroke=of[colour],
        stroke_opacity=0.42 if seat == "T" else None,
        stroke_width=width * scale,
        stroke_linecap=cap,
        stroke_dasharray=" ".join(map(number, scaled)) or None,
    )


def line(seat: str, d: str, width: float, of: Colours, casing: float = 2.5, length: float = 0) -> str:
    """A line of a seat's: its casing, its colour, its pattern."""
    return group(
        tag("path", d=d, stroke=of["art-line"], stroke_width=width + 2 * casing),
        tag("path", d=d, stroke=of[f"seat-{seat}"], stroke_width=width),
        pattern(seat, d, of, width / 18, length),
        fill="none",
        stroke_linecap="round",
        stroke_linejoin="round",
    )


def token(seat: str, x: float, y: float, size: float, of: Colours, awaited: bool = False, out: bool = False) -> str:
    """The napkin ring of a seat, so wide, its middle at x, y: colour and pattern round its letter, and a coffee ring
    round whoever is awaited. Whoever is out is faint."""
    ring = "M0 -14a14 14 0 1 1 -.01 0z"
    cup = art("ring", x - 0.75 * size, y - 0.75 * size, 1.5 * size, of) if awaited else ""
    return cup + group(
        tag("circle", r=19, fill=of["art-line"]),
        tag("circle", r=14, fill="none", stroke=of[f"seat-{seat}"], stroke_width=7.6),
        pattern(seat, ring, of, 0.5),
        tag("circle", r=10.4, fill=of["card"], stroke=of["art-line"], stroke_width=1.6),
        write(seat, 0, 0, 10.6, of["card-ink"], weight=0.2),
        x=x,
        y=y,
        scale=size / 40,
        opacity=0.5 if out else None,
    )


def dot(seat: str, x: float, y: float, radius: float, of: Colours, opacity: float | None = None) -> str:
    """The small sign of a seat: its letter on its colour."""
    return group(
        tag("circle", r=radius, fill=of[f"seat-{seat}"], stroke=of["art-line"], stroke_width=radius / 6),
        write(seat, 0, 0, 0.92 * radius, of[f"on-{seat}"], weight=0.2),
        x=x,
        y=y,
        opacity=opacity,
    )
