"""What is asked of an arena: which bots play what, how often, and who meets whom."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sobremesa import bots as house
from sobremesa import games as shelf
from sobremesa.arena.match import Stage
from sobremesa.games.game import Game
from sobremesa.mistakes import BadOption, BadSeats
from sobremesa.play.sides import Sides, sides_of


@dataclass(frozen=True)
class Request:
    """From it every match follows. It stands in the file of its results as it is here."""

    game: str
    rules: int
    """Their version."""
    seats: int
    options: dict[str, str]
    bots: tuple[str, ...]
    against: tuple[str, ...]
    """Where any are named, each of the bots plays only these: one of it, on each seat in turn, among one of them."""
    ladder: bool
    """Whether each plays only the one named before it, in the same way."""
    games: int
    """How many matches any two that meet play with each other, or each bot where nobody is against anybody."""
    opening: int
    """How many choices at the beginning of every match are made at random."""
    seed: int

    @property
    def box(self) -> Game:
        return shelf.find(self.game)

    def stage(self) -> Stage:
        """Where its matches are played."""
        return Stage(self)

    def settings(self) -> tuple[int, dict[str, Any]]:
        """The seats, and the options as the game takes them."""
        return self.box.agree(self.seats, self.options)

    def sides(self) -> Sides:
        """The seats of each side. Partners are the same bot; those who win and lose together are one side."""
        seats, options = self.settings()
        return sides_of(self.box, seats, str(options.get("mode", "")))

    def lineups(self) -> list[tuple[str, ...]]:
        """Who plays whom: the bots of all sides, in any order."""
        count = len(self.sides())
        if count == 1:
            return [(bot,) for bot in self.bots]
        if self.ladder:
            return [(bot, *[below] * (count - 1)) for below, bot in itertools.pairwise(self.bots)]
        if self.against:
            met = itertools.product(self.bots, self.against)
            return [(bot, *[rival] * (count - 1)) for bot, rival in met if bot != rival]
        each, more = divmod(count, len(self.bots))
        return [self.bots * each + some for some in itertools.combinations(self.bots, more)]

    def matches_a_lineup(self) -> int:
        """So many that no two bots of a round robin meet less often than was asked."""
        if len(self.sides()) < 3 or self.against or self.ladder:
            return self.games
        first, second = self.bots[:2]
        return math.ceil(self.games / sum(first in lineup and second in lineup for lineup in self.lineups()))


def ask(
    game: str,
    bots: Sequence[str],
    games: int = 100,
    *,
    seats: int | None = None,
    against: Sequence[str] = (),
    ladder: bool = False,
    opening: int = 0,
    seed: int = 0,
    **options: Any,
) -> Request:
    """A request that can be met, or the sentence that says why it cannot."""
    box = shelf.find(game)
    count, agreed = box.agree(seats, options)
    for names, what in (bots, "The bots are"), (against, "Those they play against are"):
        if isinstance(names, str):
            raise BadOption(f"{what} a list of names, not the word {names!r}.")
        _check(names, box, count)
    for number, least, what in (games, 1, "games"), (opening, 0, "opening"):
        if isinstance(number, bool) or not isinstance(number, int) or number < least:
            raise BadOption(f"{what} is a whole number from {least} on, not {number!r}.")
    if isinstance(seed, bool) or not isinstance(seed, int):
        raise BadOption(f"seed is a whole number, not {seed!r}.")
    written = {option.name: option.write(agreed[option.name]) for option in box.options}
    asked = Request(
        box.name, int(box.rules.VERSION), count, written, tuple(bots), tuple(against), ladder, games, opening, seed
    )
    _check_meeting(asked, box)
    return asked


def _check(names: Iterable[str], game: Game, seats: int) -> None:
    seen = set()
    for name in names:
        house.check_for(name, game, seats)
        if name in seen:
            raise BadOption(f"{name} is named twice: name each bot once.")
        seen.add(name)


def _check_meeting(asked: Request, game: Game) -> None:
    """That somebody can play somebody."""
    if not asked.bots:
        raise BadSeats(f"Name the bots that play: {game.title} has {', '.join(house.names(game))}.")
    if len(asked.sides()) == 1:
        if asked.against or asked.ladder:
            raise BadSeats("Here nobody plays against anybody: leave --against and --ladder out.")
        return
    if asked.against and asked.ladder:
        raise BadOption("Say who plays whom either with --against or with --ladder, not with both.")
    if len(asked.bots) == 1 and not asked.against:
        raise BadSeats("One bot alone has nobody to play: name two or more bots, or name with --against whom it plays.")
    if not asked.lineups():
        raise BadSeats(f"{asked.bots[0]} is also the only one to play against: name another.")
