"""Matches of End of Line that stand at a position which a test has drawn or written."""

import random
from typing import Any

import sobremesa
from sobremesa.games.end_of_line import invariants, rules
from sobremesa.games.end_of_line.rules import cards
from sobremesa.games.end_of_line.tables import CLASSIC, KIND_NAMES, KINDS, NOTHING, ROUND, TURN, TURNING_UP, WALL
from tests.support.games.drawing import Card, beyond, follow, read

HEADINGS = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}


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

    The start cards are where they always are, drawn or not. In versus, where there are no walls, a wall stands for any
    card that is in the way. Where only the kinds matter, a row of cards ahead of a start card is written and not drawn.
    Without a mover a round is about to begin. Without an order the seats follow each other from the mover on; those who
    are cut are named in the order of being cut. A hand that is not given has one each of the first five kinds that are
    left. In classic solitaire, where nobody has a hand, a card is about to be turned up; the top of the pile is named
    last.
    """
    match = sobremesa.Match("end-of-line", seats, roll=False, **options)
    match.suppose(match.position.copy())
    s, names = match.position[0], match.seat_names
    build(match, diagram)
    for seat, name in enumerate(names):
        for kind in (rows or {}).get(name, "").split():
            last = last_card(match, name)
            lay(match, name, Card(beyond(last.square, last.heading, int(s.width)), kind, last.heading))
        give(match, name, (hands or {}).get(name))
        s.energy[seat] = (energy or {}).get(name, s.energy[seat])
    for card in pile.split():
        s.deck[0, KIND_NAMES.index(card)] -= 1
        s.pile[s.piled] = KIND_NAMES.index(card)
        s.piled += 1
    for name in cut.split():
        rules.cut(s, names.index(name))
    first = names.index(mover or names[0])
    living = [name for name in order.split() or names[first:] + names[:first] if s.alive[names.index(name)]]
    for place, name in enumerate(living):
        s.order[place] = names.index(name)
        s.place[names.index(name)] = place
    s.living, s.turn = len(living), living.index(mover) if mover else 0
    s.rounds, s.opener, s.mulligan = rounds, names.index(opener), False
    s.phase = TURNING_UP if s.mode == CLASSIC else TURN if mover else ROUND
    assert list(invariants.faults(s)) == []
    rules.go_on(s)
    return match


def build(match: sobremesa.Match, diagram: str) -> None:
    """Lay what is drawn."""
    s, names = match.position[0], match.seat_names
    drawn = read(diagram, int(s.width))
    for seat, name in enumerate(names):
        partner = names[cards.mate(s, seat)][0].upper() if match.options["mode"] == "teams" else ""
        for card in follow(drawn, last_card(match, name), int(s.width), name[0].upper(), partner):
            lay(match, name, card)
    for (row, column), mark in drawn.items():
        if mark == "##":
            s.on[row * s.width + column] = WALL
            s.empty -= 1


def last_card(match: sobremesa.Match, name: str) -> Card:
    """The card where a line goes on."""
    s, seat = match.position[0], match.seat_names.index(name)
    square = int(s.path[seat, s.laid[seat]])
    kind, heading = divmod(int(s.face[square]), 4)
    return Card(divmod(square, int(s.width)), (*KIND_NAMES, "start")[kind], heading)


def lay(match: sobremesa.Match, name: str, card: Card) -> None:
    """Let the last card of a line be this one, from its deck, wherever that is."""
    s, seat, kind = match.position[0], match.seat_names.index(name), KIND_NAMES.index(card.kind)
    number = card.square[0] * int(s.width) + card.square[1]
    assert s.on[number] == NOTHING, f"something is on {card.square}"
    s.laid[seat] += 1
    s.path[seat, s.laid[seat]] = number
    s.on[number] = 1 + seat
    s.face[number] = 4 * kind + card.heading
    s.empty -= 1
    if s.open_deck:
        s.hand[seat, kind] -= 1
        s.held[seat] -= 1
    else:
        s.deck[seat, kind] -= 1


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


def some_walls(seed, walls=None):
    """Return walls of a board whose start is not closed."""
    dice = random.Random(seed)
    squares = [(row, column) for row in range(5) for column in range(5) if (row, column) not in ((2, 2), (1, 2))]
    return dice.sample(squares, dice.randrange(4) if walls is None else walls)


def small(seed, squares):
    """Return walls that leave so few squares, all within reach."""
    dice = random.Random(seed)
    left = [(1, 2)]
    while len(left) < squares:
        row, column = dice.choice(left)
        down, right = dice.choice(list(HEADINGS.values()))
        square = (row + down) % 5, (column + right) % 5
        if square != (2, 2) and square not in left:
            left.append(square)
    every = [(row, column) for row in range(5) for column in range(5)]
    return [square for square in every if square not in left and square != (2, 2)]
