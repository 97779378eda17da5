"""What a lesson is: a real position, and steps that say what to do in it. Read from the lessons.toml of each game."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from sobremesa import games
from sobremesa.games.game import Game
from sobremesa.mistakes import Mistake

Texts = dict[str, str]
"""The same in each language."""


class BadLesson(Mistake):
    """There is no such lesson, or it cannot be read or gone on with."""


class Wrong(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Moves that are often tried, and what is said to them."""

    moves: tuple[str, ...]
    says: Texts


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing to do: moves that are right as they are written, or something that must happen."""

    says: Texts
    """What to do."""
    done: Texts
    """What is said when it is done."""
    right: tuple[str, ...] = ()
    goal: dict[str, Any] = {}
    """An event that must happen: its kind as `event`, and of its parts those that matter."""
    within: int = 1
    """In how many choices."""
    show: tuple[str, ...] = ()
    """A way to do it; the first right move where nothing is said."""
    free: bool = False
    """Whether anything that can be chosen does it: then nothing is to be decided."""
    wrong: tuple[Wrong, ...] = ()
    missed: Texts = {}
    """What is said to all other moves that do not do it; nothing in particular where it is left out."""
    then: str = ""
    """What the others and chance play after it: in lines, as a record has them."""

    @property
    def shown(self) -> tuple[str, ...]:
        return self.show or self.right[:1]


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    title: Texts
    rule: int
    """The number of the rule that it teaches."""
    steps: tuple[Step, ...]
    seats: int = 2
    seat: int = 0
    """Who learns."""
    options: dict[str, Any] = {}
    diagram: str = ""
    """The position where it begins, as the game's drawing has it; the first one of a match where nothing is drawn."""
    begin: str = ""
    """What was played from there before it begins, chance's moves too: in lines, as a record has them."""
    game: str = ""


def read(text: str, game: Game) -> tuple[Lesson, ...]:
    """The lessons that a text has for a game."""
    try:
        found = msgspec.convert(tomllib.loads(text), dict[str, tuple[Lesson, ...]])
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise BadLesson(f"The lessons of {game.title} cannot be read: {error}.") from None
    return tuple(msgspec.structs.replace(lesson, game=game.name) for lesson in found.get("lessons", ()))


@cache
def lessons(game: str) -> tuple[Lesson, ...]:
    """The lessons of a game, in the order in which they are learnt."""
    found = games.find(game)
    try:
        text = files(found.package).joinpath("lessons.toml").read_text(encoding="utf-8")
    except FileNotFoundError:  # a game from elsewhere may have none
        return ()
    return read(text, found)


def find(name: str) -> Lesson:
    """The lesson of that id."""
    for game in games.names():
        for lesson in lessons(game):
            if lesson.id == name:
                return lesson
    raise BadLesson("There is no such lesson.")
