"""Who attends to boards of End of Line that are filled at tables: the best that each person reached is kept."""

from collections.abc import Sequence
from functools import cache

from sobremesa import games, puzzles
from sobremesa.server.features.puzzles.messages import FILL
from sobremesa.server.features.puzzles.store import Fill
from sobremesa.server.live.live_table import Live
from sobremesa.server.live.registry import House
from sobremesa.server.tables.log import Entry
from sobremesa.server.tables.seating import written
from sobremesa.server.tables.table import Table

GAME, WALLS = "end-of-line", "walls"


class Filling:
    """An attendant of the house."""

    def __init__(self, house: House) -> None:
        self._house = house

    def happened(self, live: Live, entries: Sequence[Entry]) -> None:
        if live.table.game.name == GAME and live.table.seats == 1 and live.table.state == "over":
            self._house.reading(self._write, live.table)

    async def look(self) -> None:
        """Nothing waits: a best that a dying worker did not write is reached again, and costs nobody anything."""

    def _write(self, table: Table) -> None:
        if best := filled(table):
            self._house.store.puzzles.fill(best)


def filled(table: Table) -> Fill | None:
    """What somebody reached by themselves, where it is one of the boards and full."""
    place, usual = table.places[0], agreed()
    options = written(table.game, table.options)
    if table.facts.start or place.bot or not place.who or {**options, WALLS: ""} != usual:
        return None
    puzzle = by_walls().get(frozenset(options[WALLS].split()))
    points = table.begun().view()["points"]
    if puzzle is None or points is None:
        return None
    return Fill(place.who, puzzle, points, table.facts.id, table.last)


@cache
def by_walls() -> dict[frozenset[str], str]:
    """The id of each board."""
    return {frozenset(str(each.options[WALLS]).split()): each.id for each in puzzles.listed(FILL)}


@cache
def agreed() -> dict[str, str]:
    """What a table for a board agrees on, besides its walls."""
    game = games.find(GAME)
    return {**written(game, game.agree(1, puzzles.listed(FILL)[0].options)[1]), WALLS: ""}
