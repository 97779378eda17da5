"""Puzzles: mined from matches of bots, proved, and shipped as data.

    from sobremesa import puzzles

    for puzzle in puzzles.listed("splut-kill"):     # the easiest first
        match = puzzles.begin(puzzle)               # the position to solve, as a match
        puzzles.judge(puzzle, ["De2-e3"])           # open, solved or failed, and why
        puzzles.solutions(puzzle)                   # every one

| kind | game | question |
|---|---|---|
| `splut-kill` | Splut! for two | kill the other sorcerer in this turn |
| `splut-save` | Splut! for two | play a turn after which yours cannot be killed in the next |
| `throw` | Shut the Lines, alone | which split is best on average? `splits` has the value of each |
| `fill` | End of Line, alone | fill the board as well as can be |

Moves that are not legal raise what a match raises.
"""

from __future__ import annotations

from sobremesa.mistakes import BadOption
from sobremesa.play.match import Match
from sobremesa.puzzles import catalogue, throws
from sobremesa.puzzles.puzzle import KINDS, Puzzle, Verdict
from sobremesa.puzzles.throws import Worth

__all__ = ["Puzzle", "Verdict", "Worth", "begin", "find", "judge", "kinds", "listed", "solutions", "splits"]


def kinds() -> list[str]:
    """The kinds there are."""
    return list(KINDS)


def listed(kind: str) -> list[Puzzle]:
    """Every puzzle of a kind, the easiest first."""
    return list(catalogue.listed(kind))


def find(id: str) -> Puzzle:  # noqa: A002
    """The puzzle of that id."""
    found = catalogue.by_id().get(id.strip().lower())
    if found is None:
        raise BadOption(f"There is no puzzle {id!r}: sobremesa puzzles list names them all.")
    return found


def begin(puzzle: Puzzle) -> Match:
    """A match that has come to the position of a puzzle."""
    match: Match = catalogue.about(puzzle.kind).begin(puzzle)
    return match


def judge(puzzle: Puzzle, moves: list[str]) -> Verdict:
    """What these moves, from the beginning of the puzzle on, have come to."""
    verdict: Verdict = catalogue.about(puzzle.kind).judge(puzzle, moves)
    return verdict


def solutions(puzzle: Puzzle) -> list[tuple[str, ...]]:
    """Every way to solve it, the shortest first; of a board to be filled, one."""
    found: list[tuple[str, ...]] = catalogue.about(puzzle.kind).solutions(puzzle)
    return found


def splits(puzzle: Puzzle) -> list[Worth]:
    """Of a throw: every split with its exact value, the best first. Nothing for other kinds."""
    return throws.splits(puzzle) if puzzle.kind == throws.KIND else []
