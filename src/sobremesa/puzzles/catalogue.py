"""The puzzles that ship with the package, read from their files, and written into them."""

import csv
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from types import ModuleType

from sobremesa.games.game import nearest
from sobremesa.mistakes import BadOption, BadRecord, Mistake
from sobremesa.puzzles import boards, duel, throws
from sobremesa.puzzles.puzzle import KINDS, Puzzle

KNOWN: dict[str, ModuleType] = {duel.KILL: duel, duel.SAVE: duel, throws.KIND: throws, boards.KIND: boards}
DATA = Path(__file__).with_name("data")
FILES = {"splut": DATA / "splut.csv", "shut-the-lines": DATA / "throws.csv"}
COLUMNS = "id", "kind", "position", "rating", "effort", "tried", "solutions"


def about(kind: str) -> ModuleType:
    """Who knows about a kind: how it begins, what a try comes to, what solves it."""
    if kind not in KNOWN:
        raise BadOption(f"There is no kind of puzzle {kind!r}; there is {', '.join(KINDS)}.{nearest(kind, KINDS)}")
    return KNOWN[kind]


@cache
def listed(kind: str) -> tuple[Puzzle, ...]:
    """Every puzzle of a kind, the easiest first."""
    found = boards.puzzles() if about(kind) is boards else [each for each in _read() if each.kind == kind]
    return tuple(sorted(found, key=order))


def order(puzzle: Puzzle) -> tuple[int, int, str]:
    """The easiest first, by kind."""
    return KINDS.index(puzzle.kind), puzzle.rating, puzzle.id


@cache
def by_id() -> dict[str, Puzzle]:
    """Every puzzle by its id."""
    return {puzzle.id: puzzle for kind in KINDS for puzzle in listed(kind)}


@cache
def _read() -> tuple[Puzzle, ...]:
    return tuple(puzzle for path in FILES.values() for puzzle in read(path))


def read(path: Path) -> list[Puzzle]:
    """The puzzles of a file."""
    try:
        with path.open(newline="", encoding="utf-8") as file:
            rows = csv.DictReader(file)
            if tuple(rows.fieldnames or ()) != COLUMNS:
                raise BadRecord(f"{path} has no puzzles: its first line would be {','.join(COLUMNS)}.")
            return [_puzzle(row) for row in rows]
    except Mistake:
        raise
    except OSError as error:
        raise BadRecord(f"{path} cannot be read: {error.strerror}.") from None
    except (ValueError, LookupError, TypeError, csv.Error):
        raise BadRecord(f"{path} is no file of puzzles: a line of it has {', '.join(COLUMNS)}.") from None


def _puzzle(row: dict[str, str]) -> Puzzle:
    kind, text, rating, tried = row["kind"], row["position"], int(row["rating"]), int(row["tried"])
    if about(kind) is throws:
        found = throws.read(kind, text, rating, tried, float(row["effort"]))
    else:
        found = duel.read(kind, text, rating, tried, int(row["solutions"]))
    if (found.id, f"{found.effort}") != (row["id"], row["effort"]):
        raise BadRecord(f"{row['id']} is not the id or the effort of what is in its line.")
    return found


def check_place(path: Path) -> None:
    """Whether a file can be there, before it is worked for."""
    if path.is_dir():
        raise BadRecord(f"{path} cannot be written: it is a folder.")
    if not path.parent.is_dir():
        raise BadRecord(f"{path} cannot be written: there is no such folder.")


def write(path: Path, puzzles: Iterable[Puzzle]) -> None:
    """Write puzzles into a file, the easiest first."""
    rows = [[getattr(puzzle, column) for column in COLUMNS] for puzzle in sorted(puzzles, key=order)]
    try:
        with path.open("w", newline="", encoding="utf-8") as file:
            csv.writer(file, lineterminator="\n").writerows([COLUMNS, *rows])
    except OSError as error:
        raise BadRecord(f"{path} cannot be written: {error.strerror}.") from None
