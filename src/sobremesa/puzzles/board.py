"""Positions of Splut! for two as a line of text, and how they look in mirrors.

    a5 e3* e9 i5 / d2 e2 f2 / f8 - d8

The four rocks; then sorcerer, dwarf and troll of the team whose turn begins, which is red; then those of the other. A
star marks a rock that moved in the turn before, and so may not be levitated; a line stands for a dwarf who is dead.
"""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from sobremesa import games
from sobremesa.games.splut.tables import FILES, NOTHING, OFF, RANKS, ROCKS, SQUARE, SQUARE_NAMES
from sobremesa.mistakes import BadDiagram

GAME, SEATS = "splut", 2
TURNS = 2
"""So many are over, as far as the position tells: the first that has three steps comes now."""
MEN = 3
DEAD, MOVED = "-", "*"
Turn = Callable[[int, int], tuple[int, int]]
IMAGES: tuple[Turn, ...] = (
    lambda x, y: (x, y),
    lambda x, y: (y, -x),
    lambda x, y: (-x, -y),
    lambda x, y: (-y, x),
    lambda x, y: (-x, y),
    lambda x, y: (x, -y),
    lambda x, y: (y, x),
    lambda x, y: (-y, -x),
)
"""The board turned and mirrored in every way, seen from its middle; the third is half a turn."""
HALF = 2


def position(text: str) -> Any:
    """An array of one position, in which a turn of red begins."""
    rocks, *teams = (part.split() for part in text.split("/"))
    men = [man for team in teams for man in team]
    things = [rock.rstrip(MOVED) for rock in rocks] + men
    squares = [thing for thing in things if thing != DEAD]
    if len(rocks) != ROCKS or [len(team) for team in teams] != [MEN, MEN]:
        raise BadDiagram("A position of Splut! for two has four rocks, and two teams of sorcerer, dwarf and troll.")
    if not set(squares) <= set(SQUARE) or len(set(squares)) != len(squares):
        raise BadDiagram("Everything stands on a square of the board of its own.")
    if any(thing == DEAD and n not in (ROCKS + 1, ROCKS + MEN + 1) for n, thing in enumerate(things)):
        raise BadDiagram("Only a dwarf may be missing.")
    game = games.find(GAME)
    laid = game.start(*game.agree(SEATS))
    s = laid[0]
    s.on[:OFF] = NOTHING
    for thing, name in enumerate(things):
        s.at[thing] = SQUARE.get(name, OFF)
        if name != DEAD:
            s.on[SQUARE[name]] = thing
    s.turns, s.steps = TURNS, 3
    s.barred = sum(1 << rock for rock, name in enumerate(rocks) if name.endswith(MOVED))
    s.liftable = (1 << ROCKS) - 1 & ~int(s.barred)
    return laid


def told(laid: Any) -> str:
    """The text of an array of one position in which a turn begins. Where that is green's, the board is turned by half,
    and green is called red."""
    s = laid[0]
    mover = int(s.mover)
    teams = [[int(square) for square in s.at[ROCKS + MEN * seat :][:MEN]] for seat in (mover, 1 - mover)]
    rocks = [(int(s.at[rock]), bool(s.barred >> rock & 1)) for rock in range(ROCKS)]
    return _written(rocks, teams, HALF if mover else 0)


def canonical(text: str) -> str:
    """The same text for a position and all that it looks like in mirrors."""
    return min(images(text))


def images(text: str) -> Iterator[str]:
    """A position turned and mirrored in every way."""
    rocks, *teams = (part.split() for part in text.split("/"))
    stones = [(SQUARE[rock.rstrip(MOVED)], rock.endswith(MOVED)) for rock in rocks]
    men = [[SQUARE.get(man, OFF) for man in team] for team in teams]
    return (_written(stones, men, image) for image in range(len(IMAGES)))


def _written(rocks: list[tuple[int, bool]], teams: list[list[int]], image: int) -> str:
    stones = sorted(_name(square, image) + MOVED * moved for square, moved in rocks)
    return " / ".join([" ".join(stones), *(" ".join(_name(man, image) for man in team) for team in teams)])


@cache
def _name(square: int, image: int) -> str:
    """What a square is called in an image of the board."""
    if square == OFF:
        return DEAD
    name, middle = SQUARE_NAMES[square], len(FILES) // 2
    x, y = IMAGES[image](FILES.index(name[0]) - middle, RANKS.index(name[1]) - middle)
    return FILES[x + middle] + RANKS[y + middle]
