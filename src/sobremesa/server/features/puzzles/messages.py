"""What is told of puzzles. Nothing of a solution is, before a try is decided."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec

from sobremesa import puzzles
from sobremesa.puzzles import Puzzle
from sobremesa.server.features.puzzles.rating import NEW, Belief, mined, settled, shown
from sobremesa.server.features.puzzles.store import Counted, Fill, Try

Mine = Literal["", "hinted", "solved", "helped", "failed", "mended"]
"""What became of one's first try: nothing where there was none, `hinted` while it is open, `helped` where it was solved
after a hint, `mended` where it failed and a later one solved the puzzle. A board is `solved` where it was filled as
well as can be, `failed` where it can be bettered."""
Said = Literal[
    "open", "killed", "safe", "best", "filled", "lives", "own", "refuted", "worse", "stuck", "points", "shown"
]
"""What is said of a try, as `puzzles.Verdict` has it; `shown` where somebody gave up."""
LONGEST = 60
"""Choices that a solution may have."""
FILL = "fill"
"""The kind that is played at a table, and kept by its points."""


class Riddle(msgspec.Struct, omit_defaults=True):
    """A puzzle as it stands in a list."""

    id: str
    rating: int
    mine: Mine
    position: str
    """Of Splut! the squares of the rocks, then of sorcerer, dwarf and troll of either; of a throw its plan, the numbers
    that are covered and the dice; of a board its walls."""
    tried: int = 0
    solved: int = 0
    """How many first tries it had, and solved it."""
    best: int | None = None
    """Of a board: the fewest points that there can be, proved."""
    points: int | None = None
    """Of a board: the fewest that one has reached."""
    table: str = ""
    """Where that was."""


class Rung(msgspec.Struct):
    """A step of difficulty, from 1 on: how many puzzles it has, and how many of them one has solved."""

    step: int
    count: int
    solved: int


class Leaf(msgspec.Struct):
    """A page of the list of a kind, the easiest first."""

    kind: str
    page: int
    pages: int
    count: int
    """How many puzzles are on all pages."""
    counts: dict[str, int]
    """How many there would be with each of the other filters, at this step."""
    steps: list[Rung]
    puzzles: list[Riddle]
    next: Riddle | None
    """The easiest of all that one has not tried."""
    options: dict[str, str]
    """What a table for a board has to agree on, besides its walls; nothing where no table is needed."""


class Beside(msgspec.Struct):
    """Where a puzzle is on a list, and what comes before it and after it there."""

    number: int
    count: int
    page: int
    step: int
    before: Riddle | None
    after: Riddle | None


class Board(msgspec.Struct):
    """A board of End of Line that can be filled, among those that one has not filled yet."""

    board: Riddle
    beside: Beside
    options: dict[str, str]
    """What a table for one has to agree on, besides its walls."""


class Solver(msgspec.Struct):
    """What is believed of somebody at a kind of puzzle."""

    kind: str
    rating: int
    tried: int
    solved: int
    count: int
    """How many puzzles of the kind there are."""
    new: bool
    """Whether the rating is little more than a guess yet."""


class Asked(msgspec.Struct):
    """A puzzle that is to be solved: it begins where `POST /api/study` with its id does."""

    id: str
    kind: str
    game: str
    seats: int
    rating: int
    tried: int
    solved: int
    """How many first tries it had, and solved it."""
    mine: Mine
    known: bool
    """Whether the house knows who asks: then their first try counts."""
    you: Solver
    """What is believed of them."""
    beside: Beside | None = None
    """For who walks along a list: where they are on it."""


class Trying(msgspec.Struct, forbid_unknown_fields=True):
    moves: Annotated[list[Annotated[str, msgspec.Meta(max_length=120)]], msgspec.Meta(max_length=LONGEST)]
    """What is played from where the puzzle begins."""


class Split(msgspec.Struct):
    move: str
    value: float
    """How many lines perfect play reaches after it, on average."""
    loss: float


class Moved(msgspec.Struct):
    before: int
    after: int


class Judged(msgspec.Struct):
    """What came of a try."""

    state: Literal["open", "solved", "failed"]
    said: Said
    """Why."""
    refutation: list[str]
    """With what the opponent answers, where that is why it failed."""
    loss: float
    """How many lines less than the best a split comes to, on average."""
    splits: list[Split]
    """Of a throw that is decided: what each split is worth, the best first."""
    solutions: list[list[str]]
    """The first of them, the shortest first, for who has solved it or given up; none for who may try again."""
    count: int
    """How many there are."""
    counted: bool
    """Whether this was the first try, of somebody whom the house knows."""
    change: Moved | None
    """Of one's rating, where it counted."""
    puzzle: int
    """The puzzle's rating now."""


class Clue(msgspec.Struct):
    piece: str
    """Which piece a solution begins with, as the notation writes it."""
    square: str
    """Where it stands."""


def listed(puzzle: Puzzle, known: Mapping[str, Belief], mine: Try | None) -> Riddle:
    belief = known.get(puzzle.id) or mined(puzzle.rating)
    rating = shown(belief.rating)
    return Riddle(puzzle.id, rating, _mine(mine), puzzle.position, belief.tried, belief.solved)


def fillable(puzzle: Puzzle, mine: Fill | None) -> Riddle:
    """A board, and what one has reached on it."""
    best = puzzle.best or 0
    state: Mine = "" if mine is None else "solved" if mine.points <= best else "failed"
    points, table = (mine.points, mine.table) if mine else (None, "")
    return Riddle(puzzle.id, puzzle.rating, state, puzzle.position, best=best, points=points, table=table)


def asked(puzzle: Puzzle, belief: Belief | None, mine: Try | None, me: str, you: Solver) -> Asked:
    belief = belief or mined(puzzle.rating)
    rating, tried, solved = shown(belief.rating), belief.tried, belief.solved
    return Asked(puzzle.id, puzzle.kind, puzzle.game, puzzle.seats, rating, tried, solved, _mine(mine), bool(me), you)


def standing(kind: str, beliefs: dict[str, Belief]) -> Solver:
    belief = beliefs.get(kind, NEW)
    count = len(puzzles.listed(kind))
    return Solver(kind, shown(belief.rating), belief.tried, belief.solved, count, not settled(belief))


def change(counted: Counted | None) -> Moved | None:
    return Moved(shown(counted.before.rating), shown(counted.after.rating)) if counted else None


def rating_of(puzzle: Puzzle, known: Mapping[str, Belief]) -> int:
    return shown((known.get(puzzle.id) or mined(puzzle.rating)).rating)


def _mine(mine: Try | None) -> Any:
    return mine.state if mine else ""
