"""What is to be said about one move of a match."""

from dataclasses import dataclass, field
from typing import Any

MARKS = {"??": 0.5, "?": 0.25, "?!": 0.1}
"""From how much of the expected result a move that loses it is a blunder, a mistake, a slip. A win and a loss are 2
apart, so that a blunder throws away a quarter of that."""
NAMES = {"??": "blunder", "?": "mistake", "?!": "slip"}


@dataclass(frozen=True)
class Row:
    """One move. What a seat expects is how it will come out, from -1 to 1, by what it could know at that moment."""

    number: int
    """From 1."""
    seat: int
    who: str
    """What the seat is called, or `chance`."""
    move: str
    said: tuple[str, ...]
    """What happened, in sentences."""
    before: float | None = None
    """What the seat could expect from its best move; None where it had no choice, or was chance."""
    after: float | None = None
    """What it could expect after the move that it chose."""
    error: float = 0.0
    """How far off the difference of the two may be: one standard error."""
    best: str | None = None
    """The best move, if that was another one."""
    best_said: tuple[str, ...] = ()
    """What it would have done for certain, in sentences."""
    line: tuple[str, ...] = ()
    """How it would have gone on, where nothing is hidden."""
    luck: dict[str, tuple[float, float]] = field(default_factory=dict)
    """Where chance acted, what that changed for each seat, with its standard error. Outcomes one after the other are
    weighed together, with the last of them."""
    outlook: tuple[float | None, ...] = ()
    """What every seat expects afterwards, as far as that is known."""
    truth: tuple[float, ...] = ()
    """What every seat could expect afterwards if everything were known; where something is hidden, and it was asked."""

    @property
    def lost(self) -> float:
        """What the move gave away."""
        return 0.0 if self.before is None or self.after is None else max(0.0, self.before - self.after)

    @property
    def mark(self) -> str:
        """`??`, `?`, `?!`, or nothing; also where what it lost is less than twice its error, and so may be nothing."""
        if self.lost < 2 * self.error:
            return ""
        return next((mark for mark, least in MARKS.items() if self.lost >= least), "")

    def data(self) -> dict[str, Any]:
        """The same as plain data."""
        chosen = {
            "before": _short(self.before),
            "after": _short(self.after),
            "lost": _short(self.lost),
            "error": _short(self.error),
            "mark": self.mark,
            "best": self.best,
            "best_said": list(self.best_said),
            "line": list(self.line),
        }
        lucky = {"luck": {seat: [_short(by), _short(error)] for seat, (by, error) in self.luck.items()}}
        told = {"n": self.number, "seat": self.who, "move": self.move, "said": list(self.said)}
        outlook = {"outlook": [_short(each) for each in self.outlook]}
        truth = {"truth": [_short(each) for each in self.truth]} if self.truth else {}
        return told | (lucky if self.who == "chance" else chosen) | outlook | truth


def _short(value: float | None) -> float | None:
    return None if value is None else round(float(value), 4)
