"""Splut! on a terminal: the board with its coordinates, each piece with the letter and the colour of its team.

R Y G B   the team      S D T   sorcerer, dwarf, troll      ()   a rock      .   an empty square
"""

from typing import Any

from sobremesa import kernel
from sobremesa.games.splut import rules
from sobremesa.games.splut.notation import PIECES, seat_names
from sobremesa.games.splut.tables import FILES, NOTHING, RANKS, ROCKS, SQUARE, THINGS
from sobremesa.mistakes import BadDiagram

PAINT = {"red": "1;31", "yellow": "1;33", "green": "1;32", "blue": "1;34", "rock": "1;7", "square": "2"}
EMPTY, STONE = " .", "()"


def draw(view: dict[str, Any], colour: bool = False) -> str:
    """The board as lines of text."""

    def paint(mark: str, how: str) -> str:
        return f"\x1b[{PAINT[how]}m{mark}\x1b[0m" if colour else mark

    marks = {square: paint(EMPTY, "square") for square in SQUARE}
    marks |= {rock: paint(STONE, "rock") for rock in view["rocks"]}
    for team in view["teams"]:
        for piece, square in team["pieces"].items():
            if square:
                marks[square] = paint(team["colour"][0].upper() + piece[0].upper(), team["colour"])
    files = "   " + "".join(f"{file:>3}" for file in FILES)
    rows = [
        f" {rank} " + "".join(" " + marks.get(file + rank, "  ") for file in FILES) + f"  {rank}"
        for rank in reversed(RANKS)
    ]
    return "\n".join([files, *rows, files])


def describe(view: dict[str, Any]) -> str:
    """The same in sentences, for whoever does not see a drawing."""
    told = [f"Rocks are on {', '.join(view['rocks'])}."]
    for team in view["teams"]:
        pieces = ", ".join(f"{piece} on {square}" for piece, square in team["pieces"].items() if square)
        told.append(f"{team['colour'].capitalize()}, from the {team['side']}: {pieces or 'out'}.")
    return "\n".join(told)


def read(diagram: str, seats: int, turn_limit: int = 200, levitate_adjacent: bool = True) -> Any:
    """A position from such a drawing; a rank left out is empty. The first team standing has three steps."""
    position = kernel.blank(rules.State)
    s = position[0]
    rules.setup(s, seats, turn_limit, levitate_adjacent)
    for thing in range(THINGS):
        rules.lift(s, thing)
    stones = iter(range(ROCKS))
    pieces = {
        colour[0].upper() + piece[0].upper(): rules.sorcerer_of(seat) + k
        for seat, colour in enumerate(seat_names(seats))
        for k, piece in enumerate(PIECES)
    }
    drawn = ""
    for line in filter(str.strip, diagram.splitlines()):
        rank, *marks = line.split()
        if rank not in RANKS:
            continue
        if rank in drawn:
            raise BadDiagram(f"Rank {rank} is drawn twice.")
        drawn += rank
        squares = [file + rank for file in FILES if file + rank in SQUARE]
        if marks[len(squares) :] not in ([], [rank]) or len(marks) < len(squares):
            raise BadDiagram(f"Rank {rank} has {len(squares)} squares, but the drawing has {len(marks)}.")
        for square, mark in zip(squares, marks, strict=False):
            if mark == EMPTY.strip():
                continue
            thing = next(stones, NOTHING) if mark == STONE else pieces.pop(mark, NOTHING)
            if thing == NOTHING:
                raise BadDiagram(f"{mark} on {square} is not a thing that a board for {seats} has room for.")
            s.on[SQUARE[square]] = thing
            s.at[thing] = SQUARE[square]
    if (missing := len(list(stones))) > 0:
        raise BadDiagram(f"There are always four rocks on the board; {missing} of them are missing.")
    if not any(rules.alive(s, seat) for seat in range(seats)):
        raise BadDiagram("No sorcerer stands on the board.")
    for seat in range(seats):
        if not rules.alive(s, seat):
            rules.remove_team(s, rules.sorcerer_of(seat))
    s.turns, s.steps, s.moved = 2, 3, 0
    while not rules.alive(s, s.mover):
        s.mover += 1
    return position
