"""A plan: branches, each with what must be so and what is chosen then.

Branches are a list; `after` says after which one of them another is tried, so that they make a tree. Of those that come
next the first that fits is carried out.
"""

from typing import Annotated, Final, Literal

import msgspec
from msgspec.structs import replace

FIRST = -1
"""What the branches that are tried first come after."""
MOST_BRANCHES, MOST_CONDITIONS, MOST_CHOICES, LONGEST_TEXT, DEEPEST = 40, 6, 12, 60, 12
STANDS: Final = "stands"
DONE: Final = "done"
STOPPED: Final = "stopped"
ENDED: Final = "ended"
"""It is to be carried out; all of it has been; nothing of it fitted, or could be chosen; or its owner, a bot or an undo
has ended it."""

Text = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_TEXT)]
Number = Annotated[int, msgspec.Meta(ge=-1000, le=1_000_000)]


class Condition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something that must be so, or must not."""

    fact: Text
    """What is asked: `chose`, `may`, or one of the game's own."""
    parts: Annotated[dict[Text, Text | Number], msgspec.Meta(max_length=6)] = {}
    """Of what: by the names that the fact has for it."""
    never: bool = msgspec.field(default=False, name="not")
    """Whether it must not be so."""


class Branch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is chosen if everything is as it must be."""

    then: list[Text]
    """The choices, one after the other: each is made as soon as the seat is awaited."""
    when: list[Condition] = []
    """All of these; whatever happens, where there are none."""
    after: Annotated[int, msgspec.Meta(ge=FIRST, lt=MOST_BRANCHES)] = FIRST
    """The number of the branch, from 0, after which this one is tried; -1 for those that are tried first."""


class Made(msgspec.Struct, frozen=True):
    """A choice that was made by plan."""

    branch: int
    move: int
    """Its number among all choices of the match."""


class Plan(msgspec.Struct, frozen=True):
    """What somebody has planned for a seat, and how far it has come."""

    table: str
    seat: int
    n: int
    """How often it has changed."""
    person: str
    made: float
    entries: int
    """How many entries the table had when it was made."""
    choice: int
    """The number of the seat's choice that comes next by plan."""
    branches: list[Branch]
    at: int = FIRST
    """The branch that was carried out last, or is being carried out."""
    step: int = 0
    """How many of its choices have been made."""
    done: list[Made] = []
    state: Literal["stands", "done", "stopped", "ended"] = "stands"
    why: str = ""
    """Why it stopped, in a sentence."""

    @property
    def rest(self) -> list[str]:
        """What is still to be chosen by the branch that is being carried out."""
        return [] if self.at == FIRST else self.branches[self.at].then[self.step :]

    @property
    def coming(self) -> list[int]:
        """The branches that are tried next."""
        return [number for number, branch in enumerate(self.branches) if branch.after == self.at]

    def gone_on(self, branch: int, step: int, move: int, count: int) -> "Plan":
        """The plan after so many choices by a branch, which were the match's from a number on; the branch has come so
        far before."""
        made = [Made(branch, move + later) for later in range(count)]
        new = replace(
            self, n=self.n + 1, choice=self.choice + count, at=branch, step=step + count, done=[*self.done, *made]
        )
        return new if new.rest or new.coming else replace(new, state=DONE)

    def stopped(self, why: str) -> "Plan":
        return replace(self, n=self.n + 1, state=STOPPED, why=why)

    def ended(self, crossed: bool = False) -> "Plan":
        """By its owner; or crossed, so that what was done by it may be taken back."""
        return replace(self, n=self.n + 1, state=ENDED, done=[] if crossed else self.done)
