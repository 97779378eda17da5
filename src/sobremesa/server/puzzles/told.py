"""What is told of puzzles. Nothing of a solution is, before a try is decided."""

from typing import Annotated, Any, Literal

import msgspec

from sobremesa import puzzles
from sobremesa.puzzles import Puzzle
from sobremesa.server.puzzles.belief import NEW, Belief, mined, shown
from sobremesa.server.store.puzzles import Counted, Try

Mine = Literal["", "hinted", "solved", "helped", "failed"]
"""What became of one's first try: nothing where there was none."""
Said = Literal[
    "open", "killed", "safe", "best", "filled", "lives", "own", "refuted", "worse", "stuck", "points", "shown"
]
"""What is said of a try, as `puzzles.Verdict` has it; `shown` where somebody gave up."""
LONGEST = 60
"""Choices that a solution may have."""
FILL = "fill"
"""The kind that is played at a table, and kept by its points."""


class Riddle(msgspec.Struct):
    """A puzzle as it stands in a list, the easiest first."""

    id: str
    kind: str
    rating: int
    mine: Mine


class Fillable(msgspec.Struct):
    """A board of End of Line that is to be filled."""

    id: str
    walls: list[str]
    """The squares that are blocked, as row,column from 0."""
    best: int
    """The fewest points that there can be, proved."""
    difficulty: float
    mine: int | None
    """The fewest that one has reached."""
    table: str
    """Where that was."""


class Atlas(msgspec.Struct):
    """Every board that can be filled, the easiest first."""

    boards: list[Fillable]
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


def listed(puzzle: Puzzle, known: dict[str, Belief], tries: dict[str, Try]) -> Riddle:
    mine = tries.get(puzzle.id)
    return Riddle(puzzle.id, puzzle.kind, rating_of(puzzle, known), _mine(mine))


def asked(puzzle: Puzzle, belief: Belief | None, mine: Try | None, me: str, you: Solver) -> Asked:
    belief = belief or mined(puzzle.rating)
    rating, tried, solved = shown(belief.rating), belief.tried, belief.solved
    return Asked(puzzle.id, puzzle.kind, puzzle.game, puzzle.seats, rating, tried, solved, _mine(mine), bool(me), you)


def standing(kind: str, beliefs: dict[str, Belief]) -> Solver:
    belief = beliefs.get(kind, NEW)
    return Solver(kind, shown(belief.rating), belief.tried, belief.solved, len(puzzles.listed(kind)))


def change(counted: Counted | None) -> Moved | None:
    return Moved(shown(counted.before.rating), shown(counted.after.rating)) if counted else None


def rating_of(puzzle: Puzzle, known: dict[str, Belief]) -> int:
    return shown((known.get(puzzle.id) or mined(puzzle.rating)).rating)


def _mine(mine: Try | None) -> Any:
    return mine.state if mine else ""
