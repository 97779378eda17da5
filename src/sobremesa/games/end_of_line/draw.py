"""End of Line on a terminal: the area with its joined edges, each line with its letter and colour.

Round the area stand, small, the squares beyond its edges: those of the opposite side. A card shows the letter of
its line and its ways; the last card of a line has a `*`, or `x` if it is cut; a wall is `###`.
"""

from typing import Any

from sobremesa.games.end_of_line.tables import CARDS, COMPASS

PAINT = {
    "ruby": "1;31",
    "maize": "1;33",
    "jade": "1;32",
    "lapis": "1;34",
    "violet": "1;35",
    "papaya": "1;38;5;208",
    "turquoise": "1;36",
    "salt": "1;37",
}
GHOST = "2"
WORDS = {"N": "north", "E": "east", "S": "south", "W": "west"}
WAYS = {  # the sides that a card joins, north 1, east 2, south 4, west 8
    0: "·",
    1: "╵",
    2: "╶",
    4: "╷",
    8: "╴",
    3: "└",
    6: "┌",
    12: "┐",
    9: "┘",
    5: "│",
    10: "─",
    7: "├",
    14: "┬",
    13: "┤",
    11: "┴",
    15: "┼",
}


def draw(view: dict[str, Any], colour: bool = False) -> str:
    """The area as lines of text, with what everybody holds."""
    size = view["size"]
    marks, paints = _marks(view)
    margin = [-1, *range(size), size]

    def paint(mark: str, how: str) -> str:
        return f"\x1b[{how}m{mark}\x1b[0m" if colour and how else mark

    def cell(row: int, column: int) -> str:
        square = f"{row % size},{column % size}"
        ghost = not (0 <= row < size and 0 <= column < size)
        mark = marks.get(square, " · ")
        return paint(mark.lower() if ghost else mark, GHOST if ghost else paints.get(square, GHOST))

    numbers = ("      " + "".join(f"{column:^3}" for column in range(size))).rstrip()
    rows = [numbers]
    for row in margin:
        label = f"{row:>2} " if 0 <= row < size else "   "
        edge = "┊" if 0 <= row < size else " "
        inside = "".join(cell(row, column) for column in range(size))
        rows.append(f"{label}{cell(row, -1)}{edge}{inside}{edge}{cell(row, size)}{label.rstrip()}".rstrip())
    return "\n".join([*rows, numbers, "", *_people(view, paint)])


def _marks(view: dict[str, Any]) -> tuple[dict[str, str], dict[str, str]]:
    """What is drawn on each square that is not empty, and how it is painted."""
    marks = dict.fromkeys(view["walls"], "###")
    paints: dict[str, str] = {}
    for line in view["lines"]:
        for number, card in enumerate(line["cards"]):
            head = (
                "*"
                if number == len(line["cards"]) - 1 and line["alive"]
                else "x"
                if number == len(line["cards"]) - 1
                else " "
            )
            marks[card["square"]] = line["name"][0].upper() + WAYS[_sides(card)] + head
            paints[card["square"]] = PAINT[line["name"]]
    return marks, paints


def _sides(card: dict[str, Any]) -> int:
    """The sides that a card joins: its entry, and its exits."""
    heading = COMPASS.index(card["heading"])
    if card["kind"] == "start":
        return 1 << heading
    sides = 1 << (heading + 2) % 4
    for way in CARDS[card["kind"]][1]:
        sides |= 1 << (heading + way + 3) % 4
    return sides


def _people(view: dict[str, Any], paint: Any) -> list[str]:
    """A line of text for each line of cards: its hand if it may be seen, its energy, its turn."""
    told = []
    for number, line in enumerate(view["lines"]):
        hand = f"{line['held']} cards" if line["hand"] is None else _cards(line["hand"]) or "no cards"
        state = "" if line["alive"] else "  cut"
        mark = ">" if number == view["mover"] else " "
        name = paint(f"{line['name'][0].upper()} {line['name']:10}", PAINT[line["name"]])
        told.append(f"{mark} {name} energy {line['energy']}  deck {line['deck']:>2}  {hand}{state}")
    if len(view["order"]) > 1:
        told.append(f"  round {view['round']}, order {' '.join(view['lines'][line]['name'] for line in view['order'])}")
    if view["turned"]:
        told.append(f"  turned up: {view['turned']}")
    if view["pile"]:
        told.append(f"  discards, the top one last: {' '.join(view['pile'])}")
    return told


def _cards(hand: dict[str, int]) -> str:
    return ", ".join(f"{count} {kind}" if count > 1 else kind for kind, count in hand.items() if count)


def describe(view: dict[str, Any]) -> str:
    """The same in sentences, for whoever does not see a drawing."""
    size = view["size"]
    told = [f"The area has {size} rows and {size} columns, counted from 0; its opposite edges are joined."]
    if view["walls"]:
        told.append(f"Walls are on {' and '.join(view['walls'])}.")
    for line in view["lines"]:
        last = line["cards"][-1]
        seam = " and ".join(line["exits"]) or "nowhere"
        state = f"can go on to {seam}" if line["alive"] else "is cut"
        told.append(
            f"{line['name'].capitalize()} has laid {len(line['cards']) - 1} cards: "
            f"{', '.join(card['square'] for card in line['cards'])}. "
            f"The last is {last['kind']} heading {WORDS[last['heading']]}; the line {state}. "
            f"Energy {line['energy']}, {line['deck']} cards in the deck, "
            f"hand: {_cards(line['hand']) or 'no cards' if line['hand'] is not None else str(line['held']) + ' cards'}."
        )
    return "\n".join(told)
