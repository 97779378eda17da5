"""The puzzles of Shut the Lines: which split? One throw, alone, in one round; the values are exact.

    1 / 2 5 12 / 1-3-5

The plan; the numbers that are covered; the dice.
"""

from functools import cache
from typing import Any, NamedTuple

from sobremesa import games
from sobremesa.games.shut_the_lines import notation
from sobremesa.games.shut_the_lines.rules import see_throw
from sobremesa.games.shut_the_lines.tables import FULL, NUMBER, PLANS, WAYS
from sobremesa.games.shut_the_lines.values import EARLY, Split, values
from sobremesa.mistakes import BadDiagram, IllegalMove
from sobremesa.play.match import Match
from sobremesa.puzzles.puzzle import Puzzle, Verdict, named
from sobremesa.puzzles.rating import rated

KIND, GAME, SEATS = "throw", "shut-the-lines", 1
CLEAR = 0.03
"""So many lines, on average, the second best split loses at least, and so does the one that looks best."""
SPLITS = 3
"""There are so many at least."""


class Throw(NamedTuple):
    """A plan, the covered numbers as bits, and the number of a throw."""

    plan: int
    covered: int
    throw: int


class Worth(NamedTuple):
    """What a split is worth: how many lines perfect play reaches after it, on average."""

    move: str
    value: float
    loss: float


def told(throw: Throw) -> str:
    """A throw as text."""
    plan, covered, number = throw
    dice = next(dice for dice, each in NUMBER.items() if each == number and len(dice) == PLANS[plan].dice)
    return f"{plan} / {' '.join(map(str, notation.numbers(covered)))} / {'-'.join(map(str, dice))}"


def parsed(text: str) -> Throw:
    """The throw of a text."""
    try:
        plan, covered, dice = (part.strip() for part in text.split("/"))
        numbers = [int(number) for number in covered.split()]
        throw = Throw(int(plan), sum({1 << n - 1 for n in numbers}), NUMBER[tuple(map(int, dice.split("-")))])
    except (ValueError, LookupError):
        raise BadDiagram(f"A throw is a plan, covered numbers and dice, like 1 / 2 5 / 1-3-5, not {text!r}.") from None
    if throw.plan not in PLANS or dice.count("-") + 1 != PLANS[throw.plan].dice:
        raise BadDiagram(f"There are plans 1 to {len(PLANS)}, each with as many dice as it has; not {text!r}.")
    if not reached(throw.plan, throw.covered):
        raise BadDiagram(f"No round of plan {plan} leads to these covered numbers: {covered}.")
    return throw


@cache
def reached(plan: int, covered: int) -> bool:
    """Whether full splits can have covered just these numbers."""
    if covered == 0:
        return True
    return any(cover & ~covered == 0 and reached(plan, covered ^ cover) for cover in _covers(plan))


@cache
def _covers(plan: int) -> list[int]:
    """Every set of numbers that a full split covers."""
    return sorted({int(cover) for cover in FULL[plan].ravel()} - {0}, reverse=True)


def weighed(throw: Throw) -> list[Split]:
    """Every different split, the best first."""
    found: dict[int, Split] = {}
    for split in values(throw.plan).splits(throw.covered, throw.throw):
        if split.way < WAYS:
            found.setdefault(split.cover, split)
    return list(found.values())


def natural(throw: Throw, splits: list[Split]) -> list[Split]:
    """What looks best: as many lines as can be shut now, and with as few chips."""
    plan = values(throw.plan)

    def looks(split: Split) -> tuple[int, int]:
        return plan.count(throw.covered | split.cover), -split.cover.bit_count()

    best = max(map(looks, splits))
    return [split for split in splits if looks(split) == best]


def known(throw: Throw) -> bool:
    """Whether the values are at hand: of plan 4 only those of its first turns are."""
    return throw.plan < 4 or throw.covered.bit_count() <= EARLY


def worthwhile(throw: Throw, splits: list[Split]) -> bool:
    """Whether it is a puzzle: one split is clearly best, and it is not the one that looks best."""
    if len(splits) < SPLITS or splits[1].loss < CLEAR:
        return False
    return all(split.loss >= CLEAR for split in natural(throw, splits))


def puzzle(throw: Throw, splits: list[Split]) -> Puzzle:
    """The puzzle that a throw is."""
    effort = round(len(splits) / splits[1].loss, 1)
    return read(KIND, told(throw), rated(KIND, effort), len(splits), effort)


def read(kind: str, text: str, rating: int, splits: int, effort: float) -> Puzzle:
    """The puzzle that a line of the file tells."""
    options = {"plans": text.split()[0], "rounds": 1}
    return Puzzle(named(kind, text), kind, GAME, SEATS, options, rating, effort, text, splits)


def position(puzzle: Puzzle) -> Any:
    """An array of one position, in which the dice lie on the table."""
    throw = parsed(puzzle.position)
    game = games.find(GAME)
    laid = game.start(*game.agree(SEATS, puzzle.options))
    laid[0].covered[0] = throw.covered
    see_throw(laid[0], throw.throw)
    return laid


def begin(puzzle: Puzzle) -> Match:
    """The match at the point where it is to be solved."""
    return Match(GAME, SEATS, seed=puzzle.id, start=position(puzzle), **puzzle.options)


def splits(puzzle: Puzzle) -> list[Worth]:
    """Every split with its value, the best first."""
    return [Worth(written(split), split.value, split.loss) for split in weighed(parsed(puzzle.position))]


def written(split: Split) -> str:
    """A split as a person writes it."""
    return "+".join(map(str, notation.numbers(split.cover)))


def judge(puzzle: Puzzle, moves: list[str]) -> Verdict:
    """What a split comes to."""
    if not moves:
        return Verdict("open", "open")
    if len(moves) > 1:
        raise IllegalMove("One split is asked for, and no more.")
    match = begin(puzzle)
    action, seat = match.check(moves[0])
    text = match.move(seat, action).text
    loss = next(worth.loss for worth in splits(puzzle) if worth.move == text)
    return Verdict("failed", "worse", loss=loss) if loss else Verdict("solved", "best")


def solutions(puzzle: Puzzle) -> list[tuple[str, ...]]:
    """The best split."""
    return [(worth.move,) for worth in splits(puzzle) if not worth.loss]
