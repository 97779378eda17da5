"""Fair chance: nobody can choose what chance brings, and everybody can check it afterwards.

Before anybody plays, whoever keeps the match draws a secret and shows its commitment, a hash. Then every seat adds
words of its own. The seed of the match follows from the secret and all words, and outcome k of chance from the seed and
k alone. When the match is over the secret is shown: it must fit the commitment, and what chance brought must follow.
"""

import hashlib
import json
import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sobremesa.kernel import CHANCE
from sobremesa.mistakes import BadRecord

if TYPE_CHECKING:
    from sobremesa.play.match import Match

WORDS = re.compile(r"[!-~]{1,64}")
"""A seat's own words: up to 64 visible characters of ASCII, without a space."""


def new_secret() -> str:
    return secrets.token_hex(32)


def commit(secret: str) -> str:
    """The hash by which a secret is promised."""
    return hashlib.sha256(f"sobremesa commitment 1 {secret}".encode()).hexdigest()


def seed(secret: str, words: Sequence[str]) -> str:
    """What a secret and the words of all seats, in their order, make together."""
    return hashlib.sha256(json.dumps(["sobremesa seed 1", secret, *words]).encode()).hexdigest()


@dataclass(frozen=True)
class Promise:
    """What stands in a record about its chance. The secret is there when the match is over."""

    commitment: str
    words: tuple[str, ...]
    secret: str | None = None

    @classmethod
    def new(cls, secret: str, words: Sequence[str]) -> "Promise":
        return cls(commit(secret), tuple(words), secret)

    @property
    def seed(self) -> str | None:
        return seed(self.secret, self.words) if self.secret else None


def verify(match: "Match") -> int:
    """How many outcomes of chance a match had, all of which follow from its secret; a BadRecord says which does not."""
    promise = match.promise
    if promise is None:
        raise BadRecord("This record makes no promise about its chance: nobody committed to a secret.")
    if promise.secret is None:
        raise BadRecord("The secret of this record is not shown yet: it is when the match is over.")
    if commit(promise.secret) != promise.commitment:
        raise BadRecord("The secret of this record is not the one that was promised: its hash is another.")
    count = 0
    for number, move in enumerate(match.moves):
        if move.seat == CHANCE:
            due = match.at(number).chance_brings(seed(promise.secret, promise.words), count)
            if due != move.action:
                text = match.at(number).move(CHANCE, due).text
                raise BadRecord(f"Choice {number + 1}, {move.text}, is not what chance had to bring: that was {text}.")
            count += 1
    return count
