"""A position of Splut! from plain data, and back.

```
{"teams": {"red": {"sorcerer": "d2", "dwarf": "e2", "troll": "f2"}, "green": {"sorcerer": "f8", "troll": "d8"}},
 "rocks": ["e1", "a5", "e9", "i5"], "mover": "red", "steps": 3, "turn": 7,
 "barred": ["e1"], "moved": [], "lifting": "", "lifted": false, "fallen": []}
```

A team without a dwarf has lost him; one that is not there is out, and `fallen` says in which order. `barred` are the
rocks that moved in the turn before, `moved` those of this turn, `lifting` the one that the last step levitated;
`lifted` says that levitation is over in this turn. Only teams and rocks must be said.
"""

from typing import Any

import msgspec
import numpy as np

from sobremesa.games.game import Game
from sobremesa.games.set_up import convert, seat_of, seats_in
from sobremesa.games.splut import rules
from sobremesa.games.splut.notation import seat_names
from sobremesa.games.splut.tables import NOTHING, OFF, ROCKS, SQUARE, SQUARE_NAMES, THINGS
from sobremesa.mistakes import BadDiagram

STEPS = 3


class Team(msgspec.Struct, forbid_unknown_fields=True):
    sorcerer: str
    troll: str
    dwarf: str | None = None


class SetUp(msgspec.Struct, forbid_unknown_fields=True):
    teams: dict[str, Team]
    rocks: list[str]
    mover: str = ""
    turn: int = STEPS
    steps: int = 0
    moved: list[str] = []
    barred: list[str] = []
    lifting: str = ""
    lifted: bool = False
    fallen: list[str] = []


def read(game: Game, seats: int, options: dict[str, Any], data: Any) -> np.recarray:
    """The position that is described, to play on from."""
    told = convert(data, SetUp)
    position: np.recarray = game.start(seats, options)
    s, names = position[0], seat_names(seats)
    for thing in range(THINGS):
        rules.lift(s, thing)
    if len(told.rocks) != ROCKS:
        raise BadDiagram(f"There are always four rocks on the board, not {len(told.rocks)}.")
    for rock, square in enumerate(told.rocks):
        _put(s, rock, square)
    for name, team in told.teams.items():
        sorcerer = rules.sorcerer_of(seat_of(names, name))
        _put(s, sorcerer, team.sorcerer)
        _put(s, sorcerer + 2, team.troll)
        if team.dwarf is not None:
            _put(s, sorcerer + 1, team.dwarf)
    _count_out(s, names, told)
    _take_turn(s, names, told)
    return position


def _put(s: Any, thing: int, name: str) -> None:
    square = _square(name)
    if s.on[square] != NOTHING:
        raise BadDiagram(f"Two things stand on {name}.")
    s.on[square], s.at[thing] = thing, square


def _square(name: str) -> int:
    if name not in SQUARE:
        raise BadDiagram(f"The board has no square {name!r}.")
    return SQUARE[name]


def _count_out(s: Any, names: tuple[str, ...], told: SetUp) -> None:
    """Who is out, and in which order."""
    out = [seat for seat, name in enumerate(names) if name not in told.teams]
    if len(names) - len(out) < 2:
        raise BadDiagram("At least two sorcerers stand while a match is played.")
    fallen = seats_in(names, told.fallen) or out
    if set(fallen) != set(out):
        raise BadDiagram("Who has fallen is not on the board, and who is not on the board has fallen.")
    s.standing = len(names) - len(out)
    for outlived, seat in enumerate(fallen):
        s.outlived[seat] = outlived


def _take_turn(s: Any, names: tuple[str, ...], told: SetUp) -> None:
    """Whose turn it is, and what is left of it."""
    standing = [seat for seat, name in enumerate(names) if name in told.teams]
    s.mover = seat_of(names, told.mover) if told.mover else standing[0]
    if s.mover not in standing:
        raise BadDiagram(f"It cannot be the turn of {told.mover.capitalize()}, who has no sorcerer.")
    if not 1 <= told.turn <= s.turn_limit:
        raise BadDiagram(f"The turn is a number from 1 to {s.turn_limit}.")
    most = min(told.turn, STEPS)  # rule 1
    if not 0 <= told.steps <= most:
        raise BadDiagram(f"In turn {told.turn} there are at most {most} steps.")
    s.turns, s.steps = told.turn - 1, told.steps or most
    s.moved, s.barred = _rocks(s, told.moved), _rocks(s, told.barred)
    s.liftable = (1 << ROCKS) - 1 & ~int(s.barred)
    if told.lifting:  # rule 14
        s.floating, s.liftable = True, _rocks(s, [told.lifting])
    elif told.lifted:
        s.liftable = 0
    if not rules.may_step(s, s.mover):
        raise BadDiagram(f"The turn of {names[s.mover].capitalize()} would be over at once: no piece can make a step.")


def _rocks(s: Any, names: list[str]) -> int:
    """The rocks on squares, a bit each."""
    rocks = 0
    for name in names:
        thing = int(s.on[_square(name)])
        if thing >= ROCKS:
            raise BadDiagram(f"There is no rock on {name}.")
        rocks |= 1 << thing
    return rocks


def write(s: Any) -> dict[str, Any]:
    """A position in which somebody is to choose, as such data."""
    names = seat_names(int(s.players))
    out = [seat for seat in range(len(names)) if s.at[rules.sorcerer_of(seat)] == OFF]
    return {
        "teams": {name: _team(s, seat) for seat, name in enumerate(names) if seat not in out},
        "rocks": [SQUARE_NAMES[s.at[rock]] for rock in range(ROCKS)],
        "mover": names[s.mover],
        "turn": int(s.turns) + 1,
        "steps": int(s.steps),
        "moved": _places(s, s.moved),
        "barred": _places(s, s.barred),
        "lifting": _places(s, s.liftable)[0] if s.floating else "",
        "lifted": bool(not s.floating and s.liftable != (1 << ROCKS) - 1 & ~int(s.barred)),
        "fallen": [names[seat] for seat in sorted(out, key=lambda seat: int(s.outlived[seat]))],
    }


def _team(s: Any, seat: int) -> dict[str, str]:
    first = rules.sorcerer_of(seat)
    squares = {piece: int(s.at[first + n]) for n, piece in enumerate(("sorcerer", "dwarf", "troll"))}
    return {piece: SQUARE_NAMES[square] for piece, square in squares.items() if square != OFF}


def _places(s: Any, rocks: int) -> list[str]:
    return [SQUARE_NAMES[s.at[rock]] for rock in range(ROCKS) if int(rocks) >> rock & 1]
