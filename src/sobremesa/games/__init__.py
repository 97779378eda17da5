"""The shelf: every game of the house, one line each."""

import importlib

from sobremesa.games.game import Game, nearest
from sobremesa.mistakes import UnknownGame

_PACKAGES = {
    "splut": "sobremesa.games.splut",
    "end-of-line": "sobremesa.games.end_of_line",
    "shut-the-lines": "sobremesa.games.shut_the_lines",
    "outspeed": "sobremesa.games.outspeed",
}
_added: dict[str, Game] = {}


def names() -> list[str]:
    """What the games are called wherever a name is typed."""
    return [*_PACKAGES, *_added]


def find(name: str) -> Game:
    """The game of that name; underscores do for hyphens."""
    wanted = name.strip().lower().replace("_", "-") if isinstance(name, str) else ""
    if wanted in _added:
        return _added[wanted]
    if wanted not in _PACKAGES:
        raise UnknownGame(f"There is no game {name!r}; there is {', '.join(names())}.{nearest(wanted, names())}")
    game: Game = importlib.import_module(_PACKAGES[wanted]).GAME
    return game


def is_installed(name: str) -> bool:
    """Return whether every process finds this game, not only the one that added it."""
    return name in _PACKAGES and name not in _added


def add(game: Game) -> None:
    """Put a game from elsewhere on the shelf."""
    _added[game.name] = game
