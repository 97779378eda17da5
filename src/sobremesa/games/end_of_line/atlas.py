"""Every solo board of up to three walls, open deck, edition `es`: its best score, the energy it takes, how hard it is.

The difficulty is how often one has to try. A careful player who sees one card ahead lays cards at random, but never one
after which a square is out of reach, there are more dead ends than the line has ends, or the cards no longer suffice
for the best score. The difficulty is how many lines such a player begins for each that reaches the best score, counted
over WALKS of them: 1 would be a board that plays itself, WALKS one where at most one of them did.
"""

import contextlib
import csv
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

from sobremesa import parallel
from sobremesa.games.end_of_line.ai.line_search import wander
from sobremesa.games.end_of_line.ai.solo_puzzle import START_SQUARE, Puzzle
from sobremesa.games.end_of_line.ai.supply import NOTHING, OPEN_DECK, fitting, outlook
from sobremesa.games.end_of_line.ai.torus import SOLO
from sobremesa.kernel.rng import seeded
from sobremesa.mistakes import BadRecord

PATH = Path(__file__).with_name("atlas.csv")
WALLS = 3
WALKS = 4000
COLUMNS = "walls", "score", "energy", "difficulty"
Squares = tuple[int, ...]
Tick = Callable[[int, int], object]
"""Is told after each board how many are done, and of how many."""


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


@dataclass(frozen=True)
class Page:
    """A board that is to be solved, and which of all it is."""

    number: int
    board: Squares


class Survey:
    """What a crew is asked for: the entry of each page."""

    def stage(self) -> "Survey":
        return self

    def outcome(self, task: Page) -> Entry:
        return survey(task.board)


def surveyed(tick: Tick | None = None, jobs: int | None = 1, cluster: str | None = None) -> list[Entry]:
    """Every board solved, by whoever `jobs` and `cluster` name: see `sobremesa.parallel`."""
    pages = [Page(number, board) for number, board in enumerate(boards())]
    entries: dict[int, Entry] = {}
    with contextlib.closing(parallel.outcomes(Survey(), pages, jobs, cluster)) as outcomes:
        for found in outcomes:
            if isinstance(found, parallel.Failed):
                raise BadRecord(f"A board, walls on squares {found.task.board}, could not be solved. {found.why}")
            entries[found.task.number] = found.result
            if tick:
                tick(len(entries), len(pages))
    return [entries[page.number] for page in pages]


def write_atlas(
    path: Path | str = PATH, tick: Tick | None = None, jobs: int | None = 1, cluster: str | None = None
) -> None:
    """Solve every board, then write them all down."""
    if not Path(path).parent.is_dir():
        raise BadRecord(f"{path} cannot be written: there is no such folder.")
    entries = surveyed(tick, jobs, cluster)
    try:
        with open(path, "w", newline="", encoding="utf-8") as file:
            csv.writer(file, lineterminator="\n").writerows([COLUMNS, *map(_row, entries)])
    except OSError as error:
        raise BadRecord(f"{path} cannot be written: {error.strerror}.") from None


def check_atlas(
    path: Path = PATH, tick: Tick | None = None, jobs: int | None = 1, cluster: str | None = None
) -> list[str]:
    """Solve every board, and tell what the atlas lacks, and what it has that is not so."""
    try:
        held = {entry.walls: entry for entry in read_atlas(path)}
    except OSError as error:
        raise BadRecord(f"{path} cannot be read: {error.strerror}.") from None
    except (ValueError, LookupError, TypeError, AttributeError, csv.Error):
        raise BadRecord(f"{path} is not an atlas: a line of it has {', '.join(COLUMNS)}.") from None
    found = {entry.walls: entry for entry in surveyed(tick, jobs, cluster)}
    return [
        *(f"The atlas lacks {_told(entry)}." for walls, entry in found.items() if held.get(walls) != entry),
        *(
            f"The atlas has {_told(entry)}, which is not so."
            for walls, entry in held.items()
            if found.get(walls) != entry
        ),
    ]


def _row(entry: Entry) -> list[object]:
    walls = " ".join(f"{row},{column}" for row, column in entry.walls)
    return [walls, "" if entry.score is None else entry.score, entry.energy, entry.difficulty]


def _told(entry: Entry) -> str:
    return ", ".join(
        f"{name} {'none' if value == '' else value}" for name, value in zip(COLUMNS, _row(entry), strict=True)
    )


def read_atlas(path: Path = PATH) -> tuple[Entry, ...]:
    """The atlas that ships with the package, or another: of two mirror images, only one."""
    with path.open(newline="", encoding="utf-8") as file:
        rows = csv.DictReader(file)
        if tuple(rows.fieldnames or ()) != COLUMNS:
            raise ValueError(f"the columns are {rows.fieldnames}")
        return tuple(map(_entry, rows))


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
