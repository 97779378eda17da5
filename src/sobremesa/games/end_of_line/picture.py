"""A position of End of Line as a drawing: the area with the lines on it, and beside it a slip for everybody.

Round the area its opposite edges show once more, faintly: what leaves a side comes in at the other, through a gate of
its colour.
"""

from collections.abc import Iterator
from functools import partial
from typing import Any

from sobremesa.games import svg_kit
from sobremesa.games.end_of_line.svg_kit import (
    SMALL,
    STEPS,
    Piece,
    Square,
    back,
    deck,
    everywhere,
    exits,
    face,
    faces,
    ghosts,
    held,
    middle,
    on,
    pieces_of,
    pips,
    square,
    track,
    way,
)
from sobremesa.games.end_of_line.tables import COMPASS, KIND_NAMES
from sobremesa.games.svg_kit import Colours, group, tag, write

MANY = 11  # squares a side from which on lines are drawn bolder
AREA, SLIP, GAP = 560, 264, 12
LEFT, TOP = svg_kit.STRIPED + 24, 36
RAILS = ("art-line", 36), ("card", 29)  # a bridge below its line, and how wide
SCORES = {"es": "energy spent", "en": "energy spent", "2021": "energy kept"}


def svg(view: dict[str, Any], theme: str = "light") -> str:
    """What a seat sees, drawn; the theme is light or dark."""
    of = svg_kit.colours(theme, "end-of-line")
    slips = list(_slips(view, of))
    high = sum(tall for tall, _ in slips) + GAP * (len(slips) - 1)
    side = max(AREA, high)
    x, y = LEFT + side + GAP + 6, float(TOP)
    if len(view["lines"]) == 1:
        y += (side - high) / 2
    drawn = []
    for tall, children in slips:
        drawn.append(group(svg_kit.slip(0, 0, SLIP, tall, of), *children, x=x, y=y))
        y += tall + GAP
    width, height = x + SLIP + svg_kit.STRIPED + 12, side + 2 * TOP
    names = " and ".join(line["name"] for line in view["lines"] if line["alive"]) or "nobody"
    state = f"over, {names} not cut" if view["over"] else f"round {view['round']}, {names} not cut"
    return svg_kit.sheet(
        width,
        height,
        f"End of Line, {view['mode']}, {view['size']} by {view['size']} squares: {state}",
        svg_kit.cloth(width, height, of),
        group(*_numbers(view["size"], side, of), _area(view, side, of), x=LEFT, y=TOP),
        *drawn,
    )


def _rim(size: int) -> int:
    """How much of the opposite edge is shown."""
    return 40 if size >= MANY else 62


def _numbers(size: int, side: float, of: Colours) -> Iterator[str]:
    """Rows and columns, counted from 0 as moves are written."""
    square = 100 * side / (100 * size + 2 * _rim(size))
    first = _rim(size) * square / 100
    for n in range(size):
        at = first + (n + 0.5) * square
        yield write(n, at, -11, 8.5, of["ink"]) + write(n, -12, at, 8.5, of["ink"])


def _area(view: dict[str, Any], side: float, of: Colours) -> str:
    size, rim = view["size"], _rim(view["size"])
    whole = 100 * size + 2 * rim
    lines = [(svg_kit.LETTERS[n], line, pieces_of(line, size)) for n, line in enumerate(view["lines"])]
    walls = "".join(everywhere(size, [square(wall)], lambda at: _wall(at, of)) for wall in view["walls"])
    return tag(
        "svg",
        *_squares(size, rim, of),
        walls,
        *(_line(letter, line, pieces, size, of) for letter, line, pieces in lines),
        *(_bridges(letter, line, pieces, size, of) for letter, line, pieces in lines),
        _places(view, of),
        *_edges(size, of),
        *(_gates(letter, line, pieces, size, of) for letter, line, pieces in lines),
        *(_signs(view, n, pieces, of) for n, (_, _, pieces) in enumerate(lines)),
        x=0,
        y=0,
        width=side,
        height=side,
        viewBox=f"{-rim} {-rim} {whole} {whole}",
    )


def _squares(size: int, rim: int, of: Colours) -> Iterator[str]:
    """The ground: squares with round corners, which are dots where four of them meet."""
    side = 100 * size
    yield tag("rect", x=-rim, y=-rim, width=side + 2 * rim, height=side + 2 * rim, rx=22, fill=of["cloth-2"])
    box = {"fill": of["cell"], "stroke": "none"}
    yield tag("rect", x=-rim, y=-rim, width=side + 2 * rim, height=side + 2 * rim, rx=22, opacity=0.42, **box)
    yield tag("rect", width=side, height=side, **box)
    lines = "".join(f"M{n} {-rim}V{side + rim}M{-rim} {n}H{side + rim}" for n in range(0, side + 1, 100))
    yield tag("path", d=lines, stroke=of["cloth-2"], stroke_width=3.6)
    dots = "".join(f"M0 {n}H{side + 1}" for n in range(0, side + 1, 100))
    yield tag(
        "path", d=dots, stroke=of["cloth-2"], stroke_width=10, stroke_dasharray="0.1 99.9", stroke_linecap="round"
    )


def _wall(at: Square, of: Colours) -> str:
    drawn = {"fill": of["art-stone"], "stroke": of["art-line"], "stroke_width": 3.5}
    stones = tag("path", d="M-44 -15H44M-44 15H44M-16 -44V-15M18 -15V15M-16 15V44", **drawn)
    return on(at, tag("rect", x=-44, y=-44, width=88, height=88, rx=9, **drawn), stones)


def _line(letter: str, line: dict[str, Any], pieces: list[Piece], size: int, of: Colours) -> str:
    """The cards of a line and the way over them; faint where it is cut."""
    wide = 22 if size >= MANY else 18

    def lay(squares: list[tuple[Piece, Square]]) -> list[str]:
        whole, aside, ground = [], [], ""
        for piece, at in squares:
            x, y = middle(at)
            ground += f"M{x - 47} {y - 47}h94v94h-94z"
            outs = piece.outs if piece is not pieces[-1] else exits(piece.kind, piece.heading) if line["alive"] else []
            for out in exits(piece.kind, piece.heading):
                drawn = way((x, y), piece.kind, piece.heading, out)
                if out in outs:
                    whole.append(drawn)
                else:
                    aside.append(drawn[0])
        tint = tag("path", d=ground, fill=of[f"seat-{letter}"], opacity=0.22) if of["theme"] == "light" else ""
        return [tint, track(letter, whole, aside, wide, of)] if squares else []

    again = [(piece, ghost) for piece in pieces for ghost in ghosts(piece.at, size)]
    cards = lay([(piece, piece.at) for piece in pieces])
    return group(*cards, group(*lay(again), opacity=0.45), opacity=None if line["alive"] else 0.55)


def _bridges(letter: str, line: dict[str, Any], pieces: list[Piece], size: int, of: Colours) -> str:
    """Where a line goes over its partner's."""

    def bridge(at: Square, heading: int) -> str:
        over = way(middle(at), "straight", heading, heading)
        rails = [tag("path", d=over[0], stroke=of[paint], stroke_width=wide) for paint, wide in RAILS]
        return group(*rails, fill="none") + track(letter, [over], [], 15, of)

    drawn = [everywhere(size, [each.over], partial(bridge, heading=each.heading)) for each in pieces if each.over]
    return group(*drawn, opacity=None if line["alive"] else 0.55)


def _places(view: dict[str, Any], of: Colours) -> str:
    """Where the next card may lie, with the direction in which it is entered."""
    ways: dict[str, list[dict[str, Any]]] = view["places"]
    places = ways.get("lay") or ways.get("go") or next(iter(ways.values()), [])
    headings = {square(place["square"]): COMPASS.index(place["heading"]) for place in places}
    size = view["size"]
    bold = 6 if size >= MANY else 4
    ends = {"stroke_linecap": "round", "stroke_linejoin": "round", "fill": "none", "stroke": of["ink"]}

    def place(at: Square) -> str:
        turned = f"rotate({90 * headings[at[0] % size, at[1] % size]})"
        ground = tag("rect", x=-46, y=-46, width=92, height=92, rx=9, fill=of["hint"])
        stitches = svg_kit.stitch("rect", of["ink"], bold, x=-42, y=-42, width=84, height=84, rx=7)
        arrow = tag("path", d="M0 17V-17M-14 -4L0 -18L14 -4", stroke_width=bold + 2, transform=turned, **ends)
        return on(at, ground, stitches, arrow)

    return everywhere(size, headings, place, 0.6)


def _edges(size: int, of: Colours) -> Iterator[str]:
    """The seam round the area, with the same mark at sides that are joined."""
    side, middle, bold = 100 * size, size // 2 * 100, 1.5 if size >= MANY else 1
    yield svg_kit.stitch("rect", of["thread"], 4.5 * bold, width=side, height=side)
    edge = {"stroke": of["cloth-2"], "stroke_width": 6, "stroke_linejoin": "round"}
    one, two = "M-14 -13L11 0L-14 13z", "M-13 -22L0 0L13 -22zM-13 0L0 22L13 0z"
    for x, y, d in ((middle, 0, one), (middle, side, one), (0, middle, two), (side, middle, two)):
        yield group(tag("path", d=d, **edge), tag("path", d=d), x=x, y=y, scale=bold, fill=of["thread"])


def _gates(letter: str, line: dict[str, Any], pieces: list[Piece], size: int, of: Colours) -> str:
    """Posts at both sides that a line goes through from an edge to its opposite."""
    posts = ""
    for piece in pieces[1:]:
        right, down = STEPS[piece.heading]
        for column, row in filter(None, (piece.at, piece.over)):
            if all(0 <= n < size for n in (column - right, row - down)):
                continue
            x, y = middle((column, row))
            for edge in (0, 100 * size):
                posts += f"M{edge} {y - 29}v10m0 38v10" if right else f"M{x - 29} {edge}h10m38 0h10"
    drawn = (("art-line", 17), (f"seat-{letter}", 10))
    strokes = [tag("path", d=posts, stroke=of[colour], stroke_width=width) for colour, width in drawn if posts]
    return group(*strokes, stroke_linecap="round", fill="none", opacity=None if line["alive"] else 0.55)


def _signs(view: dict[str, Any], seat: int, pieces: list[Piece], of: Colours) -> str:
    """The ring that a line begins with, and at its end its letter, or a cross where it is cut."""
    size, lines, letter = view["size"], view["lines"], svg_kit.LETTERS[seat]
    bold, alive = size >= MANY, lines[seat]["alive"]
    mine = view["seat"] < len(lines) and len(lines) > 1
    plate = {"fill": of["lamp" if mine and seat == view["seat"] else "card"], "stroke": of["art-line"]}
    name = write(letter, 0, 0, 17.5, of["card-ink"], weight=0.2)
    cross = tag("path", d="M-8 -8L8 8M8 -8L-8 8", stroke=of["art-line"], stroke_width=5.5, stroke_linecap="round")
    with_ = svg_kit.stitch("circle", of["ink"], 3.2, r=28) if mine and lines[view["seat"]]["partner"] == seat else ""

    def start(at: Square) -> str:
        ring = tag("circle", r=29, fill=of[f"seat-{letter}"], stroke=of["art-line"], stroke_width=3.5)
        return on(at, ring, tag("circle", r=18, stroke_width=3, **plate), name, scale=1.3 if bold else 1)

    def head(at: Square) -> str:
        disc = tag("circle", r=19, stroke_width=3.2, **plate)
        return on(at, with_, disc, name if alive else cross, scale=1.6 if bold else 1)

    ended = [pieces[-1].at] if len(pieces) > 1 or not alive else []
    return everywhere(size, [pieces[0].at], start, 0.45) + everywhere(size, ended, head, 0.45)


def _title(words: str, aside: str, of: Colours) -> list[str]:
    more = [write(aside, SLIP - 16, 25, 8.5, of["ink-2"], anchor="end")] if aside else []
    return [write(words, 16, 24, 12, of["ink"], weight=0.17, anchor="start"), *more]


def _slips(view: dict[str, Any], of: Colours) -> Iterator[tuple[float, list[str]]]:
    """What lies beside the area, each with its height: a hand, who goes when, what counts."""
    lines, seat = view["lines"], view["seat"]
    if view["mode"] == "classic":
        yield _pile(view, of)
    one = 0 if len(lines) == 1 else seat if seat < len(lines) and view["mode"] != "coop" else None
    if one is not None and view["mode"] != "classic" and lines[one]["held"]:
        yield _hand(lines[one], svg_kit.LETTERS[one], of)
    if view["mode"] != "classic":
        yield _people(view, one, of)
    if view["tally"]:
        yield _tally(view, of)


def _hand(line: dict[str, Any], letter: str, of: Colours) -> tuple[float, list[str]]:
    cards = len(held(line["hand"]))
    row = 3 if cards <= 6 else 4
    apart = (SLIP - 32 + 8) / row
    drawn = faces(line["hand"], letter, 16, 46, apart - 8, apart, row, of)
    return 46 - cards // -row * apart + 8, [*_title("Hand", f"{line['deck']} in the deck", of), drawn]


def _pile(view: dict[str, Any], of: Colours) -> tuple[float, list[str]]:
    """Classic solitaire: the card that is turned up, and the discards in a fan, the top one last."""
    drawn = _title("Turned up", f"{view['lines'][0]['deck']} in the deck", of)
    if view["turned"]:
        drawn.append(face(view["turned"], "R", 16, 46, 92, of))
    else:
        drawn.append(svg_kit.stitch("path", of["edge"], 2, d="M18 48h88v88h-88z"))
    drawn.append(write(f"{len(view['pile'])} discarded", SLIP - 16, 60, 8.5, of["ink-2"], anchor="end"))
    fan = view["pile"][-6:]
    drawn += [face(kind, "R", SLIP - 64 - 12 * (len(fan) - 1 - n), 82, 48, of) for n, kind in enumerate(fan)]
    return 154, drawn


def _people(view: dict[str, Any], shown: int | None, of: Colours) -> tuple[float, list[str]]:
    """Who goes when, in a row each; open hands that lie nowhere else are in it."""
    everybody = range(len(view["lines"]))
    rows = view["order"] + [seat for seat in everybody if seat not in view["order"]]
    turn = f" · lay {view['to_lay']}" if view["mover"] is not None and view["to_lay"] else ""
    aside = "over" if view["over"] else f"round {view['round']}{turn}" if view["round"] else "who begins"
    drawn, y, tall = _title("Order of play" if len(rows) > 1 else "Line", aside, of), 44.0, 36 if len(rows) > 5 else 44
    for seat in rows:
        line = view["lines"][seat]
        hand = line["hand"] if seat != shown and line["held"] else None
        high = tall + (0 if not hand else 30 if line["held"] <= SMALL else 40)
        if seat == view["mover"]:
            drawn.append(tag("rect", x=8, y=y, width=SLIP - 16, height=high, rx=10, fill=of["sunk"]))
        drawn.append(group(*_person(view, seat, hand is None and len(rows) > 1, of), y=y + tall / 2))
        if hand:
            drawn.append(faces(hand, svg_kit.LETTERS[seat], 16, y + tall - 3, 26, 29, 8, of))
        y += high
    return y + 10, drawn


def _person(view: dict[str, Any], seat: int, backs: bool, of: Colours) -> Iterator[str]:
    """A line in a row: its ring, its cards, its initiative and its energy."""
    line, letter = view["lines"][seat], svg_kit.LETTERS[seat]
    mate = line["partner"]
    won = view["over"] and view["mode"] in ("versus", "teams")
    won = won and (line["alive"] or (mate is not None and view["lines"][mate]["alive"]))
    if seat == view["seat"] and len(view["lines"]) > 1:
        yield tag("rect", x=4, y=-13, width=5, height=26, rx=2.5, fill=of["lamp"], stroke=of["lamp-edge"])
    yield svg_kit.token(letter, 30, 0, 28, of, awaited=seat == view["mover"] or won, out=not line["alive"])
    x = 56.0
    if mate is not None:
        yield write("+", x + 2, 0, 7, of["ink"]) + svg_kit.dot(svg_kit.LETTERS[mate], x + 15, 0, 8, of)
        x += 31
    if line["revealed"] is not None:
        yield face(KIND_NAMES[line["revealed"]], letter, x, -15, 30, of)
    elif backs:
        fan = [back(letter, x + 7 * n, -7.5, 15, of) for n in range(min(line["held"], 8))]
        yield "".join(fan) or write("\N{EN DASH}", x + 5, 0, 8, of["ink-2"])
    if line["revealed"] is None:
        yield deck(line["deck"], 132 if mate is None else 138, of)
    if won:
        yield write("wins", 208, 0, 9, of["ink"], weight=0.18, anchor="end")
    elif not line["alive"]:
        yield write("cut", 208, 0, 9, of["ink-2"], anchor="end")
    elif line["initiative"] is not None and len(view["lines"]) > 1:
        yield write(line["initiative"], 208, 0, 13, of["ink"], weight=0.15, anchor="end")
    yield from pips(line["energy"], SLIP - 16, of)


def _tally(view: dict[str, Any], of: Colours) -> tuple[float, list[str]]:
    """What counts alone or together, and in the end the points."""
    tally, over = view["tally"], view["over"]
    rows = [("empty squares", view["empty"]), ("left over", tally["left"])]
    if view["mode"] != "classic":
        rows.append((SCORES[tally["score"]], tally["energy" if tally["score"] == "2021" else "spent"]))
    none = "not full" if view["empty"] else "full in mid turn"
    drawn = _title("Points" if over else "What counts", none if over and view["points"] is None else "", of)
    if view["points"] is not None:
        drawn.append(write(view["points"], SLIP - 16, 26, 17, of["ink"], weight=0.15, anchor="end"))
    for n, (words, value) in enumerate(rows):
        drawn.append(write(words, 16, 52 + 20 * n, 9, of["ink-2"], anchor="start"))
        drawn.append(write(value, SLIP - 16, 52 + 20 * n, 9.5, of["ink"], weight=0.17, anchor="end"))
    return 52 + 20 * len(rows), drawn
