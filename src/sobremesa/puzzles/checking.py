"""Whether puzzles are what they claim: every one worked out again from its position alone.

Of Splut! that is every turn, and where a sorcerer is to be saved every turn of the other after it, by the plain rules.
"""

import contextlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from sobremesa import parallel
from sobremesa.mistakes import BadRecord, Mistake
from sobremesa.puzzles import board, boards, duel, throws
from sobremesa.puzzles.catalogue import about
from sobremesa.puzzles.puzzle import Puzzle

Tick = Callable[[int, int], object]
"""Is told how many puzzles have been looked at, and of how many."""


@dataclass(frozen=True)
class Page:
    """A puzzle that is to be checked, and which of all it is."""

    number: int
    puzzle: Puzzle


class Inspection:
    """What a crew is asked for: what is wrong with each puzzle."""

    def stage(self) -> "Inspection":
        return self

    def outcome(self, task: Page) -> list[str]:
        return list(faults(task.puzzle))


def check(
    puzzles: Sequence[Puzzle], tick: Tick | None = None, jobs: int | None = 1, cluster: str | None = None
) -> list[str]:
    """Whatever is wrong with any of these puzzles, in sentences, by whoever `jobs` and `cluster` name: see
    `sobremesa.parallel`."""
    wrong: dict[int, list[str]] = {}
    pages = [Page(number, puzzle) for number, puzzle in enumerate(puzzles)]
    with contextlib.closing(parallel.outcomes(Inspection(), pages, jobs, cluster)) as outcomes:
        for found in outcomes:
            if isinstance(found, parallel.Failed):
                raise BadRecord(f"Puzzle {found.task.puzzle.id} could not be checked. {found.why}")
            wrong[found.task.number] = found.result
            if tick:
                tick(len(wrong), len(pages))
    twice = [name for name, times in Counter(puzzle.id for puzzle in puzzles).items() if times > 1]
    return [
        *(sentence for number in sorted(wrong) for sentence in wrong[number]),
        *(f"{name} is there twice, perhaps in a mirror." for name in twice),
    ]


def faults(puzzle: Puzzle) -> Iterator[str]:
    """Whatever is wrong with a puzzle."""
    try:
        worked_out = _worked_out(puzzle)
        match = about(puzzle.kind).begin(puzzle)
    except Mistake as mistake:
        yield f"{puzzle.id} is no position: {mistake}"
        return
    yield from (f"{puzzle.id} cannot be: {sentence}." for sentence in match.game.invariants.faults(match.position[0]))
    if worked_out is None:
        yield f"{puzzle.id} is not a puzzle: nothing solves it, or too much does."
        return
    for name in "id", "position", "rating", "effort", "tried", "solutions", "best":
        said, is_so = getattr(puzzle, name), getattr(worked_out, name)
        if said != is_so:
            yield f"{puzzle.id} says {name} {said}, but it is {is_so}."


def _worked_out(puzzle: Puzzle) -> Puzzle | None:
    """The puzzle as its position alone makes it; None where that is none."""
    if puzzle.kind == throws.KIND:
        throw = throws.parsed(puzzle.position)
        splits = throws.weighed(throw)
        return throws.puzzle(throw, splits) if throws.worthwhile(throw, splits) else None
    if puzzle.kind == boards.KIND:
        return replace(puzzle, best=boards.best(puzzle))
    laid = board.position(puzzle.position)
    claim = duel.prove(puzzle.kind, laid)
    return duel.puzzle(puzzle.kind, board.told(laid), claim) if duel.worthwhile(puzzle.kind, claim) else None
