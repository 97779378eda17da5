"""What a game is to the rest of the house: a record, and a handful of rules over it.

A position is one NumPy record; a batch of positions is one NumPy array. Rules are plain functions
over a record. Each game defines the functions named below, with these parameters; calling one here
plays by the rules of whichever game the record belongs to. Numba settles that when it compiles,
so whatever is written against this module is written once and runs natively for every game.

Rules check nothing: what people type is checked once, at the edge, in `sobremesa.play`.
"""

import inspect
from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np

from sobremesa.engine.rule import overloaded, rules_by_layout
from sobremesa.engine.rule import rule as rule
from sobremesa.engine.rule import workspace as workspace

CHANCE = 15
"""The seat that rolls dice and draws cards."""

SPECTATOR = 14
"""The seat of those who only look on: `hide` leaves them what everybody may know."""

REFEREE = 13
"""The seat of whoever may see everything: for them nothing is hidden. Never a player's, never a bot's."""


def record(**fields: Any) -> np.dtype:
    """The layout of a position: record(board=("u1", 41), turn="i2").

    The wider numbers come first and a filler last, so that every number is aligned and no hole is
    left between them: NumPy does not copy holes, and positions are compared byte for byte.
    """
    for name in fields:
        if hasattr(np.record, name):
            raise TypeError(f"{name} already means something on every NumPy record: rename the field")
    widths = {name: np.dtype(field).base.itemsize for name, field in fields.items()}
    names = sorted(fields, key=lambda name: -widths[name])
    short = -np.dtype([(name, fields[name]) for name in names]).itemsize % max(widths.values())
    filler: list[Any] = [("filler", "u1", short)] if short else []
    return np.dtype((np.record, np.dtype([(name, fields[name]) for name in names] + filler, align=True)))


def blank(layout: np.dtype, count: int = 1) -> np.recarray:
    """An array of that many empty positions."""
    return np.zeros(count, layout).view(np.recarray)


_games = rules_by_layout
_protocol: dict[str, list[str]] = {}


def enter(rules: ModuleType) -> None:
    """Let a module with rules play: its State is what its positions are made of."""
    for name, parameters in _protocol.items():
        if not hasattr(rules, name):
            raise TypeError(f"{rules.__name__} has no rule {name}({', '.join(parameters)})")
        function = getattr(rules, name)
        given = list(inspect.signature(getattr(function, "py_func", function)).parameters)
        if given != parameters:
            raise TypeError(f"{rules.__name__}.{name} must take ({', '.join(parameters)}), not ({', '.join(given)})")
    other = _games.get(rules.State, rules)
    if other.__name__ != rules.__name__:
        raise TypeError(f"{rules.__name__} and {other.__name__} have the same State: rename a field of one")
    _games[rules.State] = rules


def rules_of(s: np.record) -> ModuleType:
    """The rules that a position is played by."""
    return _games[s.dtype]


def package_of(rules: ModuleType) -> str:
    """Return the package of the game that rules belong to: they may be a module of it, or a package in it."""
    return rules.__name__.rpartition(".")[0]


def rules_of_type(kind: Any) -> ModuleType:
    """The rules of the game whose positions are of this type of Numba's."""
    from sobremesa.engine import native

    return native.rules_of(kind)


_CALLS: dict[int, Callable[[Any], Any]] = {
    1: lambda rule: lambda s: rule(s),
    2: lambda rule: lambda s, a: rule(s, a),
    3: lambda rule: lambda s, a, b: rule(s, a, b),
    4: lambda rule: lambda s, a, b, c: rule(s, a, b, c),
}
"""Functions that call a rule, by the number of its arguments: so a rule is compiled once, whoever calls it."""


def _of_every_game(stub: Callable[..., Any]) -> Any:
    name = stub.__name__
    _protocol[name] = list(inspect.signature(stub).parameters)

    def interpreted(s, *rest):
        return getattr(_games[s.dtype], name)(s, *rest)

    interpreted.__name__ = interpreted.__qualname__ = name
    interpreted.__doc__ = stub.__doc__
    call = _CALLS[len(_protocol[name])]
    return overloaded(lambda s, *rest: call(getattr(rules_of_type(s), name)))(interpreted)


@_of_every_game
def seats(s):
    """How many play."""


@_of_every_game
def to_act(s):
    """The seats that must choose now, a bit each: one, several at once, CHANCE, or 0 when it is over."""


@_of_every_game
def legal(s, seat, out):
    """Fill out with what a seat that is to act may choose, and say how many that is."""


@_of_every_game
def weigh(s, out):
    """Fill out with how likely each choice of CHANCE is, in whole numbers."""


@_of_every_game
def apply(s, seat, action):
    """Play a legal action. Choices made at the same time wait, unseen, until the last is in."""


@_of_every_game
def score(s, out):
    """Fill out with how well each seat did, from -1 to 1, once it is over."""


@_of_every_game
def hide(s, seat):
    """Wipe out everything the seat may not know."""


@_of_every_game
def deal(s, seat, rng):
    """Deal anew, at random, everything the seat may not know."""


def _actions(s):
    count = rules_of_type(s).ACTIONS
    return lambda s: count


@overloaded(_actions)
def actions(s):
    """How many different actions there are: they are the numbers below this one."""
    return _games[s.dtype].ACTIONS
