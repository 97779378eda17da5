"""The puzzles of End of Line: every board of its atlas that can be filled, to be filled as well as can be.

A position is its walls, row,column from 0. All cards are in the hand; it is counted in edition `es`.
"""

from sobremesa.games.end_of_line.ai.solver import solve
from sobremesa.games.end_of_line.atlas import Entry, read_atlas
from sobremesa.mistakes import IllegalMove
from sobremesa.play.match import Match
from sobremesa.puzzles.puzzle import Puzzle, Verdict, named
from sobremesa.puzzles.rating import rated

KIND, GAME, SEATS = "fill", "end-of-line", 1


def puzzles() -> list[Puzzle]:
    """Every board of the atlas that can be filled."""
    return [_puzzle(entry) for entry in read_atlas() if entry.score is not None]


def _puzzle(entry: Entry) -> Puzzle:
    walls = " ".join(f"{row},{column}" for row, column in entry.walls) or "none"
    options = {"mode": "solo", "deck": "open", "walls": walls}
    rating = rated(KIND, entry.difficulty)
    return Puzzle(named(KIND, walls), KIND, GAME, SEATS, options, rating, entry.difficulty, walls, best=entry.score)


def begin(puzzle: Puzzle) -> Match:
    """The empty board."""
    return Match(GAME, SEATS, seed=puzzle.id, **puzzle.options)


def judge(puzzle: Puzzle, moves: list[str]) -> Verdict:
    """What a line has come to."""
    match = begin(puzzle)
    for move in moves:
        if match.is_over:
            raise IllegalMove("The line has ended: there is nothing more to play in this puzzle.")
        match.push(move)
    if not match.is_over:
        return Verdict("open", "open")
    points = match.view()["points"]
    if points is None:
        return Verdict("failed", "stuck")
    loss = float(points - (puzzle.best or 0))
    return Verdict("failed", "points", loss=loss) if loss > 0 else Verdict("solved", "filled")


def best(puzzle: Puzzle) -> int | None:
    """The points of the best that can be done, worked out anew."""
    return solve(begin(puzzle).options["walls"]).score


def solutions(puzzle: Puzzle) -> list[tuple[str, ...]]:
    """One line that fills the board and cannot be bettered; there may be others."""
    return [tuple(solve(begin(puzzle).options["walls"]).moves)]
