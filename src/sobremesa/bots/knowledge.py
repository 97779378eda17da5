"""What a game knows about itself that its rules do not say: hints for a search, each of which a game may lack.

A game's `knowledge.py` may have any of these, with the same parameters. What it lacks is what stands here.
"""

import importlib
import importlib.util
from collections.abc import Callable
from types import ModuleType
from typing import Any

from sobremesa import kernel
from sobremesa.engine.rule import overloaded
from sobremesa.kernel import rule, rules_of_type
from sobremesa.kernel.rng import below


def part(rules: ModuleType) -> ModuleType | None:
    """What a game knows, if it says anything."""
    name = f"{kernel.package_of(rules)}.knowledge"
    return importlib.import_module(name) if importlib.util.find_spec(name) else None


def _of_a_game(usual: Callable[..., Any]) -> Any:
    name = usual.__name__
    plain = getattr(usual, "py_func", usual)

    def known(rules):
        return getattr(part(rules), name, usual)

    def interpreted(s, *rest):
        return known(kernel._games[s.dtype])(s, *rest)

    def compiled(s, *rest):
        found = known(rules_of_type(s))
        return getattr(found, "py_func", found)

    interpreted.__name__ = interpreted.__qualname__ = name
    interpreted.__doc__ = plain.__doc__
    return overloaded(compiled)(interpreted)


@_of_a_game
@rule
def pick(s, seat, legal, count, rng):
    """Which of the legal actions a seat chooses in a playout: the number of its place."""
    return below(rng, count)


@_of_a_game
@rule
def prior(s, seat, legal, count, out):
    """Fill out with how promising each action looks before anything has been tried; they need not add up to 1."""
    for n in range(count):
        out[n] = 1.0


@_of_a_game
@rule
def judge(s, out):
    """Fill out with how well each seat is likely to do, from -1 to 1, and say so; or say that nothing is known."""
    return False


@_of_a_game
@rule
def aim(s, out):
    """Fill out with what the end is worth to each seat, from -1 to 1, where that is not its score."""
    kernel.score(s, out)


@_of_a_game
@rule
def reopen(s, seat):
    """Take back what others have chosen, unseen, at the same time as the seat chooses: they choose again."""


@_of_a_game
@rule
def blur(s, seat):
    """Wipe out of what another seat sees what the search should not file its choices by, and say so: what it learns
    about them is then shared between worlds. What it could choose there must contain whatever it may choose."""
    return False
