"""Outspeed: a race of secretly programmed routes, bonuses and dice."""

import re
from dataclasses import dataclass
from typing import Any

from sobremesa.games.game import Flag, Game
from sobremesa.mistakes import BadOption


@dataclass(frozen=True)
class Tiles:
    """An option that is a set of tiles: that of the house, or one that somebody has made."""

    name: str
    says: str

    @property
    def default(self) -> str:
        return "house"

    @property
    def values(self) -> tuple[str, ...]:
        return ("house",)

    @property
    def range(self) -> str:
        return "house, or the sixteen letters that name a tile set; --tiles FILE plays with a file of your own"

    def read(self, value: Any) -> str:
        from sobremesa.games.outspeed import tiles

        if isinstance(value, tiles.TileSet):
            return tiles.keep(value)
        word = str(value).strip().lower()
        if word != "house" and not re.fullmatch("[0-9a-f]{16}", word):
            raise BadOption(f"{self.name} is {self.range}; not {value!r}.")
        tiles.find(word)
        return word

    def write(self, value: str) -> str:
        return value

    def number(self, value: str) -> Any:
        """The tiles as the rules take them."""
        from sobremesa.games.outspeed import tiles

        return tiles.find(value).packed()


GAME = Game(
    name="outspeed",
    title="Outspeed",
    credit="Frank Crittin and Grégoire Largey",
    summary="A race of secretly programmed routes, bonuses and dice.",
    seats=(3, 4, 5, 6),
    options=(
        Flag("first_game", False, "Whether the tiles come in the order 1 to 13, known to all, as for a first game."),
        Tiles("tiles", "The tiles: our reconstruction, or a set of your own."),
    ),
    bots=("weak", "middle", "strong"),
    secrets=lambda options: True,
    package=__name__,
)
