"""The ladders of a house: one for each game, mode and number of seats. What is played on them is comparable."""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from sobremesa.games.game import Game
from sobremesa.mistakes import BadOption, BadSeats, Mistake
from sobremesa.play.sides import sides_of
from sobremesa.server.damaged import Damage

NONE = "-"
"""The mode of a game that has none."""
MODE = "mode"
BOT, PAR = "bot:", "par"
"""Who is on a ladder besides people: bots by their names, and par, where nobody plays against anybody."""
PLACES = 6
"""Digits to which a score is compared with par."""


class Ladder(msgspec.Struct, frozen=True, order=True):
    game: str
    mode: str
    seats: int

    @property
    def name(self) -> str:
        return f"{self.game}/{self.mode}/{self.seats}"


class Par(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is to be beaten where nobody plays against anybody."""

    score: float
    what: str
    """What it is counted in: `points` of a full area, squares left `empty`, or `lines`."""
    count: int


def is_person(who: str) -> bool:
    return who != PAR and not who.startswith(BOT)


def ladder_of(game: Game, seats: int, options: Mapping[str, Any]) -> Ladder:
    return Ladder(game.name, str(options.get(MODE, NONE)), seats)


def read(name: str) -> Ladder:
    game, mode, seats = name.split("/")
    return Ladder(game, mode, int(seats))


@cache
def pars() -> dict[str, Par]:
    """By the name of the ladder."""
    return msgspec.convert(tomllib.loads(Path(__file__).with_name("pars.toml").read_text("utf-8")), dict[str, Par])


@cache
def all_ladders() -> tuple[Ladder, ...]:
    """Every ladder that there can be, in the order of the shelf."""
    return tuple(ladder for found in Damage().of_games(ladders_of) for ladder in found)


def ladders_of(game: Game) -> list[Ladder]:
    """The ladders that there can be of a game."""
    found = []
    modes = next((option.values for option in game.options if option.name == MODE), [NONE])
    for mode in modes:
        for seats in game.seats:
            try:
                check(game, *game.agree(seats, {} if mode == NONE else {MODE: mode}))
            except Mistake:
                continue
            found.append(Ladder(game.name, mode, seats))
    return found


def check(game: Game, seats: int, options: Mapping[str, Any], start: str = "") -> None:
    """That a match like this can be rated: by the usual rules, all but the mode, and against somebody or par."""
    if start:
        raise BadSeats("What begins from a position is not rated.")
    _, usual = game.agree(seats, {MODE: options[MODE]} if MODE in options else {})
    matter = [option.name for option in game.options if option.name not in game.idle(seats, options)]
    if others := [name for name in matter if options[name] != usual[name]]:
        raise BadOption(f"A rated match is played by the usual rules: set {', '.join(others)} back first.")
    ladder = ladder_of(game, seats, options)
    if len(sides_of(game, seats, ladder.mode)) == 1 and ladder.name not in pars():
        raise BadSeats("There is nobody to be compared with here, and no par: it is not rated.")
