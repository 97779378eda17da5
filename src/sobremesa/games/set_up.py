"""What every game's set-up needs: a position from plain data, of which nothing is believed."""

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeVar

import msgspec
import numpy as np

from sobremesa.mistakes import BadDiagram

Data = TypeVar("Data")


def convert(data: Any, kind: type[Data]) -> Data:
    """The data as the parts that a game's position has."""
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        raise BadDiagram(f"The position cannot be read: {error}.") from None


def seat_of(names: Sequence[str], name: str) -> int:
    """The number of a seat."""
    if name not in names:
        raise BadDiagram(f"The seats are {', '.join(names)}.")
    return names.index(name)


def seats_in(names: Sequence[str], given: Sequence[str]) -> list[int]:
    """The numbers of several seats, each of which is named once."""
    seats = [seat_of(names, name) for name in given]
    if len(set(seats)) != len(seats):
        raise BadDiagram("A seat is named twice.")
    return seats


class Sketch(NamedTuple):
    """A position while somebody lays it out."""

    position: np.recarray
    data: dict[str, Any]
    """All of it, with what was found for what was not said."""
    next: dict[str, Any]
    """What could be done to it, as the game has it."""
    why: str
    """Why it cannot be played yet; nothing where it can."""
