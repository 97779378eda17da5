"""Every solo board of up to three walls, open deck, edition `es`: its best score, the energy it takes, how hard it is.

The difficulty is how often one has to try. A careful player who sees one card ahead lays cards at random, but never one
after which a square is out of reach, there are more dead ends than the line has ends, or the cards no longer suffice
for the best score. The difficulty is how many lines such a player begins for each that reaches the best score, counted
over WALKS of them: 1 would be a board that plays itself, WALKS one where at most one of them did.
"""

import csv
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

from sobremesa.dice import seeded
from sobremesa.games.end_of_line.paths import wander
from sobremesa.games.end_of_line.puzzle import START_SQUARE, Puzzle
from sobremesa.games.end_of_line.supply import NOTHING, OPEN_DECK, fitting, outlook
from sobremesa.games.end_of_line.torus import SOLO

PATH = Path(__file__).with_name("atlas.csv")
WALLS = 3
WALKS = 4000
COLUMNS = "walls", "score", "energy", "difficulty"
Squares = tuple[int, ...]


class Entry(NamedTuple):
    """A board and the best it allows: no score means that it cannot be filled."""

    walls: tuple[tuple[int, int], ...]
    score: int | None
    energy: int
    difficulty: float


def mirrored(walls: Iterable[int]) -> Squares:
    """The same board in a mirror that stands along the column of the start card."""
    column = START_SQUARE % SOLO
    return tuple(sorted(wall // SOLO * SOLO + (2 * column - wall % SOLO) % SOLO for wall in walls))


def boards() -> Iterator[Squares]:
    """Every board but those that are the mirror image of one before."""
    squares = [square for square in range(SOLO * SOLO) if square != START_SQUARE]
    for walls in range(WALLS + 1):
        yield from (board for board in combinations(squares, walls) if board <= mirrored(board))


def survey(board: Squares) -> Entry:
    """Solve a board and measure how hard it is."""
    walls = tuple(divmod(wall, SOLO) for wall in board)
    puzzle = Puzzle(board)
    found = puzzle.best()
    if found is None:
        return Entry(walls, None, 0, 0.0)
    limit = found.cost - found.spending.cost
    quests, line = puzzle.quest(found.spending, limit, matched=False)
    table = outlook(puzzle.sign, puzzle.squares, found.spending.turnarounds)
    reached = wander(line, quests, table, fitting(OPEN_DECK, NOTHING), WALKS, seeded(sum(1 << wall for wall in board)))
    return Entry(walls, puzzle.points(found.cost), found.spending.energy, round(WALKS / max(reached, 1), 1))


def write_atlas(path: Path | str = PATH, tick: Callable[[int, int], object] | None = None) -> None:
    """Solve every board, then write them all down. After each, tick is told how many are done, and of how many."""
    every, rows = list(boards()), []
    for done, board in enumerate(every):
        entry = survey(board)
        walls = " ".join(f"{row},{column}" for row, column in entry.walls)
        rows.append([walls, "" if entry.score is None else entry.score, entry.energy, entry.difficulty])
        if tick:
            tick(done + 1, len(every))
    with open(path, "w", newline="", encoding="utf-8") as file:
        csv.writer(file, lineterminator="\n").writerows([COLUMNS, *rows])


@lru_cache(maxsize=1)
def read_atlas(path: Path = PATH) -> tuple[Entry, ...]:
    """The atlas that ships with the package, or another: of two mirror images, only one."""
    with path.open(newline="", encoding="utf-8") as file:
        return tuple(map(_entry, csv.DictReader(file)))


def _entry(row: dict[str, str]) -> Entry:
    walls = tuple((int(wall[0]), int(wall[2])) for wall in row["walls"].split())
    return Entry(walls, int(row["score"]) if row["score"] else None, int(row["energy"]), float(row["difficulty"]))


@lru_cache(maxsize=1)
def _by_board() -> dict[Squares, Entry]:
    entries = {tuple(row * SOLO + column for row, column in entry.walls): entry for entry in read_atlas()}
    return entries | {mirrored(board): entry for board, entry in entries.items()}


def look_up(board: Squares) -> Entry:
    """What the atlas says of a board, given as sorted squares, or of its mirror image."""
    return _by_board()[board]
