"""Lists leave out an item that cannot be read, and the log names it once."""

import logging
from collections.abc import Callable, Iterable
from typing import TypeVar

from sqlalchemy import exc

from sobremesa import games
from sobremesa.games.game import Game
from sobremesa.mistakes import Mistake

log = logging.getLogger("sobremesa")
REMEMBERED = 10_000
"""Items that were named last: one that is older is named again."""
LONGEST = 200
"""Letters of an error in the log."""
Item = TypeVar("Item")
Told = TypeVar("Told")


class Damaged(Mistake):
    """A table that is kept here and cannot be opened."""


class Damage:
    """Remember which damaged items the log has named."""

    def __init__(self) -> None:
        self._named: dict[tuple[str, str], None] = {}

    def name(self, kind: str, name: str, error: Exception) -> None:
        """Name a damaged item in the log, once. An error of the whole database is raised again."""
        if isinstance(error, (exc.DBAPIError, exc.TimeoutError)):
            raise error
        if (kind, name) in self._named:
            return
        self._named = dict(list((self._named | {(kind, name): None}).items())[-REMEMBERED:])
        why = " ".join(f"{type(error).__name__}: {error}".split())[:LONGEST]
        log.error("damaged %s left out name=%s error=%s", kind, name, why)

    def sound(
        self, kind: str, items: Iterable[Item], read: Callable[[Item], Told], called: Callable[[Item], str] = str
    ) -> list[Told]:
        """Return what is read of each item, without the items that cannot be read."""
        found = []
        for item in items:
            try:
                found.append(read(item))
            except Exception as error:
                self.name(kind, called(item), error)
        return found

    def of_games(self, read: Callable[[Game], Told]) -> list[Told]:
        """Return what is read of each game, without the games that cannot be read."""
        return self.sound("game", games.names(), lambda name: read(games.find(name)))
