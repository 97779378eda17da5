"""A choice that somebody made, or may make; and how a match came out."""

from dataclasses import dataclass

import msgspec


class Move(msgspec.Struct, frozen=True, gc=False):  # small: a table in memory has many
    """What a seat chooses, as a person writes it. The action is the number that the rules know it by."""

    seat: int
    text: str
    action: int

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Result:
    """How each seat did: its score from -1 to 1 and its place from 1; equal scores share a place."""

    scores: tuple[float, ...]

    @property
    def places(self) -> tuple[int, ...]:
        return tuple(1 + sum(other > score for other in self.scores) for score in self.scores)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats in first place: several have drawn."""
        return tuple(seat for seat, place in enumerate(self.places) if place == 1)
