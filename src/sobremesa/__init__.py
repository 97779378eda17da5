"""Sobremesa: a home for tabletop games.

>>> import sobremesa as sm
>>> sm.games.names()
['splut', 'end-of-line', 'shut-the-lines', 'outspeed']
>>> match = sm.Match("splut", seats=2)
>>> match.play("De2-e3")
[Walked(seat=0, piece='dwarf', start='e2', end='e3')]

Everything loads when it is first used, so that nothing waits for the compiler that does not need it.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from sobremesa.mistakes import (
    BadBot,
    BadDiagram,
    BadMove,
    BadOption,
    BadRecord,
    BadSeats,
    BadTiles,
    BadWeights,
    IllegalMove,
    Mistake,
    NothingToUndo,
    NotInstalled,
    UnknownBot,
    UnknownGame,
)

if TYPE_CHECKING:
    from sobremesa import analysis, bots, games, testing
    from sobremesa.kernel import CHANCE, REFEREE, SPECTATOR
    from sobremesa.play.match import Match
    from sobremesa.play.move import Move, Result
    from sobremesa.play.record import load, loads

__version__ = "0.1.0"

__all__ = [
    "CHANCE",
    "REFEREE",
    "SPECTATOR",
    "BadBot",
    "BadDiagram",
    "BadMove",
    "BadOption",
    "BadRecord",
    "BadSeats",
    "BadTiles",
    "BadWeights",
    "IllegalMove",
    "Match",
    "Mistake",
    "Move",
    "NotInstalled",
    "NothingToUndo",
    "Result",
    "UnknownBot",
    "UnknownGame",
    "analysis",
    "bots",
    "games",
    "load",
    "loads",
    "testing",
]

_HOMES = {
    "CHANCE": "sobremesa.kernel",
    "REFEREE": "sobremesa.kernel",
    "SPECTATOR": "sobremesa.kernel",
    "Match": "sobremesa.play.match",
    "Move": "sobremesa.play.move",
    "Result": "sobremesa.play.move",
    "load": "sobremesa.play.record",
    "loads": "sobremesa.play.record",
}


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    if name in __all__:
        return import_module(f"sobremesa.{name}")
    raise AttributeError(f"module 'sobremesa' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
