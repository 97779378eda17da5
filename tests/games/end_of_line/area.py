"""Matches of End of Line that stand at a position which a test has drawn.

A drawing has the number of a row and then its squares; rows left out are empty. A square is `.`, a wall `##`, or a
card: the initial of its line and the ways that it joins, as the game itself draws them, with `╬` for cross-0. The start
cards are where they always are, drawn or not. In what order a line was laid is found by following it; a `*` marks the
last card where that leaves a doubt. In versus, where there are no walls, one stands for any card that is in the way.
"""

from typing import Any

import sobremesa
from sobremesa.games.end_of_line import cards, rules, sound
from sobremesa.games.end_of_line.draw import WAYS
from sobremesa.games.end_of_line.tables import (
    CARDS,
    CLASSIC,
    KIND_NAMES,
    KINDS,
    NOTHING,
    ROUND,
    TURN,
    TURNING_UP,
    WALL,
)

STEPS = (-1, 0), (0, 1), (1, 0), (0, -1)
SIDES = {glyph: sides for sides, glyph in WAYS.items()} | {"╬": 15}
Square = tuple[int, int]


def begin(
    diagram: str = "",
    seats: int | None = None,
    *,
    rows: dict[str, str] | None = None,
    mover: str | None = "ruby",
    order: str = "",
    rounds: int = 2,
    hands: dict[str, str] | None = None,
    energy: dict[str, int] | None = None,
    cut: str = "",
    opener: str = "ruby",
    pile: str = "",
    **options: Any,
) -> sobremesa.Match:
    """A match at the drawn position, at the beginning of a turn. Chance is played by hand.

    Where only the kinds matter, a row of cards ahead of a start card is written and not drawn. Without a mover a round
    is about to begin. Without an order the seats follow each other from the mover on; those who are cut are named in
    the order of being cut. A hand that is not given has one each of the first five kinds that are left. In classic
    solitaire, where nobody has a hand, a card is about to be turned up; the top of the pile is named last.
    """
    match = sobremesa.Match("end-of-line", seats, roll=False, **options)
    position = match.position.copy()
    match._positions = [position]
    s = position[0]
    names = match.seat_names
    drawn = read(diagram, int(s.width))
    for seat, name in enumerate(names):
        cells = {square: mark[1:] for square, mark in drawn.items() if mark[0] == name[0].upper()}
        partner = names[cards.mate(s, seat)][0].upper() if options.get("mode") == "teams" else None
        crossed = {square for square, mark in drawn.items() if mark[0] == partner}
        start = divmod(int(s.path[seat, 0]), int(s.width)), int(s.face[s.path[seat, 0]]) & 3
        cells.pop(start[0], None)
        for square, kind, heading in follow(cells, *start, int(s.width), crossed):
            lay(match, name, kind, heading, square)
        for kind in (rows or {}).get(name, "").split():
            heading, last = start[1], divmod(int(s.path[seat, s.laid[seat]]), int(s.width))
            lay(match, name, kind, heading, beyond(last, heading, int(s.width)))
        give(match, name, (hands or {}).get(name))
        s.energy[seat] = (energy or {}).get(name, s.energy[seat])
    for square, mark in drawn.items():
        if mark == "##":
            s.on[square[0] * s.width + square[1]] = WALL
            s.empty -= 1
    for name in cut.split():
        rules.cut(s, names.index(name))
    first = names.index(mover or names[0])
    living = [name for name in order.split() or names[first:] + names[:first] if s.alive[names.index(name)]]
    s.order[: len(living)] = [names.index(name) for name in living]
    s.living, s.turn = len(living), living.index(mover) if mover else 0
    s.rounds, s.opener = rounds, names.index(opener)
    for card in pile.split():
        s.deck[0, KIND_NAMES.index(card)] -= 1
        s.pile[s.piled] = KIND_NAMES.index(card)
        s.piled += 1
    s.mulligan = False
    s.phase = TURNING_UP if s.mode == CLASSIC else TURN if mover else ROUND
    assert list(sound.faults(s)) == []
    rules.go_on(s)
    return match


def read(diagram: str, size: int) -> dict[Square, str]:
    """What is drawn on each square that is not empty."""
    drawn = {}
    for line in filter(str.strip, diagram.splitlines()):
        row, *marks = line.split()
        assert len(marks) <= size, f"row {row} has {size} squares"
        drawn.update({(int(row), column): mark for column, mark in enumerate(marks) if mark != "."})
    assert all(mark == "##" or (mark[0] in "RMJLVPTS" and mark[1] in SIDES) for mark in drawn.values()), drawn
    return drawn


def follow(cells: dict[Square, str], square: Square, facing: int, size: int, crossed: set[Square]) -> list[Any]:
    """The cards of a line in an order in which they may have been laid: square, kind and heading of each.

    A card is laid at the last one or, where that does not work out, at the one before it, as seldom as may be.
    """

    last = next((square for square, mark in cells.items() if mark.endswith("*")), None)

    def extend(path: list[Any], turnarounds: int) -> list[Any] | None:
        if len(path) == len(cells) + 1:
            return path if last in (None, path[-1][0]) else None
        for back, (square, kind, facing) in enumerate((path[-1], *path[-2:-1] * (turnarounds > 0))):
            for way in CARDS[kind][1] if kind != "start" else (1,):
                heading = (facing + way - 1) % 4
                target = beyond(square, heading, size)
                if target in crossed and target not in cells:
                    target = beyond(target, heading, size)
                sides = SIDES[cells.get(target, "·")[0]]
                if sides >> (heading + 2) % 4 & 1 and all(target != taken for taken, *_ in path):
                    card = target, kind_of(cells[target][0], heading), heading
                    if found := extend([*path, card], turnarounds - back):
                        return found
        return None

    path = next(filter(None, (extend([(square, "start", facing)], turnarounds) for turnarounds in range(4))), None)
    assert path, f"no line goes through {sorted(cells)}"
    return path[1:]


def beyond(square: Square, heading: int, size: int) -> Square:
    """The next square in a direction."""
    down, across = STEPS[heading]
    return (square[0] + down) % size, (square[1] + across) % size


def kind_of(glyph: str, heading: int) -> str:
    """The kind of a card that joins these sides, of a line that comes in this direction."""
    if glyph in "┼╬":
        return "cross-5" if glyph == "┼" else "cross-0"
    exits = tuple(way for way in range(3) if SIDES[glyph] >> (heading + way + 3) % 4 & 1)
    return next(kind for kind, (_, ways, _) in CARDS.items() if ways == exits)


def lay(match: sobremesa.Match, name: str, kind: str, heading: int, square: Square) -> None:
    """Let the last card of a line be this one, from its deck, wherever that is."""
    s, seat = match.position[0], match.seat_names.index(name)
    number = square[0] * int(s.width) + square[1]
    assert s.on[number] == NOTHING, f"something is on {square}"
    s.laid[seat] += 1
    s.path[seat, s.laid[seat]] = number
    s.on[number] = 1 + seat
    s.face[number] = 4 * KIND_NAMES.index(kind) + heading
    s.empty -= 1
    (s.hand if s.open_deck else s.deck)[seat, KIND_NAMES.index(kind)] -= 1
    if s.open_deck:
        s.held[seat] -= 1


def give(match: sobremesa.Match, name: str, hand: str | None = None) -> None:
    """Let a line hold these cards of those it has not laid; the others are in its deck."""
    s, seat = match.position[0], match.seat_names.index(name)
    if s.open_deck or s.mode == CLASSIC:
        return
    cards.put_back(s, seat)
    kinds = [KIND_NAMES.index(card) for card in (hand or "").split()]
    if hand is None:
        kinds = [kind for kind in range(KINDS) if s.deck[seat, kind] > 0][:5]
    for kind in kinds:
        assert s.deck[seat, kind] > 0, f"{name} has no more {KIND_NAMES[kind]}"
        cards.draw(s, seat, kind, 1)


def play(match: sobremesa.Match, moves: str) -> sobremesa.Match:
    """Play the moves in a line of text, those of chance among them."""
    for move in moves.split():
        match.push(move)
    return match


def moves(match: sobremesa.Match) -> set[str]:
    """The legal moves as they are written."""
    return {move.text for move in match.legal_moves}


def squares(match: sobremesa.Match) -> set[str]:
    """The squares where a card may be laid now."""
    return {text.partition(">")[2] for text in moves(match) if ">" in text}


def mover(match: sobremesa.Match) -> str | None:
    """The line whose turn it is, or chance."""
    return None if match.turn is None else match.seat_name(match.turn)


def order(match: sobremesa.Match) -> str:
    """The turn order of this round."""
    s = match.position[0]
    return " ".join(match.seat_names[seat] for seat in s.order[: s.living])


def hand(match: sobremesa.Match, name: str) -> str:
    """The cards that a line holds."""
    held = match.position[0].hand[match.seat_names.index(name)]
    return " ".join(kind for number, kind in enumerate(KIND_NAMES) for _ in range(held[number]))


def line(match: sobremesa.Match, name: str) -> list[str]:
    """The squares of a line in the order of laying."""
    return [card["square"] for card in match.view()["lines"][match.seat_names.index(name)]["cards"]]


def alive(match: sobremesa.Match) -> str:
    """The lines that go on."""
    return " ".join(name for seat, name in enumerate(match.seat_names) if match.position[0].alive[seat])


def energy(match: sobremesa.Match, name: str) -> int:
    return int(match.position[0].energy[match.seat_names.index(name)])
