"""Where a study can begin, besides tables: a line for each kind of beginning."""

from collections.abc import Callable
from typing import Any

import numpy as np

from sobremesa import games, puzzles
from sobremesa.games.game import Game
from sobremesa.kernel import REFEREE
from sobremesa.mistakes import BadOption, Mistake
from sobremesa.play.match import Match
from sobremesa.server.features.lessons import routes as lessons
from sobremesa.server.features.study.messages import Beginning, NewSketch, Sketched
from sobremesa.server.http.language import said
from sobremesa.server.tables.seating import written


def of_puzzle(name: str) -> Match:
    try:
        return puzzles.begin(puzzles.find(name))
    except BadOption:
        raise BadOption(f"There is no such puzzle: {name}.") from None


KINDS: dict[str, Callable[[str], Match]] = {"lesson": lessons.match_of, "puzzle": of_puzzle}
"""What leads from a name to a match: of a `lesson`, of a `puzzle`."""


def kind_of(begin: Beginning) -> str:
    """Which of the ways to begin it is."""
    given = [kind for kind in ("table", "lesson", "puzzle", "game") if getattr(begin, kind)]
    if len(given) != 1:
        raise Mistake("A study begins at one of these: a table, a lesson, a puzzle or a game.")
    return given[0]


def found(begin: Beginning) -> Match:
    """A match that has come to where the study begins; everybody may see all of it."""
    kind = kind_of(begin)
    if kind == "game":
        return set_up(begin)
    name: str = getattr(begin, kind)
    if kind not in KINDS:
        raise BadOption(f"There is no such {kind}: {name}.")
    return KINDS[kind](name)


def set_up(begin: Beginning) -> Match:
    """A game as it is at the beginning, or as somebody has laid it out."""
    game = games.find(begin.game)
    seats, options = game.agree(begin.seats, begin.options)
    start = None if begin.set_up is None else read(game, seats, options, begin.set_up)
    return Match(game, seats, seed="study", roll=False, start=start, **options)


def read(game: Game, seats: int, options: dict[str, Any], data: dict[str, Any]) -> np.recarray:
    """The position that somebody has laid out: checked by its game, every part of it."""
    if not game.has("set_up"):
        raise BadOption(f"{game.title} cannot be set up by hand.")
    position: np.recarray = game.part("set_up").read(game, seats, options, data)
    return position


def sketched(wanted: NewSketch, language: str) -> Sketched:
    """What somebody has laid out so far, and what can follow."""
    game = games.find(wanted.game)
    if not game.has("set_up_steps"):
        raise BadOption(f"{game.title} is set up whole: ask for a study of it.")
    seats, options = game.agree(wanted.seats, wanted.options)
    found = game.part("set_up_steps").sketch(game, seats, options, wanted.set_up)
    return Sketched(
        game=game.name,
        seats=list(game.notation.seat_names(seats)),
        options=written(game, options),
        view=game.view.view(found.position[0], REFEREE),
        set_up=found.data,
        next=found.next,
        why=said(found.why, language),
    )
